// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recorder/tick_builder.h"

#include "codecs/io/nbt.h"
#include "codecs/recording/format/limits.h"
#include "model/base/text.h"

#include <algorithm>
#include <cmath>

namespace ghostline::recording {

namespace {

constexpr double StepsPerBlock = 4096.0; // format page: LpPos

} // namespace

TickBuilder::TickBuilder(Recorder& recorder) : m_recorder(&recorder) {}

void TickBuilder::begin()
{
    m_events.clear();
    m_texts.clear();
    m_nbt.clear();
    m_items.clear();
    // As in EventCheck: a full table takes long to clear.
    if (m_places.bucket_count() > UsualEntities)
        m_places = {};
    else
        m_places.clear();
}

model::Result<void> TickBuilder::commit()
{
    const std::int32_t before = m_recorder->nextTick();
    auto result = m_recorder->tick(m_events);
    if (m_recorder->nextTick() != before)
        begin();
    return result;
}

std::string_view TickBuilder::keep(std::string_view text) { return m_texts.emplace_back(text); }

std::optional<glm::dvec3> TickBuilder::seen(std::int32_t entity) const
{
    const auto at = m_places.find(entity);
    return at != m_places.end() ? at->second : m_recorder->decodedPosition(entity);
}

void TickBuilder::move(std::int32_t entity, const Place& place, const glm::dvec3& velocity)
{
    const auto from = seen(entity);
    const glm::dvec3 way = from ? place.position - *from : glm::dvec3(0.0);
    const double longest = std::max({std::abs(way.x), std::abs(way.y), std::abs(way.z)});
    if (!from || m_recorder->nextTickIsAbsolute() || !(longest <= FarMove)) {
        teleport(entity, place, velocity);
        return;
    }
    DeltaMove delta;
    delta.entity = entity;
    glm::dvec3 arrived = *from;
    for (int axis = 0; axis < 3; ++axis) {
        const double steps = roundJava(way[axis] * StepsPerBlock);
        delta.move.delta[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(steps);
        arrived[axis] += steps / StepsPerBlock;
    }
    delta.move.yaw = Angle::ofDegrees(static_cast<double>(place.yaw));
    delta.move.pitch = Angle::ofDegrees(static_cast<double>(place.pitch));
    delta.velocity = PackedVector::of(velocity);
    m_places.insert_or_assign(entity, arrived);
    m_events.emplace_back(delta);
}

void TickBuilder::teleport(std::int32_t entity, const Place& place, const glm::dvec3& velocity)
{
    m_places.insert_or_assign(entity, place.position);
    m_events.emplace_back(AbsoluteMove{entity, place, PackedVector::of(velocity)});
}

void TickBuilder::spawn(std::int32_t entity, std::string_view type, const Place& place)
{
    m_places.insert_or_assign(entity, place.position);
    m_events.emplace_back(SpawnEntity{entity, {keep(type), -1}, place});
}

void TickBuilder::destroy(std::int32_t entity)
{
    m_places.insert_or_assign(entity, std::nullopt);
    m_events.emplace_back(DestroyEntity{entity});
}

void TickBuilder::state(std::int32_t entity, std::int32_t pose, std::uint8_t flags)
{
    m_events.emplace_back(EntityState{entity, pose, flags});
}

void TickBuilder::swing(std::int32_t entity, bool offHand)
{
    m_events.emplace_back(HandAnimation{entity, offHand ? 1 : 0, 0});
}

void TickBuilder::use(std::int32_t entity, std::optional<std::int32_t> hand)
{
    m_events.emplace_back(ItemUse{entity, hand});
}

void TickBuilder::item(std::int32_t entity, std::int32_t slot, std::string_view id, std::int32_t count)
{
    io::NbtCompound described;
    if (count > 0) {
        described.set(QStringLiteral("id"), model::textOf(id));
        described.set(QStringLiteral("count"), count);
    }
    io::writeNbt(m_nbt.emplace_back(), described);
    m_items.emplace_back().push_back({slot, m_nbt.back()});
    m_events.emplace_back(SetItem{entity, m_items.back()});
}

void TickBuilder::heldSlot(std::int32_t entity, std::int32_t slot)
{
    m_events.emplace_back(ChangeHeldSlot{entity, slot});
}

void TickBuilder::block(const glm::ivec3& position, std::string_view state)
{
    m_events.emplace_back(SetBlock{packBlock(position), {keep(state), -1}});
}

void TickBuilder::clearBlocks() { m_events.emplace_back(ClearGhostBlocks{}); }
void TickBuilder::runStart() { m_events.emplace_back(RunStart{}); }

void TickBuilder::checkpoint(std::string_view id, std::int64_t runMs)
{
    m_events.emplace_back(CheckpointReached{keep(id), runMs});
}

void TickBuilder::reset(std::int32_t reason, std::int64_t runMs)
{
    m_events.emplace_back(CheckpointReset{reason, runMs});
}

void TickBuilder::runEnd(std::int32_t reason, std::int64_t runMs)
{
    m_events.emplace_back(RunEnd{reason, runMs});
}

void TickBuilder::flag(std::string_view check, std::uint8_t severity, float score, std::string_view detail)
{
    m_events.emplace_back(AnticheatFlag{keep(check), severity, score, keep(detail)});
}

void TickBuilder::chat(std::int32_t entity, std::string_view text)
{
    m_events.emplace_back(Chat{entity, keep(text)});
}

void TickBuilder::bookmark(std::string_view label) { m_events.emplace_back(Bookmark{keep(label)}); }
void TickBuilder::add(const Event& event) { m_events.push_back(event); }

} // namespace ghostline::recording
