// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Joins what details, lobby, attributes, metadata and (in the beta) replay.info say of the same people.
#include "codecs/sc2/container/head_parts.h"

namespace ghostline::sc2 {

/// Fills participants and observers from the parts that have been read.
void joinParticipants(ReplayHead& head);

} // namespace ghostline::sc2
