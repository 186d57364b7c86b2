// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ghosts as a small cast of their own: drawn by the rules that hold for everybody, then made see-through.
// No GL.
#include "render/ghost_figure.h"
#include "render/instance_buffers.h"
#include "render/seat.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace ghostline::render {

class GhostCast
{
public:
    void setTheme(const Theme& theme);
    /// Copies them. Allocates only when one is another than before.
    void set(std::span<const GhostFigure> figures);
    bool empty() const { return m_count == 0; }
    std::size_t size() const { return m_count; }
    /// As they were given; what they refer to lives until the next set().
    std::vector<GhostFigure> figures() const;

    struct Frame
    {
        glm::dvec3 origin{0.0}; ///< floating origin
        glm::dvec3 eye{0.0};
        std::optional<PickBox> subject{}; ///< who must be seen: whoever stands before it fades
        int attended = 0;                 ///< the ghost that is the subject itself; 0 = none
        bool riding = false;              ///< ... and the camera sits in it
    };
    /// Allocates nothing once it has grown.
    void fill(const Frame& frame);
    /// Back to front; alpha says how much of each is seen.
    const std::vector<Instance>& instances(MeshKind kind) const
    {
        return m_instances[static_cast<std::size_t>(kind)];
    }

    /// Number of the ghost with this GhostFigure::id.
    std::optional<std::size_t> find(int id) const;
    int id(std::size_t ghost) const { return m_ghosts[ghost].id; }
    const QString& name(std::size_t ghost) const { return m_info.cast[ghost].name; }
    glm::vec4 colour(std::size_t ghost) const;
    PickBox box(std::size_t ghost) const;
    /// From above a disc stands for it.
    bool round(std::size_t ghost) const;
    /// Has a body, and a place.
    bool drawn(std::size_t ghost) const;
    /// What a ghost that is a camera sees of the ground; nothing for every other one.
    std::optional<std::array<glm::dvec3, 4>> outlook(std::size_t ghost, double ground) const;
    CameraSubject seat(std::size_t ghost) const;

private:
    struct Ghost
    {
        int id = 0;
        int hue = 0;
        model::WorldState state; ///< of this one actor
    };
    bool sameCast(std::span<const GhostFigure> figures) const;
    void setCast(std::span<const GhostFigure> figures);

    Theme m_theme = Theme::dark();
    model::ReplayInfo m_info; ///< actor, team and skeleton have the ghost's number
    std::vector<HeadBones> m_heads;
    std::vector<Ghost> m_ghosts;
    std::size_t m_count = 0;
    InstanceBuffers m_buffers;
    std::array<std::vector<Instance>, MeshKinds> m_instances;
};

/// How much of a ghost is seen, 0 to 1: less where it stands between the eye and who must be seen.
float ghostDensity(const PickBox& ghost, const PickBox& subject, const glm::dvec3& eye);

} // namespace ghostline::render
