// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Letters and parts of the game's own names, which are ASCII whatever the locale.
#include <string>
#include <string_view>

namespace ghostline::sc2 {

inline bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
inline bool isLower(char c) { return c >= 'a' && c <= 'z'; }
inline bool isDigit(char c) { return c >= '0' && c <= '9'; }
inline bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// A word begins at `at`: "Psionic|Storm", "EMP|Round", "Level|2".
inline bool wordBegins(std::string_view name, std::size_t at)
{
    const char before = name[at - 1];
    if (isDigit(name[at]))
        return isLower(before);
    return isUpper(name[at]) &&
           (isLower(before) || (isUpper(before) && at + 1 < name.size() && isLower(name[at + 1])));
}
/// "PsionicStorm" -> "Psionic Storm"; `begins(name, at)` says where words do.
template<typename Begins>
std::string spaced(std::string_view name, Begins&& begins)
{
    std::string text;
    text.reserve(name.size() + 8);
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (i > 0 && begins(name, i))
            text += ' ';
        text += name[i];
    }
    return text;
}

} // namespace ghostline::sc2
