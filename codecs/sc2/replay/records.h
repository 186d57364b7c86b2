// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The members of a replay as streams of records, under the names of the files themselves; for `dump`.
#include "codecs/sc2/game/replay_data.h"

#include <stop_token>

namespace ghostline::sc2 {

/// What records are read from. Everything outlives the call.
struct RecordSource
{
    const MpqArchive& archive;
    const ReplayData& data;
};

model::Result<std::vector<model::StreamInfo>> listStreams(const RecordSource& source, std::stop_token stop);
/// NotFound names the streams there are.
model::Result<void> readStream(const RecordSource& source, const QString& stream,
                               const model::RecordSink& sink, std::stop_token stop);

/// Everything a member's name is used for: decompresses what this codec reads, one after the other.
model::Result<std::uint64_t> unpackAll(const MpqArchive& archive, std::stop_token stop);

} // namespace ghostline::sc2
