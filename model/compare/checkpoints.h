// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether two runs took the same checkpoints, and which of one belongs to which of the other. An id may be
// taken several times (laps): what counts is which, and how often.
#include "model/compare/run_track.h"

#include <optional>
#include <vector>

namespace ghostline::model {

using Checkpoints = std::vector<CheckpointTaken>;

/// At k, for each k up to the shorter one's count: whether the first k of both are the same, in whatever
/// order.
std::vector<bool> sameAfter(const Checkpoints& a, const Checkpoints& b);

/// For each of B the one of A with its id that A took for the same time (first, second ...), if any.
std::vector<std::optional<std::size_t>> matchesIn(const Checkpoints& a, const Checkpoints& b);

struct CheckpointPair
{
    std::size_t a = 0;
    std::size_t b = 0;
};

/// The longest sequence of checkpoints that both took in the same order, early ones first where there are
/// several. Only the common beginning where the rest is too long to compare (some thousand differing ones).
std::vector<CheckpointPair> commonCheckpoints(const Checkpoints& a, const Checkpoints& b);

} // namespace ghostline::model
