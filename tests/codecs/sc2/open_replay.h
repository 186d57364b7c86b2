// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Opening a replay and asking for its one segment in a test.
#include "codecs/sc2/sc2_codec.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/sc2/expected.h"

namespace ghostline::test {

using namespace ghostline::sc2;
using model::WorldState;

using Source = std::unique_ptr<model::ReplaySource>;

model::Result<Source> openBytes(std::vector<std::byte> bytes, const model::Options& options = {});
Source openReplay(const QString& replay, const model::Options& options = {});
std::shared_ptr<const model::Segment> segmentOf(const model::ReplaySource& source);
bool finite(const WorldState& state);

} // namespace ghostline::test
