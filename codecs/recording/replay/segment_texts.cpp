// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/segment_texts.h"

#include "codecs/recording/format/run_texts.h"
#include "model/base/text.h"

namespace ghostline::recording {

using model::StringId;

StringId SegmentTexts::find(std::string_view text) const
{
    return m_table == nullptr || text.empty() ? StringId::Empty : m_table->find(model::textOf(text));
}

StringId SegmentTexts::item(NbtView nbt)
{
    constexpr std::size_t EmptyCompound = 2;
    if (m_table == nullptr || nbt.size() <= EmptyCompound)
        return StringId::Empty;
    const std::string_view bytes(reinterpret_cast<const char*>(nbt.data()), nbt.size());
    auto& [known, text] = m_items[std::hash<std::string_view>{}(bytes) % m_items.size()];
    if (known != bytes) {
        known = bytes;
        const QString words = itemText(nbt);
        text = words.isEmpty() ? StringId::Empty : m_table->find(words);
    }
    return text;
}

} // namespace ghostline::recording
