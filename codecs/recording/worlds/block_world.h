// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Blocks of a world while its file is being read, whatever the format; made into surroundings at the end.
#include "codecs/recording/worlds/block_kinds.h"
#include "model/base/error.h"
#include "model/world/scene_description.h"

#include <memory>
#include <span>

namespace ghostline::recording {

/// What of a world is wanted.
struct WorldScope
{
    /// Boxes of the recorded tracks with the radius round them; empty = all, as far as the caps allow.
    std::vector<model::Bounds> near;
    /// Sections (in sections) in which the recording edits blocks: kept whole, because an edit may open what
    /// was enclosed. Sorted by model::gridOrder().
    std::vector<glm::ivec3> edited;
    std::optional<glm::dvec3> at; ///< where a world without a place of its own goes

    /// Whether a column of sections (16 x 16 blocks) is wanted.
    bool wants(int sectionX, int sectionZ) const;
    bool isEdited(const glm::ivec3& section) const;
};

class BlockWorld
{
public:
    static constexpr std::uint16_t Air = 0xFFFF;
    static constexpr std::size_t SectionCells = 4096;

    explicit BlockWorld(WorldScope scope);
    ~BlockWorld();

    const WorldScope& scope() const;
    /// The number of a block state, Air for what is not drawn; the same for the same text. LimitExceeded when
    /// there are more than a world may have.
    model::Result<std::uint16_t> kindOf(std::string_view state);
    /// One section, 16 x 16 x 16, index x + 16 z + 256 y. One that comes again takes the place of the first;
    /// with `over`, its Air leaves what is there. LimitExceeded when the world has more blocks than are kept.
    model::Result<void> addSection(const glm::ivec3& at, std::span<const std::uint16_t, SectionCells> kinds,
                                   bool over = false);
    /// Said in the scene's note, for people: "3 chunks could not be read: ...".
    void note(const QString& text);
    /// Blocks so far, Air not counted.
    std::size_t blockCount() const;
    /// Block states by number, as given to kindOf(), normalised. For tests and messages.
    const std::vector<std::string>& states() const;
    /// The surroundings: one layer "surroundings", sorted, cells that nobody can see left out (six opaque
    /// neighbours) but in edited sections and those beside them. `name` is the file's.
    model::SceneDescription finish(const QString& name, const glm::dvec3& origin = glm::dvec3(0.0));

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::recording
