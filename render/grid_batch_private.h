// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What GridBatch holds: layers of sections, and the pages on which their quads lie.
#include "render/grid_batch.h"

#include <unordered_map>

namespace ghostline::render {

inline constexpr std::size_t GridPasses = 2;
using GridShades = std::array<float, GridFaces>; ///< by GridNormals: the top is the lightest

struct GridPlaceHash
{
    std::size_t operator()(const glm::ivec3& at) const
    {
        const auto part = [](int v) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(v)); };
        return static_cast<std::size_t>((part(at.x) * 0x9E3779B97F4A7C15U) ^
                                        (part(at.y) * 0xC2B2AE3D27D4EB4FU) ^
                                        (part(at.z) * 0x165667B19E3779F9U));
    }
};

struct GridBatch::Private
{
    struct Layer;
    struct Section
    {
        const Layer* layer = nullptr;
        std::shared_ptr<const model::GridSection> content;
        std::array<std::vector<GridQuad>, GridPasses> quads;
        std::array<int, GridPasses> page{-1, -1};
        bool leftOut = false;
    };
    struct Layer
    {
        std::shared_ptr<const model::GridLayer> shown;
        GridSet set = GridSet::Scene;
        GridLooks looks;
        std::unordered_map<glm::ivec3, Section, GridPlaceHash> sections;
    };
    struct Page
    {
        std::vector<Section*> sections;
        std::size_t quads = 0;
        bool dirty = true;
        GridExtent extent;
    };

    void show(Layer& layer, const std::shared_ptr<const model::GridLayer>& next);
    void mesh(Layer& layer, const glm::ivec3& at);
    void remove(Layer& layer, const glm::ivec3& at);
    void clear(Layer& layer);
    void place(Section& section, std::size_t pass, std::vector<GridQuad> next);
    void takeOff(Section& section, std::size_t pass);
    std::size_t pageFor(const Section& section, std::size_t pass, std::size_t count) const;
    void tryAgain(const Layer& layer, std::vector<glm::ivec3>& stale) const;
    GridVertex* write(GridVertex* out, const Section& section, std::size_t pass, std::uint8_t face) const;
    void invalidate();

    std::list<Layer> layers;
    std::array<std::vector<Page>, GridPasses> pages;
    GridShades shades{};
    float quiet = 0.0F;     // of the ground in every colour
    glm::vec3 ground{0.0F}; // 0 to 255
    glm::dvec3 origin{0.0};
    std::size_t meshed = 0;
    std::size_t mostQuads = MostQuads;
    std::size_t quads = 0; // on all pages
    std::size_t leftOut = 0;
};

} // namespace ghostline::render
