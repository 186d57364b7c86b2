// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Game events put together by hand, for tests of what follows from them.
#include "codecs/sc2/protocol/game_events.h"

#include <initializer_list>

namespace ghostline::test {

struct MadeGame
{
    sc2::GameEvents events;

    void add(std::uint32_t loop, int user, sc2::GameEventKind kind, std::size_t index);
    sc2::RemoveMask mask(sc2::MaskKind kind, std::initializer_list<int> positions, int length = 0);
    void select(std::uint32_t loop, int user, std::initializer_list<std::uint32_t> tags,
                sc2::RemoveMask remove = {}, int group = 10, std::uint16_t unitLink = 1);
    void group(std::uint32_t loop, int user, int number, sc2::GroupAction action, sc2::RemoveMask mask = {});
    static sc2::Target at(float x, float y);
    static sc2::Target unit(std::uint32_t tag, float x, float y, int control = 0, std::uint16_t link = 9);
    /// A link below 0 is a right click.
    void command(std::uint32_t loop, int user, int link, int index, sc2::Target target,
                 std::uint32_t flags = 0);
    void retarget(std::uint32_t loop, int user, sc2::Target target);
    void camera(std::uint32_t loop, int user, float x, float y);
    void event(std::uint32_t loop, int user, sc2::GameEventKind kind) { add(loop, user, kind, 0); }
};

} // namespace ghostline::test
