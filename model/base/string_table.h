// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Strings stored once, named by a small number, so that a world state holds no QString.
#include "model/base/export.h"

#include <QHash>
#include <QString>

#include <cstdint>
#include <vector>

namespace ghostline::model {

enum class StringId : std::uint32_t { Empty = 0 };

/// Built by one thread, then shared read-only. Id 0 is the empty string.
class GHOSTLINE_MODEL_EXPORT StringTable
{
public:
    StringTable();
    StringId intern(const QString& text);
    /// Without adding: Empty for a text that nobody interned.
    StringId find(const QString& text) const { return m_ids.value(text, StringId::Empty); }
    /// Empty string for an id that was never given out.
    const QString& text(StringId id) const;
    std::size_t size() const { return m_texts.size(); }

private:
    std::vector<QString> m_texts;
    QHash<QString, StringId> m_ids;
};

} // namespace ghostline::model
