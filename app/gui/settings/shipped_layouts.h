// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The arrangements that come with the program, one for each of those who use it.
#include <QStringList>

#include <array>
#include <span>

namespace ghostline::app {

/// What has the most room at the right.
enum class LayoutFocus { Match, Review, Race };

struct ShippedLayout
{
    const char* verb;                    ///< of the action table
    std::span<const char* const> shown;  ///< docks, besides those that stand there at first
    std::span<const char* const> hidden; ///< docks that make room
    std::span<const char* const> raised; ///< before the others of their tabs
    LayoutFocus focus;
    const char* lower; ///< the dock above the timeline
    int sidePercent;   ///< of the window: width of the right side
    int lowerPercent;  ///< of the window: height of that dock
};

std::span<const ShippedLayout> shippedLayouts();

} // namespace ghostline::app
