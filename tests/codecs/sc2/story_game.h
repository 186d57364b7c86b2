// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A decoded replay put together by hand, for tests of what is told about it.
#include "codecs/sc2/events/derived_events.h"

#include <algorithm>

namespace ghostline::test {

/// Player ids count from 1 in order of player(); units are called by the number that born() and init() give.
struct StoryGame
{
    sc2::ReplayData data;

    explicit StoryGame(std::uint32_t loops = 20'000);
    sc2::Participant& player(const char* name, int team, sc2::Race race = sc2::Race::Terran);
    sc2::NameId name(const char* text);
    std::uint32_t begin(bool init, std::uint32_t loop, const char* type, int control, float x, float y,
                        const char* ability = nullptr);
    std::uint32_t born(std::uint32_t loop, const char* type, int control, float x = 50, float y = 50,
                       const char* ability = nullptr)
    {
        return begin(false, loop, type, control, x, y, ability);
    }
    std::uint32_t init(std::uint32_t loop, const char* type, int control, float x = 50, float y = 50)
    {
        return begin(true, loop, type, control, x, y);
    }
    void done(std::uint32_t loop, std::uint32_t tag);
    /// Killer -1: nobody is named, as when a unit becomes another.
    void died(std::uint32_t loop, std::uint32_t tag, int killer, float x, float y,
              std::uint32_t killerTag = 0);
    void becomes(std::uint32_t loop, std::uint32_t tag, const char* type);
    void upgrade(std::uint32_t loop, int player, const char* what)
    {
        data.tracker.upgrades.push_back({loop, static_cast<std::int8_t>(player), name(what), 1});
    }
    void stats(std::uint32_t loop, int player, int used, int made);
    /// Dealt or took damage before this loop.
    void hurt(std::uint32_t loop, std::uint32_t tag, float x, float y)
    {
        data.tracker.positions.push_back({loop, sc2::tagIndex(tag), x, y});
    }
    void leave(std::uint32_t loop, int user, int reason = -1);
    /// Changes may have been added in any order; the recording has them by loop.
    sc2::DerivedEvents tell();

private:
    void change(std::uint32_t loop, std::size_t count, sc2::TrackerKind kind)
    {
        data.tracker.changes.push_back({loop, static_cast<std::uint32_t>(count - 1), kind});
    }
};

/// Ada, a Terran, against Ben, a Zerg.
StoryGame duel(std::uint32_t loops = 20'000);
/// Events of one kind, in their order.
std::vector<model::Event> ofKind(const sc2::DerivedEvents& story, sc2::DerivedKind kind);

} // namespace ghostline::test
