// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which shape stands for what: one look for each kind and each duty, and one for each footprint of buildings.
#include "codecs/ironcurtain/units/kinds.h"

#include <map>

namespace ghostline::ironcurtain {

/// What a type is for, where its kind alone does not say how it looks.
enum class Duty : std::uint8_t { None, Gathers, Carries, Assists, Headquarters };
/// By the identifiers of the classic rule set; of any other only whether it gathers is known.
Duty dutyOf(std::string_view identifier, bool harvester);

/// Only grows, so that an index keeps its meaning from revision to revision.
class Looks
{
public:
    Looks();
    /// The look of a kind with its duty; of a building, of its footprint. Made when it is new.
    int add(UnitKind kind, Duty duty, std::uint8_t width, std::uint8_t height);
    /// That of a building of one cell where the footprint was never added.
    int find(UnitKind kind, Duty duty, std::uint8_t width, std::uint8_t height) const;
    const std::vector<model::ActorLook>& all() const { return m_looks; }

private:
    struct Footprint
    {
        std::uint8_t width = 1;
        std::uint8_t height = 1;
        bool headquarters = false;
        auto operator<=>(const Footprint&) const = default;
    };
    std::vector<model::ActorLook> m_looks;
    std::map<Footprint, int> m_buildings;
};

} // namespace ghostline::ironcurtain
