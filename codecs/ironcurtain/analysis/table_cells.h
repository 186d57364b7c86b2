// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the tables have in common: columns, who a row is about, when.
#include "codecs/ironcurtain/analysis/vote_audit.h"
#include "codecs/ironcurtain/units/ids.h"
#include "model/replay/analysis_table.h"
#include "model/time/time_text.h"

namespace ghostline::ironcurtain {

inline model::AnalysisCell countCell(std::uint64_t count)
{
    return model::AnalysisCell(QString::number(count), static_cast<double>(count));
}

/// Adds columns to a table.
class Columns
{
public:
    explicit Columns(model::AnalysisTable& table) : m_table(table) {}
    void text(const char* id, const char* name, const char* tip = "") { add(id, name, "", tip, false); }
    void number(const char* id, const char* name, const char* unit, const char* tip)
    {
        add(id, name, unit, tip, true);
    }

private:
    void add(const char* id, const char* name, const char* unit, const char* tip, bool numeric)
    {
        model::AnalysisColumn column;
        column.id = QString::fromUtf8(id);
        column.name = QString::fromUtf8(name);
        column.unit = QString::fromUtf8(unit);
        column.tip = QString::fromUtf8(tip);
        column.numeric = numeric;
        m_table.columns.push_back(std::move(column));
    }
    model::AnalysisTable& m_table;
};

/// Names and times of one replay.
class Cells
{
public:
    Cells(const Players& players, const model::TimeAxis& axis) : m_players(players), m_axis(axis) {}
    QString name(PlayerId player) const { return m_players.name(player); }
    /// A row about a player, with the name as its first cell.
    model::AnalysisRow rowOf(PlayerId player) const
    {
        model::AnalysisRow row;
        const int i = m_players.indexOf(player);
        if (i >= 0)
            row.actor = static_cast<model::ActorId>(i);
        row.cells.emplace_back(name(player));
        return row;
    }
    /// Where a click leads: inside the replay, whatever the file claims.
    std::optional<model::FrameNumber> frameOf(SimTick tick) const
    {
        if (m_axis.empty())
            return std::nullopt;
        const auto last = static_cast<SimTick>(m_axis.frames() - 1);
        return static_cast<model::FrameNumber>(tick < last ? tick : last);
    }
    QString timeOf(SimTick tick) const
    {
        const auto frame = frameOf(tick);
        return frame ? model::formatTime(m_axis.timeOf(*frame)) : QString();
    }

private:
    const Players& m_players;
    const model::TimeAxis& m_axis;
};

model::AnalysisTable voteTable(const VoteAudit& votes, const Cells& cells);

} // namespace ghostline::ironcurtain
