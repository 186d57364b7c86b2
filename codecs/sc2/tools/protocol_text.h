// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// protocol.txt, whose notation it explains itself, as types and tables.
#include "codecs/sc2/protocol/protocol.h"

#include <array>
#include <istream>
#include <map>
#include <string>
#include <vector>

namespace ghostline::sc2 {

using Words = std::vector<std::string>;

struct Member
{
    std::string name;
    TypeId type = NoType;
    std::int32_t tag = 0;
};

struct Event
{
    std::string name;
    TypeId type = NoType;
};
using EventList = std::map<unsigned, Event>;

struct Table
{
    std::vector<std::uint32_t> builds;
    std::array<EventList, 3> events; ///< game, message, tracker
    std::array<TypeId, 3> roots{NoType, NoType, NoType};
};

/// Ends the program: a table that is not understood must not be compiled.
[[noreturn]] void refuse(const std::string& what);

/// Everything the text says, equal types once.
class Tables
{
public:
    /// A definition, the head of a table or a line of it.
    void take(const Words& words);

    std::vector<Type> types;
    std::vector<Member> fields;
    const std::vector<Table>& tables() const { return m_tables; }

private:
    TypeId add(const Type& type);
    std::uint32_t minBits(const Type& type) const;
    TypeId array(const std::string& text);
    TypeId parse(const std::string& text);
    void define(const Words& words);
    void startTable(const Words& words);
    void changeTable(const Words& words);

    std::map<std::string, TypeId> m_names;
    std::vector<Table> m_tables;
};

Tables readProtocolText(std::istream& in);

} // namespace ghostline::sc2
