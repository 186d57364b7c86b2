// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/ground_colours.h"

#include "codecs/sc2/map/map_limits.h"
#include "codecs/sc2/map/map_members.h"
#include "codecs/sc2/map/texture_colours.h"

#include <algorithm>

namespace ghostline::sc2 {

namespace {

constexpr double LearntShare = 0.6;     ///< of a cell that a texture has to cover for its colour to be that
constexpr std::size_t LearntCells = 16; ///< fewer tell of what stands there rather than of the ground
constexpr glm::u8vec3 NoTexture{60, 56, 52};

/// Picture's colour of a cell that is played on.
const glm::u8vec3& pictured(const MapPicture& ground, const MapFrame& frame, int x, int y)
{
    const int scale = ground.width / (frame.right - frame.left);
    const int column = (x - frame.left) * scale + scale / 2;
    const int row = (frame.top - 1 - y) * scale + scale / 2;
    return ground.pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(ground.width) +
                         static_cast<std::size_t>(column)];
}

/// How often each value occurs, for each of three channels: the median of any number of colours.
class MedianColour
{
public:
    void add(const glm::u8vec3& colour)
    {
        ++m_count;
        for (int channel = 0; channel < 3; ++channel)
            ++m_times[static_cast<std::size_t>(channel) * 256 + colour[channel]];
    }
    std::size_t count() const { return m_count; }
    glm::u8vec3 value() const
    {
        glm::u8vec3 median{0};
        for (int channel = 0; channel < 3; ++channel) {
            std::size_t below = 0;
            int value = 0;
            while (value < 255) {
                below += m_times[static_cast<std::size_t>(channel) * 256 + static_cast<std::size_t>(value)];
                if (below > m_count / 2)
                    break;
                ++value;
            }
            median[channel] = static_cast<std::uint8_t>(value);
        }
        return median;
    }

private:
    std::array<std::uint32_t, 3 * std::size_t{256}> m_times{};
    std::size_t m_count = 0;
};

} // namespace

TexturePalette texturePalette(const GroundTextures& textures, const QStringList& names, const MapFrame& frame,
                              const std::vector<std::uint8_t>& flags, const MapPicture* ground)
{
    TexturePalette palette(MapTextures);
    for (std::size_t i = 0; i < palette.size(); ++i)
        palette[i] = textureColour(names.value(static_cast<qsizetype>(i)), i);
    if (ground == nullptr)
        return palette;
    std::vector<MedianColour> learnt(MapTextures);
    for (int y = frame.bottom; y < frame.top; ++y) {
        for (int x = frame.left; x < frame.right; ++x) {
            if (!flags.empty() && (flags[frame.cell(x, y)] & CellNotDrawn) != 0)
                continue;
            const auto [texture, share] = textures.strongest(x, y);
            if (share >= LearntShare && texture < learnt.size())
                learnt[texture].add(pictured(*ground, frame, x, y));
        }
    }
    for (std::size_t i = 0; i < palette.size(); ++i) {
        if (learnt[i].count() >= LearntCells)
            palette[i] = learnt[i].value();
    }
    return palette;
}

std::vector<glm::u8vec3> blendedColours(const GroundTextures& textures, const TexturePalette& palette)
{
    std::vector<glm::u8vec3> colours;
    colours.reserve(static_cast<std::size_t>(textures.columns / 2 + 1) *
                    static_cast<std::size_t>(textures.rows / 2 + 1));
    for (int row = 0; row <= textures.rows; row += 2) {
        for (int column = 0; column <= textures.columns; column += 2) {
            glm::ivec3 sum{0};
            int whole = 0;
            for (int quarter = 0; quarter < 4; ++quarter) {
                const int atColumn = std::clamp(column - 1 + quarter % 2, 0, textures.columns - 1);
                const int atRow = std::clamp(row - 1 + quarter / 2, 0, textures.rows - 1);
                const GroundTextures::Weights& weights = textures.at(atColumn, atRow);
                const std::size_t first = textures.setAt(atColumn, atRow) * TextureLayers;
                for (std::size_t layer = 0; layer < TextureLayers; ++layer) {
                    const int weight = weights[layer];
                    if (weight == 0 || first + layer >= palette.size())
                        continue;
                    sum += glm::ivec3(palette[first + layer]) * weight;
                    whole += weight;
                }
            }
            colours.push_back(whole > 0 ? glm::u8vec3((sum + whole / 2) / whole) : NoTexture);
        }
    }
    return colours;
}

std::vector<glm::u8vec3> picturedColours(const MapPicture& ground, const MapFrame& frame)
{
    std::vector<glm::u8vec3> colours;
    colours.reserve(frame.corners());
    for (int y = 0; y <= frame.height; ++y) {
        for (int x = 0; x <= frame.width; ++x) {
            glm::ivec3 sum{0};
            for (int cell = 0; cell < 4; ++cell)
                sum += glm::ivec3(pictured(ground, frame,
                                           std::clamp(x - 1 + cell % 2, frame.left, frame.right - 1),
                                           std::clamp(y - 1 + cell / 2, frame.bottom, frame.top - 1)));
            colours.emplace_back((sum + 2) / 4);
        }
    }
    return colours;
}

void lightenDark(std::vector<glm::u8vec3>& colours, const MapFrame& frame)
{
    constexpr int DarkBelow = 64;  // of 255: what the lightest twentieth reaches on dark maps only
    constexpr double Wanted = 153; // 0.6
    constexpr double MostFactor = 8.0;
    constexpr std::size_t Lightest = 20; // one in so many
    std::array<std::size_t, 256> times{};
    std::size_t count = 0;
    for (int y = frame.bottom; y <= frame.top; ++y) {
        for (int x = frame.left; x <= frame.right; ++x) {
            const glm::u8vec3& colour =
                colours[static_cast<std::size_t>(y) * static_cast<std::size_t>(frame.width + 1) +
                        static_cast<std::size_t>(x)];
            ++times[std::max({colour.x, colour.y, colour.z})];
            ++count;
        }
    }
    int value = 255;
    for (std::size_t above = times[255]; value > 0 && above <= count / Lightest;)
        above += times[static_cast<std::size_t>(--value)];
    if (value >= DarkBelow || value == 0)
        return;
    const double factor = std::min(Wanted / value, MostFactor);
    for (glm::u8vec3& colour : colours) {
        for (int channel = 0; channel < 3; ++channel)
            colour[channel] = static_cast<std::uint8_t>(std::min(colour[channel] * factor, 255.0));
    }
}

} // namespace ghostline::sc2
