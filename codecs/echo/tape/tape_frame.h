// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One frame of a tape as a Frame. Positions, axes and units are those of a Frame already.
#include "codecs/echo/tape/tape_header.h"
#include "codecs/echo/tape/tape_state.h"

namespace ghostline::echo::tape {

class FrameDecoder
{
public:
    /// All of them outlive it; `remarks` may be null.
    FrameDecoder(const TapeHeader& header, StateKeeper& state, TapeRemarks* remarks)
        : m_header(header), m_state(state), m_remarks(remarks)
    {
    }
    /// Appends one frame, and what its events change to the state. False: it is not well-formed, and nothing
    /// has changed.
    bool decode(Bytes content, FrameBlock& out);

private:
    void arena(const Field& field, Frame& frame, FrameBlock& out);
    void disc(Bytes message, Frame& frame);
    void player(Bytes message, FrameBlock& out);
    void bones(const Frame& frame, FrameBlock& out);
    bool boneSet(Bytes message, BoneSet& set, std::int32_t& slot) const;
    void finishPlayers(Frame& frame, FrameBlock& out);
    void remark(Remark what) const
    {
        if (m_remarks != nullptr)
            m_remarks->add(what);
    }

    const TapeHeader& m_header;
    StateKeeper& m_state;
    TapeRemarks* m_remarks;
    std::vector<Bytes> m_events; ///< of this frame
    std::vector<Bytes> m_boneSets;
    std::optional<std::int32_t> m_holder;
};

/// The values of a frame that both generations have: order of rows, statistics of teams, who has the disc.
void sortByTeam(std::span<PlayerFrame> rows);
void addTeamStats(Frame& frame, std::span<const PlayerFrame> rows);
/// Which team has the disc: that of `holder`, a slot, else of the first player who is said to.
std::array<bool, 2> teamWithDisc(std::span<const PlayerFrame> rows, std::optional<std::int32_t> holder = {});
/// The bone sets of a frame as its list has them: those that were kept are `kept`, at `places` of the list.
struct BoneList
{
    std::vector<std::int32_t> slots; ///< of all of the list; all 0 where the recording names nobody
    std::vector<std::size_t> places; ///< of those that were kept
};
/// Says of each kept set whose it is. Where nobody is named the list follows the slots of those who play:
/// told here when it has gaps, else left to bone_owner.h.
void placeBones(const BoneList& list, std::span<BoneSet> kept, std::span<const PlayerFrame> players);
/// A rotation as it is used: of length 1, or NoRotation.
glm::quat usableRotation(const glm::quat& stored);

} // namespace ghostline::echo::tape
