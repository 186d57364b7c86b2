// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The people and texts that frames name by number, so that a frame holds no string.
#include "codecs/echo/frame/limits.h"

#include <cstdint>
#include <deque>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ghostline::echo {

/// Somebody who takes part.
struct Person
{
    std::string name; ///< UTF-8 as recorded; a .butter header has only ASCII, '?' for the rest
    std::int64_t userId = 0;
    int number = -1; ///< on the jersey, -1 = not recorded
    int level = -1;  ///< -1 = not recorded
};

/// Number of nobody, "[INVALID]".
inline constexpr std::int32_t Nobody = -1;

/// Append-only; numbers never change. Thread-safe: a scan adds, decoders look up or add at the same time.
/// Two people of one name and different user ids are two people.
class MatchNames
{
public:
    /// Adds without looking for an equal one: a .butter header counts its list from 1, so number = file index
    /// - 1.
    std::int32_t append(Person person);
    /// The person of that user id and name, added when new. What was recorded first stays. Nobody when new
    /// and full().
    std::int32_t person(const Person& person);
    /// What is known of somebody's jersey and level has changed; references from before keep the old values.
    /// False: there was no room for it any more.
    bool correct(std::int32_t person, int number, int level);
    /// First person of that name, Nobody when there is none ("[INVALID]" is nobody's name).
    std::int32_t named(std::string_view name) const;
    std::int32_t find(std::int64_t userId, std::string_view name) const;
    /// Valid for as long as this object; nobody for a number never given out.
    const Person& operator[](std::int32_t number) const;
    std::int32_t people() const;

    /// A text's number, added when new; 0 is the empty text, and every new one when full().
    std::uint32_t text(std::string_view text);
    const std::string& textAt(std::uint32_t number) const;

    bool full() const;

private:
    static std::string keyOf(std::int64_t userId, std::string_view name);
    std::int32_t findLocked(std::int64_t userId, std::string_view name) const;
    std::int32_t appendLocked(Person person);
    bool makeRoom(std::size_t textBytes);

    mutable std::shared_mutex m_mutex;
    std::size_t m_bytes = 0; ///< roughly, of all that follows
    bool m_full = false;
    std::deque<Person> m_people;                                 ///< a deque: references stay valid
    std::unordered_map<std::int32_t, const Person*> m_corrected; ///< in m_corrections
    std::deque<Person> m_corrections;
    std::deque<std::string> m_texts{std::string{}};
    std::unordered_map<std::string, std::uint32_t> m_textNumbers;
    std::size_t m_correctedBytes = 0;
    std::unordered_map<std::string, std::int32_t> m_byName; ///< the first of that name
    std::unordered_map<std::string, std::int32_t> m_byBoth; ///< by keyOf(): a match may hold many of one name
};

} // namespace ghostline::echo
