// SPDX-License-Identifier: GPL-3.0-or-later
// Names of units for people: those the table gives, else made from the tracker's spelling.
#include "codecs/sc2/tracker/unit_rows.h"

#include <array>

namespace ghostline::sc2 {

namespace {

struct Ending
{
    std::string_view text;
    std::string_view shown; ///< in brackets; empty = it says nothing to people
};

constexpr std::array<Ending, 10> Endings{{{"Burrowed", "burrowed"},
                                          {"Sieged", "sieged"},
                                          {"SiegeMode", "siege mode"},
                                          {"Flying", "flying"},
                                          {"Lowered", "lowered"},
                                          {"Uprooted", "uprooted"},
                                          {"Phasing", "phasing"},
                                          {"Phased", "phased"},
                                          {"Unavailable", "unavailable"},
                                          {"MP", ""}}};

bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// A word begins at `at`: "Siege|Tank", "SCV|Mengsk", "KD8|Charge", "Rock|6x6".
bool wordBegins(std::string_view name, std::size_t at)
{
    const char before = name[at - 1];
    const char here = name[at];
    const bool lowerNext = at + 1 < name.size() && isLower(name[at + 1]);
    if (isUpper(here))
        return isLower(before) || ((isUpper(before) || isDigit(before)) && lowerNext);
    // "6x6" stays together.
    return isDigit(here) && isLower(before) && !(before == 'x' && at >= 2 && isDigit(name[at - 2]));
}

std::string spaced(std::string_view name)
{
    std::string text;
    text.reserve(name.size() + 8);
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool underscore = name[i] == '_';
        if (underscore || (i > 0 && wordBegins(name, i)))
            text += ' ';
        if (!underscore)
            text += name[i];
    }
    return text;
}

/// Takes one ending off; empty when there is none or nothing would be left.
const Ending* takeEnding(std::string_view& name)
{
    for (const Ending& ending : Endings) {
        if (name.size() > ending.text.size() && name.ends_with(ending.text)) {
            name.remove_suffix(ending.text.size());
            return &ending;
        }
    }
    return nullptr;
}

} // namespace

std::string readableUnitName(std::string_view name)
{
    if (const UnitRow* row = findUnitRow(name); row != nullptr && !row->shown.empty())
        return std::string(row->shown);
    std::string brackets;
    std::string_view rest = name;
    while (const Ending* ending = takeEnding(rest)) {
        if (ending->shown.empty())
            continue;
        brackets.insert(0, brackets.empty() ? "" : ", ");
        brackets.insert(0, ending->shown);
    }
    // "SiegeTankMengskSieged" is "Siege Tank Mengsk (sieged)"; a known name without its ending has its own.
    const UnitRow* row = rest.size() < name.size() ? findUnitRow(rest) : nullptr;
    std::string text = row != nullptr && !row->shown.empty() ? std::string(row->shown) : spaced(rest);
    if (!brackets.empty())
        text.append(" (").append(brackets).append(")");
    return text;
}

} // namespace ghostline::sc2
