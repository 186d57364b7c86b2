// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What no snapshot carries, at the start of each chunk, for whoever decodes that chunk alone.
#include "codecs/recording/replay/run_index.h"

#include <unordered_set>

namespace ghostline::recording {

/// One start after the other, none left out; when they would take more than MaxStartBytes no more are kept.
class ChunkStarts
{
public:
    /// A chunk begins. `broken`: the one before could not be read to its end.
    void begin(const World& world, const Lives& lives, bool broken);
    /// Heads are taken once for each chunk, after its first tick.
    bool wantsHeads() const { return !m_full && !m_headsTaken; }
    /// `moved`: entities that an AbsoluteMove has put where they are, in that tick.
    void takeHeads(const World& world, const Lives& lives, const std::unordered_set<std::int32_t>& moved);
    /// The same of a chunk that cannot be read: nobody knows how they came there.
    void takeHeadsAsJumped(const World& world, const Lives& lives);
    void keep();

    const std::vector<std::shared_ptr<const ChunkStart>>& all() const { return m_all; }
    bool full() const { return m_full; }

private:
    using Place = std::pair<model::ActorId, glm::dvec3>;

    std::shared_ptr<ChunkStart> m_start;
    bool m_headsTaken = false;
    std::vector<Place> m_placesBefore; ///< ascending
    std::vector<std::shared_ptr<const ChunkStart>> m_all;
    std::size_t m_bytes = 0;
    bool m_full = false;
};

} // namespace ghostline::recording
