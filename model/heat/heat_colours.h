// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Heat maps as colours: even steps for the eye, nothing at all where there is nothing, and what the colours
// mean. One for window, pictures and command line, so that all look the same.
#include "model/heat/heat_grid.h"

#include <array>
#include <optional>

namespace ghostline::model {

enum class HeatScale {
    Linear,
    Root, ///< square root: what is rare is seen, too
    Log   ///< over three powers of ten
};

/// "lin", "sqrt", "log"; nothing for anything else.
GHOSTLINE_MODEL_EXPORT std::optional<HeatScale> heatScaleOf(const QString& word);
GHOSTLINE_MODEL_EXPORT QString heatScaleWord(HeatScale scale);

struct HeatLook
{
    HeatScale scale = HeatScale::Linear;
    bool dark = true;  ///< over something dark: more is brighter; else more is darker
    bool blend = true; ///< between the middles of cells; else each cell is one square
    double most = 0.0; ///< the value of the last colour, so that two maps compare; 0 = the grid's largest
};

/// Red, green, blue, alpha; not premultiplied.
using HeatColour = std::array<std::uint8_t, 4>;
/// `share` 0 to 1. Without alpha: of a legend.
GHOSTLINE_MODEL_EXPORT HeatColour heatColour(double share, bool dark);
/// Where a value lies on the scale, 0 to 1.
GHOSTLINE_MODEL_EXPORT double heatShare(const HeatGrid& grid, const HeatLook& look, double value);

struct HeatPixels
{
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba; ///< row by row, from the north-west; not premultiplied
};

inline constexpr int MostHeatSide = 8192; ///< pixels

/// `side`: pixels of the longer side; 0 = one a cell. Empty where the grid is.
GHOSTLINE_MODEL_EXPORT HeatPixels heatPixels(const HeatGrid& grid, const HeatLook& look, int side = 0);

/// A mark of the legend.
struct HeatTick
{
    double share = 0.0; ///< 0 to 1 along the ramp
    double value = 0.0; ///< in HeatGrid::unit; a round number
    int decimals = 0;   ///< that it is written with
};
/// Round numbers that stand apart, ascending; none where there is nothing.
GHOSTLINE_MODEL_EXPORT std::vector<HeatTick> heatTicks(const HeatGrid& grid, const HeatLook& look);

} // namespace ghostline::model
