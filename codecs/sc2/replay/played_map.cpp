// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/played_map.h"

#include "codecs/sc2/base/limits.h"

namespace ghostline::sc2 {

namespace {

constexpr std::string_view LobbyName = "replay.server.battlelobby";

/// Those that are there from the first loop on: what is built later may stand anywhere.
std::vector<RecordedMap::TownHall> firstTownHalls(const ReplayData& data)
{
    const std::vector<Participant>& participants = data.head.participants;
    std::vector<bool> has(participants.size(), false);
    std::vector<RecordedMap::TownHall> halls;
    if (!data.hasTracker)
        return halls;
    for (const UnitLife& life : data.lives.lives) {
        const auto reports = data.lives.reportsOf(life);
        const int p = data.head.participantOfPlayer(data.lives.ownerAt(life, life.first));
        if (life.first > 0 || p < 0 || reports.empty() || has[static_cast<std::size_t>(p)])
            continue;
        const UnitType* type = findUnitType(data.tracker.names[data.lives.typeAt(life, 0)]);
        if (type == nullptr || type->unitClass != UnitClass::TownHall)
            continue;
        has[static_cast<std::size_t>(p)] = true;
        const Participant& who = participants[static_cast<std::size_t>(p)];
        halls.push_back({who.name.isEmpty() ? QStringLiteral("Player %1").arg(who.playerId) : who.name,
                         {reports.front().x, reports.front().y}});
    }
    return halls;
}

} // namespace

RecordedMap playedMap(const ReplayData& data, const MpqArchive& archive)
{
    RecordedMap map;
    map.title = data.head.map;
    map.width = data.head.mapSizeX;
    map.height = data.head.mapSizeY;
    map.reportsUnits = data.hasTracker;
    map.townHalls = firstTownHalls(data);
    if (!data.head.details)
        return map;
    map.hash = mapHash(data.head.details->cacheHandles);
    const MpqMember* lobby = archive.find(LobbyName);
    if (map.hash.isEmpty() || lobby == nullptr || lobby->size > MaxHeadBytes)
        return map;
    if (const auto bytes = archive.read(*lobby))
        map.recordedPaths = recordedMapPaths(*bytes, map.hash);
    return map;
}

} // namespace ghostline::sc2
