// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The columns in which the fields of a plot stand, from left to right, then below. Pixels of the plot.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace ghostline::app {

struct FieldColumns
{
    int wanted = 1;         ///< no more than there are fields
    std::size_t fields = 0; ///< that stand in them
    int room = 100;         ///< width of the plot

    int count() const { return std::clamp(wanted, 1, std::max(1, static_cast<int>(fields))); }
    /// As the plotting library rounds it.
    int width() const { return static_cast<int>(std::lround(static_cast<double>(room) / count())); }
    int left(int column) const { return column * width(); }
    int of(std::size_t field) const { return static_cast<int>(field) % count(); }
    int at(double pixel) const
    {
        return std::clamp(static_cast<int>(std::floor(pixel / std::max(1, width()))), 0, count() - 1);
    }
    /// A place as if it lay in the first column.
    double within(double pixel) const { return pixel - left(at(pixel)); }
    /// The field below another in its column.
    std::optional<std::size_t> below(std::size_t field) const
    {
        const std::size_t next = field + static_cast<std::size_t>(count());
        return next < fields ? std::optional(next) : std::nullopt;
    }
    /// The lowest field of the column at a place.
    std::optional<std::size_t> lowestAt(double pixel) const
    {
        const int column = at(pixel);
        for (std::size_t i = fields; i-- > 0;) {
            if (of(i) == column)
                return i;
        }
        return std::nullopt;
    }
};

} // namespace ghostline::app
