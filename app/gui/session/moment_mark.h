// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A moment of the recording that somebody has worked out and that others mark, too.
#include "model/time/time_axis.h"

#include <QString>

namespace ghostline::app {

struct MomentMark
{
    model::Micros from{};
    model::Micros to{};
    model::FrameNumber frame = 0; ///< where it is at its height
    QString text{};               ///< one line for people, in the window's language
    QString detail{};             ///< further lines

    friend bool operator==(const MomentMark&, const MomentMark&) = default;
};

} // namespace ghostline::app
