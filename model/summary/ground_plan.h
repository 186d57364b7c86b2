// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where everybody stands at an instant, seen from above: what a picture shows where nothing draws in 3D.
#include "model/base/export.h"
#include "model/board/drawing.h"
#include "model/replay/replay_index.h"
#include "model/replay/replay_source.h"
#include "model/world/scene_description.h"
#include "model/world/world_state.h"

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace ghostline::model {

/// A rectangle of the ground, metres: x grows east, z south.
struct GroundRect
{
    double x = 0.0;
    double z = 0.0;
    double width = 0.0;
    double depth = 0.0;

    bool empty() const { return !(width > 0.0) || !(depth > 0.0); }
    void include(const GroundRect& other);
    /// A share of its longer side wider on all sides, and at least so many metres long.
    GroundRect around(double share, double least) const;
    friend bool operator==(const GroundRect&, const GroundRect&) = default;
};

/// The lines of the surroundings that a plan is drawn on; few, so that a page stays small.
struct GroundMap
{
    struct Line
    {
        int team = -1;
        std::vector<glm::dvec2> points; ///< x, z
    };
    GroundRect bounds; ///< empty = unknown
    std::vector<Line> lines;
};

struct GroundPlan
{
    struct Mark
    {
        ActorId actor = ActorId::None;
        glm::dvec2 place{0.0}; ///< x, z
        int team = -1;
        bool focus = false;            ///< what the play is about
        bool named = false;            ///< its name is written beside it
        std::vector<glm::dvec2> trail; ///< of the last seconds, ending at the place; empty = none
    };
    GroundRect view; ///< what is worth seeing
    std::vector<Mark> marks;
    /// Shapes that are drawn over it, as they stand then.
    struct Shape
    {
        DrawingKind kind = DrawingKind::Pen;
        bool onScreen = false; ///< points are shares of a picture
        std::vector<glm::dvec2> points;
        QString text{};
        std::uint32_t colour = 0;
        double width = 4.0; ///< as Drawing::width
    };
    std::vector<Shape> shapes;

    bool empty() const { return marks.empty() && shapes.empty(); }
};

/// Simplified to at most about `mostPoints`.
GroundMap groundMapOf(const SceneDescription& scene, int mostPoints = 4000);

/// States at any place of a recording, one segment after the other held.
class GHOSTLINE_MODEL_EXPORT PlanReader
{
public:
    /// Both outlive it.
    PlanReader(const ReplaySource& source, const ReplayIndex& index, std::stop_token stop);

    /// Null where it cannot be decoded. Valid until the next call.
    const WorldState* stateAt(Micros time);
    const WorldState* stateAt(FrameNumber frame) { return sample({frame, 0.0}); }
    /// `wanted`: who is in it, so that the view shows them; empty = everybody who moves by himself.
    GroundPlan planAt(Micros time, std::span<const ActorId> wanted, const GroundMap& ground);
    /// With these drawings over it.
    GroundPlan planAt(Micros time, std::span<const Drawing> drawings, const GroundMap& ground);

private:
    const WorldState* sample(FrameTime at);
    std::vector<GroundPlan::Mark> marksOf(const WorldState& state, std::span<const ActorId> wanted) const;
    void addTrails(std::vector<GroundPlan::Mark>& marks, Micros time);

    const ReplaySource& m_source;
    const ReplayIndex& m_index;
    std::stop_token m_stop;
    int m_keyframe = -1;
    std::shared_ptr<const Segment> m_segment;
    WorldState m_state;
};

} // namespace ghostline::model
