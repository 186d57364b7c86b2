// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A dialog of several pages that is as high as the one that is shown, however high the others are.
#include <QDialog>

namespace ghostline::app {

class FittedDialog : public QDialog
{
    Q_OBJECT
public:
    using QDialog::QDialog;

protected:
    /// As high as what is shown needs, as wide as it is.
    void fit();
    /// Shows one of two pages of a layout. A stack would ask for the height of both.
    static void turn(QWidget* to, QWidget* from);
    bool event(QEvent* event) override;
};

} // namespace ghostline::app
