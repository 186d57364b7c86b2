// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where units died a moment ago. No GL.
#include "model/replay/replay_index.h"

#include <span>
#include <vector>

namespace ghostline::render {

struct DeathMark
{
    model::Micros time{};
    model::ActorId actor = model::ActorId::None;
    glm::dvec3 place{0.0}; ///< as it was recorded
    float radius = 0.5F;   ///< metres
};

/// Deaths are events with a place at the end of a unit's life: who is seen to vanish need not be dead.
class DeathMarks
{
public:
    static constexpr model::Micros Shown{2'000'000};

    void setIndex(const model::ReplayIndex& index);
    /// Those of the last two seconds, the oldest first.
    std::span<const DeathMark> at(model::Micros now) const;
    /// How strongly it is shown: 1 at the death, 0 when its time is over.
    static float strength(const DeathMark& mark, model::Micros now);

private:
    std::vector<DeathMark> m_marks; ///< ascending time
};

} // namespace ghostline::render
