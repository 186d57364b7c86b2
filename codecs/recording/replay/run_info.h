// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is said of a recording as a whole: version, map, clocks, and the tree shown under Info.
#include "codecs/recording/replay/run_index.h"

namespace ghostline::recording {

/// "1 (draft)", "4", "5".
QString versionText(Profile profile);
/// Header fields, the metadata as it is, versions per chunk, dictionary, checksums, segments.
QJsonObject runMetadata(const RecordingFile& file);
/// Everything but cast, strings and clocks.
model::ReplayInfo runInfo(const RecordingFile& file);
/// Of the first `known` chunks all is known. `generation`: how often the recording was begun anew, so that
/// nothing of the one before is taken for it.
model::KeyframeIndex runKeyframes(const std::vector<RunChunk>& chunks, std::size_t known,
                                  std::uint32_t generation = 0);

} // namespace ghostline::recording
