// SPDX-License-Identifier: GPL-3.0-or-later
// Description, keyframes, diagnostics and segment context of a revision.
#include "codecs/ironcurtain/replay/revision_maker.h"

#include "codecs/ironcurtain/base/limits.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

constexpr std::size_t MaxPowers = 64; ///< each is two properties of everyone
constexpr std::size_t MaxTypeNames = std::size_t{1} << 16;

} // namespace

RevisionMaker::RevisionMaker(const OpenedMatch& match) : m_match(match)
{
    if (match.start)
        addPowers(*match.start);
}

bool RevisionMaker::addPowers(const SimState& state)
{
    if (!state.players)
        return false;
    const std::size_t before = m_powers.size();
    for (const PlayerState& player : *state.players) {
        if (!player.powers)
            continue;
        for (const Power& power : *player.powers) {
            if (m_powers.size() < MaxPowers &&
                std::find(m_powers.begin(), m_powers.end(), power.ability) == m_powers.end())
                m_powers.push_back(power.ability);
        }
    }
    return m_powers.size() > before;
}

std::shared_ptr<const Known> RevisionMaker::knownAtFirst() const
{
    auto known = std::make_shared<Known>();
    auto kinds = std::make_shared<Kinds>();
    const bool fromZero = m_match.start && m_match.start->tick == 0;
    if (m_match.start) {
        kinds->addStrings(m_match.start->strings);
        kinds->addEntities(*m_match.start);
    }
    MatchLogBuilder log(m_match.players, fromZero ? *m_match.start : SimState());
    if (m_match.start && !fromZero) {
        for (const Entity& entity : m_match.start->entities)
            log.lives().seenAt(m_match.start->tick, entity.tag, entity.components.identity());
    }
    const model::TimeAxis axis = timeAxisOf(m_match.lastTick, m_match.msPerTick);
    const Lives none;
    known->events = EventDeriver({m_match.players, *kinds, none, axis, m_match.msPerTick}).finish();
    known->log = std::make_shared<const MatchLog>(log.finish(m_match.lastTick));
    known->kinds = std::move(kinds);
    known->tables = std::make_shared<const std::vector<model::AnalysisTable>>();
    return known;
}

std::shared_ptr<const model::ReplayInfo> RevisionMaker::describe(const Known& known,
                                                                 const model::TimeAxis& axis)
{
    auto info = std::make_shared<model::ReplayInfo>();
    const Metadata& metadata = m_match.file->metadata();
    info->format = QStringLiteral("ironcurtain");
    info->formatName = QStringLiteral("Iron Curtain replay");
    info->formatVersion = QString::number(m_match.file->header().version);
    info->map = metadata.mapName;
    info->recordedAt = QDateTime::fromString(metadata.timestamp, Qt::ISODate).toUTC();
    info->bytes = m_match.file->bytes();
    info->frameName = QStringLiteral("tick");
    info->exactAtKeyframes = metadata.layoutKnown() && m_match.start != nullptr;
    info->maxGap = model::Micros{static_cast<std::int64_t>(m_match.maxGap) * m_match.msPerTick * 1000};
    info->teams = m_match.teams;
    info->cast = describeCast(m_match.players, m_match.start.get(), known.log->lives, *known.kinds, m_looks,
                              m_match.lastTick);
    info->actorProperties = actorProperties(m_powers, *known.kinds);
    info->lookProperty = id(ActorProperty::Look);
    info->looks = m_looks.all();
    info->marks.health = id(ActorProperty::Health);
    info->marks.maxHealth = id(ActorProperty::MaxHealth);
    info->marks.turret = id(ActorProperty::Turret);
    info->marks.rank = id(ActorProperty::Veterancy);
    info->marks.sight = id(ActorProperty::Sight);
    info->census = census();
    info->observer = observerPages(m_powers, *known.kinds);
    info->scoreboard = scoreboard();
    info->players = playerCards(m_match.players, metadata, *known.events, known.orders, axis);
    const std::size_t names = std::min(known.kinds->strings(), MaxTypeNames);
    for (std::size_t i = 0; i < names; ++i)
        m_strings.intern(known.kinds->readable(static_cast<InternedId>(i)));
    info->strings = std::make_shared<const model::StringTable>(m_strings);
    Counted counted;
    counted.events = known.eventCounts ? &*known.eventCounts : nullptr;
    counted.orders = known.ordersRead ? &known.orders : nullptr;
    info->metadata = infoTree(*m_match.file, counted);
    return info;
}

std::shared_ptr<const SegmentContext> RevisionMaker::contextFor(const Known& known,
                                                                const model::ReplayInfo& info,
                                                                const model::TimeAxis& axis) const
{
    auto context = std::make_shared<SegmentContext>();
    context->players = m_match.players;
    context->kinds = known.kinds;
    context->log = known.log;
    context->powers = m_powers;
    context->propertyCount = info.actorProperties.size();
    context->strings = info.strings;
    const std::size_t names = std::min(known.kinds->strings(), MaxTypeNames);
    context->typeNames.reserve(names);
    for (std::size_t i = 0; i < names; ++i)
        context->typeNames.push_back(info.strings->find(known.kinds->readable(static_cast<InternedId>(i))));
    context->looks = std::make_shared<const Looks>(m_looks);
    context->resources = m_resources;
    context->byBirth = birthOrder(known.log->lives);
    context->axis = axis;
    context->msPerTick = m_match.msPerTick;
    context->maxGap = m_match.maxGap;
    context->lastTick = m_match.lastTick;
    return context;
}

model::KeyframeIndex RevisionMaker::keyframes(const Known& known) const
{
    const auto frames = static_cast<model::FrameNumber>(m_match.lastTick) + 1;
    std::vector<model::Keyframe> entries;
    entries.reserve(m_match.steps.size());
    for (std::size_t i = 0; i < m_match.steps.size(); ++i) {
        const Step& step = m_match.steps[i];
        const bool lost = !known.readable.empty() && known.readable[i] != static_cast<int>(i);
        model::Keyframe entry;
        entry.frame = static_cast<model::FrameNumber>(step.tick);
        entry.knowledge = known.knowledge;
        if (step.file >= 0) {
            const KeyframeEntry& keyframe = m_match.file->keyframes()[static_cast<std::size_t>(step.file)];
            entry.offset = keyframe.offset;
            // Of a lost one nothing counts as recorded, neither whole nor as a delta.
            entry.size = lost ? 0 : keyframe.length;
            entry.full = lost || keyframe.full;
            // No baseline: the store follows the links itself.
        }
        entries.push_back(entry);
    }
    return {std::move(entries), frames};
}

std::shared_ptr<const Snapshot> RevisionMaker::snapshot(std::shared_ptr<const Known> known,
                                                        model::Revision number)
{
    auto index = std::make_shared<model::ReplayIndex>();
    index->revision = number;
    index->complete = known->complete;
    index->progress = known->complete ? 1.0 : known->progress;
    index->timeAxis = timeAxisOf(m_match.lastTick, m_match.msPerTick);
    index->info = describe(*known, index->timeAxis);
    index->events = known->events;
    index->tables = known->tables;
    index->keyframes = keyframes(*known);

    reportDamages(m_match.file->damages(), m_match.lastTick, index->diagnostics, index->lost);
    reportDamages(known->damages.list(), m_match.lastTick, index->diagnostics, index->lost);
    reportOddities(*m_match.file, index->diagnostics);
    Counted counted;
    counted.events = known->eventCounts ? &*known->eventCounts : nullptr;
    counted.orders = known->ordersRead ? &known->orders : nullptr;
    reportUnknown(counted, m_match.file->header().lostFrames > 0, index->diagnostics);
    reportLeftOut(known->log->lives, index->diagnostics);
    index->diagnostics.insert(index->diagnostics.end(), known->notes.begin(), known->notes.end());

    auto made = std::make_shared<Snapshot>();
    made->context = contextFor(*known, *index->info, index->timeAxis);
    made->revision = std::move(index);
    made->known = std::move(known);
    return made;
}

} // namespace ghostline::ironcurtain
