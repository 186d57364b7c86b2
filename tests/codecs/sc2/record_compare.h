// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Columns of game events beside the records of an independent reader.
#include "codecs/sc2/protocol/game_events.h"
#include "tests/codecs/sc2/expected.h"

#include <QJsonArray>

namespace ghostline::test {

using namespace ghostline::sc2;

inline constexpr float LongUnit = 1.0F / 4096.0F;

inline QJsonObject inner(const QJsonValue& value, const char* name)
{
    return value.toObject().value(QLatin1String(name)).toObject();
}

inline qint64 number(const QJsonObject& object, const char* name, qint64 otherwise = 0)
{
    return object.value(QLatin1String(name)).toInteger(otherwise);
}

inline bool same(const CellPoint& point, const QJsonObject& json)
{
    return point.x == static_cast<float>(number(json, "x")) * LongUnit &&
           point.y == static_cast<float>(number(json, "y")) * LongUnit &&
           point.z == static_cast<float>(number(json, "z")) * LongUnit;
}

inline bool sameUnit(const Target& target, const QJsonObject& json)
{
    const auto player =
        number(json, "m_snapshotControlPlayerId", number(json, "m_snapshotPlayerId", NoPlayer));
    return target.kind == TargetKind::Unit && target.tag == number(json, "m_tag") &&
           target.unitLink == number(json, "m_snapshotUnitLink") && target.controlPlayer == player &&
           same(target.point, inner(json, "m_snapshotPoint"));
}

inline bool sameCommand(const Command& command, const QJsonObject& fields)
{
    if (command.flags != number(fields, "m_cmdFlags") || command.otherUnit != number(fields, "m_otherUnit")) {
        return false;
    }
    const bool flat = fields.contains(QLatin1String("m_abilLink"));
    const QJsonObject ability = flat ? fields : inner(fields, "m_abil");
    const auto link = number(ability, "m_abilLink", 0xFFFF);
    if (command.hasAbility != (link != 0xFFFF) ||
        (command.hasAbility &&
         (command.ability != link || command.index != number(ability, "m_abilCmdIndex")))) {
        return false;
    }
    if (flat) {
        const auto tag = number(fields, "m_targetUnitTag");
        return command.target.tag == tag && (command.target.kind == TargetKind::Unit) == (tag != 0) &&
               same(command.target.point, inner(fields, "m_targetPoint"));
    }
    const QJsonObject data = inner(fields, "m_data");
    if (data.contains(QLatin1String("TargetPoint"))) {
        return command.target.kind == TargetKind::Point &&
               same(command.target.point, inner(data, "TargetPoint"));
    }
    if (data.contains(QLatin1String("TargetUnit"))) {
        return sameUnit(command.target, inner(data, "TargetUnit"));
    }
    if (data.contains(QLatin1String("Data"))) {
        return command.target.kind == TargetKind::Data && command.target.tag == number(data, "Data");
    }
    return command.target.kind == TargetKind::None;
}

inline bool sameMask(const RemoveMask& mask, const QJsonValue& json, const GameEvents& events)
{
    const QJsonObject choice = json.toObject();
    const auto indices = [&](const char* name, MaskKind kind) {
        const QJsonArray expected = choice.value(QLatin1String(name)).toArray();
        if (mask.kind != kind || mask.count != static_cast<std::uint32_t>(expected.size())) {
            return false;
        }
        for (std::uint32_t i = 0; i < mask.count; ++i) {
            if (events.positions[mask.first + i] != expected.at(static_cast<qsizetype>(i)).toInt()) {
                return false;
            }
        }
        return true;
    };
    if (choice.contains(QLatin1String("OneIndices"))) {
        return indices("OneIndices", MaskKind::OneIndices);
    }
    if (choice.contains(QLatin1String("ZeroIndices"))) {
        return indices("ZeroIndices", MaskKind::ZeroIndices);
    }
    const QJsonArray bits = json.isArray() ? json.toArray() : choice.value(QLatin1String("Mask")).toArray();
    if (bits.isEmpty()) {
        return mask.kind == MaskKind::None;
    }
    return mask.kind == MaskKind::Mask && mask.length == bits.at(0).toInteger();
}

inline bool sameSelection(const SelectionDelta& selection, const QJsonObject& fields,
                          const GameEvents& events)
{
    const QJsonObject delta = inner(fields, "m_delta");
    const QJsonArray tags = delta.value(QLatin1String("m_addUnitTags")).toArray();
    const QJsonArray subgroups = delta.value(QLatin1String("m_addSubgroups")).toArray();
    if (selection.group != number(fields, "m_controlGroupId") || selection.tags != tags.size() ||
        selection.subgroups != subgroups.size() ||
        !sameMask(selection.remove, delta.value(QLatin1String("m_removeMask")), events)) {
        return false;
    }
    for (std::uint32_t i = 0; i < selection.tags; ++i) {
        if (events.tags[selection.firstTag + i] != tags.at(static_cast<qsizetype>(i)).toInteger()) {
            return false;
        }
    }
    for (std::uint32_t i = 0; i < selection.subgroups; ++i) {
        const QJsonObject expected = subgroups.at(static_cast<qsizetype>(i)).toObject();
        const SubgroupAdd& found = events.subgroups[selection.firstSubgroup + i];
        if (found.unitLink != number(expected, "m_unitLink") || found.count != number(expected, "m_count") ||
            found.priority != number(expected, "m_subgroupPriority") ||
            found.intra != number(expected, "m_intraSubgroupPriority")) {
            return false;
        }
    }
    return true;
}

inline bool sameCamera(const CameraUpdate& camera, const QJsonObject& fields, float unit)
{
    const auto there = [&](const char* name) { return !fields.value(QLatin1String(name)).isNull(); };
    const QJsonObject target = inner(fields, "m_target");
    return camera.hasTarget == there("m_target") && camera.hasDistance == there("m_distance") &&
           camera.hasPitch == there("m_pitch") && camera.hasYaw == there("m_yaw") &&
           camera.x == static_cast<float>(number(target, "x")) * unit &&
           camera.y == static_cast<float>(number(target, "y")) * unit &&
           camera.distance == static_cast<float>(number(fields, "m_distance")) * unit;
}

/// Whether the column of an event says what its record says.
inline bool sameAsRecord(const GameEvents& events, const GameEvent& event, const QJsonObject& fields)
{
    switch (event.kind) {
    case GameEventKind::Command:
        return sameCommand(events.commands.at(event.index), fields);
    case GameEventKind::TargetPoint:
        return events.targets.at(event.index).kind == TargetKind::Point &&
               same(events.targets.at(event.index).point, inner(fields, "m_target"));
    case GameEventKind::TargetUnit:
        return sameUnit(events.targets.at(event.index), inner(fields, "m_target"));
    case GameEventKind::Selection:
        return sameSelection(events.selections.at(event.index), fields, events);
    case GameEventKind::ControlGroup: {
        const ControlGroupUpdate& group = events.groups.at(event.index);
        return group.group == number(fields, "m_controlGroupIndex") &&
               static_cast<qint64>(group.action) == number(fields, "m_controlGroupUpdate") &&
               sameMask(group.mask, fields.value(QLatin1String("m_mask")), events);
    }
    case GameEventKind::Camera:
        return sameCamera(events.cameras.at(event.index), fields,
                          events.protocol->baseBuild == 0 ? LongUnit : 1.0F / 256.0F);
    case GameEventKind::CameraSave: {
        const CameraSave& save = events.saves.at(event.index);
        return save.which == number(fields, "m_which") &&
               save.x == static_cast<float>(number(inner(fields, "m_target"), "x")) / 256.0F;
    }
    case GameEventKind::Leave:
        return events.leaves.at(event.index).reason == number(fields, "m_leaveReason", -1);
    case GameEventKind::Trade: {
        const ResourceTrade& trade = events.trades.at(event.index);
        const QJsonArray amounts = fields.value(QLatin1String("m_resources")).toArray();
        return trade.recipient == number(fields, "m_recipientId") &&
               trade.resources[0] == amounts.at(0).toInt() && trade.resources[1] == amounts.at(1).toInt();
    }
    case GameEventKind::Ping: {
        const TriggerPing& ping = events.pings.at(event.index);
        return ping.unit == number(fields, "m_unit") && same(ping.point, inner(fields, "m_point"));
    }
    default:
        return true;
    }
}

} // namespace ghostline::test
