// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/game_story.h"

#include "codecs/sc2/events/fights.h"
#include "codecs/sc2/events/player_story.h"
#include "codecs/sc2/events/production.h"
#include "codecs/sc2/events/supply_blocks.h"

namespace ghostline::sc2 {

GameStory tellStory(const ReplayData& data, const model::TimeAxis& axis)
{
    StoryWriter writer(data, axis);
    GameStory story;
    story.supplyBlocks.resize(data.head.participants.size());
    tellStart(writer);
    tellMessages(writer);
    if (data.hasTracker) {
        tellProduction(writer);
        const std::vector<Loss> losses = findLosses(writer);
        tellDeaths(writer, losses);
        tellFights(writer, losses);
        for (std::size_t p = 0; p < story.supplyBlocks.size(); ++p) {
            story.supplyBlocks[p] = findSupplyBlocks(writer, p);
            tellSupplyBlocks(writer, p, story.supplyBlocks[p]);
        }
    } else {
        tellOrders(writer);
    }
    tellActions(writer);
    Results results = concludeResults(data);
    tellResult(writer, results);
    story.events = writer.finish();
    story.results = std::move(results.outcomes);
    story.resultInferred = std::move(results.inferred);
    return story;
}

} // namespace ghostline::sc2
