// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Properties declared one after the other, in groups.
#include "model/property.h"

#include <vector>

namespace ghostline::io {

class PropertyList
{
public:
    explicit PropertyList(std::size_t expected) { m_list.reserve(expected); }
    /// That of the properties added from here on.
    void group(QString name) { m_group = std::move(name); }
    /// Whether those from here on are worked out from what the recording holds.
    void computed(bool on) { m_computed = on; }
    /// Valid until the next one.
    model::PropertyInfo& add(const QString& id, const QString& name, model::PropertyType type,
                             const char* unit = "")
    {
        model::PropertyInfo& info = m_list.emplace_back();
        info.id = id;
        info.name = name;
        info.group = m_group;
        info.type = type;
        info.unit = QString::fromUtf8(unit);
        info.computed = m_computed;
        return info;
    }
    model::PropertyInfo& add(const char* id, const char* name, model::PropertyType type,
                             const char* unit = "")
    {
        return add(QString::fromLatin1(id), QString::fromLatin1(name), type, unit);
    }
    void count(const char* id, const char* name) { add(id, name, model::PropertyType::Integer); }
    std::vector<model::PropertyInfo> take() { return std::move(m_list); }

private:
    std::vector<model::PropertyInfo> m_list;
    QString m_group;
    bool m_computed = false;
};

} // namespace ghostline::io
