// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/load.h"

#include "codecs/io/read_whole.h"
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/commands/revealed_units.h"
#include "codecs/sc2/replay/describe.h"
#include "codecs/sc2/replay/resumed_users.h"

#include <algorithm>
#include <new>
#include <thread>
#include <utility>

namespace ghostline::sc2 {

using model::Severity;

namespace {

/// The last commands of a replay may lie a little behind the loop its header gives as the last.
constexpr std::uint32_t EndSlack = 256;

void note(LoadReport& loadReport, Severity severity, const char* code, const QString& message,
          model::Location where = {})
{
    loadReport.diagnostics.push_back({severity, QString::fromLatin1(code), message, where});
}

/// The header's, unless it is impossible or what was recorded goes on after it.
std::uint32_t loopsOf(const ReplayHeader& header, std::uint32_t lastLoop, std::uint32_t slack)
{
    const std::uint32_t last = std::min(lastLoop, MaxLoops);
    const bool longer = last > header.loops && last - header.loops > slack;
    return header.loops > MaxLoops || longer ? last : header.loops;
}

/// The game reports until it ends: a length that goes on long after its last report, and for which the file
/// is far too small, is none.
bool isSilent(const ReplayHeader& header, const TrackerEvents& tracker, std::uint64_t fileBytes)
{
    return !tracker.failure && header.loops <= MaxLoops && header.loops > tracker.lastLoop &&
           header.loops - tracker.lastLoop > MaxSilence && header.loops / LoopsInByte > fileBytes;
}

void noteSilence(const ReplayHeader& header, std::uint32_t loops, LoadReport& loadReport)
{
    note(loadReport, Severity::Warning, "length",
         QStringLiteral("the header gives %1 loops as the length, but nothing is reported after loop %2; the "
                        "replay is shown up to there")
             .arg(header.loops)
             .arg(loops));
}

void noteImpossibleLength(const ReplayHeader& header, LoadReport& loadReport)
{
    if (header.loops > MaxLoops)
        note(loadReport, Severity::Error, "damaged",
             QStringLiteral(
                 "the header gives %1 loops as the length, which is impossible; the replay is shown "
                 "up to the last event that could be read")
                 .arg(header.loops));
}

void noteLonger(const ReplayHeader& header, std::uint32_t loops, LoadReport& loadReport)
{
    if (loops > header.loops)
        note(loadReport, Severity::Warning, "length",
             QStringLiteral("the header gives %1 loops as the length, but the events go on to loop %2")
                 .arg(header.loops)
                 .arg(loops));
}

void noteRestarts(const TrackerEvents& tracker, LoadReport& loadReport)
{
    for (const TrackerEvents::Restart& restart : tracker.restarts)
        note(loadReport, Severity::Info, "resumed",
             QStringLiteral(
                 "the game was resumed from a replay: its reports went to loop %1 and begin again at "
                 "loop %2; what is told twice is shown once, as it was told last")
                 .arg(restart.from)
                 .arg(restart.to),
             {.offset = {}, .frame = restart.to, .chunk = {}});
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

std::uint64_t packedBytes(const MpqArchive& archive, std::string_view name)
{
    const MpqMember* member = archive.find(name);
    return member != nullptr ? member->stored : 0;
}

} // namespace

void LoadReport::streamEnds(const model::Error& why, std::uint32_t fromLoop, std::uint32_t loops)
{
    const QString& reason = why.message;
    const std::uint32_t from = std::min(fromLoop, loops);
    diagnostics.push_back({Severity::Error,
                           QStringLiteral("damaged"),
                           reason,
                           {.offset = why.where.offset, .frame = from, .chunk = {}}});
    lost.push_back({{from, static_cast<model::FrameNumber>(loops) + 1}, reason});
}

model::Result<std::vector<std::byte>> readReplayFile(const model::ByteSource& bytes,
                                                     const std::stop_token& stop)
{
    const std::uint64_t size = bytes.size();
    if (size > MaxFileBytes)
        return model::fail(
            model::ErrorCode::LimitExceeded,
            model::Sentence::of(QStringLiteral("the file has %1 bytes; replays of more than %2 are not read"),
                                {QString::number(size), QString::number(MaxFileBytes)}));
    return io::readWhole(bytes, stop);
}

PlayerStreams readPlayerStreams(const MpqArchive& archive, std::uint32_t baseBuild)
{
    PlayerStreams streams;
    streams.hasGame = archive.find(GameEventsName) != nullptr;
    {
        const auto bytes = memberBytes(archive, GameEventsName, streams.gameUnreadable);
        if (!bytes.empty())
            streams.game = parseGameEvents(bytes, baseBuild, limitsOf(packedBytes(archive, GameEventsName)));
    }
    const auto bytes = memberBytes(archive, MessageEventsName, streams.messagesUnreadable);
    if (!bytes.empty())
        streams.messages =
            parseMessageEvents(bytes, baseBuild, limitsOf(packedBytes(archive, MessageEventsName)));
    return streams;
}

std::shared_ptr<ReplayData> readReported(const MpqArchive& archive, ReplayHead head, LoadReport& loadReport)
{
    auto data = std::make_shared<ReplayData>();
    data->head = std::move(head);
    loadReport.diagnostics = data->head.diagnostics;
    const Version& version = data->head.header.version;
    std::optional<model::Error> unreadable;
    const auto bytes = memberBytes(archive, TrackerEventsName, unreadable);
    data->hasTracker = !bytes.empty();
    if (data->hasTracker) {
        data->tracker =
            parseTrackerEvents(bytes, version.build, limitsOf(packedBytes(archive, TrackerEventsName)));
        joinSetup(data->head, data->tracker.setup);
    }
    noteRestarts(data->tracker, loadReport);
    data->loops = loopsOf(data->head.header, data->tracker.lastLoop, 0);
    if (isSilent(data->head.header, data->tracker, archive.fileBytes())) {
        // Without reports commands tell later how long it really is.
        data->loops = data->tracker.lastLoop;
        if (data->hasTracker)
            noteSilence(data->head.header, data->loops, loadReport);
    }
    noteImpossibleLength(data->head.header, loadReport);
    noteLonger(data->head.header, data->loops, loadReport);
    if (archive.damage()) {
        // Told once, as what it means for what is shown.
        std::erase_if(loadReport.diagnostics, [&archive](const model::Diagnostic& d) {
            return d.message == archive.damage()->message;
        });
        loadReport.streamEnds(*archive.damage(), 0, data->loops);
    }
    if (unreadable)
        loadReport.streamEnds(*unreadable, 0, data->loops);
    if (auto failure = data->tracker.failure) {
        failure->where.offset.reset(); // of the unpacked member: it means nothing in the file
        loadReport.streamEnds(*failure, data->tracker.lastLoop, data->loops);
    }
    data->abilities = AbilityTable(abilitySetOf(data->head), version.build);
    data->lives = buildLives(data->tracker);
    data->motions = reportedMotion(data->lives);
    return data;
}

namespace {

void noteStreams(const PlayerStreams& streams, const ReplayData& data, LoadReport& loadReport)
{
    const auto ends = [&](const std::optional<model::Error>& why, std::uint32_t from) {
        if (why)
            loadReport.streamEnds(*why, from, data.loops);
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
        note(loadReport, Severity::Info, "unknown-build",
             QStringLiteral("this build, %1, has no table of its own; that of build %2 reads every command")
                 .arg(data.head.header.version.baseBuild)
                 .arg(data.game.protocol->baseBuild));
    }
}

/// Paths on a thread of their own: they take about as long as the derived events, and neither needs the
/// other.
DerivedEvents deriveAndEstimate(ReplayData& data)
{
    Motions motions;
    bool failed = false;
    DerivedEvents derived;
    {
        const std::jthread paths([&motions, &failed, &data = std::as_const(data)] {
            try {
                motions = estimateMotion(data.lives, data.tracker, data.actions, data.head);
            } catch (const std::bad_alloc&) {
                failed = true;
            }
        });
        derived = deriveEvents(data, timeAxisOf(data));
    }
    if (failed)
        throw std::bad_alloc();
    data.motions = std::move(motions);
    return derived;
}

} // namespace

WholeReplay addCommands(const ReplayData& reported, PlayerStreams streams, LoadReport& loadReport)
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
        const ReplayHeader& header = data->head.header;
        const bool silent = header.loops <= MaxLoops && reported.loops < header.loops;
        data->loops =
            silent ? std::min(data->game.lastLoop, MaxLoops) : loopsOf(header, data->game.lastLoop, EndSlack);
        if (silent)
            noteSilence(header, data->loops, loadReport);
        else
            noteLonger(header, data->loops, loadReport);
    }
    noteStreams(streams, *data, loadReport);
    followResumes(*data);
    data->actions = readActions(data->head, data->game);
    loadReport.diagnostics.insert(loadReport.diagnostics.end(), data->actions.diagnostics.begin(),
                                  data->actions.diagnostics.end());
    if (data->hasTracker) {
        data->lives = reported.lives;
    } else {
        data->lives = revealLives(data->head, data->game, data->actions, data->tracker);
        if (!data->game.order.empty())
            note(loadReport, Severity::Info, "no-reports",
                 QStringLiteral("there are no reports of units here: those shown are concluded from commands "
                                "and selections"));
    }
    WholeReplay whole;
    whole.derived = deriveAndEstimate(*data);
    whole.data = std::move(data);
    return whole;
}

} // namespace ghostline::sc2
