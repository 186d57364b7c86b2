// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Texts of a chunk as numbers of the recording's table.
#include "codecs/recording/format/event.h"
#include "model/base/string_table.h"

#include <array>

namespace ghostline::recording {

class SegmentTexts
{
public:
    /// `table`: null = nothing is found. It must outlive this.
    explicit SegmentTexts(const model::StringTable* table) : m_table(table) {}

    /// Empty for what is not in the table.
    model::StringId find(std::string_view text) const;
    /// What an item is called. Its bytes must outlive this.
    model::StringId item(NbtView nbt);

private:
    const model::StringTable* m_table;
    /// Snapshots describe the same few items again and again: by hash of their bytes.
    std::array<std::pair<std::string_view, model::StringId>, 64> m_items{};
};

} // namespace ghostline::recording
