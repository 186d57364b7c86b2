// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One revision of a replay, made of what has been decoded so far.
#include "codecs/sc2/replay/load.h"
#include "codecs/sc2/replay/segment.h"

namespace ghostline::sc2 {

/// A revision with everything that belongs to it; immutable.
struct Snapshot
{
    std::shared_ptr<const model::ReplayIndex> revision;
    std::shared_ptr<const ReplayData> data;
    std::shared_ptr<const UnitKinds> kinds;
    std::shared_ptr<const model::Segment> segment;
};

/// `bytes`: size of the file. `before`: the revision before, null for the first; what it said went wrong is
/// said again.
std::shared_ptr<const Snapshot> makeSnapshot(const MpqArchive& archive, std::uint64_t bytes,
                                             model::Revision number, const WholeReplay& replay,
                                             const Snapshot* before, const LoadReport& loadReport);

} // namespace ghostline::sc2
