// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/map_match.h"

#include <algorithm>

namespace ghostline::sc2 {

namespace {

using model::Sentence;

Sentence wholeNumber(qint64 value) { return Sentence::figure(QString::number(value)); }

/// Replays report places rounded down.
bool isStart(const MapData& map, const glm::dvec2& place)
{
    return std::any_of(map.objects.begin(), map.objects.end(), [&place](const MapObject& object) {
        return object.kind == MapObject::Kind::StartLocation &&
               glm::ivec2(glm::floor(glm::dvec2(object.position))) == glm::ivec2(glm::floor(place));
    });
}

} // namespace

Sentence mapDoubt(const MapData& map, const RecordedMap& recorded)
{
    std::vector<Sentence> doubts;
    if (recorded.width > 0 && recorded.height > 0 &&
        (recorded.width != map.width || recorded.height != map.height))
        doubts.push_back(
            Sentence::of(QStringLiteral("The map has %1 by %2 cells, that of the recording %3 by %4."),
                         {wholeNumber(map.width), wholeNumber(map.height), wholeNumber(recorded.width),
                          wholeNumber(recorded.height)}));
    const bool hasStarts = std::any_of(map.objects.begin(), map.objects.end(), [](const MapObject& object) {
        return object.kind == MapObject::Kind::StartLocation;
    });
    const auto lost =
        std::find_if(recorded.townHalls.begin(), recorded.townHalls.end(),
                     [&map](const RecordedMap::TownHall& hall) { return !isStart(map, hall.place); });
    if (hasStarts && lost != recorded.townHalls.end())
        doubts.push_back(
            Sentence::of(QStringLiteral("%1 begins where the map has no start place."), {lost->player}));
    return doubts.empty() ? Sentence() : Sentence::chain(doubts, QStringLiteral("%1 %2"));
}

Sentence unreadParts(const MapData& map)
{
    if (map.diagnostics.empty())
        return {};
    const Sentence first = map.diagnostics.front().message;
    const auto count = static_cast<qint64>(map.diagnostics.size());
    if (count == 1)
        return Sentence::of(QStringLiteral("A part of the map was left out: %1"), {first});
    return Sentence::of(QStringLiteral("%1 parts of the map were left out, the first: %2"),
                        {wholeNumber(count), first});
}

} // namespace ghostline::sc2
