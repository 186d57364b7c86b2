// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines an observer page has, in which order, and how they come and go.
#include "app/gui/observer/observer_model.h"

#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::app {

ObserverModel::ObserverModel(QObject* parent)
    : MovingRows(parent), m_theme(render::Theme::dark()), m_tabular(tabularFont(QApplication::font()))
{
}

void ObserverModel::setReplay(std::shared_ptr<const model::ReplayIndex> replay)
{
    const bool same = replay != nullptr && m_replay != nullptr && replay->info == m_replay->info;
    if (same) {
        m_replay = std::move(replay);
        return; // a new revision of the same: what is shown stands
    }
    beginResetModel();
    m_replay = std::move(replay);
    m_marks.clear();
    m_players = m_replay != nullptr ? observedPlayers(*m_replay->info) : std::vector<model::ActorId>();
    m_page = -1;
    m_columns.clear();
    clearLines();
    endResetModel();
}

void ObserverModel::setPage(int page, model::Density density)
{
    if (page == m_page && density == m_density)
        return;
    beginResetModel();
    if (page != m_page)
        m_sortColumn = -1;
    m_page = page;
    m_density = density;
    clearLines();
    m_columns.clear();
    const model::ObserverPage* shown = this->page();
    for (std::size_t i = 0; shown != nullptr && i < shown->figures.size(); ++i) {
        if (shown->figures[i].from <= density)
            m_columns.push_back(static_cast<int>(i));
    }
    endResetModel();
}

void ObserverModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    m_marks.clear();
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

const model::ObserverPage* ObserverModel::page() const
{
    const bool known = m_replay != nullptr && m_page >= 0 &&
                       static_cast<std::size_t>(m_page) < m_replay->info->observer.size();
    return known ? &m_replay->info->observer[static_cast<std::size_t>(m_page)] : nullptr;
}

bool ObserverModel::listsInColumn() const
{
    return m_density == model::Density::Compact && page() != nullptr && !page()->listing.empty();
}

// ---- the lines ----

void ObserverModel::clearLines()
{
    m_rows.clear();
    m_wanted.clear();
    m_sorted.clear();
    m_lines = {};
    m_itemsBefore.clear();
}

void ObserverModel::update(const model::WorldState& state)
{
    if (page() == nullptr)
        return;
    std::swap(m_itemsBefore, m_lines.items);
    readObserverLines(*m_replay->info, *page(), m_players, state, m_lines);
    m_makingChanged = listsInColumn() && m_lines.items != m_itemsBefore;
    arrange();
    matchLines();
    takeValues();
}

/// Players in order, each followed by what is made, where that is no column.
void ObserverModel::arrange()
{
    sortPlayers();
    m_wanted.clear();
    for (const ObserverRow* player : m_sorted) {
        m_wanted.push_back(player);
        for (const ObserverRow& item : m_lines.items) {
            if (item.player == player->player && !listsInColumn())
                m_wanted.push_back(&item);
        }
    }
}

void ObserverModel::sortPlayers()
{
    m_sorted.clear();
    m_sorted.reserve(m_lines.players.size());
    for (const ObserverRow& player : m_lines.players)
        m_sorted.push_back(&player);
    const model::ObserverFigure* figure = figureAt(m_sortColumn);
    if (m_sortColumn != NameColumn && figure == nullptr)
        return;
    const std::size_t in = figure != nullptr ? placeOf(m_sortColumn) : 0;
    const bool up = m_sortOrder == Qt::AscendingOrder;
    const auto before = [&](const ObserverRow* a, const ObserverRow* b) {
        if (figure == nullptr) {
            const int names = QString::localeAwareCompare(nameOf(*a), nameOf(*b));
            return up ? names < 0 : names > 0;
        }
        const double x = observerValue(*m_replay->info, *figure, a->figures[in]);
        const double y = observerValue(*m_replay->info, *figure, b->figures[in]);
        if (std::isnan(x) || std::isnan(y)) // who has no figure comes last either way
            return !std::isnan(x) && std::isnan(y);
        return up ? x < y : y < x;
    };
    // Equal ones as they appear: std::stable_sort() would take memory for every refresh.
    std::sort(m_sorted.begin(), m_sorted.end(), [&](const ObserverRow* a, const ObserverRow* b) {
        return before(a, b) || (!before(b, a) && a < b);
    });
}

/// Makes the lines those that are wanted; who stays keeps what was known of it.
void ObserverModel::matchLines()
{
    const auto same = [](const ObserverRow* wanted, const Line& line) { return line.sameLine(*wanted); };
    const auto asWanted = [&] {
        return std::equal(m_wanted.begin(), m_wanted.end(), m_rows.begin(), m_rows.end(), same);
    };
    if (asWanted())
        return;
    for (int row = rowCount() - 1; row >= 0; --row) {
        const auto at = m_rows.begin() + row;
        if (std::any_of(m_wanted.begin(), m_wanted.end(),
                        [&](const ObserverRow* wanted) { return same(wanted, *at); }))
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(at);
        endRemoveRows();
    }
    for (std::size_t i = 0; i < m_wanted.size(); ++i) {
        if (std::any_of(m_rows.begin(), m_rows.end(),
                        [&](const Line& line) { return same(m_wanted[i], line); }))
            continue;
        const int at = std::min(static_cast<int>(i), rowCount());
        beginInsertRows({}, at, at);
        m_rows.insert(m_rows.begin() + at, lineOf(*m_wanted[i]));
        endInsertRows();
    }
    if (!asWanted())
        rearrange();
}

/// The same lines in another order; a selection goes with its line.
void ObserverModel::rearrange()
{
    std::vector<std::size_t> places;
    places.reserve(m_rows.size());
    for (const Line& line : m_rows) {
        const auto found = std::find_if(m_wanted.begin(), m_wanted.end(),
                                        [&](const ObserverRow* wanted) { return line.sameLine(*wanted); });
        places.push_back(static_cast<std::size_t>(found - m_wanted.begin()));
    }
    const auto move = [&] {
        std::vector<Line> moved(m_rows.size());
        for (std::size_t i = 0; i < places.size(); ++i)
            moved[places[i]] = std::move(m_rows[i]);
        m_rows = std::move(moved);
    };
    rearrangeRows(move, [&](int row) { return static_cast<int>(places[static_cast<std::size_t>(row)]); });
}

/// New values into the lines there are. Only cells that changed are made anew and told of.
void ObserverModel::takeValues()
{
    const int columns = columnCount();
    int firstBar = columns;
    int lastBar = -1;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        Line& line = m_rows[i];
        const ObserverRow& now = *m_wanted[i];
        if (line == now && !m_makingChanged)
            continue;
        const bool looks = line.team != now.team || line.present != now.present;
        int first = columns;
        int last = -1;
        for (int column = 0; column < columns; ++column) {
            if (!looks && sameCell(line, now, column))
                continue;
            line.texts[static_cast<std::size_t>(column)] = text(now, column);
            first = std::min(first, column);
            last = column;
            if (const model::ObserverFigure* figure = figureAt(column); figure != nullptr && figure->spread) {
                firstBar = std::min(firstBar, column);
                lastBar = std::max(lastBar, column);
            }
        }
        static_cast<ObserverRow&>(line) = now;
        if (last >= 0)
            Q_EMIT dataChanged(index(static_cast<int>(i), first), index(static_cast<int>(i), last));
    }
    if (lastBar >= 0) // who has most measures the others
        Q_EMIT dataChanged(index(0, firstBar), index(rowCount() - 1, lastBar), {ShareRole});
}

bool ObserverModel::sameCell(const ObserverRow& a, const ObserverRow& b, int column) const
{
    if (a.isItem())
        return column != NameColumn || a == b;
    if (column == NameColumn)
        return true;
    if (figureAt(column) == nullptr)
        return !m_makingChanged;
    const std::size_t at = placeOf(column);
    return a.figures[at] == b.figures[at] && a.timers[at] == b.timers[at];
}

ObserverModel::Line ObserverModel::lineOf(const ObserverRow& row) const
{
    Line line{row, {}};
    const int columns = columnCount();
    line.texts.reserve(static_cast<std::size_t>(columns));
    for (int column = 0; column < columns; ++column)
        line.texts.push_back(text(row, column));
    return line;
}

void ObserverModel::sort(int column, Qt::SortOrder order)
{
    if (column == m_sortColumn && order == m_sortOrder)
        return;
    m_sortColumn = column;
    m_sortOrder = order;
    arrange();
    matchLines();
}

model::ActorId ObserverModel::actorAt(int row) const
{
    if (row < 0 || row >= rowCount())
        return model::ActorId::None;
    const ObserverRow& line = m_rows[static_cast<std::size_t>(row)];
    return line.isItem() ? line.maker : line.player;
}

bool ObserverModel::isItem(int row) const { return m_rows[static_cast<std::size_t>(row)].isItem(); }

int ObserverModel::rowOf(model::ActorId actor) const
{
    for (int row = 0; actor != model::ActorId::None && row < rowCount(); ++row) {
        if (actorAt(row) == actor)
            return row;
    }
    return -1;
}

const model::ObserverFigure* ObserverModel::figureAt(int column) const
{
    const auto at = static_cast<std::size_t>(column - 1);
    return column > NameColumn && at < m_columns.size()
               ? &page()->figures[static_cast<std::size_t>(m_columns[at])]
               : nullptr;
}

// What the cells of an observer page say.

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
    const model::PropertyInfo* const property =
        figure == nullptr ? nullptr : m_replay->info->property(figure->property);
    QString widest = property != nullptr && property->type == model::PropertyType::Enumeration
                         ? QString()
                         : QStringLiteral("0,000");
    for (const QString& name : property != nullptr ? property->names : QStringList()) {
        if (name.size() > widest.size())
            widest = name;
    }
    return figure != nullptr && figure->timer ? widest + QStringLiteral(" 0:00") : widest;
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
        QIcon& mark = m_marks[row.team];
        if (mark.isNull())
            mark = teamIcon(m_theme, m_replay->info->teams, row.team);
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
    if (role == TeamColourRole) {
        const auto& teams = m_replay->info->teams;
        return render::teamHue(teams, row.team) < 0 ? QColor() : render::teamColor(m_theme, teams, row.team);
    }
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
    const model::PropertyInfo* const property = m_replay->info->property(figure->property);
    if (property == nullptr)
        return shownName(figure->shortName);
    return property->unit.isEmpty()
               ? shownName(property->name)
               : QStringLiteral("%1 (%2)").arg(shownName(property->name), property->unit);
}

} // namespace ghostline::app
