// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One frame under the names, axes and units of the game's session API.
#include "codecs/echo/frame/frame.h"

#include <QJsonObject>

namespace ghostline::echo {

/// Parts of it, for raw records too.
QJsonObject statsObject(const Stats& stats); ///< possession_time null where it is no number
QJsonObject stateObject(const PlayerFrame& player);
QJsonObject pauseObject(const Pause& pause);
QJsonObject scoreObject(const MatchNames& names, const LastScore& score);
QJsonObject nativeFrame(const MatchHeader& header, const MatchNames& names, const FrameBlock& block,
                        const Frame& frame);

} // namespace ghostline::echo
