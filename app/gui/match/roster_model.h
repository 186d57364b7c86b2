// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The roster: one row for each team with its totals, below it its players, one column for each statistic.
// Where everybody plays alone, there are only the players.
#include "app/gui/widgets/moving_rows.h"
#include "model/metrics/stat_history.h"
#include "model/replay/replay_index.h"
#include "model/world/world_state.h"
#include "render/base/theme.h"

#include <QFont>

#include <memory>

namespace ghostline::app {

/// Sorting orders the players within their team; teams keep their order.
class RosterModel : public MovingRows
{
    Q_OBJECT
public:
    static constexpr int NameColumn = 0;
    enum Role { ActorRole = Qt::UserRole, ValueRole, TeamRowRole };

    explicit RosterModel(QObject* parent = nullptr);

    /// null = no replay.
    void setReplay(std::shared_ptr<const model::ReplayIndex> replay);
    void setTheme(const render::Theme& theme);
    /// `history` may be null while it is being read: then only recorded figures are known.
    void update(const model::WorldState& state, std::shared_ptr<const model::StatHistory> history,
                model::StatSpan span);

    model::ActorId actorAt(int row) const; ///< None for a team's row
    int teamAt(int row) const;             ///< of a team's row or a player's, -1 = none
    int rowOf(model::ActorId actor) const;
    /// The statistic of a column, null for the names.
    const model::Statistic* statisticAt(int column) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    struct Row
    {
        int team = -1;
        model::ActorId actor = model::ActorId::None; ///< None: the team itself
        std::vector<double> values;                  ///< by statistic
        bool present = true;                         ///< false: has left, but counts for the match
        bool alone = false;                          ///< the only one of his team, which has no row then
        friend bool operator==(const Row& a, const Row& b) { return a.team == b.team && a.actor == b.actor; }
    };
    std::vector<Row> collect(const model::WorldState& state, const model::StatHistory* history,
                             model::StatSpan span) const;
    void fillPlayer(Row& row, const model::WorldState& state, std::ptrdiff_t at,
                    const model::StatHistory* history, model::StatSpan span) const;
    void fillTeam(Row& row, std::span<const Row> players, const model::WorldState& state,
                  const model::StatHistory* history, model::StatSpan span) const;
    void sortPlayers(std::vector<Row>& rows) const;
    void rearrange(std::vector<Row> rows);
    QVariant decoration(const Row& row) const;
    QVariant nameOf(const Row& row) const;

    std::shared_ptr<const model::ReplayIndex> m_replay;
    std::vector<Row> m_rows;
    int m_sortColumn = -1; ///< -1 = order of appearance
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    render::Theme m_theme;
    QFont m_tabular;
};

} // namespace ghostline::app
