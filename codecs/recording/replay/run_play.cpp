// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/run_play.h"

#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/run_texts.h"
#include "codecs/recording/replay/run_properties.h"
#include "model/base/text.h"

#include <algorithm>
#include <cmath>

namespace ghostline::recording {

using model::ActorId;

namespace {

/// What nobody believes, here as little as where a chunk is decoded for showing; null when it is fine.
const char* nonsense(const Event& event)
{
    if (const auto* move = std::get_if<AbsoluteMove>(&event))
        return isFinite(move->place) ? nullptr : "to a place that is no number";
    const auto* spawn = std::get_if<SpawnEntity>(&event);
    if (spawn == nullptr)
        return nullptr;
    return !isFinite(spawn->place)                 ? "at a place that is no number"
           : spawn->entity < 0                     ? "which is no number of an entity"
           : spawn->type.name.size() > MaxKindName ? "whose type has too long a name"
                                                   : nullptr;
}

/// `betweenTicks`: the last tick that was begun is whole.
void loseRest(RunDamage& damage, std::size_t chunk, const ChunkEntry& entry, const ChunkReader& reader,
              bool betweenTicks)
{
    const model::Error& why = *reader.failure();
    const QString code = why.code == model::ErrorCode::Unsupported ? QStringLiteral("unknown-event")
                                                                   : QStringLiteral("chunk-damaged");
    const std::int32_t tick = betweenTicks ? reader.tick() + 1 : reader.tick();
    if (tick <= entry.startTick)
        damage.lose(chunk, code, why.message, why.where);
    else
        damage.loseFrom(chunk, tick, code, why.message, why.where);
}

} // namespace

RunPlay::RunPlay(const Metadata& metadata)
    : m_cast(metadata.playerName, metadata.playerId), m_events(metadata.tickRate)
{
}

void RunPlay::skip()
{
    m_starts.begin(m_world, m_lives, m_gap);
    m_starts.takeHeadsAsJumped(m_world, m_lives);
    m_starts.keep();
    m_gap = true;
}

void RunPlay::play(const RecordingFile& file, std::size_t number, const RunChunk& at, const Bytes& raw,
                   RunDamage& damage)
{
    const Chunk chunk{file, number, at, damage};
    const Profile profile = file.header().profile;
    ChunkReader reader(profile, at.entry, raw, at.number);
    m_starts.begin(m_world, m_lives, m_gap);
    m_before.clear();
    const bool anew = number == 0 || m_gap; // what it begins with was not seen being set
    const bool snapshot = at.entry.hasSnapshot();
    const bool eventSnapshot = snapshot && profile != Profile::S1;
    std::vector<Lives::Life> livesBefore;
    if (eventSnapshot) {
        if (m_gap)
            m_world.setHeldSlots({}); // nobody knows what was taken in hand meanwhile
        livesBefore = m_lives.alive();
        m_lives.beginSnapshot();
        m_world.beginSnapshot();
    } else if (snapshot && !loadSnapshot(chunk, reader)) {
        skip();
        return;
    }
    bool first = true;
    while (reader.nextTick()) {
        if (reader.tick() > at.entry.startTick)
            takeHeads(snapshot);
        const bool snapshotTick = first && eventSnapshot;
        playTick(chunk, reader, snapshotTick);
        if (first && anew)
            m_extent.edit(m_world.blocks());
        if (snapshotTick) {
            m_lives.endSnapshot();
            endLivesNotIn(livesBefore, at.entry.startTick);
        }
        first = false;
        takeHeads(snapshot);
        if (reader.failure()) {
            loseRest(damage, number, at.entry, reader, false);
            break;
        }
    }
    if (first && eventSnapshot)
        m_lives.endSnapshot();
    takeHeads(snapshot);
    if (reader.failure() && !damage.knows(number))
        loseRest(damage, number, at.entry, reader, true);
    if (reader.readAsAbsolute())
        damage.contradiction(
            QStringLiteral("chunk %1 counts its ticks from the start of the recording; read so")
                .arg(at.number),
            {.frame = at.entry.startTick, .chunk = at.number});
    m_gap = reader.failure().has_value();
    m_starts.keep();
}

/// A snapshot moves nobody, wherever it puts them.
void RunPlay::takeHeads(bool snapshot)
{
    if (!m_starts.wantsHeads())
        return;
    std::unordered_set<std::int32_t> moved;
    for (const Before& before : m_before) {
        if (!snapshot)
            moved.insert(before.entity);
    }
    m_starts.takeHeads(m_world, m_lives, moved);
}

bool RunPlay::loadSnapshot(const Chunk& chunk, ChunkReader& reader)
{
    const std::int32_t tick = chunk.at.entry.startTick;
    const auto snapshot = reader.snapshot();
    if (!snapshot) {
        chunk.damage.lose(chunk.number, QStringLiteral("snapshot-damaged"), snapshot.error().message,
                          snapshot.error().where);
        return false;
    }
    if (!*snapshot)
        return true;
    const auto before = m_lives.alive();
    m_lives.beginSnapshot();
    for (const SnapshotEntity& entity : (*snapshot)->entities) {
        if (entity.id != 0 && (!isFinite(entity.place) || entity.type.size() > MaxKindName))
            continue;
        m_lives.keep(entity.id, entity.type);
        m_cast.begin(m_lives.actor(entity.id), entity.id, {entity.type, -1}, tick);
        takeItems({entity.id, entity.items});
    }
    m_lives.endSnapshot();
    endLivesNotIn(before, tick);
    const Run run = m_world.run();
    m_world.load(**snapshot, tick, chunk.file.description().metadata.tickRate);
    // What was played is exact; what a snapshot says of the run is only needed where something is missing.
    if (!m_gap && chunk.number > 0)
        m_world.setRun(run);
    intern(model::textOf((*snapshot)->lastCheckpoint));
    return true;
}

/// Lives that ended between then and now.
void RunPlay::endLivesNotIn(const std::vector<Lives::Life>& before, std::int32_t tick)
{
    for (const Lives::Life& life : before) {
        if (m_lives.actor(life.entity) != life.actor)
            m_cast.end(life.actor, tick);
    }
}

void RunPlay::playTick(const Chunk& chunk, ChunkReader& reader, bool snapshotTick)
{
    const std::int32_t tick = reader.tick();
    Event event;
    std::int32_t restated = 0;
    bool first = true;
    m_before.clear();
    while (reader.nextEvent(event)) {
        if (first) {
            restated = restatedEvents(event, reader, snapshotTick);
            first = false;
        }
        takeEvent(chunk, tick, event, restated-- > 0);
        // Most of a snapshot is blocks of a few kinds.
        for (auto block = reader.blockAhead();
             restated > 0 && block && m_world.takeRecentBlock(tick, block->position, block->name);
             block = reader.blockAhead()) {
            reader.skipBlock(*block);
            --restated;
        }
    }
    if (!m_before.empty())
        findTeleports(tick, snapshotTick);
    const Entity& player = m_world.player();
    if (player.placed) {
        const glm::dvec3 place = player.position.value();
        m_extent.visit(place);
        if (std::isfinite(place.y))
            m_lowest = std::min(place.y, m_lowest.value_or(place.y));
    }
}

void RunPlay::rememberPlace(std::int32_t id)
{
    const Entity* entity = m_world.entity(id);
    if (entity == nullptr || !entity->placed || m_before.size() >= MaxEntities ||
        (!m_before.empty() && m_before.back().entity == id))
        return;
    m_before.push_back({id, entity->position.value()});
}

void RunPlay::findTeleports(std::int32_t tick, bool snapshotTick)
{
    for (const Before& before : m_before) {
        const Entity* entity = m_world.entity(before.entity);
        if (entity == nullptr || !isTeleport(before.position, entity->position.value(), !snapshotTick))
            continue;
        const EventActor actor = who(before.entity);
        if (actor.actor != ActorId::None)
            m_events.teleported(tick, actor, glm::distance(before.position, entity->position.value()));
    }
}

void RunPlay::takeSpawn(std::int32_t tick, const SpawnEntity& event, bool restated)
{
    const ActorId before = m_lives.actor(event.entity);
    const ActorId actor = m_lives.spawn(event, m_world);
    if (actor == before)
        return;
    if (before != ActorId::None)
        m_cast.end(before, tick);
    if (actor == ActorId::None) {
        m_cast.leaveOut();
        return;
    }
    m_cast.begin(actor, event.entity, event.type, tick);
    // Who is there in the first frame did not come then.
    if (!(restated && tick == 0))
        m_events.spawned(tick, who(event.entity), entityTypeText(event.type));
}

void RunPlay::takeEvent(const Chunk& chunk, std::int32_t tick, const Event& event, bool restated)
{
    // Nearly all of them, and nearly all of a snapshot.
    if (std::holds_alternative<DeltaMove>(event) || (restated && std::holds_alternative<SetBlock>(event))) {
        if (m_world.take(tick, event) != Refusal::None)
            contradict(chunk, tick, event);
        return;
    }
    if (nonsense(event) != nullptr) {
        contradict(chunk, tick, event);
        return;
    }
    if (const auto* spawn = std::get_if<SpawnEntity>(&event)) {
        takeSpawn(tick, *spawn, restated);
    } else if (const auto* destroy = std::get_if<DestroyEntity>(&event)) {
        const EventActor gone = who(destroy->entity);
        if (gone.actor != ActorId::None && destroy->entity != 0) {
            m_events.despawned(tick, gone);
            m_cast.end(gone.actor, tick);
        }
        m_lives.destroy(destroy->entity);
    } else if (const auto* move = std::get_if<AbsoluteMove>(&event)) {
        if (!restated)
            rememberPlace(move->entity);
    } else if (const auto* items = std::get_if<SetItem>(&event)) {
        takeItems(*items);
    } else if (const auto* meta = std::get_if<EntityMeta>(&event)) {
        m_cast.describe(m_lives.actor(meta->entity), customName(meta->nbt));
    } else if (const auto* reached = std::get_if<CheckpointReached>(&event)) {
        intern(model::textOf(reached->id));
    } else if (const auto* block = std::get_if<SetBlock>(&event)) {
        m_extent.edit(block->position);
    } else if (std::holds_alternative<RunStart>(event) && m_runStarts.size() < 2) {
        m_runStarts.push_back(tick);
    }
    if (m_world.take(tick, event) != Refusal::None)
        contradict(chunk, tick, event);
    else if (!restated)
        m_events.take(tick, event, who(entityOf(event)));
}

void RunPlay::contradict(const Chunk& chunk, std::int32_t tick, const Event& event)
{
    const RunChunk& at = chunk.at;
    QString problem;
    if (!chunk.damage.tired()) {
        // In words, from the world that refused it, which it does again.
        if (const char* why = nonsense(event))
            problem = QStringLiteral("%1 of entity %2 %3")
                          .arg(eventName(event))
                          .arg(entityOf(event))
                          .arg(QLatin1String(why));
        else
            m_world.apply(tick, event, problem);
        problem = QStringLiteral("%1, at tick %2, chunk %3").arg(problem).arg(tick).arg(at.number);
    }
    chunk.damage.contradiction(problem, {.offset = at.place, .frame = tick, .chunk = at.number});
}

void RunPlay::intern(const QString& text)
{
    constexpr std::size_t StringBytes = 64;
    constexpr qsizetype Longest = 1 << 16;
    if (text.isEmpty() || text.size() > Longest || m_stringBytes > MaxTextBytes / 2)
        return;
    const std::size_t before = m_strings.size();
    m_strings.intern(text);
    if (m_strings.size() != before)
        m_stringBytes += 2 * static_cast<std::size_t>(text.size()) + StringBytes;
}

void RunPlay::takeItems(const SetItem& event)
{
    for (const Item& item : event.items) {
        if (shownSlot(item.slot) >= 0)
            intern(itemText(item.nbt));
    }
}

EventActor RunPlay::who(std::int32_t entity) const
{
    const ActorId actor = m_lives.actor(entity);
    if (actor == ActorId::None)
        return {actor, entity, entity < 0 ? QString() : QStringLiteral("entity %1").arg(entity)};
    return {actor, entity, m_cast.name(actor)};
}

} // namespace ghostline::recording
