// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/ironcurtain/made_story.h"

namespace ghostline::test {

Player player(PlayerId id, const char* name, int team)
{
    Player p;
    p.id = id;
    p.name = QLatin1String(name);
    p.team = team;
    return p;
}

StoryMatch::StoryMatch()
{
    kinds.addStrings(std::make_shared<StringPool>(StringPool{"e1", "2tnk", "fact", "nuke", "ore"}));
    Identity rock;
    rock.type = 4;
    rock.kind = UnitKind::Prop;
    kinds.addIdentity(rock);
}

void StoryMatch::add(SimTick tick, const EventBody& body)
{
    const AnalysisEvent event{tick, body};
    lives.add(event);
    story.add(event);
}

std::vector<model::Event> StoryMatch::of(DerivedKind kind)
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

Order chat(ChatChannel channel, PlayerId from, std::string_view text, PlayerId to)
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
