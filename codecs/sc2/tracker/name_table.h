// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names met in a stream, each once, in the order in which they appear.
#include "codecs/sc2/tracker/tracker_events.h"

namespace ghostline::sc2 {

class NameTable
{
public:
    explicit NameTable(std::vector<std::string>& names) : m_names(names) { m_ids.reserve(256); }

    /// `name` is a view into the stream, which outlives the table.
    NameId intern(std::string_view name)
    {
        if (name == m_lastName && !m_names.empty())
            return m_lastId;
        const auto [at, isNew] = m_ids.try_emplace(name, static_cast<NameId>(m_names.size()));
        if (isNew)
            m_names.emplace_back(name);
        m_lastName = name;
        m_lastId = at->second;
        return m_lastId;
    }

private:
    std::vector<std::string>& m_names;
    std::unordered_map<std::string_view, NameId> m_ids;
    std::string_view m_lastName;
    NameId m_lastId = 0;
};

} // namespace ghostline::sc2
