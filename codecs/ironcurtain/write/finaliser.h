// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A sectioned file made of any readable one: what a recorder does at the end, what repair and convert use.
#include "codecs/ironcurtain/container/replay_file.h"
#include "model/base/diagnostic.h"

#include <QJsonObject>

namespace ghostline::ironcurtain {

struct FinaliseRequest
{
    QString path;
    DeltaMode deltas = DeltaMode::Unknown; ///< as in the source
    std::function<bool(double)> progress;
    QJsonObject metadata; ///< keys laid over the source's
};

/// Writes to a temporary file that is fsynced and renamed. Keyframes are re-encoded only where `deltas` asks
/// for another mode or where their baseline is lost; signatures go over as they are. Returns what was left
/// behind. Blocks.
model::Result<model::DiagnosticList> finalise(const ReplayFile& source, const FinaliseRequest& request,
                                              const std::stop_token& stop);

} // namespace ghostline::ironcurtain
