// SPDX-License-Identifier: GPL-3.0-or-later
// The first revision, and how any revision is made of what is known.
#include "codecs/ironcurtain/limits.h"
#include "codecs/ironcurtain/replay/source_private.h"

#include <algorithm>

namespace ghostline::ironcurtain {

using model::Result;

namespace {

constexpr std::size_t MaxPowers = 64; ///< each is two properties of everyone
constexpr int StartTries = 32;        ///< keyframes looked at for a first state
constexpr SimTick LongestStep = 3000; ///< ticks: what is gone through to show one of them
constexpr std::size_t MaxTypeNames = std::size_t{1} << 16;

} // namespace

/// Keyframes that are in the file and, deltas, have a full one before them; always one at tick 0, and some
/// where there is none for long.
void IronCurtainSource::Private::listSteps()
{
    const auto keyframes = file->keyframes();
    steps.reserve(keyframes.size() + 1);
    bool full = false;
    for (std::size_t i = 0; i < keyframes.size(); ++i) {
        const KeyframeEntry& entry = keyframes[i];
        if (!entry.inFile || entry.tick > lastTick || (!entry.full && !full))
            continue;
        full = full || entry.full;
        addBareSteps(entry.tick);
        steps.push_back({entry.tick, static_cast<int>(i)});
    }
    addBareSteps(lastTick + 1);
}

/// Where no keyframe tells anything for long, up to `end`: pieces that can be read one by one. None of them
/// ends so near to the next keyframe that a movement toward that could begin before it.
void IronCurtainSource::Private::addBareSteps(SimTick end)
{
    if (steps.empty() && end > 0)
        steps.push_back({0, -1});
    while (!steps.empty() && steps.back().tick + LongestStep + LongestGap < end)
        steps.push_back({steps.back().tick + LongestStep, -1});
}

Result<void> IronCurtainSource::Private::findStart(const std::stop_token& stop)
{
    if (!file->metadata().layoutKnown())
        return {};
    int tries = 0;
    for (const Step& step : steps) {
        if (step.file < 0)
            continue;
        auto state = store->restore(step.file, nullptr, stop);
        if (state) {
            start = std::move(*state);
            return {};
        }
        if (!aboutContent(state.error()))
            return tl::unexpected(state.error());
        if (++tries == StartTries)
            break;
    }
    return {};
}

void IronCurtainSource::Private::addPowers(const SimState& state)
{
    if (!state.players)
        return;
    for (const PlayerState& player : *state.players) {
        if (!player.powers)
            continue;
        for (const Power& power : *player.powers) {
            if (powers.size() < MaxPowers &&
                std::find(powers.begin(), powers.end(), power.ability) == powers.end())
                powers.push_back(power.ability);
        }
    }
}

Result<void> IronCurtainSource::Private::begin(const std::stop_token& stop)
{
    lastTick = std::min<SimTick>(file->lastTick(), MaxTicks);
    msPerTick = file->metadata().msPerTick();
    maxGap = interpolationGap(file->keyframes());
    store = std::make_shared<const KeyframeStore>(file);
    events = std::make_unique<EventStore>(file);
    listSteps();
    if (auto found = findStart(stop); !found)
        return found;
    players = listPlayers(file->metadata(), start.get());
    teams = describeTeams(players, start.get());
    if (start)
        addPowers(*start);
    publish(makeSnapshot(knownAtFirst(), 1));
    return {};
}

std::shared_ptr<const Known> IronCurtainSource::Private::knownAtFirst()
{
    auto known = std::make_shared<Known>();
    auto kinds = std::make_shared<Kinds>();
    const bool fromZero = start && start->tick == 0;
    if (start) {
        kinds->addStrings(start->strings);
        kinds->addEntities(*start);
    }
    MatchLogBuilder log(players, fromZero ? *start : SimState());
    if (start && !fromZero) {
        for (const Entity& entity : start->entities)
            log.lives().seenAt(start->tick, entity.tag, entity.components.identity());
    }
    const model::TimeAxis axis = timeAxisOf(lastTick, msPerTick);
    const Lives none;
    known->events = StoryBuilder({players, *kinds, none, axis, msPerTick}).finish();
    known->log = std::make_shared<const MatchLog>(log.finish(lastTick));
    known->kinds = std::move(kinds);
    known->tables = std::make_shared<const std::vector<model::AnalysisTable>>();
    return known;
}

std::shared_ptr<const model::ReplayInfo> IronCurtainSource::Private::describe(const Known& known,
                                                                              const model::TimeAxis& axis)
{
    auto info = std::make_shared<model::ReplayInfo>();
    const Metadata& metadata = file->metadata();
    info->format = QStringLiteral("ironcurtain");
    info->formatName = QStringLiteral("Iron Curtain replay");
    info->formatVersion = QString::number(file->header().version);
    info->map = metadata.mapName;
    info->recordedAt = QDateTime::fromString(metadata.timestamp, Qt::ISODate).toUTC();
    info->bytes = file->bytes();
    info->frameName = QStringLiteral("tick");
    info->exactAtKeyframes = metadata.layoutKnown() && start != nullptr;
    info->maxGap = model::Micros{static_cast<std::int64_t>(maxGap) * msPerTick * 1000};
    info->teams = teams;
    info->cast = describeCast(players, start.get(), known.log->lives, *known.kinds, looks, lastTick);
    info->actorProperties = actorProperties(powers, *known.kinds);
    info->lookProperty = id(ActorProperty::Look);
    info->looks = looks.all();
    info->marks.health = id(ActorProperty::Health);
    info->marks.maxHealth = id(ActorProperty::MaxHealth);
    info->marks.turret = id(ActorProperty::Turret);
    info->marks.rank = id(ActorProperty::Veterancy);
    info->marks.sight = id(ActorProperty::Sight);
    info->census = census();
    info->observer = observerPages(powers, *known.kinds);
    info->scoreboard = scoreboard();
    info->players = playerCards(players, metadata, *known.events, known.orders, axis);
    const std::size_t names = std::min(known.kinds->strings(), MaxTypeNames);
    for (std::size_t i = 0; i < names; ++i)
        strings->intern(known.kinds->readable(static_cast<InternedId>(i)));
    info->strings = std::make_shared<const model::StringTable>(*strings);
    Counted counted;
    counted.events = known.eventCounts ? &*known.eventCounts : nullptr;
    counted.orders = known.ordersRead ? &known.orders : nullptr;
    info->metadata = infoTree(*file, counted);
    return info;
}

std::shared_ptr<const SegmentContext> IronCurtainSource::Private::contextFor(const Known& known,
                                                                             const model::ReplayInfo& info,
                                                                             const model::TimeAxis& axis)
{
    auto context = std::make_shared<SegmentContext>();
    context->players = players;
    context->kinds = known.kinds;
    context->log = known.log;
    context->powers = powers;
    context->propertyCount = info.actorProperties.size();
    context->strings = info.strings;
    const std::size_t names = std::min(known.kinds->strings(), MaxTypeNames);
    context->typeNames.reserve(names);
    for (std::size_t i = 0; i < names; ++i)
        context->typeNames.push_back(info.strings->find(known.kinds->readable(static_cast<InternedId>(i))));
    context->looks = std::make_shared<const Looks>(looks);
    context->resources = resources;
    context->byBirth = birthOrder(known.log->lives);
    context->axis = axis;
    context->msPerTick = msPerTick;
    context->maxGap = maxGap;
    context->lastTick = lastTick;
    return context;
}

std::shared_ptr<const Snapshot> IronCurtainSource::Private::makeSnapshot(std::shared_ptr<const Known> known,
                                                                         model::Revision revision)
{
    auto index = std::make_shared<model::ReplayIndex>();
    index->revision = revision;
    index->complete = known->complete;
    index->progress = known->complete ? 1.0 : known->progress;
    index->timeAxis = timeAxisOf(lastTick, msPerTick);
    index->info = describe(*known, index->timeAxis);
    index->events = known->events;
    index->tables = known->tables;

    const auto frames = static_cast<model::FrameNumber>(lastTick) + 1;
    std::vector<model::Keyframe> entries;
    entries.reserve(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        const bool lost = !known->readable.empty() && known->readable[i] != static_cast<int>(i);
        model::Keyframe entry;
        entry.frame = static_cast<model::FrameNumber>(step.tick);
        entry.knowledge = known->knowledge;
        if (step.file >= 0) {
            const KeyframeEntry& keyframe = file->keyframes()[static_cast<std::size_t>(step.file)];
            entry.offset = keyframe.offset;
            // Of a lost one nothing counts as recorded, neither whole nor as a delta.
            entry.size = lost ? 0 : keyframe.length;
            entry.full = lost || keyframe.full;
            // No baseline: the store follows the links itself.
        }
        entries.push_back(entry);
    }
    index->keyframes = model::KeyframeIndex(std::move(entries), frames);

    tellDamages(file->damages(), lastTick, index->diagnostics, index->lost);
    tellDamages(known->damages.list(), lastTick, index->diagnostics, index->lost);
    tellOddities(*file, index->diagnostics);
    Counted counted;
    counted.events = known->eventCounts ? &*known->eventCounts : nullptr;
    counted.orders = known->ordersRead ? &known->orders : nullptr;
    tellUnknown(counted, file->header().lostFrames > 0, index->diagnostics);
    tellLeftOut(known->log->lives, index->diagnostics);
    index->diagnostics.insert(index->diagnostics.end(), known->notes.begin(), known->notes.end());

    auto made = std::make_shared<Snapshot>();
    made->context = contextFor(*known, *index->info, index->timeAxis);
    made->index = std::move(index);
    made->known = std::move(known);
    return made;
}

} // namespace ghostline::ironcurtain
