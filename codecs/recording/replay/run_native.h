// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One tick in the recording's own words, and the checks a recording allows.
#include "codecs/recording/replay/run_walk.h"
#include "model/replay/replay_source.h"

namespace ghostline::recording {

model::Result<QJsonObject> runNativeState(const RunIndex& run, model::FrameNumber tick, std::stop_token stop);

/// Chunks, checksums, ticks, counts of the header, and each snapshot against what playing up to it gives.
std::vector<model::Verdict> verifyRun(const RunIndex& run, const model::Progress& progress,
                                      std::stop_token stop);

} // namespace ghostline::recording
