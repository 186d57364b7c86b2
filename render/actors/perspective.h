// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A match as one player sees it: which actors are on ground that the player's units see. Approximate: a
// circle round each unit; hills and walls do not block the view.
#include "model/replay/replay_info.h"
#include "model/world/world_state.h"
#include "render/actors/covered_ground.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ghostline::render {

class Perspective
{
public:
    void setInfo(const model::ReplayInfo& info);
    /// A player of the replay; None = everyone sees everything.
    void setPlayer(model::ActorId player);
    model::ActorId player() const { return m_player; }
    bool active() const { return m_player != model::ActorId::None; }

    /// What the player's side sees now. Allocates nothing once it has grown.
    void update(const model::WorldState& state);
    /// The player's own side, or an ally.
    bool own(model::ActorId actor) const;
    /// True for actors that are the player's own, nobody's, or on ground that is seen; and for all of them
    /// while no perspective is taken or the replay does not record sight.
    bool seen(const model::WorldState& state, std::size_t row) const;
    /// The same of one who may be there no more.
    bool seenAt(model::ActorId actor, const glm::dvec3& place) const;

    /// How far an actor sees, metres; 0 = unknown, or not there to see.
    float sight(const model::WorldState& state, std::size_t row) const;
    std::size_t teams() const { return m_teams.size(); }
    /// Index into the replay's teams, -1 = none.
    int team(model::ActorId actor) const;
    /// Of every team: whether it is the player's own, or an ally.
    std::span<const std::uint8_t> ownTeams() const { return m_ownTeams; }
    /// Covers the ground that units of these teams see, with `teams` as in ownTeams(). `counts` says of every
    /// row whether it is taken into account; empty = all are.
    void cover(CoveredGround& ground, const model::WorldState& state, std::span<const std::uint8_t> teams,
               std::span<const std::uint8_t> counts = {}) const;

private:
    void decideTeams();
    bool among(std::span<const std::uint8_t> teams, model::ActorId actor) const;

    std::vector<model::Team> m_teams;
    std::vector<std::int16_t> m_teamOf; ///< by actor
    std::vector<std::uint8_t> m_ownTeams;
    model::ActorPropertyId m_sight;
    model::ActorId m_player = model::ActorId::None;
    CoveredGround m_ground; ///< that is seen
};

} // namespace ghostline::render
