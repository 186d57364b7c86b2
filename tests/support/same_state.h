// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether two states say the same, to the last bit.
#include "model/world/world_state.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

namespace ghostline::test {

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

inline bool sameRotation(const glm::quat& a, const glm::quat& b)
{
    return sameNumber(a.w, b.w) && sameNumber(a.x, b.x) && sameNumber(a.y, b.y) && sameNumber(a.z, b.z);
}

inline bool sameBones(std::span<const model::BonePose> a, std::span<const model::BonePose> b)
{
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [](const model::BonePose& x, const model::BonePose& y) {
            return sameVector(x.position, y.position) && sameRotation(x.orientation, y.orientation);
        });
}

/// Same content, whatever objects hold it; kinds are compared by what they say.
inline bool sameGrid(const model::GridLayer& a, const model::GridLayer& b)
{
    if (a.id != b.id || a.origin != b.origin || a.cellSize != b.cellSize ||
        a.sections.size() != b.sections.size())
        return false;
    // Index by index where both mean the same by it; a palette that has grown since still means the same.
    const auto kindOf = [](const model::GridLayer& layer, std::uint16_t kind) {
        return layer.kinds && kind < layer.kinds->size() ? &(*layer.kinds)[kind] : nullptr;
    };
    for (std::size_t i = 0; i < a.sections.size(); ++i) {
        const model::GridSection& left = *a.sections[i];
        const model::GridSection& right = *b.sections[i];
        if (left.at != right.at || left.cells.size() != right.cells.size())
            return false;
        for (std::size_t c = 0; c < left.cells.size(); ++c) {
            const model::GridKind* const l = kindOf(a, left.cells[c].kind);
            const model::GridKind* const r = kindOf(b, right.cells[c].kind);
            if (left.cells[c].place != right.cells[c].place || (l == nullptr) != (r == nullptr) ||
                (l != nullptr && *l != *r))
                return false;
        }
    }
    return true;
}

inline bool sameLayer(const std::shared_ptr<const model::GridLayer>& a,
                      const std::shared_ptr<const model::GridLayer>& b)
{
    return a == b || (a && b && sameGrid(*a, *b));
}

/// Same actors, poses, flags and properties, bit for bit (NaN equals NaN).
inline bool sameState(const model::WorldState& a, const model::WorldState& b)
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

} // namespace ghostline::test
