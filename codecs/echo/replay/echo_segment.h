// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A decoded chunk: the frames as they were recorded, and what sampling them needs besides.
#include "codecs/echo/replay/match_index.h"
#include "codecs/echo/replay/row_states.h"
#include "model/replay/segment.h"

namespace ghostline::echo {

inline constexpr model::Micros MaxGap{1'000'000};

/// Immutable once built.
class EchoSegment final : public model::Segment
{
public:
    struct Source
    {
        FrameBlock block;
        model::FrameNumber first = 0;
        model::Micros start{};
        std::shared_ptr<const ChunkCast> cast;
        /// The first frame of what follows; null at the end.
        std::shared_ptr<const FrameBlock> next;
        std::shared_ptr<const ChunkCast> nextCast;
        std::shared_ptr<const TextIds> texts;
        BoneSides sides;
        Mode mode = Mode::Neither;
        RoundCount rounds;
    };
    /// Damaged when the frames are not those that the index knows.
    static model::Result<std::shared_ptr<const EchoSegment>> build(Source source);

    model::FrameRange frames() const override;
    std::size_t bytes() const override;
    void sample(model::FrameTime at, model::SamplePolicy policy, model::WorldState& out) const override;

private:
    /// The time of a sample, between two stored frames.
    struct Instant
    {
        std::size_t i = 0;
        const Frame* now = nullptr;
        const Frame* next = nullptr; ///< null when nothing may be interpolated
        const Roster* roster = nullptr;
        std::span<const Row> nextRows;
        bool sameRows = true; ///< whose order is that of the rows now
        float f = 0.0F;
        bool between = false;
    };

    explicit EchoSegment(Source source);
    std::size_t size() const { return m_source.block.size(); }
    /// Row of the next frame that continues this one; null when the actor is gone there.
    const Row* continued(const Instant& instant, const Row& row) const;
    const FrameBlock& nextBlock(const Instant& instant) const
    {
        return instant.i + 1 < size() ? m_source.block : *m_source.next;
    }
    Instant instantOf(model::FrameTime at, model::SamplePolicy policy) const;
    void sampleTime(model::FrameTime at, const Instant& instant, model::WorldState& out) const;
    void samplePlayer(const Instant& instant, const Row& row, std::size_t at, std::uint32_t& bone,
                      model::WorldState& out) const;
    void sampleDisc(const Instant& instant, const Row& row, std::size_t at, model::WorldState& out) const;
    void samplePayload(const Instant& instant, const Row& row, std::size_t at, model::WorldState& out) const;
    void sampleBones(const BoneSet& set, const BoneSet* next, float f, const model::BonePose& body,
                     model::BonePose* out) const;
    void sampleAttachments(const Instant& instant, std::span<const Row> rows, model::WorldState& out) const;
    void attach(const Instant& instant, std::span<const Row> rows, const Row& holder, std::int16_t held,
                std::uint32_t bone, model::WorldState& out) const;
    const BoneSet* boneSet(std::size_t frame, const Row& row) const;
    const BoneSet* nextBoneSet(const Instant& instant, const Row& row) const;
    const std::array<int, 2>& roundsWon(std::size_t frame) const;

    Source m_source;
    std::vector<model::Micros> m_times; ///< of the frames and of the next one
    RowStates m_states;
    BoneOwners m_owners;
    std::vector<std::int16_t> m_nextOwners; ///< by record, in the first frame of what follows
    std::array<std::uint8_t, Bones> m_boneOrder{};
    /// Rounds won from a frame on, ascending; begins with frame 0.
    std::vector<std::pair<std::size_t, std::array<int, 2>>> m_rounds;
};

} // namespace ghostline::echo
