// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What rewriting does to the NBT compound behind the header. What it does not know stays as it is.
#include "codecs/recording/format/header.h"
#include "codecs/recording/format/metadata.h"
#include "codecs/recording/format/salvaged_gaps.h"
#include "model/base/diagnostic.h"

#include <QJsonObject>

namespace ghostline::recording {

/// Lays `more` over the tree. "flags": reviews and accusations go to hc:flags, an entry of the same check at
/// the same tick is amended; "bookmarks" go to hc:bookmarks, one with "removed" takes the one of its "id"
/// out; any other key is taken as it is, known hc: keys in the kinds that the format gives them.
/// InvalidArgument for keys that say how the recording itself is to be read.
model::Result<io::NbtCompound> mergeMetadata(io::NbtCompound tree, const QJsonObject& more);

/// S1: data versions are kept beside the chunks. Leaves a tree alone that never had any.
void setChunkVersions(io::NbtCompound& tree, const std::vector<ChunkEntry>& chunks);

/// Ticks [first, end) only, rebased to 0: markers, flags, bookmarks, lost spans, the ring's origin.
void cutMetadata(io::NbtCompound& tree, std::int32_t first, std::int32_t end);

} // namespace ghostline::recording
