// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Approximate outline of the ground that a player's units see: of the player who is selected or owns the
// selected unit, else of the one whose perspective is taken, else of every player. The range of a selected
// unit is outlined as well. Units that are not drawn do not count. No GL.
#include "render/actors/actor_styles.h"

#include <chrono>

namespace ghostline::render {

class SightOutline
{
public:
    /// The replay has changed.
    void reset();
    using Clock = std::chrono::steady_clock;
    /// Traces the outline again when units have moved; throttled to ten times a second of real time while the
    /// replay plays. Allocates nothing once it has grown.
    void update(const model::WorldState& state, const ActorStyles& styles, model::ActorId selection,
                bool playing, Clock::time_point now = Clock::now());

    struct Dash
    {
        glm::dvec2 from{0.0}; ///< x and z in metres
        glm::dvec2 to{0.0};
        int team = -1;         ///< whose sight, as in Perspective::team()
        bool selected = false; ///< of the selected unit alone
    };
    /// One dash every `period` metres, fewer when there would be too many. With thousands of units far apart
    /// from each other the outline is incomplete.
    void appendDashes(std::vector<Dash>& out, double period) const;

private:
    struct Line
    {
        std::size_t begin = 0;
        std::size_t end = 0;
        double length = 0.0;
        int team = -1;
        bool selected = false;
    };
    struct Whose
    {
        int team = -1; ///< one player's sight; -1 = of several
        model::ActorId player = model::ActorId::None;
        friend bool operator==(const Whose&, const Whose&) = default;
    };
    static Whose choose(const Perspective& perspective, model::ActorId selection);
    std::uint64_t look(const model::WorldState& state, const ActorStyles& styles);
    void traceAll(const model::WorldState& state, const Perspective& perspective, const Whose& whose);
    void trace(const model::WorldState& state, const Perspective& perspective,
               std::span<const std::uint8_t> teams, int team);
    void appendOwnReach(const model::WorldState& state, const ActorStyles& styles, model::ActorId selection);
    /// Of the points from `begin` on; returns `end`.
    std::size_t appendLine(std::size_t begin, std::size_t end, int team, bool selected);

    CoveredGround m_ground;
    std::vector<std::uint8_t> m_drawn; ///< of every row, at the last look
    std::vector<std::uint8_t> m_teams; ///< the mask of one team
    std::vector<std::size_t> m_ends;
    std::vector<glm::dvec2> m_points;
    std::vector<Line> m_lines;
    std::size_t m_edgePoints = 0; ///< those of the edge come first, then the selected unit's reach
    std::size_t m_edgeLines = 0;
    bool m_traced = false;
    Whose m_whose;
    std::uint64_t m_signature = 0;
    Clock::time_point m_tracedAt;
};

} // namespace ghostline::render
