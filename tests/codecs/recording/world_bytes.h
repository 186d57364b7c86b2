// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Worlds as tests write them, format by format; shares nothing with the readers but names of kinds.
#include "codecs/io/nbt.h"
#include "tests/support/packed_bytes.h"

#include <QByteArray>

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ghostline::test {

using Bytes = std::vector<std::byte>;

/// Sixteen cells a side; `numbers` count in `palette`, index x + 16 z + 256 y. One state needs no numbers.
struct MadeSection
{
    std::vector<std::string> palette{"minecraft:air"};
    std::vector<std::uint16_t> numbers{};
};

struct MadeEntity
{
    std::uint32_t place = 0; ///< packed as Polar has it
    std::string name{};
};

struct MadeChunk
{
    std::int32_t x = 0;
    std::int32_t z = 0;
    std::vector<std::optional<MadeSection>> sections; ///< from the lowest; none = said to be empty
    std::vector<MadeEntity> entities{};
};

struct MadeWorld
{
    int lowest = 0; ///< section
    std::vector<MadeChunk> chunks;
};

/// A small world: two chunks of three sections, of air, of one state, of three and of forty.
MadeWorld smallWorld();

/// Big-endian numbers and what Polar and Slime make of them.
class WorldBytes
{
public:
    template<typename T>
    WorldBytes& be(T value)
    {
        for (int shift = 8 * (int{sizeof(T)} - 1); shift >= 0; shift -= 8)
            m_bytes.push_back(static_cast<std::byte>(static_cast<std::uint64_t>(value) >> shift & 0xFFU));
        return *this;
    }
    WorldBytes& u8(int value) { return be(static_cast<std::uint8_t>(value)); }
    WorldBytes& varInt(std::int32_t value);
    WorldBytes& text(std::string_view text); ///< VarInt and bytes
    WorldBytes& raw(const Bytes& bytes);
    WorldBytes& zeros(std::size_t count);
    WorldBytes& longs(const std::vector<std::uint64_t>& longs); ///< without their number
    const Bytes& bytes() const { return m_bytes; }

private:
    Bytes m_bytes;
};

/// Numbers in longs, whole ones in each or as one stream of bits.
std::vector<std::uint64_t> packNumbers(const std::vector<std::uint16_t>& numbers, int bits, bool tight);
/// The bits that `size` entries need, at least `least`.
int bitsOf(std::size_t size, int least);

Bytes nbtBytes(const io::NbtCompound& root, io::NbtRoot kind = io::NbtRoot::Named);
/// {Name, Properties} of "name[key=value]".
io::NbtCompound stateTree(const std::string& state);

struct PolarSpec
{
    int version = 7;
    bool draft = false; ///< of the first release: version 256
    bool packed = true;
    bool light = true;
    MadeWorld world;
    std::optional<std::int32_t> said{}; ///< instead of the true length
};
Bytes polarBody(const PolarSpec& spec);
Bytes polarHeader(const PolarSpec& spec, std::int32_t length);
Bytes polarFile(const PolarSpec& spec);

struct SlimeSpec
{
    int version = 12;
    int game = 8; ///< the game's age, of versions before 10
    MadeWorld world;
};
Bytes slimeFile(const SlimeSpec& spec);

struct LitematicRegion
{
    glm::ivec3 position{0};
    glm::ivec3 size{1};
    std::vector<std::string> palette{"minecraft:air"};
    std::vector<std::uint16_t> numbers; ///< in the order y, z, x from the lowest corner
    bool dataFirst = false;             ///< its blocks come before all that tells what they are
};
io::NbtCompound litematicTree(int version, const std::vector<LitematicRegion>& regions);

} // namespace ghostline::test
