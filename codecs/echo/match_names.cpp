// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/match_names.h"

#include <algorithm>
#include <mutex>

namespace ghostline::echo {

std::int32_t MatchNames::append(Person person)
{
    const std::unique_lock lock(m_mutex);
    const auto number = static_cast<std::int32_t>(m_people.size());
    m_byName.emplace(person.name, number);
    m_people.push_back(std::move(person));
    return number;
}

std::int32_t MatchNames::person(const Person& person)
{
    const std::int32_t known = find(person.userId, person.name);
    return known != Nobody ? known : append(person);
}

std::int32_t MatchNames::named(std::string_view name) const
{
    const std::shared_lock lock(m_mutex);
    std::int32_t first = Nobody;
    const auto [begin, end] = m_byName.equal_range(std::string(name));
    for (auto it = begin; it != end; ++it)
        first = first == Nobody ? it->second : std::min(first, it->second);
    return first;
}

std::int32_t MatchNames::find(std::int64_t userId, std::string_view name) const
{
    const std::shared_lock lock(m_mutex);
    const auto [begin, end] = m_byName.equal_range(std::string(name));
    for (auto it = begin; it != end; ++it) {
        if (m_people[static_cast<std::size_t>(it->second)].userId == userId)
            return it->second;
    }
    return Nobody;
}

const Person& MatchNames::operator[](std::int32_t number) const
{
    static const Person nobody{.name = "[INVALID]"};
    const std::shared_lock lock(m_mutex);
    return number >= 0 && static_cast<std::size_t>(number) < m_people.size()
               ? m_people[static_cast<std::size_t>(number)]
               : nobody;
}

std::int32_t MatchNames::people() const
{
    const std::shared_lock lock(m_mutex);
    return static_cast<std::int32_t>(m_people.size());
}

std::uint32_t MatchNames::text(std::string_view text)
{
    if (text.empty())
        return 0;
    const std::unique_lock lock(m_mutex);
    const auto [it, added] =
        m_textNumbers.try_emplace(std::string(text), static_cast<std::uint32_t>(m_texts.size()));
    if (added)
        m_texts.emplace_back(text);
    return it->second;
}

const std::string& MatchNames::textAt(std::uint32_t number) const
{
    const std::shared_lock lock(m_mutex);
    return m_texts[number < m_texts.size() ? number : 0];
}

} // namespace ghostline::echo
