// SPDX-License-Identifier: GPL-3.0-or-later
// Building a segment: what of its frames was held or jumped, and whose the bones are.
#include "codecs/echo/echo_segment.h"

#include <algorithm>

namespace ghostline::echo {

using model::FrameNumber;
using model::Micros;

EchoSegment::EchoSegment(Source source) : m_source(std::move(source)), m_boneOrder(boneOrder(m_source.sides))
{
}

model::Result<std::shared_ptr<const EchoSegment>> EchoSegment::build(Source source)
{
    std::shared_ptr<EchoSegment> segment(new EchoSegment(std::move(source)));
    const Source& s = segment->m_source;
    for (std::size_t i = 0; i < segment->size(); ++i) {
        // A file that was changed after it was indexed would otherwise lead out of the lists.
        if (s.block.frames[i].players.count != s.cast->at(i).players)
            return model::fail(
                model::ErrorCode::Damaged,
                QStringLiteral("frame %1 is not the one that was indexed; the file has changed")
                    .arg(s.first + static_cast<FrameNumber>(i)),
                {.frame = s.first + static_cast<FrameNumber>(i)});
    }
    if (segment->size() == 0)
        return model::fail(model::ErrorCode::Damaged,
                           QStringLiteral("nothing could be decoded from frame %1 on").arg(s.first),
                           {.frame = s.first});
    const std::size_t count = segment->size();
    segment->m_playerBits.assign(s.block.players.size(), 0);
    segment->m_discBits.assign(count, 0);
    segment->m_times.reserve(count + 1);
    segment->m_times.push_back(s.start);
    RoundCount rounds = s.rounds;
    segment->m_rounds.emplace_back(0, rounds.won());
    for (std::size_t i = 0; i < count; ++i) {
        segment->settle(i);
        segment->markJumps(i);
        if (rounds.take(s.block.frames[i]))
            segment->m_rounds.emplace_back(i, rounds.won());
        const Frame* after = i + 1 < count ? &s.block.frames[i + 1]
                             : s.next      ? s.next->frames.data()
                                           : nullptr;
        if (after != nullptr)
            segment->m_times.push_back(
                timeAfter(segment->m_times.back(), s.block.frames[i].timeMs, after->timeMs));
    }
    if (!s.block.bones.empty())
        segment->assignBones();
    return std::shared_ptr<const EchoSegment>(std::move(segment));
}

model::FrameRange EchoSegment::frames() const
{
    return {m_source.first, m_source.first + static_cast<FrameNumber>(size())};
}

std::size_t EchoSegment::bytes() const
{
    return sizeof *this + m_source.block.bytes() + (m_source.next ? m_source.next->bytes() : 0) +
           m_times.capacity() * sizeof(Micros) + m_playerBits.capacity() + m_discBits.capacity() +
           m_boneRuns.capacity() * sizeof(BoneRun) + (m_owners.capacity() + m_nextOwners.capacity()) * 2;
}

std::uint8_t& EchoSegment::bits(std::size_t frame, const Row& row)
{
    return row.player() ? m_playerBits[m_source.block.frames[frame].players.first +
                                       static_cast<std::size_t>(row.source)]
                        : m_discBits[frame];
}

void EchoSegment::settle(std::size_t frame)
{
    FrameBlock& block = m_source.block;
    Frame& now = block.frames[frame];
    const ChunkCast& cast = *m_source.cast;
    const Roster& roster = cast.at(frame);
    const bool same = frame > roster.frame;
    for (const Row& row : cast.rowsOf(roster)) {
        const Row* before = nullptr;
        if (frame > 0)
            before = same ? &row : findRow(cast.rowsOf(cast.at(frame - 1)), row.id);
        const Frame* last = before != nullptr ? &block.frames[frame - 1] : nullptr;
        bool whole = true;
        if (row.player()) {
            whole = settlePlayer(
                block.players[now.players.first + static_cast<std::size_t>(row.source)],
                last != nullptr && before->player()
                    ? &block.players[last->players.first + static_cast<std::size_t>(before->source)]
                    : nullptr);
        } else if (row.source == Row::Disc) {
            whole = settleDisc(now, last);
        }
        if (!whole)
            bits(frame, row) |= Held;
    }
    settleBones(std::span(block.bones).subspan(now.bones.first, now.bones.count));
}

bool EchoSegment::hasJumped(std::size_t frame, const Row& row, const Row& before) const
{
    const FrameBlock& block = m_source.block;
    const Frame& now = block.frames[frame];
    const Frame& last = block.frames[frame - 1];
    const Micros step = m_times[frame] - m_times[frame - 1];
    if (row.player() && before.player()) {
        const PlayerFrame& a = block.playersOf(last)[static_cast<std::size_t>(before.source)];
        const PlayerFrame& b = block.playersOf(now)[static_cast<std::size_t>(row.source)];
        return jumped(a.part(Part::Body).position, b.part(Part::Body).position, a.velocity, b.velocity, step);
    }
    return row.source == Row::Disc &&
           jumped(last.disc.position, now.disc.position, last.discVelocity, now.discVelocity, step);
}

void EchoSegment::markJumps(std::size_t frame)
{
    const ChunkCast& cast = *m_source.cast;
    const Roster& roster = cast.at(frame);
    for (const Row& row : cast.rowsOf(roster)) {
        bool is = false;
        if (frame == 0) {
            is = std::binary_search(cast.jumped.begin(), cast.jumped.end(), row.id);
        } else if (const Row* before =
                       frame > roster.frame ? &row : findRow(cast.rowsOf(cast.at(frame - 1)), row.id)) {
            is = hasJumped(frame, row, *before);
        }
        if (is)
            bits(frame, row) |= Jumped;
    }
}

void EchoSegment::assignBones()
{
    const FrameBlock& block = m_source.block;
    std::vector<std::int16_t> owners;
    const Roster* roster = nullptr;
    const Frame* last = nullptr;
    const auto sameSlots = [&block](const Frame& a, const Frame& b) {
        const auto x = block.bonesOf(a);
        const auto y = block.bonesOf(b);
        return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                          [](const BoneSet& p, const BoneSet& q) { return p.slot == q.slot; });
    };
    for (std::size_t i = 0; i < size(); ++i) {
        const Frame& frame = block.frames[i];
        const Roster& now = m_source.cast->at(i);
        if (&now == roster && last->hasBones == frame.hasBones && sameSlots(*last, frame)) {
            last = &frame;
            continue;
        }
        roster = &now;
        last = &frame;
        findBoneOwners(block.playersOf(frame), block.bonesOf(frame), owners);
        m_boneRuns.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(m_owners.size()),
                              static_cast<std::uint32_t>(owners.size()),
                              static_cast<std::uint32_t>(std::count_if(
                                  owners.begin(), owners.end(), [](std::int16_t o) { return o >= 0; }))});
        m_owners.insert(m_owners.end(), owners.begin(), owners.end());
    }
    if (m_source.next)
        findBoneOwners(m_source.next->playersOf(m_source.next->frames[0]),
                       m_source.next->bonesOf(m_source.next->frames[0]), m_nextOwners);
}

} // namespace ghostline::echo
