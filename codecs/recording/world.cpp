// SPDX-License-Identifier: GPL-3.0-or-later
// Events onto the state; what contradicts it is refused and the rest goes on.
#include "codecs/recording/world.h"

#include "codecs/recording/run_texts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::recording {

namespace {

constexpr double StepsPerMetre = 4096.0;
constexpr std::uint8_t UnknownSlot = 255;
constexpr std::string_view PlayerType = "minecraft:player";

template<typename... Ts>
struct Overloaded : Ts...
{
    using Ts::operator()...;
};
template<typename... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

std::int32_t clampToInt(std::int64_t value)
{
    return static_cast<std::int32_t>(
        std::clamp<std::int64_t>(value, 0, std::numeric_limits<std::int32_t>::max()));
}

QString wordsFor(Refusal refusal, const Event& event)
{
    const auto about = [&event](const QString& why) {
        return QStringLiteral("%1 of entity %2, %3").arg(eventName(event)).arg(entityOf(event)).arg(why);
    };
    switch (refusal) {
    case Refusal::None:
        break;
    case Refusal::NoEntity:
        return about(QStringLiteral("which does not exist"));
    case Refusal::NotPlaced:
        return about(QStringLiteral("which has no position yet"));
    case Refusal::ThePlayer:
        return about(QStringLiteral("which is not possible"));
    case Refusal::TooMany:
        return QStringLiteral("%1 beyond what a run may hold").arg(eventName(event));
    case Refusal::NoPlace:
        return about(QStringLiteral("with coordinates that are not numbers"));
    case Refusal::BadSlot:
        return about(QStringLiteral("with a slot that no inventory has"));
    case Refusal::LongName:
        return QStringLiteral("%1 with a name that is too long").arg(eventName(event));
    }
    return {};
}

} // namespace

glm::dvec3 Position::value() const
{
    return anchor + glm::dvec3(static_cast<double>(moved[0]), static_cast<double>(moved[1]),
                               static_cast<double>(moved[2])) /
                        StepsPerMetre;
}

void Position::setTo(const glm::dvec3& p)
{
    anchor = p;
    moved = {};
}

void Position::add(const std::array<std::int64_t, 3>& delta)
{
    for (std::size_t i = 0; i < 3; ++i)
        moved[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(moved[i]) +
                                             static_cast<std::uint64_t>(delta[i]));
}

bool isFinite(const Place& place)
{
    return std::isfinite(place.position.x) && std::isfinite(place.position.y) &&
           std::isfinite(place.position.z) && std::isfinite(place.yaw) && std::isfinite(place.pitch);
}

bool isTeleport(const glm::dvec3& from, const glm::dvec3& to, bool absolute)
{
    const glm::dvec3 way = to - from;
    const double limit = absolute ? TeleportByMove : TeleportAnyway;
    return !(glm::dot(way, way) <= limit * limit); // also for what is not a number
}

World::World() { reset(); }

void World::reset()
{
    m_entities.clear();
    m_blocks.clear();
    forgetSlots();
    m_itemBytes = 0;
    m_run = {};
    m_entities[0].type.name = PlayerType;
}

Entity* World::find(std::int32_t id)
{
    // The player is the one that most events are about.
    if (id == 0)
        return &m_entities.begin()->second;
    const auto found = m_entities.find(id);
    return found == m_entities.end() ? nullptr : &found->second;
}

const Entity* World::entity(std::int32_t id) const
{
    const auto found = m_entities.find(id);
    return found == m_entities.end() ? nullptr : &found->second;
}

void World::forgetSlots()
{
    m_slotsBefore.clear();
    m_slotsTick.reset();
}

Refusal World::spawn(const SpawnEntity& event)
{
    if (event.entity < 0)
        return Refusal::ThePlayer;
    if (event.type.name.size() > MaxKindName)
        return Refusal::LongName;
    if (!isFinite(event.place))
        return Refusal::NoPlace;
    auto found = m_entities.find(event.entity);
    if (found == m_entities.end()) {
        if (m_entities.size() >= MaxEntities)
            return Refusal::TooMany;
        found = m_entities.try_emplace(event.entity).first;
    }
    Entity& entity = found->second;
    for (const auto& [slot, nbt] : entity.items)
        m_itemBytes -= nbt.size();
    // Snapshots in mid-stream spawn who is already there and do not say what it holds.
    std::uint8_t slot = UnknownSlot;
    const bool same = entity.placed && entity.type.name == event.type.name &&
                      entity.type.number == event.type.number &&
                      glm::distance(entity.position.value(), event.place.position) <= SameLifeDistance;
    if (same)
        slot = entity.heldSlot;
    if (const auto before = m_slotsBefore.find(event.entity); before != m_slotsBefore.end()) {
        if (!entity.placed)
            slot = before->second;
        m_slotsBefore.erase(before);
    }
    entity = Entity{};
    entity.type = OwnKind(event.type);
    entity.placed = true;
    entity.position.setTo(event.place.position);
    entity.yaw = static_cast<double>(event.place.yaw);
    entity.pitch = static_cast<double>(event.place.pitch);
    entity.heldSlot = slot;
    if (event.type.number >= 0 && m_typeTexts.size() < MaxPalette)
        m_typeTexts.try_emplace(event.type.number, "entity #" + std::to_string(event.type.number));
    return Refusal::None;
}

Refusal World::setItems(const SetItem& event)
{
    Entity* const entity = find(event.entity);
    if (entity == nullptr)
        return Refusal::NoEntity;
    std::size_t bytes = m_itemBytes;
    for (const Item& item : event.items) {
        if (item.slot < 0 || item.slot > MaxSlot)
            return Refusal::BadSlot;
        bytes += item.nbt.size();
    }
    if (bytes > MaxTextBytes)
        return Refusal::TooMany;
    for (const Item& item : event.items) {
        Bytes& kept = entity->items[item.slot];
        m_itemBytes += item.nbt.size();
        m_itemBytes -= kept.size();
        kept.assign(item.nbt.begin(), item.nbt.end());
    }
    return Refusal::None;
}

std::optional<std::uint32_t> World::kindOf(const Kind& kind)
{
    const bool named = kind.number < 0;
    if (named) {
        std::uint32_t& recent = m_recentKinds[nameSlot(kind.name)];
        if (recent < m_kinds.size() && m_kinds[recent].number < 0 && m_kinds[recent].name == kind.name)
            return recent;
        if (const auto found = m_kindByName.find(kind.name); found != m_kindByName.end())
            return recent = found->second;
    } else if (const auto found = m_kindByNumber.find(kind.number); found != m_kindByNumber.end()) {
        return found->second;
    }
    if (m_kinds.size() >= MaxPalette)
        return std::nullopt;
    const auto index = static_cast<std::uint32_t>(m_kinds.size());
    m_kinds.emplace_back(kind);
    if (named) {
        m_kindByName.emplace(kind.name, index);
    } else {
        m_kindByNumber.emplace(kind.number, index);
        m_blockTexts.emplace(kind.number, "block #" + std::to_string(kind.number));
    }
    return index;
}

Refusal World::setBlock(const SetBlock& event)
{
    if (event.block.name.size() > MaxKindName)
        return Refusal::LongName;
    if (m_blocks.size() >= MaxBlocks && !m_blocks.contains(event.position))
        return Refusal::TooMany;
    const std::optional<std::uint32_t> kind = kindOf(event.block);
    if (!kind)
        return Refusal::TooMany;
    m_blocks.set(event.position, *kind);
    return Refusal::None;
}

Refusal World::take(std::int32_t tick, const Event& event)
{
    if (!m_slotsBefore.empty()) {
        m_slotsTick = m_slotsTick.value_or(tick);
        if (*m_slotsTick != tick)
            forgetSlots();
    }
    // Most of a snapshot.
    if (const auto* const block = std::get_if<SetBlock>(&event))
        return setBlock(*block);
    // What changes one entity that has to be there.
    const auto with = [this](std::int32_t id, auto change) {
        Entity* const entity = find(id);
        if (entity == nullptr)
            return Refusal::NoEntity;
        return change(*entity);
    };
    const auto look = [](Entity& entity, double yaw, double pitch, const PackedVector& velocity) {
        entity.yaw = yaw;
        entity.pitch = pitch;
        entity.velocity = velocity;
        return Refusal::None;
    };
    return std::visit(
        Overloaded{
            [&](const DeltaMove& e) {
                return with(e.entity, [&](Entity& entity) {
                    if (!entity.placed)
                        return Refusal::NotPlaced;
                    entity.position.add(e.move.delta);
                    return look(entity, e.move.yaw.degrees(), e.move.pitch.degrees(), e.velocity);
                });
            },
            [&](const AbsoluteMove& e) {
                return with(e.entity, [&](Entity& entity) {
                    if (!isFinite(e.place))
                        return Refusal::NoPlace;
                    entity.placed = true;
                    entity.position.setTo(e.place.position);
                    return look(entity, static_cast<double>(e.place.yaw), static_cast<double>(e.place.pitch),
                                e.velocity);
                });
            },
            [&](const EntityState& e) {
                return with(e.entity, [&](Entity& entity) {
                    entity.pose = e.pose;
                    entity.flags = e.flags;
                    return Refusal::None;
                });
            },
            [&](const HandAnimation& e) { return with(e.entity, [](Entity&) { return Refusal::None; }); },
            [&](const ItemUse& e) {
                return with(e.entity, [&](Entity& entity) {
                    entity.hand = e.hand;
                    return Refusal::None;
                });
            },
            [&](const SetItem& e) { return setItems(e); },
            [&](const ChangeHeldSlot& e) {
                return with(e.entity, [&](Entity& entity) {
                    if (e.slot < 0 || e.slot >= UnknownSlot)
                        return Refusal::BadSlot;
                    entity.heldSlot = static_cast<std::uint8_t>(e.slot);
                    return Refusal::None;
                });
            },
            [&](const SpawnEntity& e) { return spawn(e); },
            [&](const DestroyEntity& e) { return destroy(e.entity); },
            [&](const RunStart&) {
                m_run.startTick = tick;
                m_run.endTick.reset();
                m_run.endReason.reset();
                return Refusal::None;
            },
            [&](const CheckpointReached& e) {
                m_run.checkpointsTaken = clampToInt(std::int64_t{m_run.checkpointsTaken} + 1);
                m_run.lastCheckpoint = e.id;
                return Refusal::None;
            },
            [&](const CheckpointReset&) {
                m_run.resets = clampToInt(std::int64_t{m_run.resets} + 1);
                return Refusal::None;
            },
            [&](const RunEnd& e) {
                m_run.endTick = tick;
                m_run.endReason = e.reason;
                return Refusal::None;
            },
            [&](const ClearGhostBlocks&) {
                m_blocks.clear();
                return Refusal::None;
            },
            [](const auto&) { return Refusal::None; }},
        event);
}

Refusal World::destroy(std::int32_t id)
{
    if (id == 0)
        return Refusal::ThePlayer;
    const auto found = m_entities.find(id);
    if (found == m_entities.end())
        return Refusal::NoEntity;
    for (const auto& [slot, nbt] : found->second.items)
        m_itemBytes -= nbt.size();
    m_entities.erase(found);
    m_slotsBefore.erase(id);
    return Refusal::None;
}

bool World::apply(std::int32_t tick, const Event& event, QString& problem)
{
    const Refusal refusal = take(tick, event);
    if (refusal == Refusal::None)
        return true;
    problem = wordsFor(refusal, event);
    return false;
}

} // namespace ghostline::recording
