// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is known of a run at one revision: the model's index, and per chunk what its own bytes do not say.
#include "codecs/recording/file/recording_file.h"
#include "codecs/recording/state/lives.h"
#include "model/replay/replay_index.h"
#include "model/world/scene_description.h"

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

/// A stretch of the recording that is one keyframe: a chunk, or ticks that no chunk of the index holds.
struct RunChunk
{
    ChunkEntry entry;
    int number = -1;         ///< of the chunk in the file; -1: there is none
    std::uint64_t place = 0; ///< byte where it begins; in segments as if they lay one behind the other
};

/// Immutable. Chunk i is keyframe i, as long as the index of the file leaves no tick out.
struct RunIndex
{
    std::shared_ptr<const model::ReplayIndex> revision;
    std::shared_ptr<const RecordingFile> file;
    std::shared_ptr<const std::vector<RunChunk>> chunks; ///< by keyframe
    /// Keyframes that show nothing but what was before: the chunk, or one it builds on, is lost.
    std::shared_ptr<const std::vector<bool>> lost;
    std::optional<double> ground;     ///< lowest place of the player's so far, metres
    std::vector<model::Bounds> track; ///< where the player has been so far, as RunExtent::boxes()
    std::shared_ptr<const std::vector<glm::ivec3>> edited; ///< sections so far, as RunExtent::edited()
    /// One per chunk that the background pass has come to, from the first on; fewer than chunks before it
    /// is through.
    std::vector<std::shared_ptr<const ChunkStart>> starts;
};

} // namespace ghostline::recording
