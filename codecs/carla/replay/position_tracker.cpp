// SPDX-License-Identifier: GPL-3.0-or-later
// The fast scan over positions and the slow way for frames in which something changed.
#include "codecs/carla/replay/position_tracker.h"

#include "codecs/carla/base/limits.h"
#include "model/bytes/byte_sources.h"

#include <algorithm>

namespace ghostline::carla {

using io::loadLe;
using model::FrameNumber;
using model::Micros;
using model::Result;

namespace {

/// Non-zero when one of the numbers is NaN or infinite: all exponent bits set.
std::uint64_t nonFinite(const std::byte* at, float)
{
    std::uint64_t bad = 0;
    for (std::size_t i = 0; i < 24; i += 8) {
        const std::uint64_t pair = loadLe<std::uint64_t>(at + i) & 0x7F80'0000'7F80'0000ULL;
        bad |= (pair + 0x0080'0000'0080'0000ULL) & 0x8000'0000'8000'0000ULL;
    }
    return bad;
}

std::uint64_t nonFinite(const std::byte* at, double)
{
    std::uint64_t bad = 0;
    for (std::size_t i = 0; i < 48; i += 8) {
        const std::uint64_t bits = loadLe<std::uint64_t>(at + i) & 0x7FF0'0000'0000'0000ULL;
        bad |= (bits + 0x0010'0000'0000'0000ULL) & 0x8000'0000'0000'0000ULL;
    }
    return bad;
}

} // namespace

template<typename T>
bool PositionTracker::sameAsBefore(Bytes data, std::size_t count) const
{
    constexpr std::size_t stride = 4 + 6 * sizeof(T);
    const std::byte* at = data.data() + 2;
    const Row* row = m_rows.data();
    std::uint64_t different = 0;
    for (std::size_t i = 0; i < count; ++i, at += stride, ++row) {
        const T height = loadLe<T>(at + 4 + 2 * sizeof(T));
        const std::uint32_t hidden = height < static_cast<T>(HiddenBelowCm) ? 1U : 0U;
        different |= (loadLe<std::uint32_t>(at) ^ row->nativeId) | (hidden ^ row->state);
        different |= nonFinite(at + 4, T{});
    }
    return different == 0;
}

Result<void> PositionTracker::packet(const Packet& packet, const Layout& layout, FrameNumber frame,
                                     PositionNews& news)
{
    const auto now = positions(packet.data, layout);
    const bool same = m_generation == m_cast.generation() && now->size() == m_rows.size() &&
                      (layout.doubles ? sameAsBefore<double>(packet.data, now->size())
                                      : sameAsBefore<float>(packet.data, now->size()));
    if (!same) {
        auto done = compare(*now, layout, frame, news);
        if (!done)
            return done;
    }
    m_previousOffset = packet.offset + PacketHeaderBytes;
    m_previousSize = packet.size;
    return {};
}

Result<void> PositionTracker::compare(const Records<ActorVectors>& now, const Layout& layout,
                                      FrameNumber frame, PositionNews& news)
{
    std::vector<Row> rows(now.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
        const ActorVectors record = now[i];
        rows[i].nativeId = record.actor;
        auto actor = m_cast.find(record.actor);
        if (!actor && !m_cast.removedIn(record.actor, frame)) {
            actor = m_cast.addUnknown(record.actor, frame);
            news.castFull = news.castFull || !actor;
        }
        if (!actor)
            continue;
        if (m_seen.size() <= *actor) {
            m_seen.resize(*actor + std::size_t{1}, -1);
            m_hidden.resize(*actor + std::size_t{1}, false);
        }
        rows[i].actor = *actor;
        rows[i].valid = finite(record.first) && finite(record.second);
        if (!rows[i].valid) {
            news.badActors.push_back(record.actor);
            continue;
        }
        rows[i].hidden = record.first.z < HiddenBelowCm;
        if (rows[i].hidden != m_hidden[*actor] && m_seen[*actor] >= 0)
            (rows[i].hidden ? news.parked : news.surfaced).push_back(*actor);
        m_hidden[*actor] = rows[i].hidden;
        m_seen[*actor] = frame;
        if (const auto held = m_held.find(*actor); held != m_held.end()) {
            if (held->second.gap >= 0)
                m_gaps[static_cast<std::size_t>(held->second.gap)].end = frame;
            m_held.erase(held);
        }
    }
    // Whoever was there and is not any more keeps its last place; the old packet is read again for it.
    auto held = holdMissing(layout, frame);
    for (Row& row : rows)
        row.state = row.valid ? (row.hidden ? 1U : 0U) : 2U;
    m_rows = std::move(rows);
    m_generation = m_cast.generation();
    return held;
}

Result<std::vector<std::byte>> PositionTracker::previousPacket() const
{
    std::vector<std::byte> bytes(m_previousSize);
    if (const auto got = model::readExactly(m_source, m_previousOffset, bytes); !got)
        return tl::unexpected(got.error());
    return bytes;
}

Result<void> PositionTracker::holdMissing(const Layout& layout, FrameNumber frame)
{
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        if (!row.valid || m_seen[row.actor] == frame || !m_cast.life(row.actor).alive(frame))
            continue;
        if (bytes.empty()) {
            auto read = previousPacket();
            if (!read)
                return tl::unexpected(read.error());
            bytes = std::move(*read);
        }
        const auto before = positions(bytes, layout);
        if (!before || i >= before->size())
            break;
        const ActorVectors record = (*before)[i];
        m_held[row.actor] = {{record.first, record.second}, -1};
    }
    return {};
}

void PositionTracker::markSegment(FrameNumber base)
{
    for (auto& [actor, held] : m_held) {
        if (held.gap >= 0)
            continue;
        held.gap = static_cast<std::ptrdiff_t>(m_gaps.size());
        m_gaps.push_back({actor, base, OpenEnd, held.pose});
    }
}

Result<std::optional<RawPose>> PositionTracker::lastPose(std::uint32_t actor, const Layout& layout) const
{
    if (const auto held = m_held.find(actor); held != m_held.end())
        return std::optional(held->second.pose);
    const auto row = std::find_if(m_rows.begin(), m_rows.end(),
                                  [actor](const Row& r) { return r.valid && r.actor == actor; });
    if (row == m_rows.end())
        return std::optional<RawPose>();
    const auto bytes = previousPacket();
    if (!bytes)
        return tl::unexpected(bytes.error());
    const auto before = positions(*bytes, layout);
    const auto i = static_cast<std::size_t>(row - m_rows.begin());
    if (!before || i >= before->size())
        return std::optional<RawPose>();
    const ActorVectors record = (*before)[i];
    return std::optional(RawPose{record.first, record.second});
}

void PositionTracker::sample(const Packet& packet, const Layout& layout, FrameNumber frame, Micros time)
{
    if (time < m_nextSample)
        return;
    m_nextSample = time + m_samplePeriod;
    const auto now = positions(packet.data, layout);
    for (std::size_t i = 0; now && i < now->size() && i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        if (row.valid && !row.hidden && !m_cast.info(row.actor).background)
            m_samples.push_back({row.actor, frame, glm::vec3(worldPosition((*now)[i].first))});
    }
    // A recording of many hours is thinned out from here on instead of growing without end.
    if (m_samples.size() > MaxTrackSamples)
        m_samplePeriod = std::min(m_samplePeriod * 2, Micros{std::int64_t{1} << 50});
}

void PositionTracker::removed(std::uint32_t actor)
{
    const auto held = m_held.find(actor);
    if (held == m_held.end())
        return;
    m_held.erase(held);
}

void PositionTracker::dropFrom(FrameNumber frame)
{
    while (!m_samples.empty() && m_samples.back().frame >= frame)
        m_samples.pop_back();
    std::erase_if(m_gaps, [frame](const Gap& gap) { return gap.first >= frame; });
    for (Gap& gap : m_gaps) {
        if (gap.end >= frame)
            gap.end = OpenEnd;
    }
}

} // namespace ghostline::carla
