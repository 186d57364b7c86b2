// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The edge of what somebody's units see together, about: of the player who is selected or whose unit is, else
// of whose eyes are seen with, else of every player. A selected unit's own reach comes with it. Who is not
// drawn is left out. No GL.
#include "render/instance_buffers.h"

#include <chrono>

namespace ghostline::render {

class SightOutline
{
public:
    /// The replay has changed.
    void reset();
    using Clock = std::chrono::steady_clock;
    /// Follows the edge again when somebody has moved; while the replay plays, ten times a second at most, at
    /// whatever speed and either way. Allocates nothing once it has grown.
    void update(const model::WorldState& state, const InstanceBuffers& buffers, model::ActorId selection,
                bool playing, Clock::time_point now = Clock::now());

    struct Dash
    {
        glm::dvec2 from{0.0}; ///< x and z in metres
        glm::dvec2 to{0.0};
        int team = -1;         ///< whose sight, as in Perspective::team()
        bool selected = false; ///< of the selected unit alone
    };
    /// Approximate, so in dashes, one every `period` metres; fewer where they would be too many. The edge of
    /// thousands of units that stand apart is not complete.
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
    std::uint64_t look(const model::WorldState& state, const InstanceBuffers& buffers);
    void traceAll(const model::WorldState& state, const Perspective& perspective, const Whose& whose);
    void trace(const model::WorldState& state, const Perspective& perspective,
               std::span<const std::uint8_t> teams, int team);
    void appendOwnReach(const model::WorldState& state, const InstanceBuffers& buffers,
                        model::ActorId selection);
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
