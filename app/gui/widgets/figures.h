// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Fonts and texts for times and numbers that change in place.
#include "model/replay/replay_info.h"
#include "model/time/time_axis.h"

#include <QFont>

namespace ghostline::app {

/// The small size (lane names, ticks, legends): about 5/6 of `base`, at least 8 pt.
QFont smallFont(const QFont& base);

/// `#25 800`: digits in groups of three, thin spaces between them.
QString frameText(model::FrameNumber frame);
QString groupedNumber(std::int64_t number);
/// `1x`, `-0.25x`, `0.013x` with a multiplication sign.
QString rateText(double rate);

/// The clocks a time can be read on. Elapsed and frame always exist, wall only when the recording says when.
enum class ClockKind { Elapsed, Frame, Wall, Named };
struct ClockChoice
{
    ClockKind kind = ClockKind::Elapsed;
    int named = -1; ///< index into ReplayInfo::clocks
    friend bool operator==(const ClockChoice&, const ClockChoice&) = default;
};
std::vector<ClockChoice> clocksOf(const model::ReplayInfo& info);
/// What the unit button says: `time`, `frame`, `UTC`, or the clock's own name.
QString clockTitle(const ClockChoice& clock, const model::ReplayInfo& info);
QString clockText(const ClockChoice& clock, const model::ReplayInfo& info, const model::TimeAxis& axis,
                  model::FrameTime at);

} // namespace ghostline::app
