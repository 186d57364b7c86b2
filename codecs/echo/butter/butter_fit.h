// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What frames say, made to fit the format: names in ASCII, people by file index, finite numbers. What does
// not fit is counted.
#include "codecs/echo/frame/frame.h"

#include <map>

namespace ghostline::echo::encode {

/// ASCII as the format holds it, '?' for every other letter; cut where readers stop looking for the end.
std::string asciiName(std::string_view utf8);

/// How often something did not fit the format.
struct WriteLosses
{
    std::uint64_t numbers = 0; ///< NaN and infinite
    std::uint64_t people = 0;  ///< appearances of somebody beyond the 255th
    std::uint64_t discs = 0;   ///< frames with a disc outside the arena
    std::uint64_t missingDiscs = 0;
    std::uint64_t clocks = 0;    ///< frames without a game clock
    std::uint64_t bones = 0;     ///< bone sets beyond the 127th
    std::uint64_t stats = 0;     ///< statistics that ended while the player stayed
    std::uint64_t times = 0;     ///< times before 1970 or clocks that went back
    std::uint64_t scores = 0;    ///< goals outside the arena
    std::uint64_t goalTypes = 0; ///< goals of a kind without a code
    std::uint64_t holding = 0;   ///< held objects outside the arena
    std::uint64_t loadouts = 0;  ///< unknown loadouts in combat
    std::uint64_t rules = 0;     ///< rule changes outside private matches
    std::uint64_t payloads = 0;  ///< frames with the payload's place or multiplier
};

/// A number that a half holds; 0 for what is no number.
float sound(float value, WriteLosses& losses);
/// Components that are no numbers are those of `before`.
glm::vec3 sound(const glm::vec3& value, const glm::vec3& before, WriteLosses& losses);

/// The file's list of people, in the order in which they are met.
class FileRoster
{
public:
    /// Both must outlive this.
    FileRoster(const MatchNames& names, WriteLosses& losses) : m_names(names), m_losses(losses) {}

    /// File index of a person, 0 for nobody and where the list is full.
    std::uint8_t index(std::int32_t person);
    /// Numbers in MatchNames, file index 1 first.
    const std::vector<std::int32_t>& people() const { return m_people; }

private:
    const MatchNames& m_names;
    WriteLosses& m_losses;
    std::vector<std::int32_t> m_people;
    std::map<std::int32_t, std::uint8_t> m_indexes;
};

} // namespace ghostline::echo::encode
