// SPDX-License-Identifier: GPL-3.0-or-later
// Shows each frame to the rules that the map allows, in an order in which they can build on one another.
#include "codecs/echo/events/event_finder.h"

#include "codecs/echo/events/event_rules.h"
#include "codecs/echo/events/event_rules_counters.h"
#include "codecs/echo/events/event_rules_disc.h"
#include "codecs/echo/events/event_rules_goals.h"
#include "codecs/echo/events/event_rules_match.h"
#include "codecs/echo/events/event_rules_people.h"
#include "codecs/echo/events/event_rules_recorded.h"
#include "codecs/echo/frame/limits.h"

#include <algorithm>
#include <limits>

namespace ghostline::echo {

namespace {

/// Nothing for a frame that is not of the block itself.
std::span<const RecordedEvent> recordedIn(const FrameBlock& block, const Frame& frame)
{
    const auto place = &frame - block.frames.data();
    if (block.recorded.empty() || place < 0 || static_cast<std::size_t>(place) >= block.size())
        return {};
    return block.recordedIn(static_cast<std::size_t>(place));
}

} // namespace

struct EventFinder::Private
{
    Private(const MatchHeader& matchHeader, const MatchNames& matchNames)
        : header(matchHeader), names(matchNames)
    {
    }
    /// A place for everybody that the frame shows.
    void makeRoom(const FrameActors& actors)
    {
        std::size_t most = memory.players.size();
        for (const model::ActorId actor : actors.players) {
            if (actor != model::ActorId::None)
                most = std::max<std::size_t>(most, model::index(actor) + std::size_t{1});
        }
        if (most > memory.players.size())
            memory.players.resize(most);
    }

    MatchHeader header;
    const MatchNames& names;
    MatchMemory memory;
    io::EventLog log{MaxEvents};
    EventNotes notes;
    Frame before;
    bool any = false;
    model::FrameNumber last = -1;
    model::Micros lastTime{};
};

EventFinder::EventFinder(const MatchHeader& header, const MatchNames& names)
    : d(std::make_unique<Private>(header, names))
{
}

EventFinder::~EventFinder() = default;
EventFinder::EventFinder(EventFinder&&) noexcept = default;

const std::vector<model::EventKind>& EventFinder::kinds() { return eventKinds(); }

void EventFinder::take(model::FrameNumber number, model::Micros time, const FrameBlock& block,
                       const Frame& frame, const FrameActors& actors)
{
    d->makeRoom(actors);
    const model::Micros step = d->any ? time - d->lastTime : model::Micros{};
    const Moment now{.number = number,
                     .last = d->last,
                     .time = time,
                     .step = step,
                     .first = !d->any,
                     .apart = step > rules::Apart,
                     .frame = frame,
                     .before = d->any ? d->before : frame,
                     .rows = block.playersOf(frame),
                     .recorded = recordedIn(block, frame),
                     .actors = actors,
                     .header = d->header,
                     .names = d->names,
                     .memory = d->memory,
                     .log = d->log,
                     .notes = d->notes};
    rules::findComersAndGoers(now);
    rules::findEmotes(now);
    rules::readRecordedEmotes(now);
    const Mode mode = d->header.mode();
    if (mode != Mode::Neither) {
        rules::watchClocks(now);
        rules::findPauses(now);
        rules::readRecordedPauses(now);
        rules::findRestartRequests(now);
        rules::findRulesChanges(now);
        rules::readCounters(now);
        rules::readRecorded(now);
    }
    if (mode == Mode::Arena) {
        rules::readRecordedThrows(now);
        rules::findThrowDetails(now);
        rules::findThrowsAndCatches(now);
        rules::findPossession(now);
        rules::findGoals(now);
        rules::findJousts(now);
    }
    if (mode != Mode::Neither) {
        rules::findCountedPlays(now);
        rules::findShots(now);
        rules::findSaves(now);
        rules::findSteals(now);
        rules::findBlocks(now);
        rules::findStuns(now);
        rules::findLoadouts(now);
        rules::readRecordedRounds(now);
        rules::findRounds(now);
    }
    d->before = frame;
    d->any = true;
    d->last = number;
    d->lastTime = time;
}

std::vector<model::Event> EventFinder::events() const
{
    return d->log.sorted(std::numeric_limits<model::FrameNumber>::max(), d->lastTime);
}

model::DiagnosticList EventFinder::diagnostics() const { return d->notes.diagnostics(); }

} // namespace ghostline::echo
