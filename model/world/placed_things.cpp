// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/world/placed_things.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace ghostline::model {

namespace {

constexpr double WholeMetre = 1e-3; // further from one nothing is a rounded place
constexpr double MostAway = 2.0;    // metres: rounding moves nothing further
constexpr double FarthestThing = 1e6;

using ThingKey = std::tuple<QString, int, int>;

ThingKey keyOf(const QString& type, const glm::ivec2& recorded) { return {type, recorded.x, recorded.y}; }

/// Nothing for a place that is not whole.
std::optional<glm::ivec2> wholePlace(const glm::dvec3& place)
{
    if (!(std::abs(place.x) < FarthestThing) || !(std::abs(place.z) < FarthestThing))
        return std::nullopt;
    const glm::dvec2 rounded{std::round(place.x), std::round(place.z)};
    if (std::abs(place.x - rounded.x) > WholeMetre || std::abs(place.z - rounded.y) > WholeMetre)
        return std::nullopt;
    return glm::ivec2(rounded);
}

/// Files are not trusted.
bool isNear(const PlacedThing& thing)
{
    return std::abs(thing.exact.x - thing.recorded.x) <= MostAway &&
           std::abs(thing.exact.y - thing.recorded.y) <= MostAway;
}

} // namespace

void moveMarks(SceneDescription& own, std::span<const PlacedThing> placed)
{
    std::map<ThingKey, glm::vec2> shifts;
    for (const PlacedThing& thing : placed) {
        if (isNear(thing))
            shifts.emplace(keyOf(thing.type, thing.recorded),
                           glm::vec2(thing.exact - glm::dvec2(thing.recorded)));
    }
    for (const PlacedMark& mark : own.marks) {
        const auto shift = shifts.find(keyOf(mark.type, mark.recorded));
        if (shift == shifts.end() || mark.mesh >= own.meshes.size())
            continue;
        std::vector<glm::vec3>& vertices = own.meshes[mark.mesh].vertices;
        const std::size_t first = std::min(mark.first, vertices.size());
        const std::size_t count = std::min(mark.count, vertices.size() - first);
        for (glm::vec3& vertex : std::span(vertices).subspan(first, count))
            vertex += glm::vec3(shift->second.x, 0.0F, shift->second.y);
    }
    own.marks.clear();
}

void PlacedThings::set(std::span<const PlacedThing> placed, std::span<const ActorInfo> cast)
{
    m_spots.clear();
    m_types.clear();
    std::map<QString, int> numbers;
    for (const PlacedThing& thing : placed) {
        const int next = static_cast<int>(numbers.size());
        if (!isNear(thing) || next >= std::numeric_limits<std::int16_t>::max())
            continue;
        const int type = numbers.emplace(thing.type, next).first->second;
        m_spots.push_back({type, thing.recorded, thing.exact});
    }
    std::stable_sort(m_spots.begin(), m_spots.end(), [](const Spot& a, const Spot& b) {
        return std::tie(a.type, a.recorded.x, a.recorded.y) < std::tie(b.type, b.recorded.x, b.recorded.y);
    });
    if (m_spots.empty())
        return;
    for (const ActorInfo& actor : cast) {
        const auto found = numbers.find(actor.nativeType);
        const std::size_t id = index(actor.id);
        if (found == numbers.end() || id >= cast.size()) // numbers are dense
            continue;
        if (m_types.size() <= id)
            m_types.resize(cast.size(), -1);
        m_types[id] = static_cast<std::int16_t>(found->second);
    }
}

void PlacedThings::snap(WorldState& state) const
{
    if (m_types.empty())
        return;
    for (std::size_t row = 0; row < state.size(); ++row) {
        const std::size_t id = index(state.ids[row]);
        if (id >= m_types.size() || m_types[id] < 0)
            continue;
        glm::dvec3& position = state.positions[row];
        const auto whole = wholePlace(position);
        if (!whole)
            continue;
        const int type = m_types[id];
        const auto spot =
            std::lower_bound(m_spots.begin(), m_spots.end(), *whole, [type](const Spot& a, glm::ivec2 place) {
                return std::tie(a.type, a.recorded.x, a.recorded.y) < std::tie(type, place.x, place.y);
            });
        if (spot == m_spots.end() || spot->type != type || spot->recorded != *whole)
            continue;
        position.x = spot->exact.x;
        position.z = spot->exact.y;
    }
}

} // namespace ghostline::model
