// SPDX-License-Identifier: GPL-3.0-or-later
// Found once in a cast; whether one is there is asked of each state.
#include "render/actors/recorded_cameras.h"

namespace ghostline::render {

void RecordedCameras::setCast(const model::ReplayInfo& info)
{
    m_cameras.clear();
    for (const model::ActorInfo& actor : info.cast) {
        if (actor.shape == model::ActorShape::View)
            m_cameras.push_back({actor.parent, actor.id});
    }
}

model::ActorId RecordedCameras::eyesOf(const model::ReplayInfo& info, const model::WorldState& state,
                                       model::ActorId actor) const
{
    const model::ActorInfo* known = info.actor(actor);
    if (known == nullptr || known->shape != model::ActorShape::None)
        return actor;
    for (const Camera& each : m_cameras) {
        const std::ptrdiff_t row = each.owner == actor ? state.row(each.camera) : -1;
        if (row >= 0 && (state.flags[static_cast<std::size_t>(row)] & model::Hidden) == 0)
            return each.camera;
    }
    return actor;
}

} // namespace ghostline::render
