// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/story_kinds.h"

namespace ghostline::sc2 {

using model::EventColumn;
using model::EventKind;

namespace {

constexpr std::size_t Kinds = static_cast<std::size_t>(StoryKind::Count);

/// Units of both sides fit beside each other; with more players the columns say what was lost in numbers
/// only.
constexpr std::size_t MostUnitColumns = 2;

struct KindWords
{
    const char* id;
    const char* name;
    bool major = false;
    bool shown = true;
};

constexpr std::array<KindWords, Kinds> Words{{{"game_start", "Game start"},
                                              {"leave", "Leave", true},
                                              {"result", "Result", true},
                                              {"fight", "Fight", true},
                                              {"chat", "Chat", true},
                                              {"ping", "Ping"},
                                              {"build", "Build"},
                                              {"train", "Train", false, false},
                                              {"upgrade", "Upgrade"},
                                              {"first", "First of its kind"},
                                              {"expansion", "Expansion", true},
                                              {"supply_block", "Supply block"},
                                              {"death", "Death", false, false},
                                              {"camera_save", "Camera saved", false, false},
                                              {"resource_trade", "Resource trade"},
                                              {"resume", "Resumed", true}}};

EventColumn column(const QString& key, const QString& name) { return {key, name, QString(), 0}; }

EventColumn text(const char* key, const char* name)
{
    return column(QLatin1String(key), QLatin1String(name));
}

EventColumn lasted() { return {QStringLiteral("seconds"), QStringLiteral("Lasted"), QStringLiteral("s"), 1}; }

std::vector<EventColumn> fightColumns(const ReplayHead& head)
{
    std::vector<EventColumn> columns;
    const auto& all = head.participants;
    columns.reserve(2 * all.size() + 3);
    for (std::size_t p = 0; p < all.size(); ++p)
        columns.push_back(column(participantKey("lost", p), QStringLiteral("Lost by %1").arg(all[p].name)));
    columns.push_back(text("value", "Traded"));
    columns.push_back(text("winner", "Won by"));
    columns.push_back(lasted());
    for (std::size_t p = 0; p < all.size() && all.size() <= MostUnitColumns; ++p)
        columns.push_back(column(participantKey("units", p), QStringLiteral("Units of %1").arg(all[p].name)));
    return columns;
}

std::vector<EventColumn> columnsOf(StoryKind kind, const ReplayHead& head)
{
    switch (kind) {
    case StoryKind::Leave:
        return {text("reason", "Reason")};
    case StoryKind::Fight:
        return fightColumns(head);
    case StoryKind::Chat:
        return {text("to", "To"), text("text", "Text")};
    case StoryKind::Build:
    case StoryKind::Train:
    case StoryKind::Upgrade:
    case StoryKind::FirstOfKind:
        return {text("name", "Name"), text("supply", "Supply")};
    case StoryKind::Expansion:
        return {text("number", "Base"), text("name", "Name"), text("supply", "Supply")};
    case StoryKind::SupplyBlock:
        return {lasted(), text("supply", "Supply")};
    case StoryKind::Death:
        return {text("name", "Name"), text("worth", "Worth"), text("killer_name", "Killed by")};
    default:
        return {};
    }
}

} // namespace

QString storyKindId(StoryKind kind) { return QLatin1String(Words[static_cast<std::size_t>(kind)].id); }

QString participantKey(const char* what, std::size_t participant)
{
    return QStringLiteral("%1_%2").arg(QLatin1String(what)).arg(participant + 1);
}

std::vector<EventKind> storyKinds(const ReplayHead& head)
{
    std::vector<EventKind> kinds(Kinds);
    for (std::size_t i = 0; i < Kinds; ++i) {
        const auto which = static_cast<StoryKind>(i);
        EventKind& kind = kinds[i];
        kind.id = QLatin1String(Words[i].id);
        kind.name = QLatin1String(Words[i].name);
        kind.major = Words[i].major;
        kind.shownByDefault = Words[i].shown;
        kind.band = which == StoryKind::Fight || which == StoryKind::SupplyBlock;
        kind.cue = which == StoryKind::Ping;
        kind.columns = columnsOf(which, head);
    }
    return kinds;
}

} // namespace ghostline::sc2
