// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ghosts as a small cast of their own: drawn by the same rules as actors, then made translucent. No GL.
#include "render/actors/camera_anchor.h"
#include "render/actors/instance_buffers.h"
#include "render/base/ghost_figure.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace ghostline::render {

class GhostCast
{
public:
    /// Takes over what of the content has changed.
    void change(const ViewContent& content, ViewChanges changes);
    void setTheme(const Theme& theme);
    /// Copies them. Allocates only when one is another than before.
    void set(std::span<const GhostFigure> figures);
    bool empty() const { return m_count == 0; }
    std::size_t size() const { return m_count; }
    struct Frame
    {
        glm::dvec3 origin{0.0}; ///< floating origin
        glm::dvec3 eye{0.0};
        std::optional<PickBox> subject{}; ///< must be seen: ghosts in front of it fade
        int followed = 0;                 ///< the ghost that the camera follows; 0 = none
        bool firstPerson = false;         ///< the camera is in the eyes of that ghost
    };
    /// Allocates nothing once it has grown.
    void fill(const Frame& frame);
    /// Back to front; alpha is the opacity of each.
    const std::vector<Instance>& instances(MeshKind kind) const { return m_instances[kind]; }

    /// Number of the ghost with this GhostFigure::id.
    std::optional<std::size_t> find(int id) const;
    int id(std::size_t ghost) const { return m_ghosts[ghost].id; }
    const QString& name(std::size_t ghost) const { return m_info.cast[ghost].name; }
    QColor colour(std::size_t ghost) const { return m_theme.hue(m_ghosts[ghost].hue); }
    PickBox box(std::size_t ghost) const;
    /// From above a disc stands for it.
    bool round(std::size_t ghost) const;
    /// Has a body and a position; false for ghosts that are cameras.
    bool drawn(std::size_t ghost) const;
    /// What a ghost that is a camera sees of the ground; nothing for every other one.
    std::optional<std::array<glm::dvec3, 4>> footprint(std::size_t ghost, double ground) const;
    CameraSubject anchor(std::size_t ghost) const;

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
    MeshInstances m_instances;
};

/// Opacity of a ghost, 0 to 1: lower where it hides the subject from the eye.
float ghostOpacity(const PickBox& ghost, const PickBox& subject, const glm::dvec3& eye);

} // namespace ghostline::render
