// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What floats in the arena: where its blocks are is a fact read off public
// sources, their sizes are ours.
#include <array>

namespace ghostline::echo::arena {

/// Stands for itself and its mirror images.
struct Block
{
    double x, y, z; ///< metres, of the middle
    double half;    ///< room that it takes, from the middle
    bool octagon;   ///< else a cube stood on its edge
    bool bothX;     ///< the same at -x
    bool bothZ;     ///< the same at -z
};

inline constexpr std::array<Block, 27> Blocks{{
    {0.0, -4.167, 0.0, 0.90, true, false, false},      {4.582, 0.0, 0.0, 0.90, true, true, false},
    {0.0, 1.51, 6.665, 0.60, false, false, true},      {0.0, -1.51, 6.665, 0.60, false, false, true},
    {0.0, 0.0, 16.016, 0.85, true, false, true},       {0.0, 0.0, 18.931, 0.85, true, false, true},
    {0.0, -3.333, 23.091, 0.85, true, false, true},    {6.664, 0.0, 8.333, 0.80, true, true, true},
    {5.834, 0.0, 10.831, 0.65, false, true, true},     {3.34, 4.993, 11.667, 0.65, false, true, true},
    {3.334, 4.164, 7.496, 0.60, false, true, true},    {6.0, 5.0, 17.499, 0.80, true, true, true},
    {5.833, -5.0, 20.208, 0.60, false, true, true},    {5.833, -4.166, 20.208, 0.60, false, true, true},
    {5.05, -0.786, 23.65, 0.80, true, true, true},     {11.893, 1.061, 22.228, 0.65, false, true, true},
    {11.893, -1.061, 22.228, 0.65, false, true, true}, {9.911, 0.029, 27.26, 0.80, true, true, true},
    {5.969, 3.3, 32.44, 0.65, false, true, true},      {0.606, 2.727, 27.397, 0.55, false, true, true},
    {3.75, -5.553, 28.778, 0.60, false, true, true},   {4.847, -4.457, 28.778, 0.60, false, true, true},
    {11.77, 3.462, 8.873, 0.65, false, true, true},    {11.77, -4.169, 9.17, 0.65, false, true, true},
    {12.48, 2.756, 9.87, 0.55, false, true, true},     {12.48, 4.165, 9.87, 0.55, false, true, true},
    {11.065, 4.165, 9.87, 0.55, false, true, true},
}};

} // namespace ghostline::echo::arena
