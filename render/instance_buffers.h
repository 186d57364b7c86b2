// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// World state to instance buffers: what is drawn of each actor, as bytes for the GPU. No GL in here.
#include "model/replay_info.h"
#include "model/world_state.h"
#include "render/actor_shape.h"
#include "render/body_pose.h"
#include "render/meshes.h"
#include "render/perspective.h"
#include "render/picking.h"
#include "render/theme.h"
#include "render/view_options.h"

#include <QSet>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace ghostline::render {

/// One instance, 64 bytes; the shaders say what each part means for their kind.
struct Instance
{
    glm::vec4 place{0.0F};
    glm::vec4 turn{0.0F, 0.0F, 0.0F, 1.0F};
    glm::vec4 half{0.0F};
    glm::vec4 colour{0.0F};
};
static_assert(sizeof(Instance) == 64);

/// State of a signal lamp as the shader knows it.
enum class Lamp : std::uint8_t { None, Red, Yellow, Green, Off };

glm::vec4 toVec4(const QColor& colour, float alpha = 1.0F);
/// A quaternion as the shaders take it.
inline glm::vec4 turnOf(const glm::quat& q) { return {q.x, q.y, q.z, q.w}; }
/// What blends is drawn farthest first; `eye` relative to the floating origin.
void sortBackToFront(std::vector<Instance>& instances, const glm::vec3& eye);

/// Keeps its memory from frame to frame; everything that does not change with time is looked up beforehand.
class InstanceBuffers
{
public:
    void setCast(const model::ReplayInfo& info, const Theme& theme);
    void setHidden(const QSet<quint32>& actors);
    void setOptions(const ViewOptions& options) { m_options = options; }

    /// Sees the match as a player; None = everything. What is not seen fades.
    void setPerspective(model::ActorId player) { m_perspective.setPlayer(player); }
    const Perspective& perspective() const { return m_perspective; }
    /// What is seen now, for those who ask before fill() or without it.
    void look(const model::WorldState& state) { m_perspective.update(state); }

    /// What one frame needs besides the state.
    struct Frame
    {
        glm::dvec3 origin{0.0}; ///< floating origin, subtracted in double precision
        glm::dvec3 eye{0.0};    ///< see-through actors are sorted by distance to it
        model::ActorId selection = model::ActorId::None;
        model::ActorId riding = model::ActorId::None;  ///< the camera sits in this one: not drawn
        model::ActorId chooser = model::ActorId::None; ///< whose selection is ringed
    };
    void fill(const model::WorldState& state, const Frame& frame);

    /// A ring on the ground, after fill(); `at` relative to the floating origin.
    void addRing(const glm::vec3& at, float radius, float pixels, const glm::vec4& colour);

    const std::vector<Instance>& solid(MeshKind kind) const
    {
        return m_solid[static_cast<std::size_t>(kind)];
    }
    /// Held actors, back to front.
    const std::vector<Instance>& held(MeshKind kind) const { return m_held[static_cast<std::size_t>(kind)]; }
    const std::vector<Instance>& marks() const { return m_marks; }
    /// The selected actor's mesh again, for its outline.
    const std::vector<Instance>& outline(MeshKind kind) const
    {
        return m_outline[static_cast<std::size_t>(kind)];
    }
    /// See-through shells round bodies, back to front.
    const std::vector<Instance>& hulls() const { return m_hulls; }
    /// Something see-through is sorted by its distance to the eye.
    bool anyHeld() const { return m_anyHeld || m_hulls.size() > 1; }

    bool drawn(const model::WorldState& state, std::size_t row) const;
    /// Box of an actor in the world, as drawn.
    PickBox box(const model::WorldState& state, std::size_t row) const;
    /// Where an actor is drawn: its own pose, or in the hand that holds it.
    model::BonePose handPlace(const model::WorldState& state, std::size_t row, bool& held) const;
    glm::vec4 colour(model::ActorId actor) const;
    /// The same as it is now: of the team the actor belongs to for the moment, faded where it is not seen.
    glm::vec4 colour(const model::WorldState& state, std::size_t row) const;
    /// Colours of the teams, and of what belongs to none for the moment.
    std::span<const glm::vec4> teamColours() const { return m_teamColours; }
    const glm::vec4& teamColour(int team) const
    {
        return team >= 0 && static_cast<std::size_t>(team) < m_teamColours.size()
                   ? m_teamColours[static_cast<std::size_t>(team)]
                   : m_neutral;
    }
    const glm::vec4& neutral() const { return m_neutral; }
    bool focus(model::ActorId actor) const;
    bool background(const model::WorldState& state, std::size_t row) const;
    /// The form an actor has for the moment.
    DrawnShape shape(const model::WorldState& state, std::size_t row) const;
    /// What a recorded camera sees of the ground, a corner each; nothing for every other actor.
    std::optional<std::array<glm::dvec3, 4>> outlook(const model::WorldState& state, std::size_t row,
                                                     double ground) const;
    bool principal(model::ActorId actor) const;

private:
    struct Style
    {
        DrawnShape shape;
        glm::vec4 colour{1.0F};
        bool hidden = false;
        bool principal = false;
        bool focus = false;
        bool body = false;     ///< built from its bones, where there are any
        bool teamless = false; ///< neutral while no team has it
        int skeleton = -1;
    };
    const Style& style(model::ActorId actor) const;
    Lamp lamp(const model::WorldState& state, std::size_t row) const;
    void addBones(const model::WorldState& state, std::size_t row, const Style& style,
                  const glm::dvec3& origin);
    const DrawnShape& baseShape(const model::WorldState& state, std::size_t row) const;
    void sortHeld(const glm::vec3& eye);

    // mark_instances.cpp
    void addMarks(const Instance& body, const DrawnShape& shape, model::Provenance provenance, bool selected);
    void addSelected(const model::WorldState& state, const Frame& frame);
    void addTurret(const model::WorldState& state, std::size_t row, const Instance& body, bool held);

    // body_instances.cpp
    struct BodyLook
    {
        glm::vec4 colour{1.0F};
        model::ActorFlags flags = 0;
        model::Provenance provenance = model::Provenance::Exact;
        bool selected = false;
        bool riding = false;
    };
    bool figure(const model::WorldState& state, std::size_t row, const Style& style, BodyFigure& out) const;
    void addBody(const BodyFigure& body, const BodyLook& look, const glm::dvec3& origin);
    void addBodyMarks(const BodyFigure& body, const BodyLook& look, const glm::vec3& shift);
    void addStun(const BodyFigure& body, const glm::vec3& shift);
    glm::vec4 tone(BodyTone tone, const glm::vec4& colour) const;

    Perspective m_perspective;
    std::vector<Style> m_styles;
    Style m_unknown;
    QSet<quint32> m_hidden;
    std::vector<std::vector<int>> m_parents;
    std::vector<BodyPlan> m_plans;
    BodyFigure m_figure; ///< the person being added
    std::vector<glm::vec4> m_teamColours;
    model::PropertyId m_teamProperty = -1;
    model::PropertyId m_lookProperty = -1;
    model::PropertyId m_turretProperty = -1;
    std::vector<DrawnShape> m_looks;
    bool m_crowd = false; ///< where all of an army is sampled, its rings must not hide it
    glm::vec4 m_neutral{1.0F};
    glm::vec4 m_fog{0.5F, 0.5F, 0.5F, 1.0F}; ///< what is not seen goes toward this
    glm::vec4 m_alert{1.0F};                 ///< stunned
    glm::vec4 m_guard{1.0F};                 ///< shielded
    bool m_dark = true;
    std::vector<Lamp> m_lampNames;
    model::PropertyId m_lampProperty = -1;
    ViewOptions m_options;
    glm::vec4 m_accent{1.0F};
    glm::vec4 m_shadow{0.0F, 0.0F, 0.0F, 0.3F};
    bool m_anyHeld = false;
    std::array<std::vector<Instance>, MeshKinds> m_solid;
    std::array<std::vector<Instance>, MeshKinds> m_held;
    std::array<std::vector<Instance>, MeshKinds> m_outline;
    std::vector<Instance> m_marks;
    std::vector<Instance> m_hulls;
};

} // namespace ghostline::render
