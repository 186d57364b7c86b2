// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/board/board_style.h"

#include <algorithm>

namespace ghostline::app {

namespace {

using model::Micros;

constexpr Micros Fade{300'000};
constexpr Micros Around{500'000}; ///< before and after a moment

constexpr Micros lengthOf(BoardSpan span)
{
    switch (span) {
    case BoardSpan::Short:
        return Micros{3'000'000};
    case BoardSpan::Long:
        return Micros{10'000'000};
    default:
        return Micros{5'000'000};
    }
}

} // namespace

void setRange(model::Drawing& drawing, BoardSpan span, const BoardClock& clock)
{
    if (span == BoardSpan::Loop && clock.loop && clock.loop->first <= clock.now &&
        clock.now <= clock.loop->second && clock.loop->first < clock.loop->second) {
        drawing.from = clock.loop->first;
        drawing.to = clock.loop->second;
        drawing.fade = Micros{0}; // a loop has neither a beginning nor an end
        return;
    }
    // At the start of a recording there is no time to come in.
    drawing.fade = std::min(Fade, clock.now);
    drawing.from = clock.now - drawing.fade;
    switch (span) {
    case BoardSpan::Moment:
        drawing.from = std::max(Micros{0}, drawing.from - Around);
        drawing.to = clock.now + Around + drawing.fade;
        break;
    case BoardSpan::ToEnd:
        drawing.to = std::max(clock.end, clock.now) + drawing.fade; // still there in the last frame
        break;
    default:
        drawing.to = clock.now + lengthOf(span);
        break;
    }
}

} // namespace ghostline::app
