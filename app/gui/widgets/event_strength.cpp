// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/event_strength.h"

#include <algorithm>

namespace ghostline::app {

float bandStrength(const model::Event& band)
{
    constexpr float Least = 0.3F;
    return Least + (1.0F - Least) * std::clamp(band.weight, 0.0F, 1.0F);
}

bool concernsLocked(const model::Event& event, const model::ReplayInfo& info, model::ActorId locked)
{
    if (locked == model::ActorId::None)
        return true;
    const model::ActorInfo* who = info.actor(locked);
    const int team = who != nullptr && who->kind == model::ActorKind::Player ? who->team : -1;
    return std::any_of(event.actors.begin(), event.actors.end(), [&](model::ActorId actor) {
        const model::ActorInfo* part = team >= 0 ? info.actor(actor) : nullptr;
        return actor == locked || (part != nullptr && part->team == team);
    });
}

} // namespace ghostline::app
