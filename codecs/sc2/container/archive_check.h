// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether every member of an archive still is what was packed, those that nobody reads included.
#include "codecs/sc2/container/mpq_archive.h"
#include "model/base/diagnostic.h"

#include <stop_token>

namespace ghostline::sc2 {

/// Two verdicts: whether the members can be unpacked, and whether they have the checksums that the archive
/// keeps of them. None of an archive that has no members.
std::vector<model::Verdict> checkMembers(const MpqArchive& archive, const std::stop_token& stop);

} // namespace ghostline::sc2
