// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/run_scene.h"

#include "codecs/io/decompress.h"
#include "codecs/io/nbt_read.h"
#include "codecs/io/var_int.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/replay/block_colours.h"
#include "model/bytes/byte_sources.h"

#include <QFileInfo>

#include <array>
#include <limits>

namespace ghostline::recording {

model::Result<model::SceneDescription> runScene(const QString& path, std::stop_token stop)
{
    model::SceneDescription none;
    if (path.isEmpty()) {
        none.note = QStringLiteral("no scene");
        return none;
    }
    const auto file = model::openFile(path);
    if (!file)
        return tl::unexpected(file.error());
    auto scene = readSchematic(**file, std::move(stop));
    if (scene || scene.error().code != model::ErrorCode::Unsupported)
        return scene;
    none.note = QStringLiteral("%1 is not shown: %2").arg(QFileInfo(path).fileName(), scene.error().message);
    return none;
}

// Sponge schematics: block numbers as VarInts in the order y, z, x beside a palette of block states. Only
// what is filled is kept, sixteen layers at a time.

using io::NbtCompound;
using io::NbtValue;
using model::ErrorCode;
using model::fail;
using model::GridSection;
using model::Result;

namespace {

constexpr std::size_t MaxFilled = MaxBlocks;
constexpr std::size_t MaxStates = MaxPalette;
constexpr int Side = GridSection::Side;
constexpr std::int32_t NotThere = -2; ///< of a palette: nothing has this number
constexpr std::int32_t Air = -1;

struct Schematic
{
    std::int64_t version = 0;
    std::uint32_t width = 0;  ///< along x
    std::uint32_t height = 0; ///< along y
    std::uint32_t length = 0; ///< along z
    glm::dvec3 at{0.0};
    std::vector<std::int32_t> kindOf; ///< by palette number
    std::vector<model::GridKind> kinds;
    const std::vector<std::int8_t>* data = nullptr;
};

Result<std::uint32_t> dimension(const NbtCompound& root, QLatin1String name)
{
    const NbtValue* value = root.find(QString(name));
    const auto number = value != nullptr ? value->integer() : std::nullopt;
    if (!number)
        return fail(ErrorCode::Damaged, QStringLiteral("the schematic names no %1").arg(name));
    // Shorts are meant without a sign.
    const bool isShort = value->kind() == io::NbtKind::Short;
    const std::int64_t size = isShort ? static_cast<std::uint16_t>(*number) : *number;
    if (size < 0 || size > std::numeric_limits<std::uint16_t>::max())
        return fail(ErrorCode::Damaged, QStringLiteral("the schematic's %1 is %2").arg(name).arg(size));
    return static_cast<std::uint32_t>(size);
}

std::optional<glm::dvec3> whereOf(const NbtCompound& parent, QLatin1String name)
{
    const NbtValue* value = parent.find(QString(name));
    const auto* numbers = value != nullptr ? value->as<std::vector<std::int32_t>>() : nullptr;
    if (numbers == nullptr || numbers->size() != 3)
        return std::nullopt;
    return glm::dvec3((*numbers)[0], (*numbers)[1], (*numbers)[2]);
}

/// Versions 1 and 2 are saved with the place of their lowest corner; version 3 with the way to it from where
/// the editor stood, which the editor notes beside it.
glm::dvec3 placeOf(const NbtCompound& root, std::int64_t version)
{
    const auto offset = whereOf(root, QLatin1String("Offset"));
    const NbtCompound* metadata = root.compoundAt(u"Metadata");
    if (metadata == nullptr)
        return offset.value_or(glm::dvec3(0.0));
    const NbtCompound* editor = metadata->compoundAt(u"WorldEdit");
    const auto origin = editor != nullptr ? whereOf(*editor, QLatin1String("Origin")) : std::nullopt;
    if (version >= 3 && origin)
        return offset.value_or(glm::dvec3(0.0)) + *origin;
    if (offset)
        return *offset;
    glm::dvec3 noted{0.0};
    for (int axis = 0; axis < 3; ++axis) {
        constexpr std::array names{"WEOffsetX", "WEOffsetY", "WEOffsetZ"};
        const NbtValue* value = metadata->find(QString(QLatin1String(names[static_cast<std::size_t>(axis)])));
        noted[axis] = value != nullptr ? value->number().value_or(0.0) : 0.0;
    }
    return noted;
}

Result<void> readPalette(const NbtCompound& palette, Schematic& out)
{
    if (palette.entries.size() > MaxStates)
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("the schematic's palette has %1 entries, at most %2 are read")
                        .arg(palette.entries.size())
                        .arg(MaxStates));
    for (const auto& [state, value] : palette.entries) {
        const auto number = value.integer();
        // Numbers may leave gaps, but not reach beyond any palette.
        if (!number || *number < 0 || *number >= static_cast<std::int64_t>(MaxStates))
            return fail(
                ErrorCode::Damaged,
                QStringLiteral("%1 has no usable number in the schematic's palette").arg(state.left(80)));
        const auto index = static_cast<std::size_t>(*number);
        if (index >= out.kindOf.size())
            out.kindOf.resize(index + 1, NotThere);
        const BlockLook look = blockLook(state.toStdString());
        if (look.empty) {
            out.kindOf[index] = Air;
            continue;
        }
        out.kindOf[index] = static_cast<std::int32_t>(out.kinds.size());
        out.kinds.push_back({state, look.colour, look.translucent});
    }
    return {};
}

/// Of all three versions: 3 has its blocks in a compound of their own.
Result<Schematic> readFields(const NbtCompound& root)
{
    Schematic out;
    const NbtValue* version = root.find(QStringLiteral("Version"));
    out.version = version != nullptr ? version->integer().value_or(0) : 0;
    if (out.version < 1 || out.version > 3) {
        const bool litematic = root.find(QStringLiteral("Regions")) != nullptr;
        const bool old = root.find(QStringLiteral("Materials")) != nullptr;
        return fail(
            ErrorCode::Unsupported,
            litematic ? QStringLiteral("this is a litematic, not a Sponge schematic")
            : old     ? QStringLiteral("this is a schematic of the older kind, with numbers for blocks; "
                                           "Sponge schematics are read")
            : version != nullptr
                ? QStringLiteral("version %1 of Sponge schematics is not known, 1 to 3 are").arg(out.version)
                : QStringLiteral("this is NBT, but no Sponge schematic"));
    }
    for (const auto& [name, size] :
         {std::pair(QLatin1String("Width"), &out.width), std::pair(QLatin1String("Height"), &out.height),
          std::pair(QLatin1String("Length"), &out.length)}) {
        const auto read = dimension(root, name);
        if (!read)
            return tl::unexpected(read.error());
        *size = *read;
    }
    const std::uint64_t volume = std::uint64_t{out.width} * out.height * out.length;
    if (volume > MaxSchematicVolume)
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("the schematic is %1 x %2 x %3, more than the %4 cells "
                                   "that are read")
                        .arg(out.width)
                        .arg(out.height)
                        .arg(out.length)
                        .arg(MaxSchematicVolume));
    out.at = placeOf(root, out.version);

    const NbtCompound* blocks = out.version >= 3 ? root.compoundAt(u"Blocks") : &root;
    const NbtCompound* palette = blocks != nullptr ? blocks->compoundAt(u"Palette") : nullptr;
    const NbtValue* data = blocks != nullptr
                               ? blocks->find(QString(QLatin1String(out.version >= 3 ? "Data" : "BlockData")))
                               : nullptr;
    out.data = data != nullptr ? data->as<std::vector<std::int8_t>>() : nullptr;
    if (palette == nullptr || out.data == nullptr)
        return fail(ErrorCode::Damaged,
                    QStringLiteral("the schematic has no %1")
                        .arg(QLatin1String(palette == nullptr ? "palette" : "block data")));
    if (out.data->size() < volume)
        return fail(
            ErrorCode::Damaged,
            QStringLiteral("the schematic has %1 bytes for %2 blocks").arg(out.data->size()).arg(volume));
    if (auto read = readPalette(*palette, out); !read)
        return tl::unexpected(read.error());
    return out;
}

/// Turns block numbers into sections; those of sixteen layers are open at a time, in grid order.
class Filler
{
public:
    explicit Filler(const Schematic& from)
        : m_from(from), m_columns((from.width + Side - 1) / Side), m_rows((from.length + Side - 1) / Side),
          m_open(std::size_t{m_columns} * m_rows)
    {
    }

    Result<void> fill(const std::stop_token& stop)
    {
        io::ByteCursor in(std::as_bytes(std::span(*m_from.data)));
        for (std::uint32_t y = 0; y < m_from.height; ++y) {
            for (std::uint32_t z = 0; z < m_from.length; ++z) {
                if (stop.stop_requested())
                    return model::cancelled(QStringLiteral("reading the schematic was stopped"));
                if (auto row = fillRow(in, y, z); !row)
                    return row;
            }
            if (y % Side == Side - 1 || y + 1 == m_from.height)
                flush(y / Side);
        }
        if (!in.atEnd())
            return fail(ErrorCode::Damaged,
                        QStringLiteral("%1 bytes follow the schematic's last block").arg(in.remaining()));
        return {};
    }

    std::vector<std::shared_ptr<const GridSection>> takeSections() { return std::move(m_sections); }
    const model::Bounds& cells() const { return m_cells; } ///< low corners of those that are filled

private:
    Result<void> fillRow(io::ByteCursor& in, std::uint32_t y, std::uint32_t z)
    {
        for (std::uint32_t x = 0; x < m_from.width; ++x) {
            const std::int32_t number = io::readVarInt(in);
            const bool known = number >= 0 && static_cast<std::size_t>(number) < m_from.kindOf.size();
            const std::int32_t kind = known ? m_from.kindOf[static_cast<std::size_t>(number)] : NotThere;
            if (!in.ok())
                return fail(ErrorCode::Damaged,
                            QStringLiteral("the schematic's blocks end at %1, %2, %3").arg(x).arg(y).arg(z));
            if (kind == NotThere)
                return fail(
                    ErrorCode::Damaged,
                    QStringLiteral("the schematic's block at %1, %2, %3 has number %4, which is not in "
                                   "its palette")
                        .arg(x)
                        .arg(y)
                        .arg(z)
                        .arg(number));
            if (kind == Air)
                continue;
            if (++m_filled > MaxFilled)
                return fail(ErrorCode::LimitExceeded,
                            QStringLiteral("the schematic has more than %1 blocks").arg(MaxFilled));
            const glm::ivec3 cell{static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)};
            m_open[std::size_t{z / Side} * m_columns + x / Side].cells.push_back(
                {model::gridPlaceOf(cell), static_cast<std::uint16_t>(kind)});
            m_cells.include(glm::dvec3(cell));
        }
        return {};
    }

    void flush(std::uint32_t layer)
    {
        for (std::size_t i = 0; i < m_open.size(); ++i) {
            if (m_open[i].cells.empty())
                continue;
            auto section = std::make_shared<GridSection>();
            section->at = {static_cast<int>(i % m_columns), static_cast<int>(layer),
                           static_cast<int>(i / m_columns)};
            section->cells.assign(m_open[i].cells.begin(), m_open[i].cells.end()); // no more room than needed
            m_open[i].cells.clear();
            m_sections.push_back(std::move(section));
        }
    }

    const Schematic& m_from;
    std::uint32_t m_columns;
    std::uint32_t m_rows;
    std::vector<GridSection> m_open;
    std::vector<std::shared_ptr<const GridSection>> m_sections;
    model::Bounds m_cells;
    std::size_t m_filled = 0;
};

Result<std::vector<std::byte>> unpacked(const model::ByteSource& file, const std::stop_token& stop)
{
    if (file.size() > MaxSchematicBytes)
        return fail(ErrorCode::LimitExceeded, QStringLiteral("the file has %1 bytes, at most %2 are read")
                                                  .arg(file.size())
                                                  .arg(MaxSchematicBytes));
    std::vector<std::byte> bytes(static_cast<std::size_t>(file.size()));
    const auto got = file.read(0, bytes, stop);
    if (!got)
        return tl::unexpected(got.error());
    bytes.resize(*got);
    if (bytes.size() >= 4 && std::memcmp(bytes.data(), "Polr", 4) == 0)
        return fail(ErrorCode::Unsupported,
                    QStringLiteral("this is a Polar world, which cannot be read; a Sponge "
                                   "schematic of it can"));
    if (io::detectCompression(bytes) == io::Compression::Gzip)
        return io::decompress(io::Compression::Gzip, bytes, MaxSchematicUnpacked);
    constexpr std::byte Compound{10};
    if (bytes.empty() || bytes.front() != Compound)
        return fail(ErrorCode::Unsupported, QStringLiteral("this is no Sponge schematic"));
    return bytes;
}

Result<model::SceneDescription> readScene(const model::ByteSource& file, const std::stop_token& stop)
{
    auto bytes = unpacked(file, stop);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const auto tree = io::parseNbt(*bytes);
    if (!tree)
        return tl::unexpected(tree.error());
    const NbtCompound* nested = tree->compoundAt(u"Schematic");
    const auto schematic = readFields(nested != nullptr ? *nested : *tree);
    if (!schematic)
        return tl::unexpected(schematic.error());

    Filler filler(*schematic);
    if (auto filled = filler.fill(stop); !filled)
        return tl::unexpected(filled.error());
    model::SceneDescription scene;
    scene.name = QFileInfo(file.identity().name).fileName();
    const model::Bounds& cells = filler.cells();
    if (!cells.valid) {
        scene.note = QStringLiteral("%1 holds no block").arg(scene.name);
        return scene;
    }
    auto layer = std::make_shared<model::GridLayer>();
    layer->id = QStringLiteral("surroundings");
    layer->origin = schematic->at;
    layer->kinds = std::make_shared<const std::vector<model::GridKind>>(schematic->kinds);
    layer->sections = filler.takeSections();
    scene.grids.push_back(std::move(layer));
    scene.bounds = {cells.min + schematic->at, cells.max + 1.0 + schematic->at, true};
    scene.groundHeight = scene.bounds.min.y;
    return scene;
}

} // namespace

Result<model::SceneDescription> readSchematic(const model::ByteSource& file, std::stop_token stop)
{
    auto scene = readScene(file, stop);
    if (!scene)
        scene.error().file = file.identity().name;
    return scene;
}

} // namespace ghostline::recording
