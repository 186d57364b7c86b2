// SPDX-License-Identifier: GPL-3.0-or-later
// Turns codecs/sc2/data/abilities.txt into plain arrays: one pool of letters, the commands of every ability,
// and where in which builds an ability has which number, in the order in which it is looked up.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace {

struct Command
{
    unsigned index = 0;
    std::size_t name = 0;
    std::size_t length = 0;
    bool unconfirmed = false;
};
struct Ability
{
    std::size_t name = 0;
    std::size_t length = 0;
    std::size_t firstCommand = 0;
    std::size_t commands = 0;
};
struct Place
{
    unsigned set = 0; ///< as AbilitySet counts
    unsigned link = 0;
    std::uint32_t first = 0;
    std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
    std::size_t ability = 0;
};

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

/// What stands before `mark`; `text` goes on after it.
std::string_view take(std::string_view& text, char mark)
{
    const std::size_t at = text.find(mark);
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
    return part;
}

template<typename T>
bool number(std::string_view text, T& out)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc{} && end == text.data() + text.size();
}

class Compiler
{
public:
    bool line(std::string_view text)
    {
        if (text.empty() || text.front() == '#')
            return true;
        return text.front() == ' ' ? places(trimmed(text)) : ability(text);
    }

    void write(std::ostream& out)
    {
        std::sort(m_places.begin(), m_places.end(), [](const Place& a, const Place& b) {
            return std::tie(a.set, a.link, a.first) < std::tie(b.set, b.link, b.first);
        });
        out << "// Generated from codecs/sc2/data/abilities.txt.\n"
               "#include \"codecs/sc2/commands/ability_data.h\"\n\n"
               "namespace ghostline::sc2::abilities {\nnamespace {\n"
               "constexpr char letters[] =\n";
        for (std::size_t at = 0; at < m_pool.size(); at += 96)
            out << "    \"" << m_pool.substr(at, 96) << "\"\n";
        out << "    \"\";\nconstexpr Command commandRows[] = {\n";
        for (const Command& c : m_commands)
            out << '{' << c.name << ',' << c.length << ',' << c.index << ','
                << (c.unconfirmed ? "true" : "false") << "},\n";
        out << "};\nconstexpr Ability abilityRows[] = {\n";
        for (const Ability& a : m_abilities)
            out << '{' << a.name << ',' << a.length << ',' << a.commands << ',' << a.firstCommand << "},\n";
        out << "};\nconstexpr Place placeRows[] = {\n";
        for (const Place& p : m_places)
            out << '{' << p.first << "U," << p.last << "U," << p.link << ',' << p.ability << ',' << p.set
                << "},\n";
        out << "};\n} // namespace\n"
               "std::string_view pool() { return {letters, sizeof(letters) - 1}; }\n"
               "std::span<const Command> commands() { return commandRows; }\n"
               "std::span<const Ability> all() { return abilityRows; }\n"
               "std::span<const Place> places() { return placeRows; }\n"
               "} // namespace ghostline::sc2::abilities\n";
    }

    bool complete() const
    {
        constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max();
        return !m_places.empty() && m_abilities.size() <= most && m_commands.size() <= most;
    }

private:
    std::size_t pooled(std::string_view text)
    {
        const auto [at, added] = m_known.emplace(std::string(text), m_pool.size());
        if (added)
            m_pool += text;
        return at->second;
    }

    bool ability(std::string_view text)
    {
        const std::string_view name = trimmed(take(text, '|'));
        Ability made{pooled(name), name.size(), m_commands.size(), 0};
        if (trimmed(text).empty())
            m_commands.push_back({0, made.name, made.length, false});
        while (!trimmed(text).empty()) {
            std::string_view item = trimmed(take(text, ';'));
            Command command;
            if (!number(take(item, ' '), command.index) || command.index > 255 || item.empty())
                return false;
            command.unconfirmed = item.ends_with(" ?");
            if (command.unconfirmed)
                item.remove_suffix(2);
            command.name = pooled(item);
            command.length = item.size();
            m_commands.push_back(command);
        }
        made.commands = m_commands.size() - made.firstCommand;
        m_abilities.push_back(made);
        return name.size() < 256 && name.find_first_of("\"\\") == std::string_view::npos;
    }

    bool places(std::string_view text)
    {
        constexpr std::string_view sets = "?BWHL";
        const std::string_view set = take(text, ' ');
        if (set.size() != 1 || sets.find(set[0]) == std::string_view::npos || m_abilities.empty())
            return false;
        while (!trimmed(text).empty()) {
            std::string_view item = take(text, ' ');
            Place place;
            place.set = static_cast<unsigned>(sets.find(set[0]));
            place.ability = m_abilities.size() - 1;
            if (!number(take(item, '@'), place.link) || !number(take(item, '-'), place.first))
                return false;
            if (!item.empty() && !number(item, place.last))
                return false;
            m_places.push_back(place);
        }
        return true;
    }

    std::string m_pool;
    std::map<std::string, std::size_t, std::less<>> m_known;
    std::vector<Command> m_commands;
    std::vector<Ability> m_abilities;
    std::vector<Place> m_places;
};

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::cerr << "usage: compile_abilities abilities.txt OUT.cpp\n";
        return 2;
    }
    std::ifstream in(argv[1]);
    Compiler compiler;
    std::string line;
    for (int at = 1; std::getline(in, line); ++at) {
        if (!compiler.line(line)) {
            std::cerr << argv[1] << ':' << at << ": not an ability, nor where one is\n";
            return 1;
        }
    }
    if (!compiler.complete()) {
        std::cerr << argv[1] << ": nothing in it, or more than the table can hold\n";
        return 1;
    }
    std::ofstream out(argv[2]);
    compiler.write(out);
    out.flush();
    return out ? 0 : 1;
}
