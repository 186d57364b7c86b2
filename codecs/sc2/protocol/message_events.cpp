// SPDX-License-Identifier: GPL-3.0-or-later
// Reads replay.message.events: chat and pings on the map; what else it holds is only counted.
#include "codecs/sc2/limits.h"
#include "codecs/sc2/protocol/event_walk.h"
#include "codecs/sc2/protocol/game_events.h"
#include "codecs/sc2/protocol/protocol_tables.h"

namespace ghostline::sc2 {

namespace {

constexpr float CellsPerUnit = 1.0F / 4096.0F;

struct Attempt
{
    MessageEvents events;
    std::uint64_t bytesRead = 0;
};

Attempt readWith(std::span<const std::byte> bytes, const Protocol& protocol)
{
    Attempt attempt;
    EventWalk walk(bytes, protocol, EventWalk::Stream::Messages);
    while (walk.next()) {
        const QJsonObject fields =
            walk.type().name == "SLoadingProgressMessage" ? walk.skip() : walk.fields();
        if (!walk.ok()) {
            break;
        }
        const auto recipient = static_cast<std::uint8_t>(fields.value(QLatin1String("m_recipient")).toInt());
        if (walk.type().name == "SChatMessage") {
            attempt.events.chat.push_back(
                {walk.loop(), walk.user(), recipient, fields.value(QLatin1String("m_string")).toString()});
        } else if (walk.type().name == "SPingMessage") {
            const auto point = fields.value(QLatin1String("m_point")).toObject();
            attempt.events.pings.push_back(
                {walk.loop(), walk.user(), recipient,
                 static_cast<float>(point.value(QLatin1String("x")).toInteger()) * CellsPerUnit,
                 static_cast<float>(point.value(QLatin1String("y")).toInteger()) * CellsPerUnit});
        }
    }
    attempt.bytesRead = walk.start();
    attempt.events.failure = walk.failure(QStringLiteral("replay.message.events"));
    return attempt;
}

} // namespace

MessageEvents readMessageEvents(std::span<const std::byte> bytes, std::uint32_t baseBuild)
{
    const auto candidates = candidateProtocols(baseBuild);
    Attempt best = readWith(bytes, *candidates.front());
    for (std::size_t i = 1; i < candidates.size() && best.events.failure; ++i) {
        Attempt other = readWith(bytes, *candidates[i]);
        if (!other.events.failure || (!isKnownBuild(baseBuild) && other.bytesRead > best.bytesRead)) {
            best = std::move(other);
        }
    }
    return std::move(best.events);
}

} // namespace ghostline::sc2
