// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// In how many columns the fields of the Plots dock stand. No widgets.
#include <QSize>

#include <cstddef>

namespace ghostline::app {

/// `room`: of the dock, pixels; `line`: height of a line of text, by which everything is measured. One column
/// shares its axis with the timeline to the pixel, so there are two only where one would be a void: in a
/// dock that is very wide, or where fields below each other would be too low to read.
int plotColumns(std::size_t fields, const QSize& room, int line);

} // namespace ghostline::app
