// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/scene_ground.h"

#include <algorithm>
#include <cmath>

namespace ghostline::sc2 {

namespace {

// Metres up for one along. Ramps have 0.5 and less.
constexpr float SteepFrom = 0.8F;
constexpr float SteepTo = 2.2F;
constexpr float MostRock = 0.6F;
constexpr glm::vec3 SteepRock{88.0F, 80.0F, 73.0F};
constexpr glm::vec3 RampTint{214.0F, 200.0F, 170.0F};
constexpr float RampShare = 0.14F;
constexpr glm::vec3 LowGround{92.0F, 96.0F, 92.0F}; ///< where the map tells no colours
constexpr glm::vec3 HighGround{150.0F, 144.0F, 128.0F};

class GroundPainter
{
public:
    explicit GroundPainter(const MapData& map) : m_map(map), m_across(static_cast<std::size_t>(map.width) + 1)
    {
        const auto [low, high] = std::minmax_element(map.heights.begin(), map.heights.end());
        m_low = *low;
        m_span = std::max(*high - *low, 1.0F);
    }

    glm::u8vec3 at(int x, int y) const
    {
        glm::vec3 colour = base(x, y);
        if (isRamp(x, y))
            colour = glm::mix(colour, RampTint, RampShare);
        const float steep = std::clamp((slope(x, y) - SteepFrom) / (SteepTo - SteepFrom), 0.0F, 1.0F);
        colour = glm::mix(colour, glm::mix(SteepRock, colour * 0.6F, 0.4F), steep * MostRock);
        if (beyondPlayed(m_map, {x, y}) > 0.0)
            colour *= BeyondLight;
        return glm::u8vec3(glm::clamp(colour, 0.0F, 255.0F) + 0.5F);
    }

private:
    std::size_t index(int x, int y) const
    {
        return static_cast<std::size_t>(y) * m_across + static_cast<std::size_t>(x);
    }
    float height(int x, int y) const
    {
        return m_map.heights[index(std::clamp(x, 0, m_map.width), std::clamp(y, 0, m_map.height))];
    }
    glm::vec3 base(int x, int y) const
    {
        if (m_map.colours.size() == m_map.heights.size())
            return glm::vec3(m_map.colours[index(x, y)]);
        const float share = (height(x, y) - m_low) / m_span;
        return glm::mix(LowGround, HighGround, std::clamp(share, 0.0F, 1.0F));
    }
    float slope(int x, int y) const
    {
        const float along = (height(x + 1, y) - height(x - 1, y)) / 2.0F;
        const float up = (height(x, y + 1) - height(x, y - 1)) / 2.0F;
        const float both = std::hypot(along, up);
        return std::isfinite(both) ? both : 0.0F;
    }
    bool isRamp(int x, int y) const
    {
        for (const auto& [left, down] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}}) {
            if (m_map.cliffAt(x - left, y - down) % 64 != 0)
                return true;
        }
        return false;
    }

    const MapData& m_map;
    std::size_t m_across;
    float m_low = 0.0F;
    float m_span = 1.0F;
};

} // namespace

bool hasGround(const MapData& map)
{
    return map.width > 0 && map.height > 0 &&
           map.heights.size() ==
               (static_cast<std::size_t>(map.width) + 1) * (static_cast<std::size_t>(map.height) + 1);
}

glm::ivec4 playedOn(const MapData& map)
{
    const glm::ivec4 told = map.playable();
    const bool sane = told.x >= 0 && told.y >= 0 && told.z > told.x && told.w > told.y &&
                      told.z <= map.width && told.w <= map.height;
    return sane ? told : glm::ivec4(0, 0, map.width, map.height);
}

double beyondPlayed(const MapData& map, const glm::dvec2& place)
{
    const glm::dvec4 played{playedOn(map)};
    return std::max({0.0, played.x - place.x, played.y - place.y, place.x - played.z, place.y - played.w});
}

std::vector<glm::u8vec3> paintedGround(const MapData& map)
{
    std::vector<glm::u8vec3> painted;
    if (!hasGround(map))
        return painted;
    const GroundPainter painter(map);
    painted.reserve(map.heights.size());
    for (int y = 0; y <= map.height; ++y) {
        for (int x = 0; x <= map.width; ++x)
            painted.push_back(painter.at(x, y));
    }
    return painted;
}

} // namespace ghostline::sc2
