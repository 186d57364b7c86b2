// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A small match and the events that must be found in it; who plays in most of them.
#include "tests/codecs/echo/match_script.h"

#include <functional>

namespace ghostline::test {

using namespace ghostline::echo;

inline constexpr glm::vec3 Far{20.0F, 0.0F, 0.0F};

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

/// Rounds, jousts, who is there, requests, possession.
std::vector<Case> matchCases();
/// Throws, catches, passes and interceptions.
std::vector<Case> discCases();
/// Stuns, saves, steals, blocks and shots.
std::vector<Case> duelCases();
/// Goals and assists.
std::vector<Case> goalCases();

} // namespace ghostline::test
