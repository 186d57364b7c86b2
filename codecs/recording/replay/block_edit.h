// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Blocks while a chunk is being decoded: edits are gathered, and made into a layer at the end of a tick.
#include "codecs/recording/format/chunk.h"
#include "codecs/recording/replay/block_pool.h"
#include "codecs/recording/replay/run_tracks.h"
#include "codecs/recording/state/block_map.h"

namespace ghostline::recording {

class BlockEditor
{
public:
    explicit BlockEditor(BlockPool& pool) : m_pool(pool), m_newKinds{} {}

    /// As if it were new, but for its room and the kinds it knows.
    void reset();
    /// Both take the place of what is there.
    void load(const std::vector<EditedSection>& sections);
    void load(const Snapshot& snapshot);
    void set(const SetBlock& event);
    /// The kind of a name that came up lately; the name's bytes need not have been checked.
    std::optional<std::uint16_t> recentKind(std::string_view name) const
    {
        const auto& recent = m_recentKinds[nameSlot(name)];
        return !recent.first.empty() && name == recent.first ? std::optional(recent.second) : std::nullopt;
    }
    void set(std::int64_t position, std::uint16_t kind);
    void clear();
    bool changed() const { return m_changed; }
    /// The layer as it is now. It shares with the one before every section in which nothing changed.
    /// `must`: also where a layer for so few changes would cost more than they do (see LayerBudget).
    std::optional<BlocksKey> publish(bool must);
    /// Hands the sections over; what was published shares one list of kinds.
    std::vector<EditedSection> finish();

private:
    static constexpr std::int64_t NoKey = -1;
    static constexpr std::size_t Places = 4096; ///< of a section
    static constexpr std::size_t WordBits = 64;

    struct Edit
    {
        std::uint32_t section = 0;
        model::GridCell cell;
    };
    /// A section looked up before.
    struct Near
    {
        std::int64_t key = NoKey;
        std::uint32_t section = 0;
    };

    std::uint16_t kindOf(const Kind& block);
    bool goTo(std::int64_t key);
    void settle();
    void settle(EditedSection& section, std::span<const model::GridCell> edits);
    void merge(const EditedSection& section);
    void fill();
    void replace(const EditedSection& section);
    void showAll();

    BlockPool& m_pool;
    std::vector<EditedSection> m_sections;
    BlockMap m_index;                    ///< section by its place
    std::array<Near, 64> m_near;         ///< the same for those that came up last
    std::vector<Edit> m_edits;           ///< since the last layer, in the order they came
    std::vector<std::uint32_t> m_counts; ///< of them by section
    std::vector<std::uint32_t> m_dirty;  ///< sections that have some
    std::vector<std::shared_ptr<const model::GridSection>> m_shown; ///< sorted by gridOrder()
    std::vector<std::shared_ptr<model::GridLayer>> m_layers;
    std::unordered_map<std::int32_t, std::uint16_t> m_kindByNumber;
    /// By nameSlot(), as it came up last; the texts are the pool's.
    std::array<std::pair<std::string_view, std::uint16_t>, NameSlots> m_recentKinds{};
    std::int64_t m_lastKey = NoKey;
    std::uint32_t m_lastSection = 0;
    std::int64_t m_edited = 0;
    // Room for one section at a time.
    std::vector<model::GridCell> m_bySection;
    std::array<std::uint16_t, Places> m_newKinds;
    std::array<std::uint64_t, Places / WordBits> m_touched{}; ///< places set anew, a bit each
    model::GridSection m_next;
    std::size_t m_spent = 0; ///< section pointers in all layers
    bool m_changed = false;
};

} // namespace ghostline::recording
