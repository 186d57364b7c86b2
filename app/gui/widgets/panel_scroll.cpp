// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/panel_scroll.h"

#include "app/gui/widgets/panel_style.h"

#include <QEvent>
#include <QLayout>
#include <QScrollBar>

#include <algorithm>

namespace ghostline::app {

namespace {
constexpr int LeastPanelHeight = 24 * Grid; ///< a heading and two rows
}

PanelScroll::PanelScroll(QWidget* panel, QWidget* parent) : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus); // what the panel holds takes it
    setWidget(panel);
    panel->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
}

QSize PanelScroll::sizeHint() const { return widget()->sizeHint(); }

QSize PanelScroll::minimumSizeHint() const
{
    const QSize least = widget()->minimumSizeHint();
    if (least.height() <= LeastPanelHeight)
        return least;
    return {least.width() + verticalScrollBar()->sizeHint().width(), LeastPanelHeight};
}

/// Lines that wrap take the more height the narrower the panel is.
int PanelScroll::leastHeight(int width) const
{
    const QLayout* layout = widget()->layout();
    const int wrapped = layout != nullptr ? layout->totalMinimumHeightForWidth(width) : -1;
    return std::max(widget()->minimumSizeHint().height(), wrapped);
}

/// As large as there is room, and never lower than the panel can be.
void PanelScroll::fit()
{
    const QSize room = maximumViewportSize();
    const int bar = leastHeight(room.width()) > room.height() ? verticalScrollBar()->sizeHint().width() : 0;
    const int width = room.width() - bar;
    widget()->resize(width, std::max(room.height(), leastHeight(width)));
}

bool PanelScroll::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) { // the panel needs another height than before
        fit();
        updateGeometry();
    }
    return QScrollArea::event(event);
}

void PanelScroll::resizeEvent(QResizeEvent* event)
{
    fit();
    QScrollArea::resizeEvent(event);
}

} // namespace ghostline::app
