// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/describe.h"

#include "codecs/rts/text.h"
#include "codecs/sc2/replay/cast.h"
#include "codecs/sc2/replay/properties.h"
#include "model/base/text.h"

#include <QJsonArray>

#include <algorithm>
#include <map>

namespace ghostline::sc2 {

namespace {

/// Units are shown from birth to death, however far apart their reports lie: no gap is too long.
constexpr model::Micros NoGap{std::int64_t{1} << 60};
constexpr double NormalLoopsPerSecond = 16.0;
constexpr double FasterLoopsPerSecond = 22.4;

QString versionText(const Version& v)
{
    return QStringLiteral("%1.%2.%3.%4").arg(v.major).arg(v.minor).arg(v.revision).arg(v.build);
}

QString speedName(int speed)
{
    return rts::wordOf(speed, {{0, "Slower"}, {1, "Slow"}, {2, "Normal"}, {3, "Fast"}, {4, "Faster"}},
                       QStringLiteral("speed %1").arg(speed));
}

/// The clock in the game's own corner, and the one it had before or has had since.
std::vector<model::NamedClock> clocksOf(const ReplayHead& head)
{
    const auto [loops, seconds] = head.loopsPerSecond();
    const double rate = static_cast<double>(loops) / seconds;
    const bool scaled = head.header.useScaledTime.value_or(false);
    std::vector<model::NamedClock> clocks(2);
    clocks[0].name = QStringLiteral("Game");
    clocks[0].rate = rate / (scaled ? FasterLoopsPerSecond : NormalLoopsPerSecond);
    clocks[1].name = scaled ? QStringLiteral("Normal") : QStringLiteral("Faster");
    clocks[1].rate = rate / (scaled ? NormalLoopsPerSecond : FasterLoopsPerSecond);
    // At Faster the second one is the replay's own time once more.
    if (clocks[1].rate == 1.0)
        clocks.pop_back();
    return clocks;
}

QJsonObject timeTree(const ReplayData& data)
{
    const auto [loops, seconds] = data.head.loopsPerSecond();
    return {{QStringLiteral("loops"), static_cast<qint64>(data.loops)},
            {QStringLiteral("speed"), speedName(data.head.gameSpeed)},
            {QStringLiteral("loops_per_second"), static_cast<double>(loops) / seconds},
            {QStringLiteral("seconds_at_this_speed"), data.seconds(data.loops)},
            {QStringLiteral("seconds_at_normal_speed"), data.loops / NormalLoopsPerSecond},
            {QStringLiteral("clock_in_the_game"), data.head.header.useScaledTime.value_or(false)
                                                      ? QStringLiteral("seconds at Faster")
                                                      : QStringLiteral("seconds at Normal")}};
}

QJsonArray observersTree(const std::vector<LobbyUser>& observers)
{
    QJsonArray list;
    for (const LobbyUser& user : observers)
        list.append(user.clan.isEmpty() ? user.name : QStringLiteral("<%1> %2").arg(user.clan, user.name));
    return list;
}

QJsonArray participantsTree(const ReplayHead& head)
{
    QJsonArray list;
    for (const Participant& who : head.participants) {
        QJsonObject one{{QStringLiteral("name"), who.name},
                        {QStringLiteral("player_id"), who.playerId},
                        {QStringLiteral("team"), who.team + 1},
                        {QStringLiteral("computer"), who.computer},
                        {QStringLiteral("handicap"), who.handicap}};
        const auto text = [&one](const char* key, const QString& value) {
            if (!value.isEmpty())
                one.insert(QLatin1String(key), value);
        };
        text("clan", who.clan);
        text("race_text", who.raceText);
        text("difficulty", who.computer ? who.difficulty : QString());
        text("hero", who.hero);
        if (who.userId)
            one.insert(QStringLiteral("user_id"), *who.userId);
        if (who.slot)
            one.insert(QStringLiteral("slot"), *who.slot);
        if (who.mmr)
            one.insert(QStringLiteral("mmr"), *who.mmr);
        if (who.apm)
            one.insert(QStringLiteral("apm"), *who.apm);
        if (who.toon.id != 0) {
            one.insert(
                QStringLiteral("account"),
                QStringLiteral("%1-S2-%2-%3").arg(who.toon.region).arg(who.toon.realm).arg(who.toon.id));
        }
        list.append(one);
    }
    return list;
}

QJsonObject metadataOf(const ReplayData& data, const MpqArchive& archive)
{
    const ReplayHead& head = data.head;
    QJsonObject tree{{QStringLiteral("header"), headerTree(head.header)},
                     {QStringLiteral("time"), timeTree(data)},
                     {QStringLiteral("archive"), archiveTree(archive)},
                     {QStringLiteral("players"), participantsTree(head)}};
    if (!head.observers.empty())
        tree.insert(QStringLiteral("observers"), observersTree(head.observers));
    if (head.details)
        tree.insert(QStringLiteral("details"), detailsTree(*head.details));
    if (head.initData)
        tree.insert(QStringLiteral("lobby"), lobbyTree(*head.initData));
    if (head.attributes)
        tree.insert(QStringLiteral("attributes"), attributesTree(*head.attributes));
    if (head.beta)
        tree.insert(QStringLiteral("beta_info"), betaTree(*head.beta));
    if (head.gameMetadata)
        tree.insert(QStringLiteral("game_metadata"), *head.gameMetadata);
    return tree;
}

} // namespace

model::TimeAxis timeAxisOf(const ReplayData& data)
{
    const auto [loops, seconds] = data.head.loopsPerSecond();
    return model::TimeAxis::uniform(static_cast<model::FrameNumber>(data.loops) + 1, seconds, loops);
}

void describeHead(model::ReplayInfo& info, const ReplayData& data, std::uint64_t bytes)
{
    info.format = QStringLiteral("sc2");
    info.formatName = QStringLiteral("StarCraft II replay");
    info.formatVersion = versionText(data.head.header.version);
    info.map = data.head.map;
    info.bytes = bytes;
    info.frameName = QStringLiteral("loop");
    info.lengthUnit = QStringLiteral("cells");
    info.teams = describeTeams(data.head);
    info.clocks = clocksOf(data.head);
    if (data.head.details && data.head.details->savedAt().isValid()) {
        const auto length = static_cast<qint64>(data.seconds(data.loops) * 1000.0);
        info.recordedAt = data.head.details->savedAt().addMSecs(-length);
    }
}

model::ReplayInfo describeReplay(const ReplayData& data, const UnitKinds& kinds, const MpqArchive& archive,
                                 std::uint64_t bytes)
{
    model::ReplayInfo info;
    describeHead(info, data, bytes);
    info.maxGap = NoGap;
    info.cast = describeCast(data, kinds);
    info.actorProperties = declareActorProperties();
    // Whose something is reads as a name.
    model::PropertyInfo& owner = info.actorProperties[static_cast<std::size_t>(ActorProperty::Owner)];
    owner.type = model::PropertyType::Enumeration;
    for (const model::Team& team : info.teams)
        owner.names.append(team.name);
    info.teamProperty = id(ActorProperty::Owner);
    info.lookProperty = id(ActorProperty::Look);
    info.looks = kinds.looks;
    info.strings = kinds.strings;
    info.metadata = metadataOf(data, archive);
    return info;
}

// The parts of a replay's head as trees for people and programs.

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
    return rts::wordOf(type, {{0, "campaign"}, {1, "challenge"}, {2, "multiplayer"}, {3, "custom"}},
                       QStringLiteral("type %1").arg(type));
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
            {QStringLiteral("account"), static_cast<qint64>(player.toon.id)},
            {QStringLiteral("program"), player.toon.program},
            {QStringLiteral("real_id"), player.toon.name}};
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
    return rts::wordOf(static_cast<int>(id),
                       {{500, "controller"},
                        {2001, "teams"},
                        {3000, "speed"},
                        {3001, "race"},
                        {3002, "colour"},
                        {3003, "handicap"},
                        {3004, "difficulty"},
                        {3009, "lobby"}},
                       QString::number(id));
}

} // namespace

QJsonObject archiveTree(const MpqArchive& archive)
{
    QJsonObject members;
    for (const MpqMember& member : archive.members()) {
        members.insert(model::textOf(member.name),
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
            {QStringLiteral("map_preview"), details.previewFile},
            {QStringLiteral("image_file"), details.imageFile},
            {QStringLiteral("difficulty"), details.difficulty},
            {QStringLiteral("default_difficulty"), details.defaultDifficulty},
            {QStringLiteral("mods"), QJsonArray::fromStringList(details.mods)},
            {QStringLiteral("mini_save"), details.miniSave},
            {QStringLiteral("campaign_index"), orNull(details.campaignIndex)},
            {QStringLiteral("restart_as_transition_map"), details.restartAsTransitionMap},
            {QStringLiteral("disable_recover_game"), details.disableRecoverGame},
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
