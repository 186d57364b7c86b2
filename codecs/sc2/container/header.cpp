// SPDX-License-Identifier: GPL-3.0-or-later
// The replay's header, in both encodings.
#include "codecs/sc2/container/head_parts.h"
#include "codecs/sc2/container/versioned.h"
#include "codecs/sc2/protocol/packed_reader.h"

namespace ghostline::sc2 {

namespace {

/// As the beta's first phase wrote it.
ReplayHeader readPacked(PackedReader& in)
{
    ReplayHeader header;
    header.bitPacked = true;
    const auto length = static_cast<std::size_t>(in.bits(8));
    header.signature = textOf(viewOf(in.bytes(length)));
    Version& version = header.version;
    version.flags = static_cast<int>(in.bits(8));
    version.major = static_cast<int>(in.bits(8));
    version.minor = static_cast<int>(in.bits(8));
    version.revision = static_cast<int>(in.bits(8));
    version.build = static_cast<std::uint32_t>(in.bits(32));
    version.baseBuild = static_cast<std::uint32_t>(in.bits(32));
    header.type = static_cast<int>(in.bits(3));
    header.loops = static_cast<std::uint32_t>(in.bits(32));
    return header;
}

std::uint32_t unsignedField(const VersionedValue& value, std::int64_t tag)
{
    return static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(value.integer(tag), 0, std::numeric_limits<std::uint32_t>::max()));
}

ReplayHeader fromTree(const VersionedValue& tree)
{
    ReplayHeader header;
    header.signature = textOf(tree.blob(0));
    if (const VersionedValue* version = tree.field(1)) {
        header.version.flags = narrow(version->integer(0));
        header.version.major = narrow(version->integer(1));
        header.version.minor = narrow(version->integer(2));
        header.version.revision = narrow(version->integer(3));
        header.version.build = unsignedField(*version, 4);
        header.version.baseBuild = unsignedField(*version, 5);
    }
    header.type = narrow(tree.integer(2));
    header.loops = unsignedField(tree, 3);
    if (tree.field(4) != nullptr)
        header.useScaledTime = tree.integer(4) != 0;
    if (tree.field(6) != nullptr)
        header.dataBuild = unsignedField(tree, 6);
    return header;
}

model::Result<ReplayHeader> checked(ReplayHeader header, std::uint64_t offset)
{
    if (!header.signature.startsWith(QLatin1String("StarCraft II replay")))
        return model::fail(
            model::ErrorCode::Unsupported,
            QStringLiteral("The header at byte %1 is that of \"%2\", not of a StarCraft II replay")
                .arg(offset)
                .arg(header.signature.left(40).simplified()),
            {offset, {}, {}});
    return header;
}

} // namespace

model::Result<ReplayHeader> readHeader(std::span<const std::byte> userData, std::uint64_t offset)
{
    if (userData.empty())
        return model::fail(model::ErrorCode::Damaged,
                           QStringLiteral("The archive has no replay header in front of it"),
                           {offset, {}, {}});
    // The beta's text has 21 bytes, which is what its first byte says; 5 is a self-describing structure.
    if (std::to_integer<int>(userData.front()) == static_cast<int>(VersionedKind::Struct)) {
        io::ByteCursor in(userData, offset);
        const auto tree = parseVersioned(in);
        if (!tree)
            return tl::unexpected(tree.error());
        return checked(fromTree(*tree), offset);
    }
    PackedReader in(userData);
    ReplayHeader header = readPacked(in);
    if (!in.ok())
        return model::fail(model::ErrorCode::Damaged,
                           QStringLiteral("The replay's header at byte %1 ends after %2 bytes, in the middle")
                               .arg(offset)
                               .arg(userData.size()),
                           {offset, {}, {}});
    return checked(std::move(header), offset);
}

} // namespace ghostline::sc2
