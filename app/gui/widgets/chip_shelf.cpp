// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/chip_shelf.h"

#include "app/gui/widgets/flow_layout.h"
#include "app/gui/widgets/panel_style.h"

#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>

namespace ghostline::app {

namespace {
constexpr int Line = 7 * Grid; ///< a chip and the gap below it
}

ChipShelf::ChipShelf(QWidget* parent) : QScrollArea(parent), m_ground(new QWidget)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::NoFocus); // the chips take it
    setWidgetResizable(true);
    auto* flow = new FlowLayout(m_ground, Grid);
    flow->setContentsMargins(2 * Grid, 0, 2 * Grid, 0);
    setWidget(m_ground);
    m_ground->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
}

void ChipShelf::addChip(QWidget* chip) { m_ground->layout()->addWidget(chip); }

void ChipShelf::setRoom(int height)
{
    m_room = height;
    refit();
}

void ChipShelf::refit()
{
    const int wanted = m_ground->layout()->heightForWidth(viewport()->width());
    const int most = std::max(Line, m_room);
    // Whole lines only: the scroll bar shows that there is more to come.
    const int height = wanted <= most ? wanted : most / Line * Line - Grid;
    m_ground->setMinimumHeight(wanted);
    verticalScrollBar()->setSingleStep(Line);
    verticalScrollBar()->setPageStep(height + Grid);
    setFixedHeight(std::max(height, Line - Grid));
}

bool ChipShelf::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_ground && event->type() == QEvent::LayoutRequest)
        refit();
    return QScrollArea::eventFilter(watched, event);
}

void ChipShelf::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        refit();
}

} // namespace ghostline::app
