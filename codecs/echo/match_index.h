// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What one pass over a recording found: the revision for everybody, and what segments are built from.
#include "codecs/echo/bone_owner.h"
#include "codecs/echo/cast_builder.h"
#include "codecs/echo/frame_file.h"
#include "model/replay_index.h"

namespace ghostline::echo {

/// Names as numbers of the replay's string table.
struct TextIds
{
    std::vector<model::StringId> people; ///< by number in MatchNames
    std::vector<model::StringId> texts;  ///< by text number in MatchNames
    model::StringId disc = model::StringId::Empty;
    model::StringId geo = model::StringId::Empty;
    model::StringId nothing = model::StringId::Empty;

    model::StringId person(std::int32_t number) const
    {
        return number >= 0 && static_cast<std::size_t>(number) < people.size()
                   ? people[static_cast<std::size_t>(number)]
                   : nothing;
    }
    model::StringId text(std::uint32_t number) const
    {
        return number < texts.size() ? texts[number] : model::StringId::Empty;
    }
};

/// Rounds won. The frames hold none, the header those at the beginning; counted from there.
class RoundCount
{
public:
    RoundCount() = default;
    RoundCount(int blue, int orange) : m_won{blue, orange} {}
    /// Takes the next frame; true when a round was won with it.
    bool take(const Frame& frame);
    const std::array<int, 2>& won() const { return m_won; }

private:
    std::array<int, 2> m_won{};
    GameStatus m_before = GameStatus::None;
};

/// One chunk as the segments need it.
struct IndexedChunk
{
    ChunkRef ref;
    model::FrameNumber first = 0;
    model::Micros start{}; ///< time of its first frame
    std::shared_ptr<const ChunkCast> cast;
    /// Its first frame, for the segment before it; null where it is quickly read again.
    std::shared_ptr<const FrameBlock> head;
    BoneSides sides;   ///< as far as they were known by then
    RoundCount rounds; ///< before its first frame
};

/// Immutable; what a revision knows.
struct MatchIndex
{
    std::shared_ptr<const model::ReplayIndex> revision;
    std::vector<IndexedChunk> chunks; ///< by keyframe
    std::shared_ptr<const TextIds> texts;
};

/// Time of a frame from that of the one before; a clock that goes back stands still.
model::Micros timeAfter(model::Micros before, std::int64_t beforeMs, std::int64_t nowMs);

/// Whether something went from one place to the other otherwise than by moving.
bool jumped(const glm::vec3& from, const glm::vec3& to, const glm::vec3& velocityBefore,
            const glm::vec3& velocityNow, model::Micros step);

/// Makes every pose of a player one that can be shown: what is no number is taken from the record before
/// (null: from another part), a missing orientation from the body, the body's from the head. False when a
/// place had to be taken from elsewhere.
bool settlePlayer(PlayerFrame& player, const PlayerFrame* before);
void settleBones(std::span<BoneSet> bones);
bool settleDisc(Frame& frame, const Frame* before);

/// All of the only frame of a block.
void settleFrame(FrameBlock& block);

/// Copies one frame with its players and bones.
void copyFrame(const FrameBlock& from, std::size_t index, FrameBlock& to);

} // namespace ghostline::echo
