// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which shape stands for what: one look for each kind, and one for each footprint of buildings.
#include "codecs/ironcurtain/units/kinds.h"

#include <map>

namespace ghostline::ironcurtain {

/// Only grows, so that an index keeps its meaning from revision to revision.
class Looks
{
public:
    Looks();
    /// The look of a kind; of a building, of its footprint. Made when it is new.
    int add(UnitKind kind, std::uint8_t width, std::uint8_t height);
    /// That of a building of one cell where the footprint was never added.
    int find(UnitKind kind, std::uint8_t width, std::uint8_t height) const;
    const std::vector<model::ActorLook>& all() const { return m_looks; }

private:
    std::vector<model::ActorLook> m_looks;
    std::map<std::pair<std::uint8_t, std::uint8_t>, int> m_buildings; ///< by footprint
};

} // namespace ghostline::ironcurtain
