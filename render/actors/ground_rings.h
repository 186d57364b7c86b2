// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Rings on the ground: where events happen, the next checkpoint, and distances round the selection. The 3D
// view and the flat map draw the same ones. No GL.
#include "model/replay/replay_index.h"
#include "render/actors/actor_styles.h"
#include "render/actors/death_marks.h"
#include "render/base/view_content.h"

#include <vector>

namespace ghostline::render {

/// An event with a place that is shown at this instant.
struct ShownEvent
{
    glm::dvec3 place{0.0};
    float radius = 1.0F;                         ///< metres
    float strength = 1.0F;                       ///< 1 = just now .. 0 = gone
    model::ActorId actor = model::ActorId::None; ///< gives the ring its colour
    bool band = false;                           ///< lasts, and is outlined; others flash and fade
};

/// Events that have a place: fights while they last, cues (a ping) for a moment.
class PlacedEvents
{
public:
    void setIndex(const model::ReplayIndex& index);
    /// Replaces `out`; allocates nothing once it has grown. Leaves out what the team of the player
    /// `perspective` could not perceive; None = shows everything.
    void at(model::Micros now, model::ActorId perspective, std::vector<ShownEvent>& out) const;
    bool empty() const { return m_entries.empty(); }

private:
    struct Entry
    {
        model::Micros begin{};
        model::Micros end{};
        std::size_t event = 0; ///< index into EventTable::events
        ShownEvent shown;
    };
    std::shared_ptr<const model::ReplayInfo> m_info;
    std::shared_ptr<const model::EventTable> m_table;
    std::vector<Entry> m_entries; ///< ascending begin
    model::Micros m_longest{};
};

struct GroundRing
{
    glm::dvec3 centre{0.0};
    float radius = 1.0F; ///< metres
    float share = 1.0F;  ///< of the radius that is drawn: rings shrink as they fade
    glm::vec4 colour{1.0F};
    bool strong = false;  ///< by a wider line
    bool toScale = false; ///< measures a distance: never enlarged to stay visible

    /// So wide that it would cut through hills if it were level.
    bool wide() const { return radius * share > 4.0F; }
};

class GroundRings
{
public:
    void setIndex(const model::ReplayIndex& index)
    {
        m_events.setIndex(index);
        m_deaths.setIndex(index);
    }
    /// Those of this instant; valid until the next call. Allocates nothing once it has grown. `content` as it
    /// is shown: what events tell of places is lifted here.
    const std::vector<GroundRing>& at(const ViewContent& content, const ActorStyles& styles);

private:
    void addEvents(const ViewContent& content, const ActorStyles& styles);
    void addDeaths(const ViewContent& content, const ActorStyles& styles);

    PlacedEvents m_events;
    DeathMarks m_deaths;
    std::vector<ShownEvent> m_places;
    std::vector<GroundRing> m_rings;
};

} // namespace ghostline::render
