// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/scene_water.h"

#include "codecs/sc2/map/map_limits.h"
#include "codecs/sc2/map/scene_ground.h"

#include <algorithm>
#include <cmath>

namespace ghostline::sc2 {

namespace {

constexpr glm::vec3 UsualWater{0.16F, 0.33F, 0.42F};

/// Cells of one row, or of several that are alike.
struct WetRun
{
    int from = 0;
    int to = 0; ///< behind the last
    int bottom = 0;
    int top = 0;
};

class WaterSurface
{
public:
    explicit WaterSurface(const MapData& map) : m_map(map) { m_mesh.role = model::SceneRole::Water; }

    void add(const MapWater& water)
    {
        if (!water.height || !std::isfinite(*water.height))
            return;
        const glm::dvec2 low = glm::max(glm::min(water.low, water.high), glm::dvec2(0.0));
        const glm::dvec2 high =
            glm::min(glm::max(water.low, water.high), glm::dvec2(m_map.width, m_map.height));
        if (!(low.x < high.x) || !(low.y < high.y))
            return;
        const glm::ivec2 first{glm::floor(low)}, end{glm::ceil(high)};
        for (const WetRun& run : wetRuns(first, end, *water.height))
            piece(glm::max(low, glm::dvec2(run.from, run.bottom)),
                  glm::min(high, glm::dvec2(run.to, run.top)), *water.height,
                  water.colour.value_or(UsualWater));
    }
    model::SceneMesh take() { return std::move(m_mesh); }

private:
    bool isWet(int x, int y, float level) const
    {
        const std::size_t across = static_cast<std::size_t>(m_map.width) + 1;
        const std::size_t at = static_cast<std::size_t>(y) * across + static_cast<std::size_t>(x);
        const std::vector<float>& h = m_map.heights;
        return std::min({h[at], h[at + 1], h[at + across], h[at + across + 1]}) < level;
    }
    std::vector<WetRun> wetRuns(const glm::ivec2& first, const glm::ivec2& end, double level)
    {
        std::vector<WetRun> done;
        std::vector<WetRun> open; // of the row before, ascending
        for (int y = first.y; y < end.y; ++y) {
            const auto cells = static_cast<std::size_t>(end.x - first.x);
            if (cells > m_cellsLeft || done.size() + open.size() > m_piecesLeft)
                break;
            m_cellsLeft -= cells;
            std::vector<WetRun> row;
            for (int x = first.x; x < end.x; ++x) {
                if (!isWet(x, y, static_cast<float>(level)))
                    continue;
                if (row.empty() || row.back().to != x)
                    row.push_back({x, x, y, y + 1});
                row.back().to = x + 1;
            }
            for (const WetRun& before : open) {
                const auto same = std::find_if(row.begin(), row.end(), [&before](const WetRun& run) {
                    return run.from == before.from && run.to == before.to;
                });
                if (same != row.end())
                    same->bottom = before.bottom;
                else
                    done.push_back(before);
            }
            open = std::move(row);
        }
        done.insert(done.end(), open.begin(), open.end());
        if (done.size() > m_piecesLeft)
            done.resize(m_piecesLeft);
        m_piecesLeft -= done.size();
        return done;
    }
    void piece(const glm::dvec2& low, const glm::dvec2& high, double level, const glm::vec3& colour)
    {
        const auto begin = static_cast<std::uint32_t>(m_mesh.vertices.size());
        for (const glm::dvec2& corner : {low, glm::dvec2(high.x, low.y), high, glm::dvec2(low.x, high.y)}) {
            m_mesh.vertices.emplace_back(mapToWorld(corner.x, corner.y, level));
            m_mesh.colours.emplace_back(glm::clamp(colour, 0.0F, 1.0F) * 255.0F + 0.5F);
        }
        for (const std::uint32_t corner : {0U, 1U, 2U, 0U, 2U, 3U})
            m_mesh.indices.push_back(begin + corner);
    }

    const MapData& m_map;
    model::SceneMesh m_mesh;
    std::size_t m_piecesLeft = MaxWaterPieces;
    std::size_t m_cellsLeft = MaxWaterCells;
};

} // namespace

model::SceneMesh waterMesh(const MapData& map)
{
    WaterSurface surface(map);
    if (hasGround(map)) {
        for (const MapWater& water : map.waters)
            surface.add(water);
    }
    return surface.take();
}

} // namespace ghostline::sc2
