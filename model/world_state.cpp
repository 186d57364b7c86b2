// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/world_state.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

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

namespace {

template<typename T>
bool sameNumber(T a, T b)
{
    using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b) || (std::isnan(a) && std::isnan(b));
}

template<glm::length_t N, typename T>
bool sameVector(const glm::vec<N, T>& a, const glm::vec<N, T>& b)
{
    for (glm::length_t i = 0; i < N; ++i) {
        if (!sameNumber(a[i], b[i]))
            return false;
    }
    return true;
}

bool sameRotation(const glm::quat& a, const glm::quat& b)
{
    return sameNumber(a.w, b.w) && sameNumber(a.x, b.x) && sameNumber(a.y, b.y) && sameNumber(a.z, b.z);
}

bool sameBones(std::span<const BonePose> a, std::span<const BonePose> b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const BonePose& x, const BonePose& y) {
        return sameVector(x.position, y.position) && sameRotation(x.orientation, y.orientation);
    });
}

bool sameLayer(const std::shared_ptr<const GridLayer>& a, const std::shared_ptr<const GridLayer>& b)
{
    return a == b || (a && b && sameGrid(*a, *b));
}

} // namespace

bool sameState(const WorldState& a, const WorldState& b)
{
    if (a.ids != b.ids || a.flags != b.flags || a.provenance != b.provenance ||
        a.propertyCount != b.propertyCount || a.properties != b.properties || a.match != b.match ||
        a.attachments != b.attachments || a.selected != b.selected)
        return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!sameVector(a.positions[i], b.positions[i]) ||
            !sameRotation(a.orientations[i], b.orientations[i]) ||
            !sameVector(a.velocities[i], b.velocities[i]) || !sameBones(a.bonesOf(i), b.bonesOf(i)))
            return false;
    }
    return std::equal(a.grids.begin(), a.grids.end(), b.grids.begin(), b.grids.end(), sameLayer);
}

} // namespace ghostline::model
