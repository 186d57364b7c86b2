// SPDX-License-Identifier: GPL-3.0-or-later
// Goals and assists.
#include "tests/codecs/echo/event_cases.h"

namespace ghostline::test {

using namespace ghostline::echo;

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

} // namespace ghostline::test
