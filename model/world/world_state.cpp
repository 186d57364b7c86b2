// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/world/world_state.h"

#include <algorithm>

namespace ghostline::model {

std::ptrdiff_t WorldState::row(ActorId id) const
{
    const auto found = std::lower_bound(ids.begin(), ids.end(), id);
    return found != ids.end() && *found == id ? found - ids.begin() : -1;
}

void WorldState::clear()
{
    at = {};
    time = {};
    ids.clear();
    positions.clear();
    orientations.clear();
    velocities.clear();
    flags.clear();
    provenance.clear();
    bones.clear();
    bonePoses.clear();
    attachments.clear();
    selected.clear();
    properties.clear();
    propertyCount = 0;
    match.clear();
    grids.clear();
}

void WorldState::resize(std::size_t actors, std::size_t propertiesPerActor)
{
    ids.resize(actors, ActorId::None);
    positions.resize(actors);
    orientations.resize(actors, glm::quat{1.0F, 0.0F, 0.0F, 0.0F});
    velocities.resize(actors);
    flags.resize(actors);
    provenance.resize(actors, Provenance::Exact);
    bones.resize(actors);
    if (propertiesPerActor != propertyCount) {
        // Rows of another width cannot be kept.
        properties.clear();
        propertyCount = propertiesPerActor;
    }
    properties.resize(actors * propertiesPerActor);
}

} // namespace ghostline::model
