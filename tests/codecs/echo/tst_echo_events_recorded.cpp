// SPDX-License-Identifier: GPL-3.0-or-later
// What a recorder wrote down and what the rules find of the same: one event, which says that it was recorded.
#include "codecs/echo/events/event_finder.h"
#include "tests/codecs/echo/event_cases.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_echo_events_recorded {

using namespace ghostline;
using namespace ghostline::echo;
using namespace ghostline::test;

namespace {

RecordedEvent entry(RecordedKind kind, int slot = -1, int value = 0, TeamCode team = TeamCode::None)
{
    return {0, kind, static_cast<std::int16_t>(slot), -1, team, value};
}

/// As MatchScript::lines(), with a star for what was recorded.
QStringList found(const MatchScript& m, const QStringList& kinds)
{
    QStringList out;
    for (const model::Event& event : m.events()) {
        const QString kind = EventFinder::kinds()[static_cast<std::size_t>(event.kind)].id;
        if (kinds.contains(kind))
            out << QStringLiteral("%1 %2%3")
                       .arg(event.frame)
                       .arg(event.data[u"recorded"].toBool() ? QStringLiteral("* ") : QString(), event.text);
    }
    return out;
}

const QStringList Rounds{QStringLiteral("round_start"), QStringLiteral("round_end")};

} // namespace

class TestEchoEventsRecorded : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void roundsBeforeTheStatus();
    void roundsBehindTheStatus();
    void roundsAfterGoals();
    void roundsNobodyTold();
    void matchEnds();
    void pauses();
    void pausesOfStates();
    void throwsBeforeTheHand();
    void throwsBehindTheHand();
    void throwsOfTheRecordingPlayer();
    void emotes();
    void goals();
    void goalsWithoutStatistics();
    void people();
    void nobody();
};

/// It begins when the recorder says so, and not once more when play does.
void TestEchoEventsRecorded::roundsBeforeTheStatus()
{
    MatchScript m;
    const Four four(m);
    m.now.status = GameStatus::PreMatch;
    m.step(5);
    m.now.status = GameStatus::RoundStart;
    m.told = {entry(RecordedKind::RoundStarted, -1, 2)};
    m.step(10);
    m.now.status = GameStatus::Playing;
    m.step(10);
    m.told = {entry(RecordedKind::RoundEnded, -1, 2, TeamCode::Orange)};
    m.step(3); // the status says it later
    m.now.status = GameStatus::RoundOver;
    m.step(5);
    QCOMPARE(found(m, Rounds), (QStringList{QStringLiteral("5 * Round 2 began"),
                                            QStringLiteral("25 * Round 2 over, blue 0 : 0 orange")}));
    const model::Event end = m.first(QStringLiteral("round_end"));
    QCOMPARE(end.data[u"winner"].toString(), QStringLiteral("orange"));
    QCOMPARE(end.data[u"round"].toInt(), 2);
}

void TestEchoEventsRecorded::roundsBehindTheStatus()
{
    MatchScript m;
    const Four four(m);
    m.now.status = GameStatus::PreMatch;
    m.step(5);
    m.now.status = GameStatus::Playing;
    m.step(2);
    m.told = {entry(RecordedKind::RoundStarted, -1, 1)};
    m.step(10);
    m.now.status = GameStatus::RoundOver;
    m.step(2);
    m.told = {entry(RecordedKind::RoundEnded, -1, 1)};
    m.step(5);
    QCOMPARE(found(m, Rounds), (QStringList{QStringLiteral("5 * Round 1 began"),
                                            QStringLiteral("17 * Round 1 over, blue 0 : 0 orange")}));
}

/// Recorders tell of a round whenever play begins, also when it only goes on.
void TestEchoEventsRecorded::roundsAfterGoals()
{
    MatchScript m;
    const Four four(m);
    m.now.status = GameStatus::RoundStart;
    m.told = {entry(RecordedKind::RoundStarted, -1, 1)}; // the first frame: where things start from
    m.step(5);
    m.now.status = GameStatus::Playing;
    m.step(5);
    for (int goal = 0; goal < 2; ++goal) {
        m.now.status = GameStatus::Score;
        m.step(5);
        m.now.status = GameStatus::RoundStart;
        m.told = {entry(RecordedKind::RoundStarted, -1, 1)};
        m.step(5);
        m.now.status = GameStatus::Playing;
        m.step(5);
    }
    QCOMPARE(found(m, Rounds), (QStringList{QStringLiteral("5 Round 1 began")}));
}

/// A tape that does not tell of rounds has those that the rules find.
void TestEchoEventsRecorded::roundsNobodyTold()
{
    MatchScript m;
    const Four four(m);
    m.now.status = GameStatus::RoundStart;
    m.told = {entry(RecordedKind::Joined, 0)};
    m.step(5);
    m.now.status = GameStatus::Playing;
    m.step(5);
    m.now.status = GameStatus::RoundOver;
    m.step(5);
    QCOMPARE(found(m, Rounds), (QStringList{QStringLiteral("5 Round 1 began"),
                                            QStringLiteral("10 Round 1 over, blue 0 : 0 orange")}));
}

void TestEchoEventsRecorded::matchEnds()
{
    MatchScript m;
    const Four four(m);
    m.now.status = GameStatus::Playing;
    m.step(5);
    m.now.status = GameStatus::RoundOver;
    m.told = {entry(RecordedKind::RoundEnded, -1, 1)};
    m.step(5);
    m.told = {entry(RecordedKind::MatchEnded, -1, 0, TeamCode::Blue)};
    m.step(5);
    QCOMPARE(found(m, Rounds), (QStringList{QStringLiteral("5 * Round 1 over, blue 0 : 0 orange")}));
    const model::Event end = m.first(QStringLiteral("round_end"));
    QVERIFY(end.data[u"match_over"].toBool());
    QCOMPARE(end.data[u"winner"].toString(), QStringLiteral("blue"));
}

/// Told by the recorder alone, from one word to the other.
void TestEchoEventsRecorded::pauses()
{
    MatchScript m;
    const Four four(m);
    m.now.status = GameStatus::Playing;
    m.step(5);
    m.told = {entry(RecordedKind::RoundPaused, -1, 0, TeamCode::Orange)};
    m.step(30);
    m.told = {entry(RecordedKind::RoundUnpaused)};
    m.step(5);
    m.told = {entry(RecordedKind::RoundUnpaused)}; // once more, of nothing
    m.step(5);
    const QStringList kinds{QStringLiteral("pause")};
    QCOMPARE(found(m, kinds), QStringList{QStringLiteral("5 * Pause, asked for by orange, 1.0 s")});
    QCOMPARE(m.first(kinds[0]).length, model::Micros{30 * 33'000});
}

void TestEchoEventsRecorded::pausesOfStates()
{
    MatchScript m;
    const Four four(m);
    m.now.status = GameStatus::Playing;
    m.step(5);
    m.now.pause.state = PauseState::Paused;
    m.now.pause.requestedBy = TeamCode::Blue;
    m.told = {entry(RecordedKind::RoundPaused)};
    m.step(30);
    m.now.pause.state = PauseState::Unpausing;
    m.told = {entry(RecordedKind::RoundUnpaused)};
    m.step(10);
    m.now.pause = {};
    m.step(5);
    m.now.pause.state = PauseState::Paused; // and one that was not told
    m.step(5);
    const QStringList kinds{QStringLiteral("pause")};
    QCOMPARE(found(m, kinds), (QStringList{QStringLiteral("5 * Pause, asked for by blue, 1.0 s"),
                                           QStringLiteral("50 Pause")}));
    QCOMPARE(m.first(kinds[0]).length, model::Micros{40 * 33'000});
}

namespace {

const QStringList Throws{QStringLiteral("throw")};

} // namespace

void TestEchoEventsRecorded::throwsBeforeTheHand()
{
    MatchScript m;
    const Four four(m);
    m.now.status = GameStatus::Playing;
    m.hold(four.ada);
    m.step(10);
    m.told = {entry(RecordedKind::Throw, 0), entry(RecordedKind::Throw, 0)};
    m.step();
    m.release(four.ada, {0.0F, 0.0F, 12.0F});
    m.step(20);
    QCOMPARE(found(m, Throws), QStringList{QStringLiteral("10 * Ada threw the disc at 12.0 m/s")});
    // Without a word of the recorder, and one that no hand has shown.
    m.hold(four.cem);
    m.step(40);
    m.release(four.cem, {0.0F, 0.0F, 9.0F});
    m.step(40);
    m.told = {entry(RecordedKind::Throw, 1), entry(RecordedKind::Throw, 77), entry(RecordedKind::Throw)};
    m.step(40);
    QCOMPARE(found(m, Throws), (QStringList{QStringLiteral("10 * Ada threw the disc at 12.0 m/s"),
                                            QStringLiteral("71 Cem threw the disc at 9.0 m/s"),
                                            QStringLiteral("111 * Ben threw the disc")}));
}

void TestEchoEventsRecorded::throwsBehindTheHand()
{
    MatchScript m;
    const Four four(m);
    m.now.status = GameStatus::Playing;
    m.hold(four.ada);
    m.step(10);
    m.release(four.ada, {0.0F, 0.0F, 12.0F});
    m.step(6);
    m.told = {entry(RecordedKind::Throw, 0)};
    m.step(20);
    QCOMPARE(found(m, Throws), QStringList{QStringLiteral("10 * Ada threw the disc at 12.0 m/s")});
}

/// Measured, seen and written down are one throw; whomever it was put down to, what was measured is the
/// recording player's.
void TestEchoEventsRecorded::throwsOfTheRecordingPlayer()
{
    for (const int slot : {0, 2, -1}) {
        MatchScript m;
        const Four four(m);
        m.now.status = GameStatus::Playing;
        m.hold(four.ada);
        m.step(10);
        m.release(four.ada, {0.0F, 0.0F, 12.0F});
        m.now.lastThrow[0] = 7.5F;
        m.told = {entry(RecordedKind::Throw, slot)};
        m.step(40);
        QCOMPARE(found(m, Throws), QStringList{QStringLiteral("10 * Ada threw the disc at 12.0 m/s")});
        QCOMPARE(m.first(Throws[0]).data[u"arm_speed"].toDouble(), 7.5);
    }
}

void TestEchoEventsRecorded::emotes()
{
    MatchScript m;
    const Four four(m);
    m.told = {entry(RecordedKind::Emote, 0, 1)};
    m.step(5);
    m[four.ada].emote = true;
    m.told = {entry(RecordedKind::Emote, 0, 1)};
    m.step(10);
    m[four.ada].emote = false;
    m.step(60);
    m.told = {entry(RecordedKind::Emote, 0, 1)};
    m.step(2);
    m[four.ada].emote = true;
    m.step(10);
    m[four.ada].emote = false;
    m.told = {entry(RecordedKind::Emote, 3, 1)}; // too short for a flag
    m.step(60);
    m[four.cem].emote = true;
    m.step(2);
    const QStringList kinds{QStringLiteral("emote")};
    QCOMPARE(
        found(m, kinds),
        (QStringList{QStringLiteral("5 * Ada played an emote"), QStringLiteral("75 * Ada played an emote"),
                     QStringLiteral("87 * Dua played an emote"), QStringLiteral("147 Cem played an emote")}));
    QCOMPARE(m.first(kinds[0]).length, model::Micros{10 * 33'000});
}

namespace {

const QStringList Goals{QStringLiteral("goal")};

} // namespace

void TestEchoEventsRecorded::goals()
{
    MatchScript m;
    const Four four(m);
    m.now.status = GameStatus::Playing;
    m.step(5);
    m.score(TeamCode::Blue, 2, GoalType::SlamDunk, four.ada);
    m.told = {entry(RecordedKind::Goal, -1, 2, TeamCode::Blue), entry(RecordedKind::PlayerGoal, 0, 1)};
    m.step(100);
    m.told = {entry(RecordedKind::Goal, -1, 2, TeamCode::Blue)}; // the same once more
    m.step(100);
    m.score(TeamCode::Orange, 3, GoalType::LongShot, four.cem); // and one that was not told
    m.step(100);
    const QStringList lines = found(m, Goals);
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines[0].startsWith(QStringLiteral("5 * Ada scored 2 (slam dunk")), qPrintable(lines[0]));
    QVERIFY2(lines[1].startsWith(QStringLiteral("105 * Ada scored 2 (slam dunk")), qPrintable(lines[1]));
    QVERIFY2(lines[2].startsWith(QStringLiteral("205 Cem scored 3 (long shot")), qPrintable(lines[2]));
}

/// Early tapes have neither statistics nor names: the player's own entry tells.
void TestEchoEventsRecorded::goalsWithoutStatistics()
{
    MatchScript m;
    const Four four(m);
    for (PlayerFrame& row : m.rows)
        row.hasStats = false;
    m.now.status = GameStatus::Playing;
    m.step(5);
    m.told = {entry(RecordedKind::PlayerGoal, 2, 1)};
    m.step();
    m.now.points[1] = 2.0F;
    m.step(30);
    QCOMPARE(found(m, Goals), QStringList{QStringLiteral("5 * Cem scored 2")});
}

void TestEchoEventsRecorded::people()
{
    MatchScript m;
    Four four(m);
    m.step(5);
    m.leave(four.ben);
    m.leave(four.dua);
    m.told = {entry(RecordedKind::Left, 1)};
    m.step(5);
    m.comeBack(four.ben);
    m.comeBack(four.dua);
    m.told = {entry(RecordedKind::Joined, 3)};
    m.step(5);
    m[four.ada].team = TeamCode::Orange;
    m.told = {entry(RecordedKind::SwitchedTeam, 0)};
    m.step(5);
    QCOMPARE(found(m, {QStringLiteral("joined"), QStringLiteral("left")}),
             (QStringList{QStringLiteral("5 * Ben left"), QStringLiteral("5 Dua left"),
                          QStringLiteral("10 Ben joined blue again"),
                          QStringLiteral("10 * Dua joined orange again"),
                          QStringLiteral("15 * Ada went over from blue to orange")}));
}

/// Entries of slots in which nobody sits, and of kinds that nobody knows, say nothing.
void TestEchoEventsRecorded::nobody()
{
    MatchScript m;
    const Four four(m);
    m.now.status = GameStatus::Playing;
    m.step(5);
    for (int kind = 0; kind < 256; ++kind) {
        for (const int slot : {-1, 77, INT16_MAX, INT16_MIN})
            m.told.push_back({0, static_cast<RecordedKind>(kind), static_cast<std::int16_t>(slot), 99,
                              TeamCode::None, INT32_MIN});
    }
    m.step(5);
    QCOMPARE(found(m, Throws + Goals), QStringList());
}

} // namespace tst_echo_events_recorded

GHOSTLINE_TEST(tst_echo_events_recorded, TestEchoEventsRecorded)
#include "tst_echo_events_recorded.moc"
