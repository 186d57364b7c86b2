// SPDX-License-Identifier: GPL-3.0-or-later
// Trails change ten times a second, other lines with the state, bars with the camera: each is laid out when
// it must be.
#include "render/view/line_layer.h"

#include "render/actors/goal_mark.h"
#include "render/actors/segments.h"
#include "render/base/ground_plane.h"

#include <algorithm>

namespace ghostline::render {

namespace {

constexpr float TrailWidth = 0.1F; // metres
constexpr float FocusTrailWidth = 0.16F;
constexpr float FootprintPixels = 1.5F;
constexpr float ChosenFootprintPixels = 2.5F;
constexpr float RingPixels = 1.5F;
constexpr float StrongRingPixels = 3.0F;
constexpr float PostPixels = 1.0F;
constexpr float GoalPixels = 2.0F;

} // namespace

void LineLayer::change(const ViewContent& content, ViewChanges changes, bool recordedCameras)
{
    if (changes & (ViewPart::Theme | ViewPart::Index))
        m_unitMarks.setInfo(*content.index->info, content.theme);
    const bool moving = content.options.velocityArrows || content.options.prediction || recordedCameras ||
                        (content.options.nextGoal && !content.goals->empty());
    m_trailsDirty =
        m_trailsDirty || (changes & (ViewPart::Theme | ViewPart::Index | ViewPart::Options |
                                     ViewPart::Hidden | ViewPart::Trails | ViewPart::GhostTrails));
    m_linesDirty = m_linesDirty ||
                   (changes & (ViewPart::Options | ViewPart::Hidden | ViewPart::Perspective |
                               ViewPart::Goals | ViewPart::Selection)) ||
                   (moving && (changes & ViewPart::State));
}

void LineLayer::refresh(SceneGraph& graph, const FrameView& frame, const Additions& additions)
{
    if (m_trailsDirty)
        layOutTrails(frame, additions.ghosts);
    if (m_trailsDirty || m_linesDirty) {
        m_lines = m_trails;
        appendPredictions(frame);
        appendFootprints(frame);
        additions.ghosts.appendFootprints(m_lines, frame);
        appendRings(frame, additions.rings);
        appendPosts(frame, additions.posts);
        appendGoal(frame);
        appendVelocities(frame);
        m_fixedLines = m_lines.size();
    }
    m_trailsDirty = m_linesDirty = false;
    m_lines.resize(m_fixedLines);
    appendUnitMarks(frame);
    m_corner.clear();
    m_axes = {};
    if (frame.content.options.axesGizmo)
        appendGizmo(m_corner, frame.camera, frame.content.theme, m_axes);
    graph.setSegments(m_lines, m_corner);
}

void LineLayer::layOutTrails(const FrameView& frame, const GhostLayer& ghosts)
{
    const ActorStyles& styles = frame.styles;
    m_trails.clear();
    for (const Trail& trail : *frame.content.trails) {
        const std::ptrdiff_t row = frame.state().row(trail.actor);
        const bool shown = row < 0 || styles.drawn(frame.state(), static_cast<std::size_t>(row));
        if (frame.content.options.trails && shown)
            appendTrail(m_trails, trail, styles.colour(trail.actor), frame.origin,
                        {styles.teamColours(), styles.neutral(),
                         styles.focus(trail.actor) ? FocusTrailWidth : TrailWidth});
    }
    ghosts.appendTrails(m_trails, frame);
}

/// Of what the play is about, while it flies by itself.
void LineLayer::appendPredictions(const FrameView& frame)
{
    const model::WorldState& state = frame.state();
    for (std::size_t row = 0; frame.content.options.prediction && row < state.size(); ++row) {
        if (!frame.styles.focus(state.ids[row]) || !frame.styles.drawn(state, row) ||
            frame.styles.poseInHand(state, row))
            continue;
        // A wall ends it: nothing is known of the rebound.
        const glm::dvec3 from = frame.styles.box(state, row).centre;
        const glm::vec3& velocity = state.velocities[row];
        appendPrediction(m_lines, glm::vec3(from - frame.origin), velocity, frame.styles.colour(state, row),
                         secondsInside(frame.content.scene->bounds, from, velocity));
    }
}

/// The ground that recorded cameras show, but not from within one of them.
void LineLayer::appendFootprints(const FrameView& frame)
{
    const model::WorldState& state = frame.state();
    const model::WorldState& recorded = *frame.recorded.state;
    const Perspective& perspective = frame.styles.perspective();
    for (const auto& [owner, camera] : frame.cameras.all()) {
        const std::ptrdiff_t found = camera == frame.firstPerson ? -1 : state.row(camera);
        if (found < 0)
            continue;
        const auto row = static_cast<std::size_t>(found);
        // Of both states the rows are the same; the ground rises with the camera.
        const double lift = state.positions[row].y - recorded.positions[row].y;
        const auto corners = frame.styles.footprint(state, row, model::recordedLevel(frame.scene()) + lift);
        if (!corners)
            continue;
        // As a player, one does not know where the others look.
        if (perspective.active() && !perspective.own(owner))
            continue;
        const model::ActorId selection = frame.content.selection;
        const bool chosen = camera == selection || owner == selection || owner == perspective.player();
        glm::vec4 colour = frame.styles.colour(state, row);
        colour.a = chosen ? 1.0F : 0.75F;
        appendFootprint(
            m_lines, *corners,
            {frame.ground(), frame.origin, chosen ? ChosenFootprintPixels : FootprintPixels, colour},
            frame.content.theme);
    }
}

void LineLayer::appendRings(const FrameView& frame, std::span<const GroundRing> rings)
{
    for (const GroundRing& ring : rings)
        appendGroundRing(
            m_lines, {frame.ground(), frame.origin, ring.strong ? StrongRingPixels : RingPixels, ring.colour},
            fromAbove(ring.centre), static_cast<double>(ring.radius * ring.share), frame.content.theme);
}

/// Thin lines from who flies down to the ground; seen from straight above they would be specks.
void LineLayer::appendPosts(const FrameView& frame, std::span<const FlierPost> posts)
{
    constexpr float Strength = 0.5F;
    constexpr float Quiet = 24.0F; // more than so many share what they may draw
    if (frame.camera.orthographic)
        return;
    const float strength = Strength * std::min(1.0F, Quiet / static_cast<float>(posts.size()));
    for (const FlierPost& post : posts) {
        if (post.colour.a > 0.0F)
            appendLine(m_lines, post.foot, post.top, PostPixels,
                       glm::vec4(glm::vec3(post.colour), strength * post.colour.a));
    }
}

/// Up from the ring, so that it is found behind a wall or an edge; from straight above it would be a speck.
void LineLayer::appendGoal(const FrameView& frame)
{
    const auto now = frame.camera.orthographic ? std::nullopt : goalNow(frame.content);
    if (!now)
        return;
    const Theme& theme = frame.content.theme;
    const glm::vec3 foot(now->place - frame.origin);
    const glm::vec3 top = foot + glm::vec3(0.0F, static_cast<float>(GoalPostMetres), 0.0F);
    appendLine(m_lines, foot, top, casedPixels(GoalPixels), casingOf(theme));
    appendLine(m_lines, foot, top, GoalPixels, toVec4(goalColour(theme)));
}

void LineLayer::appendVelocities(const FrameView& frame)
{
    const model::WorldState& state = frame.state();
    const glm::vec4 colour = toVec4(frame.content.theme.text);
    for (std::size_t row = 0; frame.content.options.velocityArrows && row < state.size(); ++row) {
        if (!frame.styles.drawn(state, row) || frame.styles.background(state, row))
            continue;
        const PickBox box = frame.styles.box(state, row);
        appendArrow(m_lines, glm::vec3(box.centre - frame.origin), state.velocities[row], colour);
    }
}

/// Bars face the camera, so they are laid out anew whenever it moves.
void LineLayer::appendUnitMarks(const FrameView& frame)
{
    if (!m_unitMarks.any())
        return;
    const ViewContent& content = frame.content;
    const UnitMarks::Frame own{frame.origin,      frame.camera,   frame.viewport,
                               content.selection, frame.ground(), content.playing};
    if (content.options.sight)
        m_unitMarks.appendSight(m_lines, frame.state(), frame.styles, own);
    if (content.options.unitMarks)
        m_unitMarks.appendBars(m_lines, frame.state(), frame.styles, own);
}

} // namespace ghostline::render
