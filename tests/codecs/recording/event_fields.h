// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The fields of an event as JSON, in the words of vectors.json.
#include "tests/codecs/recording/recording_bytes.h"

#include <QJsonArray>
#include <QJsonObject>

namespace ghostline::test {

using namespace recording;

inline QJsonArray jsonOf(const glm::dvec3& v) { return {v.x, v.y, v.z}; }
inline QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
inline QJsonValue jsonOf(const Kind& kind)
{
    return kind.name.empty() ? QJsonValue(kind.number) : QJsonValue(textOf(kind.name));
}
inline QJsonObject jsonOf(NbtView nbt) { return io::nbtToJson(*io::parseNbt(nbt)); }
inline QJsonValue jsonOf(const std::optional<std::int32_t>& v)
{
    return v ? QJsonValue(*v) : QJsonValue(QJsonValue::Null);
}

inline void putPlace(QJsonObject& to, const Place& place)
{
    to.insert(QStringLiteral("pos"), jsonOf(place.position));
    to.insert(QStringLiteral("yaw"), static_cast<double>(place.yaw));
    to.insert(QStringLiteral("pitch"), static_cast<double>(place.pitch));
}

/// The fields of an event in the words of vectors.json.
struct Fields
{
    QJsonObject operator()(const DeltaMove& e) const
    {
        const glm::dvec3 delta = glm::dvec3(e.move.delta[0], e.move.delta[1], e.move.delta[2]) / 4096.0;
        return {{QStringLiteral("entity"), e.entity},
                {QStringLiteral("delta"), jsonOf(delta)},
                {QStringLiteral("yaw"), e.move.yaw.degrees()},
                {QStringLiteral("pitch"), e.move.pitch.degrees()},
                {QStringLiteral("velocity"), jsonOf(e.velocity.value())}};
    }
    QJsonObject operator()(const AbsoluteMove& e) const
    {
        QJsonObject o{{QStringLiteral("entity"), e.entity},
                      {QStringLiteral("velocity"), jsonOf(e.velocity.value())}};
        putPlace(o, e.place);
        return o;
    }
    QJsonObject operator()(const EntityState& e) const
    {
        return {{QStringLiteral("entity"), e.entity},
                {QStringLiteral("pose"), e.pose},
                {QStringLiteral("flags"), e.flags}};
    }
    QJsonObject operator()(const HandAnimation& e) const
    {
        const bool kind = (e.packed & 2) != 0;
        return {{QStringLiteral("entity"), e.entity},
                {QStringLiteral("hand"), e.packed & 1},
                {QStringLiteral("type"), kind ? e.packed >> 2 : 1},
                {QStringLiteral("duration"), kind ? QJsonValue(e.duration) : QJsonValue(QJsonValue::Null)}};
    }
    QJsonObject operator()(const ItemUse& e) const
    {
        return {{QStringLiteral("entity"), e.entity}, {QStringLiteral("hand"), jsonOf(e.hand)}};
    }
    QJsonObject operator()(const SetItem& e) const
    {
        QJsonObject items;
        for (const Item& item : e.items)
            items.insert(QString::number(item.slot), jsonOf(item.nbt));
        return {{QStringLiteral("entity"), e.entity}, {QStringLiteral("items"), items}};
    }
    QJsonObject operator()(const ChangeHeldSlot& e) const
    {
        return {{QStringLiteral("entity"), e.entity}, {QStringLiteral("slot"), e.slot}};
    }
    QJsonObject operator()(const SetBlock& e) const
    {
        const glm::ivec3 at = unpackBlock(e.position);
        return {{QStringLiteral("pos"), QJsonArray{at.x, at.y, at.z}},
                {QStringLiteral("block"), jsonOf(e.block)}};
    }
    QJsonObject operator()(const SpawnEntity& e) const
    {
        QJsonObject o{{QStringLiteral("entity"), e.entity}, {QStringLiteral("type"), jsonOf(e.type)}};
        putPlace(o, e.place);
        return o;
    }
    QJsonObject operator()(const DestroyEntity& e) const { return {{QStringLiteral("entity"), e.entity}}; }
    QJsonObject operator()(const RunStart&) const { return {}; }
    QJsonObject operator()(const ClearGhostBlocks&) const { return {}; }
    QJsonObject operator()(const CheckpointReached& e) const
    {
        return {{QStringLiteral("id"), textOf(e.id)}, {QStringLiteral("ms"), static_cast<qint64>(e.runMs)}};
    }
    QJsonObject operator()(const CheckpointReset& e) const
    {
        return {{QStringLiteral("reason"), e.reason}, {QStringLiteral("ms"), static_cast<qint64>(e.runMs)}};
    }
    QJsonObject operator()(const RunEnd& e) const
    {
        return {{QStringLiteral("reason"), e.reason}, {QStringLiteral("ms"), static_cast<qint64>(e.runMs)}};
    }
    QJsonObject operator()(const AnticheatFlag& e) const
    {
        return {{QStringLiteral("check"), textOf(e.check)},
                {QStringLiteral("severity"), e.severity},
                {QStringLiteral("score"), static_cast<double>(e.score)},
                {QStringLiteral("detail"), textOf(e.detail)}};
    }
    QJsonObject operator()(const Chat& e) const
    {
        return {{QStringLiteral("entity"), e.entity}, {QStringLiteral("text"), textOf(e.text)}};
    }
    QJsonObject operator()(const EntityMeta& e) const
    {
        return {{QStringLiteral("entity"), e.entity}, {QStringLiteral("nbt"), jsonOf(e.nbt)}};
    }
    QJsonObject operator()(const Bookmark& e) const { return {{QStringLiteral("label"), textOf(e.label)}}; }
    QJsonObject operator()(const UnknownExtension& e) const
    {
        return {{QStringLiteral("payload"), QString::fromLatin1(hexOf(e.payload))}};
    }
};

} // namespace ghostline::test
