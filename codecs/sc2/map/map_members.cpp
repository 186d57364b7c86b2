// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/map_members.h"

#include "codecs/io/byte_cursor.h"
#include "codecs/io/damaged.h"

#include <bit>
#include <cmath>

namespace ghostline::sc2 {

namespace {

using MemberView = std::span<const std::byte>;

constexpr std::uint32_t SyncHeightMagic = 0x50414D53;  // "SMAP"
constexpr std::uint32_t DrawnHeightMagic = 0x50414D48; // "HMAP"
constexpr std::uint32_t CliffMagic = 0x46494C43;       // "CLIF"
constexpr std::uint32_t CellFlagMagic = 0x5443464C;    // "LFCT": stored the wrong way round
constexpr std::size_t SyncHeightHeader = 64;
constexpr std::size_t GridHeader = 32;    ///< of all others
constexpr double SyncHeightSteps = 256.0; ///< to a cell's side
constexpr double MaxDrawnHeight = 4096.0;

/// A member whose header begins with magic, version and, somewhere, its numbers of columns and rows.
struct GridLayout
{
    std::uint32_t magic = 0;
    std::uint32_t lowestVersion = 0;
    std::uint32_t highestVersion = 0;
    std::size_t header = GridHeader;
    std::size_t sizeAt = 8; ///< offset of the two numbers
    int columns = 0;
    int rows = 0;
    std::size_t entryBytes = 0;

    std::size_t entries() const { return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows); }
    std::size_t bytes() const { return header + entries() * entryBytes; }
};

GridLayout syncHeightLayout(const MapFrame& frame)
{
    return {SyncHeightMagic, 102, 102, SyncHeightHeader, 8, frame.width + 1, frame.height + 1, 4};
}
GridLayout drawnHeightLayout(const MapFrame& frame)
{
    return {DrawnHeightMagic, 101, 101, GridHeader, 8, frame.width + 1, frame.height + 1, 6};
}
GridLayout cliffLayout(const MapFrame& frame)
{
    return {CliffMagic, 100, 100, GridHeader, 8, frame.width, frame.height, 2};
}
GridLayout cellFlagLayout(const MapFrame& frame)
{
    return {CellFlagMagic, 101, 102, GridHeader, 24, frame.width, frame.height, 1};
}

/// What lies behind the header, once header and length are what they have to be.
model::Result<MemberView> gridContent(MemberView bytes, const GridLayout& layout)
{
    if (bytes.size() < layout.header)
        return io::damaged(QStringLiteral("its %1 bytes are less than a header").arg(bytes.size()),
                           bytes.size());
    const auto magic = io::loadLe<std::uint32_t>(bytes.data());
    const auto version = io::loadLe<std::uint32_t>(bytes.data() + 4);
    if (magic != layout.magic)
        return io::damaged(QStringLiteral("it begins with 0x%1 instead of 0x%2")
                               .arg(magic, 8, 16, QLatin1Char('0'))
                               .arg(layout.magic, 8, 16, QLatin1Char('0')),
                           0);
    if (version < layout.lowestVersion || version > layout.highestVersion)
        return io::damaged(QStringLiteral("its version %1 is not known").arg(version), 4);
    const auto columns = io::loadLe<std::uint32_t>(bytes.data() + layout.sizeAt);
    const auto rows = io::loadLe<std::uint32_t>(bytes.data() + layout.sizeAt + 4);
    if (columns != static_cast<std::uint32_t>(layout.columns) ||
        rows != static_cast<std::uint32_t>(layout.rows))
        return io::damaged(QStringLiteral("it is for %1 x %2 entries instead of %3 x %4")
                               .arg(columns)
                               .arg(rows)
                               .arg(layout.columns)
                               .arg(layout.rows),
                           layout.sizeAt);
    if (bytes.size() != layout.bytes())
        return io::damaged(
            QStringLiteral("it has %1 bytes instead of %2").arg(bytes.size()).arg(layout.bytes()),
            std::min(bytes.size(), layout.bytes()));
    return bytes.subspan(layout.header);
}

/// Of a cell's eight triangles, how many make it blocked.
constexpr int BlockedTriangles = 4;

} // namespace

std::uint64_t syncHeightBytes(const MapFrame& frame) { return syncHeightLayout(frame).bytes(); }
std::uint64_t drawnHeightBytes(const MapFrame& frame) { return drawnHeightLayout(frame).bytes(); }
std::uint64_t cliffBytes(const MapFrame& frame) { return cliffLayout(frame).bytes(); }
std::uint64_t cellFlagBytes(const MapFrame& frame) { return cellFlagLayout(frame).bytes(); }

model::Result<std::vector<float>> parseSyncHeights(MemberView bytes, const MapFrame& frame)
{
    const auto content = gridContent(bytes, syncHeightLayout(frame));
    if (!content)
        return tl::unexpected(content.error());
    std::vector<float> heights(frame.corners());
    for (std::size_t i = 0; i < heights.size(); ++i)
        heights[i] = static_cast<float>(io::loadLe<std::int16_t>(content->data() + i * 4) / SyncHeightSteps);
    return heights;
}

model::Result<std::vector<float>> parseDrawnHeights(MemberView bytes, const MapFrame& frame,
                                                    const HeightSteps& steps)
{
    const auto content = gridContent(bytes, drawnHeightLayout(frame));
    if (!content)
        return tl::unexpected(content.error());
    std::vector<float> heights(frame.corners());
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const std::byte* at = content->data() + i * 6;
        const int parts = io::loadLe<std::uint16_t>(at) + io::loadLe<std::uint16_t>(at + 2);
        const double z = parts * steps.scale - 2.0 * steps.bias;
        if (!(std::abs(z) <= MaxDrawnHeight))
            return io::damaged(QStringLiteral("corner %1 is %2 cells high").arg(i).arg(z),
                               GridHeader + i * 6);
        heights[i] = static_cast<float>(z);
    }
    return heights;
}

model::Result<std::vector<std::uint16_t>> parseCliffs(MemberView bytes, const MapFrame& frame)
{
    const auto content = gridContent(bytes, cliffLayout(frame));
    if (!content)
        return tl::unexpected(content.error());
    std::vector<std::uint16_t> cliffs(frame.cells());
    for (std::size_t i = 0; i < cliffs.size(); ++i)
        cliffs[i] = io::loadLe<std::uint16_t>(content->data() + i * 2);
    return cliffs;
}

model::Result<std::vector<std::uint8_t>> parseCellFlags(MemberView bytes, const MapFrame& frame)
{
    const auto content = gridContent(bytes, cellFlagLayout(frame));
    if (!content)
        return tl::unexpected(content.error());
    std::vector<std::uint8_t> flags(frame.cells());
    for (std::size_t i = 0; i < flags.size(); ++i)
        flags[i] = std::to_integer<std::uint8_t>((*content)[i]);
    return flags;
}

model::Result<std::vector<std::uint8_t>> parsePaintedCells(MemberView bytes, const MapFrame& frame)
{
    constexpr std::size_t Header = 4; // eight times the number of cells
    if (bytes.size() < Header)
        return io::damaged(QStringLiteral("its %1 bytes are less than a header").arg(bytes.size()),
                           bytes.size());
    const auto triangles = io::loadLe<std::uint32_t>(bytes.data());
    if (triangles % 8 != 0 || bytes.size() != Header + triangles / 8)
        return io::damaged(QStringLiteral("it declares %1 triangles in %2 bytes, one bit each")
                               .arg(triangles)
                               .arg(bytes.size() - Header),
                           0);
    if (triangles / 8 != frame.cells())
        return model::fail(model::ErrorCode::InvalidArgument,
                           QStringLiteral("it was painted for %1 cells instead of %2")
                               .arg(triangles / 8)
                               .arg(frame.cells()));
    std::vector<std::uint8_t> blocked(frame.cells());
    for (std::size_t i = 0; i < blocked.size(); ++i)
        blocked[i] = std::popcount(std::to_integer<unsigned>(bytes[Header + i])) >= BlockedTriangles ? 1 : 0;
    return blocked;
}

model::Result<std::vector<std::uint8_t>> parsePaintedLayer(MemberView bytes, const MapFrame& frame)
{
    constexpr std::size_t Header = 16;
    constexpr std::size_t Side = 512;     // half cells, whatever the size of the map
    constexpr std::size_t Row = Side * 2; // two triangles each
    constexpr std::byte Blocked{0};
    if (bytes.size() != Header + Row * Side)
        return io::damaged(
            QStringLiteral("it has %1 bytes instead of %2").arg(bytes.size()).arg(Header + Row * Side),
            std::min(bytes.size(), Header + Row * Side));
    if (io::loadLe<std::uint32_t>(bytes.data() + 8) != Side ||
        io::loadLe<std::uint32_t>(bytes.data() + 12) != Side)
        return io::damaged(QStringLiteral("it does not have 512 x 512 half cells"), 8);
    const auto side = static_cast<int>(Side / 2);
    if (frame.width > side || frame.height > side)
        return model::fail(model::ErrorCode::InvalidArgument,
                           QStringLiteral("it was painted for a map of at most %1 x %1 cells").arg(side));
    std::vector<std::uint8_t> blocked(frame.cells());
    for (int y = 0; y < frame.height; ++y) {
        for (int x = 0; x < frame.width; ++x) {
            const auto lower = bytes.subspan(Header + static_cast<std::size_t>(y) * 2 * Row +
                                             static_cast<std::size_t>(x) * 4);
            int triangles = 0;
            for (std::size_t i = 0; i < 4; ++i)
                triangles += (lower[i] == Blocked ? 1 : 0) + (lower[Row + i] == Blocked ? 1 : 0);
            blocked[frame.cell(x, y)] = triangles >= BlockedTriangles ? 1 : 0;
        }
    }
    return blocked;
}

} // namespace ghostline::sc2
