// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Block kinds and map sections that all segments of a recording share. Equal sections are one object, so that
// whoever draws them sees by the address what is new.
#include "codecs/recording/format/event.h"
#include "model/world/grid_layer.h"

namespace ghostline::recording {

class BlockEditor;

/// Thread-safe; kinds only grow; sections are forgotten when nobody holds them.
class BlockPool
{
public:
    BlockPool();
    ~BlockPool();
    struct KnownKind
    {
        std::uint16_t index = 0; ///< in kinds(); the last one stands for "too many"
        std::string_view name;   ///< valid as long as the pool; empty where none was kept
    };
    /// How it looks: worlds/block_kinds.h.
    KnownKind kind(const Kind& block);
    static constexpr std::uint16_t Air = 0; ///< all that leaves its cell empty; its form is Nothing
    std::shared_ptr<const std::vector<model::GridKind>> kinds() const;
    /// Copied only where nobody holds the same.
    std::shared_ptr<const model::GridSection> section(const model::GridSection& content);

    /// An editor without blocks. One that comes back keeps its room and the kinds it has met for the next
    /// chunk; none outlives the pool.
    std::unique_ptr<BlockEditor> takeEditor();
    void giveBack(std::unique_ptr<BlockEditor> editor);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::recording
