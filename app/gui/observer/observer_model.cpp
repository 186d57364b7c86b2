// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines an observer page has, in which order, and how they come and go.
#include "app/gui/observer/observer_model.h"

#include "app/gui/docks/panel_style.h"

#include <QApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::app {

ObserverModel::ObserverModel(QObject* parent)
    : QAbstractTableModel(parent), m_theme(render::Theme::dark()),
      m_tabular(tabularFont(QApplication::font()))
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
    m_players = m_replay != nullptr ? observedPlayers(*m_replay->info) : std::vector<model::ActorId>();
    m_page = -1;
    m_columns.clear();
    m_rows.clear();
    m_making.clear();
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
    m_rows.clear();
    m_making.clear();
    m_columns.clear();
    m_busy = false;
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

/// A line a player: what is made goes into a column.
void ObserverModel::shortenItems(std::vector<ObserverRow>& rows)
{
    m_making.clear();
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(m_making),
                 [](const ObserverRow& row) { return row.isItem(); });
    std::erase_if(rows, [](const ObserverRow& row) { return row.isItem(); });
}

void ObserverModel::update(const model::WorldState& state)
{
    if (page() == nullptr)
        return;
    std::vector<ObserverRow> rows = observerRows(*m_replay->info, *page(), m_players, state);
    m_busy = std::any_of(rows.begin(), rows.end(), [](const ObserverRow& row) { return row.isItem(); });
    std::vector<ObserverRow> making = std::exchange(m_making, {});
    if (listsInColumn())
        shortenItems(rows);
    const bool makingChanged = making != m_making;
    order(rows);
    const auto has = [](const std::vector<ObserverRow>& in, const ObserverRow& line) {
        return std::any_of(in.begin(), in.end(), [&](const ObserverRow& row) { return row.sameLine(line); });
    };
    for (int row = rowCount() - 1; row >= 0; --row) {
        const auto at = m_rows.begin() + row;
        if (has(rows, *at))
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(at);
        endRemoveRows();
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (has(m_rows, rows[i]))
            continue;
        const int at = std::min(static_cast<int>(i), rowCount());
        beginInsertRows({}, at, at);
        m_rows.insert(m_rows.begin() + at, rows[i]);
        endInsertRows();
    }
    const auto sameLine = [](const ObserverRow& a, const ObserverRow& b) { return a.sameLine(b); };
    if (!std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(), sameLine))
        rearrange(std::move(rows));
    else if (rows != m_rows || makingChanged) {
        m_rows = std::move(rows);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

/// Players by the figure sorted by, each followed by what is made.
void ObserverModel::order(std::vector<ObserverRow>& rows) const
{
    const model::ObserverFigure* figure = figureAt(m_sortColumn);
    if (m_sortColumn != NameColumn && figure == nullptr)
        return;
    const auto in = figure != nullptr
                        ? static_cast<std::size_t>(m_columns[static_cast<std::size_t>(m_sortColumn - 1)])
                        : 0;
    const auto before = [&](const ObserverRow* a, const ObserverRow* b) {
        const bool up = m_sortOrder == Qt::AscendingOrder;
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
    std::vector<const ObserverRow*> players;
    for (const ObserverRow& row : rows) {
        if (!row.isItem())
            players.push_back(&row);
    }
    std::stable_sort(players.begin(), players.end(), before);
    std::vector<ObserverRow> ordered;
    ordered.reserve(rows.size());
    for (const ObserverRow* player : players) {
        ordered.push_back(*player);
        std::copy_if(rows.begin(), rows.end(), std::back_inserter(ordered), [player](const ObserverRow& row) {
            return row.isItem() && row.player == player->player;
        });
    }
    rows = std::move(ordered);
}

/// The same lines in another order; a selection goes with its line.
void ObserverModel::rearrange(std::vector<ObserverRow> rows)
{
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const std::vector<ObserverRow> old = std::exchange(m_rows, std::move(rows));
    const QModelIndexList stale = persistentIndexList();
    QModelIndexList moved;
    moved.reserve(stale.size());
    for (const QModelIndex& at : stale) {
        const auto now = std::find_if(m_rows.begin(), m_rows.end(), [&](const ObserverRow& row) {
            return row.sameLine(old[static_cast<std::size_t>(at.row())]);
        });
        moved << (now == m_rows.end() ? QModelIndex()
                                      : index(static_cast<int>(now - m_rows.begin()), at.column()));
    }
    changePersistentIndexList(stale, moved);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

void ObserverModel::sort(int column, Qt::SortOrder order)
{
    if (column == m_sortColumn && order == m_sortOrder)
        return;
    m_sortColumn = column;
    m_sortOrder = order;
    std::vector<ObserverRow> rows = m_rows;
    if (column < 0) { // back to the order of appearance
        const auto place = [this](const ObserverRow& row) {
            return std::find(m_players.begin(), m_players.end(), row.player);
        };
        std::stable_sort(rows.begin(), rows.end(),
                         [&](const ObserverRow& a, const ObserverRow& b) { return place(a) < place(b); });
    }
    this->order(rows);
    rearrange(std::move(rows));
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

} // namespace ghostline::app
