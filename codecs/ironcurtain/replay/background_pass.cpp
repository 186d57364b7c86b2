// SPDX-License-Identifier: GPL-3.0-or-later
// Event by event, order by order, keyframe by keyframe.
#include "codecs/ironcurtain/replay/background_pass.h"

#include "codecs/ironcurtain/analysis/hands.h"
#include "codecs/ironcurtain/analysis/tables.h"
#include "codecs/ironcurtain/analysis/vote_audit.h"
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/replay/keyframe_scan.h"

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

BackgroundPass::BackgroundPass(const OpenedMatch& match, RevisionMaker& maker, const Known& opened)
    : m_match(match), m_maker(maker), m_axis(timeAxisOf(match.lastTick, match.msPerTick)),
      m_known(std::make_shared<Known>(opened)), m_kinds(std::make_shared<Kinds>()),
      m_log(match.players, match.start && match.start->tick == 0 ? *match.start : SimState())
{
}

/// The longest table of strings names everything; it is that of the last keyframe.
void BackgroundPass::findKinds()
{
    if (m_match.start) {
        m_kinds->addStrings(m_match.start->strings);
        m_kinds->addEntities(*m_match.start);
        if (m_match.start->tick > 0) {
            for (const Entity& entity : m_match.start->entities)
                m_log.lives().seenAt(m_match.start->tick, entity.tag, entity.components.identity());
        }
    }
    auto last = m_match.stateAt(static_cast<int>(m_match.steps.size()) - 1, m_known->readable, m_stop);
    if (!last) {
        noteFailure(m_known->notes, "the last keyframe", last.error());
    } else if (*last) {
        m_kinds->addStrings((*last)->strings);
        m_kinds->addEntities(**last);
        m_maker.addPowers(**last);
    }
}

void BackgroundPass::readEvents(EventDeriver& deriver)
{
    HandsBuilder hands(m_match.msPerTick);
    VoteAuditBuilder votes;
    const auto sink = [&](const AnalysisEvent& event, std::uint64_t) {
        if (const auto* begun = std::get_if<ConstructionStarted>(&event.body))
            m_kinds->addStructure(begun->type);
        // Lives first: derived events name who someone is.
        m_log.add(event);
        deriver.add(event);
        hands.add(event);
        if (const auto* vote = std::get_if<VoteEvent>(&event.body)) {
            if (const auto record = parseVote(vote->body))
                votes.add(event.tick, *record);
        }
        return true;
    };
    auto counts = m_match.events->index(sink, m_stop);
    if (!counts)
        noteFailure(m_known->notes, "events", counts.error());
    else
        m_known->eventCounts = std::move(*counts);
    for (Damage& damage : m_match.events->damages())
        m_known->damages.add(std::move(damage));
    m_known->tables = std::make_shared<const std::vector<model::AnalysisTable>>(
        analysisTables(hands.finish(m_match.lastTick), votes.finish(), m_match.players, m_axis));
}

void BackgroundPass::readOrders(EventDeriver& deriver)
{
    const auto chunks = m_match.file->chunks(ChunkKind::Orders, m_stop);
    if (!chunks) {
        noteFailure(m_known->notes, "orders", chunks.error());
        return;
    }
    OrderCounter counter(m_known->orders);
    for (const ChunkEntry& chunk : *chunks) {
        if (m_stop.stop_requested())
            return;
        const auto payload = m_match.file->payload(chunk, m_stop);
        if (!payload && !aboutContent(payload.error())) {
            noteFailure(m_known->notes, "orders", payload.error());
            // Counts of a part would pass for those of the match.
            OrderCounts told;
            told.cheaters = std::move(m_known->orders.cheaters);
            m_known->orders = std::move(told);
            return;
        }
        if (!payload)
            continue; // told by the file itself
        SimTick next = chunk.firstTick;
        const auto read =
            parseOrderBlock(*payload, chunk.offset + ChunkHeadBytes, [&](const OrderFrame& frame) {
                counter.add(frame);
                deriver.add(frame);
                next = frame.tick + 1;
                return true;
            });
        if (!read) {
            Damage damage = damageOf(Section::Orders, chunk, read.error());
            damage.first = next;
            damage.last = std::max(next, chunk.lastTick);
            m_known->damages.add(std::move(damage));
        }
    }
    m_known->orders.missing =
        m_match.lastTick + 1 > m_known->orders.frames ? m_match.lastTick + 1 - m_known->orders.frames : 0;
    m_known->ordersRead = true;
}

void BackgroundPass::readVoice(EventDeriver& deriver)
{
    const auto chunks = m_match.file->chunks(ChunkKind::Voice, m_stop);
    if (!chunks) {
        noteFailure(m_known->notes, "voice", chunks.error());
        return;
    }
    for (const ChunkEntry& chunk : *chunks) {
        if (m_stop.stop_requested())
            return;
        const auto payload = m_match.file->payload(chunk, m_stop);
        if (!payload && !aboutContent(payload.error())) {
            noteFailure(m_known->notes, "voice", payload.error());
            return;
        }
        if (!payload)
            continue; // told by the file itself
        const auto track = parseVoice(*payload, chunk.offset + ChunkHeadBytes);
        if (track)
            deriver.add(*track);
        else
            m_known->damages.add(damageOf(Section::Voice, chunk, track.error()));
    }
}

void BackgroundPass::finishEvents(EventDeriver& deriver)
{
    const std::uint64_t dropped = deriver.dropped();
    m_known->events = deriver.finish();
    MatchLog whole = m_log.finish(m_match.lastTick);
    whole.events = m_known->eventCounts && m_known->eventCounts->total > 0;
    m_known->log = std::make_shared<const MatchLog>(std::move(whole));
    m_known->kinds = m_kinds;
    if (dropped > 0)
        addNote(m_known->notes, Severity::Warning, "events-left-out",
                QStringLiteral("%1 events are not listed: more than %2 are not held")
                    .arg(dropped)
                    .arg(MaxDerivedEvents));
    if (m_log.dropped() > 0)
        addNote(m_known->notes, Severity::Warning, "reports-left-out",
                QStringLiteral("%1 reports are not shown: of players nobody introduced, or more than is held")
                    .arg(m_log.dropped()));
}

void BackgroundPass::addLost(int keyframe, const model::Error& error)
{
    const auto keyframes = m_match.file->keyframes();
    const auto number = static_cast<std::size_t>(keyframe);
    const KeyframeEntry& entry = keyframes[number];
    Damage damage;
    damage.section = Section::Keyframes;
    damage.offset = entry.offset;
    damage.what = error.message;
    damage.first = entry.tick;
    damage.last = number + 1 < keyframes.size() ? keyframes[number + 1].tick - 1 : m_match.lastTick;
    m_known->damages.add(std::move(damage));
}

/// Restores every keyframe once: only so is it known which of them can be. True when there was a new power.
bool BackgroundPass::scan(KeyframeScan& found)
{
    const auto keyframes = m_match.file->keyframes();
    bool newPowers = false;
    std::vector<bool> restored(keyframes.size(), false);
    for (std::size_t i = 0; i < keyframes.size() && keyframes[i].tick <= m_match.lastTick; ++i) {
        if (m_stop.stop_requested())
            return newPowers;
        if (!keyframes[i].inFile)
            continue;
        const auto number = static_cast<int>(i);
        auto state = m_match.store->restore(number, nullptr, m_stop);
        if (state) {
            restored[i] = true;
            newPowers = m_maker.addPowers(**state) || newPowers;
            found.add(std::move(*state));
        } else if (aboutContent(state.error())) {
            addLost(number, state.error());
        } else {
            noteFailure(m_known->notes, "keyframes", state.error());
            found.breakOff();
            return newPowers;
        }
    }
    m_known->readable.reserve(m_match.steps.size());
    for (std::size_t i = 0; i < m_match.steps.size(); ++i) {
        const int keyframe = m_match.steps[i].file;
        const int before = i > 0 ? m_known->readable.back() : -1;
        m_known->readable.push_back(
            keyframe >= 0 && restored[static_cast<std::size_t>(keyframe)] ? static_cast<int>(i) : before);
    }
    return newPowers;
}

model::Result<void> BackgroundPass::run(Revisions& revisions, bool withEvents, const std::stop_token& stop)
{
    m_stop = stop;
    findKinds();
    {
        EventDeriver deriver({m_match.players, *m_kinds, m_log.lives(), m_axis, m_match.msPerTick});
        if (withEvents)
            readEvents(deriver);
        if (stop.stop_requested())
            return model::cancelled();
        readOrders(deriver);
        readVoice(deriver);
        finishEvents(deriver);
    }
    if (stop.stop_requested())
        return model::cancelled();
    const bool layout = m_match.file->metadata().layoutKnown();
    m_known->knowledge = 1;
    m_known->progress = 0.5;
    m_known->complete = !layout;
    const auto publish = [&] {
        revisions.publish([this](model::Revision number) { return m_maker.snapshot(m_known, number); });
    };
    publish();
    if (!layout)
        return {};

    m_known = std::make_shared<Known>(*m_known); // what has been published stays as it is
    m_known->complete = true;
    KeyframeScan found(m_known->log->lives, *m_known->kinds);
    const bool newPowers = scan(found);
    if (stop.stop_requested())
        return model::cancelled();
    if (found.any()) {
        auto log = std::make_shared<MatchLog>(*m_known->log);
        found.apply(log->lives, m_match.lastTick);
        m_known->kinds = std::make_shared<const Kinds>(found.kinds());
        m_known->log = std::move(log);
    }
    if (found.any() || newPowers)
        m_known->knowledge = 2;
    publish();
    return {};
}

} // namespace ghostline::ironcurtain
