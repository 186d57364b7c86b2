// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words in the 3D picture: names of actors, ghosts, places, zones and the next checkpoint, and what stands in
// its corner.
#include "render/actors/goal_mark.h"
#include "render/labels/glyph_clumps.h"
#include "render/labels/labels.h"
#include "render/qt3d/scene_graph.h"
#include "render/view/frame_view.h"
#include "render/view/ghost_layer.h"

#include <array>

namespace ghostline::render {

class LabelLayer
{
public:
    /// Labels besides those of actors.
    struct Additions
    {
        const GhostLayer& ghosts;
        const std::vector<LabelCandidate>& zones;
        double spacing = 0.0;            ///< of the ground's lines, metres; 0 = none are in the view
        std::array<glm::vec2, 3> axes{}; ///< where the letters of the axes belong
    };
    void refresh(SceneGraph& graph, const FrameView& frame, const Additions& additions);

private:
    std::vector<LabelCandidate> candidates(const FrameView& frame, const Additions& additions);
    void appendNames(std::vector<LabelCandidate>& out, const FrameView& frame) const;
    void appendGlyphs(std::vector<LabelCandidate>& out, const FrameView& frame);
    void appendGlyph(SceneGraph& graph, const FrameView& frame, const LabelCandidate& c,
                     const PlacedLabel& label);
    void appendCornerText(SceneGraph& graph, const QString& text, const QColor& colour, const glm::vec2& at);
    void appendPointer(SceneGraph& graph, const FrameView& frame);

    UnitGlyphs m_glyphs;
    GoalText m_goal;
    QString m_pointer; ///< an arrow and what m_goal says
    std::vector<Instance> m_labels;
};

/// "10 m", "20 cm", "1 km"; of any other unit (ReplayInfo::lengthUnit) as many as there are: "0.5 cells".
QString lengthText(double length, const QString& unit);

/// Where at the edge of a picture something is pointed to that lies outside it: pixels from its middle, y up,
/// and an arrow. Nothing where it is seen.
struct EdgePointer
{
    glm::dvec2 at{0.0};
    QChar arrow;
};
std::optional<EdgePointer> edgePointer(const glm::dvec3& place, const CameraPose& camera, QSizeF viewport,
                                       double textWidth);

} // namespace ghostline::render
