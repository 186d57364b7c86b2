// SPDX-License-Identifier: GPL-3.0-or-later
// Events found in small matches told frame by frame: each rule where it must find something and where it must
// not.
#include "codecs/echo/cast_builder.h"
#include "codecs/echo/sample/sample_match.h"
#include "tests/codecs/echo/match_script.h"

#include <QJsonDocument>
#include <QTest>

using namespace ghostline;
using namespace ghostline::echo;
using ghostline::test::MatchScript;

namespace {

constexpr glm::vec3 Far{20.0F, 0.0F, 0.0F};

struct Case
{
    QString name;
    QStringList kinds;
    std::function<void(MatchScript&)> script;
    QStringList expected;
    Map map = Map::Arena;
};

/// Ada and Ben are blue, Cem and Dua orange, each 20 m from the next.
struct Four
{
    MatchScript::Player ada, ben, cem, dua;
    explicit Four(MatchScript& m)
        : ada(m.add("Ada", TeamCode::Blue, 0)), ben(m.add("Ben", TeamCode::Blue, 1, Far)),
          cem(m.add("Cem", TeamCode::Orange, 2, 2.0F * Far)),
          dua(m.add("Dua", TeamCode::Orange, 3, 3.0F * Far))
    {
    }
};

std::vector<Case> discCases()
{
    const QStringList kinds{QStringLiteral("throw"), QStringLiteral("catch"), QStringLiteral("pass"),
                            QStringLiteral("interception")};
    const auto fly = [](MatchScript& m, const Four& f) {
        m.hold(f.ada);
        m.step(10);
        m.release(f.ada, {20.0F, 0.0F, 0.0F});
        m.step(30);
    };
    return {
        {QStringLiteral("throw, catch by a team mate: pass"),
         kinds,
         [=](MatchScript& m) {
             const Four f(m);
             fly(m, f);
             m.hold(f.ben);
             m.step(10);
         },
         {QStringLiteral("10 throw [Ada] Ada threw the disc at 20.0 m/s"),
          QStringLiteral("10 pass [Ada, Ben] Ada passed to Ben over 20.0 m"),
          QStringLiteral("40 catch [Ben, Ada] Ben caught the throw of Ada")}},
        {QStringLiteral("caught by an opponent: interception"),
         kinds,
         [=](MatchScript& m) {
             const Four f(m);
             m.put(f.cem, Far);
             fly(m, f);
             m.hold(f.cem);
             m.step(10);
         },
         {QStringLiteral("10 throw [Ada] Ada threw the disc at 20.0 m/s"),
          QStringLiteral("40 catch [Cem, Ada] Cem caught the throw of Ada"),
          QStringLiteral("40 interception [Cem, Ada] Cem intercepted the throw of Ada")}},
        {QStringLiteral("from hand to hand is no throw"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.hold(f.ada);
             m.step(10);
             m.release(f.ada, {2.0F, 0.0F, 0.0F});
             m.step(1);
             m[f.ada].holdingLeft = holding::Disc;
             m.step(10);
         },
         {}},
        {QStringLiteral("let go without speed is no throw"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m[f.ada].velocity = {8.0F, 0.0F, 0.0F};
             m.hold(f.ada);
             m.step(10);
             m.release(f.ada, {8.2F, 0.0F, 0.0F});
             m.step(10);
         },
         {}},
        {QStringLiteral("stunned holder loses it: no throw"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.hold(f.ada);
             m.step(10);
             m.release(f.ada, {9.0F, 0.0F, 0.0F});
             m.step(1);
             m[f.ada].stunned = true; // a frame late
             m.step(10);
         },
         {}},
        {QStringLiteral("the game takes the disc away: no throw"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.hold(f.ada);
             m.step(10);
             m.release(f.ada, {0.0F, 5.0F, 0.0F});
             m.now.disc.position = {0.0F, 0.0F, 30.0F};
             m.step(10);
         },
         {}},
        {QStringLiteral("whoever leaves with the disc throws nothing"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.hold(f.ada);
             m.step(10);
             m.leave(f.ada);
             m.now.discVelocity = {9.0F, 0.0F, 0.0F};
             m.step(10);
         },
         {}},
        {QStringLiteral("over a gap nobody knows"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.hold(f.ada);
             m.step(10);
             m.gap(5000);
             m.release(f.ada, {9.0F, 0.0F, 0.0F});
             m.step(10);
         },
         {}},
        {QStringLiteral("at 5 frames a second"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.put(f.ben, {2.0F, 0.0F, 0.0F});
             m.hold(f.ada);
             m.step(3, 200);
             m.release(f.ada, {10.0F, 0.0F, 0.0F});
             m.step(1, 200);
             m.hold(f.ben);
             m.step(2, 200);
         },
         {QStringLiteral("3 throw [Ada] Ada threw the disc at 10.0 m/s"),
          QStringLiteral("3 pass [Ada, Ben] Ada passed to Ben over 2.0 m"),
          QStringLiteral("4 catch [Ben, Ada] Ben caught the throw of Ada")}},
        {QStringLiteral("holding not recorded: possession and reach"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             for (const auto p : {f.ada, f.ben, f.cem, f.dua})
                 m[p].holdingLeft = m[p].holdingRight = holding::NotRecorded;
             m[f.ada].possession = true;
             m.step(10);
             m.now.discVelocity = {10.0F, 0.0F, 0.0F};
             m.step(20); // possession lasts on
             m[f.ada].possession = false;
             m[f.ben].possession = true;
             m.now.disc.position = Far;
             m.now.discVelocity = {};
             m.step(5);
         },
         {QStringLiteral("12 throw [Ada] Ada threw the disc at 10.0 m/s"),
          QStringLiteral("30 catch [Ben] Ben took the disc")}},
        {QStringLiteral("own throw caught again"),
         kinds,
         [=](MatchScript& m) {
             const Four f(m);
             fly(m, f);
             m.hold(f.ada);
             m.step(5);
         },
         {QStringLiteral("10 throw [Ada] Ada threw the disc at 20.0 m/s"),
          QStringLiteral("40 catch [Ada] Ada took the disc")}},
        {QStringLiteral("counters only"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.step(10);
             m[f.ada].stats[Counter::Passes] = 1;
             m[f.ben].stats[Counter::Catches] = 2;
             m.step(10);
         },
         {QStringLiteral("10 catch [Ben] Ben caught the disc"),
          QStringLiteral("10 catch [Ben] Ben caught the disc"), QStringLiteral("10 pass [Ada] Ada passed")}},
        {QStringLiteral("counters join what was seen, late or early"),
         kinds,
         [=](MatchScript& m) {
             const Four f(m);
             fly(m, f);
             m[f.ada].stats[Counter::Passes] = 1; // before the catch
             m.step(1);
             m.hold(f.ben);
             m.step(2);
             m[f.ben].stats[Counter::Catches] = 1; // after it
             m.step(10);
         },
         {QStringLiteral("10 throw [Ada] Ada threw the disc at 20.0 m/s"),
          QStringLiteral("40 pass [Ada, Ben] Ada passed to Ben over 20.0 m"),
          QStringLiteral("41 catch [Ben, Ada] Ben caught the throw of Ada")}},
        {QStringLiteral("from hand to hand, but counted"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.put(f.ben, {0.5F, 0.0F, 0.0F});
             m.hold(f.ada);
             m.step(10);
             m.release(f.ada, {3.0F, 0.0F, 0.0F});
             m.step(1);
             m.hold(f.ben);
             m[f.ben].stats[Counter::Catches] = 1;
             m[f.ada].stats[Counter::Passes] = 1;
             m.step(10);
         },
         {QStringLiteral("11 catch [Ben, Ada] Ben caught the disc from Ada"),
          QStringLiteral("11 pass [Ada, Ben] Ada passed to Ben")}},
        {QStringLiteral("a disc at rest is picked up, one that drifts is caught"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.step(10);
             m.hold(f.ada);
             m.step(10);
             m.release(f.ada, {});
             m.step(10);
             m.now.discVelocity = {0.0F, 2.0F, 0.0F};
             m.step(10);
             m.hold(f.ben);
             m.step(10);
         },
         {QStringLiteral("40 catch [Ben] Ben took the disc")}},
        {QStringLiteral("after 7 s it is nobody's pass"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.hold(f.ada);
             m.step(10);
             m.release(f.ada, {2.0F, 0.0F, 0.0F});
             m.step(220);
             m.put(f.ben, m.now.disc.position);
             m.hold(f.ben);
             m.step(10);
         },
         {QStringLiteral("10 throw [Ada] Ada threw the disc at 2.0 m/s"),
          QStringLiteral("230 catch [Ben] Ben took the disc")}},
        {QStringLiteral("spectators have no part"),
         kinds,
         [](MatchScript& m) {
             const auto zoe = m.add("Zoe", TeamCode::Spectator, 9);
             m.step(5);
             m.hold(zoe);
             m[zoe].stats[Counter::Catches] = 4;
             m.step(5);
             m.release(zoe, Far);
             m.step(10);
         },
         {}},
        {QStringLiteral("no disc in the lobby"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.hold(f.ada);
             m.step(10);
             m.release(f.ada, Far);
             m.step(10);
         },
         {},
         Map::Lobby},
    };
}

std::vector<Case> goalCases()
{
    const QStringList kinds{QStringLiteral("goal"), QStringLiteral("assist")};
    return {
        {QStringLiteral("goal with assist"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.step(10);
             m.score(TeamCode::Blue, 2, GoalType::InsideShot, f.ada, 1);
             m[f.ada].stats[Counter::Goals] = 1;
             m[f.ben].stats[Counter::Assists] = 1;
             m.step(30);
         },
         {QStringLiteral("10 goal [Ada, Ben] Ada scored 2 (inside shot, 14.3 m/s), assist Ben"),
          QStringLiteral("10 assist [Ben, Ada] Ben assisted Ada")}},
        {QStringLiteral("counters and points a frame early, a frame late"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.step(10);
             m[f.cem].stats[Counter::Goals] = 1;
             m.step(1);
             const auto points = m.now.points;
             m.score(TeamCode::Orange, 3, GoalType::LongShot, f.cem);
             const auto after = std::exchange(m.now.points, points);
             m.step(1);
             m.now.points = after;
             m.step(30);
         },
         {QStringLiteral("10 goal [Cem] Cem scored 3 (long shot, 14.3 m/s)")}},
        {QStringLiteral("old recording: nothing but points"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m[f.ada].hasStats = false;
             m.step(10);
             m.now.points[0] = 2.0F;
             m.step(30);
         },
         {QStringLiteral("10 goal [] Blue scored 2")}},
        {QStringLiteral("points, and who scored by the counters"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.step(10);
             m.now.points[1] = 3.0F;
             m[f.dua].stats[Counter::Goals] = 1;
             m.step(30);
         },
         {QStringLiteral("10 goal [Dua] Dua scored 3")}},
        {QStringLiteral("the first frame's last score is old"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.score(TeamCode::Blue, 2, GoalType::SlamDunk, f.ada);
             m.step(30);
         },
         {}},
        {QStringLiteral("no goal is no goal"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.score(TeamCode::Blue, 2, GoalType::SlamDunk, f.ada);
             m.step(10);
             m.now.score = {};
             m.now.points = {};
             m.step(30);
         },
         {}},
        {QStringLiteral("two goals with a minute between"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.step(10);
             m.score(TeamCode::Blue, 2, GoalType::SlamDunk, f.ada);
             m.step(60);
             m.score(TeamCode::Blue, 2, GoalType::SlamDunk, f.ben);
             m.step(60);
         },
         {QStringLiteral("10 goal [Ada] Ada scored 2 (slam dunk, 14.3 m/s)"),
          QStringLiteral("70 goal [Ben] Ben scored 2 (slam dunk, 14.3 m/s)")}},
        {QStringLiteral("two of one name: the one in the team that scored"),
         kinds,
         [](MatchScript& m) {
             const auto one = m.add("Eve", TeamCode::Blue, 1);
             m.add("Eve", TeamCode::Orange, 7);
             m.step(10);
             m.score(TeamCode::Orange, 2, GoalType::Headbutt, one);
             m.step(10);
         },
         {QStringLiteral("10 goal [Eve] Eve (7) scored 2 (headbutt, 14.3 m/s)")}},
        {QStringLiteral("combat points are no goals"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.step(10);
             m.now.points = {12.0F, 7.0F};
             m.step(10);
         },
         {},
         Map::Dyson},
    };
}

std::vector<Case> duelCases()
{
    const QStringList kinds{QStringLiteral("stun"), QStringLiteral("save"), QStringLiteral("steal"),
                            QStringLiteral("block"), QStringLiteral("shot")};
    const auto meet = [](MatchScript& m, const Four& f) {
        m.put(f.cem, {1.0F, 0.0F, 0.0F}); // a metre from Ada
        m.put(f.dua, {3.0F, 0.0F, 0.0F});
        m.step(10);
    };
    return {
        {QStringLiteral("stun: the nearest opponent newly stunned"),
         kinds,
         [=](MatchScript& m) {
             const Four f(m);
             meet(m, f);
             m[f.ada].stats.stuns = 1;
             m[f.cem].stunned = m[f.dua].stunned = true;
             m.step(30);
         },
         {QStringLiteral("10 stun [Ada, Cem] Ada stunned Cem"),
          QStringLiteral("10 stun [Dua] Dua was stunned")}},
        {QStringLiteral("stun: flag two frames late"),
         kinds,
         [=](MatchScript& m) {
             const Four f(m);
             meet(m, f);
             m[f.ada].stats.stuns = 1;
             m.step(2);
             m[f.cem].stunned = true;
             m.step(30);
         },
         {QStringLiteral("10 stun [Ada, Cem] Ada stunned Cem")}},
        {QStringLiteral("stun: counter two frames late"),
         kinds,
         [=](MatchScript& m) {
             const Four f(m);
             meet(m, f);
             m[f.cem].stunned = true;
             m.step(2);
             m[f.ada].stats.stuns = 1;
             m.step(30);
         },
         {QStringLiteral("12 stun [Ada, Cem] Ada stunned Cem")}},
        {QStringLiteral("stun: no team mate, nobody far away, nobody stunned for long"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.put(f.ben, {1.0F, 0.0F, 0.0F});
             m.put(f.cem, {1.0F, 1.0F, 0.0F});
             m[f.cem].stunned = true;
             m.step(10);
             m[f.ada].stats.stuns = 1;
             m[f.ben].stunned = m[f.dua].stunned = true;
             m.step(30);
         },
         {QStringLiteral("10 stun [Ada] Ada stunned somebody"),
          QStringLiteral("10 stun [Ben] Ben was stunned"), QStringLiteral("10 stun [Dua] Dua was stunned")}},
        {QStringLiteral("stun without statistics: the victim alone"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             for (const auto p : {f.ada, f.ben, f.cem, f.dua})
                 m[p].hasStats = false;
             m.step(10);
             m[f.cem].stunned = true;
             m.step(1);
         },
         {QStringLiteral("10 stun [Cem] Cem was stunned")}},
        {QStringLiteral("two stunned at once by one"),
         kinds,
         [=](MatchScript& m) {
             const Four f(m);
             meet(m, f);
             m[f.ada].stats.stuns = 2;
             m[f.cem].stunned = m[f.dua].stunned = true;
             m.step(30);
         },
         {QStringLiteral("10 stun [Ada, Cem] Ada stunned Cem"),
          QStringLiteral("10 stun [Ada, Dua] Ada stunned Dua")}},
        {QStringLiteral("ten at once are one event"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.step(10);
             m[f.ada].stats.stuns = 10;
             m.step(30);
         },
         {QStringLiteral("10 stun [Ada] Ada stunned somebody")}},
        {QStringLiteral("save: who threw last"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.hold(f.ada);
             m.step(10);
             m.release(f.ada, {0.0F, 0.0F, 20.0F});
             m[f.ada].stats[Counter::ShotsTaken] = 1;
             m.step(30);
             m[f.cem].stats[Counter::Saves] = 1;
             m.step(10);
         },
         {QStringLiteral("10 shot [Ada] Ada shot, disc at 20.0 m/s"),
          QStringLiteral("40 save [Cem, Ada] Cem saved the shot of Ada")}},
        {QStringLiteral("save long after any throw, and by the thrower's own team"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.hold(f.ada);
             m.step(10);
             m.release(f.ada, {0.0F, 0.0F, 2.0F});
             m.step(30);
             m[f.ben].stats[Counter::Saves] = 1;
             m.step(200);
             m[f.cem].stats[Counter::Saves] = 1;
             m.step(10);
         },
         {QStringLiteral("40 save [Ben] Ben saved"), QStringLiteral("240 save [Cem] Cem saved")}},
        {QStringLiteral("steal: who of the others held it last"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.hold(f.ada);
             m.step(10);
             m.release(f.ada, {});
             m.hold(f.dua);
             m[f.dua].stats[Counter::Steals] = 1;
             m.step(10);
         },
         {QStringLiteral("10 steal [Dua, Ada] Dua stole the disc from Ada")}},
        {QStringLiteral("block: the only opponent within reach"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.put(f.cem, {1.0F, 0.0F, 0.0F});
             m.step(10);
             m[f.ada].stats[Counter::Blocks] = 1;
             m.step(1);
             m.put(f.dua, {0.0F, 1.0F, 0.0F});
             m[f.ada].stats[Counter::Blocks] = 2;
             m.step(10);
         },
         {QStringLiteral("10 block [Ada, Cem] Ada blocked Cem"),
          QStringLiteral("11 block [Ada] Ada blocked")}},
        {QStringLiteral("counters going to 0 with a round, one byte coming round"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m[f.ada].stats[Counter::Saves] = 7;
             m[f.ben].stats[Counter::Saves] = 255;
             m.step(10);
             m[f.ben].stats[Counter::Saves] = 0;
             m.step(10);
             m.now.status = GameStatus::RoundStart;
             m[f.ada].stats = {};
             m.step(10);
         },
         {QStringLiteral("10 save [Ben] Ben saved")}},
        {QStringLiteral("whoever comes with counters has done nothing yet"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.step(10);
             const auto late = m.add("Late", TeamCode::Orange, 4);
             m[late].stats[Counter::Saves] = 5;
             m.step(10);
             m.leave(f.ada);
             m.step(10);
             m[f.ada].stats[Counter::Saves] = 3;
             m.comeBack(f.ada);
             m.step(10);
         },
         {}},
    };
}

std::vector<Case> matchCases()
{
    const QStringList rounds{QStringLiteral("round_start"), QStringLiteral("round_end"),
                             QStringLiteral("joust")};
    const QStringList people{QStringLiteral("joined"), QStringLiteral("left"), QStringLiteral("emote")};
    return {
        {QStringLiteral("two rounds, a goal in between"),
         rounds,
         [](MatchScript& m) {
             const Four f(m);
             for (const GameStatus status :
                  {GameStatus::PreMatch, GameStatus::RoundStart, GameStatus::Playing, GameStatus::Score,
                   GameStatus::RoundStart, GameStatus::Playing, GameStatus::RoundOver, GameStatus::RoundStart,
                   GameStatus::Playing, GameStatus::RoundOver, GameStatus::PostMatch}) {
                 m.now.status = status;
                 m.now.points = {5.0F, 2.0F};
                 m.step(10);
             }
         },
         {QStringLiteral("20 round_start [] Round 1 began"),
          QStringLiteral("60 round_end [] Round 1 over, blue 5 : 2 orange"),
          QStringLiteral("80 round_start [] Round 2 began"),
          QStringLiteral("90 round_end [] Round 2 over, blue 5 : 2 orange")}},
        {QStringLiteral("sudden death"),
         rounds,
         [](MatchScript& m) {
             const Four f(m);
             for (const GameStatus status : {GameStatus::Playing, GameStatus::PreSuddenDeath,
                                             GameStatus::SuddenDeath, GameStatus::PostSuddenDeath}) {
                 m.now.status = status;
                 m.step(10);
             }
         },
         {QStringLiteral("20 round_start [] Sudden death began"),
          QStringLiteral("30 round_end [] Round 1 over, blue 0 : 0 orange")}},
        {QStringLiteral("joust: the first with the disc"),
         rounds,
         [](MatchScript& m) {
             const Four f(m);
             m.now.status = GameStatus::RoundStart;
             m.now.disc.position = {0.0F, 9.0F, 0.0F};
             m.step(10);
             m.now.status = GameStatus::Playing;
             m.step(30);
             m[f.cem].velocity = {0.0F, 0.0F, -12.0F};
             m.put(f.cem, {0.0F, 9.0F, 0.0F});
             m.step(5);
             m.hold(f.cem);
             m.step(10);
         },
         {QStringLiteral("10 round_start [] Round 1 began"),
          QStringLiteral("45 joust [Cem] Cem was first at the disc, 1.16 s after the start at 12.0 m/s")}},
        {QStringLiteral("no joust when somebody begins with the disc, or nobody comes"),
         rounds,
         [](MatchScript& m) {
             const Four f(m);
             m.hold(f.ada);
             for (const GameStatus status : {GameStatus::Playing, GameStatus::Score, GameStatus::Playing}) {
                 m.now.status = status;
                 m.step(10);
             }
             m.release(f.ada, {});
             m.now.status = GameStatus::Score;
             m.step(10);
             m.now.status = GameStatus::Playing;
             m.step(700);
             m.hold(f.ben);
             m.step(10);
         },
         {}},
        {QStringLiteral("comers and goers"),
         people,
         [](MatchScript& m) {
             const Four f(m);
             m.step(10);
             m.leave(f.ada);
             m.add("Zoe", TeamCode::Spectator, 9);
             m.step(10);
             m.comeBack(f.ada);
             m[f.ben].team = TeamCode::Orange;
             m.step(10);
             m.reversed = true;
             m.step(10);
         },
         {QStringLiteral("10 joined [Zoe] Zoe came to watch"), QStringLiteral("10 left [Ada] Ada left"),
          QStringLiteral("20 joined [Ada] Ada joined blue again"),
          QStringLiteral("20 joined [Ben] Ben went over from blue to orange")}},
        {QStringLiteral("the lobby knows people and emotes"),
         {},
         [](MatchScript& m) {
             const Four f(m);
             m[f.ada].emote = true; // begun before
             m.step(10);
             m[f.ben].emote = true;
             m[f.ben].stats[Counter::Saves] = 2;
             m.now.status = GameStatus::RoundOver;
             m.now.pause.state = PauseState::Paused;
             m.step(10);
             m.leave(f.cem);
             m.step(10);
         },
         {QStringLiteral("10 emote [Ben] Ben played an emote"), QStringLiteral("20 left [Cem] Cem left")},
         Map::Lobby},
        {QStringLiteral("a combat player's arms"),
         {},
         [](MatchScript& m) {
             const Four f(m);
             m.step(10);
             m[f.ada].loadout = {0, 0, 0, 0}; // known from here on
             m.step(10);
             m[f.ada].loadout = {1, 2, 1, 0};
             m.step(10);
         },
         {QStringLiteral("20 loadout [Ada] Ada took Nova, Cloudburst, Phase Shift")},
         Map::Dyson},
        {QStringLiteral("rules"),
         {QStringLiteral("rules_changed")},
         [](MatchScript& m) {
             const Four f(m);
             m.now.rulesChangedBy = m.names.text("Ada");
             m.step(10);
             m.now.rulesChangedAt = 77;
             m.now.rulesChangedBy = m.names.text("Ben");
             m.step(10);
             m.now.rulesChangedBy = m.names.text("[INVALID]");
             m.step(10);
         },
         {QStringLiteral("10 rules_changed [Ben] Ben changed the rules"),
          QStringLiteral("20 rules_changed [] The rules changed")}},
        {QStringLiteral("restart requests"),
         {QStringLiteral("restart_request")},
         [](MatchScript& m) {
             const Four f(m);
             m.step(10);
             m.now.restartRequest = {false, true};
             m.step(10);
             m.now.restartRequest = {true, true};
             m.step(10);
         },
         {QStringLiteral("10 restart_request [] Orange asked for a restart"),
          QStringLiteral("20 restart_request [] Blue asked for a restart")}},
        {QStringLiteral("possession"),
         {QStringLiteral("possession")},
         [](MatchScript& m) {
             const Four f(m);
             m.step(10);
             m[f.ada].possession = m.now.possession[0] = true;
             m.step(10);
             m[f.ada].possession = false; // on its way
             m.step(10);
             m[f.ben].possession = true;
             m.step(10);
             m[f.ben].possession = m.now.possession[0] = false;
             m[f.dua].possession = m.now.possession[1] = true;
             m.step(10);
             m[f.dua].possession = m.now.possession[1] = false;
             m.step(10);
         },
         {QStringLiteral("10 possession [Ada] The disc is Ada's, blue"),
          QStringLiteral("30 possession [Ben] The disc is Ben's, blue"),
          QStringLiteral("40 possession [Dua] The disc is Dua's, orange"),
          QStringLiteral("50 possession [] The disc is free")}},
    };
}

void addRows(const std::vector<Case>& cases)
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases.size(); ++i)
        QTest::newRow(qPrintable(cases[i].name)) << static_cast<int>(i);
}

void check(const std::vector<Case>& cases)
{
    QFETCH_GLOBAL(bool, reversed);
    QFETCH(int, index);
    const Case& row = cases[static_cast<std::size_t>(index)];
    MatchScript match(row.map);
    match.reversed = reversed;
    row.script(match);
    QStringList found = match.lines(row.kinds);
    QStringList expected = row.expected;
    // Which of two in one frame comes first is the order of the players'.
    if (reversed) {
        found.sort();
        expected.sort();
    }
    QCOMPARE(found.join(QLatin1Char('\n')), expected.join(QLatin1Char('\n')));
}

} // namespace

class TestEchoEvents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Players come in any order.
    void initTestCase_data()
    {
        QTest::addColumn<bool>("reversed");
        QTest::newRow("as added") << false;
        QTest::newRow("last first") << true;
    }

    void disc_data() { addRows(discCases()); }
    void disc() { check(discCases()); }
    void goals_data() { addRows(goalCases()); }
    void goals() { check(goalCases()); }
    void duels_data() { addRows(duelCases()); }
    void duels() { check(duelCases()); }
    void course_data() { addRows(matchCases()); }
    void course() { check(matchCases()); }

    void kindsAreDeclared();
    void pauseIsOneEvent();
    void spansHaveLengths();
    void countedIsSaid();
    void throwDetails_data();
    void throwDetails();
    void joustTellsBothTeams();
    void diagnostics();
    void sharedNamesGetTheirSlots();
    void eventsStaySorted();
    void nothingHappensFast();
    void everyCountHasItsEvents();
};

void TestEchoEvents::kindsAreDeclared()
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

void TestEchoEvents::pauseIsOneEvent()
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

void TestEchoEvents::spansHaveLengths()
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

void TestEchoEvents::countedIsSaid()
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

void TestEchoEvents::throwDetails_data()
{
    QTest::addColumn<int>("late");
    QTest::addColumn<bool>("held");
    QTest::newRow("with the release") << 0 << true;
    QTest::newRow("five frames later") << 5 << true;
    QTest::newRow("nothing seen in the hands") << 0 << false;
}

void TestEchoEvents::throwDetails()
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

void TestEchoEvents::joustTellsBothTeams()
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

void TestEchoEvents::diagnostics()
{
    MatchScript m;
    const Four f(m);
    m.step(200);
    QCOMPARE(m.diagnostics(), QStringList{});
    m[f.ada].stats[Counter::Saves] = 3;
    m.step(1);
    m[f.ada].stats[Counter::Saves] = 1; // 201
    m.step(1);
    m.add("Ada", TeamCode::Orange, 9); // 202
    m.step(1);
    m.now.clock += 100.0F; // 203
    m.step(1);
    m.gap(70'000); // before 204
    m.step(1);
    m.gap(-50); // before 205
    m.step(1);
    m.now.status = GameStatus::Uncoded; // 206
    m.step(3);
    m.now.status = GameStatus::Playing;
    m.score(TeamCode::Blue, 2, GoalType::Unknown, f.ben); // 209
    m.step(1);
    QCOMPARE(m.diagnostics(),
             (QStringList{QStringLiteral("counter-backward at 201"), QStringLiteral("unknown-status at 206"),
                          QStringLiteral("unknown-goal-type at 209"), QStringLiteral("shared-name at 202"),
                          QStringLiteral("clock-jump at 203"), QStringLiteral("time-gap at 204"),
                          QStringLiteral("time-backward at 205")}));
}

void TestEchoEvents::sharedNamesGetTheirSlots()
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

void TestEchoEvents::eventsStaySorted()
{
    MatchScript m;
    const Four f(m);
    for (int i = 0; i < 40; ++i) {
        m.hold(f.ada);
        m.step(5);
        m.release(f.ada, {20.0F, 0.0F, 0.0F});
        m[f.cem].stats.stuns += i % 3 == 0 ? 1 : 0;
        m[f.dua].emote = i % 2 == 0;
        m.step(30);
        m[f.ben].stunned = i % 2 == 0;
        m.hold(f.ben);
        m.step(5);
        m.release(f.ben, {-20.0F, 0.0F, 0.0F});
        m.step(30);
    }
    const std::vector<model::Event>& events = m.events();
    QVERIFY(events.size() > 200);
    QVERIFY(std::is_sorted(events.begin(), events.end(),
                           [](const model::Event& a, const model::Event& b) { return a.frame < b.frame; }));
    for (const model::Event& event : events) {
        QVERIFY(!event.text.isEmpty());
        QVERIFY(event.length.count() >= 0);
        QCOMPARE(event.time, model::Micros(event.frame * 33'000));
    }
}

/// A minute in which nothing happens; the whole of take() must stay far below what decoding costs.
void TestEchoEvents::nothingHappensFast()
{
    MatchScript m;
    for (std::uint8_t i = 0; i < 10; ++i)
        m.add(QByteArray("P").append(QByteArray::number(i)).constData(),
              i < 5 ? TeamCode::Blue : TeamCode::Orange, i, static_cast<float>(i) * Far);
    m.step(10);
    QBENCHMARK { m.step(1800); }
    QCOMPARE(m.events().size(), std::size_t{0});
}

/// A whole match: what a statistic has risen to is what a click on it lists.
void TestEchoEvents::everyCountHasItsEvents()
{
    QFETCH_GLOBAL(bool, reversed);
    if (reversed)
        QSKIP("once is enough");
    const auto match = SampleMatch::create({.bones = false});
    QVERIFY(match);
    CastBuilder cast((*match)->header(), (*match)->names());
    EventFinder finder((*match)->header(), (*match)->names());
    std::map<std::pair<model::ActorId, QString>, int> counts;
    std::map<model::ActorId, Stats> before;
    std::int64_t firstMs = -1;
    model::FrameNumber number = 0;
    std::chrono::nanoseconds spent{};
    const auto all = (*match)->frames()([&](const FrameBlock& block, std::size_t first,
                                            std::size_t end) -> model::Result<void> {
        cast.beginChunk();
        for (std::size_t i = first; i < end; ++i) {
            const Frame& frame = block.frames[i];
            firstMs = firstMs < 0 ? frame.timeMs : firstMs;
            const FrameActors actors = cast.take(number, block, frame);
            const auto start = std::chrono::steady_clock::now();
            finder.take(number++, std::chrono::milliseconds(frame.timeMs - firstMs), block, frame, actors);
            spent += std::chrono::steady_clock::now() - start;
            const auto rows = block.playersOf(frame);
            for (std::size_t r = 0; r < rows.size(); ++r) {
                const Stats& now = rows[r].stats;
                const auto [was, added] = before.try_emplace(actors.players[r], now);
                const auto rise = [&](const char* kind, std::int32_t from, std::int32_t to) {
                    if (to > from)
                        counts[{actors.players[r], QLatin1String(kind)}] += to - from;
                };
                const Stats& old = was->second;
                rise("assist", old[Counter::Assists], now[Counter::Assists]);
                rise("block", old[Counter::Blocks], now[Counter::Blocks]);
                rise("catch", old[Counter::Catches], now[Counter::Catches]);
                rise("goal", old[Counter::Goals], now[Counter::Goals]);
                rise("interception", old[Counter::Interceptions], now[Counter::Interceptions]);
                rise("pass", old[Counter::Passes], now[Counter::Passes]);
                rise("save", old[Counter::Saves], now[Counter::Saves]);
                rise("steal", old[Counter::Steals], now[Counter::Steals]);
                rise("shot", old[Counter::ShotsTaken], now[Counter::ShotsTaken]);
                rise("stun", old.stuns, now.stuns);
                was->second = now;
            }
        }
        (void)cast.finishChunk({});
        return {};
    });
    QVERIFY(all);
    std::map<std::pair<model::ActorId, QString>, int> found;
    std::map<QString, int> kinds;
    for (const model::Event& event : finder.events()) {
        const QString kind = EventFinder::kinds()[static_cast<std::size_t>(event.kind)].id;
        ++kinds[kind];
        const bool counted =
            event.data.value(QStringLiteral("counted")).toBool(true) &&
            !(kind == QLatin1String("stun") && event.data.value(QStringLiteral("by")).isNull());
        if (counted && !event.actors.empty())
            found[{event.actors.front(), kind}] += event.data.value(QStringLiteral("count")).toInt(1);
        if (qEnvironmentVariableIsSet("SHOW"))
            qInfo().noquote() << event.frame << kind << event.text
                              << QJsonDocument(event.data).toJson(QJsonDocument::Compact);
    }
    for (const auto& [kind, n] : kinds)
        qInfo().noquote() << kind << n;
    qInfo() << "frames" << number << "us per frame"
            << static_cast<double>(spent.count()) / 1000.0 / static_cast<double>(number);
    for (const auto& [key, n] : counts)
        QVERIFY2(found[key] == n, qPrintable(QStringLiteral("%1 of actor %2: counted %3, listed %4")
                                                 .arg(key.second)
                                                 .arg(model::index(key.first))
                                                 .arg(n)
                                                 .arg(found[key])));
    QVERIFY(kinds[QStringLiteral("goal")] > 0);
    for (const model::Diagnostic& diagnostic : finder.diagnostics())
        qInfo().noquote() << diagnostic.code << diagnostic.message;
    QVERIFY(finder.diagnostics().empty());
}

QTEST_GUILESS_MAIN(TestEchoEvents)
#include "tst_echo_events.moc"
