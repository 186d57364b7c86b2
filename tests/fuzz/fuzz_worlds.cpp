// SPDX-License-Identifier: GPL-3.0-or-later
// Worlds of any format, whatever bytes come: read or refused with a reason. Packed parts hardly survive a
// change of their bytes: the first byte may ask for a body that is packed here.
#include "codecs/recording/worlds/nbt_piece.h"
#include "codecs/recording/worlds/polar_world.h"
#include "codecs/recording/worlds/slime_world.h"
#include "model/bytes/byte_sources.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <zstd.h>

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::fuzz;

namespace {

using Bytes = std::vector<std::byte>;

enum class What : unsigned { Polar, PolarBody, Slime, SlimeChunks, Piece, Kinds };

void append(Bytes& to, std::initializer_list<unsigned> values)
{
    for (const unsigned value : values)
        to.push_back(static_cast<std::byte>(value));
}

void appendInt(Bytes& to, std::size_t value)
{
    append(to, {unsigned(value >> 24 & 0xFFU), unsigned(value >> 16 & 0xFFU), unsigned(value >> 8 & 0xFFU),
                unsigned(value & 0xFFU)});
}

/// A header of the version that the first byte names.
Bytes polarOf(std::span<const std::byte> body)
{
    Bytes file(PolarMark.begin(), PolarMark.end());
    const unsigned version = body.empty() ? 7U : std::to_integer<unsigned>(body[0]) % 7 + 1;
    append(file, {0, version});
    if (version >= 6)
        append(file, {1});
    append(file, {0});
    body = body.subspan(std::min<std::size_t>(body.size(), 1));
    std::size_t left = body.size();
    for (; left > 0x7F; left >>= 7)
        append(file, {unsigned(left & 0x7FU) | 0x80U});
    append(file, {unsigned(left)});
    file.insert(file.end(), body.begin(), body.end());
    return file;
}

Bytes slimeOf(std::span<const std::byte> body)
{
    Bytes file(SlimeMark.begin(), SlimeMark.end());
    const unsigned version = body.empty() ? 12U : std::to_integer<unsigned>(body[0]) % 8 + 6;
    body = body.subspan(std::min<std::size_t>(body.size(), 1));
    append(file, {version});
    if (version >= 10)
        append(file, {0, 0, 0, 0});
    else
        append(file, {version == 9 ? 8U : 7U, 0, 0, 0, 0, 0, 2, 0, 2, 0x0F});
    if (version >= 13)
        append(file, {1});
    Bytes packed(ZSTD_compressBound(body.size()));
    packed.resize(ZSTD_compress(packed.data(), packed.size(), body.data(), body.size(), 1));
    appendInt(file, packed.size());
    appendInt(file, body.size());
    file.insert(file.end(), packed.begin(), packed.end());
    return file;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0 || size > MaxInput)
        return 0;
    const auto bytes = std::as_bytes(std::span(data + 1, size - 1));
    const Bytes own(bytes.begin(), bytes.end());
    WorldScope scope;
    if ((data[0] & 0x80U) != 0)
        scope.near.push_back({{-40, 0, -40}, {40, 0, 40}, true});
    BlockWorld world(scope);
    model::Result<void> read;
    switch (static_cast<What>((data[0] & 0x7FU) % static_cast<unsigned>(What::Kinds))) {
    case What::Polar:
        read = readPolar(model::MemorySource(own), world, {});
        break;
    case What::PolarBody:
        read = readPolar(model::MemorySource(polarOf(bytes)), world, {});
        break;
    case What::Slime:
        read = readSlime(model::MemorySource(own), world, {});
        break;
    case What::SlimeChunks:
        read = readSlime(model::MemorySource(slimeOf(bytes)), world, {});
        break;
    case What::Piece:
    case What::Kinds:
        read = readNbtPiece(model::MemorySource(own), world, {});
        break;
    }
    require(read || explained(read.error()));
    std::size_t blocks = 0;
    world.forEachSection([&](const glm::ivec3&, BlockWorld::SectionKinds kinds) {
        for (const std::uint16_t kind : kinds) {
            require(kind == BlockWorld::Air || kind < world.states().size());
            blocks += kind != BlockWorld::Air ? 1 : 0;
        }
    });
    require(blocks == world.blockCount());
    const model::SceneDescription scene = world.finish(QStringLiteral("fuzz"));
    require(scene.grids.empty() || (scene.bounds.valid && scene.grids[0]->cellCount() <= blocks));
    return 0;
}
