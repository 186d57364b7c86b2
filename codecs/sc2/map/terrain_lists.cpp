// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/terrain_lists.h"

#include "codecs/sc2/map/map_limits.h"
#include "codecs/sc2/map/map_xml.h"

#include <array>

namespace ghostline::sc2 {

namespace {

constexpr int CliffBlockSide = 2;   ///< cells
constexpr int TextureBlockSide = 8; ///< cells
constexpr int CliffOrRamp = 3;

class TerrainParser
{
public:
    TerrainParser(std::span<const std::byte> bytes, const MapFrame& frame, const std::stop_token& stop)
        : m_xml(bytes, stop), m_frame(frame)
    {
    }

    model::Result<TerrainLists> run()
    {
        while (m_xml.next()) {
            if (m_xml.isElement(QLatin1String("vertData")))
                takeSteps();
            else if (m_xml.isElement(QLatin1String("texture")))
                takeTexture();
            else if (m_xml.isElement(QLatin1String("blockTextureSet")))
                takeTextureSet();
            else if (m_xml.isElement(QLatin1String("cc")))
                takeCliffBlock();
        }
        if (auto status = m_xml.status(); !status)
            return tl::unexpected(status.error());
        for (std::size_t i = 0; i < m_lastTexture; ++i)
            m_lists.textures += m_textures[i];
        return std::move(m_lists);
    }

private:
    void takeSteps()
    {
        const auto bias = m_xml.decimal(QLatin1String("quantizeBias"));
        const auto scale = m_xml.decimal(QLatin1String("quantizeScale"));
        if (bias && scale)
            m_lists.steps = HeightSteps{*bias, *scale};
    }

    void takeTexture()
    {
        const auto number = m_xml.number(QLatin1String("i"));
        const QString name = m_xml.text(QLatin1String("name"));
        if (!number || *number < 0 || *number >= static_cast<int>(MapTextures) || name.isEmpty())
            return;
        const auto i = static_cast<std::size_t>(*number);
        m_textures[i] = name;
        m_lastTexture = std::max(m_lastTexture, i + 1);
    }

    void takeTextureSet()
    {
        const auto set = m_xml.number(QLatin1String("tileSet"));
        if (set && *set > 0 && *set < static_cast<int>(MaxTextureSets))
            put(m_lists.textureSets, TextureBlockSide, *set);
    }

    void takeCliffBlock()
    {
        const auto flags = m_xml.number(QLatin1String("f"));
        if (flags)
            put(m_lists.cliffBlocks, CliffBlockSide, *flags & CliffOrRamp);
    }

    /// The entry's number `i` counts blocks of side x side cells.
    void put(std::vector<std::uint8_t>& list, int side, int value)
    {
        const auto number = m_xml.number(QLatin1String("i"));
        const int blocks = (m_frame.width / side) * (m_frame.height / side);
        if (!number || *number < 0 || *number >= blocks)
            return;
        list.resize(static_cast<std::size_t>(blocks));
        list[static_cast<std::size_t>(*number)] = static_cast<std::uint8_t>(value);
    }

    MapXmlReader m_xml;
    const MapFrame& m_frame;
    TerrainLists m_lists;
    std::array<QString, MapTextures> m_textures;
    std::size_t m_lastTexture = 0;
};

} // namespace

bool TerrainLists::cliffAt(const MapFrame& frame, int x, int y) const
{
    const int columns = frame.width / CliffBlockSide;
    const int column = x / CliffBlockSide;
    const auto block = static_cast<std::size_t>(y / CliffBlockSide) * static_cast<std::size_t>(columns) +
                       static_cast<std::size_t>(column);
    return column < columns && block < cliffBlocks.size() && cliffBlocks[block] != 0;
}

model::Result<TerrainLists> parseTerrain(std::span<const std::byte> bytes, const MapFrame& frame,
                                         const std::stop_token& stop)
{
    return TerrainParser(bytes, frame, stop).run();
}

} // namespace ghostline::sc2
