// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a replay's head as trees for people and programs.
#include "codecs/sc2/replay/describe.h"

#include <QJsonArray>

#include <map>

namespace ghostline::sc2 {

namespace {

template<typename T>
QJsonValue orNull(const std::optional<T>& value)
{
    if (!value)
        return QJsonValue::Null;
    if constexpr (std::is_same_v<T, bool>)
        return *value;
    else
        return static_cast<qint64>(*value);
}

QString typeName(int type)
{
    switch (type) {
    case 0:
        return QStringLiteral("campaign");
    case 1:
        return QStringLiteral("challenge");
    case 2:
        return QStringLiteral("multiplayer");
    case 3:
        return QStringLiteral("custom");
    default:
        return QStringLiteral("type %1").arg(type);
    }
}

/// "s2ma", two zero bytes, two letters of region, 32 bytes of SHA-256.
QJsonObject dependency(const QByteArray& handle)
{
    const QByteArray region = handle.mid(4, 4).replace('\0', QByteArray());
    return {{QStringLiteral("kind"), QString::fromLatin1(handle.left(4))},
            {QStringLiteral("region"), QString::fromLatin1(region.trimmed())},
            {QStringLiteral("sha256"), QString::fromLatin1(handle.mid(8).toHex())}};
}

QJsonObject detailsPlayer(const DetailsPlayer& player)
{
    QJsonArray colour;
    for (const std::uint8_t part : player.argb)
        colour.append(part);
    return {{QStringLiteral("name"), player.name},
            {QStringLiteral("raw_name"), player.rawName},
            {QStringLiteral("clan"), player.clan},
            {QStringLiteral("race"), player.race},
            {QStringLiteral("colour_argb"), colour},
            {QStringLiteral("control"), player.control},
            {QStringLiteral("team"), player.team},
            {QStringLiteral("handicap"), player.handicap},
            {QStringLiteral("observe"), player.observe},
            {QStringLiteral("result"), player.result},
            {QStringLiteral("slot"), orNull(player.slot)},
            {QStringLiteral("hero"), player.hero},
            {QStringLiteral("region"), player.toon.region},
            {QStringLiteral("realm"), player.toon.realm},
            {QStringLiteral("account"), static_cast<qint64>(player.toon.id)}};
}

QJsonArray usersTree(const std::vector<LobbyUser>& users)
{
    QJsonArray list;
    for (const LobbyUser& user : users)
        list.append(QJsonObject{{QStringLiteral("name"), user.name}, {QStringLiteral("clan"), user.clan}});
    return list;
}

QString attributeName(std::uint32_t id)
{
    switch (id) {
    case 500:
        return QStringLiteral("controller");
    case 2001:
        return QStringLiteral("teams");
    case 3000:
        return QStringLiteral("speed");
    case 3001:
        return QStringLiteral("race");
    case 3002:
        return QStringLiteral("colour");
    case 3003:
        return QStringLiteral("handicap");
    case 3004:
        return QStringLiteral("difficulty");
    case 3009:
        return QStringLiteral("lobby");
    default:
        return QString::number(id);
    }
}

} // namespace

QJsonObject archiveTree(const MpqArchive& archive)
{
    QJsonObject members;
    for (const MpqMember& member : archive.members()) {
        members.insert(QString::fromUtf8(member.name.data(), static_cast<qsizetype>(member.name.size())),
                       QJsonObject{{QStringLiteral("bytes"), static_cast<qint64>(member.size)},
                                   {QStringLiteral("stored_bytes"), static_cast<qint64>(member.stored)}});
    }
    return {{QStringLiteral("format"), archive.formatVersion()},
            {QStringLiteral("sector_bytes"), static_cast<qint64>(archive.sectorSize())},
            {QStringLiteral("hash_entries"), static_cast<qint64>(archive.hashEntries())},
            {QStringLiteral("block_entries"), static_cast<qint64>(archive.blockEntries())},
            {QStringLiteral("header_offset"), static_cast<qint64>(archive.headerOffset())},
            {QStringLiteral("members"), members}};
}

QJsonObject headerTree(const ReplayHeader& header)
{
    const Version& v = header.version;
    return {{QStringLiteral("signature"), header.signature},
            {QStringLiteral("version"), QStringLiteral("%1.%2.%3").arg(v.major).arg(v.minor).arg(v.revision)},
            {QStringLiteral("build"), static_cast<qint64>(v.build)},
            {QStringLiteral("base_build"), static_cast<qint64>(v.baseBuild)},
            {QStringLiteral("data_build"), orNull(header.dataBuild)},
            {QStringLiteral("type"), typeName(header.type)},
            {QStringLiteral("loops"), static_cast<qint64>(header.loops)},
            {QStringLiteral("scaled_time"), orNull(header.useScaledTime)},
            {QStringLiteral("encoding"),
             header.bitPacked ? QStringLiteral("bit-packed") : QStringLiteral("versioned")}};
}

QJsonObject detailsTree(const Details& details)
{
    QJsonArray players;
    for (const DetailsPlayer& player : details.players)
        players.append(detailsPlayer(player));
    QJsonArray dependencies;
    for (const QByteArray& handle : details.cacheHandles)
        dependencies.append(dependency(handle));
    return {{QStringLiteral("title"), details.title},
            {QStringLiteral("map_file"), details.mapFileName},
            {QStringLiteral("description"), details.description},
            {QStringLiteral("blizzard_map"), details.isBlizzardMap},
            {QStringLiteral("game_speed"), details.gameSpeed},
            {QStringLiteral("saved_at"), details.savedAt().toString(Qt::ISODate)},
            {QStringLiteral("hours_from_utc"), static_cast<double>(details.timeLocalOffset) / 36e9},
            {QStringLiteral("players"), players},
            {QStringLiteral("dependencies"), dependencies}};
}

QJsonObject lobbyTree(const InitData& lobby)
{
    QJsonArray slotList;
    for (const LobbySlot& slot : lobby.slots) {
        slotList.append(QJsonObject{{QStringLiteral("control"), slot.control},
                                    {QStringLiteral("user_id"), orNull(slot.userId)},
                                    {QStringLiteral("team"), slot.team},
                                    {QStringLiteral("colour"), orNull(slot.colour)},
                                    {QStringLiteral("race"), orNull(slot.race)},
                                    {QStringLiteral("difficulty"), slot.difficulty},
                                    {QStringLiteral("handicap"), slot.handicap},
                                    {QStringLiteral("observe"), slot.observe},
                                    {QStringLiteral("working_set_slot"), orNull(slot.workingSetSlotId)}});
    }
    return {{QStringLiteral("map_size_x"), lobby.mapSizeX},
            {QStringLiteral("map_size_y"), lobby.mapSizeY},
            {QStringLiteral("max_players"), lobby.maxPlayers},
            {QStringLiteral("game_speed"), lobby.gameSpeed},
            {QStringLiteral("random_value"), static_cast<qint64>(lobby.randomValue)},
            {QStringLiteral("matchmaker"), lobby.amm},
            {QStringLiteral("ranked"), lobby.ranked},
            {QStringLiteral("battle_net"), lobby.battleNet},
            {QStringLiteral("users"), usersTree(lobby.users)},
            {QStringLiteral("slots"), slotList}};
}

QJsonObject attributesTree(const Attributes& attributes)
{
    std::map<int, QJsonObject> byScope;
    for (const Attribute& attribute : attributes.values) {
        const auto size = static_cast<qsizetype>(attribute.value.size());
        byScope[attribute.scope].insert(attributeName(attribute.id),
                                        QString::fromUtf8(attribute.value.data(), size));
    }
    QJsonObject scopes;
    for (const auto& [scope, values] : byScope)
        scopes.insert(scope == 16 ? QStringLiteral("game") : QString::number(scope), values);
    return {{QStringLiteral("source"), attributes.source},
            {QStringLiteral("map_namespace"), static_cast<qint64>(attributes.mapSpace)},
            {QStringLiteral("count"), static_cast<qint64>(attributes.values.size())},
            {QStringLiteral("values"), scopes}};
}

QJsonObject betaTree(const BetaInfo& info)
{
    QJsonArray displays;
    for (const BetaDisplay& display : info.displays) {
        displays.append(QJsonObject{{QStringLiteral("player_id"), display.playerId},
                                    {QStringLiteral("name"), display.name},
                                    {QStringLiteral("race"), display.race},
                                    {QStringLiteral("colour_argb"), display.colour}});
    }
    QJsonArray users;
    for (const QString& user : info.users)
        users.append(user);
    return {{QStringLiteral("users"), users},
            {QStringLiteral("map"), info.map},
            {QStringLiteral("map_file"), info.mapFileName},
            {QStringLiteral("map_size_x"), info.mapSizeX},
            {QStringLiteral("map_size_y"), info.mapSizeY},
            {QStringLiteral("game_speed"), info.gameSpeed},
            {QStringLiteral("max_players"), info.maxPlayers},
            {QStringLiteral("max_users"), info.maxUsers},
            {QStringLiteral("lock_teams"), info.lockTeams},
            {QStringLiteral("random_value"), static_cast<qint64>(info.randomValue)},
            {QStringLiteral("displays"), displays}};
}

} // namespace ghostline::sc2
