// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What goes into a case file: how much around the flag, with or without names.
#include "model/case/case_file.h"

#include <QDialog>

class QCheckBox;
class QDoubleSpinBox;

namespace ghostline::app {

/// What the dialog asks about.
struct CaseOffer
{
    QString about;         ///< which flag, for people
    bool keptBack = false; ///< in a blind review, what others say of it
};

struct CaseWish
{
    double margin = model::StandardCaseMargin; ///< seconds
    bool anonymous = false;
    bool verdicts = false;
    bool pictures = false;
};

/// Not modal, deletes itself when it closes.
class CaseDialog : public QDialog
{
    Q_OBJECT
public:
    CaseDialog(const CaseOffer& offer, QWidget* parent);

Q_SIGNALS:
    void wanted(const ghostline::app::CaseWish& wish);

private:
    QDoubleSpinBox* m_margin;
    QCheckBox* m_anonymous;
    QCheckBox* m_notes;
    QCheckBox* m_pictures;
};

} // namespace ghostline::app
