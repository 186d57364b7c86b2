// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two states of a run held against each other: the one that playing gives, and the one that a snapshot tells.
#include "codecs/recording/format/rewrite_ticks.h"
#include "codecs/recording/state/world.h"

namespace ghostline::recording {

enum class Closeness {
    Described, ///< what both say, places aside
    Placed,    ///< also where everybody is and looks, as near as the format can tell
    Exact      ///< also who has no place, velocities and held slots
};

/// What the two do not agree on; empty when they are the same.
QString stateDiffers(const World& played, const World& told, Closeness closeness);
/// S1: a snapshot tells the run's time in whole milliseconds, which may be a tick off at an odd rate.
QString runDiffers(const Run& played, const Run& told, int tickRate);

/// What the state becomes before the first event of a chunk that has a snapshot. False: it cannot be read.
bool enterSnapshot(World& world, const ChunkEntry& entry, const ChunkParts& parts, Profile layout,
                   int tickRate);
/// What would change for a reader who plays from `before` through the chunk's ticks without its snapshot
/// (S1), or takes the snapshot for ordinary events (H4, H5); empty when nothing would.
QString snapshotMatters(const World& before, const ChunkEntry& entry, const ChunkParts& parts, Profile layout,
                        int tickRate);

/// The state of a reader who gets chunks that are being joined.
class JoinedState
{
public:
    JoinedState(Profile file, int tickRate) : m_file(file), m_tickRate(tickRate) {}
    /// Why the chunk must begin a frame, so that its snapshot counts; empty when it need not.
    QString mustBegin(const ChunkEntry& entry, const ChunkParts& parts) const;
    /// Plays the chunk, as the beginning of a frame or behind the one before.
    void play(const ChunkEntry& entry, const ChunkParts& parts, bool begins);
    /// A chunk could not be played.
    void lose() { m_known = false; }

private:
    Profile m_file;
    int m_tickRate;
    World m_world;
    bool m_known = false; ///< since a snapshot nothing was lost
    std::vector<Item> m_items;
};

} // namespace ghostline::recording
