// SPDX-License-Identifier: GPL-3.0-or-later
// The fixed header, both ways.
#include "codecs/ironcurtain/container/header.h"

#include "codecs/ironcurtain/container/bincode.h"

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::uint32_t Magic = 0x5052'4349; // "ICRP"

tl::unexpected<model::Error> refused(const QString& why, std::uint64_t offset)
{
    return model::fail(ErrorCode::Unsupported, why, {.offset = offset});
}

SectionPlace place(BinReader& in)
{
    SectionPlace out;
    out.offset = in.u32();
    out.length = in.u32();
    return out;
}

void put(BinWriter& out, const SectionPlace& section)
{
    out.u32(section.offset);
    out.u32(section.length);
}

} // namespace

Result<Header> parseHeader(std::span<const std::byte> bytes)
{
    if (bytes.size() < HeaderBytes)
        return model::fail(
            ErrorCode::Damaged,
            QStringLiteral("the header is cut off: %1 of %2 bytes").arg(bytes.size()).arg(HeaderBytes),
            {.offset = bytes.size()});
    BinReader in(bytes.first(HeaderBytes));
    if (in.u32() != Magic)
        return model::fail(ErrorCode::Damaged, QStringLiteral("the file does not begin with ICRP"),
                           {.offset = 0});
    Header header;
    header.version = in.u16();
    if (header.version == 2)
        return refused(QStringLiteral("version 2 of the header (postcard encoding) cannot be read"), 4);
    if (header.version != 1)
        return refused(QStringLiteral("version %1 of the header cannot be read").arg(header.version), 4);
    header.compression = in.u8();
    if (header.compression == 2)
        return refused(QStringLiteral("compression 2 (zstd) cannot be read"), 6);
    if (header.compression != 1)
        return refused(QStringLiteral("compression %1 cannot be read").arg(header.compression), 6);
    header.flags = in.u8();
    for (SectionPlace* section :
         {&header.metadata, &header.orders, &header.keyframes, &header.events, &header.signature})
        *section = place(in);
    header.totalTicks = in.u64();
    header.finalStateHash = in.hash();
    header.voice = place(in);
    header.embedded = place(in);
    header.lostFrames = in.u32();
    return header;
}

Bytes encodeHeader(const Header& header)
{
    Bytes bytes;
    bytes.reserve(HeaderBytes);
    BinWriter out(bytes);
    out.u32(Magic);
    out.u16(header.version);
    out.u8(header.compression);
    out.u8(header.flags);
    for (const SectionPlace* section :
         {&header.metadata, &header.orders, &header.keyframes, &header.events, &header.signature})
        put(out, *section);
    out.u64(header.totalTicks);
    out.hash(header.finalStateHash);
    put(out, header.voice);
    put(out, header.embedded);
    out.u32(header.lostFrames);
    return bytes;
}

} // namespace ghostline::ironcurtain
