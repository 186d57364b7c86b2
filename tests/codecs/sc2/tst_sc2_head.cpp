// SPDX-License-Identifier: GPL-3.0-or-later
// The head's parts on members made here: names, colours, joining of people, and what happens when one member
// is missing or wrong.
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/container/lobby.h"
#include "codecs/sc2/replay/describe.h"
#include "tests/codecs/sc2/made_members.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_sc2_head {

using namespace ghostline;
using namespace ghostline::sc2;
using namespace ghostline::sc2::made;

class TestSc2Head : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clans_data()
    {
        QTest::addColumn<QString>("stored");
        QTest::addColumn<QString>("clan");
        QTest::addColumn<QString>("name");
        const auto row = [](const char* stored, const char* clan, const char* name) {
            QTest::newRow(stored) << QString::fromUtf8(stored) << QString::fromUtf8(clan)
                                  << QString::fromUtf8(name);
        };
        row("Plain", "", "Plain");
        row("&lt;CLAN&gt;<sp/>Name", "CLAN", "Name");
        row("[CLAN]<sp/>Name", "CLAN", "Name");
        row("A &amp;lt; B", "", "A &lt; B");
        row("&lt;Not a clan&gt;", "", "<Not a clan>");
        row("&lt;&lt;&gt;<sp/>&quot;N&quot;", "<", "\"N\"");
        row("x<sp/>", "x", "");
        row("<sp/>y", "", "y");
        row("<<sp/>y", "<", "y");
    }
    void clans()
    {
        QFETCH(QString, stored);
        const auto [clan, name] = splitClan(stored);
        QTEST(clan, "clan");
        QTEST(name, "name");
    }

    void headers_data()
    {
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<bool>("ok");
        const QByteArray text = QByteArray("StarCraft II replay\x1B"
                                           "2")
                                    .toHex();
        QTest::newRow("the beta's") << "15" + text + "010009000000391d0000391d0200075305" << true;
        QTest::newRow("the beta's, cut") << "15" + text + "010009000000391d0000391d02000753" << false;
        QTest::newRow("the beta's, no text") << QByteArray("15") << false;
        QTest::newRow("neither") << QByteArray("ff00") << false;
        QTest::newRow("nothing") << QByteArray() << false;
    }
    void headers()
    {
        QFETCH(QByteArray, hex);
        const auto got = parseHeader(plain(QByteArray::fromHex(hex)), 16);
        QTEST(got.has_value(), "ok");
        if (!got)
            return;
        QVERIFY(got->bitPacked);
        QCOMPARE(got->version.minor, 9);
        QCOMPARE(got->version.build, 14621U);
        QCOMPARE(got->version.baseBuild, 14621U);
        QCOMPARE(got->type, 2);
        QCOMPARE(got->loops, 15005U);
    }

    void foreignAndStrangeHeaders()
    {
        QCOMPARE(parseHeader(header(80949, 10, "Heroes of the Storm replay"), 16).error().code,
                 model::ErrorCode::Unsupported);
        // What to make of a length is for those who know the events.
        QCOMPARE(parseHeader(header(80949, 0xFFFF'FFFF), 16)->loops, 0xFFFF'FFFFU);
        QCOMPARE(parseHeader(header(80949, -5), 16)->loops, 0U);
    }

    void attributeLists_data()
    {
        QTest::addColumn<quint32>("build");
        QTest::addColumn<bool>("source");
        QTest::addColumn<int>("extra");
        QTest::addColumn<bool>("ok");
        QTest::newRow("old") << 16939U << false << 0 << true;
        QTest::newRow("since 17326") << 17326U << true << 0 << true;
        QTest::newRow("old with a source") << 16939U << true << 0 << false;
        QTest::newRow("new without a source") << 17326U << false << 0 << false;
        QTest::newRow("one more than there are") << 17326U << true << 1 << false;
        QTest::newRow("fewer than there are") << 17326U << true << -1 << false;
        QTest::newRow("far more") << 17326U << true << 0x40000000 << false;
    }
    void attributeLists()
    {
        QFETCH(quint32, build);
        QFETCH(bool, source);
        QFETCH(int, extra);
        const std::vector<Attribute> values{
            {999, 3001, 1, "Terr"}, {999, 3001, 2, "Pub"}, {999, 3000, 16, "Fasr"}};
        const auto got = parseAttributes(attributes(source, values, extra), build);
        QTEST(got.has_value(), "ok");
        if (!got)
            return;
        QCOMPARE(got->source, source ? 2 : 0);
        QCOMPARE(got->mapSpace, 999U);
        QCOMPARE(got->value(3001, 2), std::string_view("Pub"));
        QCOMPARE(got->value(3000, 16), std::string_view("Fasr"));
        QVERIFY(got->value(3000, 1).empty());
    }

    void layoutsOfEveryAge_data()
    {
        QTest::addColumn<quint32>("build");
        for (const Protocol& protocol : protocols()) {
            if (protocol.baseBuild != 0)
                QTest::addRow("%u", protocol.baseBuild) << quint32(protocol.baseBuild);
        }
        QTest::addRow("a build to come") << 900000U;
        QTest::addRow("the beta's second phase, as retail") << 15097U;
    }
    void layoutsOfEveryAge()
    {
        QFETCH(quint32, build);
        const Bytes bytes = lobby(std::max(build, 15405U), {QStringLiteral("Ann"), QStringLiteral("Bö")},
                                  {{2, 0, 0, 0, 0}, {1, -1, 0, 0, 1}, {2, 1, 1, 2, 2}});
        const auto got = parseInitData(bytes, build);
        QVERIFY2(got, got ? "" : qPrintable(got.error().message));
        QCOMPARE(got->users.size(), std::size_t(2));
        QCOMPARE(got->users[1].name, QString::fromUtf8("Bö"));
        QCOMPARE(got->slots.size(), std::size_t(3));
        QCOMPARE(got->slots[2].userId, std::optional(1));
        QCOMPARE(got->slots[2].observe, 2);
        QVERIFY(!got->slots[1].userId);
        QCOMPARE(got->mapSizeY, 176);
        QVERIFY(got->amm);
        QVERIFY(got->bytes * 8 - got->bitsUsed < 8);
        // Cut or lengthened it fits no layout.
        QVERIFY(!parseInitData(std::span(bytes).first(bytes.size() - 1), build));
        Bytes longer = bytes;
        longer.resize(longer.size() + 3);
        QVERIFY(!parseInitData(longer, build));
    }

    /// Users come to players by slot: computers and observers between them do not shift anything.
    void joins()
    {
        const std::uint32_t build = 80949;
        const auto head = headOf(
            header(build),
            {{"replay.details", details({{"&lt;X&gt;<sp/>Ann", "Терран", 0, 2, 1},
                                         {"A.I. 1 (Hard)", "Zerg", 1, 1, 4, 3},
                                         {"Cid", "Protoss", 1, 1, 9}})},
             {"replay.initData",
              lobby(build, {QStringLiteral("Watcher"), QStringLiteral("Ann"), QStringLiteral("Cid")},
                    {{2, 1, 0, 0, 1}, {0, -1, 0, 0, 2}, {3, -1, 1, 0, 4}, {2, 2, 1, 0, 9}, {2, 0, 0, 1, 0}})},
             {"replay.attributes.events",
              attributes(true, {{999, 3001, 1, "RAND"}, {999, 3001, 4, "Prot"}, {999, 3004, 3, "MdHd"}})}});
        QVERIFY(head);
        QVERIFY2(head->diagnostics.empty(), qPrintable(codes(*head).join(QLatin1Char(' '))));
        QCOMPARE(head->participants.size(), std::size_t(3));
        const Participant& ann = head->participants[0];
        QCOMPARE(ann.name, QStringLiteral("Ann"));
        QCOMPARE(ann.clan, QStringLiteral("X"));
        QCOMPARE(ann.userId, std::optional(1));
        QCOMPARE(ann.playerId, 1);
        QCOMPARE(ann.picked, Race::Random);
        QCOMPARE(ann.played, Race::Terran);
        QCOMPARE(ann.result, Outcome::Loss);
        QCOMPARE(ann.handicap, 90);
        QCOMPARE(int(ann.rgb[2]), 30);
        const Participant& computer = head->participants[1];
        QVERIFY(computer.computer && !computer.userId);
        QCOMPARE(computer.difficulty, QStringLiteral("Hard"));
        QCOMPARE(computer.playerId, 3);
        const Participant& cid = head->participants[2];
        QCOMPARE(cid.userId, std::optional(2));
        QCOMPARE(cid.playerId, 4);
        QCOMPARE(cid.clan, QStringLiteral("CLAN"));
        QCOMPARE(head->observers.size(), std::size_t(1));
        QCOMPARE(head->observers[0].name, QStringLiteral("Watcher"));
        QCOMPARE(head->observers[0].id, 0);
        QCOMPARE(head->participantOfUser(0), -1);
        QCOMPARE(head->participantOfUser(2), 2);
        QCOMPARE(head->map, QStringLiteral("A Map"));
        QCOMPARE(head->mapSizeX, 256);
        QCOMPARE(head->mapSizeY, 176);
        QCOMPARE(head->loopsPerSecond(), std::pair(96, 5));
        QCOMPARE(head->details->savedAt().toString(Qt::ISODate), QStringLiteral("2020-07-29T03:13:36Z"));

        // The tracker knows better: by user, then by slot of the lobby.
        ReplayHead joined = *head;
        joinSetup(joined, std::vector<PlayerSetup>{{2, 1, 1, 0},
                                                   {5, 2, std::nullopt, 2},
                                                   {1, 1, 2, 3},
                                                   {15, 4, std::nullopt, std::nullopt}});
        QCOMPARE(joined.participants.size(), std::size_t(3));
        QCOMPARE(joined.participants[0].name, QStringLiteral("Cid"));
        QCOMPARE(joined.participants[0].playerId, 1);
        QCOMPARE(joined.participants[1].name, QStringLiteral("Ann"));
        QCOMPARE(joined.participantOfPlayer(5), 2);
        QCOMPARE(joined.participantOfPlayer(15), -1);
    }

    /// What is only shown: the map's preview, RealIDs, mods and the like.
    void restOfTheDetails()
    {
        VersionedWriter out;
        out.structure(12).tag(0).optional(true).array(1).structure(2).tag(0).blob("Ann");
        out.tag(1).structure(5).tag(0).integer(2).tag(1).fixed4(0x0000'5332).tag(2).integer(1);
        out.tag(3).blob("ann@example.org").tag(4).integer(42);
        out.tag(1).blob("A Map").tag(2).blob("Hard").tag(3).structure(1).tag(0).blob("Minimap.tga");
        out.tag(8).blob("image.tga").tag(11).u8(1).tag(13).integer(3);
        out.tag(14).optional(true).array(2).blob("Mods\\A.SC2Mod").blob("Mods\\B.SC2Mod");
        out.tag(15).integer(7).tag(16).u8(1).tag(17).u8(1).tag(12).integer(4);
        const auto details = parseDetails(out.bytes());
        QVERIFY2(details, details ? "" : qPrintable(details.error().message));
        const QJsonObject tree = detailsTree(*details);
        QCOMPARE(tree[QLatin1String("map_preview")].toString(), QStringLiteral("Minimap.tga"));
        QCOMPARE(tree[QLatin1String("image_file")].toString(), QStringLiteral("image.tga"));
        QCOMPARE(tree[QLatin1String("difficulty")].toString(), QStringLiteral("Hard"));
        QCOMPARE(tree[QLatin1String("default_difficulty")].toInt(), 3);
        QCOMPARE(tree[QLatin1String("campaign_index")].toInt(), 7);
        QCOMPARE(tree[QLatin1String("mods")].toArray().size(), 2);
        for (const char* flag : {"mini_save", "restart_as_transition_map", "disable_recover_game"})
            QVERIFY2(tree[QLatin1String(flag)].toBool(), flag);
        const QJsonValue player = tree[QLatin1String("players")].toArray().first();
        QCOMPARE(player[QLatin1String("real_id")].toString(), QStringLiteral("ann@example.org"));
        QCOMPARE(player[QLatin1String("program")].toString(), QStringLiteral("S2"));
    }

    /// Someone without a name does not shift the others.
    void namelessUser()
    {
        const auto head =
            headOf(header(80949), {{"replay.initData", lobby(80949, {QString(), QStringLiteral("Bo")},
                                                             {{2, 0, 0, 0, 0}, {2, 1, 1, 0, 1}})}});
        QVERIFY(head && head->initData);
        QCOMPARE(head->initData->users.size(), std::size_t(1));
        QCOMPARE(head->participants.size(), std::size_t(2));
        QCOMPARE(head->participants[0].name, QStringLiteral("Player 1"));
        QCOMPARE(head->participants[1].name, QStringLiteral("Bo"));
        QCOMPARE(head->participantOfUser(1), 1);
    }

    void setupAlone()
    {
        auto head = headOf(header(80949), {{"replay.game.events", Bytes(10)}});
        QVERIFY(head);
        QCOMPARE(codes(*head), QStringList{QStringLiteral("players-unknown")});
        joinSetup(*head, std::vector<PlayerSetup>{
                             {2, 2, std::nullopt, 1}, {1, 1, 0, 0}, {0, 3, std::nullopt, std::nullopt}});
        QCOMPARE(head->participants.size(), std::size_t(2));
        QCOMPARE(head->participants[0].name, QStringLiteral("Player 1"));
        QCOMPARE(head->participantOfUser(0), 0);
        QVERIFY(head->participants[1].computer);
        QVERIFY(head->participants[0].team != head->participants[1].team);
    }

    void setupNeverSharesNumbers()
    {
        auto head = headOf(header(80949),
                           {{"replay.details", details({{"A", "Zerg", 0, 0, 0}, {"B", "Zerg", 1, 0, 1}})}});
        QVERIFY(head);
        joinSetup(*head, std::vector<PlayerSetup>{{2, 1, 0, 0}, {2, 1, 0, 0}, {1, 1, 7, 5}});
        std::vector<int> ids;
        for (const Participant& p : head->participants)
            ids.push_back(p.playerId);
        QVERIFY(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
        QVERIFY(std::is_sorted(ids.begin(), ids.end()));
        joinSetup(*head, {});
        QCOMPARE(int(head->participants.size()), int(ids.size()));
    }

    /// Before slots were written, details are in the lobby's order but wrong about teams.
    void oldDetails()
    {
        const std::uint32_t build = 18574;
        const auto head =
            headOf(header(build),
                   {{"replay.details", details({{"A", "Zerg", 1, 1, -1}, {"B", "Terran", 0, 2, -1, 1}})},
                    {"replay.initData", lobby(build, {QStringLiteral("A"), QStringLiteral("B")},
                                              {{2, 0, 0, 0, 0}, {2, 1, 1, 0, 0}, {1, -1, 0, 0, 0}})}});
        QVERIFY(head);
        QCOMPARE(head->participants.size(), std::size_t(2));
        QCOMPARE(head->participants[0].team, 0);
        QCOMPARE(head->participants[1].team, 1);
        QCOMPARE(head->participantOfUser(1), 0);
        QCOMPARE(head->participantOfUser(2), 1);
        QVERIFY(!head->participants[1].computer);
    }

    void winnersAndLosersAreNoTeam()
    {
        const auto head = headOf(
            header(80949), {{"replay.details", details({{"A", "Zerg", 0, 1, 0}, {"B", "Zerg", 0, 2, 1}})}});
        QVERIFY(head);
        QVERIFY(head->participants[0].team != head->participants[1].team);
    }

    void metadata()
    {
        const QByteArray json = "\xEF\xBB\xBF{\"Title\":\"T\",\"Players\":[{\"PlayerID\":3,\"APM\":101.5,"
                                "\"MMR\":3000,\"SelectedRace\":\"Rand\","
                                "\"AssignedRace\":\"Prot\",\"Result\":\"Win\"}]}";
        const auto head = headOf(header(80949), {{"replay.details", details({{"A", "???", 0, 0, 0}})},
                                                 {"replay.gamemetadata.json", plain(json)}});
        QVERIFY(head && head->gameMetadata);
        const Participant& a = head->participants.at(0);
        QCOMPARE(a.playerId, 3);
        QCOMPARE(a.apm, std::optional(101.5));
        QCOMPARE(a.mmr, std::optional(3000.0));
        QCOMPARE(a.picked, Race::Random);
        QCOMPARE(a.played, Race::Protoss);
        QCOMPARE(a.raceText, QStringLiteral("???"));
        QCOMPARE(a.result, Outcome::Win);
    }

    /// A member that cannot be read is named, and the rest is there.
    void oneWrongMember_data()
    {
        QTest::addColumn<QString>("member");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* member, const char* code) {
            QTest::newRow(member) << QString::fromLatin1(member) << QString::fromLatin1(code);
        };
        row("replay.details", "details-damaged");
        row("replay.initData", "lobby-damaged");
        row("replay.attributes.events", "attributes-damaged");
        row("replay.gamemetadata.json", "metadata-damaged");
        row("replay.info", "info-damaged");
    }
    void oneWrongMember()
    {
        QFETCH(QString, member);
        QFETCH(QString, code);
        const std::uint32_t build = 80949;
        std::vector<MpqWriteMember> members;
        members.emplace_back("replay.details", details({{"Ann", "Zerg", 0, 1, 0}}));
        members.emplace_back("replay.initData", lobby(build, {QStringLiteral("Ann")}, {{2, 0, 0, 0, 0}}));
        members.emplace_back("replay.attributes.events", attributes(true, {{999, 3001, 1, "Zerg"}}));
        members.emplace_back("replay.gamemetadata.json", plain("{\"Players\":[]}"));
        members.emplace_back("replay.info", Bytes{});
        for (MpqWriteMember& one : members) {
            if (QString::fromStdString(one.name) == member)
                one.bytes = plain("\x7F nothing of the kind");
        }
        const auto head = headOf(header(build), members);
        QVERIFY(head);
        QCOMPARE(codes(*head), QStringList{code});
        QVERIFY2(head->diagnostics[0].message.contains(member), qPrintable(head->diagnostics[0].message));
        QCOMPARE(head->participants.size(), std::size_t(1));
        QCOMPARE(head->participants[0].name, QStringLiteral("Ann"));
        QCOMPARE(head->participantOfUser(0), 0);
    }

    void overlongMember()
    {
        const auto head = headOf(header(80949), {{"replay.details", Bytes(MaxHeadBytes + 1)}});
        QVERIFY(head && !head->details);
        QCOMPARE(codes(*head),
                 (QStringList{QStringLiteral("details-damaged"), QStringLiteral("players-unknown")}));
        QVERIFY(head->diagnostics[0].where.offset.has_value());
    }

    void backupInsteadOfDamage()
    {
        const auto head =
            headOf(header(80949), {{"replay.details", plain("nonsense")},
                                   {"replay.details.backup", details({{"Ann", "Zerg", 0, 1, 0}})}});
        QVERIFY(head && head->details);
        QCOMPARE(codes(*head),
                 (QStringList{QStringLiteral("details-damaged"), QStringLiteral("backup-used")}));
    }
};

} // namespace tst_sc2_head

GHOSTLINE_TEST(tst_sc2_head, TestSc2Head)
#include "tst_sc2_head.moc"
