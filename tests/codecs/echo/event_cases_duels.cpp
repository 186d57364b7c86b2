// SPDX-License-Identifier: GPL-3.0-or-later
// Stuns, saves, steals, blocks and shots.
#include "tests/codecs/echo/event_cases.h"

namespace ghostline::test {

using namespace ghostline::echo;

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
        {QStringLiteral("a shot of a disc that stands still tells no speed"),
         kinds,
         [](MatchScript& m) {
             const Four f(m);
             m.step(10);
             m[f.ada].stats[Counter::ShotsTaken] = 1;
             m.step(10);
         },
         {QStringLiteral("10 shot [Ada] Ada shot")}},
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

} // namespace ghostline::test
