// SPDX-License-Identifier: GPL-3.0-or-later
// What the cells of an observer page say.
#include "app/gui/docks/panel_style.h"
#include "app/gui/match/figures_text.h"
#include "app/gui/observer/observer_model.h"
#include "app/gui/shell/replay_words.h"

#include <algorithm>
#include <cmath>

namespace ghostline::app {

QString ObserverModel::nameOf(const ObserverRow& row) const
{
    const model::ActorInfo* actor = m_replay->info->actor(row.player);
    return actor != nullptr ? actor->name : QString();
}

QString ObserverModel::itemText(const ObserverRow& row) const
{
    QStringList parts{m_replay->info->strings->text(row.what)};
    if (!std::isnan(row.progress))
        parts << tr("%1 %").arg(numberText(row.progress, 0));
    if (row.waiting > 1)
        parts << QStringLiteral("\u00D7%1").arg(row.waiting);
    return parts.join(QStringLiteral("  "));
}

/// The most advanced, and how many more.
QString ObserverModel::makingText(const ObserverRow& row) const
{
    const auto mine = [&](const ObserverRow& item) { return item.player == row.player; };
    const std::vector<ObserverRow>& items = m_lines.items;
    const auto first = std::find_if(items.begin(), items.end(), mine);
    if (first == items.end())
        return QStringLiteral("\u2013");
    QString text = m_replay->info->strings->text(first->what);
    if (!std::isnan(first->progress))
        text += tr(" %1 %").arg(numberText(first->progress, 0));
    const auto more = std::count_if(items.begin(), items.end(), mine) - 1;
    return more > 0 ? tr("%1, +%2").arg(text).arg(more) : text;
}

QString ObserverModel::text(const ObserverRow& row, int column) const
{
    if (row.isItem())
        return column == NameColumn ? itemText(row) : QString();
    if (column == NameColumn)
        return nameOf(row);
    const model::ObserverFigure* figure = figureAt(column);
    if (figure == nullptr)
        return makingText(row);
    const std::size_t at = placeOf(column);
    return observerText(*m_replay->info, *figure, row.figures[at], row.timers[at]);
}

QString ObserverModel::sampleOf(int column) const
{
    const model::ObserverFigure* figure = figureAt(column);
    const model::PropertyInfo* property =
        figure != nullptr && figure->property >= 0 &&
                static_cast<std::size_t>(figure->property) < m_replay->info->actorProperties.size()
            ? &m_replay->info->actorProperties[static_cast<std::size_t>(figure->property)]
            : nullptr;
    QString widest = property != nullptr && property->type == model::PropertyType::Enumeration
                         ? QString()
                         : QStringLiteral("0,000");
    for (const QString& name : property != nullptr ? property->names : QStringList()) {
        if (name.size() > widest.size())
            widest = name;
    }
    return figure != nullptr && figure->timer >= 0 ? widest + QStringLiteral(" 0:00") : widest;
}

QString ObserverModel::copyText() const
{
    QStringList lines;
    for (int row = -1; row < rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < columnCount(); ++column)
            cells << (row < 0 ? headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()
                              : index(row, column).data().toString());
        while (!cells.isEmpty() && cells.last().isEmpty())
            cells.removeLast();
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

int ObserverModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ObserverModel::columnCount(const QModelIndex& parent) const
{
    if (parent.isValid() || page() == nullptr)
        return 0;
    return 1 + static_cast<int>(m_columns.size()) + (listsInColumn() ? 1 : 0);
}

/// Who has most has all of the bar.
QVariant ObserverModel::share(const ObserverRow& row, int column) const
{
    const model::ObserverFigure* figure = figureAt(column);
    if (figure == nullptr || !figure->spread)
        return {};
    const std::size_t at = placeOf(column);
    double most = 0.0;
    for (const ObserverRow& other : m_rows) {
        if (!other.isItem())
            most = std::fmax(most, observerValue(*m_replay->info, *figure, other.figures[at]));
    }
    const double mine = observerValue(*m_replay->info, *figure, row.figures[at]);
    return most > 0.0 && mine >= 0.0 ? QVariant(mine / most) : QVariant();
}

QVariant ObserverModel::toolTip(const ObserverRow& row, int column) const
{
    if (column == NameColumn)
        return row.present
                   ? tr("%1\nClick selects, double-click follows, right-click for more").arg(nameOf(row))
                   : tr("%1\nIs not there at this moment").arg(nameOf(row));
    const model::ObserverFigure* figure = figureAt(column);
    if (figure != nullptr)
        return tr("%1 of %2: %3")
            .arg(headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString(), nameOf(row),
                 text(row, column));
    QStringList lines;
    for (const ObserverRow& item : m_lines.items) {
        if (item.player == row.player)
            lines << itemText(item);
    }
    return lines.isEmpty() ? tr("%1 makes nothing at this moment").arg(nameOf(row))
                           : lines.join(QLatin1Char('\n'));
}

QVariant ObserverModel::playerData(const Line& row, int column, int role) const
{
    const bool name = column == NameColumn;
    const bool making = !name && figureAt(column) == nullptr;
    switch (role) {
    case Qt::DecorationRole: {
        if (!name || row.team < 0)
            return {};
        const int hue = m_replay->info->teams[static_cast<std::size_t>(row.team)].hue;
        QIcon& mark = m_marks[hue];
        if (mark.isNull())
            mark = markIcon(markFor(hue), m_theme.hue(hue));
        return mark;
    }
    case Qt::FontRole:
        return name ? QVariant() : QVariant(m_tabular);
    case Qt::ForegroundRole: {
        // A nought is quiet, so that what there is stands out.
        const QString& shown = row.texts[static_cast<std::size_t>(column)];
        const bool nothing = !name && (shown == QLatin1String("0") || shown == QStringLiteral("\u2013"));
        return !row.present || nothing ? QVariant(m_theme.textMuted) : QVariant();
    }
    case Qt::TextAlignmentRole:
        return int((name || making ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case ShareRole:
        return share(row, column);
    default:
        return {};
    }
}

QVariant ObserverModel::makingData(const ObserverRow& row, int role) const
{
    switch (role) {
    case Qt::FontRole:
        return m_tabular;
    case Qt::ToolTipRole: {
        const model::ActorInfo* maker = m_replay->info->actor(row.maker);
        return tr("%1\nMade by %2 of %3; click selects it")
            .arg(itemText(row), maker != nullptr ? maker->name : QString(), nameOf(row));
    }
    case WhatRole:
        return m_replay->info->strings->text(row.what);
    case ProgressRole:
        return std::isnan(row.progress) ? QVariant() : QVariant(row.progress);
    case WaitingRole:
        return row.waiting;
    default:
        return {};
    }
}

QVariant ObserverModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Line& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole)
        return row.texts[static_cast<std::size_t>(index.column())];
    if (role == ItemRole)
        return row.isItem();
    if (role == HueRole)
        return row.team < 0 ? -1 : m_replay->info->teams[static_cast<std::size_t>(row.team)].hue;
    return row.isItem() ? makingData(row, role) : playerData(row, index.column(), role);
}

QVariant ObserverModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const model::ObserverFigure* figure = figureAt(section);
    if (role == Qt::TextAlignmentRole)
        return int((figure == nullptr ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::InitialSortOrderRole) // of figures one wants to see the most first
        return int(figure == nullptr ? Qt::AscendingOrder : Qt::DescendingOrder);
    if (role == Qt::DisplayRole)
        return section == NameColumn ? tr("Player")
               : figure == nullptr   ? tr("Making")
                                     : shownName(figure->shortName);
    if (role != Qt::ToolTipRole || figure == nullptr)
        return {};
    const auto id = static_cast<std::size_t>(figure->property);
    const auto& infos = m_replay->info->actorProperties;
    if (figure->property < 0 || id >= infos.size())
        return shownName(figure->shortName);
    return infos[id].unit.isEmpty()
               ? shownName(infos[id].name)
               : QStringLiteral("%1 (%2)").arg(shownName(infos[id].name), infos[id].unit);
}

} // namespace ghostline::app
