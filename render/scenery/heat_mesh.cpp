// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/scenery/heat_mesh.h"

#include "render/base/bytes_of.h"
#include "render/base/ground_level.h"

#include <algorithm>
#include <array>

namespace ghostline::render {

namespace {

constexpr int MostSide = 256;     // squares of the longer side
constexpr double HeatLift = 0.05; // metres above the ground

} // namespace

HeatMesh heatMesh(const HeatOverlay& heat, const Theme& theme, const GroundSurface& surface, double height)
{
    HeatMesh mesh;
    if (heat.empty())
        return mesh;
    const model::HeatLayout& layout = heat.grid.layout;
    const int longer = std::max(layout.columns, layout.rows);
    // Squares as small as the ground's, so that hills do not come through them.
    const double finer =
        surface.field() != nullptr ? std::max(layout.cell / surface.field()->cell, 1.0) : 1.0;
    const int side = static_cast<int>(std::min(longer * finer, double{MostSide}));
    const model::HeatPixels pixels =
        model::heatPixels(heat.grid, heat.lookIn(theme), heat.look.blend ? MostSide : side);
    if (pixels.rgba.empty())
        return mesh;
    const double wide = layout.cell * layout.columns / pixels.width;
    const double high = layout.cell * layout.rows / pixels.height;
    mesh.origin = {layout.x, height, layout.z};
    const double lift = surface.field() != nullptr ? HillLift : HeatLift;
    // Of corners, so that squares that meet meet without a gap.
    const auto stride = static_cast<std::size_t>(pixels.width) + 1;
    std::vector<float> heights;
    heights.reserve(stride * (static_cast<std::size_t>(pixels.height) + 1));
    for (int z = 0; z <= pixels.height; ++z) {
        for (int x = 0; x <= pixels.width; ++x) {
            const glm::dvec2 place(layout.x + x * wide, layout.z + z * high);
            heights.push_back(static_cast<float>(surface.heightAt(place).value_or(height) - height + lift));
        }
    }
    std::vector<SceneryVertex> vertices;
    std::vector<std::uint32_t> indices;
    std::size_t pixel = 0;
    for (int z = 0; z < pixels.height; ++z) {
        for (int x = 0; x < pixels.width; ++x, pixel += 4) {
            const std::uint8_t* const colour = pixels.rgba.data() + pixel;
            if (colour[3] == 0)
                continue;
            const auto first = static_cast<std::uint32_t>(vertices.size());
            for (const auto& [east, south] : {std::array{0, 0}, {0, 1}, {1, 1}, {1, 0}}) {
                const auto corner =
                    static_cast<std::size_t>(z + south) * stride + static_cast<std::size_t>(x + east);
                vertices.push_back(
                    {{static_cast<float>((x + east) * wide), heights[corner],
                      static_cast<float>((z + south) * high)},
                     {static_cast<float>(colour[0]) / 255.0F, static_cast<float>(colour[1]) / 255.0F,
                      static_cast<float>(colour[2]) / 255.0F},
                     static_cast<float>(colour[3]) / 255.0F});
            }
            for (const std::uint32_t corner : {0U, 1U, 2U, 0U, 2U, 3U})
                indices.push_back(first + corner);
        }
    }
    mesh.vertexCount = static_cast<unsigned>(vertices.size());
    mesh.indexCount = static_cast<unsigned>(indices.size());
    mesh.vertices = bytesOf<SceneryVertex>(vertices);
    mesh.indices = bytesOf<std::uint32_t>(indices);
    return mesh;
}

} // namespace ghostline::render
