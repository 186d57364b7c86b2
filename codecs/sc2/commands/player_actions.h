// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What follows from the players' own hands: who had what selected, where they looked, how fast they acted.
#include "codecs/sc2/commands/ability_table.h"
#include "codecs/sc2/protocol/game_events.h"

namespace ghostline::sc2 {

/// The current selection of one participant after each change; tags in PlayerActions::selectionTags.
struct SelectionState
{
    std::uint32_t loop = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    bool approximate = false; ///< a removal did not fit: something before was misunderstood
};

/// The whole camera from `loop` on.
struct CameraState
{
    std::uint32_t loop = 0;
    float x = 0.0F; ///< target on the ground, cells
    float y = 0.0F;
    float distance = 34.0F; ///< cells
    float pitch = 56.0F;    ///< degrees below the horizon
    float yaw = 90.0F;      ///< degrees, 90 = looking toward +y of the map
};

/// One command with what it was given to.
struct Order
{
    std::uint32_t loop = 0;
    std::int32_t participant = -1;
    AbilityName name; ///< of a right click: empty
    std::uint16_t ability = 0;
    std::uint8_t index = 0;
    bool hasAbility = false;
    bool queued = false;
    bool retargeted = false; ///< an UpdateTarget: the command before with a new target
    bool repeated = false;   ///< a CommandManagerState: the command before once more
    CommandPurpose purpose = CommandPurpose::Other;
    Target target{};
    std::uint32_t selection = 0; ///< into PlayerActions::selections of the participant: who was ordered
    bool hasSelection = false;
};

/// Counted per real minute over the minute that ends at `loop`.
struct RateSample
{
    std::uint32_t loop = 0;
    float apm = 0.0F;     ///< every action
    float epm = 0.0F;     ///< without what has no effect: repeats, re-selections of the same
    float screens = 0.0F; ///< camera moved to another place
    float groups = 0.0F;  ///< control groups recalled or changed
};

struct PlayerActions
{
    /// By position in ReplayHead::participants.
    std::vector<std::vector<SelectionState>> selections;
    std::vector<std::uint32_t> selectionTags;
    std::vector<std::vector<CameraState>> cameras;
    std::vector<std::vector<RateSample>> rates; ///< one every RateStep loops
    std::vector<double> averageApm;             ///< over the participant's whole game
    std::vector<double> averageEpm;
    std::vector<Order> orders; ///< all participants, ascending loop
    model::DiagnosticList diagnostics;

    /// Selection of a participant at a loop; empty before the first.
    std::span<const std::uint32_t> selectedAt(std::size_t participant, std::uint32_t loop) const;
};

inline constexpr std::uint32_t RateStep = 160;

PlayerActions readActions(const ReplayHead& head, const GameEvents& game);

} // namespace ghostline::sc2
