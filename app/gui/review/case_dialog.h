// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What goes into a case file: how much around the flag, with or without names.
#include "model/case/case_file.h"

#include <QDialog>

class QCheckBox;
class QDoubleSpinBox;

namespace ghostline::app {

/// Not modal, deletes itself when it closes.
class CaseDialog : public QDialog
{
    Q_OBJECT
public:
    /// `about`: which flag, for people. `keptBack`: in a blind review, what others say of it.
    CaseDialog(const QString& about, bool keptBack, QWidget* parent);

Q_SIGNALS:
    /// `notes`: with the verdicts of reviewers.
    void wanted(double marginSeconds, bool anonymous, bool notes);

private:
    QDoubleSpinBox* m_margin;
    QCheckBox* m_anonymous;
    QCheckBox* m_notes;
};

} // namespace ghostline::app
