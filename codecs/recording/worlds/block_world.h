// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Blocks of a world while its file is being read, whatever the format; made into surroundings at the end.
#include "codecs/recording/worlds/block_kinds.h"
#include "model/base/error.h"
#include "model/world/scene_description.h"

#include <functional>
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
    /// The same, told by somebody whose own zero lies at `origin`.
    WorldScope seenFrom(const glm::dvec3& origin) const;
};

class BlockWorld
{
public:
    static constexpr std::uint16_t Air = 0xFFFF;
    static constexpr std::size_t SectionCells = 4096;
    using SectionKinds = std::span<const std::uint16_t, SectionCells>;

    explicit BlockWorld(WorldScope scope);
    ~BlockWorld();

    const WorldScope& scope() const;
    /// Where block (0, 0, 0) lies in the world of the recording. To be said before the first section: the
    /// scope is told in the world's own places from then on.
    void setOrigin(const glm::dvec3& origin);
    /// The number of a block state, Air for air; the same for the same text. LimitExceeded when there are
    /// more than a world may have, Damaged for a text that is no name.
    model::Result<std::uint16_t> kindOf(std::string_view state);
    /// One section, 16 x 16 x 16, index x + 16 z + 256 y. One that comes again takes the place of the first;
    /// with `over`, its Air leaves what is there. LimitExceeded when the world has more blocks than are kept.
    model::Result<void> addSection(const glm::ivec3& at, SectionKinds kinds, bool over = false);
    /// Takes a section out again.
    void removeSection(const glm::ivec3& at);
    /// Said in the scene's note, for people: "3 chunks could not be read: ...". The same is said once.
    void note(const QString& text);
    /// Something that the world names, by its place in the world's own terms. Outside the scope it is
    /// dropped.
    void label(const glm::dvec3& position, const QString& text);
    /// Blocks so far, Air not counted.
    std::size_t blockCount() const;
    /// Block states by number, as given to kindOf(), normalised. For tests and messages.
    const std::vector<std::string>& states() const;
    /// All sections so far, in grid order, before anything is left out. For tests.
    void forEachSection(const std::function<void(const glm::ivec3&, SectionKinds)>& visit) const;
    /// The surroundings: one layer "surroundings", sorted, without what is not drawn and cells that nobody
    /// can see (six opaque neighbours) but in edited sections and those beside them. `name` is the file's.
    /// Blocks are handed over on the way: the world is empty afterwards.
    model::SceneDescription finish(const QString& name);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::recording
