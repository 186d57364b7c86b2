// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Merges recorded and computed events into one table.
#include "model/base/export.h"
#include "model/replay/event.h"

namespace ghostline::model {

/// Events of one frame: the recorded ones first. A worked out kind never joins a recorded one, even where
/// both bear the same id. Kinds keep the places they have in `before` (may be null), an earlier result of
/// this, so that whoever remembers an index of a kind still means the same.
GHOSTLINE_MODEL_EXPORT std::shared_ptr<const EventTable>
mergeEvents(const EventTable& recorded, const EventTable& workedOut, const EventTable* before);

} // namespace ghostline::model
