// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Makes an entry of what a codec tells of a recording, and of the notes beside it.
#include "library/entry/entry.h"
#include "model/replay/replay_index.h"
#include "model/sidecar/sidecar.h"

namespace ghostline::library {

/// What it is; everything else is left alone.
void describe(Entry& entry, const model::ReplayInfo& info);
/// What accuses somebody in it, and what people have noted beside it. `index` is complete.
void describeNotes(Entry& entry, const model::ReplayIndex& index, const model::Sidecar& notes);

} // namespace ghostline::library
