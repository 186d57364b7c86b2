// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of .echoreplay in every shape that games and recorders have given them.
#include "codecs/echo/frame/time_stamp.h"
#include "codecs/echo/text/echo_replay_file.h"
#include "tests/codecs/echo/replay_text.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_echo_replay {

using namespace ghostline;
using namespace ghostline::test;

namespace {

QByteArray withPlayer(const QByteArray& fields)
{
    return session({}, "[{\"team\":\"BLUE TEAM\",\"players\":[{" + fields + "}]},{},{}]");
}

struct Parsed
{
    echo::MatchNames names;
    echo::SessionParser parser{names};
    echo::LineRemarks remarks;
    echo::MatchHeader header;
    echo::FrameBlock block;
    echo::LineKind kind = echo::LineKind::Blank;
    QByteArray padded;

    explicit Parsed(const QByteArray& line) : padded(line + QByteArray(echo::LinePadding, '\0'))
    {
        kind = parser.parse({padded.constData(), static_cast<std::size_t>(line.size())}, block, &remarks,
                            &header);
    }
    const echo::Frame& frame() const { return block.frames.at(0); }
    const echo::PlayerFrame& player() const { return block.players.at(0); }
};

QByteArray numbers(int count, const char* number)
{
    QByteArray out = "[";
    for (int i = 0; i < count; ++i)
        out += QByteArray(i > 0 ? "," : "") + number;
    return out + "]";
}

} // namespace

class TestEchoReplay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void times_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("expected");
        const qint64 usual = 1'640'000'000'125;
        QTest::newRow("usual") << QByteArray("2021/12/20 11:33:20.125") << usual;
        QTest::newRow("dashes") << QByteArray("2021-12-20 11:33:20.125") << usual;
        QTest::newRow("dots") << QByteArray("2021.12.20 11.33.20.125") << usual;
        QTest::newRow("dots and blanks") << QByteArray("2021. 12. 20 11:33:20.125") << usual;
        QTest::newRow("comma") << QByteArray("2021/12/20 11:33:20,125") << usual;
        QTest::newRow("iso") << QByteArray("2021-12-20T11:33:20.1250000Z") << usual;
        QTest::newRow("no fraction") << QByteArray("2021/12/20 11:33:20") << usual - 125;
        QTest::newRow("blank in front") << QByteArray(" 2021/12/20 11:33:20.125") << usual;
        QTest::newRow("before 1970") << QByteArray("1969/12/31 23:59:59.999") << qint64{-1};
        for (const char* bad :
             {"", "x", "2021/13/20 11:33:20.125", "2021/02/30 11:33:20.125", "2021/12/20 24:33:20.125",
              "2021/12/20", "2021/12/20 11:33", "20211220113320125"})
            QTest::newRow(bad) << QByteArray(bad) << std::numeric_limits<qint64>::min();
    }
    void times()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, expected);
        const auto time = echo::parseTimeStamp(text.toStdString());
        QCOMPARE(time.value_or(std::numeric_limits<qint64>::min()), expected);
        if (!time)
            return;
        std::string written;
        echo::appendTimeStamp(written, *time);
        QCOMPARE(written.size(), std::size_t{23});
        QCOMPARE(echo::parseTimeStamp(written).value(), *time);
    }

    void numbers_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<float>("expected");
        QTest::newRow("whole") << QByteArray("50") << 50.0F;
        QTest::newRow("one decimal") << QByteArray("50.0") << 50.0F;
        QTest::newRow("power") << QByteArray("50e0") << 50.0F;
        QTest::newRow("large power") << QByteArray("5E+1") << 50.0F;
        QTest::newRow("negative") << QByteArray("-0.125") << -0.125F;
        QTest::newRow("many digits") << QByteArray("0.1234567890123456789012345") << 0.12345679F;
        QTest::newRow("quoted") << QByteArray("\"1.5\"") << 1.5F;
        QTest::newRow("true") << QByteArray("true") << 1.0F;
        for (const char* odd : {"null", "\"NaN\"", "\"Infinity\"", "1e999", "\"word\""})
            QTest::newRow(odd) << QByteArray(odd) << std::numeric_limits<float>::quiet_NaN();
    }
    void numbers()
    {
        QFETCH(QByteArray, text);
        QFETCH(float, expected);
        const Parsed parsed(Stamp + session("\"game_clock\":" + text));
        QCOMPARE(parsed.kind, echo::LineKind::Frame);
        if (std::isnan(expected))
            QVERIFY(std::isnan(parsed.frame().clock));
        else
            QCOMPARE(parsed.frame().clock, expected);
        QCOMPARE(parsed.remarks.count(echo::Remark::NotANumber),
                 std::uint64_t{std::isnan(expected) ? 1U : 0U});
    }

    void flagsAndButtons()
    {
        const Parsed parsed(Stamp +
                            session("\"blue_team_restart_request\":1,\"orange_team_restart_request\":true,"
                                    "\"left_shoulder_pressed\":0.2,\"right_shoulder_pressed\":1.0,"
                                    "\"left_shoulder_pressed2\":true,\"contested\":0"));
        QCOMPARE(parsed.frame().restartRequest, (std::array<bool, 2>{true, true}));
        QCOMPARE(int(parsed.frame().inputs), 0b0110);
        QVERIFY(!parsed.frame().payload.contested);
    }

    void skipped_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("kind");
        const auto row = [](const char* name, const QByteArray& line, echo::LineKind kind) {
            QTest::newRow(name) << line << static_cast<int>(kind);
        };
        using Kind = echo::LineKind;
        row("lobby answer", Stamp + "{\"err_code\":-6,\"err_description\":\"In lobby\"}", Kind::Answer);
        row("no map", Stamp + "{\"teams\":[]}", Kind::Answer);
        row("no teams", Stamp + "{\"map_name\":\"mpl_arena_a\",\"teams\":null}", Kind::Answer);
        row("blank", "", Kind::Blank);
        row("only blanks", "  \r", Kind::Blank);
        row("no tab", "2021/12/20 11:33:20.125", Kind::BadJson);
        row("bad time", "yesterday\t" + session({}), Kind::BadTime);
        row("cut", Stamp + session({}).chopped(5), Kind::BadJson);
        row("cut at a bracket", Stamp + session({}).chopped(3), Kind::BadJson);
        row("array", Stamp + "[1]", Kind::BadJson);
        row("broken inside", Stamp + session("\"disc\":{\"position\" 1}"), Kind::BadJson);
        row("deep", Stamp + session("\"x\":" + QByteArray(100'000, '[') + QByteArray(100'000, ']')),
            Kind::Frame);
        row("deep and open", Stamp + session("\"x\":" + QByteArray(100'000, '[')), Kind::BadJson);
        row("byte order mark", "\xEF\xBB\xBF" + Stamp + session({}), Kind::Frame);
        row("blank behind the tab", Stamp + " " + session({}), Kind::Frame);
        row("carriage return", Stamp + session({}) + "\r", Kind::Frame);
    }
    void skipped()
    {
        QFETCH(QByteArray, line);
        QFETCH(int, kind);
        const Parsed parsed(line);
        QCOMPARE(static_cast<int>(parsed.kind), kind);
        QCOMPARE(parsed.block.size(), std::size_t{parsed.kind == echo::LineKind::Frame ? 1U : 0U});
        QVERIFY(parsed.block.size() == 1 || parsed.block.players.empty());
    }

    void header()
    {
        const Parsed parsed(
            Stamp +
            session(
                "\"sessionip\":\"192.0.2.1\",\"match_type\":\"Echo_Arena\",\"client_name\":\"A\\u00e9\\\"\","
                "\"private_match\":1,\"tournament_match\":true,\"total_round_count\":3.0,"
                "\"blue_round_score\":2147483647,\"orange_round_score\":-5",
                "[{\"team\":\"Custom\"},{\"team\":\"ORANGE TEAM\"}]"));
        QCOMPARE(parsed.header.client, QStringLiteral("A\u00e9\""));
        QCOMPARE(parsed.header.sessionIp, QStringLiteral("192.0.2.1"));
        QCOMPARE(parsed.header.map, echo::Map::Arena);
        QVERIFY(parsed.header.privateMatch && parsed.header.tournament);
        QCOMPARE(parsed.header.totalRounds, 3);
        QCOMPARE(parsed.header.blueRoundScore, 255); // rounds are counted on from there
        QCOMPARE(parsed.header.orangeRoundScore, 0);
        QCOMPARE(parsed.header.teamNames[0], QStringLiteral("Custom"));
        QVERIFY(parsed.header.teamNames[2].isEmpty());
    }

    void playerOfToday()
    {
        const Parsed parsed(
            Stamp +
            withPlayer("\"name\":\"P\",\"playerid\":3,\"userid\":9007199254740993,\"number\":7,"
                       "\"level\":50e0,\"ping\":41.0,\"packetlossratio\":0.5,\"stunned\":1,"
                       "\"holding_left\":\"12\",\"holding_right\":\"disc\",\"velocity\":[1, 2 ,3],"
                       "\"lhand\":{\"pos\":[1,2,3],\"forward\":[0,0,1],\"left\":[1,0,0],\"up\":[0,1,0]},"
                       "\"stats\":{\"stuns\":2.0,\"shots_taken\":4}"));
        QCOMPARE(parsed.kind, echo::LineKind::Frame);
        const echo::PlayerFrame& row = parsed.player();
        QCOMPARE(parsed.names[row.person].userId, std::int64_t{9007199254740993});
        QCOMPARE(parsed.names[row.person].level, 50);
        QCOMPARE(int(row.slot), 3);
        QCOMPARE(row.ping, 41);
        QVERIFY(row.stunned && !row.blocking && row.hasStats);
        QCOMPARE(row.holdingLeft, std::int16_t{12});
        QCOMPARE(row.holdingRight, echo::holding::Disc);
        QCOMPARE(row.velocity, glm::vec3(1, 2, 3));
        QCOMPARE(row.part(echo::Part::LeftHand).orientation, glm::quat(1, 0, 0, 0));
        QCOMPARE(row.part(echo::Part::Head).orientation, echo::NoRotation);
        QCOMPARE(row.stats.stuns, 2);
        QCOMPARE(row.stats[echo::Counter::ShotsTaken], 4);
    }

    void playerOf2018()
    {
        const Parsed parsed(
            Stamp + withPlayer("\"name\":\"P\",\"position\":[1.0,2.0,3.0],\"forward\":[0,0,-1],"
                               "\"left\":[-1,0,0],\"up\":[0,1,0],\"lhand\":[1,1,1],\"rhand\":[2,2,2]"));
        const echo::PlayerFrame& row = parsed.player();
        QCOMPARE(row.part(echo::Part::Head).position, glm::vec3(1, 2, 3));
        QVERIFY(row.part(echo::Part::Body) == row.part(echo::Part::Head));
        QVERIFY(std::abs(row.part(echo::Part::Head).orientation.y) > 0.999F);
        QCOMPARE(row.part(echo::Part::RightHand).position, glm::vec3(2, 2, 2));
        QCOMPARE(row.part(echo::Part::RightHand).orientation, glm::quat(1, 0, 0, 0));
        QCOMPARE(row.holdingLeft, echo::holding::NotRecorded);
        QVERIFY(!row.hasStats);
    }

    void loadouts()
    {
        const Parsed parsed(
            Stamp +
            withPlayer("\"Weapon\":\"scout\",\"Ordnance\":\"Burst\",\"tac_mod\":\"heal\",\"Arm\":\"right\""));
        QVERIFY((parsed.player().loadout == echo::Loadout{2, 2, 2, 1}));
        const Parsed odd(Stamp + withPlayer("\"Weapon\":\"spoon\",\"holding_left\":\"everything\""));
        QCOMPARE(int(odd.player().loadout.weapon), -1);
        QCOMPARE(odd.remarks.count(echo::Remark::UnknownLoadout), std::uint64_t{1});
        QCOMPARE(odd.remarks.count(echo::Remark::UnknownHolding), std::uint64_t{1});
    }

    void payloads_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<bool>("placed");
        QTest::newRow("nested")
            << QByteArray("\"payload\":{\"pos\":[1,2,3],\"checkpoint\":2,\"distance\":1.5,\"speed\":0.5,"
                          "\"defenders\":3,\"multiplier\":1,\"attackers\":2},"
                          "\"timers\":{\"overtime_timer\":0,\"game_timer\":77.5}")
            << true;
        QTest::newRow("flat")
            << QByteArray("\"payload_checkpoint\":2.0,\"payload_distance\":1.5,\"payload_speed\":0.5,"
                          "\"payload_multiplier\":1,\"payload_defenders\":3,\"game_clock\":77.5")
            << false;
    }
    void payloads()
    {
        QFETCH(QByteArray, fields);
        const Parsed parsed(Stamp + session(fields));
        QFETCH(bool, placed);
        echo::Payload expected{false, 2, 3, 1.5F, 0.5F, 1.0F};
        if (placed)
            expected.position = glm::vec3(1.0F, 2.0F, 3.0F);
        QVERIFY(parsed.frame().payload == expected);
        QCOMPARE(parsed.frame().clock, 77.5F);
        QVERIFY(!parsed.frame().hasDisc);
    }

    void missingKeys()
    {
        const Parsed parsed(Stamp + session({}, "[]"));
        QCOMPARE(parsed.kind, echo::LineKind::Frame);
        QVERIFY(std::isnan(parsed.frame().clock));
        QCOMPARE(parsed.frame().status, echo::GameStatus::None);
        QCOMPARE(parsed.frame().players.count, 0U);
        QVERIFY(!parsed.frame().hasDisc && !parsed.frame().hasBones && !parsed.frame().hasTeamStats[0]);
    }

    void oldDisc()
    {
        const Parsed parsed(
            Stamp + session("\"disc\":{\"position\":[1,2,3],\"velocity\":[4,5,6],\"bounce_count\":3}"));
        QVERIFY(parsed.frame().hasDisc);
        QCOMPARE(parsed.frame().discVelocity, glm::vec3(4, 5, 6));
        QCOMPARE(parsed.frame().disc.orientation, echo::NoRotation);
    }

    void unknownWords()
    {
        const Parsed parsed(
            Stamp + session("\"game_status\":\"halftime\",\"pause\":{\"paused_state\":\"paused_requested\","
                            "\"unpaused_team\":\"green\"},\"last_score\":{\"goal_type\":\"PINBALL\","
                            "\"person_scored\":\"Gone\",\"assist_scored\":\"[INVALID]\"}"));
        QCOMPARE(parsed.frame().status, echo::GameStatus::Uncoded);
        QCOMPARE(parsed.frame().pause.state, echo::PauseState::Unknown);
        QCOMPARE(parsed.remarks.count(echo::Remark::UnknownPause), std::uint64_t{0});
        QCOMPARE(parsed.remarks.count(echo::Remark::UnknownStatus), std::uint64_t{1});
        QCOMPARE(parsed.remarks.count(echo::Remark::UnknownGoal), std::uint64_t{1});
        QCOMPARE(parsed.remarks.count(echo::Remark::UnknownTeam), std::uint64_t{1});
        QCOMPARE(parsed.names[parsed.frame().score.scorer].name, std::string("Gone"));
        QCOMPARE(parsed.frame().score.assister, echo::Nobody);
        QVERIFY(parsed.remarks.diagnostics().front().message.contains(QLatin1String("halftime")));
    }

    void bones_data()
    {
        QTest::addColumn<QByteArray>("column");
        QTest::addColumn<int>("sets");
        QTest::addColumn<int>("slot");
        const QByteArray good = "\"bone_t\":" + tst_echo_replay::numbers(69, "0.5") +
                                ",\"bone_o\":" + tst_echo_replay::numbers(92, "0.5");
        const QByteArray wrong = "\"bone_t\":" + tst_echo_replay::numbers(66, "0.5") +
                                 ",\"bone_o\":" + tst_echo_replay::numbers(88, "0.5");
        QTest::newRow("absent") << QByteArray() << 0 << -1;
        QTest::newRow("empty column") << QByteArray("\t") << 0 << -1;
        QTest::newRow("empty list") << QByteArray("\t{\"user_bones\":[],\"err_code\":0}") << 0 << -1;
        QTest::newRow("full") << "\t{\"user_bones\":[{" + good + "}],\"error_code\":0}" << 1 << -1;
        QTest::newRow("with slot") << "\t {\"user_bones\":[{" + good + ",\"playerid\":4}]}" << 1 << 4;
        QTest::newRow("another count") << "\t{\"user_bones\":[{" + wrong + "}]}" << 0 << -1;
        QTest::newRow("one of two") << "\t{\"user_bones\":[{" + wrong + "},{" + good + "}]}" << 1 << 9;
        QTest::newRow("broken") << "\t{\"user_bones\":[{" + good << 0 << -1;
    }
    void bones()
    {
        QFETCH(QByteArray, column);
        QFETCH(int, sets);
        QFETCH(int, slot);
        const QByteArray teams = "[{\"players\":[{\"playerid\":9},{\"playerid\":2}]},{},{}]";
        const Parsed parsed(Stamp + session({}, teams) + column);
        QCOMPARE(parsed.kind, echo::LineKind::Frame);
        QCOMPARE(parsed.frame().bones.count, static_cast<std::uint32_t>(sets));
        QCOMPARE(parsed.frame().hasBones, sets > 0);
        if (sets > 0) {
            QCOMPARE(int(parsed.block.bones.front().slot), slot);
            QCOMPARE(parsed.block.bones.front().bones[22].position, glm::vec3(0.5F));
        }
    }

    void badUtf8()
    {
        const Parsed parsed(Stamp + withPlayer("\"name\":\"A\xFF"
                                               "B\",\"playerid\":1"));
        QCOMPARE(parsed.kind, echo::LineKind::Frame);
        QCOMPARE(parsed.names[parsed.player().person].name, std::string("A?B"));
        QCOMPARE(parsed.remarks.count(echo::Remark::BadUtf8), std::uint64_t{1});
        QCOMPARE(parsed.remarks.count(echo::Remark::BadJson), std::uint64_t{0});
    }
};

} // namespace tst_echo_replay

GHOSTLINE_TEST(tst_echo_replay, TestEchoReplay)
#include "tst_echo_replay.moc"
