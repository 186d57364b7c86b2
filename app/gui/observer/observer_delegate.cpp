// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/observer/observer_delegate.h"

#include "app/gui/observer/observer_model.h"
#include "app/gui/widgets/figures_text.h"

#include <QApplication>
#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int TeamBar = 3;
constexpr int ShareBar = 3;
constexpr int ItemIndent = 8 * Grid; ///< below the player's name, past the mark
constexpr int WidestProgress = 30 * Grid;

void paintGround(QPainter& painter, const QStyleOptionViewItem& option)
{
    const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, &painter, option.widget);
}

} // namespace

void ObserverDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    const auto colour = index.data(ObserverModel::TeamColourRole).value<QColor>();
    const bool name = index.column() == ObserverModel::NameColumn;
    if (index.data(ObserverModel::ItemRole).toBool()) {
        if (name)
            paintItem(*painter, option, index);
    } else {
        PanelDelegate::paint(painter, option, index);
    }
    if (!colour.isValid())
        return;
    const QRect& box = option.rect;
    if (name)
        painter->fillRect(QRect(box.left(), box.top(), TeamBar, box.height()), colour);
    const QVariant share = index.data(ObserverModel::ShareRole);
    if (!share.isValid())
        return;
    const int room = box.width() - 2 * Grid;
    const int length = static_cast<int>(share.toDouble() * room + 0.5);
    painter->fillRect(QRect(box.right() + 1 - Grid - length, box.bottom() - ShareBar, length, ShareBar),
                      colour);
}

/// Name, bar, percentage and queue, from the right: columns of figures have nothing to do with them.
void ObserverDelegate::paintItem(QPainter& painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    paintGround(painter, item);
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    const QColor ink = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    const QFontMetrics metrics(item.font);
    QRect room = option.rect.adjusted(ItemIndent, 0, -Grid, 0);
    painter.save();
    painter.setFont(item.font);
    painter.setPen(ink);
    const auto fromRight = [&](int width) {
        QRect part = room;
        part.setLeft(std::max(room.left(), room.right() + 1 - width));
        room.setRight(part.left() - Grid);
        return part;
    };
    const int waiting = index.data(ObserverModel::WaitingRole).toInt();
    const QRect queue = fromRight(metrics.horizontalAdvance(QStringLiteral("\u00D700")));
    if (waiting > 1)
        painter.drawText(queue, int(Qt::AlignRight | Qt::AlignVCenter),
                         QStringLiteral("\u00D7%1").arg(waiting));
    const QVariant progress = index.data(ObserverModel::ProgressRole);
    if (progress.isValid()) {
        painter.drawText(fromRight(metrics.horizontalAdvance(QStringLiteral("100 %"))),
                         int(Qt::AlignRight | Qt::AlignVCenter),
                         QStringLiteral("%1 %").arg(numberText(progress.toDouble(), 0)));
        QRect track = fromRight(std::clamp(room.width() / 3, 6 * Grid, WidestProgress));
        track = QRect(track.left(), track.center().y() - Grid / 2, track.width(), Grid);
        QColor ground = ink;
        ground.setAlphaF(0.18F);
        painter.fillRect(track, ground);
        track.setWidth(static_cast<int>(std::clamp(progress.toDouble() / 100.0, 0.0, 1.0) * track.width()));
        const auto colour = index.data(ObserverModel::TeamColourRole).value<QColor>();
        painter.fillRect(track, colour.isValid() ? colour : ink);
    }
    const QString what = index.data(ObserverModel::WhatRole).toString();
    painter.drawText(room, int(Qt::AlignLeft | Qt::AlignVCenter),
                     metrics.elidedText(what, Qt::ElideMiddle, room.width()));
    painter.restore();
}

} // namespace ghostline::app
