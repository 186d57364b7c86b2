// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who the rows of a frame are: one actor for each person (and slot, where two share one entry), one for the
// disc, one for the combat payload.
#include "codecs/echo/frame/frame.h"
#include "model/world/actor.h"

namespace ghostline::echo {

/// Spans are valid until the next frame is taken.
struct FrameActors
{
    std::span<const model::ActorId> players;  ///< by row of FrameBlock::playersOf
    std::span<const model::ActorId> byPerson; ///< by number in MatchNames; None = never seen so far
    model::ActorId disc = model::ActorId::None;
    model::ActorId payload = model::ActorId::None;

    model::ActorId person(std::int32_t number) const
    {
        return number >= 0 && static_cast<std::size_t>(number) < byPerson.size()
                   ? byPerson[static_cast<std::size_t>(number)]
                   : model::ActorId::None;
    }
};

} // namespace ghostline::echo
