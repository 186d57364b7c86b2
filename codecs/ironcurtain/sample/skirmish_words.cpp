// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_words.h"

#include "codecs/ironcurtain/sample/skirmish_ground.h"

namespace ghostline::ironcurtain::skirmish {

Words::Words() : m_pool(std::make_shared<StringPool>())
{
    intern("none");
    for (const std::string_view name : TerrainNames)
        intern(name);
    m_ore = intern("ore");
    intern("gems");
}

InternedId Words::intern(std::string_view text)
{
    for (std::size_t i = 0; i < m_pool->size(); ++i) {
        if ((*m_pool)[i] == text)
            return static_cast<InternedId>(i);
    }
    auto longer = std::make_shared<StringPool>(*m_pool);
    longer->emplace_back(text);
    m_pool = std::move(longer);
    return static_cast<InternedId>(m_pool->size() - 1);
}

InternedId Words::learn(Type type)
{
    InternedId& name = m_types[static_cast<std::size_t>(type)];
    if (name == 0) {
        name = intern(ruleOf(type).id);
        if (!ruleOf(type).weapon.empty())
            m_weapons[static_cast<std::size_t>(type)] = intern(ruleOf(type).weapon);
    }
    return name;
}

} // namespace ghostline::ironcurtain::skirmish
