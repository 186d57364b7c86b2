// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recorder/event_check.h"

#include "codecs/recording/format/limits.h"
#include "model/base/overloaded.h"

#include <cmath>

namespace ghostline::recording {

namespace {

/// Far outside any world; a place beyond it is a mistake of the caller.
constexpr double MaxCoordinate = 1e9;

bool sensible(const Place& place)
{
    const auto inside = [](double v) { return std::isfinite(v) && std::abs(v) <= MaxCoordinate; };
    return inside(place.position.x) && inside(place.position.y) && inside(place.position.z) &&
           std::isfinite(place.yaw) && std::isfinite(place.pitch);
}

QString noSuchEntity(std::int32_t entity)
{
    return QStringLiteral("names entity %1, which does not exist").arg(entity);
}

} // namespace

EventCheck::Known& EventCheck::known(std::int32_t entity, const World& world)
{
    const auto [at, isNew] = m_known.try_emplace(entity);
    if (isNew) {
        const Entity* there = world.entity(entity);
        at->second = {there != nullptr, there != nullptr && there->placed};
    }
    return at->second;
}

/// What is wrong with the event where the tick stands; empty when nothing is.
QString EventCheck::contradiction(const Event& event, const World& world)
{
    const auto needs = [&](std::int32_t entity) {
        return known(entity, world).alive ? QString() : noSuchEntity(entity);
    };
    return std::visit(
        model::Overloaded{
            [&](const SpawnEntity& e) {
                if (e.entity == 0)
                    return QStringLiteral("spawns entity 0, which is the player and always there");
                if (e.type.name.empty() || e.type.name.size() > MaxKindName)
                    return QStringLiteral("has no entity type by name");
                if (!sensible(e.place))
                    return QStringLiteral("is nowhere");
                known(e.entity, world) = {true, true};
                return QString();
            },
            [&](const DestroyEntity& e) {
                if (e.entity == 0)
                    return QStringLiteral("destroys entity 0, which is the player");
                QString problem = needs(e.entity);
                known(e.entity, world) = {false, false};
                return problem;
            },
            [&](const DeltaMove& e) {
                QString problem = needs(e.entity);
                if (problem.isEmpty() && !known(e.entity, world).placed)
                    problem = QStringLiteral("moves entity %1, which has no place yet").arg(e.entity);
                return problem;
            },
            [&](const AbsoluteMove& e) {
                if (!sensible(e.place))
                    return QStringLiteral("is nowhere");
                known(e.entity, world).placed = true;
                return needs(e.entity);
            },
            [&](const SetBlock& e) {
                return e.block.name.empty() || e.block.name.size() > MaxKindName
                           ? QStringLiteral("has no block state by name")
                           : QString();
            },
            [&](const SetItem& e) {
                for (const Item& item : e.items) {
                    if (item.slot < 0 || item.slot > MaxSlot)
                        return QStringLiteral("names slot %1, which no inventory has").arg(item.slot);
                }
                return needs(e.entity);
            },
            [&](const ChangeHeldSlot& e) {
                return e.slot < 0 || e.slot >= 255
                           ? QStringLiteral("names slot %1, which no inventory has").arg(e.slot)
                           : needs(e.entity);
            },
            [](const Chat&) { return QString(); },
            [&](const auto& e) {
                if constexpr (requires { e.entity; })
                    return needs(e.entity);
                else
                    return QString();
            },
        },
        event);
}

/// Lays the event out and reads it back: whatever a reader refuses (text that is not UTF-8, a negative
/// number, NBT that is not whole) is refused here, and not found out in the recording.
QString EventCheck::unreadable(const Event& event)
{
    m_bytes.clear();
    writeEvent(m_bytes, event, m_profile);
    m_total += m_bytes.size();
    io::ByteCursor in(m_bytes);
    QString problem;
    if (!readEvent(in, m_profile, m_back, m_items, problem))
        return QStringLiteral("cannot be laid out: %1").arg(problem);
    if (!in.atEnd() || m_back.index() != event.index())
        return QStringLiteral("cannot be laid out: it would be read as something else");
    return {};
}

model::Result<void> EventCheck::check(std::span<const Event> events, std::int32_t tick, const World& world)
{
    const auto refuse = [tick](model::ErrorCode code, const QString& why) {
        return model::fail(code, why, {.frame = tick});
    };
    if (events.size() > MaxTickEvents)
        return refuse(model::ErrorCode::LimitExceeded,
                      QStringLiteral("tick %1 has %2 events, a tick holds %3")
                          .arg(tick)
                          .arg(events.size())
                          .arg(MaxTickEvents));
    // Clearing takes as long as the fullest tick was: after one of those a new table is quicker.
    if (m_known.bucket_count() > UsualEntities)
        m_known = {};
    else
        m_known.clear();
    m_total = 0;
    std::size_t spawns = 0;
    std::size_t blocks = 0;
    for (std::size_t i = 0; i < events.size(); ++i) {
        QString problem = contradiction(events[i], world);
        if (problem.isEmpty())
            problem = unreadable(events[i]);
        if (!problem.isEmpty())
            return refuse(model::ErrorCode::InvalidArgument, QStringLiteral("event %1 of tick %2 (%3) %4")
                                                                 .arg(i)
                                                                 .arg(tick)
                                                                 .arg(eventName(events[i]), problem));
        spawns += std::holds_alternative<SpawnEntity>(events[i]) ? 1 : 0;
        blocks += std::holds_alternative<SetBlock>(events[i]) ? 1 : 0;
    }
    if (world.entities().size() + spawns > MaxEntities || world.blocks().size() + blocks > MaxBlocks ||
        world.blockKinds().size() + blocks > MaxPalette + MaxTickEvents || m_total > MaxTickBytes)
        return refuse(model::ErrorCode::LimitExceeded,
                      QStringLiteral("tick %1 would make more entities, blocks or bytes than a reader takes")
                          .arg(tick));
    return {};
}

} // namespace ghostline::recording
