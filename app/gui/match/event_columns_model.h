// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the teams did, beside each other: one column of time for all, then what each team did at it.
#include "app/gui/match/glyph_icons.h"
#include "model/replay/replay_index.h"
#include "render/base/theme.h"

#include <QAbstractTableModel>
#include <QFont>
#include <QIcon>
#include <QSet>

#include <memory>
#include <span>

namespace ghostline::app {

/// What happened in the same second shares a row, so that the teams can be compared; the same thing several
/// times in a second is one cell ("Archer ×2"). Holds numbers of events only.
class EventColumnsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    static constexpr int TimeColumn = 0;
    enum Role {
        CurrentRole = Qt::UserRole, ///< bool: the last row at or before the playhead
        FutureRole                  ///< bool: after the playhead
    };

    explicit EventColumnsModel(QObject* parent = nullptr);

    /// `which`: index into ReplayInfo::eventColumns, -1 = none. `hidden`: indices of kinds left out.
    void setReplay(std::shared_ptr<const model::ReplayIndex> replay, int which, const QSet<int>& hidden);
    void setFrame(model::FrameNumber frame);
    void setTheme(const render::Theme& theme);

    /// Kinds that may be shown, as indices into the event table, and how many events each has.
    const std::vector<std::pair<int, int>>& kinds() const { return m_kinds; }
    /// Those that have a column, as indices into ReplayInfo::teams.
    const std::vector<int>& teams() const { return m_teams; }
    /// Position in teams(), -1 for the column of times.
    int blockOf(int column) const { return column <= TimeColumn ? -1 : (column - 1) / perTeam(); }
    int textColumn(int block) const { return block * perTeam() + perTeam(); }
    bool counted() const { return perTeam() > 1; }
    QString teamName(int block) const;
    /// The first event of a cell; of the row in the column of times; null where there is none.
    const model::Event* eventAt(const QModelIndex& at) const;
    int currentRow() const { return m_current; }
    /// Lines of one team: time, count, text; -1 = all teams as the table stands. With a heading line.
    QString copyText(int block) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Cell
    {
        int event = -1; ///< into the event table, -1 = empty
        int times = 0;  ///< how often the same happened in this second
    };
    struct Row
    {
        std::int64_t second = 0;
        model::FrameNumber frame = 0; ///< of its first event
    };
    const model::EventColumns* declared() const;
    int perTeam() const;
    int blockOfEvent(const model::Event& event) const;
    void collectKinds();
    void collectRows(const QSet<int>& hidden);
    void addSecond(std::int64_t second, std::vector<std::vector<Cell>>& cells);
    std::span<const Cell> cellsOf(int row) const;
    int rowAt(model::FrameNumber frame) const;
    const model::Event& eventOf(const Cell& cell) const;
    QString textOf(const Cell& cell) const;
    /// `text` without the one whose column it stands in.
    QString withoutActor(const model::Event& what, const QString& text) const;
    QVariant glyphOf(const Cell& cell) const;
    QString countOf(const Cell& cell) const;
    QString toolTipOf(const Cell& cell) const;
    QString timeOf(int row) const;

    std::shared_ptr<const model::ReplayIndex> m_replay;
    int m_which = -1;
    std::vector<std::pair<int, int>> m_kinds;
    std::vector<int> m_teams;
    std::vector<Row> m_rows;
    std::vector<Cell> m_cells; ///< rows x teams
    model::FrameNumber m_frame = 0;
    int m_current = -1;
    render::Theme m_theme;
    QFont m_tabular;
    GlyphIcons m_glyphs;
};

} // namespace ghostline::app
