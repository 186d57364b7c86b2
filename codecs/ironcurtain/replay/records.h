// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The raw records under the design's own names, for `dump`.
#include "codecs/ironcurtain/container/replay_file.h"
#include "codecs/ironcurtain/units/kinds.h"
#include "model/replay/replay_source.h"

namespace ghostline::ironcurtain {

/// "header", "metadata", "keyframes", "events", "orders", "voice", "signatures": those the file has.
model::Result<std::vector<model::StreamInfo>> recordStreams(const ReplayFile& file,
                                                            const std::stop_token& stop);
model::Result<void> readRecords(const ReplayFile& file, const Kinds& kinds, const QString& stream,
                                const model::RecordSink& sink, const std::stop_token& stop);

} // namespace ghostline::ironcurtain
