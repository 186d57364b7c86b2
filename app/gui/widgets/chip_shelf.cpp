// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/chip_shelf.h"

#include "app/gui/widgets/flow_layout.h"
#include "app/gui/widgets/panel_style.h"

#include <QLocale>
#include <QResizeEvent>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ghostline::app {

namespace {
constexpr int Line = 7 * Grid;       ///< a chip and the gap below it
constexpr int MoreWidth = 10 * Grid; ///< "+99"
} // namespace

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

void ChipShelf::addChip(QWidget* chip)
{
    m_ground->layout()->addWidget(chip);
    chip->installEventFilter(this);
}

void ChipShelf::setFolding(bool folding)
{
    if (folding == (m_more != nullptr))
        return;
    if (folding) {
        m_more = new QToolButton(this);
        m_more->setObjectName(QStringLiteral("moreChips"));
        m_more->setAutoRaise(true);
        m_more->setFocusPolicy(Qt::TabFocus);
        m_more->setFixedSize(MoreWidth - Grid, Line - Grid);
        connect(m_more, &QToolButton::clicked, this, [this] { setOpen(!m_open); });
    } else {
        delete std::exchange(m_more, nullptr);
    }
    refit();
}

void ChipShelf::setOpen(bool open)
{
    m_open = open;
    refit();
}

void ChipShelf::setRoom(int height)
{
    m_room = height;
    refit();
}

/// How many chips stand in other lines than the first.
int ChipShelf::behindFirstLine() const
{
    const QMargins margins = m_ground->layout()->contentsMargins();
    const int room = viewport()->width() - margins.left() - margins.right();
    int x = 0;
    int behind = 0;
    for (int i = 0; i < m_ground->layout()->count(); ++i) {
        const QLayoutItem* item = m_ground->layout()->itemAt(i);
        if (item->isEmpty())
            continue;
        const int width = item->sizeHint().width();
        if (behind > 0 || (x > 0 && x + width > room))
            ++behind;
        x += width + Grid;
    }
    return behind;
}

/// The button stands in the first line's place at the right, only where there is a second line.
void ChipShelf::placeMore()
{
    const bool needed = m_ground->layout()->heightForWidth(width()) > Line;
    const QMargins wanted(0, 0, needed ? MoreWidth : 0, 0);
    if (viewportMargins() != wanted)
        setViewportMargins(wanted);
    m_more->setVisible(needed);
    m_more->move(width() - MoreWidth, 0);
    const int behind = behindFirstLine();
    m_more->setArrowType(m_open ? Qt::UpArrow : Qt::NoArrow);
    m_more->setText(m_open ? QString() : QLatin1Char('+') + QLocale().toString(behind));
    const QString what = m_open ? tr("Show one line of them") : tr("Show %n more", nullptr, behind);
    m_more->setToolTip(what);
    m_more->setAccessibleName(what);
}

void ChipShelf::refit()
{
    if (m_more != nullptr)
        placeMore();
    const bool folded = m_more != nullptr && !m_open;
    const int wanted = m_ground->layout()->heightForWidth(viewport()->width());
    const int most = folded ? Line : std::max(Line, m_room);
    // Whole lines only: the scroll bar shows that there is more to come.
    const int height = wanted <= most ? wanted : most / Line * Line - Grid;
    // Folded there is nothing to scroll to.
    m_ground->setMinimumHeight(folded ? 0 : wanted);
    setVerticalScrollBarPolicy(folded ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    verticalScrollBar()->setSingleStep(Line);
    verticalScrollBar()->setPageStep(height + Grid);
    setFixedHeight(std::max(height, Line - Grid));
}

bool ChipShelf::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_ground && event->type() == QEvent::LayoutRequest)
        refit();
    if (event->type() == QEvent::FocusIn && m_more != nullptr && !m_open) {
        // Whoever comes by key sees where he is.
        const auto* chip = qobject_cast<const QWidget*>(watched);
        if (chip != nullptr && chip->parentWidget() == m_ground && chip->y() >= height())
            setOpen(true);
    }
    return QScrollArea::eventFilter(watched, event);
}

void ChipShelf::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        refit();
}

} // namespace ghostline::app
