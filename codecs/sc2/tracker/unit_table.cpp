// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/tracker/unit_table.h"

#include "codecs/sc2/base/ascii.h"

#include <algorithm>
#include <array>
#include <vector>

namespace ghostline::sc2 {

namespace {

/// Maps bring resources of their own: what they are stands somewhere in the name.
const UnitType* resourceOf(std::string_view name)
{
    if (contains(name, "MineralField"))
        return findUnitType(contains(name, "Rich") ? "RichMineralField" : "MineralField");
    if (contains(name, "Geyser"))
        return findUnitType(contains(name, "Rich") ? "RichVespeneGeyser" : "VespeneGeyser");
    return nullptr;
}

/// The same for what stands in the way.
const UnitType* obstacleOf(std::string_view name)
{
    if (name.starts_with("Unbuildable"))
        return findUnitType("UnbuildableRocksDestructible");
    if (!name.starts_with("Destructible") && !name.starts_with("Collapsible") &&
        !contains(name, "Destructible"))
        return nullptr;
    if (contains(name, "6x6"))
        return findUnitType("DestructibleRock6x6");
    return findUnitType(contains(name, "4x4") ? "DestructibleRock4x4" : "DestructibleRampDiagonalHugeULBR");
}

/// The longest known name with which this one begins, ending where a word of it ends.
const UnitType* beginningOf(std::string_view name)
{
    for (std::size_t length = name.size() - 1; length > 2; --length) {
        const bool wordEnds = isLower(name[length])
                                  ? false
                                  : !isUpper(name[length]) || !isUpper(name[length - 1]) ||
                                        length + 1 == name.size() || isLower(name[length + 1]);
        if (!wordEnds)
            continue;
        const UnitType* known = findUnitType(name.substr(0, length));
        if (known != nullptr)
            return known;
    }
    return nullptr;
}

} // namespace

std::span<const UnitType> unitTypes()
{
    static const std::vector<UnitType> all = [] {
        const auto rows = unitRows();
        std::vector<UnitType> types;
        types.reserve(rows.size());
        for (const UnitRow& row : rows)
            types.push_back(row.type);
        return types;
    }();
    return all;
}

const UnitRow* findUnitRow(std::string_view name)
{
    const auto rows = unitRows();
    const auto at =
        std::lower_bound(rows.begin(), rows.end(), name,
                         [](const UnitRow& row, std::string_view wanted) { return row.type.name < wanted; });
    return at != rows.end() && at->type.name == name ? &*at : nullptr;
}

const UnitType* findUnitType(std::string_view name)
{
    const UnitRow* row = findUnitRow(name);
    return row != nullptr ? &row->type : nullptr;
}

const UnitType* unitTypeForDrawing(std::string_view name)
{
    if (const UnitType* exact = findUnitType(name))
        return exact;
    // Names come from files: a very long one is nothing that could be known.
    constexpr std::size_t LongestName = 128;
    if (name.size() < 4 || name.size() > LongestName || isMapDummy(name))
        return nullptr;
    if (const UnitType* resource = resourceOf(name))
        return resource;
    if (const UnitType* obstacle = obstacleOf(name))
        return obstacle;
    return beginningOf(name);
}

bool isMapDummy(std::string_view name)
{
    if (const UnitRow* row = findUnitRow(name))
        return row->dummy;
    static constexpr std::array<std::string_view, 9> Beginnings{
        "Beacon",    "CommandCard", "CoopCaster",     "Decoration",       "StagingArea",
        "Invisible", "Trophy",      "PathingBlocker", "TargetRequirement"};
    static constexpr std::array<std::string_view, 5> Parts{"Dummy", "Placement", "Placeholder", "AFKTimer",
                                                           "PathingBlocker"};
    return std::any_of(Beginnings.begin(), Beginnings.end(),
                       [name](std::string_view start) { return name.starts_with(start); }) ||
           std::any_of(Parts.begin(), Parts.end(),
                       [name](std::string_view part) { return contains(name, part); });
}

// Names of units for people: those the table gives, else made from the tracker's spelling.

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

/// The same for units: "KD8|Charge" are two words, "Rock|6x6" no more than two.
bool unitWordBegins(std::string_view name, std::size_t at)
{
    const char before = name[at - 1];
    if (isDigit(name[at]) && before == 'x' && at >= 2 && isDigit(name[at - 2]))
        return false;
    const bool lowerNext = at + 1 < name.size() && isLower(name[at + 1]);
    return wordBegins(name, at) || (isUpper(name[at]) && isDigit(before) && lowerNext);
}

std::string spacedUnitName(std::string_view name)
{
    std::string text = spaced(name, unitWordBegins);
    std::replace(text.begin(), text.end(), '_', ' ');
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
    std::string text = row != nullptr && !row->shown.empty() ? std::string(row->shown) : spacedUnitName(rest);
    if (!brackets.empty())
        text.append(" (").append(brackets).append(")");
    return text;
}

} // namespace ghostline::sc2
