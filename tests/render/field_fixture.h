// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Three players and their units on an empty field, with what is told of each unit.
#include "world_fixture.h"

namespace ghostline::test {

namespace field {
enum { Health, MaxHealth, Rank, Sight, PropertyCount };
} // namespace field

/// A player of each of three teams, the first two of one side, and units at given places.
struct Field
{
    Field();
    std::size_t unit(int team, double x, double z, double sight);
    void finish();
    World world;

private:
    std::vector<std::pair<std::size_t, double>> m_sights;
};

} // namespace ghostline::test
