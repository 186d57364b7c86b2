// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse does to a PlotCanvas: clicks, panning, zooming, sizing fields, and where things are dropped.
#include "app/gui/plots/plot_canvas_private.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QRubberBand>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr double ClickReach = 4.0;
constexpr int ListedInTooltip = 6;
constexpr int LeastField = 64; // height that sizing leaves to a field, its margins included
constexpr int DropStrip = 24;  // above the lowest field's edge: already below all

} // namespace

void PlotCanvas::setAdjustable(bool adjustable) { d->adjustable = adjustable; }

/// The field above the edge at this height.
std::optional<std::size_t> PlotCanvas::Private::edgeAt(double y) const
{
    for (std::size_t i = 0; adjustable && i + 1 < fields.size(); ++i) {
        const int edge = fields[i].rect->bottom();
        if (y >= edge - 1 && y <= edge + FieldTop + 1)
            return i;
    }
    return std::nullopt;
}

void PlotCanvas::onPress(const QPointF& at)
{
    d->press = {};
    d->press.at = at;
    d->press.down = true;
    d->press.above = d->edgeAt(at.y());
    if (d->press.above) {
        d->press.heightAbove = d->fields[*d->press.above].rect->outerRect().height();
        d->press.heightBelow = d->fields[*d->press.above + 1].rect->outerRect().height();
    }
}

void PlotCanvas::onMove(const QPointF& at)
{
    Private::Press& press = d->press;
    if (press.down && press.above) {
        const int both = press.heightAbove + press.heightBelow;
        const int moved = static_cast<int>(std::lround(at.y() - press.at.y()));
        const int least = std::min(LeastField, both / 2);
        const int above = std::clamp(press.heightAbove + moved, least, both - least);
        d->shareHeight(*press.above, above, both - above);
        return;
    }
    if (press.down && !press.dragging && std::abs(at.x() - press.at.x()) >= ClickReach) {
        press.dragging = true;
        Q_EMIT dragBegun();
    }
    if (press.dragging)
        Q_EMIT dragged(at.x() - press.at.x());
    d->plot->setCursor(!press.down && d->edgeAt(at.y()) ? Qt::SplitVCursor : Qt::ArrowCursor);
    const bool inside = at.x() >= d->left && at.x() <= d->right;
    Q_EMIT hovered(inside && !press.dragging ? std::optional(secondsAt(at.x())) : std::nullopt);
}

bool PlotCanvas::onRelease(Qt::MouseButton button, const QPointF& at)
{
    const Private::Press press = std::exchange(d->press, {});
    if (press.down && !press.dragging && !press.above && button == Qt::LeftButton)
        Q_EMIT clicked(secondsAt(at.x()));
    return true;
}

void PlotCanvas::showTip(const QPoint& at, const QPoint& global)
{
    const bool inside = at.x() >= d->left && at.x() <= d->right;
    const QStringList texts = inside ? bandsAt(secondsAt(at.x())) : QStringList();
    QToolTip::showText(global, texts.mid(0, ListedInTooltip).join(QLatin1Char('\n')), d->plot);
}

bool PlotCanvas::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != d->plot)
        return QWidget::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        showTip(help->pos(), help->globalPos());
        return true;
    }
    case QEvent::Leave:
        Q_EMIT hovered(std::nullopt);
        break;
    case QEvent::Wheel: {
        auto* wheel = static_cast<QWheelEvent*>(event);
        Q_EMIT zoomed(std::pow(1.2, wheel->angleDelta().y() / 120.0), wheel->position().x());
        wheel->accept();
        return true;
    }
    case QEvent::ContextMenu: {
        const auto* menu = static_cast<QContextMenuEvent*>(event);
        if (const std::optional<int> field = fieldAt(menu->pos()))
            Q_EMIT fieldMenuRequested(*field, menu->globalPos());
        return true;
    }
    case QEvent::MouseButtonPress: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() != Qt::RightButton) // which opens the menu
            onPress(mouse->position());
        return true;
    }
    case QEvent::MouseMove:
        onMove(static_cast<QMouseEvent*>(event)->position());
        return true;
    case QEvent::MouseButtonRelease: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        return onRelease(mouse->button(), mouse->position());
    }
    case QEvent::MouseButtonDblClick:
        Q_EMIT doubleClicked();
        return true;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

// ---- dropping ----

std::optional<int> PlotCanvas::fieldAt(const QPoint& at) const
{
    for (std::size_t i = 0; i < d->fields.size(); ++i) {
        const QRect field = d->fields[i].rect->rect();
        const int strip = i + 1 == d->fields.size() ? std::min(DropStrip, field.height() / 4) : 0;
        if (at.y() <= field.bottom() - strip)
            return d->fields[i].number;
    }
    return std::nullopt;
}

QRect PlotCanvas::fieldRect(int field) const
{
    const Private::Field* of = d->fieldNumbered(field);
    return of != nullptr ? of->rect->rect() : QRect();
}

void PlotCanvas::showDropPlace(const QPoint& at, bool intoField)
{
    const std::optional<int> field = intoField ? fieldAt(at) : std::nullopt;
    QRect place = d->fields.empty() ? rect() : d->fields.back().rect->rect();
    if (field)
        place = fieldRect(*field);
    else if (!d->fields.empty())
        place = QRect(place.left(), place.bottom() - 4, place.width(), height() - place.bottom());
    d->dropPlace->setGeometry(place);
    d->dropPlace->show();
}

void PlotCanvas::hideDropPlace() { d->dropPlace->hide(); }

} // namespace ghostline::app
