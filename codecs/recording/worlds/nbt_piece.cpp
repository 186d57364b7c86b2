// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/nbt_piece.h"

#include "codecs/recording/worlds/litematic.h"
#include "codecs/recording/worlds/sponge_schematic.h"
#include "codecs/recording/worlds/world_limits.h"

namespace ghostline::recording {

using io::NbtField;
using io::NbtKind;
using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

constexpr std::int64_t NewestSponge = 3;

/// What the root says of the file's kind.
struct PieceMarks
{
    std::optional<std::int64_t> version;
    bool regions = false;   ///< a litematic's
    bool materials = false; ///< of schematics with numbers for blocks
    int structure = 0;      ///< fields of the game's own structures
};

bool isStructureField(std::string_view name)
{
    return name == "size" || name == "palette" || name == "blocks";
}

/// The root's fields; a schematic of version 3 has its own in a compound of the root.
void takeFields(io::StreamReader& in, PieceMarks& marks, Litematic& litematic, SpongeSchematic& schematic,
                bool root)
{
    NbtField field;
    while (io::readField(in, field)) {
        if (root && field.name == "Schematic" && field.kind == NbtKind::Compound) {
            takeFields(in, marks, litematic, schematic, false);
        } else if (field.name == "Regions" && field.kind == NbtKind::Compound) {
            marks.regions = true;
            litematic.takeRegions(in);
        } else if (field.name == "Version") {
            marks.version = io::readInteger(in, field.kind);
        } else if (!schematic.take(in, field)) {
            marks.materials = marks.materials || field.name == "Materials";
            marks.structure += isStructureField(field.name) ? 1 : 0;
            io::skipValue(in, field.kind);
        }
    }
}

Result<void> refusalOf(const PieceMarks& marks)
{
    QString why = QStringLiteral("this is NBT, but neither a Sponge schematic nor a litematic");
    if (marks.materials)
        why = QStringLiteral(
            "this is a schematic of the older kind, with numbers for blocks; Sponge schematics "
            "are read");
    else if (marks.structure == 3)
        why = QStringLiteral(
            "this is a structure of the game's own; Sponge schematics and litematics are read");
    else if (marks.version)
        why = QStringLiteral("version %1 of Sponge schematics is not known, 1 to %2 are")
                  .arg(*marks.version)
                  .arg(NewestSponge);
    return fail(ErrorCode::Unsupported, why);
}

} // namespace

Result<void> readNbtPiece(const model::ByteSource& file, BlockWorld& world, const std::stop_token& stop)
{
    io::StreamPart part{.offset = 0, .bytes = file.size()};
    if (part.bytes > MaxWorldFile)
        return fail(
            ErrorCode::LimitExceeded,
            QStringLiteral("the file has %1 bytes, at most %2 are read").arg(part.bytes).arg(MaxWorldFile));
    std::array<std::byte, 2> start{};
    if (const auto got = file.read(0, start, stop); !got)
        return tl::unexpected(got.error());
    if (io::detectCompression(start) == io::Compression::Gzip) {
        part.packed = io::Compression::Gzip;
        part.unpacked = MaxWorldUnpacked;
    }
    PieceMarks marks;
    Litematic litematic(world);
    SpongeSchematic schematic(world);
    io::StreamReader fields(file, part, stop);
    if (io::openNbt(fields))
        takeFields(fields, marks, litematic, schematic, true);
    if (fields.ok() && !fields.atEnd() && fields.ok())
        fields.fail(QStringLiteral("bytes follow the NBT"));
    if (!fields.ok())
        return tl::unexpected(fields.error());

    io::StreamReader blocks(file, part, stop);
    if (marks.regions)
        return litematic.readBlocks(blocks, marks.version.value_or(0));
    if (!marks.materials && marks.version.value_or(0) >= 1 && *marks.version <= NewestSponge)
        return schematic.readBlocks(blocks, *marks.version);
    return refusalOf(marks);
}

} // namespace ghostline::recording
