// SPDX-License-Identifier: GPL-3.0-or-later
// Archive, header, details, lobby, attributes and the beta's description of every shared replay, against what
// other readers found in them.
#include "codecs/sc2/container/head.h"
#include "tests/codecs/sc2/expected.h"
#include "tests/codecs/sc2/head_json.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QSet>

#include <zlib.h>

namespace tst_sc2_head_shared {

using namespace ghostline;
using namespace ghostline::sc2;
using namespace ghostline::test;

namespace {

QString raceCode(Race race)
{
    static const QStringList Codes{QString(), QStringLiteral("Terr"), QStringLiteral("Zerg"),
                                   QStringLiteral("Prot"), QStringLiteral("Rand")};
    return Codes[static_cast<int>(race)];
}

struct Opened
{
    std::vector<std::byte> bytes;
    std::optional<MpqArchive> archive;
    std::optional<ReplayHead> head;
};

Opened openReplay(const QString& name)
{
    Opened out;
    out.bytes = replayBytes(name);
    if (auto archive = MpqArchive::open(out.bytes))
        out.archive = std::move(*archive);
    if (out.archive) {
        if (auto head = readHead(*out.archive))
            out.head = std::move(*head);
    }
    return out;
}

} // namespace

class TestSc2HeadShared : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void archive_data() { addReplayRows(); }
    void archive()
    {
        QFETCH(QString, replay);
        const QJsonObject wanted = expected(replay).value(QLatin1String("mpq")).toObject();
        QVERIFY(!wanted.isEmpty());
        const Opened opened = openReplay(replay);
        QVERIFY(opened.archive);
        QCOMPARE(opened.archive->formatVersion(), wanted.value(QLatin1String("formatVersion")).toInt());
        QCOMPARE(int(opened.archive->hashEntries()), wanted.value(QLatin1String("hashEntries")).toInt());
        QCOMPARE(int(opened.archive->blockEntries()), wanted.value(QLatin1String("blockEntries")).toInt());
        QCOMPARE(int(opened.archive->sectorSize()), wanted.value(QLatin1String("sectorSize")).toInt());
        QCOMPARE(int(opened.archive->headerOffset()), wanted.value(QLatin1String("headerOffset")).toInt());

        const QJsonObject files = wanted.value(QLatin1String("files")).toObject();
        QSet<QString> listed;
        for (const MpqMember& member : opened.archive->members())
            listed.insert(QString::fromStdString(member.name));
        for (auto it = files.begin(); it != files.end(); ++it) {
            const auto bytes = opened.archive->read(it.key().toStdString());
            listed.remove(it.key());
            if (it.value().isNull()) {
                QVERIFY2(!bytes || bytes->empty(), qPrintable(it.key()));
                continue;
            }
            QVERIFY2(bytes, bytes ? "" : qPrintable(bytes.error().message));
            QCOMPARE(int(bytes->size()), it.value().toObject().value(QLatin1String("size")).toInt());
            const auto sum = ::crc32(0, reinterpret_cast<const Bytef*>(bytes->data()), uInt(bytes->size()));
            QCOMPARE(QString::number(sum, 16).rightJustified(8, QLatin1Char('0')),
                     it.value().toObject().value(QLatin1String("crc32")).toString());
        }
        // Whatever else is there can be read too.
        for (const QString& name : listed)
            QVERIFY2(opened.archive->read(name.toStdString()), qPrintable(name));
    }

    void header_data() { addReplayRows(); }
    void header()
    {
        QFETCH(QString, replay);
        const QJsonObject wanted = expected(replay);
        const Opened opened = openReplay(replay);
        QVERIFY(opened.head);
        const ReplayHeader& header = opened.head->header;
        const Version& v = header.version;
        QCOMPARE(QStringLiteral("%1.%2.%3.%4").arg(v.major).arg(v.minor).arg(v.revision).arg(v.build),
                 wanted.value(QLatin1String("version")).toString());
        QCOMPARE(v.flags, wanted.value(QLatin1String("versionFlags")).toInt());
        QCOMPARE(int(v.baseBuild), wanted.value(QLatin1String("baseBuild")).toInt());
        QCOMPARE(int(v.build), wanted.value(QLatin1String("build")).toInt());
        QCOMPARE(header.type, wanted.value(QLatin1String("type")).toInt());
        QCOMPARE(int(header.loops), wanted.value(QLatin1String("elapsedGameLoops")).toInt());
        QCOMPARE(header.bitPacked,
                 wanted.value(QLatin1String("headerEncoding")).toString() == QLatin1String("bitpacked"));
        QCOMPARE(header.useScaledTime ? QJsonValue(*header.useScaledTime) : QJsonValue(QJsonValue::Null),
                 wanted.value(QLatin1String("useScaledTime")));
        QCOMPARE(header.dataBuild ? QJsonValue(qint64(*header.dataBuild)) : QJsonValue(QJsonValue::Null),
                 wanted.value(QLatin1String("dataBuildNum")));
    }

    void members_data() { addReplayRows(); }
    void members()
    {
        QFETCH(QString, replay);
        const QJsonObject wanted = expected(replay);
        const Opened opened = openReplay(replay);
        QVERIFY(opened.head);
        const ReplayHead& head = *opened.head;
        const auto value = [&](const char* name) { return wanted.value(QLatin1String(name)); };
        QCOMPARE(difference(head.details ? QJsonValue(playersJson(*head.details))
                                         : QJsonValue(QJsonValue::Undefined),
                            value("players")),
                 QString());
        QCOMPARE(difference(head.initData ? QJsonValue(lobbyJson(*head.initData))
                                          : QJsonValue(QJsonValue::Undefined),
                            value("initData")),
                 QString());
        QCOMPARE(difference(head.beta ? QJsonValue(betaJson(*head.beta)) : QJsonValue(QJsonValue::Undefined),
                            value("betaInfo")),
                 QString());
        QCOMPARE(
            difference(head.gameMetadata ? QJsonValue(*head.gameMetadata) : QJsonValue(QJsonValue::Undefined),
                       value("gameMetadata")),
            QString());
        QCOMPARE(head.map, value("map").toString());
        if (head.details) {
            QCOMPARE(head.details->gameSpeed, value("gameSpeed").toInt());
            QCOMPARE(head.details->isBlizzardMap, value("isBlizzardMap").toBool());
            QCOMPARE(qint64(head.details->timeUtc), value("timeUTC").toInteger());
            QCOMPARE(qint64(head.details->timeLocalOffset), value("timeLocalOffset").toInteger());
            QVERIFY(head.details->savedAt().isValid());
        }
    }

    void attributes_data() { addReplayRows(); }
    void attributes()
    {
        QFETCH(QString, replay);
        const QJsonValue value = expected(replay).value(QLatin1String("attributes"));
        const Opened opened = openReplay(replay);
        QVERIFY(opened.head);
        QCOMPARE(opened.head->attributes.has_value(), value.isObject());
        if (!value.isObject())
            return;
        const QJsonObject wanted = value.toObject();
        const Attributes& got = *opened.head->attributes;
        QCOMPARE(int(got.values.size()), wanted.value(QLatin1String("count")).toInt());
        QCOMPARE(qint64(got.mapSpace), wanted.value(QLatin1String("mapNamespace")).toInteger());
        QCOMPARE(got.source, wanted.value(QLatin1String("source")).toInt());
        const auto code = [&](std::uint32_t id) {
            return QString::fromStdString(std::string(got.value(id, 16)));
        };
        QCOMPARE(code(3000), wanted.value(QLatin1String("gameSpeed")).toString());
        QCOMPARE(code(2001), wanted.value(QLatin1String("teamSize")).toString());
    }

    /// Events name their people by numbers that lead to a participant or an observer.
    void participants_data() { addReplayRows({QStringLiteral("truncated_1232")}); }
    void participants()
    {
        QFETCH(QString, replay);
        const QJsonObject wanted = expected(replay);
        Opened opened = openReplay(replay);
        QVERIFY(opened.head);
        ReplayHead& head = *opened.head;
        QVERIFY(!head.participants.empty());
        const std::size_t before = head.participants.size();

        std::vector<int> early;
        for (const Participant& p : head.participants)
            early.push_back(p.playerId);
        std::vector<PlayerSetup> setup;
        const QJsonArray setups = wanted.value(QLatin1String("trackerEvents"))
                                      .toObject()
                                      .value(QLatin1String("playerSetup"))
                                      .toArray();
        for (const QJsonValue& one : setups) {
            const auto number = [&](const char* name) {
                const QJsonValue v = one.toObject().value(QLatin1String(name));
                return v.isDouble() ? std::optional(v.toInt()) : std::nullopt;
            };
            setup.push_back(
                {*number("m_playerId"), *number("m_type"), number("m_userId"), number("m_slotId")});
        }
        joinSetup(head, setup);
        QCOMPARE(head.participants.size(), before);

        QSet<int> users;
        QSet<int> players;
        for (std::size_t i = 0; i < head.participants.size(); ++i) {
            const Participant& p = head.participants[i];
            QVERIFY(!p.name.isEmpty());
            QVERIFY(p.played == Race::Terran || p.played == Race::Zerg || p.played == Race::Protoss);
            QCOMPARE(p.userId.has_value(), !p.computer);
            QVERIFY(p.picked == Race::Unknown || p.picked == Race::Random || p.picked == p.played);
            if (p.name.startsWith(QLatin1String("A.I.")))
                QVERIFY2(p.name.contains(QLatin1Char('(') + p.difficulty + QLatin1Char(')')),
                         qPrintable(p.name + QLatin1Char(' ') + p.difficulty));
            QVERIFY(!players.contains(p.playerId));
            players.insert(p.playerId);
            QCOMPARE(head.participantOfPlayer(p.playerId), int(i));
            // The lobby alone already told what the set-up tells.
            QCOMPARE(p.playerId, early[i]);
            if (p.userId) {
                QVERIFY(!users.contains(*p.userId));
                users.insert(*p.userId);
                QCOMPARE(head.participantOfUser(*p.userId), int(i));
            }
        }
        const QJsonObject senders =
            wanted.value(QLatin1String("gameEvents")).toObject().value(QLatin1String("perUser")).toObject();
        int strangers = 0;
        for (const QString& id : senders.keys())
            strangers += id != QLatin1String("16") && !users.contains(id.toInt()) ? 1 : 0;
        QVERIFY(strangers <= int(head.observers.size()));
        const QJsonObject stats = wanted.value(QLatin1String("trackerEvents"))
                                      .toObject()
                                      .value(QLatin1String("finalStats"))
                                      .toObject();
        for (const QString& id : stats.keys())
            QVERIFY2(players.contains(id.toInt()), qPrintable(id));
    }

    /// Metadata is written by the game from what it knows of each player: ours must say the same.
    void agreesWithMetadata_data() { addReplayRows(); }
    void agreesWithMetadata()
    {
        QFETCH(QString, replay);
        const Opened opened = openReplay(replay);
        QVERIFY(opened.head);
        if (!opened.head->gameMetadata)
            return;
        const QJsonArray players = opened.head->gameMetadata->value(QLatin1String("Players")).toArray();
        for (const QJsonValue& value : players) {
            const QJsonObject player = value.toObject();
            const int at = opened.head->participantOfPlayer(player.value(QLatin1String("PlayerID")).toInt());
            QVERIFY(at >= 0);
            const Participant& p = opened.head->participants[std::size_t(at)];
            const QString result = player.value(QLatin1String("Result")).toString();
            QCOMPARE(p.result == Outcome::Win, result == QLatin1String("Win"));
            QCOMPARE(p.result == Outcome::Loss, result == QLatin1String("Loss"));
            const QString assigned = player.value(QLatin1String("AssignedRace")).toString();
            if (!assigned.isEmpty())
                QCOMPARE(raceCode(p.played).left(3), assigned.left(3));
            QCOMPARE(p.mmr.has_value(), player.contains(QLatin1String("MMR")));
        }
    }

    /// Who won together plays together, who won and lost does not.
    void teamsFollowResults_data() { addReplayRows(); }
    void teamsFollowResults()
    {
        QFETCH(QString, replay);
        const Opened opened = openReplay(replay);
        QVERIFY(opened.head);
        for (const Participant& a : opened.head->participants) {
            for (const Participant& b : opened.head->participants) {
                if (a.result == Outcome::Win && b.result == Outcome::Loss)
                    QVERIFY(a.team != b.team);
            }
        }
    }

    void people_data()
    {
        QTest::addColumn<QString>("replay");
        QTest::addColumn<QString>("people");
        const auto row = [](const char* replay, const char* people) {
            QTest::newRow(replay) << QString::fromLatin1(replay) << QString::fromUtf8(people);
        };
        row("1.1.0.16561_2v2", "1 u1 Justaprick Zerg t0, 2 u2 neongel Prot picked Rand t0, 3 u3 ryuhyoko "
                               "Terr t1, 4 u4 tehDYKE Prot t1");
        row("1.5.2.22875", "1 u1 StoicLoofah Prot picked Rand t0, 2 u2 PricklyPear Prot t0, 3 Player 3 Zerg "
                           "picked Rand t1 (Hard), "
                           "4 Player 4 Zerg picked Rand t1 (Hard)");
        row("2.0.10.26490_friendlyfire", "1 u0 Cchimes Zerg t0, 8 A.I. 7 (Easy) Terr picked Rand t1 (Easy)");
        row("2.0.5.25092_cn",
            "1 u0 ShowTime Prot t0, 2 u1 白米饭 Terr t0, 3 u2 ImYoonA Prot t0, 4 u3 Jess Zerg t1, "
            "5 u4 焚情 Prot t1, 6 u5 吖树树怪 Zerg t1");
        row("3.12.0.51702", "1 u0 [NoAPM] Futay Terr t0, 2 u1 [Lyrik] Viszlat Prot t1");
        row("4.1.2.60604_backup_only", "1 u0 Player 1 Terr t0, 2 u1 Player 2 Prot t1");
        row("5.0.13.92440_Burrow",
            "1 u0 [chezs] Sazed Zerg t0, 2 A.I. 1 (Elite) Prot picked Rand t1 (Elite)");
        row("5.0.16.97563_PvT_unknown_build",
            "1 u1 [T1herO] herO Prot t1, 2 u2 [ONSYDE] SHIN Zerg t0, watched by Mapu");
        row("beta_0.2.0.13891_r16", "1 u1 LiquidNazgul Prot t0, 2 u2 Jinro Zerg t1");
    }
    void people()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2/replays");
        QFETCH(QString, replay);
        const Opened opened = openReplay(replay);
        QVERIFY(opened.head);
        QStringList out;
        for (const Participant& p : opened.head->participants) {
            QString one = QString::number(p.playerId);
            if (p.userId)
                one += QStringLiteral(" u%1").arg(*p.userId);
            if (!p.clan.isEmpty())
                one += QStringLiteral(" [%1]").arg(p.clan);
            one += QStringLiteral(" %1 %2").arg(p.name, raceCode(p.played));
            if (p.picked != p.played && p.picked != Race::Unknown)
                one += QStringLiteral(" picked ") + raceCode(p.picked);
            one += QStringLiteral(" t%1").arg(p.team);
            if (!p.difficulty.isEmpty())
                one += QStringLiteral(" (%1)").arg(p.difficulty);
            out += one;
        }
        for (const LobbyUser& user : opened.head->observers)
            out += QStringLiteral("watched by ") + user.name;
        QFETCH(QString, people);
        QCOMPARE(out.join(QStringLiteral(", ")), people);
    }

    void cutOffBehindTheHeader()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2/replays");
        const Opened opened = openReplay(QStringLiteral("truncated_1232"));
        QVERIFY(opened.archive && opened.archive->damage());
        QCOMPARE(opened.archive->damage()->code, model::ErrorCode::Damaged);
        QVERIFY(opened.archive->members().empty());
        QVERIFY(opened.head);
        QCOMPARE(opened.head->header.loops, 378U);
        QCOMPARE(opened.head->diagnostics.size(), std::size_t(1));
        QCOMPARE(opened.head->diagnostics.front().code, QStringLiteral("archive-damaged"));
    }

    void backupsStandIn()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2/replays");
        const Opened opened = openReplay(QStringLiteral("4.1.2.60604_backup_only"));
        QVERIFY(opened.head && opened.head->details && opened.head->initData);
        QVERIFY(opened.archive->find("replay.details") == nullptr);
        QCOMPARE(opened.head->diagnostics.size(), std::size_t(2));
        for (const model::Diagnostic& diagnostic : opened.head->diagnostics)
            QCOMPARE(diagnostic.severity, model::Severity::Info);
    }

    void allOthersAreClean_data()
    {
        addReplayRows({QStringLiteral("truncated_1232"), QStringLiteral("4.1.2.60604_backup_only")});
    }
    void allOthersAreClean()
    {
        QFETCH(QString, replay);
        const Opened opened = openReplay(replay);
        QVERIFY(opened.head);
        QVERIFY2(opened.head->diagnostics.empty(),
                 opened.head->diagnostics.empty() ? ""
                                                  : qPrintable(opened.head->diagnostics.front().message));
    }
};

} // namespace tst_sc2_head_shared

GHOSTLINE_TEST(tst_sc2_head_shared, TestSc2HeadShared)
#include "tst_sc2_head_shared.moc"
