// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/frame/match_names.h"

#include <mutex>

namespace ghostline::echo {

namespace {
/// What an entry takes besides its text, which is kept three times.
constexpr std::size_t EntryBytes = 192;
/// Of corrections: real ones are a few for each person.
constexpr std::size_t MaxCorrectedBytes = MaxNameBytes / 4;
} // namespace

/// False when there is none any more.
bool MatchNames::makeRoom(std::size_t textBytes)
{
    const std::size_t wanted = EntryBytes + 3 * textBytes;
    m_full = m_full || wanted > MaxNameBytes - m_bytes;
    if (!m_full)
        m_bytes += wanted;
    return !m_full;
}

bool MatchNames::full() const
{
    const std::shared_lock lock(m_mutex);
    return m_full;
}

std::int32_t MatchNames::append(Person person)
{
    const std::unique_lock lock(m_mutex);
    return appendLocked(std::move(person));
}

std::int32_t MatchNames::appendLocked(Person person)
{
    const auto number = static_cast<std::int32_t>(m_people.size());
    m_byName.emplace(person.name, number);
    m_byBoth.emplace(keyOf(person.userId, person.name), number);
    m_people.push_back(std::move(person));
    return number;
}

std::int32_t MatchNames::person(const Person& person)
{
    if (const std::int32_t known = find(person.userId, person.name); known != Nobody)
        return known;
    // Asked again: another thread may have added the same one in between.
    const std::unique_lock lock(m_mutex);
    const std::int32_t known = findLocked(person.userId, person.name);
    if (known != Nobody || !makeRoom(person.name.size()))
        return known;
    return appendLocked(person);
}

bool MatchNames::correct(std::int32_t person, int number, int level)
{
    const std::unique_lock lock(m_mutex);
    if (person < 0 || static_cast<std::size_t>(person) >= m_people.size())
        return true;
    const auto known = m_corrected.find(person);
    Person copy = known != m_corrected.end() ? *known->second : m_people[static_cast<std::size_t>(person)];
    if (copy.number == number && copy.level == level)
        return true;
    m_correctedBytes += EntryBytes + copy.name.size();
    if (m_correctedBytes > MaxCorrectedBytes)
        return false;
    copy.number = number;
    copy.level = level;
    m_corrections.push_back(std::move(copy));
    m_corrected[person] = &m_corrections.back();
    return true;
}

std::int32_t MatchNames::named(std::string_view name) const
{
    const std::shared_lock lock(m_mutex);
    const auto known = m_byName.find(std::string(name));
    return known != m_byName.end() ? known->second : Nobody;
}

std::int32_t MatchNames::find(std::int64_t userId, std::string_view name) const
{
    const std::shared_lock lock(m_mutex);
    return findLocked(userId, name);
}

std::int32_t MatchNames::findLocked(std::int64_t userId, std::string_view name) const
{
    const auto known = m_byBoth.find(keyOf(userId, name));
    return known != m_byBoth.end() ? known->second : Nobody;
}

std::string MatchNames::keyOf(std::int64_t userId, std::string_view name)
{
    std::string key(reinterpret_cast<const char*>(&userId), sizeof userId);
    return key.append(name);
}

const Person& MatchNames::operator[](std::int32_t number) const
{
    static const Person nobody{.name = "[INVALID]"};
    const std::shared_lock lock(m_mutex);
    if (const auto corrected = m_corrected.find(number); corrected != m_corrected.end())
        return *corrected->second;
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
    const std::string key(text);
    if (const auto known = m_textNumbers.find(key); known != m_textNumbers.end())
        return known->second;
    if (!makeRoom(text.size()))
        return 0;
    const auto number = static_cast<std::uint32_t>(m_texts.size());
    m_texts.push_back(key);
    m_textNumbers.emplace(key, number);
    return number;
}

const std::string& MatchNames::textAt(std::uint32_t number) const
{
    const std::shared_lock lock(m_mutex);
    return m_texts[number < m_texts.size() ? number : 0];
}

} // namespace ghostline::echo
