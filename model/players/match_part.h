// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A part of a recording as people name it: all of it, a round, a half, from here to there.
#include "model/base/error.h"
#include "model/base/export.h"
#include "model/replay/replay_index.h"

#include <vector>

namespace ghostline::model {

struct MatchPart
{
    QString word; ///< "whole", "round:2", "half:1", or "0:10..1:25" as it was typed
    FrameRange frames;
};

/// Those that can be chosen without typing: the whole, each round, both halves. Empty only without frames.
GHOSTLINE_MODEL_EXPORT std::vector<MatchPart> partsOf(const ReplayIndex& index);

/// Grammar: whole | round:N | half:1 | half:2 | [TIME]..[TIME], TIME as in parseTime() and an open end where
/// it is missing. Rounds count from 1 and are those that the scoreboard tells of; halves are those of the
/// recorded time. InvalidArgument where there is no such part.
GHOSTLINE_MODEL_EXPORT Result<MatchPart> partNamed(const QString& word, const ReplayIndex& index);

} // namespace ghostline::model
