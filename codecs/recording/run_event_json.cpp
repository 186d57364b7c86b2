// SPDX-License-Identifier: GPL-3.0-or-later
// Events as JSON, field by field as they are recorded.
#include "codecs/io/nbt.h"
#include "codecs/recording/decimal.h"
#include "codecs/recording/run_records.h"
#include "codecs/recording/run_texts.h"

namespace ghostline::recording {

namespace {

QJsonValue nbtJson(NbtView nbt)
{
    const auto read = io::readNbtExactly(nbt);
    return read ? QJsonValue(io::nbtToJson(*read)) : QJsonValue();
}

void addPlace(QJsonObject& out, const Place& place)
{
    out[QStringLiteral("pos")] = vectorJson(place.position);
    out[QStringLiteral("yaw")] = static_cast<double>(place.yaw);
    out[QStringLiteral("pitch")] = static_cast<double>(place.pitch);
}

QJsonValue optional(const std::optional<std::int32_t>& value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

struct Fields
{
    QJsonObject& out;

    void operator()(const DeltaMove& e) const
    {
        constexpr double Steps = 4096.0;
        out[QStringLiteral("delta")] = QJsonArray{static_cast<double>(e.move.delta[0]) / Steps,
                                                  static_cast<double>(e.move.delta[1]) / Steps,
                                                  static_cast<double>(e.move.delta[2]) / Steps};
        out[QStringLiteral("yaw")] = e.move.yaw.degrees();
        out[QStringLiteral("pitch")] = e.move.pitch.degrees();
        out[QStringLiteral("velocity")] = vectorJson(e.velocity.value());
    }
    void operator()(const AbsoluteMove& e) const
    {
        addPlace(out, e.place);
        out[QStringLiteral("velocity")] = vectorJson(e.velocity.value());
    }
    void operator()(const EntityState& e) const
    {
        out[QStringLiteral("pose")] = e.pose;
        out[QStringLiteral("flags")] = e.flags;
    }
    void operator()(const HandAnimation& e) const
    {
        const bool timed = (e.packed & 2) != 0;
        out[QStringLiteral("hand")] = e.packed & 1;
        out[QStringLiteral("type")] = timed ? e.packed >> 2 : 1;
        out[QStringLiteral("duration")] = timed ? QJsonValue(e.duration) : QJsonValue();
    }
    void operator()(const ItemUse& e) const { out[QStringLiteral("hand")] = optional(e.hand); }
    void operator()(const SetItem& e) const { out[QStringLiteral("items")] = itemsJson(e.items); }
    void operator()(const ChangeHeldSlot& e) const { out[QStringLiteral("slot")] = e.slot; }
    void operator()(const SetBlock& e) const
    {
        const glm::ivec3 at = unpackBlock(e.position);
        out[QStringLiteral("pos")] = QJsonArray{at.x, at.y, at.z};
        out[QStringLiteral("block")] = kindJson(e.block);
    }
    void operator()(const SpawnEntity& e) const
    {
        out[QStringLiteral("type")] = kindJson(e.type);
        addPlace(out, e.place);
    }
    void operator()(const DestroyEntity&) const {}
    void operator()(const RunStart&) const {}
    void operator()(const CheckpointReached& e) const
    {
        out[QStringLiteral("id")] = textOf(e.id);
        out[QStringLiteral("ms")] = static_cast<qint64>(e.runMs);
    }
    void operator()(const CheckpointReset& e) const { reason(e.reason, e.runMs); }
    void operator()(const RunEnd& e) const { reason(e.reason, e.runMs); }
    void operator()(const ClearGhostBlocks&) const {}
    void operator()(const AnticheatFlag& e) const
    {
        out[QStringLiteral("check")] = textOf(e.check);
        out[QStringLiteral("severity")] = e.severity;
        out[QStringLiteral("score")] = decimalOf(e.score);
        out[QStringLiteral("detail")] = textOf(e.detail);
    }
    void operator()(const Chat& e) const { out[QStringLiteral("text")] = textOf(e.text); }
    void operator()(const EntityMeta& e) const { out[QStringLiteral("nbt")] = nbtJson(e.nbt); }
    void operator()(const Bookmark& e) const { out[QStringLiteral("label")] = textOf(e.label); }
    void operator()(const UnknownExtension& e) const
    {
        const QByteArray bytes(reinterpret_cast<const char*>(e.payload.data()),
                               static_cast<qsizetype>(e.payload.size()));
        out[QStringLiteral("payload")] = QString::fromLatin1(bytes.toHex());
    }

    void reason(std::int32_t why, std::int64_t ms) const
    {
        out[QStringLiteral("reason")] = why;
        out[QStringLiteral("ms")] = static_cast<qint64>(ms);
    }
};

} // namespace

QJsonArray vectorJson(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

QJsonValue kindJson(const Kind& kind)
{
    return kind.name.empty() ? QJsonValue(kind.number) : QJsonValue(textOf(kind.name));
}

QJsonObject itemsJson(std::span<const Item> items)
{
    QJsonObject out;
    for (const Item& item : items)
        out[QString::number(item.slot)] = nbtJson(item.nbt);
    return out;
}

QJsonObject itemsJson(const std::map<std::int32_t, Bytes>& items)
{
    QJsonObject out;
    for (const auto& [slot, nbt] : items)
        out[QString::number(slot)] = nbtJson(nbt);
    return out;
}

QJsonObject eventJson(const Event& event)
{
    QJsonObject out;
    std::visit(
        [&out](const auto& e) {
            if constexpr (requires { e.entity; })
                out[QStringLiteral("entity")] = e.entity;
        },
        event);
    std::visit(Fields{out}, event);
    return out;
}

} // namespace ghostline::recording
