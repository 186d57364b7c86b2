// SPDX-License-Identifier: GPL-3.0-or-later
// In the background: every event, every order, who talked, and then everybody whom only keyframes know.
#include "codecs/ironcurtain/analysis/tables.h"
#include "codecs/ironcurtain/limits.h"
#include "codecs/ironcurtain/replay/source_private.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Severity;

namespace {

bool aboutContent(const model::Error& error)
{
    return error.code == ErrorCode::Damaged || error.code == ErrorCode::LimitExceeded;
}

void note(model::DiagnosticList& list, Severity severity, const char* code, const QString& message)
{
    model::Diagnostic one;
    one.severity = severity;
    one.code = QString::fromLatin1(code);
    one.message = message;
    list.push_back(std::move(one));
}

/// A device that fails: what lies behind is missing, and that is said.
void noteFailure(model::DiagnosticList& list, const char* what, const model::Error& error)
{
    if (error.code != ErrorCode::Cancelled)
        note(list, Severity::Error, "read-error",
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

/// Whom keyframes know and nobody told of, and those who vanish without a word.
class KeyframeScan
{
public:
    KeyframeScan(const Lives& lives, const Kinds& kinds) : m_lives(lives), m_kinds(kinds) {}

    void seen(SimTick tick, UnitTag tag, const std::optional<Identity>& identity)
    {
        if (identity && !m_kinds.type(identity->type).kindKnown)
            m_types.emplace(identity->type, *identity);
        const std::ptrdiff_t known = m_lives.find(tag);
        if (known >= 0 && (m_lives[static_cast<std::size_t>(known)].birthTold ||
                           m_lives[static_cast<std::size_t>(known)].first <= tick))
            return;
        if (m_found.size() < MaxLives && m_tags.insert(tag.key()).second)
            m_found.push_back({tick, tag, identity, 0});
    }
    /// All who are there at a full keyframe.
    void full(SimTick tick, std::vector<std::uint32_t>& keys)
    {
        std::sort(keys.begin(), keys.end());
        const auto there = [&keys](UnitTag tag) {
            return std::binary_search(keys.begin(), keys.end(), tag.key());
        };
        for (std::size_t i = 0; i < m_lives.count(); ++i) {
            const Life& life = m_lives[i];
            if (life.first < tick && tick < life.end && !life.deathTold && !m_gone.contains(life.tag.key()) &&
                !there(life.tag))
                m_gone.emplace(life.tag.key(), tick);
        }
        for (Found& found : m_found) {
            if (found.gone == 0 && found.tick < tick && !there(found.tag))
                found.gone = tick;
        }
    }
    bool any() const { return !m_found.empty() || !m_gone.empty() || !m_types.empty(); }
    std::size_t found() const { return m_found.size(); }
    void apply(Lives& lives, Kinds& kinds, SimTick lastTick) const
    {
        for (const Found& found : m_found) {
            lives.seenAt(found.tick, found.tag, found.identity);
            if (found.gone > 0)
                lives.goneAt(found.gone, found.tag);
        }
        for (const auto& [key, tick] : m_gone)
            lives.goneAt(tick,
                         {static_cast<std::uint16_t>(key >> 16), static_cast<std::uint16_t>(key & 0xFFFF)});
        for (const auto& [type, identity] : m_types)
            kinds.addIdentity(identity);
        lives.finish(lastTick);
    }

private:
    struct Found
    {
        SimTick tick = 0;
        UnitTag tag;
        std::optional<Identity> identity;
        SimTick gone = 0;
    };
    const Lives& m_lives;
    const Kinds& m_kinds;
    std::vector<Found> m_found; ///< in the order of keyframes
    std::set<std::uint32_t> m_tags;
    std::map<std::uint32_t, SimTick> m_gone;
    std::map<InternedId, Identity> m_types;
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
    bool scan(KeyframeScan& found);
    void scanKeyframe(KeyframeScan& found, const Step& step, std::vector<bool>& readable);

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
    const DamageList damages = own.events->damages();
    known->damages.insert(known->damages.end(), damages.begin(), damages.end());
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
            break;
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
            known->damages.push_back(std::move(damage));
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
        const auto payload = own.file->payload(chunk, stop);
        if (!payload)
            continue;
        const auto track = parseVoice(*payload, chunk.offset + ChunkHeadBytes);
        if (track)
            story.add(*track);
        else
            known->damages.push_back(damageOf(Section::Voice, chunk, track.error()));
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
        note(known->notes, Severity::Warning, "events-left-out",
             QStringLiteral("%1 events are not listed: more than %2 are not held")
                 .arg(dropped)
                 .arg(MaxStoryEvents));
    if (log.dropped() > 0)
        note(known->notes, Severity::Warning, "reports-left-out",
             QStringLiteral(
                 "%1 reports of players are not shown: of players nobody introduced, or more than is "
                 "held")
                 .arg(log.dropped()));
}

void IronCurtainSource::Private::Reading::scanKeyframe(KeyframeScan& found, const Step& step,
                                                       std::vector<bool>& readable)
{
    const KeyframeEntry& entry = own.file->keyframes()[static_cast<std::size_t>(step.file)];
    QString why;
    const auto blob = own.file->keyframe(step.file, stop);
    if (!blob) {
        why = blob.error().message;
    } else if (!entry.full) {
        const auto head = parseDeltaHead(*blob, entry.offset);
        const int baseline = head ? own.file->keyframeOf(head->baselineTick) : -1;
        if (!head)
            why = head.error().message;
        else if (baseline < 0 || baseline >= step.file || !readable[static_cast<std::size_t>(baseline)])
            why = QStringLiteral("its baseline, the keyframe of tick %1, is lost").arg(head->baselineTick);
    }
    if (why.isEmpty()) {
        std::vector<std::uint32_t> keys;
        const auto visited = visitNewTags(*blob, entry.full, entry.offset,
                                          [&](UnitTag tag, const std::optional<Identity>& identity) {
                                              found.seen(step.tick, tag, identity);
                                              if (entry.full)
                                                  keys.push_back(tag.key());
                                          });
        if (!visited)
            why = visited.error().message;
        else if (entry.full)
            found.full(step.tick, keys);
    }
    if (why.isEmpty()) {
        readable[static_cast<std::size_t>(step.file)] = true;
        return;
    }
    Damage damage;
    damage.section = Section::Keyframes;
    damage.offset = entry.offset;
    damage.what = QStringLiteral("the keyframe of tick %1 is lost: %2").arg(entry.tick).arg(why);
    damage.first = entry.tick;
    const auto next = static_cast<std::size_t>(step.file) + 1;
    damage.last = next < own.file->keyframes().size() ? own.file->keyframes()[next].tick - 1 : own.lastTick;
    known->damages.push_back(std::move(damage));
}

/// False when stopped.
bool IronCurtainSource::Private::Reading::scan(KeyframeScan& found)
{
    std::vector<bool> readable(own.file->keyframes().size(), false);
    for (const Step& step : own.steps) {
        if (stop.stop_requested())
            return false;
        if (step.file >= 0)
            scanKeyframe(found, step, readable);
    }
    return true;
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
    if (!reading.scan(found))
        return;
    if (found.any()) {
        auto kinds = std::make_shared<Kinds>(*last->kinds);
        auto log = std::make_shared<MatchLog>(*last->log);
        found.apply(log->lives, *kinds, lastTick);
        last->kinds = std::move(kinds);
        last->log = std::move(log);
        last->knowledge = 2;
    }
    publish(makeSnapshot(std::move(last), 3));
}

} // namespace ghostline::ironcurtain
