// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A decoded chunk: the frames as they were recorded, and what sampling them needs besides.
#include "codecs/echo/match_index.h"
#include "model/segment.h"

namespace ghostline::echo {

inline constexpr model::Micros MaxGap{1'000'000};

/// Index of the team that has the disc, -1 when nobody has.
int possessionTeam(const Frame& frame, std::span<const PlayerFrame> players);

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
    /// What is true of a row besides what its record says.
    enum RowBit : std::uint8_t {
        Jumped = 1, ///< since the frame before
        Held = 2    ///< its place is an earlier one's, for no number was recorded
    };
    /// Bone sets by row of the roster, from a frame on.
    struct BoneRun
    {
        std::uint32_t frame = 0;
        std::uint32_t first = 0; ///< into m_owners, by record of a player
        std::uint32_t count = 0;
        std::uint32_t owned = 0;
    };
    /// Where between two stored frames a sample lies.
    struct Place
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
    void settle(std::size_t frame);
    void markJumps(std::size_t frame);
    bool hasJumped(std::size_t frame, const Row& row, const Row& before) const;
    std::uint8_t& bits(std::size_t frame, const Row& row);
    void assignBones();

    std::size_t size() const { return m_source.block.size(); }
    /// Row of the next frame that continues this one; null when the actor is gone there.
    const Row* continued(const Place& place, const Row& row) const;
    const FrameBlock& nextBlock(const Place& place) const
    {
        return place.i + 1 < size() ? m_source.block : *m_source.next;
    }
    Place placeOf(model::FrameTime at, model::SamplePolicy policy) const;
    void sampleTime(model::FrameTime at, const Place& place, model::WorldState& out) const;
    void samplePlayer(const Place& place, const Row& row, std::size_t at, std::uint32_t& bone,
                      model::WorldState& out) const;
    void sampleDisc(const Place& place, const Row& row, std::size_t at, model::WorldState& out) const;
    void samplePayload(const Place& place, std::size_t at, model::WorldState& out) const;
    void sampleBones(const BoneSet& set, const BoneSet* next, float f, const model::BonePose& body,
                     model::BonePose* out) const;
    void sampleAttachments(const Place& place, std::span<const Row> rows, model::WorldState& out) const;
    void attach(const Place& place, std::span<const Row> rows, const Row& holder, std::int16_t held,
                std::uint32_t bone, model::WorldState& out) const;
    const BoneRun* boneRun(std::size_t frame) const;
    const BoneSet* boneSet(std::size_t frame, const Row& row) const;
    const BoneSet* nextBoneSet(const Place& place, const Row& row) const;
    model::PropertyValue holdingText(const Place& place, std::int16_t held) const;
    void playerProperties(const Place& place, const PlayerFrame& player,
                          std::span<model::PropertyValue> out) const;
    void sampleMatch(const Place& place, model::WorldState& out) const;
    void sampleScore(const Frame& now, std::vector<model::PropertyValue>& m) const;

    Source m_source;
    std::vector<model::Micros> m_times;     ///< of the frames and of the next one
    std::vector<std::uint8_t> m_playerBits; ///< by place in FrameBlock::players
    std::vector<std::uint8_t> m_discBits;   ///< by frame
    std::vector<BoneRun> m_boneRuns;
    std::vector<std::int16_t> m_owners;
    std::vector<std::int16_t> m_nextOwners; ///< in the first frame of what follows
    std::array<std::uint8_t, Bones> m_boneOrder{};
    /// Rounds won from a frame on, ascending; begins with frame 0.
    std::vector<std::pair<std::size_t, std::array<int, 2>>> m_rounds;
};

} // namespace ghostline::echo
