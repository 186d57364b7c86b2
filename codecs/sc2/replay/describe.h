// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a replay says of itself before anything moves: the information tree, the clocks, the cast.
#include "codecs/sc2/replay/unit_kinds.h"
#include "model/replay/replay_info.h"
#include "model/time/time_axis.h"

namespace ghostline::sc2 {

/// One frame a loop, loop 0 and the last one included.
model::TimeAxis timeAxisOf(const ReplayData& data);

/// As much as the head alone tells, without people.
void describeHead(model::ReplayInfo& info, const ReplayData& data, std::uint64_t bytes);
/// Everything but what follows from derived events (events/line_up.h): that is filled in afterwards.
model::ReplayInfo describeReplay(const ReplayData& data, const UnitKinds& kinds, const MpqArchive& archive,
                                 std::uint64_t bytes);

/// Members of the archive that have been found, with their sizes.
QJsonObject archiveTree(const MpqArchive& archive);
QJsonObject headerTree(const ReplayHeader& header);
QJsonObject detailsTree(const Details& details);
QJsonObject lobbyTree(const InitData& lobby);
QJsonObject attributesTree(const Attributes& attributes);
QJsonObject betaTree(const BetaInfo& info);

} // namespace ghostline::sc2
