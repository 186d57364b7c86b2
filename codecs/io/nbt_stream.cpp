// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/io/nbt_stream.h"

#include <algorithm>
#include <array>

namespace ghostline::io {

namespace {

constexpr std::uint8_t LastStreamKind = static_cast<std::uint8_t>(NbtKind::LongArray);

/// Bytes of a number, or of an array's element; 0 for what has no size of its own.
constexpr std::size_t elementBytes(NbtKind kind)
{
    constexpr std::array<std::uint8_t, 13> Sizes{0, 1, 2, 4, 8, 4, 8, 1, 0, 0, 0, 4, 8};
    return Sizes[static_cast<std::size_t>(kind)];
}

constexpr bool isNumberKind(NbtKind kind) { return kind >= NbtKind::Byte && kind <= NbtKind::Double; }
constexpr bool isArrayKind(NbtKind kind)
{
    return kind == NbtKind::ByteArray || kind == NbtKind::IntArray || kind == NbtKind::LongArray;
}

NbtKind readKind(StreamReader& in)
{
    const std::uint8_t kind = in.u8();
    if (kind <= LastStreamKind)
        return static_cast<NbtKind>(kind);
    in.fail(QStringLiteral("kind %1 in NBT is unknown").arg(kind));
    return NbtKind::End;
}

/// One open container of a walk that keeps no values.
struct OpenLevel
{
    NbtKind kind = NbtKind::End; ///< of a list's elements
    bool compound = false;
    std::size_t left = 0;
};

OpenLevel openLevel(StreamReader& in, NbtKind kind)
{
    OpenLevel level;
    level.compound = kind == NbtKind::Compound;
    if (level.compound)
        return level;
    level.kind = readListHead(in, level.left);
    if (isNumberKind(level.kind)) {
        in.skip(level.left * elementBytes(level.kind));
        level.left = 0;
    }
    return level;
}

/// The kind of the next value in `level`; End when it is done.
NbtKind nextKindOf(StreamReader& in, OpenLevel& level)
{
    if (!level.compound) {
        if (level.left == 0)
            return NbtKind::End;
        --level.left;
        return level.kind;
    }
    const NbtKind kind = readKind(in);
    if (kind != NbtKind::End)
        in.skip(in.be<std::uint16_t>());
    return kind;
}

void skipPlainValue(StreamReader& in, NbtKind kind)
{
    if (isNumberKind(kind))
        in.skip(elementBytes(kind));
    else if (kind == NbtKind::String)
        in.skip(in.be<std::uint16_t>());
    else if (isArrayKind(kind))
        in.skip(readArrayHead(in) * elementBytes(kind));
}

} // namespace

bool openNbt(StreamReader& in, NbtRoot root)
{
    if (in.u8() != static_cast<std::uint8_t>(NbtKind::Compound))
        in.fail(QStringLiteral("the root of the NBT is no compound"));
    if (root == NbtRoot::Named)
        in.skip(in.be<std::uint16_t>());
    return in.ok();
}

bool openNbt(StreamReader& in)
{
    if (!openNbt(in, NbtRoot::Nameless))
        return false;
    // No kind of a field is 0, and no root's name has 256 bytes: a length begins with 0, a field does not.
    if (in.peek() == 0)
        in.skip(in.be<std::uint16_t>());
    return in.ok();
}

bool readField(StreamReader& in, NbtField& field)
{
    field.kind = readKind(in);
    if (!in.ok() || field.kind == NbtKind::End)
        return false;
    const auto length = in.be<std::uint16_t>();
    field.name = in.text(length);
    return in.ok();
}

NbtKind readListHead(StreamReader& in, std::size_t& count)
{
    const NbtKind kind = readKind(in);
    const auto length = in.be<std::int32_t>();
    count = static_cast<std::size_t>(std::max(length, 0));
    if (count > 0 && kind == NbtKind::End)
        in.fail(QStringLiteral("a list of nothing in NBT has length %1").arg(length));
    if (count > in.remaining())
        in.fail(QStringLiteral("a list in NBT has %1 elements where %2 bytes are left")
                    .arg(length)
                    .arg(in.remaining()));
    if (!in.ok())
        count = 0;
    return kind;
}

std::size_t readArrayHead(StreamReader& in)
{
    const auto length = in.be<std::int32_t>();
    if (length < 0)
        in.fail(QStringLiteral("an array in NBT has length %1").arg(length));
    return in.ok() ? static_cast<std::size_t>(length) : 0;
}

std::string readText(StreamReader& in, std::size_t most)
{
    const auto length = in.be<std::uint16_t>();
    if (length > most)
        in.fail(QStringLiteral("a text in NBT has %1 bytes, at most %2 are read").arg(length).arg(most));
    return std::string(in.ok() ? in.text(length) : std::string_view());
}

std::optional<std::int64_t> readInteger(StreamReader& in, NbtKind kind)
{
    switch (kind) {
    case NbtKind::Byte:
        return in.be<std::int8_t>();
    case NbtKind::Short:
        return in.be<std::int16_t>();
    case NbtKind::Int:
        return in.be<std::int32_t>();
    case NbtKind::Long:
        return in.be<std::int64_t>();
    default:
        skipValue(in, kind);
        return std::nullopt;
    }
}

bool skipValue(StreamReader& in, NbtKind kind, int depthLimit)
{
    if (kind != NbtKind::Compound && kind != NbtKind::List) {
        skipPlainValue(in, kind);
        return in.ok();
    }
    const auto deepest = static_cast<std::size_t>(std::clamp(depthLimit, 1, DeepestNbt));
    std::array<OpenLevel, DeepestNbt> levels; // NOLINT: each is set before it is used
    levels[0] = openLevel(in, kind);
    std::size_t open = 1;
    while (in.ok() && open > 0) {
        const NbtKind next = nextKindOf(in, levels[open - 1]);
        if (next == NbtKind::End) {
            --open;
        } else if (next != NbtKind::Compound && next != NbtKind::List) {
            skipPlainValue(in, next);
        } else if (open == deepest) {
            in.fail(QStringLiteral("the NBT is nested deeper than %1").arg(depthLimit));
        } else {
            levels[open++] = openLevel(in, next);
        }
    }
    return in.ok();
}

bool skipNbt(StreamReader& in, NbtRoot root, int depthLimit)
{
    return openNbt(in, root) && skipValue(in, NbtKind::Compound, depthLimit);
}

} // namespace ghostline::io
