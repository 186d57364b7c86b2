// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names of commands: the number of an ability means another one in every data build. Compiled from
// codecs/sc2/data/abilities.txt at build time (docs/formats/sc2replay.md, section 9).
#include "codecs/sc2/container/head.h"

#include <string_view>

namespace ghostline::sc2 {

enum class AbilitySet : std::uint8_t { Unknown, Beta, WingsOfLiberty, HeartOfTheSwarm, LegacyOfTheVoid };

/// By the newest standard mod among the replay's dependencies; by build for the beta.
AbilitySet abilitySetOf(const ReplayHead& head);

struct AbilityName
{
    std::string_view ability; ///< empty = unknown
    std::string_view command; ///< empty = unknown
    bool unconfirmed = false;
};

/// Looks up by set and header build (not base build).
class AbilityTable
{
public:
    AbilityTable() = default;
    AbilityTable(AbilitySet set, std::uint32_t build);
    AbilityName find(std::uint16_t link, std::uint8_t index) const;
    /// For people: "Build Barracks", "Attack"; "ability 860/0" when nobody knows.
    QString text(std::uint16_t link, std::uint8_t index) const;
    AbilitySet set() const { return m_set; }

private:
    AbilitySet m_set = AbilitySet::Unknown;
    std::uint32_t m_build = 0;
};

/// What a command is for, as far as motion and production are concerned.
enum class CommandPurpose : std::uint8_t {
    Other,
    Move,
    Attack,
    Patrol,
    HoldOrStop,
    Gather,
    Build,
    Train,
    Research,
    Morph,
    Rally,
    Load
};
CommandPurpose purposeOf(const AbilityName& name);

} // namespace ghostline::sc2
