// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/io/lz4_blocks.h"

#include "codecs/io/byte_cursor.h"

#include <array>
#include <bit>
#include <lz4.h>

namespace ghostline::io {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::string_view BlockMark = "LZ4Block";
constexpr unsigned Raw = 1;       // the token's upper half: as it is,
constexpr unsigned Packed = 2;    // or packed
constexpr unsigned LeastLog = 10; // the lower half counts from here: plain bytes <= 2^(10 + it)
constexpr std::uint32_t HashSeed = 0x9747B28C;
constexpr std::uint32_t HashMask = 0x0FFFFFFF; // lz4-java keeps no more of it

struct BlockHead
{
    unsigned method = 0;
    std::uint32_t most = 0; ///< plain bytes
    std::uint32_t packed = 0;
    std::uint32_t plain = 0;
    std::uint32_t check = 0;
};

tl::unexpected<model::Error> badBlock(std::uint64_t offset, const QString& why)
{
    return model::fail(ErrorCode::Damaged, QStringLiteral("the LZ4 block at byte %1 %2").arg(offset).arg(why),
                       {.offset = offset});
}

/// What a block's data unpacks to, appended.
bool unpackBlock(const BlockHead& head, std::span<const std::byte> data, std::vector<std::byte>& out)
{
    const std::size_t before = out.size();
    if (head.method == Raw) {
        out.insert(out.end(), data.begin(), data.end());
        return data.size() == head.plain;
    }
    out.resize(before + head.plain);
    // Both fit an int: the heads are checked against 2^25, and against the bytes that are left.
    const int made = LZ4_decompress_safe(reinterpret_cast<const char*>(data.data()),
                                         reinterpret_cast<char*>(out.data() + before),
                                         static_cast<int>(data.size()), static_cast<int>(head.plain));
    return made >= 0 && static_cast<std::uint32_t>(made) == head.plain;
}

} // namespace

// As the algorithm is specified: https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md (XXH32).
std::uint32_t xxHash32(std::span<const std::byte> bytes, std::uint32_t seed)
{
    constexpr std::array<std::uint32_t, 5> P{2654435761U, 2246822519U, 3266489917U, 668265263U, 374761393U};
    constexpr std::size_t Stripe = 16;
    const auto word = [&](std::size_t at) { return loadLe<std::uint32_t>(bytes.data() + at); };
    std::size_t at = 0;
    std::uint32_t hash = seed + P[4];
    if (bytes.size() >= Stripe) {
        std::array<std::uint32_t, 4> lanes{seed + P[0] + P[1], seed + P[1], seed, seed - P[0]};
        for (; at + Stripe <= bytes.size(); at += Stripe) {
            for (std::size_t lane = 0; lane < lanes.size(); ++lane)
                lanes[lane] = std::rotl(lanes[lane] + word(at + 4 * lane) * P[1], 13) * P[0];
        }
        hash = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) +
               std::rotl(lanes[3], 18);
    }
    hash += static_cast<std::uint32_t>(bytes.size());
    for (; at + 4 <= bytes.size(); at += 4)
        hash = std::rotl(hash + word(at) * P[2], 17) * P[3];
    for (; at < bytes.size(); ++at)
        hash = std::rotl(hash + std::to_integer<std::uint32_t>(bytes[at]) * P[4], 11) * P[0];
    hash = (hash ^ hash >> 15) * P[1];
    hash = (hash ^ hash >> 13) * P[2];
    return hash ^ hash >> 16;
}

Result<std::vector<std::byte>> unpackLz4Blocks(std::span<const std::byte> bytes, std::uint64_t cap,
                                               std::uint64_t base, std::uint64_t* spent)
{
    ByteCursor in(bytes, base);
    std::vector<std::byte> out;
    while (true) {
        const std::uint64_t offset = in.offset();
        const bool marked = in.text(BlockMark.size()) == BlockMark;
        const std::uint8_t token = in.u8();
        BlockHead head;
        head.method = token >> 4;
        head.most = 1U << (LeastLog + (token & 0x0FU));
        head.packed = in.le<std::uint32_t>();
        head.plain = in.le<std::uint32_t>();
        head.check = in.le<std::uint32_t>();
        if (!in.ok())
            return badBlock(offset, QStringLiteral("is cut short"));
        if (!marked)
            return badBlock(offset, QStringLiteral("does not begin as one"));
        if (head.packed == 0 && head.plain == 0) {
            if (head.check != 0)
                return badBlock(offset, QStringLiteral("is empty, but has a checksum"));
            return out;
        }
        if ((head.method != Raw && head.method != Packed) || head.plain > head.most || head.plain == 0)
            return badBlock(offset,
                            QStringLiteral("says %1 bytes by method %2").arg(head.plain).arg(head.method));
        if (head.packed > in.remaining())
            return badBlock(
                offset,
                QStringLiteral("says %1 bytes of data, %2 are left").arg(head.packed).arg(in.remaining()));
        if (head.plain > cap - out.size())
            return model::fail(
                ErrorCode::LimitExceeded,
                QStringLiteral("the LZ4 data at byte %1 unpacks to more than %2 bytes").arg(base).arg(cap),
                {.offset = base});
        if (spent != nullptr)
            *spent += head.plain;
        if (!unpackBlock(head, in.bytes(head.packed), out))
            return badBlock(offset,
                            QStringLiteral("does not unpack to the %1 bytes it says").arg(head.plain));
        if ((xxHash32(std::span(out).last(head.plain), HashSeed) & HashMask) != head.check)
            return badBlock(offset, QStringLiteral("has another checksum than its data"));
    }
}

} // namespace ghostline::io
