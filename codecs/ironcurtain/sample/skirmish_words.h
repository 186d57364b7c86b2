// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The strings that the state of a match refers to by number, in the order in which they first came up.
#include "codecs/ironcurtain/sample/skirmish_rules.h"
#include "codecs/ironcurtain/state/sim_state.h"

namespace ghostline::ironcurtain::skirmish {

class Words
{
public:
    Words();
    InternedId intern(std::string_view text);
    /// Interns the names of a type and of its weapon, once.
    InternedId learn(Type type);
    InternedId of(Type type) const { return m_types[static_cast<std::size_t>(type)]; } ///< 0: not learnt
    InternedId weaponOf(Type type) const { return m_weapons[static_cast<std::size_t>(type)]; }
    InternedId ore() const { return m_ore; }
    const std::shared_ptr<const StringPool>& pool() const { return m_pool; }

private:
    std::shared_ptr<const StringPool> m_pool;
    std::array<InternedId, static_cast<std::size_t>(Type::Count)> m_types{};
    std::array<InternedId, static_cast<std::size_t>(Type::Count)> m_weapons{};
    InternedId m_ore = 0;
};

} // namespace ghostline::ironcurtain::skirmish
