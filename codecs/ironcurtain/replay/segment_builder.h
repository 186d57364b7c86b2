// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a segment comes about: who is in it, the places between which everybody moves, what is told of them.
#include "codecs/ironcurtain/replay/replay_segment.h"
#include "codecs/ironcurtain/units/unit_finder.h"

namespace ghostline::ironcurtain {

/// Once gather() knows who is there, report() takes the events of the window in order, then finish().
class SegmentBuilder
{
public:
    SegmentBuilder(std::shared_ptr<const SegmentContext> context, const SegmentInput& input);
    void gather();
    void report(const AnalysisEvent& event);
    SegmentData finish();

private:
    /// Who is in the segment, with what keyframes say of them.
    struct Member
    {
        std::uint32_t life = 0;
        const Entity* from = nullptr;
        const Entity* to = nullptr;
        const Entity* before = nullptr; ///< of those in `from` only
    };
    struct Report
    {
        std::uint32_t unit = 0;
        LocalTick tick = 0;
        WorldPos at;
    };

    LocalTick local(SimTick tick) const
    {
        return static_cast<LocalTick>(static_cast<std::int64_t>(tick) -
                                      static_cast<std::int64_t>(m_input.first));
    }
    /// Events say that it was gone by then. A keyframe is believed all the same: only it can be checked.
    static bool deniedAt(const Life& life, const SimState& state) { return life.end <= state.tick; }

    void gatherKeyframe();
    void gatherBorn();
    void addUnit(std::size_t i);
    void addConstruction(std::size_t i);
    void addSelections();

    // segment_paths.cpp
    void sortReports();
    void addPath(std::size_t i);
    void addTurns(std::size_t i);
    void anchor(LocalTick tick, const WorldPos& at, std::uint32_t how);
    void join(std::size_t i, std::size_t begin);
    std::optional<Anchor> carried(const Life& life) const;
    std::optional<Anchor> lastBefore(std::size_t i) const;
    bool jumpedHere(std::size_t i) const;

    const SegmentInput& m_input;
    const Lives& m_lives;
    SegmentData m_data;
    EventWindow m_window;
    std::vector<Member> m_members; ///< as m_data.units
    UnitFinder m_finder;
    std::vector<Report> m_reports;
    std::vector<std::uint32_t> m_reportStart;     ///< by unit, one more than units
    std::vector<std::optional<Anchor>> m_earlier; ///< by unit: the last report before the keyframe
};

} // namespace ghostline::ironcurtain
