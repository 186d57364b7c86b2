// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One loop in the game's own terms: tags, map cells, the tracker's spelling.
#include "codecs/sc2/game/replay_data.h"

#include <QJsonObject>

namespace ghostline::sc2 {

QJsonObject nativeLoop(const ReplayData& data, std::uint32_t loop);

} // namespace ghostline::sc2
