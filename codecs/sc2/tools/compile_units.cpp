// SPDX-License-Identifier: GPL-3.0-or-later
// Build tool: units.txt in, C++ with one constexpr array out. Says the line and fails when the text is wrong.
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

struct Group
{
    char race = 0;
    std::string unitClass; ///< as UnitClass spells it
    bool army = false;
    bool building = false;
};

struct Unit
{
    std::string name;
    std::string shown;
    Group group;
    int minerals = -1;
    int vespene = -1;
    std::string supply = "0";
    int width = 0;
    int height = 0;
    bool dummy = false;
};

const std::map<std::string_view, std::string_view>& classNames()
{
    static const std::map<std::string_view, std::string_view> names{
        {"worker", "Worker"},     {"army_ground", "ArmyGround"},
        {"army_air", "ArmyAir"},  {"supply", "Supply"},
        {"gas", "Gas"},           {"production", "Production"},
        {"tech", "Tech"},         {"defence", "Defence"},
        {"townhall", "TownHall"}, {"creep", "Creep"},
        {"neutral", "Neutral"},   {"resource", "Resource"},
        {"other", "Other"}};
    return names;
}

bool readNumber(std::string_view text, int& value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value >= 0;
}

/// "150/100" or "3x3".
bool readPair(std::string_view text, char between, int& first, int& second)
{
    const std::size_t at = text.find(between);
    return at != std::string_view::npos && readNumber(text.substr(0, at), first) &&
           readNumber(text.substr(at + 1), second);
}

bool isSupply(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
}

/// "[T army_ground]"
bool readGroup(std::string_view line, Group& group)
{
    const std::size_t space = line.find(' ');
    if (line.back() != ']' || space != 2)
        return false;
    const auto unitClass = classNames().find(line.substr(3, line.size() - 4));
    const std::string_view races = "TZP-";
    if (unitClass == classNames().end() || races.find(line[1]) == std::string_view::npos)
        return false;
    const std::string_view name = unitClass->second;
    group.race = line[1] == '-' ? '\0' : line[1];
    group.unitClass = name;
    group.army = name == "ArmyGround" || name == "ArmyAir";
    group.building =
        !group.army && name != "Worker" && name != "Neutral" && name != "Resource" && name != "Other";
    return true;
}

bool readWord(std::string_view word, Unit& unit)
{
    if (word == "army") {
        unit.group.army = true;
        return true;
    }
    if (word == "dummy") {
        unit.dummy = true;
        return true;
    }
    if (isSupply(word)) {
        unit.supply = word;
        return true;
    }
    return readPair(word, '/', unit.minerals, unit.vespene) || readPair(word, 'x', unit.width, unit.height);
}

bool readUnit(std::string line, const Group& group, Unit& unit)
{
    unit.group = group;
    if (const std::size_t quote = line.find('"'); quote != std::string::npos) {
        if (line.back() != '"' || quote + 1 >= line.size())
            return false;
        unit.shown = line.substr(quote + 1, line.size() - quote - 2);
        line.resize(quote);
    }
    std::istringstream words(line);
    if (!(words >> unit.name) || group.unitClass.empty())
        return false;
    for (std::string word; words >> word;) {
        if (!readWord(word, unit))
            return false;
    }
    return unit.minerals < 32768 && unit.vespene < 32768 && unit.width < 256 && unit.height < 256;
}

bool readUnits(std::istream& in, std::vector<Unit>& units)
{
    Group group;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty() || line.front() == '#')
            continue;
        Unit unit;
        const bool heading = line.front() == '[';
        if (heading ? !readGroup(line, group) : !readUnit(line, group, unit)) {
            std::cerr << "line " << number << ": cannot be understood: " << line << '\n';
            return false;
        }
        if (!heading)
            units.push_back(std::move(unit));
    }
    std::sort(units.begin(), units.end(), [](const Unit& a, const Unit& b) { return a.name < b.name; });
    const auto twice = std::adjacent_find(units.begin(), units.end(),
                                          [](const Unit& a, const Unit& b) { return a.name == b.name; });
    if (twice != units.end())
        std::cerr << "named twice: " << twice->name << '\n';
    return twice == units.end() && !units.empty();
}

void write(std::ostream& out, const std::vector<Unit>& units)
{
    const auto truth = [](bool value) { return value ? "true" : "false"; };
    out << "// Made from units.txt by compile_units.\n"
           "#include \"codecs/sc2/tracker/unit_table.h\"\n\n"
           "namespace ghostline::sc2 {\n\n"
           "namespace {\n\n"
           "constexpr UnitRow Rows[] = {\n";
    for (const Unit& unit : units) {
        out << "    {{\"" << unit.name << "\", ";
        if (unit.group.race == 0)
            out << "'\\0'";
        else
            out << '\'' << unit.group.race << '\'';
        out << ", UnitClass::" << unit.group.unitClass << ", " << unit.minerals << ", " << unit.vespene
            << ", static_cast<float>(" << unit.supply << "), " << unit.width << ", " << unit.height << ", "
            << truth(unit.group.army) << ", " << truth(unit.group.building) << "}, " << truth(unit.dummy)
            << ", \"" << unit.shown << "\"},\n";
    }
    out << "};\n\n} // namespace\n\n"
           "std::span<const UnitRow> unitRows() { return Rows; }\n\n"
           "} // namespace ghostline::sc2\n";
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::cerr << "usage: compile_units units.txt OUTPUT.cpp\n";
        return EXIT_FAILURE;
    }
    std::ifstream in(argv[1]);
    if (!in) {
        std::cerr << "cannot be read: " << argv[1] << '\n';
        return EXIT_FAILURE;
    }
    std::vector<Unit> units;
    if (!readUnits(in, units))
        return EXIT_FAILURE;
    std::ofstream out(argv[2], std::ios::trunc);
    write(out, units);
    out.flush();
    if (!out) {
        std::cerr << "cannot be written: " << argv[2] << '\n';
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
