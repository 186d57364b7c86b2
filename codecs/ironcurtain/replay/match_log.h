// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What one pass over events, orders and voice leaves behind for the picture: statistics, cameras, selections,
// lives. Immutable once built.
#include "codecs/ironcurtain/events/event_store.h"
#include "codecs/ironcurtain/replay/last_places.h"
#include "codecs/ironcurtain/units/ids.h"
#include "codecs/ironcurtain/units/lives.h"

namespace ghostline::ironcurtain {

struct CameraSample
{
    SimTick tick = 0;
    WorldPos at;
    std::uint16_t zoom = 1024;
};
struct StatSample
{
    SimTick tick = 0;
    PlayerStats stats;
};
/// What players had selected just behind a tick; shared while unchanged.
using Selection = std::shared_ptr<const std::vector<UnitTag>>;
struct SelectionPoint
{
    SimTick tick = 0; ///< true from this tick on
    Selection units;  ///< ascending
};

/// Of one player, each ascending by tick.
struct PlayerLog
{
    std::vector<StatSample> stats;
    std::vector<CameraSample> cameras;
    std::vector<SelectionPoint> selections;
    std::vector<std::pair<SimTick, std::int64_t>> collected; ///< running total behind each ResourceCollected
};

struct MatchLog
{
    Lives lives;
    LastPlaces lastPlaces;
    std::vector<PlayerLog> players; ///< in the order of Players
    bool events = false;            ///< there was an event section that could be read
    std::size_t bytes() const;
};

/// Fed with every event in file order. What goes beyond the limits is dropped and counted.
class MatchLogBuilder
{
public:
    MatchLogBuilder(const Players& players, const SimState& start);
    void add(const AnalysisEvent& event);
    Lives& lives() { return m_log.lives; }
    std::uint64_t dropped() const { return m_dropped + m_places.dropped(); }
    MatchLog finish(SimTick lastTick);

private:
    void endSelections(SimTick tick);

    const Players& m_players;
    MatchLog m_log;
    LastPlacesBuilder m_places;
    std::vector<std::vector<UnitTag>> m_selected;
    std::size_t m_selectionBytes = 0;
    bool m_selectionsEnd = false; ///< the limit was reached
    std::uint64_t m_dropped = 0;
};

} // namespace ghostline::ironcurtain
