// SPDX-License-Identifier: GPL-3.0-or-later
// Throws, catches, passes and interceptions.
#include "tests/codecs/echo/event_cases.h"

namespace ghostline::test {

using namespace ghostline::echo;

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

} // namespace ghostline::test
