// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a click on an event does, wherever it is shown: go there in time and in space, and take up who did it.
#include "app/gui/session/replay_session.h"

namespace ghostline::app {

/// An event is played from this long before it.
inline constexpr model::Micros LeadIn{3'000'000};

/// `select`: false leaves the selection as it is.
inline void goToEvent(ReplaySession& session, const model::Event& event, bool select = true)
{
    // Whoever listens may replace the table that the event lies in.
    const model::ActorId actor = event.actors.empty() ? model::ActorId::None : event.actors.front();
    const glm::dvec3 place = event.place;
    const double radius = event.radius;
    const bool placed = event.placed;
    session.playhead().seek({event.frame, 0.0});
    if (select && actor != model::ActorId::None)
        session.actors()->select(actor);
    if (placed)
        Q_EMIT session.placeRequested(place, radius);
}

} // namespace ghostline::app
