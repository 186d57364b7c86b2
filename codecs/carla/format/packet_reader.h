// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Walks the packets of a log in file order with block reads; used by the index, the segments and the reports.
#include "codecs/carla/format/packets.h"
#include "codecs/io/block_ahead.h"
#include "model/bytes/byte_source.h"

namespace ghostline::carla {

struct Packet
{
    std::uint8_t id = 0;
    PacketKind kind = PacketKind::Unknown;
    std::uint64_t offset = 0; ///< of the id byte
    std::uint32_t size = 0;   ///< of the data
    Bytes data; ///< valid until the next call; empty for Unknown kinds and packets above the cap
    bool oversized() const { return size > MaxPacketBytes; }
    std::uint64_t end() const { return offset + PacketHeaderBytes + size; }
};

/// Why the walk ended.
enum class WalkEnd : std::uint8_t {
    Running,
    EndOfFile, ///< clean
    Truncated, ///< a header or its data reaches past the end: "truncated"
    SizeZero   ///< size still 0 for an id that needs data: "size-zero"
};

/// Learns ids 21..24 and the physics shape as it goes; whether V3 are doubles must be in `layout` already
/// (detectLayout).
class PacketReader
{
public:
    enum class Ahead : std::uint8_t { No, Yes };

    /// Walks [begin, end); `end` is clipped to the size of the source now. A long walk over everything may
    /// have a second thread read `Ahead`.
    PacketReader(const model::ByteSource& source, std::uint64_t begin, const Layout& layout,
                 std::uint64_t end = UINT64_MAX, std::size_t blockBytes = DefaultBlock,
                 Ahead ahead = Ahead::No);
    PacketReader(const model::ByteSource& source, std::uint64_t begin, const Layout& layout, Ahead ahead)
        : PacketReader(source, begin, layout, UINT64_MAX, DefaultBlock, ahead)
    {
    }

    /// The next packet, or false at the end of the walk (see walkEnd). Errors: I/O, Cancelled.
    model::Result<bool> next(Packet& out, const std::stop_token& stop = {});
    /// Calls take(packet) for each packet until it says false or the walk ends; errors of both.
    template<typename Take>
    model::Result<void> each(const std::stop_token& stop, const Take& take)
    {
        Packet packet;
        for (;;) {
            const auto more = next(packet, stop);
            if (!more)
                return tl::unexpected(more.error());
            const model::Result<bool> goOn = *more ? take(packet) : false;
            if (!goOn)
                return tl::unexpected(goOn.error());
            if (!*goOn)
                return {};
        }
    }
    WalkEnd walkEnd() const { return m_end; }
    /// Offset of the next packet's id; after the end, of the packet that could not be read.
    std::uint64_t offset() const { return m_next; }
    const Layout& layout() const { return m_layout; }

private:
    static constexpr std::size_t DefaultBlock = std::size_t{256} << 10;

    /// Makes [at, at + size) lie in m_data.
    model::Result<bool> fill(std::uint64_t at, std::size_t size, const std::stop_token& stop);
    /// The same from m_ahead, for what fits into a block and for what does not.
    model::Result<bool> fillAhead(std::uint64_t at, std::size_t size, const std::stop_token& stop);
    model::Result<bool> gatherAhead(std::uint64_t at, std::size_t size, const std::stop_token& stop);
    /// Moves what there is from `at` on to the front of m_buffer, which then has that much room.
    std::size_t keep(std::uint64_t at, std::size_t room);
    bool holds(std::uint64_t at, std::size_t size) const
    {
        return at >= m_dataAt && at + size <= m_dataAt + m_data.size();
    }
    /// What there is from `at` on.
    Bytes known(std::uint64_t at) const
    {
        const bool within = at >= m_dataAt && at < m_dataAt + m_data.size();
        return within ? m_data.subspan(static_cast<std::size_t>(at - m_dataAt)) : Bytes();
    }

    const model::ByteSource& m_source;
    Layout m_layout;
    std::uint64_t m_next;
    std::uint64_t m_limit;
    std::size_t m_block;
    std::size_t m_aheadBlock;
    std::unique_ptr<io::BlockAhead> m_ahead; ///< none for most walks
    std::vector<std::byte> m_buffer;
    Bytes m_data; ///< what has been read last, in m_buffer or in a block of m_ahead
    std::uint64_t m_dataAt = 0;
    WalkEnd m_end = WalkEnd::Running;
};

/// Finds out about doubles: the first Position packet with records decides, else the first EventAdd. Looks at
/// most at the first 64 MiB. Ids 21..24 and the physics shape are left for PacketReader to learn.
model::Result<Layout> detectLayout(const model::ByteSource& source, std::uint64_t firstPacket,
                                   const std::stop_token& stop = {});

} // namespace ghostline::carla
