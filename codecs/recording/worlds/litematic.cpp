// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/litematic.h"

#include "codecs/recording/worlds/cell_layers.h"
#include "codecs/recording/worlds/packed_longs.h"
#include "codecs/recording/worlds/state_palette.h"
#include "codecs/recording/worlds/world_limits.h"

#include <limits>

namespace ghostline::recording {

using io::NbtField;
using io::NbtKind;
using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

constexpr int NewestLitematic = 7;
constexpr int LeastLitematicBits = 2;
/// Numbers that are unpacked at once: any multiple of 64 fills whole longs.
constexpr std::size_t Batch = 4096;
constexpr std::size_t MaxPaletteEntries = std::size_t{1} << 20; ///< of all regions

/// {x, y, z}; nothing where one is missing.
std::optional<glm::i64vec3> readPlace(io::StreamReader& in)
{
    glm::i64vec3 place{0};
    int found = 0;
    NbtField field;
    while (io::readField(in, field)) {
        const bool axis = field.name.size() == 1 && field.name[0] >= 'x' && field.name[0] <= 'z';
        const auto number = io::readInteger(in, field.kind);
        if (!axis || !number)
            continue;
        place[field.name[0] - 'x'] = *number;
        found |= 1 << (field.name[0] - 'x');
    }
    return found == 7 ? std::optional(place) : std::nullopt;
}

bool fitsInt(std::int64_t number)
{
    return number >= std::numeric_limits<std::int32_t>::min() &&
           number <= std::numeric_limits<std::int32_t>::max();
}

} // namespace

void Litematic::takeRegions(io::StreamReader& in)
{
    NbtField field;
    while (io::readField(in, field)) {
        if (field.kind != NbtKind::Compound) {
            io::skipValue(in, field.kind);
            continue;
        }
        if (m_regions.size() == MaxLitematicRegions) {
            in.fail(QStringLiteral("the litematic has more than %1 regions").arg(MaxLitematicRegions));
            return;
        }
        Region region;
        region.name =
            QString::fromUtf8(field.name.data(), static_cast<qsizetype>(field.name.size())).left(80);
        takeRegion(in, region);
        m_paletteEntries += region.kinds.size();
        if (m_paletteEntries > MaxPaletteEntries)
            in.fail(
                QStringLiteral("the litematic's palettes have more than %1 entries").arg(MaxPaletteEntries));
        m_regions.push_back(std::move(region));
    }
}

void Litematic::takeRegion(io::StreamReader& in, Region& region)
{
    NbtField field;
    while (io::readField(in, field)) {
        if (field.name == "Position" && field.kind == NbtKind::Compound) {
            region.position = readPlace(in);
        } else if (field.name == "Size" && field.kind == NbtKind::Compound) {
            region.size = readPlace(in);
        } else if (field.name == "BlockStatePalette" && field.kind == NbtKind::List) {
            region.kinds = readStateList(in, m_world, MaxWorldStates);
        } else if (field.name == "BlockStates" && field.kind == NbtKind::LongArray) {
            region.longs = io::readArrayHead(in);
            region.at = in.position();
            in.skip(8 * region.longs);
        } else {
            io::skipValue(in, field.kind);
        }
    }
}

Result<std::uint64_t> Litematic::checkRegion(Region& region) const
{
    const auto wrong = [&region](const QString& why, ErrorCode code = ErrorCode::Damaged) {
        return fail(code, QStringLiteral("region \"%1\" of the litematic %2").arg(region.name, why));
    };
    if (!region.position || !region.size || region.kinds.empty() || !region.at)
        return wrong(QStringLiteral("has no %1")
                         .arg(QLatin1String(!region.position       ? "position"
                                            : !region.size         ? "size"
                                            : region.kinds.empty() ? "palette"
                                                                   : "blocks")));
    std::uint64_t volume = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t position = (*region.position)[axis];
        const std::int64_t size = (*region.size)[axis];
        if (!fitsInt(position) || !fitsInt(size))
            return wrong(QStringLiteral("is %1 wide at %2").arg(size).arg(position));
        const std::int64_t low = size > 0 ? position : position + size + 1;
        const std::int64_t cells = std::abs(size);
        volume *= static_cast<std::uint64_t>(cells);
        if (volume > MaxLitematicVolume)
            return wrong(QStringLiteral("has more than the %1 cells that are read").arg(MaxLitematicVolume),
                         ErrorCode::LimitExceeded);
        if (std::abs(low) > MaxBlockPlace || std::abs(low + cells) > MaxBlockPlace)
            return wrong(QStringLiteral("lies at %1, outside any world").arg(low));
        region.low[axis] = static_cast<int>(low);
        region.cells[axis] = static_cast<int>(cells);
    }
    const std::size_t needed =
        packedLongs(volume, bitsFor(region.kinds.size(), LeastLitematicBits), Packing::Tight);
    if (region.longs < needed)
        return wrong(QStringLiteral("has %1 longs for %2 blocks, %3 are needed")
                         .arg(region.longs)
                         .arg(volume)
                         .arg(needed));
    return volume;
}

Result<void> Litematic::readBlocks(io::StreamReader& in, std::int64_t version)
{
    if (version < 1 || version > NewestLitematic)
        return fail(ErrorCode::Unsupported,
                    QStringLiteral("version %1 of litematics is not known, 1 to %2 are")
                        .arg(version)
                        .arg(NewestLitematic));
    std::uint64_t volume = 0;
    for (Region& region : m_regions) {
        const auto own = checkRegion(region);
        if (!own)
            return tl::unexpected(own.error());
        volume += *own;
    }
    if (volume > MaxLitematicVolume)
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("the litematic has %1 cells, at most %2 are read")
                        .arg(volume)
                        .arg(MaxLitematicVolume));
    if (m_world.scope().at)
        m_world.setOrigin(*m_world.scope().at);
    else
        m_world.note(QStringLiteral("the file does not say where it lies: it is shown at 0, 0, 0"));
    for (const Region& region : m_regions) {
        in.skip(*region.at - in.position());
        if (auto filled = fill(in, region); !filled)
            return filled;
    }
    return {};
}

Result<void> Litematic::fill(io::StreamReader& in, const Region& region)
{
    if (region.cells.x == 0 || region.cells.y == 0 || region.cells.z == 0)
        return {};
    CellLayers layers(m_world, region.low, region.cells, true);
    const int bits = bitsFor(region.kinds.size(), LeastLitematicBits);
    std::array<std::uint16_t, Batch> numbers{};
    std::size_t at = 0;
    std::size_t end = 0;
    std::uint64_t left = static_cast<std::uint64_t>(region.cells.x) *
                         static_cast<std::uint64_t>(region.cells.y) *
                         static_cast<std::uint64_t>(region.cells.z);
    const auto next = [&] {
        end = static_cast<std::size_t>(std::min<std::uint64_t>(left, Batch));
        left -= end;
        at = 0;
        const auto batch = std::span(numbers).first(end);
        return unpackNumbers(in.bytes(8 * packedLongs(end, bits, Packing::Tight)), bits, Packing::Tight,
                             batch) &&
               lookUpKinds(in, region.kinds, batch);
    };
    for (int y = 0; y < region.cells.y; ++y) {
        for (int z = 0; z < region.cells.z; ++z) {
            if (auto started = layers.startRow(y, z); !started)
                return started;
            for (int x = 0; x < region.cells.x; ++x) {
                if (at == end && !next())
                    return tl::unexpected(in.error());
                const std::uint16_t kind = numbers[at++];
                if (kind != BlockWorld::Air)
                    layers.put(x, kind);
            }
        }
    }
    return layers.flush();
}

} // namespace ghostline::recording
