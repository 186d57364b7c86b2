// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One frame of a .butter file as JSON, under the names its layout has.
#include "codecs/echo/butter/butter_frame.h"

#include <QJsonObject>

namespace ghostline::echo::butter {

/// Values are decoded; what the frame left out is as carried. `number` of the frame in `block`.
QJsonObject frameRecord(const Header& header, const MatchNames& names, const FrameBlock& block,
                        std::size_t number, std::size_t chunk, const FrameTrace& trace);

} // namespace ghostline::echo::butter
