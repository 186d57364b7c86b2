// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/supply_blocks.h"

#include <algorithm>
#include <iterator>

namespace ghostline::sc2 {

namespace {

constexpr std::int32_t MostSupply = 200 * FoodScale;

bool isBlocked(const TrackedStats& stats)
{
    const std::int32_t made = stats[Stat::FoodMade];
    return made > 0 && made < MostSupply && stats[Stat::FoodUsed] >= made;
}

bool givesSupply(const TypeFacts& facts)
{
    if (facts.type == nullptr)
        return false;
    const UnitClass what = facts.type->unitClass;
    return what == UnitClass::Supply || what == UnitClass::TownHall || facts.type->name == "Overlord";
}

/// Loops at which something of a participant that gives supply was finished, ascending.
std::vector<std::uint32_t> supplyLoops(const EventWriter& writer, std::size_t participant)
{
    const UnitLives& lives = writer.data().lives;
    std::vector<std::uint32_t> loops;
    for (const UnitLife& life : lives.lives) {
        if (life.finished == OpenEnd || life.typeCount == 0 || life.ownerCount == 0)
            continue;
        if (givesSupply(writer.facts(lives.typesOf(life).front().type)) &&
            writer.participantOf(lives.ownersOf(life).front().control) == static_cast<int>(participant))
            loops.push_back(life.finished);
    }
    std::sort(loops.begin(), loops.end());
    return loops;
}

} // namespace

std::vector<LoopSpan> findSupplyBlocks(const EventWriter& writer, std::size_t participant)
{
    const auto& stats = writer.statsOf(participant);
    std::vector<LoopSpan> blocks;
    std::vector<std::uint32_t> finished;
    for (std::size_t i = 0; i < stats.size(); ++i) {
        if (!isBlocked(*stats[i]))
            continue;
        const std::uint32_t first = stats[i]->loop;
        while (i + 1 < stats.size() && isBlocked(*stats[i + 1]))
            ++i;
        std::uint32_t end = writer.data().loops + 1; // blocked to the end
        if (i + 1 < stats.size()) {
            if (finished.empty())
                finished = supplyLoops(writer, participant);
            end = stats[i + 1]->loop;
            const auto freed = std::upper_bound(finished.begin(), finished.end(), stats[i]->loop);
            if (freed != finished.end())
                end = std::min(end, *freed);
        }
        if (end > first)
            blocks.push_back({first, end});
    }
    return blocks;
}

namespace {

/// How much earlier than the report that first tells of a block it may have begun: since the one before.
std::uint32_t loopsBefore(const EventWriter& writer, std::size_t participant, std::uint32_t first)
{
    const auto& stats = writer.statsOf(participant);
    const auto found =
        std::lower_bound(stats.begin(), stats.end(), first,
                         [](const TrackedStats* report, std::uint32_t loop) { return report->loop < loop; });
    return found == stats.begin() ? first : first - (*std::prev(found))->loop;
}

} // namespace

void writeSupplyBlocks(EventWriter& writer, std::size_t participant, std::span<const LoopSpan> blocks)
{
    for (const LoopSpan& block : blocks) {
        const Supply supply = writer.supplyAt(static_cast<int>(participant), block.first);
        const std::uint32_t before = loopsBefore(writer, participant, block.first);
        const double late = model::seconds(writer.between(block.first - before, block.first));
        Sentence text = Sentence::of(QStringLiteral("Supply blocked at %1 of %2"),
                                     {QString::number(supply.used), QString::number(supply.made)});
        // Supply is known from reports some seconds apart: nobody recorded when it really began.
        if (before > 0)
            text = Sentence::of(QStringLiteral("%1, since up to %2 s before"),
                                {text, Sentence::figure(late, 1)});
        model::Event& event = writer.add(DerivedKind::SupplyBlock, block.first, text);
        writer.actor(event, static_cast<int>(participant));
        writer.last(event, block.end);
        event.data = QJsonObject{{QLatin1String("player"), writer.players()[participant].name},
                                 {QLatin1String("supply"), supply.used},
                                 {QLatin1String("supply_made"), supply.made},
                                 {QLatin1String("seconds"), model::seconds(event.length)},
                                 {QLatin1String("late_by_at_most_s"), late}};
    }
}

} // namespace ghostline::sc2
