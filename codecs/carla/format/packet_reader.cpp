// SPDX-License-Identifier: GPL-3.0-or-later
// The walk over packet headers.
#include "codecs/carla/format/packet_reader.h"

#include <algorithm>

namespace ghostline::carla {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::uint64_t DetectBytes = std::uint64_t{64} << 20;
/// Handing a block from thread to thread takes time: fewer and larger ones.
constexpr std::size_t AheadFactor = 4;
/// A walk over fewer such blocks is over before a second thread is of use.
constexpr std::uint64_t AheadLeast = 4;

} // namespace

PacketReader::PacketReader(const model::ByteSource& source, std::uint64_t begin, const Layout& layout,
                           std::uint64_t end, std::size_t blockBytes, Ahead ahead)
    : m_source(source), m_layout(layout), m_next(begin), m_limit(std::min(end, source.size())),
      m_block(std::max<std::size_t>(blockBytes, 4096)), m_aheadBlock(AheadFactor * m_block)
{
    if (ahead == Ahead::Yes && m_limit > begin && m_limit - begin >= AheadLeast * m_aheadBlock)
        m_ahead = std::make_unique<io::BlockAhead>(source, m_limit, m_aheadBlock);
}

Result<bool> PacketReader::fill(std::uint64_t at, std::size_t size, const std::stop_token& stop)
{
    if (holds(at, size))
        return true;
    if (stop.stop_requested())
        return model::cancelled();
    if (m_ahead) {
        auto done = size <= m_aheadBlock ? fillAhead(at, size, stop) : gatherAhead(at, size, stop);
        if (done || done.error().code == ErrorCode::Cancelled)
            return done;
        // A large block fails as a whole; in small ones, what lies before the bad place can still be read.
        keep(at, 0);
        m_ahead.reset();
    }
    const std::uint64_t left = m_limit > at ? m_limit - at : 0;
    const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(std::max(m_block, size), left));
    const std::size_t kept = keep(at, want);
    if (want > kept) {
        const auto got = m_source.read(at + kept, std::span(m_buffer).subspan(kept, want - kept), stop);
        if (!got)
            return tl::unexpected(got.error());
        m_data = Bytes(m_buffer.data(), kept + *got);
    }
    return m_data.size() >= size;
}

Result<bool> PacketReader::fillAhead(std::uint64_t at, std::size_t size, const std::stop_token& stop)
{
    while (!holds(at, size)) {
        const Bytes rest = known(at);
        const auto got = m_ahead->read(at + rest.size(), rest, stop);
        if (!got)
            return tl::unexpected(got.error());
        if (got->size() == rest.size())
            return false;
        m_data = *got;
        m_dataAt = at;
    }
    return true;
}

Result<bool> PacketReader::gatherAhead(std::uint64_t at, std::size_t size, const std::stop_token& stop)
{
    // Whole blocks, so that the walk goes on where reading ahead stands.
    keep(at, size + m_aheadBlock);
    while (m_data.size() < size) {
        const auto got = m_ahead->read(at + m_data.size(), {}, stop);
        if (!got)
            return tl::unexpected(got.error());
        if (got->empty())
            return false;
        std::memcpy(m_buffer.data() + m_data.size(), got->data(), got->size());
        m_data = Bytes(m_buffer.data(), m_data.size() + got->size());
    }
    return true;
}

std::size_t PacketReader::keep(std::uint64_t at, std::size_t room)
{
    // What is left of the block moves to the front, so that no byte is read twice.
    const Bytes rest = known(at);
    room = std::max(room, rest.size());
    if (m_buffer.size() < room) {
        std::vector<std::byte> larger(room);
        std::copy(rest.begin(), rest.end(), larger.begin());
        m_buffer = std::move(larger);
    } else if (!rest.empty()) {
        std::memmove(m_buffer.data(), rest.data(), rest.size());
    }
    m_data = Bytes(m_buffer.data(), rest.size());
    m_dataAt = at;
    return rest.size();
}

Result<bool> PacketReader::next(Packet& out, const std::stop_token& stop)
{
    if (m_end != WalkEnd::Running)
        return false;
    if (m_next >= m_limit) {
        m_end = WalkEnd::EndOfFile;
        return false;
    }
    auto head = fill(m_next, PacketHeaderBytes, stop);
    if (!head)
        return head;
    if (!*head) {
        m_end = WalkEnd::Truncated;
        return false;
    }
    const std::byte* at = m_data.data() + (m_next - m_dataAt);
    out.id = static_cast<std::uint8_t>(at[0]);
    out.size = io::loadLe<std::uint32_t>(at + 1);
    out.offset = m_next;
    out.data = {};
    if (out.size > m_limit - m_next - PacketHeaderBytes) {
        m_end = WalkEnd::Truncated;
        return false;
    }
    // A hole of zeroes would read as millions of empty FrameStarts; it ends the log like an unpatched size.
    if (out.size == 0 && (needsTotal(out.id) || out.id == 0)) {
        m_end = WalkEnd::SizeZero;
        return false;
    }
    const bool known = out.id <= 24;
    if (known && !out.oversized()) {
        auto body = fill(m_next, PacketHeaderBytes + out.size, stop);
        if (!body)
            return body;
        if (!*body) {
            m_end = WalkEnd::Truncated;
            return false;
        }
        out.data = Bytes(m_data.data() + (m_next - m_dataAt) + PacketHeaderBytes, out.size);
        if (out.id >= 21 || out.id == 15)
            m_layout.learn(out.id, out.data);
    }
    out.kind = m_layout.kindOf(out.id);
    m_next = out.end();
    return true;
}

Result<Layout> detectLayout(const model::ByteSource& source, std::uint64_t firstPacket,
                            const std::stop_token& stop)
{
    Layout floats;
    Layout doubles;
    doubles.doubles = true;
    std::optional<bool> byAdd;
    PacketReader walk(source, firstPacket, floats, UINT64_MAX, std::size_t{64} << 10);
    Packet packet;
    while (walk.offset() < firstPacket + DetectBytes) {
        const auto more = walk.next(packet, stop);
        if (!more)
            return tl::unexpected(more.error());
        if (!*more)
            break;
        const std::size_t total = storedTotal(packet.data);
        if (total == 0)
            continue;
        if (packet.kind == PacketKind::Position && (packet.size - 2) % total == 0) {
            const std::size_t each = (packet.size - 2) / total;
            if (each == 28 || each == 52)
                return each == 52 ? doubles : floats;
        } else if (packet.kind == PacketKind::EventAdd && !byAdd) {
            byAdd = !addsFit(packet.data, floats) && addsFit(packet.data, doubles);
        }
    }
    return byAdd.value_or(false) ? doubles : floats;
}

} // namespace ghostline::carla
