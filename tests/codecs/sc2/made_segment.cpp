// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/sc2/made_segment.h"

namespace ghostline::test {

MadeSegment::MadeSegment(std::uint32_t loops) : game(loops)
{
    game.player("Ann", 0);
    game.player("Bob", 1);
}

void MadeSegment::build()
{
    const DerivedEvents story = game.tell();
    for (UnitLife& life : game.data.lives.lives)
        life.revealed = revealed;
    Motions& motions = game.data.motions;
    if (!paths.empty()) {
        motions.units.resize(game.data.lives.lives.size());
        for (std::size_t i = 0; i < paths.size(); ++i) {
            motions.units[i] = {static_cast<std::uint32_t>(motions.waypoints.size()),
                                static_cast<std::uint32_t>(paths[i].size()), paths[i].size() > 1};
            motions.waypoints.insert(motions.waypoints.end(), paths[i].begin(), paths[i].end());
        }
    }
    data = std::make_shared<const ReplayData>(game.data);
    kinds = std::make_shared<const UnitKinds>(
        withCommandNames(describeUnitKinds(data->tracker, data->lives), data->actions, data->abilities));
    SegmentParts parts{data, kinds,
                       std::make_shared<const Figures>(Figures::build(*data, story, *kinds->strings)),
                       timeAxisOf(*data)};
    segment = std::make_unique<Sc2Segment>(std::move(parts));
}

WorldState MadeSegment::at(std::uint32_t loop, double fraction, SamplePolicy policy) const
{
    WorldState state;
    segment->sample({loop, fraction}, policy, state);
    return state;
}

} // namespace ghostline::test
