// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panels/event_delegate.h"

#include "app/gui/session/events_model.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QToolTip>

namespace ghostline::app {

namespace {

constexpr int RestGap = 2 * Grid; ///< between what matters and what is told besides
/// Less of it would only be a riddle.
constexpr int LeastRest = 12 * Grid;

} // namespace

EventDelegate::EventDelegate(QObject* parent) : NowDelegate(EventsModel::CurrentRole, parent) {}

void EventDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    NowDelegate::initStyleOption(option, index);
    if (!m_compact)
        return;
    if (index.column() == EventsModel::KindColumn) {
        option->text.clear();
        option->decorationAlignment = Qt::AlignCenter;
    } else if (index.column() == EventsModel::TextColumn) {
        option->text = index.data(EventsModel::SentenceRole).toString();
    }
}

void EventDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const
{
    NowDelegate::paint(painter, option, index);
    if (index.column() != EventsModel::TextColumn)
        return;
    const QString rest = index.data(EventsModel::RestRole).toString();
    if (rest.isEmpty())
        return;
    QStyleOptionViewItem told = option;
    initStyleOption(&told, index);
    // Behind the sentence, where that leaves room; what does not fit is in the tooltip.
    const QRect room =
        option.rect.adjusted(told.fontMetrics.horizontalAdvance(told.text) + RestGap + Grid, 0, -Grid, 0);
    if (room.width() < LeastRest)
        return;
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setFont(told.font);
    painter->setPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::PlaceholderText));
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                      told.fontMetrics.elidedText(QStringLiteral("· ") + rest, Qt::ElideRight, room.width()));
    painter->restore();
}

bool EventDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                              const QModelIndex& index)
{
    const bool sentence = index.isValid() && index.column() == EventsModel::TextColumn;
    if (event->type() != QEvent::ToolTip || !sentence || index.data(Qt::ToolTipRole).isValid())
        return NowDelegate::helpEvent(event, view, option, index);
    QStyleOptionViewItem told = option;
    initStyleOption(&told, index);
    if (told.fontMetrics.horizontalAdvance(told.text) + 2 * Grid > option.rect.width())
        QToolTip::showText(event->globalPos(), told.text, view);
    else
        QToolTip::hideText();
    return true;
}

} // namespace ghostline::app
