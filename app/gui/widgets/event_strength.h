// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How strongly events are drawn, in rows as behind curves: by their weight, and by whom they concern.
#include "model/replay/event.h"
#include "model/replay/replay_info.h"

namespace ghostline::app {

/// Share of its full strength that a band of this weight is drawn with: a skirmish is a shade, a battle a
/// bar. Never 0, so that none is overlooked.
float bandStrength(const model::Event& band);

/// The same for what concerns others than who is locked.
constexpr float OthersStrength = 0.4F;

/// Whether somebody takes part who is locked, or plays for the locked player. Everything does while nobody
/// is.
bool concernsLocked(const model::Event& event, const model::ReplayInfo& info, model::ActorId locked);

} // namespace ghostline::app
