// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every unit that was ever there. A tag is unique over a match, so a life is a tag.
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/events/analysis_event.h"
#include "codecs/ironcurtain/units/unit_finder.h"

namespace ghostline::ironcurtain {

struct Life
{
    UnitTag tag;
    SimTick first = 0;      ///< first tick at which it is there
    SimTick end = 0;        ///< first tick at which it is gone; past the last tick for survivors
    bool birthTold = false; ///< by an event, or there from the start
    bool deathTold = false;
    bool structure = false; ///< told by ConstructionStarted, or by a keyframe
    std::optional<InternedId> type;
    std::optional<PlayerId> owner;
    std::optional<WorldPos> bornAt;   ///< from the event
    std::optional<SimTick> completed; ///< of a construction
};

/// Numbered by first mention: entities of the first keyframe by tag, then as events and keyframes name them.
/// Numbers never change once given.
class Lives
{
public:
    /// `most`: units held; how often others were named is counted.
    explicit Lives(std::size_t most = MaxLives) : m_most(most) {}
    std::size_t count() const { return m_lives.size(); }
    const Life& operator[](std::size_t i) const { return m_lives[i]; }
    /// Position of a tag's life, -1 when it is not known.
    std::ptrdiff_t find(UnitTag tag) const { return m_byTag.find(tag); }

    /// An entity of the first keyframe; to be called by ascending tag.
    void startWith(UnitTag tag, const std::optional<Identity>& identity);
    /// Creations, constructions, deaths; others only introduce no one. A death at tick t ends the life at t;
    /// a birth at t begins it at t.
    void add(const AnalysisEvent& event);
    /// A keyframe has the entity: known from there on if nobody told of it before. Its life begins at the
    /// keyframe (`tick`).
    void seenAt(SimTick tick, UnitTag tag, const std::optional<Identity>& identity);
    /// Keyframes no longer have it though nobody told of its death: it ends at `tick`.
    void goneAt(SimTick tick, UnitTag tag);
    std::size_t room() const { return m_most - m_lives.size(); }
    std::uint64_t leftOut() const { return m_leftOut; }
    /// Others were named elsewhere.
    void leaveOut(std::uint64_t times) { m_leftOut += times; }
    /// Those still there end behind the last tick.
    void finish(SimTick lastTick);
    std::size_t bytes() const;

private:
    Life* lifeOf(UnitTag tag, SimTick tick);
    std::size_t m_most;
    std::uint64_t m_leftOut = 0;
    std::vector<Life> m_lives;
    UnitFinder m_byTag;
};

} // namespace ghostline::ironcurtain
