// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When somebody could make nothing more for want of supply.
#include "codecs/sc2/events/event_writer.h"

namespace ghostline::sc2 {

/// From the reports every ten seconds; a block that ends between two of them ends where supply was finished
/// meanwhile. At 200 made there is nothing to wait for.
std::vector<LoopSpan> findSupplyBlocks(const EventWriter& writer, std::size_t participant);
void writeSupplyBlocks(EventWriter& writer, std::size_t participant, std::span<const LoopSpan> blocks);

} // namespace ghostline::sc2
