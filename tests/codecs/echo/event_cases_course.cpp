// SPDX-License-Identifier: GPL-3.0-or-later
// Rounds, jousts, who is there, requests, possession.
#include "tests/codecs/echo/event_cases.h"

namespace ghostline::test {

using namespace ghostline::echo;

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

} // namespace ghostline::test
