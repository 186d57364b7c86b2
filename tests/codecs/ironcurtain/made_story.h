// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A match of three players whose list of events is made of what a test adds to it.
#include "codecs/ironcurtain/story/story.h"
#include "codecs/ironcurtain/story/story_kinds.h"

namespace ghostline::test {

using namespace ironcurtain;

using Tags = std::vector<UnitTag>;

inline TagList list(const Tags& tags) { return TagList(std::span<const UnitTag>(tags)); }

inline Player player(PlayerId id, const char* name, int team)
{
    Player p;
    p.id = id;
    p.name = QLatin1String(name);
    p.team = team;
    return p;
}

/// Red and Rose against Blue, at 50 ms a tick for 10,000 ticks.
struct StoryMatch
{
    StoryMatch()
    {
        kinds.addStrings(std::make_shared<StringPool>(StringPool{"e1", "2tnk", "fact", "nuke", "ore"}));
        Identity rock;
        rock.type = 4;
        rock.kind = UnitKind::Prop;
        kinds.addIdentity(rock);
    }
    void add(SimTick tick, const EventBody& body)
    {
        const AnalysisEvent event{tick, body};
        lives.add(event);
        story.add(event);
    }
    void unit(UnitTag tag, PlayerId owner, InternedId type = 0, SimTick tick = 0)
    {
        add(tick, UnitCreated{tag, type, owner, {1024, 2048, 0}});
    }
    void building(UnitTag tag, PlayerId owner, SimTick tick = 0)
    {
        add(tick, ConstructionStarted{tag, 2, owner, {4096, 4096, 0}});
    }
    std::vector<model::Event> of(StoryKind kind)
    {
        if (!table)
            table = story.finish();
        std::vector<model::Event> events;
        for (const model::Event& event : table->events) {
            if (event.kind == static_cast<int>(kind))
                events.push_back(event);
        }
        return events;
    }

    Players players{{player(0, "Red", 1), player(1, "Blue", 2), player(5, "Rose", 1)}};
    Kinds kinds;
    Lives lives;
    StoryBuilder story{{players, kinds, lives, model::TimeAxis::uniform(10'001, 50, 1000), 50}};
    std::shared_ptr<const model::EventTable> table;
};

inline Order chat(ChatChannel channel, PlayerId from, std::string_view text, PlayerId to = 0)
{
    Order order;
    order.player = from;
    order.kind = OrderKind::ChatMessage;
    order.channel = channel;
    order.text = text;
    order.whisperTo = to;
    return order;
}

} // namespace ghostline::test
