// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/rts/world_rows.h"

#include <algorithm>

namespace ghostline::rts {

void resetRows(model::WorldState& out)
{
    std::fill(out.velocities.begin(), out.velocities.end(), glm::vec3(0.0F));
    std::fill(out.orientations.begin(), out.orientations.end(), glm::quat{1.0F, 0.0F, 0.0F, 0.0F});
    std::fill(out.flags.begin(), out.flags.end(), model::ActorFlags{0});
    std::fill(out.bones.begin(), out.bones.end(), model::BoneSpan{});
    out.bonePoses.clear();
    out.attachments.clear();
    out.match.clear();
}

} // namespace ghostline::rts
