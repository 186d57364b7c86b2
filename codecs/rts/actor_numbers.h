// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who is which actor: players, then their cameras, then units in order. The same in every revision.
#include "model/world/actor.h"

namespace ghostline::rts {

struct ActorNumbers
{
    std::size_t players = 0;
    model::ActorId player(std::size_t i) const { return static_cast<model::ActorId>(i); }
    model::ActorId camera(std::size_t i) const { return static_cast<model::ActorId>(players + i); }
    model::ActorId unit(std::size_t i) const { return static_cast<model::ActorId>(2 * players + i); }
};

} // namespace ghostline::rts
