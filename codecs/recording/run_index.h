// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is known of a run at one revision: the model's index, and per chunk what its own bytes do not say.
#include "codecs/recording/lives.h"
#include "codecs/recording/recording_file.h"
#include "model/replay_index.h"

namespace ghostline::recording {

/// Where an actor is at the first tick of a chunk, so that the chunk before can move toward it.
struct HeadPlace
{
    model::ActorId actor = model::ActorId::None;
    glm::dvec3 position{0.0};
    float yaw = 0.0F;
    float pitch = 0.0F;
    bool jumped = false; ///< teleported on that tick: nothing moves toward it
};

/// What the background pass found at the start of a chunk; snapshots do not carry it.
struct ChunkStart
{
    Run run;
    Lives lives;
    std::vector<std::pair<std::int32_t, std::uint8_t>> heldSlots; ///< by entity number, ascending; known ones
    std::vector<HeadPlace> heads; ///< by actor, ascending; after the first tick
    bool broken = false;          ///< the chunk before could not be read: what depends on it is not known
};

/// Immutable. Chunk i is keyframe i.
struct RunIndex
{
    std::shared_ptr<const model::ReplayIndex> revision;
    std::shared_ptr<const RecordingFile> file;
    /// One per chunk that the background pass has come to, from the first on; fewer than chunks before it
    /// is through.
    std::vector<std::shared_ptr<const ChunkStart>> starts;
};

} // namespace ghostline::recording
