// SPDX-License-Identifier: GPL-3.0-or-later
// From members to a decoded replay: first what the game reported, then what players did.
#include "codecs/sc2/limits.h"
#include "codecs/sc2/replay/describe.h"
#include "codecs/sc2/replay/sc2_source_private.h"

#include <algorithm>
#include <new>
#include <utility>

namespace ghostline::sc2 {

using model::Severity;

namespace {

constexpr std::string_view GameEventsName = "replay.game.events";
constexpr std::string_view MessageEventsName = "replay.message.events";
constexpr std::string_view TrackerEventsName = "replay.tracker.events";
/// The last commands of a replay may lie a little behind the loop its header gives as the last.
constexpr std::uint32_t EndSlack = 256;

void note(Troubles& troubles, Severity severity, const char* code, const QString& message,
          model::Location where = {})
{
    troubles.diagnostics.push_back({severity, QString::fromLatin1(code), message, where});
}

/// The header's, unless it is impossible or what was recorded goes on after it.
std::uint32_t loopsOf(const ReplayHeader& header, std::uint32_t lastLoop, std::uint32_t slack)
{
    const std::uint32_t last = std::min(lastLoop, MaxLoops);
    const bool longer = last > header.loops && last - header.loops > slack;
    return header.loops > MaxLoops || longer ? last : header.loops;
}

void noteImpossibleLength(const ReplayHeader& header, Troubles& troubles)
{
    if (header.loops > MaxLoops)
        note(troubles, Severity::Error, "damaged",
             QStringLiteral(
                 "the header gives %1 loops as the length, which is impossible; the replay is shown "
                 "up to the last event that could be read")
                 .arg(header.loops));
}

void noteLonger(const ReplayHeader& header, std::uint32_t loops, Troubles& troubles)
{
    if (loops > header.loops)
        note(troubles, Severity::Warning, "length",
             QStringLiteral("the header gives %1 loops as the length, but the events go on to loop %2")
                 .arg(header.loops)
                 .arg(loops));
}

std::vector<std::byte> memberBytes(const MpqArchive& archive, std::string_view name,
                                   std::optional<model::Error>& unreadable)
{
    if (archive.find(name) == nullptr)
        return {};
    auto bytes = archive.read(name);
    if (!bytes) {
        unreadable = bytes.error();
        return {};
    }
    return std::move(*bytes);
}

} // namespace

void Troubles::streamEnds(const model::Error& why, std::uint32_t fromLoop, std::uint32_t loops)
{
    const QString& reason = why.message;
    const std::uint32_t from = std::min(fromLoop, loops);
    diagnostics.push_back({Severity::Error,
                           QStringLiteral("damaged"),
                           reason,
                           {.offset = why.where.offset, .frame = from, .chunk = {}}});
    lost.push_back({{from, static_cast<model::FrameNumber>(loops) + 1}, reason});
}

PlayerStreams readPlayerStreams(const MpqArchive& archive, std::uint32_t baseBuild)
{
    PlayerStreams streams;
    streams.hasGame = archive.find(GameEventsName) != nullptr;
    {
        const auto bytes = memberBytes(archive, GameEventsName, streams.gameUnreadable);
        if (!bytes.empty())
            streams.game = readGameEvents(bytes, baseBuild);
    }
    const auto bytes = memberBytes(archive, MessageEventsName, streams.messagesUnreadable);
    if (!bytes.empty())
        streams.messages = readMessageEvents(bytes, baseBuild);
    return streams;
}

std::shared_ptr<ReplayData> readReported(const MpqArchive& archive, ReplayHead head, Troubles& troubles)
{
    auto data = std::make_shared<ReplayData>();
    data->head = std::move(head);
    troubles.diagnostics = data->head.diagnostics;
    const Version& version = data->head.header.version;
    std::optional<model::Error> unreadable;
    const auto bytes = memberBytes(archive, TrackerEventsName, unreadable);
    data->hasTracker = !bytes.empty();
    if (data->hasTracker) {
        data->tracker = readTrackerEvents(bytes, version.build);
        joinSetup(data->head, data->tracker.setup);
    }
    data->loops = loopsOf(data->head.header, data->tracker.lastLoop, 0);
    noteImpossibleLength(data->head.header, troubles);
    noteLonger(data->head.header, data->loops, troubles);
    if (archive.damage()) {
        // Told once, as what it means for what is shown.
        std::erase_if(troubles.diagnostics, [&archive](const model::Diagnostic& d) {
            return d.message == archive.damage()->message;
        });
        troubles.streamEnds(*archive.damage(), 0, data->loops);
    }
    if (unreadable)
        troubles.streamEnds(*unreadable, 0, data->loops);
    if (auto failure = data->tracker.failure) {
        failure->where.offset.reset(); // of the unpacked member: it means nothing in the file
        troubles.streamEnds(*failure, data->tracker.lastLoop, data->loops);
    }
    data->abilities = AbilityTable(abilitySetOf(data->head), version.build);
    data->lives = buildLives(data->tracker);
    data->motions = reportedMotion(data->lives);
    return data;
}

namespace {

void noteStreams(const PlayerStreams& streams, const ReplayData& data, Troubles& troubles)
{
    const auto ends = [&](const std::optional<model::Error>& why, std::uint32_t from) {
        if (why)
            troubles.streamEnds(*why, from, data.loops);
    };
    ends(streams.gameUnreadable, 0);
    ends(data.game.failure, data.game.lastLoop);
    ends(streams.messagesUnreadable, 0);
    std::uint32_t lastMessage = 0;
    if (!data.messages.chat.empty())
        lastMessage = data.messages.chat.back().loop;
    if (!data.messages.pings.empty())
        lastMessage = std::max(lastMessage, data.messages.pings.back().loop);
    ends(data.messages.failure, lastMessage);
    if (data.game.protocol != nullptr && !data.game.exactBuild && !data.game.failure) {
        note(troubles, Severity::Info, "unknown-build",
             QStringLiteral("this build, %1, has no table of its own; that of build %2 reads every command")
                 .arg(data.head.header.version.baseBuild)
                 .arg(data.game.protocol->baseBuild));
    }
}

/// Paths on a thread of their own: they take about as long as the story, and neither needs the other.
GameStory tellAndEstimate(ReplayData& data)
{
    Motions motions;
    bool failed = false;
    GameStory story;
    {
        const std::jthread paths([&motions, &failed, &data = std::as_const(data)] {
            try {
                motions = estimateMotion(data.lives, data.tracker, data.actions, data.head);
            } catch (const std::bad_alloc&) {
                failed = true;
            }
        });
        story = tellStory(data, timeAxisOf(data));
    }
    if (failed)
        throw std::bad_alloc();
    data.motions = std::move(motions);
    return story;
}

} // namespace

WholeReplay addCommands(const ReplayData& reported, PlayerStreams streams, Troubles& troubles)
{
    auto data = std::make_shared<ReplayData>();
    data->head = reported.head;
    data->tracker = reported.tracker;
    data->hasTracker = reported.hasTracker;
    data->abilities = reported.abilities;
    data->game = std::move(streams.game);
    data->messages = std::move(streams.messages);
    data->loops = reported.loops;
    data->complete = true;
    if (!data->hasTracker) {
        data->loops = loopsOf(data->head.header, data->game.lastLoop, EndSlack);
        noteLonger(data->head.header, data->loops, troubles);
    }
    noteStreams(streams, *data, troubles);
    data->actions = readActions(data->head, data->game);
    troubles.diagnostics.insert(troubles.diagnostics.end(), data->actions.diagnostics.begin(),
                                data->actions.diagnostics.end());
    if (data->hasTracker) {
        data->lives = reported.lives;
    } else {
        data->lives = revealLives(data->head, data->game, data->actions, data->tracker);
        if (!data->game.order.empty())
            note(troubles, Severity::Info, "no-reports",
                 QStringLiteral("there are no reports of units here: those shown are concluded from commands "
                                "and selections"));
    }
    WholeReplay whole;
    whole.story = tellAndEstimate(*data);
    whole.data = std::move(data);
    return whole;
}

} // namespace ghostline::sc2
