// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/state/state_compare.h"

#include "codecs/recording/format/run_texts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace ghostline::recording {

namespace {

bool sameKind(const World& a, std::uint32_t ka, const World& b, std::uint32_t kb)
{
    return a.blockKinds()[ka] == b.blockKinds()[kb];
}

QString blocksDiffer(const World& played, const World& told)
{
    for (const auto& [place, kind] : told.blocks()) {
        const auto found = played.blocks().find(place);
        if (found != played.blocks().end() && sameKind(played, found->second, told, kind))
            continue;
        const glm::ivec3 at = unpackBlock(place);
        return QStringLiteral("the block at %1, %2, %3").arg(at.x).arg(at.y).arg(at.z);
    }
    return played.blocks().size() == told.blocks().size() ? QString()
                                                          : QStringLiteral("the number of blocks");
}

/// Slots that hold something; an empty slot may be told or left out.
std::map<std::int32_t, Bytes> filled(const Entity& entity)
{
    std::map<std::int32_t, Bytes> out;
    for (const auto& [slot, nbt] : entity.items) {
        if (!itemText(nbt).isEmpty())
            out[slot] = nbt;
    }
    return out;
}

bool near(double a, double b, double most)
{
    return std::abs(a - b) <= most || (std::isnan(a) && std::isnan(b));
}

QString entityDiffers(const Entity& played, const Entity& told, Closeness closeness)
{
    if (played.type != told.type)
        return QStringLiteral("the type");
    if (played.pose != told.pose || played.flags != told.flags)
        return QStringLiteral("pose or flags");
    if (played.hand != told.hand)
        return QStringLiteral("the hand in use");
    if (filled(played) != filled(told))
        return QStringLiteral("the items");
    if (closeness == Closeness::Exact) {
        if (played.placed != told.placed)
            return QStringLiteral("whether it has a place");
        if (played.placed && played.velocity != told.velocity)
            return QStringLiteral("the velocity");
        if (played.heldSlot != told.heldSlot)
            return QStringLiteral("the held slot");
    }
    if (closeness == Closeness::Described || !played.placed || !told.placed)
        return {};
    // The largest a whole chunk of moves in 1/4096 m may differ by, and a step of the packed angles.
    constexpr double Metres = 1e-6;
    constexpr double Degrees = 0.006;
    const glm::dvec3 a = played.position.value();
    const glm::dvec3 b = told.position.value();
    if (!near(a.x, b.x, Metres) || !near(a.y, b.y, Metres) || !near(a.z, b.z, Metres))
        return QStringLiteral("the place");
    if (!near(std::remainder(played.yaw - told.yaw, 360.0), 0.0, Degrees) ||
        !near(played.pitch, told.pitch, Degrees))
        return QStringLiteral("where it looks");
    return {};
}

/// Farther than anybody gets between two ticks, so that a snapshot taken for events would make it a teleport
/// or another life.
bool jumps(const std::map<std::int32_t, Entity>& before, const World& told)
{
    for (const auto& [id, entity] : told.entities()) {
        const auto found = before.find(id);
        if (found == before.end() || !found->second.placed || !entity.placed)
            continue;
        const double most = id == 0 ? TeleportByMove : SameLifeDistance;
        if (!(glm::distance(found->second.position.value(), entity.position.value()) < most))
            return true;
    }
    return false;
}

void playTick(World& world, const TickBytes& tick, Profile layout, std::vector<Item>& items)
{
    (void)eachEvent(tick, layout, items,
                    [&](const Event& event, std::span<const std::byte>) -> model::Result<void> {
                        (void)world.take(tick.tick, event);
                        return {};
                    });
}

} // namespace

QString stateDiffers(const World& played, const World& told, Closeness closeness)
{
    for (const auto& [id, entity] : told.entities()) {
        const Entity* other = played.entity(id);
        if (other == nullptr)
            return QStringLiteral("entity %1, which the snapshot names").arg(id);
        const QString what = entityDiffers(*other, entity, closeness);
        if (!what.isEmpty())
            return QStringLiteral("%1 of entity %2").arg(what).arg(id);
    }
    if (played.entities().size() != told.entities().size())
        return QStringLiteral("the number of entities");
    return blocksDiffer(played, told);
}

QString runDiffers(const Run& played, const Run& told, int tickRate)
{
    constexpr int MillisecondsPerSecond = 1000;
    if (played.checkpointsTaken != told.checkpointsTaken || played.lastCheckpoint != told.lastCheckpoint)
        return QStringLiteral("the checkpoints");
    const std::int64_t most = MillisecondsPerSecond % std::max(tickRate, 1) == 0 ? 0 : 1;
    const bool same = played.startTick == told.startTick ||
                      (played.startTick && told.startTick &&
                       std::abs(std::int64_t{*played.startTick} - *told.startTick) <= most);
    return same ? QString() : QStringLiteral("the run's start");
}

bool enterSnapshot(World& world, const ChunkEntry& entry, const ChunkParts& parts, Profile layout,
                   int tickRate)
{
    if (layout != Profile::S1) {
        world.beginSnapshot();
        return true;
    }
    io::ByteCursor in(parts.snapshot);
    const auto snapshot = readSnapshot(in);
    if (snapshot)
        world.load(*snapshot, entry.startTick, tickRate);
    return snapshot.has_value();
}

QString snapshotMatters(const World& before, const ChunkEntry& entry, const ChunkParts& parts, Profile layout,
                        int tickRate)
{
    World told;
    told.setRun(before.run());
    if (layout == Profile::S1) {
        if (!enterSnapshot(told, entry, parts, layout, tickRate))
            return QStringLiteral("a snapshot that cannot be read");
        const QString what = stateDiffers(before, told, Closeness::Exact);
        return what.isEmpty() ? runDiffers(before.run(), told.run(), tickRate) : what;
    }
    told.setHeldSlots(before.heldSlots());
    if (parts.ticks.empty())
        return QStringLiteral("a snapshot that is not there");
    World played = before;
    std::vector<Item> items;
    playTick(told, parts.ticks.front(), layout, items);
    playTick(played, parts.ticks.front(), layout, items);
    if (jumps(before.entities(), told))
        return QStringLiteral("where somebody is");
    return stateDiffers(played, told, Closeness::Exact);
}

QString JoinedState::mustBegin(const ChunkEntry& entry, const ChunkParts& parts) const
{
    if (!entry.hasSnapshot())
        return {};
    if (!m_known)
        return QStringLiteral("everything: what comes before is not known");
    return snapshotMatters(m_world, entry, parts, layoutOf(m_file, entry), m_tickRate);
}

void JoinedState::play(const ChunkEntry& entry, const ChunkParts& parts, bool begins)
{
    const Profile layout = layoutOf(m_file, entry);
    if (begins && entry.hasSnapshot())
        m_known = enterSnapshot(m_world, entry, parts, layout, m_tickRate);
    for (const TickBytes& tick : parts.ticks)
        playTick(m_world, tick, layout, m_items);
}

} // namespace ghostline::recording
