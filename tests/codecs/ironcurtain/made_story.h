// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A match of three players whose list of events is made of what a test adds to it.
#include "codecs/ironcurtain/derived/derived_kinds.h"
#include "codecs/ironcurtain/derived/event_deriver.h"

namespace ghostline::test {

using namespace ironcurtain;

using Tags = std::vector<UnitTag>;

inline TagList list(const Tags& tags) { return TagList(std::span<const UnitTag>(tags)); }

Player player(PlayerId id, const char* name, int team);

/// Red and Rose against Blue, at 50 ms a tick for 10,000 ticks.
struct StoryMatch
{
    StoryMatch();
    void add(SimTick tick, const EventBody& body);
    void unit(UnitTag tag, PlayerId owner, InternedId type = 0, SimTick tick = 0)
    {
        add(tick, UnitCreated{tag, type, owner, {1024, 2048, 0}});
    }
    void building(UnitTag tag, PlayerId owner, SimTick tick = 0)
    {
        add(tick, ConstructionStarted{tag, 2, owner, {4096, 4096, 0}});
    }
    std::vector<model::Event> of(DerivedKind kind);

    Players players{{player(0, "Red", 1), player(1, "Blue", 2), player(5, "Rose", 1)}};
    Kinds kinds;
    Lives lives;
    EventDeriver story{{players, kinds, lives, model::TimeAxis::uniform(10'001, 50, 1000), 50}};
    std::shared_ptr<const model::EventTable> table;
};

Order chat(ChatChannel channel, PlayerId from, std::string_view text, PlayerId to = 0);

} // namespace ghostline::test
