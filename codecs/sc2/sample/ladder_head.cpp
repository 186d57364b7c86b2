// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sample/ladder_head.h"

#include "codecs/sc2/sample/ladder_rules.h"
#include "codecs/sc2/sample/packed_writer.h"
#include "codecs/sc2/sample/versioned_writer.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>

#include <array>

namespace ghostline::sc2::ladder {

namespace {

struct Person
{
    const char* name;
    const char* race;
    const char* shortRace;
    std::array<std::uint8_t, 3> rgb;
    int mmr;
    bool wins;
};

constexpr std::array<Person, 2> People{{
    {"Ada", "Terran", "Terr", {180, 20, 30}, 4100, true},
    {"Ben", "Zerg", "Zerg", {0, 66, 255}, 4080, false},
}};

constexpr const char* Title = "Amber Terrace";
constexpr std::int64_t SavedAt = 134'088'480'000'000'000; ///< 100 ns since 1601
constexpr int Slots = 16;
constexpr std::uint32_t Random = 385'365'665;

std::vector<std::byte> bytesOf(const QByteArray& text)
{
    const auto all = std::as_bytes(std::span(text.constData(), static_cast<std::size_t>(text.size())));
    return {all.begin(), all.end()};
}

/// The mods every game of the newest expansion depends on, as 40 bytes each: kind, region, hash.
std::vector<QByteArray> dependencies()
{
    std::vector<QByteArray> out;
    for (const char* mod : {"Core.SC2Mod", "Liberty.SC2Mod", "Swarm.SC2Mod", "Void.SC2Mod"}) {
        QByteArray handle("s2ma");
        handle.append(2, '\0');
        handle.append("XX");
        handle.append(
            QCryptographicHash::hash(QByteArray("Standard Data: ") + mod, QCryptographicHash::Sha256));
        out.push_back(handle);
    }
    return out;
}

void put(VersionedWriter& out, const QByteArray& text)
{
    out.blob(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
}

void putPerson(VersionedWriter& out, int number)
{
    const Person& person = People[static_cast<std::size_t>(number)];
    out.structure(11).tag(0).blob(person.name);
    out.tag(1).structure(4).tag(0).integer(98).tag(1).fixed4(0x0000'5332).tag(2).integer(1);
    out.tag(4).integer(1000 + number);
    out.tag(2).blob(person.race);
    out.tag(3).structure(4).tag(0).integer(255);
    for (std::size_t i = 0; i < person.rgb.size(); ++i)
        out.tag(static_cast<std::int64_t>(i) + 1).integer(person.rgb[i]);
    out.tag(4).integer(2).tag(5).integer(number).tag(6).integer(100).tag(7).integer(0);
    out.tag(8).integer(person.wins ? 1 : 2);
    out.tag(9).optional(true).integer(number).tag(10).blob("");
}

QJsonObject slot(int number)
{
    const bool used = number < static_cast<int>(People.size());
    QJsonObject out{{key("m_control"), used ? 2 : 1}, {key("m_teamId"), used ? number : 0},
                    {key("m_difficulty"), 3},         {key("m_handicap"), 100},
                    {key("m_observe"), used ? 0 : 1}, {key("m_workingSetSlotId"), number}};
    if (used) {
        out.insert(key("m_userId"), number);
        out.insert(key("m_colorPref"), QJsonObject{{key("m_color"), number + 1}});
        out.insert(key("m_racePref"), QJsonObject{{key("m_race"), number}});
        out.insert(key("m_toonHandle"), QStringLiteral("98-S2-1-%1").arg(1000 + number));
    }
    return out;
}

QJsonObject gameDescription()
{
    QJsonArray handles;
    for (const QByteArray& each : dependencies())
        handles.append(QString::fromLatin1(each.toHex()));
    return {{key("m_randomValue"), static_cast<qint64>(Random)},
            {key("m_gameCacheName"), QStringLiteral("Dflt")},
            {key("m_gameOptions"), QJsonObject{{key("m_lockTeams"), true},
                                               {key("m_battleNet"), true},
                                               {key("m_amm"), true},
                                               {key("m_competitive"), true}}},
            {key("m_gameSpeed"), 4},
            {key("m_maxUsers"), Slots},
            {key("m_maxObservers"), Slots - 2},
            {key("m_maxPlayers"), 2},
            {key("m_maxTeams"), 2},
            {key("m_maxColors"), 16},
            {key("m_maxRaces"), 4},
            {key("m_maxControls"), 1},
            {key("m_mapSizeX"), MapSize},
            {key("m_mapSizeY"), MapSize},
            {key("m_cacheHandles"), handles}};
}

struct Setting
{
    std::uint32_t id;
    std::uint8_t scope;
    const char* value;
};

} // namespace

std::vector<std::byte> headerOf(const Summary& summary)
{
    const std::string_view hash("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F\x10", 16);
    VersionedWriter out;
    out.structure(9).tag(0).blob("StarCraft II replay\x1B"
                                 "11");
    out.tag(1).structure(6).tag(0).integer(1).tag(1).integer(5).tag(2).integer(0).tag(3).integer(16);
    out.tag(4).integer(summary.baseBuild).tag(5).integer(summary.baseBuild);
    out.tag(2).integer(2).tag(3).integer(summary.loops).tag(4).u8(1);
    out.tag(5).structure(1).tag(1).blob(hash);
    out.tag(6).integer(summary.baseBuild);
    out.tag(7).structure(1).tag(1).blob(hash).tag(8).u8(0);
    return out.bytes();
}

std::vector<std::byte> detailsOf()
{
    const auto handles = dependencies();
    VersionedWriter out;
    out.structure(13).tag(0).optional(true).array(People.size());
    for (std::size_t i = 0; i < People.size(); ++i)
        putPerson(out, static_cast<int>(i));
    out.tag(1).blob(Title).tag(2).blob("").tag(3).structure(1).tag(0).blob("Minimap.tga");
    out.tag(4).u8(0).tag(5).integer(SavedAt).tag(6).integer(0).tag(7).blob("").tag(8).blob("");
    out.tag(9).blob("").tag(10).optional(true).array(handles.size());
    for (const QByteArray& each : handles)
        put(out, each);
    out.tag(11).u8(0).tag(12).integer(4);
    return out.bytes();
}

std::vector<std::byte> initDataOf(const Summary& summary)
{
    QJsonArray users;
    QJsonArray slots_;
    for (int i = 0; i < Slots; ++i) {
        const bool used = i < static_cast<int>(People.size());
        users.append(QJsonObject{
            {key("m_name"), used ? QString::fromLatin1(People[static_cast<std::size_t>(i)].name) : QString()},
            {key("m_observe"), used ? 0 : 1}});
        slots_.append(slot(i));
    }
    const QJsonObject lobby{{key("m_maxUsers"), Slots}, {key("m_maxObservers"), Slots - 2},
                            {key("m_slots"), slots_},   {key("m_randomSeed"), static_cast<qint64>(Random)},
                            {key("m_hostUserId"), 0},   {key("m_defaultDifficulty"), 3}};
    PackedWriter out;
    out.value(protocolFor(summary.baseBuild).initData,
              QJsonObject{{key("m_syncLobbyState"), QJsonObject{{key("m_userInitialData"), users},
                                                                {key("m_gameDescription"), gameDescription()},
                                                                {key("m_lobbyState"), lobby}}}});
    return out.written();
}

std::vector<std::byte> attributesOf()
{
    constexpr std::uint8_t Game = 16;
    constexpr std::array Settings{
        Setting{500, 1, "Humn"},     Setting{500, 2, "Humn"},     Setting{3001, 1, "Terr"},
        Setting{3001, 2, "Zerg"},    Setting{3002, 1, "tc01"},    Setting{3002, 2, "tc02"},
        Setting{3003, 1, " 100"},    Setting{3003, 2, " 100"},    Setting{2000, Game, "t2"},
        Setting{2001, Game, "1v1"},  Setting{3000, Game, "Fasr"}, Setting{3009, Game, "Amm"},
        Setting{1000, Game, "Dflt"},
    };
    std::vector<std::byte> out(5); // no source, no namespace of the map
    const auto putU32 = [&out](std::uint32_t value) {
        for (unsigned shift = 0; shift < 32; shift += 8)
            out.push_back(static_cast<std::byte>((value >> shift) & 0xFFU));
    };
    putU32(static_cast<std::uint32_t>(Settings.size()));
    for (const Setting& setting : Settings) {
        constexpr std::uint32_t Space = 999;
        putU32(Space);
        putU32(setting.id);
        out.push_back(static_cast<std::byte>(setting.scope));
        const std::string_view value(setting.value);
        for (std::size_t i = 0; i < 4; ++i) // the other way round, filled up behind
            out.push_back(i < value.size() ? static_cast<std::byte>(value[value.size() - 1 - i])
                                           : std::byte{0});
    }
    return out;
}

std::vector<std::byte> metadataOf(const Summary& summary)
{
    QJsonArray players;
    for (std::size_t i = 0; i < People.size(); ++i) {
        const Person& person = People[i];
        const QString race = QString::fromLatin1(person.shortRace);
        players.append(QJsonObject{{key("PlayerID"), static_cast<int>(i) + 1},
                                   {key("APM"), summary.apm[i]},
                                   {key("MMR"), person.mmr},
                                   {key("Result"), person.wins ? key("Win") : key("Loss")},
                                   {key("SelectedRace"), race},
                                   {key("AssignedRace"), race}});
    }
    const QString build = QString::number(summary.baseBuild);
    const QJsonObject all{{key("Title"), key(Title)},
                          {key("GameVersion"), QStringLiteral("5.0.16.") + build},
                          {key("DataBuild"), build},
                          {key("BaseBuild"), QStringLiteral("Base") + build},
                          {key("Duration"), static_cast<int>(summary.loops / 16)},
                          {key("Players"), players}};
    return bytesOf(QJsonDocument(all).toJson(QJsonDocument::Indented));
}

} // namespace ghostline::sc2::ladder
