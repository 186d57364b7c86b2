// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/sponge_schematic.h"

#include "codecs/recording/worlds/cell_layers.h"
#include "codecs/recording/worlds/world_limits.h"

#include <limits>

namespace ghostline::recording {

using io::NbtField;
using io::NbtKind;
using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

/// Shorts are meant without a sign.
std::optional<std::int64_t> readSide(io::StreamReader& in, NbtKind kind)
{
    const auto number = io::readInteger(in, kind);
    return number && kind == NbtKind::Short ? static_cast<std::uint16_t>(*number) : number;
}

/// An array of three numbers; what is something else is stepped over.
std::optional<glm::dvec3> readCorner(io::StreamReader& in, NbtKind kind)
{
    if (kind != NbtKind::IntArray) {
        io::skipValue(in, kind);
        return std::nullopt;
    }
    const std::size_t count = io::readArrayHead(in);
    if (count != 3) {
        in.skip(4 * std::uint64_t{count});
        return std::nullopt;
    }
    glm::dvec3 corner;
    for (int axis = 0; axis < 3; ++axis)
        corner[axis] = in.be<std::int32_t>();
    return corner;
}

Result<int> checkedSide(const std::optional<std::int64_t>& side, const char* name)
{
    if (!side)
        return fail(ErrorCode::Damaged, QStringLiteral("the schematic names no %1").arg(QLatin1String(name)));
    if (*side < 0 || *side > std::numeric_limits<std::uint16_t>::max())
        return fail(ErrorCode::Damaged,
                    QStringLiteral("the schematic's %1 is %2").arg(QLatin1String(name)).arg(*side));
    return static_cast<int>(*side);
}

/// Sections are counted from there in whole numbers.
bool isInAWorld(const glm::dvec3& place)
{
    return glm::all(glm::lessThanEqual(glm::abs(place), glm::dvec3(static_cast<double>(MaxBlockPlace))));
}

} // namespace

bool SpongeSchematic::take(io::StreamReader& in, const NbtField& field)
{
    const bool compound = field.kind == NbtKind::Compound;
    if (field.name == "Width")
        m_width = readSide(in, field.kind);
    else if (field.name == "Height")
        m_height = readSide(in, field.kind);
    else if (field.name == "Length")
        m_length = readSide(in, field.kind);
    else if (field.name == "Offset")
        m_offset = readCorner(in, field.kind);
    else if (field.name == "Metadata" && compound)
        takeMetadata(in);
    else if (field.name == "Palette" && compound)
        readPalette(in, m_flat);
    else if (field.name == "BlockData" && field.kind == NbtKind::ByteArray)
        takeData(in, m_flat);
    else if (field.name == "Blocks" && compound)
        takeNested(in);
    else
        return false;
    return true;
}

void SpongeSchematic::takeNested(io::StreamReader& in)
{
    NbtField field;
    while (io::readField(in, field)) {
        if (field.name == "Palette" && field.kind == NbtKind::Compound)
            readPalette(in, m_nested);
        else if (field.name == "Data" && field.kind == NbtKind::ByteArray)
            takeData(in, m_nested);
        else
            io::skipValue(in, field.kind);
    }
}

void SpongeSchematic::takeMetadata(io::StreamReader& in)
{
    NbtField field;
    const auto axis = [&](int which) {
        const auto number = io::readInteger(in, field.kind);
        glm::dvec3 offset = m_editorOffset.value_or(glm::dvec3(0.0));
        offset[which] = static_cast<double>(number.value_or(0));
        m_editorOffset = offset;
    };
    while (io::readField(in, field)) {
        if (field.name == "WEOffsetX") {
            axis(0);
        } else if (field.name == "WEOffsetY") {
            axis(1);
        } else if (field.name == "WEOffsetZ") {
            axis(2);
        } else if (field.name == "WorldEdit" && field.kind == NbtKind::Compound) {
            NbtField inner;
            while (io::readField(in, inner)) {
                if (inner.name == "Origin")
                    m_editorOrigin = readCorner(in, inner.kind);
                else
                    io::skipValue(in, inner.kind);
            }
        } else {
            io::skipValue(in, field.kind);
        }
    }
}

void SpongeSchematic::readPalette(io::StreamReader& in, Blocks& to)
{
    to.palette = true;
    NbtField field;
    std::size_t entries = 0;
    while (io::readField(in, field)) {
        const auto number = io::readInteger(in, field.kind);
        if (++entries > MaxWorldStates)
            in.fail(QStringLiteral("the schematic's palette has more than %1 entries").arg(MaxWorldStates));
        // Numbers may leave gaps, but not reach beyond any palette.
        if (in.ok() && (!number || *number < 0 || *number >= static_cast<std::int64_t>(MaxWorldStates)))
            in.fail(QStringLiteral("%1 has no usable number in the schematic's palette")
                        .arg(QString::fromUtf8(
                            field.name.data(),
                            static_cast<qsizetype>(std::min<std::size_t>(field.name.size(), 80)))));
        if (!in.ok())
            return;
        const auto kind = m_world.kindOf(field.name);
        if (!kind) {
            in.fail(kind.error());
            return;
        }
        const auto index = static_cast<std::size_t>(*number);
        if (index >= to.kinds.size()) {
            to.kinds.resize(index + 1, BlockWorld::Air);
            to.known.resize(index + 1, false);
        }
        to.kinds[index] = *kind;
        to.known[index] = true;
    }
}

void SpongeSchematic::takeData(io::StreamReader& in, Blocks& to)
{
    to.bytes = io::readArrayHead(in);
    to.at = in.position();
    in.skip(to.bytes);
}

/// Versions 1 and 2 are saved with the place of their lowest corner; version 3 with the way to it from where
/// the editor stood, which the editor notes beside it.
SpongeSchematic::Place SpongeSchematic::placeOf(std::int64_t version) const
{
    if (version >= 3 && m_editorOrigin)
        return m_offset.value_or(glm::dvec3(0.0)) + *m_editorOrigin;
    return m_offset ? m_offset : m_editorOffset;
}

Result<void> SpongeSchematic::readBlocks(io::StreamReader& in, std::int64_t version)
{
    glm::ivec3 size;
    for (const auto& [name, said, axis] :
         {std::tuple("Width", &m_width, 0), std::tuple("Height", &m_height, 1),
          std::tuple("Length", &m_length, 2)}) {
        const auto side = checkedSide(*said, name);
        if (!side)
            return tl::unexpected(side.error());
        size[axis] = *side;
    }
    const auto volume = static_cast<std::uint64_t>(size.x) * static_cast<std::uint64_t>(size.y) *
                        static_cast<std::uint64_t>(size.z);
    if (volume > MaxSchematicVolume)
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("the schematic is %1 x %2 x %3, more than the %4 cells that are read")
                        .arg(size.x)
                        .arg(size.y)
                        .arg(size.z)
                        .arg(MaxSchematicVolume));
    const Blocks& blocks = version >= 3 ? m_nested : m_flat;
    if (!blocks.palette || !blocks.at)
        return fail(ErrorCode::Damaged, QStringLiteral("the schematic has no %1")
                                            .arg(QLatin1String(!blocks.palette ? "palette" : "block data")));
    if (blocks.bytes < volume)
        return fail(ErrorCode::Damaged,
                    QStringLiteral("the schematic has %1 bytes for %2 blocks").arg(blocks.bytes).arg(volume),
                    {*blocks.at, {}, {}});
    const Place place = placeOf(version);
    if (place && !isInAWorld(*place))
        return fail(ErrorCode::Damaged, QStringLiteral("the schematic lies at %1, %2, %3, outside any world")
                                            .arg(place->x, 0, 'f', 0)
                                            .arg(place->y, 0, 'f', 0)
                                            .arg(place->z, 0, 'f', 0));
    m_world.setOrigin(place.value_or(m_world.scope().at.value_or(glm::dvec3(0.0))));
    in.skip(*blocks.at);
    if (volume > 0)
        return fill(in, blocks, size);
    return {};
}

Result<void> SpongeSchematic::fill(io::StreamReader& in, const Blocks& from, const glm::ivec3& size)
{
    CellLayers layers(m_world, glm::ivec3(0), size, false);
    const std::uint64_t end = *from.at + from.bytes;
    for (int y = 0; y < size.y; ++y) {
        for (int z = 0; z < size.z; ++z) {
            if (auto started = layers.startRow(y, z); !started)
                return started;
            for (int x = 0; x < size.x; ++x) {
                const auto number = static_cast<std::uint32_t>(in.varInt());
                if (number >= from.kinds.size() || !from.known[number])
                    in.fail(QStringLiteral(
                                "the schematic's block at %1, %2, %3 has number %4, which is not in its "
                                "palette,")
                                .arg(x)
                                .arg(y)
                                .arg(z)
                                .arg(static_cast<std::int32_t>(number)));
                else if (from.kinds[number] != BlockWorld::Air)
                    layers.put(x, from.kinds[number]);
            }
            if (in.ok() && in.position() > end)
                in.fail(QStringLiteral("the schematic's blocks end at %1, %2").arg(y).arg(z));
            if (!in.ok())
                return tl::unexpected(in.error());
        }
    }
    if (in.position() < end)
        return fail(ErrorCode::Damaged,
                    QStringLiteral("%1 bytes follow the schematic's last block").arg(end - in.position()));
    return layers.flush();
}

} // namespace ghostline::recording
