// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/sc2/story_game.h"

namespace ghostline::test {

StoryGame::StoryGame(std::uint32_t loops)
{
    data.loops = loops;
    data.head.header.loops = loops;
    data.hasTracker = true;
    data.complete = true;
}

sc2::Participant& StoryGame::player(const char* name, int team, sc2::Race race)
{
    sc2::Participant& made = data.head.participants.emplace_back();
    made.playerId = static_cast<int>(data.head.participants.size());
    made.userId = made.playerId - 1;
    made.name = QString::fromLatin1(name);
    made.team = team;
    made.picked = made.played = race;
    return made;
}

sc2::NameId StoryGame::name(const char* text)
{
    auto& names = data.tracker.names;
    const auto found = std::find(names.begin(), names.end(), text);
    if (found != names.end())
        return static_cast<sc2::NameId>(found - names.begin());
    names.emplace_back(text);
    return static_cast<sc2::NameId>(names.size() - 1);
}

std::uint32_t StoryGame::begin(bool init, std::uint32_t loop, const char* type, int control, float x, float y,
                               const char* ability)
{
    sc2::TrackedBirth birth;
    birth.loop = loop;
    birth.tag = sc2::tagOf(static_cast<std::uint32_t>(data.tracker.births.size()), 1);
    birth.type = name(type);
    birth.control = static_cast<std::int8_t>(control);
    birth.init = init;
    birth.x = x;
    birth.y = y;
    if (ability != nullptr) {
        birth.hasCreatorAbility = true;
        birth.creatorAbility = name(ability);
    }
    data.tracker.births.push_back(birth);
    change(loop, data.tracker.births.size(), init ? sc2::TrackerKind::Init : sc2::TrackerKind::Born);
    return birth.tag;
}

void StoryGame::done(std::uint32_t loop, std::uint32_t tag)
{
    data.tracker.done.push_back({loop, tag});
    change(loop, data.tracker.done.size(), sc2::TrackerKind::Done);
}

void StoryGame::died(std::uint32_t loop, std::uint32_t tag, int killer, float x, float y,
                     std::uint32_t killerTag)
{
    sc2::TrackedDeath death;
    death.loop = loop;
    death.tag = tag;
    death.killerPlayer = static_cast<std::int8_t>(killer);
    death.hasKiller = killerTag != 0;
    death.killer = killerTag;
    death.x = x;
    death.y = y;
    data.tracker.deaths.push_back(death);
    change(loop, data.tracker.deaths.size(), sc2::TrackerKind::Died);
}

void StoryGame::becomes(std::uint32_t loop, std::uint32_t tag, const char* type)
{
    data.tracker.types.push_back({loop, tag, name(type)});
    change(loop, data.tracker.types.size(), sc2::TrackerKind::Type);
}

void StoryGame::stats(std::uint32_t loop, int player, int used, int made)
{
    sc2::TrackedStats stats;
    stats.loop = loop;
    stats.player = static_cast<std::int8_t>(player);
    stats.values[static_cast<std::size_t>(sc2::Stat::FoodUsed)] = used * 4096;
    stats.values[static_cast<std::size_t>(sc2::Stat::FoodMade)] = made * 4096;
    data.tracker.stats.push_back(stats);
}

void StoryGame::leave(std::uint32_t loop, int user, int reason)
{
    data.game.leaves.push_back({static_cast<std::int8_t>(reason)});
    data.game.order.push_back({loop, static_cast<std::uint32_t>(data.game.leaves.size() - 1), 0,
                               static_cast<std::uint8_t>(user), sc2::GameEventKind::Leave});
}

sc2::DerivedEvents StoryGame::tell()
{
    auto& changes = data.tracker.changes;
    std::stable_sort(changes.begin(), changes.end(),
                     [](const auto& a, const auto& b) { return a.loop < b.loop; });
    data.lives = sc2::buildLives(data.tracker);
    return sc2::deriveEvents(data, model::TimeAxis::uniform(data.loops + 1, 5, 112));
}

StoryGame duel(std::uint32_t loops)
{
    StoryGame game(loops);
    game.player("Ada", 0);
    game.player("Ben", 1, sc2::Race::Zerg);
    return game;
}

std::vector<model::Event> ofKind(const sc2::DerivedEvents& story, sc2::DerivedKind kind)
{
    std::vector<model::Event> found;
    for (const model::Event& event : story.events->events) {
        if (event.kind == static_cast<int>(kind))
            found.push_back(event);
    }
    return found;
}

} // namespace ghostline::test
