// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/string_table.h"

namespace ghostline::model {

StringTable::StringTable()
{
    m_texts.emplace_back();
    m_ids.insert(QString(), StringId::Empty);
}

StringId StringTable::intern(const QString& text)
{
    const auto found = m_ids.constFind(text);
    if (found != m_ids.cend())
        return *found;
    const auto id = static_cast<StringId>(m_texts.size());
    m_texts.push_back(text);
    m_ids.insert(text, id);
    return id;
}

const QString& StringTable::text(StringId id) const
{
    const auto i = static_cast<std::size_t>(id);
    return i < m_texts.size() ? m_texts[i] : m_texts.front();
}

} // namespace ghostline::model
