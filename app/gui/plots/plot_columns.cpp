// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_columns.h"

namespace ghostline::app {

namespace {

// In lines of text, 17 pixels each at 10 points and 96 dots per inch.
constexpr int NarrowestColumn = 25;
constexpr int VoidColumn = 48; // curves that are stretched further say no more
constexpr int LowestField = 5;

} // namespace

int plotColumns(std::size_t fields, const QSize& room, int line)
{
    if (fields < 2 || room.width() < 2 * NarrowestColumn * line)
        return 1;
    const bool wide = room.width() >= 2 * VoidColumn * line;
    const bool low = room.height() < static_cast<int>(fields) * LowestField * line;
    return wide || low ? 2 : 1;
}

} // namespace ghostline::app
