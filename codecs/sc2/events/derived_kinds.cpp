// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/derived_kinds.h"

#include "codecs/rts/declare.h"

namespace ghostline::sc2 {

using model::EventColumn;

namespace {

constexpr std::size_t DerivedKinds = static_cast<std::size_t>(DerivedKind::Count);

/// Units of both sides fit beside each other; with more players the columns say what was lost in numbers
/// only.
constexpr std::size_t MostUnitColumns = 2;

/// Half of what is lost counts where it is lost, half where the fight is at its height.
constexpr double LossWorth = 0.5;
constexpr double LossScale = 1000.0; ///< resources
constexpr rts::KindWorth FightWorth{.worth = LossWorth, .scaleKey = "value", .scale = LossScale};
constexpr rts::KindWorth DeathWorth{
    .worth = LossWorth, .scaleKey = "worth", .scale = LossScale, .kill = true};

constexpr std::array<rts::KindWords, DerivedKinds> KindTable{{
    {"game_start", "Game start"},
    {"leave", "Leave", rts::Major},
    {"result", "Result", rts::Major, "", {.ending = true}},
    {"fight", "Fight", rts::Major | rts::Band, "", FightWorth},
    {"chat", "Chat", rts::Major, "Talk"},
    {"ping", "Ping", rts::Cue, "Talk"},
    {"build", "Build", rts::Named},
    {"train", "Train", rts::Hidden | rts::Named},
    {"upgrade", "Upgrade", rts::Named, "", {.tech = true}},
    {"first", "First of its kind"},
    {"expansion", "Expansion", rts::Major},
    {"supply_block", "Supply block", rts::Band, "Supply blocks"},
    {"death", "Death", rts::Hidden | rts::Named, "", DeathWorth},
    {"camera_save", "Camera saved", rts::Hidden},
    {"resource_trade", "Resource trade"},
    {"resume", "Resumed", rts::Major},
    {"enter", "Enters the game", rts::Hidden},
    {"control_group", "Control group", rts::Hidden, "Control groups"},
    {"command", "Command", rts::Hidden},
}};

EventColumn column(const QString& key, const QString& name) { return {key, name, QString(), 0}; }

EventColumn lasted() { return rts::column("seconds", "Lasted", "s", 1); }

std::vector<EventColumn> fightColumns(const ReplayHead& head)
{
    std::vector<EventColumn> columns;
    const auto& all = head.participants;
    columns.reserve(2 * all.size() + 3);
    for (std::size_t p = 0; p < all.size(); ++p)
        columns.push_back(column(participantKey("lost", p), QStringLiteral("Lost by %1").arg(all[p].name)));
    columns.push_back(rts::column("value", "Traded"));
    columns.push_back(rts::column("winner", "Won by"));
    columns.push_back(lasted());
    for (std::size_t p = 0; p < all.size() && all.size() <= MostUnitColumns; ++p)
        columns.push_back(column(participantKey("units", p), QStringLiteral("Units of %1").arg(all[p].name)));
    return columns;
}

std::vector<EventColumn> columnsOf(DerivedKind kind, const ReplayHead& head)
{
    switch (kind) {
    case DerivedKind::Leave:
        return {rts::column("reason", "Reason")};
    case DerivedKind::Fight:
        return fightColumns(head);
    case DerivedKind::Chat:
        return {rts::column("to", "To"), rts::column("text", "Text")};
    case DerivedKind::Build:
    case DerivedKind::Train:
    case DerivedKind::Upgrade:
    case DerivedKind::FirstOfKind:
        return {rts::column("name", "Name"), rts::column("supply", "Supply")};
    case DerivedKind::Expansion:
        return {rts::column("number", "Base"), rts::column("name", "Name"), rts::column("supply", "Supply")};
    case DerivedKind::SupplyBlock:
        return {lasted(), rts::column("late_by_at_most_s", "Late by at most", "s", 1),
                rts::column("supply", "Supply")};
    case DerivedKind::ControlGroup:
        return {rts::column("group", "Group"), rts::column("action", "Action")};
    case DerivedKind::Command:
        return {rts::column("command", "Command"), rts::column("target", "Target"),
                rts::column("queued", "Queued")};
    case DerivedKind::Death:
        return {rts::column("name", "Name"), rts::column("worth", "Worth"),
                rts::column("killer_name", "Killed by")};
    default:
        return {};
    }
}

} // namespace

QString derivedKindId(DerivedKind kind)
{
    return QLatin1String(KindTable[static_cast<std::size_t>(kind)].id);
}

QString participantKey(const char* what, std::size_t participant)
{
    return QStringLiteral("%1_%2").arg(QLatin1String(what)).arg(participant + 1);
}

std::vector<model::EventKind> derivedKinds(const ReplayHead& head, bool reports)
{
    std::vector<model::EventKind> kinds = rts::describeKinds(
        KindTable, [&head](int kind) { return columnsOf(static_cast<DerivedKind>(kind), head); });
    for (const DerivedKind kind : {DerivedKind::Fight, DerivedKind::Death})
        kinds[static_cast<std::size_t>(kind)].unrecorded = !reports;
    return kinds;
}

} // namespace ghostline::sc2
