// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/fitted_dialog.h"

#include <QEvent>
#include <QLayout>

namespace ghostline::app {

void FittedDialog::fit()
{
    const int high = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width())
                                                   : layout()->totalSizeHint().height();
    resize(width(), high);
}

/// What goes first, so that the dialog does not grow for both.
void FittedDialog::turn(QWidget* to, QWidget* from)
{
    from->hide();
    to->show();
}

bool FittedDialog::event(QEvent* event)
{
    const bool known = QDialog::event(event);
    if (event->type() == QEvent::LayoutRequest && layout() != nullptr)
        fit();
    return known;
}

} // namespace ghostline::app
