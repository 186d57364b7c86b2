// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the match calls things: strings by id, and what is known of each type from entities that had it.
#include "codecs/ironcurtain/state/sim_state.h"
#include "model/world/actor.h"

namespace ghostline::ironcurtain {

/// "2tnk" -> "Heavy Tank" for the identifiers of the classic rule set, else the identifier itself.
QString readableType(std::string_view identifier);

struct TypeInfo
{
    UnitKind kind = UnitKind::Infantry;
    bool kindKnown = false; ///< some entity had it
    bool harvester = false;
    std::uint8_t width = 1; ///< footprint of a building, cells
    std::uint8_t height = 1;
    friend bool operator==(const TypeInfo&, const TypeInfo&) = default;
};

/// Immutable once built.
class Kinds
{
public:
    Kinds() = default;
    /// Strings are append-only over a match: the longest table is all of them.
    void addStrings(std::shared_ptr<const StringPool> strings);
    void addEntities(const SimState& state);
    void addIdentity(const Identity& identity);
    bool addEntity(const Entity& entity); ///< whether its type is better known than before
    void addStructure(InternedId type);   ///< a construction of this type was begun

    std::string_view string(InternedId id) const; ///< empty when unknown
    QString readable(InternedId id) const;        ///< "type 12" when unknown
    TypeInfo type(InternedId id) const;
    std::size_t strings() const { return m_strings ? m_strings->size() : 0; }

private:
    std::shared_ptr<const StringPool> m_strings;
    std::vector<TypeInfo> m_types;
};

} // namespace ghostline::ironcurtain
