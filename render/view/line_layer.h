// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lines of the 3D picture: trails, predictions, velocities, footprints of cameras, the post of the next
// checkpoint, bars of units, the axes in the corner.
#include "render/actors/ground_rings.h"
#include "render/actors/instance_buffers.h"
#include "render/actors/unit_marks.h"
#include "render/qt3d/scene_graph.h"
#include "render/view/frame_view.h"
#include "render/view/ghost_layer.h"

#include <array>
#include <span>

namespace ghostline::render {

class LineLayer
{
public:
    /// `recordedCameras`: the replay has some; their footprints move with the state.
    void change(const ViewContent& content, ViewChanges changes, bool recordedCameras);
    /// The ghosts have changed; `cameras`: some of them are cameras, whose footprints are lines.
    void changeGhosts(bool cameras) { m_linesDirty = m_linesDirty || cameras; }
    /// The floating origin has moved: all lines are laid out again.
    void invalidate() { m_trailsDirty = m_linesDirty = true; }
    bool dirty() const { return m_trailsDirty || m_linesDirty; }
    /// What actors bring along besides their own lines.
    struct Additions
    {
        const GhostLayer& ghosts;
        std::span<const GroundRing> rings;  ///< that go over hill and dale
        std::span<const FlierPost> posts{}; ///< relative to the floating origin
    };
    /// Those of the next refresh() are others, but for the ghosts.
    void changeAdditions() { m_linesDirty = true; }
    /// Lays out what has changed, and what turns with the camera.
    void refresh(SceneGraph& graph, const FrameView& frame, const Additions& additions);
    /// All of them, as they were laid out last; relative to the floating origin.
    std::span<const Instance> lines() const { return m_lines; }
    /// Where the axes in the corner have their letters, (0, 0) = nowhere.
    const std::array<glm::vec2, 3>& axes() const { return m_axes; }

private:
    void layOutTrails(const FrameView& frame, const GhostLayer& ghosts);
    void appendRings(const FrameView& frame, std::span<const GroundRing> rings);
    void appendPosts(const FrameView& frame, std::span<const FlierPost> posts);
    void appendGoal(const FrameView& frame);
    void appendPredictions(const FrameView& frame);
    void appendFootprints(const FrameView& frame);
    void appendVelocities(const FrameView& frame);
    void appendUnitMarks(const FrameView& frame);

    UnitMarks m_unitMarks;
    std::vector<Instance> m_trails;
    std::vector<Instance> m_lines;
    std::size_t m_fixedLines = 0; ///< of them; those behind turn with the camera
    std::vector<Instance> m_corner;
    std::array<glm::vec2, 3> m_axes{};
    bool m_trailsDirty = true;
    bool m_linesDirty = true;
};

} // namespace ghostline::render
