// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a drawing has before it is drawn: colour, width, where it is pinned, how long it is seen.
#include "model/board/drawing.h"

#include <array>
#include <optional>
#include <utility>

namespace ghostline::app {

enum class BoardSpan : std::uint8_t { Moment, Short, Medium, Long, Loop, ToEnd };
inline constexpr int BoardSpans = 6;

inline constexpr std::array<std::uint32_t, 6> BoardColours{0xFFFF'C857U, 0xFFFF'5A3CU, 0xFF4F'B3FFU,
                                                           0xFF3D'DC97U, 0xFFFF'FFFFU, 0xFF10'1418U};
inline constexpr std::array<double, 3> BoardWidths{2.0, 4.0, 8.0}; ///< as Drawing::width

struct BoardStyle
{
    std::uint32_t colour = BoardColours[0];
    double width = BoardWidths[1];
    model::DrawingPin pin = model::DrawingPin::Ground;
    BoardSpan span = BoardSpan::Medium;

    friend bool operator==(const BoardStyle&, const BoardStyle&) = default;
};

/// What is known of the time when something is drawn.
struct BoardClock
{
    model::Micros now{};
    model::Micros end{}; ///< of the recording
    std::optional<std::pair<model::Micros, model::Micros>> loop{};
};

/// Gives a drawing its range: it has come in full when it is drawn. A loop that is not there, or that this
/// moment does not lie in, counts as Medium.
void setRange(model::Drawing& drawing, BoardSpan span, const BoardClock& clock);

} // namespace ghostline::app
