// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/derived_events.h"

#include "codecs/sc2/events/command_events.h"
#include "codecs/sc2/events/fights.h"
#include "codecs/sc2/events/hand_tables.h"
#include "codecs/sc2/events/player_events.h"
#include "codecs/sc2/events/production.h"
#include "codecs/sc2/events/supply_blocks.h"

namespace ghostline::sc2 {

DerivedEvents deriveEvents(const ReplayData& data, const model::TimeAxis& axis)
{
    EventWriter writer(data, axis);
    DerivedEvents derived;
    derived.supplyBlocks.resize(data.head.participants.size());
    writeStart(writer);
    writeMessages(writer);
    if (data.hasTracker) {
        writeProduction(writer);
        const std::vector<Loss> losses = findLosses(writer);
        writeDeaths(writer, losses);
        writeFights(writer, losses);
        for (std::size_t p = 0; p < derived.supplyBlocks.size(); ++p) {
            derived.supplyBlocks[p] = findSupplyBlocks(writer, p);
            writeSupplyBlocks(writer, p, derived.supplyBlocks[p]);
        }
    } else {
        writeOrders(writer);
    }
    writeActions(writer);
    writeControlGroups(writer);
    writeCommands(writer);
    derived.tables = std::make_shared<const std::vector<model::AnalysisTable>>(handTables(data, axis));
    Results results = concludeResults(data);
    writeResult(writer, results);
    derived.events = writer.finish();
    derived.results = std::move(results.outcomes);
    derived.resultInferred = std::move(results.inferred);
    return derived;
}

} // namespace ghostline::sc2
