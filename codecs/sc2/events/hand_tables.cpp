// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/hand_tables.h"

#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/events/command_events.h"
#include "model/time/time_text.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

namespace ghostline::sc2 {

namespace {

using model::AnalysisCell;
using model::AnalysisRow;
using model::AnalysisTable;

AnalysisCell count(std::size_t number)
{
    return AnalysisCell(QString::number(number), static_cast<double>(number));
}

void addColumn(AnalysisTable& table, const char* id, const char* name, const char* tip, bool numeric = true)
{
    table.columns.push_back(
        {QString::fromLatin1(id), QString::fromLatin1(name), QString(), numeric, QString::fromLatin1(tip)});
}

class TableMaker
{
public:
    TableMaker(const ReplayData& data, const model::TimeAxis& axis) : m_data(data), m_axis(axis) {}
    AnalysisTable commands() const;
    AnalysisTable groups() const;

private:
    /// Of the player themselves; what they did comes below it.
    AnalysisRow playerRow(std::size_t participant) const
    {
        AnalysisRow row;
        row.actor = static_cast<model::ActorId>(participant);
        row.cells.emplace_back(m_data.head.participants[participant].name);
        return row;
    }
    AnalysisCell timeCell(std::uint32_t loop) const
    {
        const auto time = m_axis.timeOf(frameOf(loop));
        return AnalysisCell(model::formatTime(time), static_cast<double>(loop));
    }
    model::FrameNumber frameOf(std::uint32_t loop) const
    {
        return std::min<model::FrameNumber>(loop, std::max<model::FrameNumber>(m_axis.frames(), 1) - 1);
    }

    const ReplayData& m_data;
    const model::TimeAxis& m_axis;
};

/// One command of one player, over the game.
struct CommandCount
{
    std::size_t given = 0;
    std::size_t queued = 0;
    std::size_t atUnits = 0;
    std::size_t atGround = 0;
    std::uint32_t first = 0;

    void add(const Order& order)
    {
        if (given == 0)
            first = order.loop;
        ++given;
        queued += order.queued ? 1 : 0;
        atUnits += order.target.kind == TargetKind::Unit ? 1 : 0;
        atGround += order.target.kind == TargetKind::Point ? 1 : 0;
    }
    void addTo(AnalysisRow& row) const
    {
        for (const std::size_t number : {given, queued, atUnits, atGround})
            row.cells.push_back(count(number));
    }
};

AnalysisTable TableMaker::commands() const
{
    AnalysisTable table;
    table.id = QStringLiteral("commands");
    table.name = QStringLiteral("Commands");
    table.note =
        QStringLiteral("Every command as it was given, repeats and new targets included. Names follow the "
                       "replay's build; a number stands where it has none.");
    addColumn(table, "player", "Player", "", false);
    addColumn(table, "count", "Given", "How often the command was given");
    addColumn(table, "queued", "Queued", "How often it was to follow others");
    addColumn(table, "at_units", "At units", "How often a unit was the target");
    addColumn(table, "at_ground", "At the ground", "How often a place was the target");
    addColumn(table, "first", "First", "When it was given first");
    std::vector<std::map<QString, CommandCount>> all(m_data.head.participants.size());
    std::map<std::uint32_t, QString> names; // made once: a game has thousands of commands of some dozen kinds
    for (const Order& order : m_data.actions.orders) {
        if (order.participant < 0)
            continue;
        auto name = names.find(commandKey(order));
        if (name == names.end() && names.size() < MaxCommandNames)
            name = names.emplace(commandKey(order), commandName(order, m_data.abilities)).first;
        if (name != names.end())
            all[static_cast<std::size_t>(order.participant)][name->second].add(order);
    }
    for (std::size_t p = 0; p < all.size(); ++p) {
        if (all[p].empty())
            continue;
        CommandCount sum;
        sum.first = MaxLoops;
        for (const auto& [name, one] : all[p]) {
            sum.given += one.given;
            sum.queued += one.queued;
            sum.atUnits += one.atUnits;
            sum.atGround += one.atGround;
            sum.first = std::min(sum.first, one.first);
        }
        const auto parent = static_cast<int>(table.rows.size());
        const auto add = [&](AnalysisRow row, const CommandCount& one) {
            one.addTo(row);
            row.cells.push_back(timeCell(one.first));
            row.frame = frameOf(one.first);
            table.rows.push_back(std::move(row));
        };
        add(playerRow(p), sum);
        std::vector<std::pair<QString, CommandCount>> sorted(all[p].begin(), all[p].end());
        std::ranges::stable_sort(sorted, std::greater(), [](const auto& one) { return one.second.given; });
        sorted.resize(std::min(sorted.size(), MaxTableChildren));
        for (const auto& [name, one] : sorted) {
            AnalysisRow row;
            row.actor = table.rows[static_cast<std::size_t>(parent)].actor;
            row.parent = parent;
            row.cells.emplace_back(name);
            add(std::move(row), one);
        }
    }
    return table;
}

/// One control group of one player, or all of them.
struct GroupCount
{
    std::size_t sets = 0;
    std::size_t adds = 0;
    std::size_t recalls = 0;
    std::size_t clears = 0;
    std::uint32_t first = 0;

    std::size_t all() const { return sets + adds + recalls + clears; }
    void add(GroupAction action, std::uint32_t loop)
    {
        if (all() == 0)
            first = loop;
        switch (action) {
        case GroupAction::Set:
        case GroupAction::StealSet:
            ++sets;
            break;
        case GroupAction::Add:
        case GroupAction::StealAdd:
            ++adds;
            break;
        case GroupAction::Recall:
            ++recalls;
            break;
        case GroupAction::Clear:
            ++clears;
            break;
        default:
            break;
        }
    }
};

AnalysisTable TableMaker::groups() const
{
    constexpr std::size_t Groups = 16; // ten are used, the number has four bits
    AnalysisTable table;
    table.id = QStringLiteral("control_groups");
    table.name = QStringLiteral("Control groups");
    table.note = QStringLiteral("Counted from what players sent.");
    addColumn(table, "player", "Player", "", false);
    addColumn(table, "uses_per_minute", "Uses/min",
              "How often a minute a group was set, added to, recalled or cleared");
    addColumn(table, "recalls", "Recalled", "How often a group was selected");
    addColumn(table, "assigns", "Set", "How often the selection became a group");
    addColumn(table, "appends", "Added to", "How often the selection was added to a group");
    addColumn(table, "clears", "Cleared", "How often a group was emptied");
    addColumn(table, "first", "First", "When it was used first");
    std::vector<std::array<GroupCount, Groups>> all(m_data.head.participants.size());
    std::vector<GroupCount> sums(all.size());
    for (const GameEvent& at : m_data.game.order) {
        const int p = at.kind == GameEventKind::ControlGroup ? m_data.head.participantOfUser(at.user) : -1;
        if (p < 0)
            continue;
        const ControlGroupUpdate& update = m_data.game.groups[at.index];
        all[static_cast<std::size_t>(p)][update.group % Groups].add(update.action, at.loop);
        sums[static_cast<std::size_t>(p)].add(update.action, at.loop);
    }
    const double minutes = m_data.seconds(m_data.loops) / 60.0;
    const auto add = [&](AnalysisRow row, const GroupCount& one) {
        const double perMinute = minutes > 0.0 ? static_cast<double>(one.all()) / minutes : 0.0;
        row.cells.emplace_back(QString::number(perMinute, 'f', 1), perMinute);
        for (const std::size_t number : {one.recalls, one.sets, one.adds, one.clears})
            row.cells.push_back(count(number));
        row.cells.push_back(timeCell(one.first));
        row.frame = frameOf(one.first);
        table.rows.push_back(std::move(row));
    };
    for (std::size_t p = 0; p < all.size(); ++p) {
        if (sums[p].all() == 0)
            continue;
        const auto parent = static_cast<int>(table.rows.size());
        add(playerRow(p), sums[p]);
        for (std::size_t group = 0; group < Groups; ++group) {
            if (all[p][group].all() == 0)
                continue;
            AnalysisRow row;
            row.actor = static_cast<model::ActorId>(p);
            row.parent = parent;
            row.cells.emplace_back(QStringLiteral("Group %1").arg(group), static_cast<double>(group));
            add(std::move(row), all[p][group]);
        }
    }
    return table;
}

} // namespace

std::vector<AnalysisTable> handTables(const ReplayData& data, const model::TimeAxis& axis)
{
    const TableMaker maker(data, axis);
    std::vector<AnalysisTable> tables;
    tables.reserve(2);
    tables.push_back(maker.commands());
    tables.push_back(maker.groups());
    std::erase_if(tables, [](const AnalysisTable& table) { return table.rows.empty(); });
    return tables;
}

} // namespace ghostline::sc2
