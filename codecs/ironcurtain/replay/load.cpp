// SPDX-License-Identifier: GPL-3.0-or-later
// In the background: every event, every order, who talked, and then everybody whom only keyframes know.
#include "codecs/ironcurtain/analysis/tables.h"
#include "codecs/ironcurtain/limits.h"
#include "codecs/ironcurtain/replay/keyframe_scan.h"
#include "codecs/ironcurtain/replay/source_private.h"

#include <algorithm>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Severity;

namespace {

/// A device that fails: what lies behind is missing, and that is said.
void noteFailure(model::DiagnosticList& list, const char* what, const model::Error& error)
{
    if (error.code != ErrorCode::Cancelled)
        addNote(list, Severity::Error, "read-error",
                QStringLiteral("%1 could not be read on: %2").arg(QLatin1String(what), error.message));
}

Damage damageOf(Section section, const ChunkEntry& chunk, const model::Error& error)
{
    Damage damage;
    damage.section = section;
    damage.offset = error.where.offset.value_or(chunk.offset);
    damage.what = error.message;
    return damage;
}

/// Counts orders, frame by frame.
class OrderCounter
{
public:
    explicit OrderCounter(OrderCounts& counts) : m_counts(counts) {}
    void add(const OrderFrame& frame)
    {
        ++m_counts.frames;
        m_counts.unknown += frame.unknown ? 1 : 0;
        for (const Order& order : frame.orders) {
            ++m_counts.byKind[static_cast<std::size_t>(order.kind)];
            if (isAction(order.kind) &&
                (m_counts.actions.size() < MaxPlayers || m_counts.actions.contains(order.player)))
                ++m_counts.actions[order.player];
            if (order.kind == OrderKind::CheatCode && m_counts.cheaters.size() < MaxPlayers &&
                std::find(m_counts.cheaters.begin(), m_counts.cheaters.end(), order.player) ==
                    m_counts.cheaters.end())
                m_counts.cheaters.push_back(order.player);
        }
    }

private:
    OrderCounts& m_counts;
};

} // namespace

/// What the background pass carries from one part to the next.
struct IronCurtainSource::Private::Reading
{
    Reading(Private& source, const std::stop_token& token)
        : own(source), stop(token), axis(timeAxisOf(source.lastTick, source.msPerTick)),
          known(std::make_shared<Known>(*source.snapshot()->known)), kinds(std::make_shared<Kinds>()),
          log(source.players, source.start && source.start->tick == 0 ? *source.start : SimState())
    {
    }
    void findKinds();
    void readEvents(StoryBuilder& story);
    void readOrders(StoryBuilder& story);
    void readVoice(StoryBuilder& story);
    void finishStory(StoryBuilder& story);
    void scan(KeyframeScan& found);
    void addLost(int keyframe, const model::Error& error);

    Private& own;
    const std::stop_token& stop;
    model::TimeAxis axis;
    std::shared_ptr<Known> known;
    std::shared_ptr<Kinds> kinds;
    MatchLogBuilder log;
};

/// The longest table of strings names everything; it is that of the last keyframe.
void IronCurtainSource::Private::Reading::findKinds()
{
    if (own.start) {
        kinds->addStrings(own.start->strings);
        kinds->addEntities(*own.start);
        if (own.start->tick > 0) {
            for (const Entity& entity : own.start->entities)
                log.lives().seenAt(own.start->tick, entity.tag, entity.components.identity());
        }
    }
    auto last = own.stateAt(static_cast<int>(own.steps.size()) - 1, stop);
    if (!last) {
        noteFailure(known->notes, "the last keyframe", last.error());
    } else if (*last) {
        kinds->addStrings((*last)->strings);
        kinds->addEntities(**last);
        own.addPowers(**last);
    }
}

void IronCurtainSource::Private::Reading::readEvents(StoryBuilder& story)
{
    HandsBuilder hands(own.msPerTick);
    VoteAuditBuilder votes;
    const auto sink = [&](const AnalysisEvent& event, std::uint64_t) {
        if (const auto* begun = std::get_if<ConstructionStarted>(&event.body))
            kinds->addStructure(begun->type);
        // Lives first: the story asks who someone is.
        log.add(event);
        story.add(event);
        hands.add(event);
        if (const auto* vote = std::get_if<VoteEvent>(&event.body)) {
            if (const auto record = parseVote(vote->body))
                votes.add(event.tick, *record);
        }
        return true;
    };
    auto counts = own.events->index(sink, stop);
    if (!counts)
        noteFailure(known->notes, "events", counts.error());
    else
        known->eventCounts = std::move(*counts);
    for (Damage& damage : own.events->damages())
        known->damages.add(std::move(damage));
    known->tables = std::make_shared<const std::vector<model::AnalysisTable>>(
        analysisTables(hands.finish(own.lastTick), votes.finish(), own.players, axis));
}

void IronCurtainSource::Private::Reading::readOrders(StoryBuilder& story)
{
    const auto chunks = own.file->chunks(ChunkKind::Orders, stop);
    if (!chunks) {
        noteFailure(known->notes, "orders", chunks.error());
        return;
    }
    OrderCounter counter(known->orders);
    for (const ChunkEntry& chunk : *chunks) {
        if (stop.stop_requested())
            return;
        const auto payload = own.file->payload(chunk, stop);
        if (!payload && !aboutContent(payload.error())) {
            noteFailure(known->notes, "orders", payload.error());
            // Counts of a part would pass for those of the match.
            OrderCounts told;
            told.cheaters = std::move(known->orders.cheaters);
            known->orders = std::move(told);
            return;
        }
        if (!payload)
            continue; // told by the file itself
        SimTick next = chunk.firstTick;
        const auto read =
            readOrderBlock(*payload, chunk.offset + ChunkHeadBytes, [&](const OrderFrame& frame) {
                counter.add(frame);
                story.add(frame);
                next = frame.tick + 1;
                return true;
            });
        if (!read) {
            Damage damage = damageOf(Section::Orders, chunk, read.error());
            damage.first = next;
            damage.last = std::max(next, chunk.lastTick);
            known->damages.add(std::move(damage));
        }
    }
    known->orders.missing =
        own.lastTick + 1 > known->orders.frames ? own.lastTick + 1 - known->orders.frames : 0;
    known->ordersRead = true;
}

void IronCurtainSource::Private::Reading::readVoice(StoryBuilder& story)
{
    const auto chunks = own.file->chunks(ChunkKind::Voice, stop);
    if (!chunks) {
        noteFailure(known->notes, "voice", chunks.error());
        return;
    }
    for (const ChunkEntry& chunk : *chunks) {
        if (stop.stop_requested())
            return;
        const auto payload = own.file->payload(chunk, stop);
        if (!payload && !aboutContent(payload.error())) {
            noteFailure(known->notes, "voice", payload.error());
            return;
        }
        if (!payload)
            continue; // told by the file itself
        const auto track = parseVoice(*payload, chunk.offset + ChunkHeadBytes);
        if (track)
            story.add(*track);
        else
            known->damages.add(damageOf(Section::Voice, chunk, track.error()));
    }
}

void IronCurtainSource::Private::Reading::finishStory(StoryBuilder& story)
{
    const std::uint64_t dropped = story.dropped();
    known->events = story.finish();
    MatchLog whole = log.finish(own.lastTick);
    whole.events = known->eventCounts && known->eventCounts->total > 0;
    known->log = std::make_shared<const MatchLog>(std::move(whole));
    known->kinds = kinds;
    if (dropped > 0)
        addNote(known->notes, Severity::Warning, "events-left-out",
                QStringLiteral("%1 events are not listed: more than %2 are not held")
                    .arg(dropped)
                    .arg(MaxStoryEvents));
    if (log.dropped() > 0)
        addNote(known->notes, Severity::Warning, "reports-left-out",
                QStringLiteral("%1 reports are not shown: of players nobody introduced, or more than is held")
                    .arg(log.dropped()));
}

void IronCurtainSource::Private::Reading::addLost(int keyframe, const model::Error& error)
{
    const auto keyframes = own.file->keyframes();
    const auto number = static_cast<std::size_t>(keyframe);
    const KeyframeEntry& entry = keyframes[number];
    Damage damage;
    damage.section = Section::Keyframes;
    damage.offset = entry.offset;
    damage.what = error.message;
    damage.first = entry.tick;
    damage.last = number + 1 < keyframes.size() ? keyframes[number + 1].tick - 1 : own.lastTick;
    known->damages.add(std::move(damage));
}

/// Restores every keyframe once: only so is it known which of them can be.
void IronCurtainSource::Private::Reading::scan(KeyframeScan& found)
{
    const auto keyframes = own.file->keyframes();
    std::vector<bool> restored(keyframes.size(), false);
    for (std::size_t i = 0; i < keyframes.size() && keyframes[i].tick <= own.lastTick; ++i) {
        if (stop.stop_requested())
            return;
        if (!keyframes[i].inFile)
            continue;
        const auto number = static_cast<int>(i);
        auto state = own.store->restore(number, nullptr, stop);
        if (state) {
            restored[i] = true;
            own.addPowers(**state);
            found.add(std::move(*state));
        } else if (aboutContent(state.error())) {
            addLost(number, state.error());
        } else {
            noteFailure(known->notes, "keyframes", state.error());
            found.breakOff();
            return;
        }
    }
    known->readable.reserve(own.steps.size());
    for (std::size_t i = 0; i < own.steps.size(); ++i) {
        const int keyframe = own.steps[i].file;
        const int before = i > 0 ? known->readable.back() : -1;
        known->readable.push_back(
            keyframe >= 0 && restored[static_cast<std::size_t>(keyframe)] ? static_cast<int>(i) : before);
    }
}

void IronCurtainSource::Private::readAll(const std::stop_token& stop)
{
    Reading reading(*this, stop);
    reading.findKinds();
    {
        StoryBuilder story({players, *reading.kinds, reading.log.lives(), reading.axis, msPerTick});
        if (readEvents)
            reading.readEvents(story);
        if (stop.stop_requested())
            return;
        reading.readOrders(story);
        reading.readVoice(story);
        reading.finishStory(story);
    }
    if (stop.stop_requested())
        return;
    const bool layout = file->metadata().layoutKnown();
    reading.known->knowledge = 1;
    reading.known->progress = 0.5;
    reading.known->complete = !layout;
    publish(makeSnapshot(reading.known, 2));
    if (!layout)
        return;

    auto last = std::make_shared<Known>(*reading.known);
    reading.known = last;
    last->complete = true;
    KeyframeScan found(last->log->lives, *last->kinds);
    const std::size_t powersBefore = powers.size();
    reading.scan(found);
    if (stop.stop_requested())
        return;
    if (found.any()) {
        auto log = std::make_shared<MatchLog>(*last->log);
        found.apply(log->lives, lastTick);
        last->kinds = std::make_shared<const Kinds>(found.kinds());
        last->log = std::move(log);
    }
    if (found.any() || powers.size() > powersBefore)
        last->knowledge = 2;
    publish(makeSnapshot(std::move(last), 3));
}

} // namespace ghostline::ironcurtain
