// SPDX-License-Identifier: GPL-3.0-or-later
// One chunk played by the background pass: the same rules as for showing it, and what becomes of events.
#include "codecs/recording/run_properties.h"
#include "codecs/recording/run_scan.h"
#include "codecs/recording/run_texts.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

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

} // namespace

/// Where everybody is before a chunk.
void RunScan::rememberPlaces()
{
    m_before.clear();
    m_lastPlaces.clear();
    if (m_startsFull)
        return;
    const auto alive = m_lives.alive();
    m_lastPlaces.reserve(alive.size());
    for (const Lives::Life& life : alive) {
        const Entity* entity = m_world.entity(life.entity);
        if (entity != nullptr && entity->placed)
            m_lastPlaces.emplace_back(life.actor, entity->position.value());
    }
    std::sort(m_lastPlaces.begin(), m_lastPlaces.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
}

void RunScan::playChunk(std::size_t chunk, const Bytes& raw)
{
    const RunChunk& at = (*m_chunks)[chunk];
    const Profile profile = m_file->header().profile;
    ChunkReader reader(profile, at.entry, raw, at.number);
    const auto start = beginStart();
    rememberPlaces();
    const bool snapshot = at.entry.hasSnapshot();
    const bool eventSnapshot = snapshot && profile != Profile::S1;
    std::vector<Lives::Life> livesBefore;
    if (eventSnapshot) {
        if (m_gap)
            m_world.setHeldSlots({}); // nobody knows what was taken in hand meanwhile
        livesBefore = m_lives.alive();
        m_lives.beginSnapshot();
        m_world.beginSnapshot();
    } else if (snapshot && !loadSnapshot(reader, chunk)) {
        takeChunk(chunk, model::fail(model::ErrorCode::Damaged, {}));
        return;
    }
    bool first = true;
    bool headsTaken = false;
    while (reader.nextTick()) {
        if (!headsTaken && reader.tick() > at.entry.startTick) {
            takeHeads(*start, snapshot);
            headsTaken = true;
        }
        const bool snapshotTick = first && eventSnapshot;
        playTick(reader, chunk, snapshotTick);
        if (snapshotTick) {
            m_lives.endSnapshot();
            endLivesNotIn(livesBefore, at.entry.startTick);
        }
        first = false;
        if (!headsTaken) {
            takeHeads(*start, snapshot);
            headsTaken = true;
        }
        if (reader.failure()) {
            loseRest(chunk, reader, false);
            break;
        }
    }
    if (first && eventSnapshot)
        m_lives.endSnapshot();
    if (!headsTaken)
        takeHeads(*start, snapshot);
    if (reader.failure() && !m_damage->knows(chunk))
        loseRest(chunk, reader, true);
    if (reader.readAsAbsolute())
        m_damage->contradiction(
            QStringLiteral("chunk %1 counts its ticks from the start of the recording; read so")
                .arg(at.number),
            {.frame = at.entry.startTick, .chunk = at.number});
    m_gap = reader.failure().has_value();
    keepStart(start);
}

bool RunScan::loadSnapshot(ChunkReader& reader, std::size_t chunk)
{
    const RunChunk& at = (*m_chunks)[chunk];
    const auto snapshot = reader.snapshot();
    if (!snapshot) {
        m_damage->lose(chunk, QStringLiteral("snapshot-damaged"), snapshot.error().message,
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
        const ActorId actor = m_lives.actor(entity.id);
        m_cast.begin(actor, entity.id, {entity.type, -1}, at.entry.startTick);
        takeItems({entity.id, entity.items});
    }
    m_lives.endSnapshot();
    endLivesNotIn(before, at.entry.startTick);
    const Run run = m_world.run();
    m_world.load(**snapshot, at.entry.startTick, m_file->description().metadata.tickRate);
    // What was played is exact; what a snapshot says of the run is only needed where something is missing.
    if (!m_gap && chunk > 0)
        m_world.setRun(run);
    intern(textOf((*snapshot)->lastCheckpoint));
    return true;
}

/// Lives that ended between then and now.
void RunScan::endLivesNotIn(const std::vector<Lives::Life>& before, std::int32_t tick)
{
    for (const Lives::Life& life : before) {
        if (m_lives.actor(life.entity) != life.actor)
            m_cast.end(life.actor, tick);
    }
}

void RunScan::playTick(ChunkReader& reader, std::size_t chunk, bool snapshotTick)
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
        takeEvent(tick, event, restated-- > 0, chunk);
    }
    if (!m_before.empty())
        findTeleports(tick, snapshotTick);
    const Entity& player = m_world.player();
    if (player.placed) {
        const double height = player.position.value().y;
        if (std::isfinite(height))
            m_lowest = std::min(height, m_lowest.value_or(height));
    }
}

void RunScan::rememberPlace(std::int32_t id)
{
    const Entity* entity = m_world.entity(id);
    if (entity == nullptr || !entity->placed || m_before.size() >= MaxEntities ||
        (!m_before.empty() && m_before.back().entity == id))
        return;
    m_before.push_back({id, entity->position.value()});
}

void RunScan::findTeleports(std::int32_t tick, bool snapshotTick)
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

void RunScan::takeSpawn(std::int32_t tick, const SpawnEntity& event, bool restated)
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

void RunScan::takeEvent(std::int32_t tick, const Event& event, bool restated, std::size_t chunk)
{
    // Nearly all of them, and nearly all of a snapshot.
    if (std::holds_alternative<DeltaMove>(event) || (restated && std::holds_alternative<SetBlock>(event))) {
        if (m_world.take(tick, event) != Refusal::None)
            contradict(tick, event, chunk);
        return;
    }
    if (nonsense(event) != nullptr) {
        contradict(tick, event, chunk);
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
        intern(textOf(reached->id));
    } else if (std::holds_alternative<RunStart>(event) && m_runStarts.size() < 2) {
        m_runStarts.push_back(tick);
    }
    if (m_world.take(tick, event) != Refusal::None)
        contradict(tick, event, chunk);
    else if (!restated)
        m_events.take(tick, event, who(entityOf(event)));
}

void RunScan::contradict(std::int32_t tick, const Event& event, std::size_t chunk)
{
    const RunChunk& at = (*m_chunks)[chunk];
    QString problem;
    if (!m_damage->tired()) {
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
    m_damage->contradiction(problem, {.offset = at.place, .frame = tick, .chunk = at.number});
}

void RunScan::intern(const QString& text)
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

void RunScan::takeItems(const SetItem& event)
{
    for (const Item& item : event.items) {
        if (shownSlot(item.slot) >= 0)
            intern(itemText(item.nbt));
    }
}

void RunScan::takeHeads(ChunkStart& start, bool snapshot) const
{
    if (m_startsFull)
        return; // nobody will keep it
    std::unordered_set<std::int32_t> moved;
    for (const Before& before : m_before)
        moved.insert(before.entity);
    const auto alive = m_lives.alive();
    start.heads.reserve(alive.size());
    for (const Lives::Life& life : alive) {
        const Entity* entity = m_world.entity(life.entity);
        if (entity == nullptr || !entity->placed)
            continue;
        HeadPlace head;
        head.actor = life.actor;
        head.position = entity->position.value();
        head.yaw = static_cast<float>(entity->yaw);
        head.pitch = static_cast<float>(entity->pitch);
        const auto before =
            std::lower_bound(m_lastPlaces.begin(), m_lastPlaces.end(), life.actor,
                             [](const auto& place, ActorId actor) { return place.first < actor; });
        const bool known = before != m_lastPlaces.end() && before->first == life.actor;
        const bool absolute = !snapshot && moved.contains(life.entity);
        head.jumped = m_gap || !known || isTeleport(before->second, head.position, absolute);
        start.heads.push_back(head);
    }
    std::sort(start.heads.begin(), start.heads.end(),
              [](const HeadPlace& a, const HeadPlace& b) { return a.actor < b.actor; });
}

/// `betweenTicks`: the last tick that was begun is whole.
void RunScan::loseRest(std::size_t chunk, const ChunkReader& reader, bool betweenTicks)
{
    const ChunkEntry& entry = (*m_chunks)[chunk].entry;
    const model::Error& why = *reader.failure();
    const QString code = why.code == model::ErrorCode::Unsupported ? QStringLiteral("unknown-event")
                                                                   : QStringLiteral("chunk-damaged");
    const std::int32_t tick = betweenTicks ? reader.tick() + 1 : reader.tick();
    if (tick <= entry.startTick)
        m_damage->lose(chunk, code, why.message, why.where);
    else
        m_damage->loseFrom(chunk, tick, code, why.message, why.where);
}

} // namespace ghostline::recording
