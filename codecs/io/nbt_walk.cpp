// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/io/nbt_walk.h"

#include <array>

namespace ghostline::io {

namespace {

constexpr std::uint8_t LastNbtKind = static_cast<std::uint8_t>(NbtKind::LongArray);

NbtKind takeKind(ByteCursor& in)
{
    const std::uint8_t kind = in.u8();
    if (kind > LastNbtKind)
        in.fail();
    return in.ok() ? static_cast<NbtKind>(kind) : NbtKind::End;
}

} // namespace

bool openNbt(ByteCursor& in, NbtRoot root)
{
    if (takeKind(in) != NbtKind::Compound)
        in.fail();
    if (root == NbtRoot::Named)
        (void)takeNbtText(in);
    return in.ok();
}

NbtEntry nextNbtEntry(ByteCursor& in)
{
    NbtEntry entry;
    entry.kind = takeKind(in);
    if (entry.kind != NbtKind::End)
        entry.name = takeNbtText(in);
    if (!in.ok())
        entry.kind = NbtKind::End;
    return entry;
}

NbtListHead openNbtList(ByteCursor& in)
{
    // The fewest bytes that an element of each kind takes.
    constexpr std::array<std::uint8_t, 13> Least{1, 1, 2, 4, 8, 4, 8, 4, 2, 5, 1, 4, 4};
    NbtListHead head;
    head.kind = takeKind(in);
    const auto count = in.be<std::int32_t>();
    if (!in.ok() || count <= 0)
        return head;
    head.count = static_cast<std::uint32_t>(count);
    if (head.kind == NbtKind::End ||
        head.count > in.remaining() / Least[static_cast<std::size_t>(head.kind)]) {
        in.fail();
        head.count = 0;
    }
    return head;
}

std::string_view takeNbtText(ByteCursor& in) { return in.text(in.be<std::uint16_t>()); }

std::optional<std::int64_t> takeNbtInteger(ByteCursor& in, NbtKind kind)
{
    std::int64_t value = 0;
    switch (kind) {
    case NbtKind::Byte:
        value = in.be<std::int8_t>();
        break;
    case NbtKind::Short:
        value = in.be<std::int16_t>();
        break;
    case NbtKind::Int:
        value = in.be<std::int32_t>();
        break;
    case NbtKind::Long:
        value = in.be<std::int64_t>();
        break;
    default:
        skipNbtValue(in, kind);
        return std::nullopt;
    }
    return in.ok() ? std::optional(value) : std::nullopt;
}

std::span<const std::byte> takeNbtLongs(ByteCursor& in)
{
    const auto count = in.be<std::int32_t>();
    constexpr std::size_t LongBytes = 8;
    if (count < 0 || static_cast<std::size_t>(count) > in.remaining() / LongBytes)
        in.fail();
    return in.bytes(in.ok() ? static_cast<std::size_t>(count) * LongBytes : 0);
}

} // namespace ghostline::io
