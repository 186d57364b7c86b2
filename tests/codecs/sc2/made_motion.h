// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reports of units and the orders given between them, put together by hand.
#include "codecs/sc2/commands/motion.h"
#include "tests/codecs/sc2/made_game.h"

namespace ghostline::test {

using namespace ghostline::sc2;

/// One player of the beta, whose orders have names without any mods.
inline ReplayHead onePlayer()
{
    ReplayHead head;
    head.header.version.major = 0;
    head.header.version.build = 14621;
    head.header.loops = 5000;
    Participant player;
    player.playerId = 1;
    player.userId = 0;
    head.participants.push_back(player);
    return head;
}

/// What one player does, and what is reported of his units.
struct MadeMotion
{
    TrackerEvents tracker;
    MadeGame game;

    NameId name(const char* text)
    {
        for (NameId i = 0; i < tracker.names.size(); ++i)
            if (tracker.names[i] == text)
                return i;
        tracker.names.emplace_back(text);
        return static_cast<NameId>(tracker.names.size() - 1);
    }
    void change(std::uint32_t loop, TrackerKind kind, std::size_t index)
    {
        tracker.changes.push_back({loop, static_cast<std::uint32_t>(index), kind});
    }
    void born(std::uint32_t loop, std::uint32_t tag, const char* type, float x, float y, bool init = false,
              std::uint32_t creator = 0)
    {
        TrackedBirth birth;
        birth.loop = loop;
        birth.tag = tag;
        birth.type = name(type);
        birth.control = 1;
        birth.upkeep = 1;
        birth.init = init;
        birth.x = x;
        birth.y = y;
        birth.creator = creator;
        tracker.births.push_back(birth);
        change(loop, init ? TrackerKind::Init : TrackerKind::Born, tracker.births.size() - 1);
    }
    void seen(std::uint32_t loop, std::uint32_t tag, float x, float y)
    {
        tracker.positions.push_back({loop, tagIndex(tag), x, y});
    }
    void dies(std::uint32_t loop, std::uint32_t tag, float x, float y)
    {
        TrackedDeath death;
        death.loop = loop;
        death.tag = tag;
        death.x = x;
        death.y = y;
        tracker.deaths.push_back(death);
        change(loop, TrackerKind::Died, tracker.deaths.size() - 1);
    }
    void becomes(std::uint32_t loop, std::uint32_t tag, const char* type)
    {
        tracker.types.push_back({loop, tag, name(type)});
        change(loop, TrackerKind::Type, tracker.types.size() - 1);
    }
    /// Selects this unit alone and sends it there.
    void send(std::uint32_t loop, std::uint32_t tag, float x, float y, std::uint32_t flags = 0)
    {
        game.select(loop, 0, {tag}, game.mask(MaskKind::ZeroIndices, {}));
        game.command(loop, 0, -1, 0, MadeGame::at(x, y), flags);
    }
    UnitLives lives() const { return buildLives(tracker); }
    Motions estimate(UnitLives* out = nullptr) const
    {
        const ReplayHead head = onePlayer();
        const UnitLives made = lives();
        if (out != nullptr)
            *out = made;
        return estimateMotion(made, tracker, readActions(head, game.events), head);
    }
};

} // namespace ghostline::test
