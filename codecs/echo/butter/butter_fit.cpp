// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_fit.h"

#include "codecs/echo/butter/butter_encode.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo::encode {

namespace {

constexpr std::size_t LongestName = 1000; ///< readers look 1,024 bytes far for the end
constexpr std::size_t MostPeople = 255;

} // namespace

std::string asciiName(std::string_view utf8)
{
    std::string out;
    for (const char c : utf8) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0U) == 0x80U) // the rest of a letter that began before
            continue;
        out.push_back(byte == 0 || byte >= 0x80U ? '?' : c);
        if (out.size() == LongestName)
            break;
    }
    return out;
}

float sound(float value, WriteLosses& losses)
{
    if (std::isfinite(value))
        return std::clamp(value, -LargestHalf, LargestHalf);
    ++losses.numbers;
    return 0.0F;
}

glm::vec3 sound(const glm::vec3& value, const glm::vec3& before, WriteLosses& losses)
{
    glm::vec3 out;
    for (int i = 0; i < 3; ++i)
        out[i] = std::isfinite(value[i]) ? sound(value[i], losses) : (++losses.numbers, before[i]);
    return out;
}

std::uint8_t FileRoster::index(std::int32_t person)
{
    if (person < 0 || person >= m_names.people())
        return 0;
    const auto known = m_indexes.find(person);
    if (known != m_indexes.end())
        return known->second;
    if (m_people.size() >= MostPeople) {
        ++m_losses.people;
        return 0;
    }
    m_people.push_back(person);
    return m_indexes[person] = static_cast<std::uint8_t>(m_people.size());
}

} // namespace ghostline::echo::encode
