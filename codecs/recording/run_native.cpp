// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/run_native.h"

#include "codecs/recording/run_records.h"
#include "codecs/recording/run_texts.h"

#include <QJsonArray>

#include <algorithm>

namespace ghostline::recording {

using model::FrameNumber;

namespace {

constexpr std::size_t MostBlocks = 10'000; ///< listed

QJsonObject entityTree(std::int32_t id, const Entity& entity)
{
    QJsonObject out{{QStringLiteral("entity"), id},
                    {QStringLiteral("type"), entityTypeText(entity.type.view())},
                    {QStringLiteral("pose"), entity.pose},
                    {QStringLiteral("flags"), entity.flags},
                    {QStringLiteral("velocity"), vectorJson(entity.velocity.value())},
                    {QStringLiteral("items"), itemsJson(entity.items)}};
    if (entity.placed) {
        out[QStringLiteral("pos")] = vectorJson(entity.position.value());
        out[QStringLiteral("yaw")] = entity.yaw;
        out[QStringLiteral("pitch")] = entity.pitch;
    }
    out[QStringLiteral("hand")] = entity.hand ? QJsonValue(*entity.hand) : QJsonValue();
    out[QStringLiteral("slot")] = entity.heldSlot == 255 ? QJsonValue() : QJsonValue(entity.heldSlot);
    return out;
}

QJsonArray blockList(const World& world)
{
    std::vector<std::pair<std::int64_t, std::uint32_t>> blocks(world.blocks().begin(), world.blocks().end());
    std::sort(blocks.begin(), blocks.end());
    blocks.resize(std::min(blocks.size(), MostBlocks));
    QJsonArray out;
    for (const auto& [place, kind] : blocks) {
        const glm::ivec3 at = unpackBlock(place);
        out.append(QJsonArray{at.x, at.y, at.z, kindJson(world.blockKinds()[kind].view())});
    }
    return out;
}

} // namespace

model::Result<QJsonObject> runNativeState(const RunIndex& run, FrameNumber tick, std::stop_token stop)
{
    const auto world = worldAt(run, tick, std::move(stop));
    if (!world)
        return tl::unexpected(world.error());
    QJsonArray entities;
    for (const auto& [id, entity] : world->entities())
        entities.append(entityTree(id, entity));
    const Run& state = world->run();
    QJsonObject course{{QStringLiteral("checkpoints"), state.checkpointsTaken},
                       {QStringLiteral("last_checkpoint"), QString::fromStdString(state.lastCheckpoint)},
                       {QStringLiteral("resets"), state.resets}};
    if (state.startTick)
        course[QStringLiteral("start_tick")] = *state.startTick;
    if (state.endTick)
        course[QStringLiteral("end_tick")] = *state.endTick;
    return QJsonObject{{QStringLiteral("tick"), static_cast<qint64>(tick)},
                       {QStringLiteral("entities"), entities},
                       {QStringLiteral("run"), course},
                       {QStringLiteral("block_count"), static_cast<qint64>(world->blocks().size())},
                       {QStringLiteral("blocks"), blockList(*world)}};
}

} // namespace ghostline::recording
