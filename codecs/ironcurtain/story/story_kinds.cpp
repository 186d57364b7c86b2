// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/story/story_kinds.h"

#include <array>

namespace ghostline::ironcurtain {

using model::EventColumn;
using model::EventKind;

namespace {

constexpr std::size_t Kinds = static_cast<std::size_t>(StoryKind::Count);

enum Trait : unsigned { Major = 1, Hidden = 2, Cue = 4, Band = 8, Flag = 16 };

struct KindWords
{
    const char* id;
    const char* name;
    unsigned traits = 0;
    const char* lane = "";
};

constexpr std::array<KindWords, Kinds> Words{{{"engagement", "Engagement", Major | Band},
                                              {"unit_created", "Unit created", Hidden},
                                              {"construction", "Construction"},
                                              {"construction_completed", "Construction completed"},
                                              {"unit_lost", "Unit lost"},
                                              {"building_lost", "Building lost"},
                                              {"upgrade", "Upgrade"},
                                              {"ability", "Ability"},
                                              {"superweapon", "Superweapon", Major | Cue},
                                              {"base_destroyed", "Base destroyed", Major},
                                              {"army_wipe", "Army wipe", Major},
                                              {"comeback", "Comeback", Major},
                                              {"elimination", "Elimination (derived)", Major},
                                              {"vote", "Vote"},
                                              {"chat", "Chat"},
                                              {"talk", "Voice", Band, "Voice"},
                                              {"control_group", "Control group", Hidden, "Control groups"},
                                              {"pause", "Pause"},
                                              {"resume", "Resumed"},
                                              {"dev_command", "Cheat or developer command", Flag},
                                              {"match_end", "Match end", Major}}};

EventColumn column(const char* key, const char* name, const char* unit = "", int decimals = 0)
{
    return {QLatin1String(key), QLatin1String(name), QLatin1String(unit), decimals};
}

std::vector<EventColumn> columnsOf(StoryKind kind)
{
    switch (kind) {
    case StoryKind::Engagement:
        return {column("sides", "Between"), column("lost", "Lost"),     column("value_traded", "Traded"),
                column("units", "Units"),   column("losses", "Losses"), column("seconds", "Lasted", "s", 1)};
    case StoryKind::UnitCreated:
    case StoryKind::Construction:
    case StoryKind::ConstructionCompleted:
        return {column("name", "Name")};
    case StoryKind::UnitLost:
    case StoryKind::BuildingLost:
        return {column("name", "Name"), column("by_name", "By")};
    case StoryKind::Upgrade:
    case StoryKind::Ability:
        return {column("name", "Name")};
    case StoryKind::Superweapon:
        return {column("name", "Name"), column("units_hit", "Units hit"),
                column("buildings_hit", "Buildings hit")};
    case StoryKind::BaseDestroyed:
        return {column("building_count", "Buildings")};
    case StoryKind::ArmyWipe:
        return {column("units_lost", "Units"), column("value_lost", "Value"),
                column("percentage", "Of the army", "%", 0)};
    case StoryKind::Comeback:
        return {column("deficit_before", "Behind"), column("advantage_after", "Ahead"),
                column("swing", "Swing")};
    case StoryKind::Vote:
        return {column("vote", "Vote"), column("what", "What"), column("type", "Type"),
                column("outcome", "Outcome")};
    case StoryKind::Chat:
        return {column("to", "To"), column("text", "Text")};
    case StoryKind::Talk:
        return {column("to", "To"), column("seconds", "Lasted", "s", 1)};
    case StoryKind::ControlGroup:
        return {column("group", "Group"), column("action", "Action")};
    case StoryKind::DevCommand:
        return {column("order", "Order"), column("text", "Text")};
    case StoryKind::MatchEnd:
        return {column("outcome", "Outcome"), column("reason", "Reason")};
    default:
        return {};
    }
}

} // namespace

QString storyKindId(StoryKind kind) { return QLatin1String(Words[static_cast<std::size_t>(kind)].id); }

std::vector<EventKind> storyKinds()
{
    std::vector<EventKind> kinds(Kinds);
    for (std::size_t i = 0; i < Kinds; ++i) {
        const KindWords& words = Words[i];
        EventKind& kind = kinds[i];
        kind.id = QLatin1String(words.id);
        kind.name = QLatin1String(words.name);
        kind.major = (words.traits & Major) != 0;
        kind.shownByDefault = (words.traits & Hidden) == 0;
        kind.cue = (words.traits & Cue) != 0;
        kind.band = (words.traits & Band) != 0;
        kind.flag = (words.traits & Flag) != 0;
        kind.lane = QLatin1String(words.lane);
        kind.columns = columnsOf(static_cast<StoryKind>(i));
    }
    return kinds;
}

} // namespace ghostline::ironcurtain
