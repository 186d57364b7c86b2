// SPDX-License-Identifier: GPL-3.0-or-later
// Who has which figure at the playhead.
#include "app/gui/match/roster_model.h"

#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/base/numbers.h"
#include "model/replay/team_of.h"

#include <QApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::app {

RosterModel::RosterModel(QObject* parent)
    : MovingRows(parent), m_theme(render::Theme::dark()), m_tabular(tabularFont(QApplication::font()))
{
}

void RosterModel::setReplay(std::shared_ptr<const model::ReplayIndex> replay)
{
    beginResetModel();
    m_replay = std::move(replay);
    m_rows.clear();
    endResetModel();
}

void RosterModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

/// `at`: the player's row in the state, -1 when he has left.
void RosterModel::fillPlayer(Row& row, const model::WorldState& state, std::ptrdiff_t at,
                             const model::StatHistory* history, model::StatSpan span) const
{
    const auto& statistics = m_replay->info->scoreboard.statistics;
    row.values.reserve(statistics.size());
    for (std::size_t s = 0; s < statistics.size(); ++s) {
        double value = model::NoValue;
        if (span == model::StatSpan::Recorded && at >= 0)
            value = m_replay->info->number(statistics[s].actor,
                                           state.value(static_cast<std::size_t>(at), statistics[s].actor));
        else if (span != model::StatSpan::Recorded && history != nullptr)
            value = history->actorValue(s, row.actor, state.at.frame, span);
        row.values.push_back(value);
    }
}

/// A team's own figure where the format has one, else the sum of those of its players.
void RosterModel::fillTeam(Row& row, std::span<const Row> players, const model::WorldState& state,
                           const model::StatHistory* history, model::StatSpan span) const
{
    const auto& statistics = m_replay->info->scoreboard.statistics;
    const auto team = static_cast<std::size_t>(row.team);
    row.values.reserve(statistics.size());
    for (std::size_t s = 0; s < statistics.size(); ++s) {
        double value = model::NoValue;
        if (span == model::StatSpan::Recorded && team < statistics[s].teams.size())
            value = m_replay->info->number(statistics[s].teams[team], state.value(statistics[s].teams[team]));
        else if (history != nullptr)
            value = history->teamValue(s, team, state.at.frame, span);
        if (std::isnan(value)) {
            for (const Row& player : players) {
                if (player.team == row.team && !std::isnan(player.values[s]))
                    value = (std::isnan(value) ? 0.0 : value) + player.values[s];
            }
        }
        row.values.push_back(value);
    }
}

std::vector<RosterModel::Row> RosterModel::collect(const model::WorldState& state,
                                                   const model::StatHistory* history,
                                                   model::StatSpan span) const
{
    std::vector<Row> players;
    for (const model::ActorInfo& actor : m_replay->info->cast) {
        const std::ptrdiff_t at = actor.kind == model::ActorKind::Player ? state.row(actor.id) : -1;
        // Over a whole match those count, too, who have left meanwhile.
        const bool left = actor.kind == model::ActorKind::Player && at < 0 && history != nullptr &&
                          span == model::StatSpan::Match && actor.life.first <= state.at.frame;
        if (at < 0 && !left)
            continue;
        const int team =
            left ? actor.team : model::teamOf(*m_replay->info, state, static_cast<std::size_t>(at));
        Row row{.team = team, .actor = actor.id, .values = {}, .present = !left};
        fillPlayer(row, state, at, history, span);
        players.push_back(std::move(row));
    }
    std::vector<Row> rows;
    rows.reserve(players.size() + m_replay->info->teams.size());
    const int teams = static_cast<int>(m_replay->info->teams.size());
    // Where everybody plays alone, a row for the team would say the same twice.
    std::vector<int> members(static_cast<std::size_t>(teams), 0);
    for (const Row& player : players) {
        if (player.team >= 0)
            ++members[static_cast<std::size_t>(player.team)];
    }
    const bool alone = std::all_of(members.begin(), members.end(), [](int n) { return n <= 1; });
    for (int team = 0; team <= teams; ++team) {
        const int wanted = team < teams ? team : -1; // those of no team come last
        const auto mine = [wanted](const Row& row) { return row.team == wanted; };
        if (std::none_of(players.begin(), players.end(), mine))
            continue;
        if (wanted >= 0) {
            Row total{.team = wanted, .actor = model::ActorId::None, .values = {}};
            fillTeam(total, players, state, history, span);
            if (alone) {
                Row& player = *std::find_if(players.begin(), players.end(), mine);
                player.alone = true;
                player.values = std::move(total.values); // those of the team where he has none of his own
            } else {
                rows.push_back(std::move(total));
            }
        }
        std::copy_if(players.begin(), players.end(), std::back_inserter(rows), mine);
    }
    sortPlayers(rows);
    return rows;
}

void RosterModel::sortPlayers(std::vector<Row>& rows) const
{
    if (m_sortColumn < 0)
        return;
    const auto statistic = static_cast<std::size_t>(m_sortColumn - 1);
    const auto before = [&](const Row& a, const Row& b) {
        if (m_sortColumn == NameColumn)
            return QString::localeAwareCompare(nameOf(a).toString(), nameOf(b).toString()) < 0;
        // Who has no figure comes last, whichever way the others are sorted.
        const double low = m_sortOrder == Qt::AscendingOrder ? std::numeric_limits<double>::infinity()
                                                             : -std::numeric_limits<double>::infinity();
        const double x = std::isnan(a.values[statistic]) ? low : a.values[statistic];
        const double y = std::isnan(b.values[statistic]) ? low : b.values[statistic];
        return x < y;
    };
    for (auto first = rows.begin(); first != rows.end();) {
        if (first->actor == model::ActorId::None) {
            ++first;
            continue;
        }
        auto last = first;
        while (last != rows.end() && (last->team == first->team || (first->alone && last->alone)) &&
               last->actor != model::ActorId::None)
            ++last;
        std::stable_sort(first, last, [&](const Row& a, const Row& b) {
            return m_sortOrder == Qt::AscendingOrder ? before(a, b) : before(b, a);
        });
        first = last;
    }
}

void RosterModel::update(const model::WorldState& state, std::shared_ptr<const model::StatHistory> history,
                         model::StatSpan span)
{
    if (m_replay == nullptr)
        return;
    std::vector<Row> rows = collect(state, history.get(), span);
    if (rows == m_rows) {
        const bool changed =
            !std::equal(rows.begin(), rows.end(), m_rows.begin(), [](const Row& a, const Row& b) {
                return std::equal(
                    a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                    [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
            });
        m_rows = std::move(rows);
        if (changed)
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    if (rows.size() == m_rows.size()) {
        rearrange(std::move(rows));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

model::ActorId RosterModel::actorAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].actor : model::ActorId::None;
}

int RosterModel::teamAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].team : -1;
}

int RosterModel::rowOf(model::ActorId actor) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [actor](const Row& row) { return row.actor == actor; });
    return actor == model::ActorId::None || found == m_rows.end() ? -1
                                                                  : static_cast<int>(found - m_rows.begin());
}

const model::Statistic* RosterModel::statisticAt(int column) const
{
    if (m_replay == nullptr || column <= NameColumn || column >= columnCount())
        return nullptr;
    return &m_replay->info->scoreboard.statistics[static_cast<std::size_t>(column - 1)];
}

int RosterModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RosterModel::columnCount(const QModelIndex& parent) const
{
    if (parent.isValid() || m_replay == nullptr)
        return 0;
    return 1 + static_cast<int>(m_replay->info->scoreboard.statistics.size());
}

QVariant RosterModel::nameOf(const Row& row) const
{
    if (row.actor != model::ActorId::None) {
        const model::ActorInfo* actor = m_replay->info->actor(row.actor);
        return actor != nullptr ? actor->name : QString();
    }
    return shownTeam(m_replay->info->teams[static_cast<std::size_t>(row.team)]);
}

QVariant RosterModel::decoration(const Row& row) const
{
    if (row.team < 0 || (row.actor != model::ActorId::None && !row.alone))
        return {};
    return teamIcon(m_theme, m_replay->info->teams, row.team);
}

QVariant RosterModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool name = index.column() == NameColumn;
    const bool team = row.actor == model::ActorId::None;
    const double value = name ? model::NoValue : row.values[static_cast<std::size_t>(index.column() - 1)];
    switch (role) {
    case Qt::DisplayRole: {
        if (name)
            return nameOf(row);
        return figureText(m_replay->info->property(statisticAt(index.column())->actor), value);
    }
    case Qt::DecorationRole:
        return name ? decoration(row) : QVariant();
    case Qt::FontRole: {
        QFont font = name ? QApplication::font() : m_tabular;
        font.setBold(team);
        return font;
    }
    case Qt::ForegroundRole:
        // A nought is quiet, so that what happened stands out.
        return !row.present || (!name && !(value > 0.0)) ? QVariant(m_theme.textMuted) : QVariant();
    case Qt::BackgroundRole:
        return team ? QVariant(m_theme.base) : QVariant();
    case Qt::TextAlignmentRole:
        return int((name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        if (name && !row.present)
            return tr("Has left");
        if (name && !team)
            return tr("%1\nDouble-click follows, right-click for more").arg(nameOf(row).toString());
        return name || statisticAt(index.column())->eventKind.isEmpty()
                   ? QVariant()
                   : QVariant(tr("%1: show the events behind it").arg(statisticAt(index.column())->name));
    case ActorRole:
        return model::index(row.actor);
    case ValueRole:
        return value;
    case TeamRowRole:
        return team;
    default:
        return {};
    }
}

QVariant RosterModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == NameColumn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::InitialSortOrderRole) // of figures one wants to see the best first
        return int(section == NameColumn ? Qt::AscendingOrder : Qt::DescendingOrder);
    if (section == NameColumn)
        return role == Qt::DisplayRole ? QVariant(tr("Player")) : QVariant();
    if (role == Qt::DisplayRole)
        return shownName(statisticAt(section)->shortName);
    return role == Qt::ToolTipRole ? QVariant(shownName(statisticAt(section)->name)) : QVariant();
}

void RosterModel::sort(int column, Qt::SortOrder order)
{
    if (column == m_sortColumn && order == m_sortOrder)
        return;
    m_sortColumn = column;
    m_sortOrder = order;
    std::vector<Row> rows = m_rows;
    sortPlayers(rows);
    rearrange(std::move(rows));
}

/// As many rows in another order, or others in their place; a selection goes with its player.
void RosterModel::rearrange(std::vector<Row> rows)
{
    rearrangeRows([&] { std::swap(rows, m_rows); },
                  [&](int row) {
                      const auto now =
                          std::find(m_rows.begin(), m_rows.end(), rows[static_cast<std::size_t>(row)]);
                      return static_cast<int>(now - m_rows.begin());
                  });
}

} // namespace ghostline::app
