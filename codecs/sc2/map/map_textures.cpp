// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/map_textures.h"

#include "codecs/io/byte_cursor.h"
#include "codecs/io/damaged.h"
#include "codecs/sc2/map/map_limits.h"
#include "model/base/text.h"

#include <algorithm>

namespace ghostline::sc2 {

namespace {

constexpr std::uint32_t MaskMagic = 0x4B53414D; // "MASK"
constexpr std::uint32_t MaskVersion = 102;
constexpr std::size_t MaskHeader = 64;
constexpr int CellSamples = 8; ///< along a side
constexpr int TileSamples = 64;
constexpr int TileCells = TileSamples / CellSamples;
constexpr std::size_t TileRow = TileSamples / 2; ///< bytes: two samples in each
constexpr std::size_t TileBytes = TileRow * TileSamples;
constexpr int TileQuarters = TileCells * 2;
constexpr int QuarterSamples = CellSamples / 2;

constexpr std::uint32_t SyncTextureMagic = 0x54585452; // "RTXT"
constexpr std::uint32_t FirstSyncTextures = 100;
constexpr std::uint32_t SyncTexturesWithSets = 101;

std::size_t layerBytes(const MapFrame& frame) { return frame.cells() * CellSamples * CellSamples / 2; }

/// Sum of the four by four samples of a quarter cell, two bytes in each of four rows. They are added up side
/// by side, four times a half byte: the sums of a column stay below 256.
std::uint8_t quarterSum(const std::byte* at)
{
    std::uint32_t sums = 0;
    for (int row = 0; row < QuarterSamples; ++row) {
        const std::uint32_t pair = io::loadLe<std::uint16_t>(at + static_cast<std::size_t>(row) * TileRow);
        sums += (pair & 0x0F0FU) + ((pair >> 4) & 0x0F0FU);
    }
    return static_cast<std::uint8_t>((sums & 0xFFU) + (sums >> 8));
}

bool isBlank(std::span<const std::byte> tile)
{
    return std::ranges::all_of(tile, [](std::byte b) { return b == std::byte{0}; });
}

void addTile(std::span<const std::byte> tile, std::size_t layer, int tileColumn, int tileRow,
             GroundTextures& out)
{
    if (isBlank(tile))
        return;
    for (int row = 0; row < TileQuarters; ++row) {
        const std::byte* samples = tile.data() + static_cast<std::size_t>(row * QuarterSamples) * TileRow;
        const auto first =
            static_cast<std::size_t>(tileRow * TileQuarters + row) * static_cast<std::size_t>(out.columns) +
            static_cast<std::size_t>(tileColumn * TileQuarters);
        for (std::size_t column = 0; column < std::size_t{TileQuarters}; ++column)
            out.weights[first + column][layer] = quarterSum(samples + column * QuarterSamples / 2);
    }
}

GroundTextures emptyTextures(const MapFrame& frame)
{
    GroundTextures out;
    out.columns = frame.width * 2;
    out.rows = frame.height * 2;
    out.weights.resize(frame.cells() * 4);
    return out;
}

/// Of blocks to that of each cell.
std::vector<std::uint8_t> setsOfCells(const MapFrame& frame, const std::vector<std::uint8_t>& blockSets)
{
    if (blockSets.empty())
        return {};
    std::vector<std::uint8_t> sets(frame.cells());
    const auto columns = static_cast<std::size_t>(frame.width / TileCells);
    for (int y = 0; y < frame.height; ++y) {
        for (int x = 0; x < frame.width; ++x) {
            const auto block =
                static_cast<std::size_t>(y / TileCells) * columns + static_cast<std::size_t>(x / TileCells);
            sets[frame.cell(x, y)] = block < blockSets.size() ? blockSets[block] : std::uint8_t{0};
        }
    }
    return sets;
}

} // namespace

std::pair<std::size_t, double> GroundTextures::strongest(int x, int y) const
{
    std::array<int, TextureLayers> sums{};
    int whole = 0;
    for (int quarter = 0; quarter < 4; ++quarter) {
        const Weights& one = at(x * 2 + quarter % 2, y * 2 + quarter / 2);
        for (std::size_t layer = 0; layer < TextureLayers; ++layer) {
            sums[layer] += one[layer];
            whole += one[layer];
        }
    }
    const auto most = std::ranges::max_element(sums);
    const auto layer = static_cast<std::size_t>(most - sums.begin());
    return {setAt(x * 2, y * 2) * TextureLayers + layer,
            whole > 0 ? static_cast<double>(*most) / (4.0 * QuarterWeight) : 0.0};
}

std::uint64_t maskBytes(const MapFrame& frame)
{
    return frame.cells() <= MaxMaskedCells ? MaskHeader + layerBytes(frame) * TextureLayers : 0;
}

std::uint64_t syncTextureBytes(const MapFrame& frame)
{
    constexpr std::uint64_t NameBytes = 256;
    return frame.cells() * 8 + MapTextures * NameBytes + 32;
}

model::Result<GroundTextures> parseMasks(std::span<const std::byte> bytes, const MapFrame& frame,
                                         const std::vector<std::uint8_t>& blockSets,
                                         const std::stop_token& stop)
{
    io::ByteCursor in(bytes);
    const auto magic = in.le<std::uint32_t>();
    const auto version = in.le<std::uint32_t>();
    in.skip(4);
    const auto columns = in.le<std::uint32_t>();
    const auto rows = in.le<std::uint32_t>();
    in.skip(MaskHeader - 20);
    if (auto status = in.status(QStringLiteral("t3TextureMasks")); !status)
        return tl::unexpected(status.error());
    if (magic != MaskMagic || version != MaskVersion)
        return io::damaged(QStringLiteral("it has no masks of the one known version"), 0);
    if (columns != static_cast<std::uint32_t>(frame.width) * CellSamples ||
        rows != static_cast<std::uint32_t>(frame.height) * CellSamples || frame.width % TileCells != 0 ||
        frame.height % TileCells != 0)
        return io::damaged(QStringLiteral("it declares %1 x %2 samples for %3 x %4 cells")
                               .arg(columns)
                               .arg(rows)
                               .arg(frame.width)
                               .arg(frame.height),
                           12);
    const std::size_t oneLayer = layerBytes(frame);
    const std::size_t layers = in.remaining() / oneLayer;
    if (layers == 0 || layers > TextureLayers || in.remaining() != layers * oneLayer)
        return io::damaged(QStringLiteral("its %1 bytes are no whole number of layers").arg(bytes.size()),
                           MaskHeader);
    GroundTextures out = emptyTextures(frame);
    out.sets = setsOfCells(frame, blockSets);
    for (std::size_t layer = 0; layer < layers; ++layer) {
        for (int row = 0; row < frame.height / TileCells; ++row) {
            if (stop.stop_requested())
                return model::cancelled();
            for (int column = 0; column < frame.width / TileCells; ++column)
                addTile(in.bytes(TileBytes), layer, column, row, out);
        }
    }
    return out;
}

model::Result<GroundTextures> parseSyncTextures(std::span<const std::byte> bytes, const MapFrame& frame)
{
    io::ByteCursor in(bytes);
    const auto magic = in.le<std::uint32_t>();
    const auto version = in.le<std::uint32_t>();
    const auto width = in.le<std::uint32_t>();
    const auto height = in.le<std::uint32_t>();
    const bool withSets = version == SyncTexturesWithSets;
    const std::uint32_t sets = withSets ? in.le<std::uint32_t>() : 1;
    if (auto status = in.status(QStringLiteral("t3SyncTextureInfo")); !status)
        return tl::unexpected(status.error());
    if (magic != SyncTextureMagic || (version != FirstSyncTextures && !withSets))
        return io::damaged(QStringLiteral("it has no textures of a known version"), 0);
    if (width != static_cast<std::uint32_t>(frame.width) ||
        height != static_cast<std::uint32_t>(frame.height))
        return io::damaged(QStringLiteral("it is for %1 x %2 cells instead of %3 x %4")
                               .arg(width)
                               .arg(height)
                               .arg(frame.width)
                               .arg(frame.height),
                           8);
    if (sets == 0 || sets > MaxTextureSets)
        return io::damaged(QStringLiteral("it declares %1 sets of textures").arg(sets), 16);
    GroundTextures out = emptyTextures(frame);
    for (std::size_t i = 0; i < sets * TextureLayers && in.ok(); ++i)
        out.names += model::textOf(in.endedText());
    if (auto status = in.status(QStringLiteral("t3SyncTextureInfo")); !status)
        return tl::unexpected(status.error());
    const std::size_t cellBytes = withSets ? 8 : 4;
    if (in.remaining() != frame.cells() * cellBytes)
        return io::damaged(QStringLiteral("behind its names %1 bytes are left for %2 cells")
                               .arg(in.remaining())
                               .arg(frame.cells()),
                           in.offset());
    out.sets.resize(withSets ? frame.cells() : 0);
    for (int y = 0; y < frame.height; ++y) {
        for (int x = 0; x < frame.width; ++x) {
            const std::uint64_t at = in.offset();
            const auto layer = in.le<std::uint32_t>();
            const std::uint32_t set = withSets ? in.le<std::uint32_t>() : 0;
            if (layer >= TextureLayers || set >= sets)
                return io::damaged(QStringLiteral("a cell has texture %1 of set %2").arg(layer).arg(set), at);
            if (withSets)
                out.sets[frame.cell(x, y)] = static_cast<std::uint8_t>(set);
            for (std::size_t quarter = 0; quarter < 4; ++quarter) {
                const auto column = static_cast<std::size_t>(x) * 2 + quarter % 2;
                const auto row = static_cast<std::size_t>(y) * 2 + quarter / 2;
                out.weights[row * static_cast<std::size_t>(out.columns) + column][layer] = QuarterWeight;
            }
        }
    }
    return out;
}

} // namespace ghostline::sc2
