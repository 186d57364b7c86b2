// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Blocks while a chunk is being decoded: edits are gathered, and made into a layer at the end of a tick.
#include "codecs/recording/run_tracks.h"

namespace ghostline::recording {

class BlockEditor
{
public:
    explicit BlockEditor(std::shared_ptr<BlockPool> pool) : m_pool(std::move(pool)) {}

    void load(const std::vector<EditedSection>& sections);
    void set(const SetBlock& event);
    void clear();
    bool changed() const { return m_changed; }
    /// The layer as it is now. It shares with the one before every section in which nothing changed.
    /// `must`: also where a layer for so few changes would cost more than they do (see LayerBudget).
    std::optional<BlocksKey> publish(bool must);
    /// Hands the sections over; what was published shares one list of kinds.
    std::vector<EditedSection> finish();

private:
    static constexpr std::uint64_t NoKey = ~std::uint64_t{0};

    std::uint16_t kindOf(const Kind& block);
    EditedSection& sectionAt(const glm::ivec3& at);
    void settle(EditedSection& section);
    void replace(const EditedSection& section);

    std::shared_ptr<BlockPool> m_pool;
    std::vector<EditedSection> m_sections;
    std::unordered_map<std::uint64_t, std::uint32_t> m_index; ///< by place of the section
    std::vector<std::uint32_t> m_dirty;
    std::vector<std::shared_ptr<const model::GridSection>> m_shown; ///< sorted by gridOrder()
    std::vector<std::shared_ptr<model::GridLayer>> m_layers;
    std::unordered_map<std::string, std::uint16_t, TextHash, std::equal_to<>> m_kindByName;
    std::unordered_map<std::int32_t, std::uint16_t> m_kindByNumber;
    std::string_view m_lastName;
    std::uint16_t m_lastKind = BlockPool::Air;
    std::uint64_t m_lastKey = NoKey;
    std::uint32_t m_lastSection = 0;
    std::int64_t m_edited = 0;
    std::size_t m_pending = 0;
    std::size_t m_spent = 0; ///< section pointers in all layers
    bool m_changed = false;
};

} // namespace ghostline::recording
