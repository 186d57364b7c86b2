// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Engagements as bands: a start and an end that belong together, who fought whom, and what it cost about.
#include "codecs/ironcurtain/derived/event_writer.h"

#include <unordered_map>

namespace ghostline::ironcurtain {

class FightEvents
{
public:
    explicit FightEvents(EventWriter& list) : m_list(list) {}
    void started(SimTick tick, const EngagementStarted& event);
    void ended(SimTick tick, const EngagementEnded& event);
    /// Units of open engagements, as far as they are in it: how far from the centre they were.
    void sampled(const UnitPositionSample& sample);
    /// The match is over: no engagement goes on.
    void closeAll(SimTick tick);
    /// Weights relative to the largest.
    void finish();

private:
    /// One of the two lists; who is meant is told by the owners of what is listed.
    struct Side
    {
        std::vector<PlayerId> owners; ///< in the order they are listed
        std::uint64_t units = 0;
        std::int64_t value = 0;
        std::uint64_t losses = 0;
        std::uint64_t survivors = 0;
    };
    struct Fight
    {
        io::EventId event = io::NoEvent;
        SimTick start = 0;
        WorldPos centre;
        std::array<Side, 2> sides;
        std::vector<std::uint32_t> tags;
        std::vector<double> distances; ///< metres
    };
    Side sideOf(const TagList& tags, std::int64_t value) const;
    void enlist(Fight& fight, std::uint32_t number, const TagList& tags);
    std::map<std::uint32_t, Fight>::iterator match(SimTick tick, const EngagementEnded& event);
    void close(std::map<std::uint32_t, Fight>::iterator fight, SimTick end, bool told);
    void describe(model::Event& event, const Fight& fight, bool told) const;
    Sentence sideName(const Side& side) const;

    EventWriter& m_list;
    std::map<std::uint32_t, Fight> m_open; ///< by number, ascending by start
    std::uint32_t m_next = 0;
    std::unordered_map<std::uint32_t, std::uint32_t> m_engaged; ///< tag to number
};

} // namespace ghostline::ironcurtain
