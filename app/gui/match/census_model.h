// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What every team has now: one row for each type, below the heading of its group with the sums.
#include "app/gui/match/glyph_icons.h"
#include "app/gui/widgets/moving_rows.h"
#include "model/replay/replay_index.h"
#include "model/world/world_state.h"
#include "render/base/theme.h"

#include <QFont>

#include <memory>

namespace ghostline::app {

/// What one team has of one type, or of a group.
struct CensusCount
{
    int finished = 0;
    int unfinished = 0; ///< being made; counted as many as will be there
    double value = 0.0; ///< of what is finished
    double coming = 0.0;
    friend bool operator==(const CensusCount&, const CensusCount&) = default;
};

/// Groups keep their order; sorting orders the types within each.
class CensusModel : public MovingRows
{
    Q_OBJECT
public:
    static constexpr int TypeColumn = 0;
    enum Role { HeadingRole = Qt::UserRole };

    explicit CensusModel(QObject* parent = nullptr);

    /// null = no replay.
    void setReplay(std::shared_ptr<const model::ReplayIndex> replay);
    void setTheme(const render::Theme& theme);
    void update(const model::WorldState& state);

    /// Team of a column, -1 for the names.
    int teamOf(int column) const;
    /// Whether a row is the heading of a group.
    bool isHeading(int row) const;
    const CensusCount& countAt(int row, int team) const;
    /// Who is counted in a cell, in the order of the state; in the column of names those of all teams.
    std::vector<model::ActorId> actorsAt(const QModelIndex& at, const model::WorldState& state) const;
    /// Everything, tab-separated, with a heading line.
    QString copyText() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    struct Key
    {
        int group = 0;
        std::int64_t type = -1; ///< -1 = the group itself
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Row
    {
        Key key;
        std::vector<CensusCount> teams;
    };
    int perTeam() const;
    Key keyOf(const model::WorldState& state, std::size_t row) const;
    int teamIn(const model::WorldState& state, std::size_t row) const;
    std::vector<Row> collect(const model::WorldState& state) const;
    void order(std::vector<Row>& rows) const;
    void rearrange(std::vector<Row> rows);
    QString nameOf(const Key& key) const;
    QString text(const Row& row, int column) const;
    double figure(const Row& row, int column) const;
    QString toolTipOf(const Row& row, int team) const;

    std::shared_ptr<const model::ReplayIndex> m_replay;
    std::vector<Row> m_rows;
    int m_sortColumn = TypeColumn;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    render::Theme m_theme;
    QFont m_tabular;
    GlyphIcons m_glyphs;
};

} // namespace ghostline::app
