// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the metadata of a repaired recording says was lost, and adding to lists of NBT compounds.
#include "codecs/io/nbt.h"

#include <QString>

#include <vector>

namespace ghostline::recording {

/// The list of compounds under this name; an empty one is put there when there is none.
io::NbtList& listAt(io::NbtCompound& tree, const QString& key);
void append(io::NbtList& list, io::NbtCompound entry);

/// hc:salvaged: ticks that hold nothing because nothing could be read, and why.
struct SalvagedGap
{
    std::int32_t tick = 0;
    std::int32_t endTick = 0; ///< the last of them, as in hc:flags
    QString reason;
};
void addGaps(io::NbtCompound& tree, const std::vector<SalvagedGap>& gaps);
std::vector<SalvagedGap> readGaps(const io::NbtCompound& tree);

} // namespace ghostline::recording
