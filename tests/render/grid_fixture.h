// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Made-up maps of cells for the render tests and for measuring.
#include "model/world/grid_layer.h"
#include "render/cells/grid_mesh.h"
#include "world_fixture.h"

#include <cmath>
#include <map>
#include <random>

namespace ghostline::test {

/// Collects cells, hands them out as a layer; what is the same as in `before` stays the same object.
class Cells
{
public:
    std::uint16_t kind(const QString& name, std::uint32_t rgb, bool translucent = false);
    std::uint16_t kind(model::GridKind kind);
    void set(const glm::ivec3& cell, std::uint16_t kind)
    {
        m_sections[key(model::gridSectionOf(cell))][model::gridPlaceOf(cell)] = kind;
    }
    void clear(const glm::ivec3& cell);
    void box(const glm::ivec3& low, const glm::ivec3& high, std::uint16_t kind);
    std::shared_ptr<const model::GridLayer> layer(const model::GridLayer* before = nullptr) const;

private:
    static std::array<int, 3> key(const glm::ivec3& at) { return {at.y, at.z, at.x}; } // gridOrder()

    std::shared_ptr<std::vector<model::GridKind>> m_kinds = std::make_shared<std::vector<model::GridKind>>();
    std::map<std::array<int, 3>, std::map<std::uint16_t, std::uint16_t>> m_sections;
};

/// No section has more faces: every second cell filled, all of them seen.
inline constexpr std::size_t MostQuadsOfSection = 4096 / 2 * 6;
/// Null where there is none.
const model::GridSection* findSection(const model::GridLayer& layer, const glm::ivec3& at);
/// The sections round the one at `at`.
render::GridNeighbours neighboursOf(const model::GridLayer& layer, const glm::ivec3& at);
/// Hills with lakes on a flat bed, `side` cells square: about 11 side^2 cells.
std::shared_ptr<const model::GridLayer> terrain(int side);
/// Nothing merges, nothing hides: the worst there is.
std::shared_ptr<const model::GridLayer> scattered(int count);
/// A course over water: platforms, a wall, glass, a tree, a stair, and somebody on his way.
World course();

} // namespace ghostline::test
