// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What several parts of reading a run need to know about single events.
#include "codecs/recording/format/chunk.h"

#include "model/base/text.h"

namespace ghostline::recording {

/// For people: one line, whatever the recording put into it.
QString lineOf(QString text);
/// "minecraft:stray", "entity #128".
QString entityTypeText(const Kind& type);
/// CustomName of an EntityMeta; empty where there is none.
QString customName(NbtView nbt);
/// The number an event is about; -1 where it is about none.
std::int32_t entityOf(const Event& event);

/// How many events at the start of a tick only describe anew what is there (H4, H5). `first` was fetched
/// from `reader`, which stands behind it and is left as it is. `flagged`: the tick opens a chunk that starts
/// with a snapshot; in other ticks only what is built exactly like a snapshot counts as one, which merged
/// chunks hold in mid-stream.
std::int32_t restatedEvents(const Event& first, const ChunkReader& reader, bool flagged);

/// "tick 7", "ticks 7 to 9".
QString ticksText(std::int64_t first, std::int64_t last);

/// "ender_pearl x4", "elytra (damage 12)"; empty for nothing, air, or what cannot be read.
QString itemText(NbtView nbt);

} // namespace ghostline::recording
