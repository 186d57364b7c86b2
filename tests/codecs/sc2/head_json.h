// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The head of a replay in the words of the reference data.
#include "codecs/sc2/container/head.h"

#include <QJsonArray>

namespace ghostline::test {

using namespace ghostline::sc2;

inline QJsonValue optional(const std::optional<int>& value)
{
    return value ? QJsonValue(*value) : QJsonValue(QJsonValue::Null);
}

inline QJsonArray playersJson(const Details& details)
{
    QJsonArray out;
    for (const DetailsPlayer& p : details.players) {
        out.append(
            QJsonObject{{QStringLiteral("color"), QJsonArray{p.argb[1], p.argb[2], p.argb[3], p.argb[0]}},
                        {QStringLiteral("control"), p.control},
                        {QStringLiteral("handicap"), p.handicap},
                        {QStringLiteral("name"), p.rawName},
                        {QStringLiteral("observe"), p.observe},
                        {QStringLiteral("race"), p.race},
                        {QStringLiteral("result"), p.result},
                        {QStringLiteral("slot"), optional(p.slot)},
                        {QStringLiteral("team"), p.team},
                        {QStringLiteral("toonId"), static_cast<qint64>(p.toon.id)},
                        {QStringLiteral("toonRealm"), p.toon.realm},
                        {QStringLiteral("toonRegion"), p.toon.region}});
    }
    return out;
}

inline QJsonObject lobbyJson(const InitData& data)
{
    QJsonArray slots;
    for (const LobbySlot& s : data.slots) {
        slots.append(QJsonObject{{QStringLiteral("control"), s.control},
                                 {QStringLiteral("difficulty"), s.difficulty},
                                 {QStringLiteral("observe"), s.observe},
                                 {QStringLiteral("team"), s.team},
                                 {QStringLiteral("userId"), optional(s.userId)},
                                 {QStringLiteral("workingSetSlotId"), optional(s.workingSetSlotId)}});
    }
    QJsonArray users;
    for (const LobbyUser& user : data.users)
        users.append(user.name);
    return {{QStringLiteral("amm"), data.amm},
            {QStringLiteral("battleNet"), data.battleNet},
            {QStringLiteral("bitsUsed"), static_cast<qint64>(data.bitsUsed)},
            {QStringLiteral("bytes"), static_cast<qint64>(data.bytes)},
            {QStringLiteral("gameSpeed"), data.gameSpeed},
            {QStringLiteral("mapSizeX"), data.mapSizeX},
            {QStringLiteral("mapSizeY"), data.mapSizeY},
            {QStringLiteral("maxPlayers"), data.maxPlayers},
            {QStringLiteral("randomValue"), static_cast<qint64>(data.randomValue)},
            {QStringLiteral("slots"), slots},
            {QStringLiteral("users"), users}};
}

inline QJsonObject betaJson(const BetaInfo& info)
{
    QJsonArray displays;
    for (const BetaDisplay& d : info.displays) {
        displays.append(QJsonObject{{QStringLiteral("color_argb"), d.colour},
                                    {QStringLiteral("name"), d.name},
                                    {QStringLiteral("playerId"), d.playerId},
                                    {QStringLiteral("race"), d.race}});
    }
    QJsonArray users;
    for (const QString& name : info.users)
        users.append(name);
    return {{QStringLiteral("displays"), displays},
            {QStringLiteral("gameSpeed"), info.gameSpeed},
            {QStringLiteral("lockTeams"), info.lockTeams},
            {QStringLiteral("map"), info.map},
            {QStringLiteral("mapFileName"), info.mapFileName},
            {QStringLiteral("mapSizeX"), info.mapSizeX},
            {QStringLiteral("mapSizeY"), info.mapSizeY},
            {QStringLiteral("maxPlayers"), info.maxPlayers},
            {QStringLiteral("maxUsers"), info.maxUsers},
            {QStringLiteral("randomValue"), static_cast<qint64>(info.randomValue)},
            {QStringLiteral("users"), users}};
}

/// Where two values differ, for the message of a failing test; empty = nowhere.
inline QString difference(const QJsonValue& got, const QJsonValue& wanted, const QString& path = {})
{
    if (got == wanted)
        return {};
    if (got.isObject() && wanted.isObject()) {
        const QStringList names = got.toObject().keys() + wanted.toObject().keys();
        for (const QString& name : names) {
            const QString inner = difference(got.toObject().value(name), wanted.toObject().value(name),
                                             path + QLatin1Char('.') + name);
            if (!inner.isEmpty())
                return inner;
        }
    }
    if (got.isArray() && wanted.isArray() && got.toArray().size() == wanted.toArray().size()) {
        for (qsizetype i = 0; i < got.toArray().size(); ++i) {
            const QString inner =
                difference(got.toArray()[i], wanted.toArray()[i], QStringLiteral("%1[%2]").arg(path).arg(i));
            if (!inner.isEmpty())
                return inner;
        }
    }
    const auto text = [](const QJsonValue& value) {
        return QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
    };
    return QStringLiteral("%1: got %2, wanted %3").arg(path, text(got), text(wanted));
}

} // namespace ghostline::test
