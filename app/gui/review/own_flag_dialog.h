// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Raising a flag of one's own: whom, how grave, what was seen; over the loop, or at this moment.
#include "app/gui/session/replay_session.h"

#include <QDialog>

class QComboBox;
class QLineEdit;

namespace ghostline::app {

/// Not modal, deletes itself when it closes. What it is about stays as it was when it was asked for.
class OwnFlagDialog : public QDialog
{
    Q_OBJECT
public:
    OwnFlagDialog(const ReplaySession& session, const QString& author, QWidget* parent);

Q_SIGNALS:
    void raised(const ghostline::model::OwnFlag& flag);

private:
    void fillWho(const ReplaySession& session);

    model::OwnFlag m_flag;
    QComboBox* m_who;
    QComboBox* m_severity;
    QLineEdit* m_text;
};

} // namespace ghostline::app
