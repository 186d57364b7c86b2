// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The list of events that people read: engagements, constructions, losses, votes, chat, talk.
#include "codecs/ironcurtain/events/orders.h"
#include "codecs/ironcurtain/events/voice.h"
#include "codecs/ironcurtain/units/ids.h"
#include "codecs/ironcurtain/units/kinds.h"
#include "codecs/ironcurtain/units/lives.h"
#include "model/replay/event.h"
#include "model/time/time_axis.h"

namespace ghostline::ironcurtain {

/// What deriving events needs to know; outlives the deriver. Lives know a unit before its events are derived.
struct EventContext
{
    const Players& players;
    const Kinds& kinds;
    const Lives& lives;
    model::TimeAxis axis;
    int msPerTick = 67;
};

/// Fed in file order: all events, then all order frames, then voice. What goes beyond MaxDerivedEvents is
/// counted.
class EventDeriver
{
public:
    explicit EventDeriver(const EventContext& context);
    ~EventDeriver();
    void add(const AnalysisEvent& event);
    void add(const OrderFrame& frame);
    void add(const VoiceTrack& track);
    std::uint64_t dropped() const;
    /// Sorted; one kind table whatever happened.
    std::shared_ptr<const model::EventTable> finish();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Actions (all orders but Idle and chat) and order kinds, for `report` and tests.
struct OrderCounts
{
    std::uint64_t frames = 0;
    std::uint64_t missing = 0; ///< ticks 0 .. last without a frame
    std::uint64_t unknown = 0; ///< frames with an order of a later version
    std::array<std::uint64_t, OrderKinds> byKind{};
    std::map<PlayerId, std::uint64_t> actions;
    std::vector<PlayerId> cheaters; ///< who used CheatCode, once each: a "DEV" badge
};

} // namespace ghostline::ironcurtain
