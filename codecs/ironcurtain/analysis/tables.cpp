// SPDX-License-Identifier: GPL-3.0-or-later

// The tables of control groups and of answers to engagements, for people.
#include "codecs/ironcurtain/analysis/tables.h"

#include "codecs/ironcurtain/analysis/table_cells.h"
#include "codecs/ironcurtain/base/limits.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

using model::AnalysisCell;
using model::AnalysisRow;
using model::AnalysisTable;

constexpr std::size_t FewStimuli = 5;

QString secondsText(std::int64_t ms)
{
    const std::int64_t hundredths = (ms + 5) / 10;
    return QStringLiteral("%1.%2").arg(hundredths / 100).arg(hundredths % 100, 2, 10, QLatin1Char('0'));
}

AnalysisCell secondsCell(std::optional<std::int64_t> ms)
{
    return ms ? AnalysisCell(secondsText(*ms), static_cast<double>(*ms) / 1000.0) : AnalysisCell();
}

AnalysisCell actionCell(const PlayerHands& hands, GroupAction action)
{
    return countCell(hands.actions[static_cast<std::size_t>(action)]);
}

AnalysisCell mostUsedCell(const PlayerHands& hands)
{
    const auto most = std::max_element(hands.groups.begin(), hands.groups.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == hands.groups.end())
        return {};
    return AnalysisCell(QStringLiteral("%1 (%2 times)").arg(most->first).arg(most->second),
                        static_cast<double>(most->first));
}

AnalysisTable groupTable(const std::map<PlayerId, PlayerHands>& hands, const Cells& cells)
{
    AnalysisTable table;
    table.id = QStringLiteral("control_groups");
    table.name = QStringLiteral("Control groups");
    table.note = QStringLiteral("Counted from the events of the match.");
    Columns columns(table);
    columns.text("player", "Player");
    columns.number("uses_per_minute", "Uses/min", "",
                   "How often a minute a group was assigned, added to or recalled");
    columns.number("recalls", "Recalled", "", "How often a group was selected");
    columns.number("groups", "Groups", "", "How many different groups were used");
    columns.number("most_used", "Most used", "", "Number of the group used most, and how often");
    columns.number("assigns", "Assigned", "", "How often the selection became a group");
    columns.number("appends", "Added to", "", "How often the selection was added to a group");
    for (const auto& [player, figures] : hands) {
        if (figures.groups.empty())
            continue;
        AnalysisRow row = cells.rowOf(player);
        const double perMinute = static_cast<double>(figures.usesPerMinuteX1000) / 1000.0;
        row.cells.emplace_back(QString::number(perMinute, 'f', 1), perMinute);
        row.cells.push_back(actionCell(figures, GroupAction::Recall));
        row.cells.push_back(countCell(figures.groups.size()));
        row.cells.push_back(mostUsedCell(figures));
        row.cells.push_back(actionCell(figures, GroupAction::Assign));
        row.cells.push_back(actionCell(figures, GroupAction::Append));
        table.rows.push_back(std::move(row));
    }
    return table;
}

AnalysisRow stimulusRow(PlayerId player, const Stimulus& stimulus, const Cells& cells)
{
    AnalysisRow row = cells.rowOf(player);
    row.frame = cells.frameOf(stimulus.tick);
    row.cells[0] = AnalysisCell(cells.timeOf(stimulus.tick));
    row.cells.push_back(stimulus.inControl ? AnalysisCell(QStringLiteral("in control"))
                        : stimulus.actMs   ? secondsCell(stimulus.actMs)
                                           : AnalysisCell(QStringLiteral("no answer")));
    row.cells.push_back(stimulus.watching ? AnalysisCell(QStringLiteral("watching"))
                        : stimulus.lookMs ? secondsCell(stimulus.lookMs)
                                          : AnalysisCell(QStringLiteral("not looked")));
    return row;
}

AnalysisRow responseRow(PlayerId player, const PlayerHands& figures, const Cells& cells)
{
    AnalysisRow row = cells.rowOf(player);
    row.cells.push_back(secondsCell(figures.act.median()));
    row.cells.push_back(secondsCell(figures.look.median()));
    QString engagements = QString::number(figures.stimuli);
    if (figures.stimuli < FewStimuli)
        engagements += QStringLiteral(" (few)");
    row.cells.emplace_back(engagements, static_cast<double>(figures.stimuli));
    row.cells.push_back(countCell(figures.missed));
    row.cells.push_back(countCell(figures.lookMissed));
    row.cells.push_back(secondsCell(figures.act.p90()));
    row.cells.push_back(secondsCell(figures.look.p90()));
    row.cells.push_back(countCell(figures.inControl));
    row.cells.push_back(countCell(figures.lookWatching));
    return row;
}

AnalysisTable responseTable(const std::map<PlayerId, PlayerHands>& hands, const Cells& cells)
{
    AnalysisTable table;
    table.id = QStringLiteral("response");
    table.name = QStringLiteral("Answers to engagements");
    table.note = QStringLiteral("From the start of an engagement to the player's first answer within 10 s. "
                                "The camera is sampled twice a second: looks are exact to \u00b10.5 s. With "
                                "fewer than 5 engagements (\"few\") players cannot be compared.");
    Columns columns(table);
    columns.text("player", "Player");
    columns.number(
        "act_median", "Acted", "s",
        "Median time until one of the engaged units was selected, or a group with one was recalled");
    columns.number("look_median", "Looked", "s",
                   "Median time until the camera was within 8 cells of the engagement, \u00b10.5 s");
    columns.number("engagements", "Engaged", "", "Engagements that the player had units in");
    columns.number("missed", "No answer", "", "Not acted within 10 s: not part of the times");
    columns.number("look_missed", "Not looked", "", "Not looked within 10 s: not part of the times");
    columns.number("act_p90", "Acted p90", "s", "Nine of ten answers came within this time");
    columns.number("look_p90", "Looked p90", "s", "Nine of ten looks came within this time");
    columns.number("in_control", "In control", "", "Had an engaged unit selected already: not timed");
    columns.number("look_watching", "Watching", "", "Looked there already: not timed");
    bool more = false;
    for (const auto& [player, figures] : hands) {
        if (figures.stimuli == 0)
            continue;
        const auto parent = static_cast<int>(table.rows.size());
        table.rows.push_back(responseRow(player, figures, cells));
        const std::size_t shown = std::min(figures.each.size(), MaxTableChildren);
        more = more || shown < figures.each.size();
        for (std::size_t i = 0; i < shown; ++i) {
            table.rows.push_back(stimulusRow(player, figures.each[i], cells));
            table.rows.back().parent = parent;
            table.rows.back().cells.resize(table.columns.size()); // the rest is about all of them
        }
    }
    if (more) {
        table.note +=
            QStringLiteral(" Only the first %1 engagements of a player are listed.").arg(MaxTableChildren);
    }
    return table;
}

} // namespace

std::vector<AnalysisTable> analysisTables(const std::map<PlayerId, PlayerHands>& hands,
                                          const VoteAudit& votes, const Players& players,
                                          const model::TimeAxis& axis)
{
    const Cells cells(players, axis);
    std::vector<AnalysisTable> tables;
    tables.reserve(3);
    tables.push_back(groupTable(hands, cells));
    tables.push_back(responseTable(hands, cells));
    tables.push_back(voteTable(votes, cells));
    std::erase_if(tables, [](const AnalysisTable& table) { return table.rows.empty(); });
    return tables;
}

} // namespace ghostline::ironcurtain
