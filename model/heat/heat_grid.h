// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers by place: a rectangle of the ground in square cells. World space: x grows east, z grows south.
#include "model/base/error.h"
#include "model/base/export.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ghostline::model {

/// Where a grid lies. Row 0 is the northmost, column 0 the westmost, as on a map.
struct HeatLayout
{
    double x = 0.0;    ///< metres: the west edge
    double z = 0.0;    ///< metres: the north edge
    double cell = 1.0; ///< metres: the side of a cell
    int columns = 0;
    int rows = 0;

    std::size_t cells() const { return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows); }
    bool empty() const { return columns <= 0 || rows <= 0; }
    double endX() const { return x + cell * columns; }
    double endZ() const { return z + cell * rows; }
    double centreX(int column) const { return x + cell * (column + 0.5); }
    double centreZ(int row) const { return z + cell * (row + 0.5); }
    friend bool operator==(const HeatLayout&, const HeatLayout&) = default;
};

/// More cells than this are never made: they become larger instead.
inline constexpr std::size_t MostHeatCells = std::size_t{1} << 20;

struct HeatGrid
{
    HeatLayout layout;
    std::vector<float> values;  ///< row by row
    std::vector<float> weights; ///< only of a mean: the seconds that each value is a mean of
    QString name;               ///< what it shows, for people ("Positions")
    QString unit;               ///< of a value: "s", "" for a count
    double total = 0.0;         ///< the sum of all values; of a mean: the mean over everything
    double most = 0.0;          ///< the largest value
    double least = 0.0;         ///< the smallest where there is any
    std::int64_t samples = 0;   ///< that were counted
    std::int64_t outside = 0;   ///< that lay beyond the edges or nowhere
    int recordings = 1;         ///< laid over one another
    QString map;                ///< ReplayInfo::map of the first
    bool coarser = false;       ///< cells are larger than what was asked for

    bool empty() const { return samples == 0; }
    bool isMean() const { return !weights.empty(); }
    float at(int column, int row) const
    {
        return values[static_cast<std::size_t>(row) * static_cast<std::size_t>(layout.columns) +
                      static_cast<std::size_t>(column)];
    }
    /// Whether anything is known of a cell: of a mean zero is a value like any other.
    bool known(std::size_t cell) const
    {
        return weights.empty() ? values[cell] != 0.0F : weights[cell] > 0.0F;
    }

    /// Lays another recording's over it, cell by cell; a mean is weighed by time. InvalidArgument unless both
    /// have the same layout and unit.
    GHOSTLINE_MODEL_EXPORT Result<void> add(const HeatGrid& other);
    /// total, most and least anew from the cells.
    GHOSTLINE_MODEL_EXPORT void sumUp();
};

/// Spreads each cell over its neighbours by a Gaussian, `sigma` in cells. What would leave at an edge comes
/// back from it, so that the sum stays what it was.
GHOSTLINE_MODEL_EXPORT void smoothCells(std::vector<double>& cells, int columns, int rows, double sigma);

} // namespace ghostline::model
