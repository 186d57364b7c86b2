// SPDX-License-Identifier: GPL-3.0-or-later
// What single events say: kinds, lengths, speeds, who took part.
#include "codecs/echo/events/event_finder.h"
#include "tests/codecs/echo/event_cases.h"
#include "tests/codecs/echo/match_script.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_echo_event_details {

using namespace ghostline;
using namespace ghostline::echo;
using namespace ghostline::test;

class TestEchoEventDetails : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void kindsAreDeclared();
    void pauseIsOneEvent();
    void spansHaveLengths();
    void countedIsSaid();
    void throwDetails_data();
    void throwDetails();
    void goalsCountForATeam_data();
    void goalsCountForATeam();
    void joustTellsBothTeams();
    void sharedNamesGetTheirSlots();
};

void TestEchoEventDetails::kindsAreDeclared()
{
    const QStringList ids{QStringLiteral("goal"),
                          QStringLiteral("shot"),
                          QStringLiteral("assist"),
                          QStringLiteral("save"),
                          QStringLiteral("steal"),
                          QStringLiteral("stun"),
                          QStringLiteral("catch"),
                          QStringLiteral("pass"),
                          QStringLiteral("throw"),
                          QStringLiteral("block"),
                          QStringLiteral("interception"),
                          QStringLiteral("possession"),
                          QStringLiteral("joust"),
                          QStringLiteral("round_start"),
                          QStringLiteral("round_end"),
                          QStringLiteral("pause"),
                          QStringLiteral("restart_request"),
                          QStringLiteral("joined"),
                          QStringLiteral("left"),
                          QStringLiteral("emote"),
                          QStringLiteral("rules_changed"),
                          QStringLiteral("loadout")};
    QStringList cuts;
    QStringList hidden;
    for (const model::EventKind& kind : EventFinder::kinds()) {
        QVERIFY(!kind.name.isEmpty());
        if (kind.cut)
            cuts << kind.id;
        if (!kind.shownByDefault)
            hidden << kind.id;
    }
    QCOMPARE(static_cast<qsizetype>(EventFinder::kinds().size()), ids.size());
    for (qsizetype i = 0; i < ids.size(); ++i)
        QCOMPARE(EventFinder::kinds()[static_cast<std::size_t>(i)].id, ids[i]);
    QCOMPARE(cuts, (QStringList{QStringLiteral("goal"), QStringLiteral("round_start")}));
    QCOMPARE(hidden, (QStringList{QStringLiteral("possession"), QStringLiteral("emote")}));
}

void TestEchoEventDetails::pauseIsOneEvent()
{
    MatchScript m;
    const Four f(m);
    m.step(10);
    m.now.pause.state = PauseState::Unknown; // "paused_requested"
    m.now.pause.requestedBy = TeamCode::Blue;
    m.step(10);
    QCOMPARE(m.first(QStringLiteral("pause")).text, QStringLiteral("Pause asked for by blue"));
    m.now.pause.state = PauseState::Paused;
    m.step(100);
    m.now.pause.state = PauseState::Unpausing;
    m.now.pause.unpausedBy = TeamCode::Orange;
    m.step(10);
    m.now.pause = {.state = PauseState::Unpaused};
    m.step(10);
    QCOMPARE(m.lines({QStringLiteral("pause")}),
             QStringList{QStringLiteral("10 pause [] Pause, asked for by blue, 3.3 s")});
    const model::Event pause = m.first(QStringLiteral("pause"));
    QCOMPARE(pause.length, model::Micros(120 * 33'000));
    QCOMPARE(pause.data.value(QStringLiteral("requested_by")).toString(), QStringLiteral("blue"));
    QCOMPARE(pause.data.value(QStringLiteral("ended_by")).toString(), QStringLiteral("orange"));
    QCOMPARE(pause.data.value(QStringLiteral("paused_s")).toDouble(), 3.3);
}

void TestEchoEventDetails::spansHaveLengths()
{
    MatchScript m;
    const Four f(m);
    m.put(f.cem, {1.0F, 0.0F, 0.0F});
    m.step(10);
    m[f.ada].stats.stuns = 1;
    m[f.cem].stunned = true;
    m[f.ben].emote = true;
    m.step(20);
    // Still going on: as long as it has lasted.
    QCOMPARE(m.first(QStringLiteral("stun")).length, model::Micros(19 * 33'000));
    QCOMPARE(m.first(QStringLiteral("emote")).length, model::Micros(19 * 33'000));
    m[f.cem].stunned = false;
    m.step(1);
    m.leave(f.ben);
    m.step(10);
    QCOMPARE(m.first(QStringLiteral("stun")).length, model::Micros(20 * 33'000));
    QCOMPARE(m.first(QStringLiteral("emote")).length, model::Micros(21 * 33'000));
}

void TestEchoEventDetails::countedIsSaid()
{
    MatchScript m;
    const Four f(m);
    m.hold(f.ada);
    m.step(10);
    m.release(f.ada, {20.0F, 0.0F, 0.0F});
    m.step(30);
    m.hold(f.ben);
    m.step(1);
    m[f.ben].stats[Counter::Catches] = 1;
    m.step(5);
    QCOMPARE(m.first(QStringLiteral("catch")).data.value(QStringLiteral("counted")), QJsonValue(true));
    const model::Event pass = m.first(QStringLiteral("pass"));
    QCOMPARE(pass.data.value(QStringLiteral("counted")), QJsonValue(false));
    QCOMPARE(pass.data.value(QStringLiteral("receiver")).toString(), QStringLiteral("Ben"));
    QCOMPARE(pass.data.value(QStringLiteral("time")).toDouble(), 0.99);
    QCOMPARE(pass.length, model::Micros(990'000));
}

void TestEchoEventDetails::throwDetails_data()
{
    QTest::addColumn<int>("late");
    QTest::addColumn<bool>("held");
    QTest::newRow("with the release") << 0 << true;
    QTest::newRow("five frames later") << 5 << true;
    QTest::newRow("nothing seen in the hands") << 0 << false;
}

void TestEchoEventDetails::throwDetails()
{
    QFETCH(int, late);
    QFETCH(bool, held);
    MatchScript m;
    const Four f(m); // Ada records
    if (held)
        m.hold(f.ada);
    m.step(10);
    m.release(f.ada, {0.0F, 0.0F, 12.0F});
    m.step(late);
    m.now.lastThrow[0] = 3.5F;
    m.now.lastThrow[1] = 12.25F;
    m.step(30);
    const model::Event thrown = m.first(QStringLiteral("throw"));
    QCOMPARE(m.lines({QStringLiteral("throw")}).size(), 1);
    QCOMPARE(thrown.frame, 10);
    QCOMPARE(thrown.data.value(QStringLiteral("arm_speed")).toDouble(), 3.5);
    QCOMPARE(thrown.data.value(QStringLiteral("total_speed")).toDouble(), 12.25);
    QCOMPARE(thrown.data.contains(QStringLiteral("disc_speed")), held);
}

void TestEchoEventDetails::goalsCountForATeam_data()
{
    QTest::addColumn<bool>("described");
    QTest::addColumn<bool>("own");
    QTest::addColumn<int>("team");
    QTest::newRow("described") << true << false << 0;
    QTest::newRow("nothing but points") << false << false << 0;
    QTest::newRow("an own goal: whoever got the points") << true << true << 1;
}

void TestEchoEventDetails::goalsCountForATeam()
{
    QFETCH(bool, described);
    QFETCH(bool, own);
    MatchScript m;
    const Four f(m);
    m.step(10);
    if (described)
        m.score(TeamCode::Blue, 2, own ? GoalType::SelfGoal : GoalType::LongShot, f.ada);
    else
        m.now.points[0] += 2.0F;
    if (own)
        std::swap(m.now.points[0], m.now.points[1]);
    m.step(30);
    QCOMPARE(m.lines({QStringLiteral("goal")}).size(), 1);
    QTEST(m.first(QStringLiteral("goal")).team, "team");
    m.hold(f.ben);
    m.step(10);
    m.release(f.ben, {0.0F, 0.0F, 12.0F});
    m.step(30);
    QCOMPARE(m.first(QStringLiteral("throw")).team, -1);
}

void TestEchoEventDetails::joustTellsBothTeams()
{
    MatchScript m;
    const Four f(m);
    m.now.status = GameStatus::Score;
    m.now.disc.position = {0.0F, 9.0F, 0.0F};
    m.step(10);
    m.now.status = GameStatus::Playing;
    m.step(10);
    m.put(f.ben, {0.0F, 8.0F, 0.0F});
    m.step(10);
    m.put(f.cem, {0.0F, 9.0F, 0.0F});
    m.hold(f.cem);
    m.step(10);
    const QJsonObject data = m.first(QStringLiteral("joust")).data;
    QCOMPARE(data.value(QStringLiteral("team")).toString(), QStringLiteral("orange"));
    QCOMPARE(data.value(QStringLiteral("blue_time")).toDouble(), 0.33);
    QCOMPARE(data.value(QStringLiteral("orange_time")).toDouble(), 0.66);
    QCOMPARE(data.value(QStringLiteral("time")).toDouble(), 0.66);
    QCOMPARE(data.value(QStringLiteral("after_goal")), QJsonValue(true));
}

void TestEchoEventDetails::sharedNamesGetTheirSlots()
{
    MatchScript m;
    const auto one = m.add("Eve", TeamCode::Blue, 1);
    const auto two = m.add("Eve", TeamCode::Orange, 7, {1.0F, 0.0F, 0.0F});
    m.step(10);
    m[two].stats.stuns = 1;
    m[one].stunned = true;
    m.step(10);
    QCOMPARE(m.lines({QStringLiteral("stun")}),
             QStringList{QStringLiteral("10 stun [Eve, Eve] Eve (7) stunned Eve (1)")});
}

} // namespace tst_echo_event_details

GHOSTLINE_TEST(tst_echo_event_details, TestEchoEventDetails)
#include "tst_echo_event_details.moc"
