// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// World state to instance buffers: what is drawn of each actor, as bytes for the GPU. No GL in here.
#include "model/replay/replay_info.h"
#include "model/world/world_state.h"
#include "render/actors/actor_styles.h"
#include "render/actors/body_pose.h"
#include "render/actors/ground_marks.h"
#include "render/actors/instance.h"
#include "render/actors/made_up_body.h"
#include "render/actors/meshes.h"
#include "render/actors/odometer.h"
#include "render/actors/vehicle_parts.h"
#include "render/base/theme.h"
#include "render/base/view_options.h"

#include <array>
#include <optional>
#include <vector>

namespace ghostline::render {

/// State of a signal lamp as the shader knows it; of brake lamps Red = lit, Off = not, None = not recorded.
enum class Lamp : std::uint8_t { None, Red, Yellow, Green, Off };

/// Instances by the mesh that they are drawn with.
class MeshInstances
{
public:
    std::vector<Instance>& operator[](MeshKind kind) { return m_lists[static_cast<std::size_t>(kind)]; }
    const std::vector<Instance>& operator[](MeshKind kind) const
    {
        return m_lists[static_cast<std::size_t>(kind)];
    }
    void clear();
    void sortBackToFront(const glm::vec3& eye);

private:
    std::array<std::vector<Instance>, MeshKinds> m_lists;
};

/// Keeps its memory from frame to frame; everything that does not change with time is looked up beforehand.
class InstanceBuffers
{
public:
    void setCast(const model::ReplayInfo& info, const Theme& theme);
    /// Takes over what of the content has changed.
    void change(const ViewContent& content, ViewChanges changes);
    void setOptions(const ViewOptions& options)
    {
        m_options = options;
        m_styles.setOptions(options);
    }
    /// Who is drawn, and how; fill() brings its perspective up to date.
    ActorStyles& styles() { return m_styles; }
    const ActorStyles& styles() const { return m_styles; }

    /// What one frame needs besides the state.
    struct Frame
    {
        glm::dvec3 origin{0.0}; ///< floating origin, subtracted in double precision
        glm::dvec3 eye{0.0};    ///< see-through actors are sorted by distance to it
        model::ActorId selection = model::ActorId::None;
        model::ActorId firstPerson = model::ActorId::None; ///< the camera sits in this one: not drawn
        model::ActorId chooser = model::ActorId::None;     ///< whose selection is ringed
        GroundLevel ground{};          ///< marks lie along its slopes; its heights live until the next fill()
        std::optional<double> floor{}; ///< of a hall: who floats above it has a shadow on it
    };
    void fill(const model::WorldState& state, const Frame& frame);

    /// Adds a ring on the ground, after fill(); `at` relative to the floating origin. It is enlarged where it
    /// would be too small to be seen, unless it is `toScale`.
    void addRing(const glm::vec3& at, float radius, float pixels, const glm::vec4& colour,
                 bool toScale = false);

    const std::vector<Instance>& solid(MeshKind kind) const { return m_solid[kind]; }
    /// Held actors, back to front.
    const std::vector<Instance>& held(MeshKind kind) const { return m_held[kind]; }
    const std::vector<Instance>& marks() const { return m_marks; }
    /// The selected actor's mesh again, for its outline.
    const std::vector<Instance>& outline(MeshKind kind) const { return m_outline[kind]; }
    /// See-through shells round bodies, back to front.
    const std::vector<Instance>& hulls() const { return m_hulls; }
    /// Of units that fly: the nearest ones, when there are many.
    const std::vector<FlierPost>& posts() const { return m_fliers.posts(); }
    /// True when translucent instances are sorted by their distance to the eye.
    bool anyHeld() const { return m_anyHeld || m_hulls.size() > 1; }
    /// True when something goes by the distance to the eye, and so changes with the camera.
    bool followsEye() const { return anyHeld() || m_fliers.chosen() || m_facesEye; }

private:
    void addGroundMark(Instance mark);
    bool marksProvenance(bool selected) const { return m_options.provenance && (selected || !m_crowd); }
    void addFloating(const glm::vec3& feet, float half, const glm::vec4& colour);
    void addDiscLight(const Instance& disc);
    Lamp lamp(const model::WorldState& state, std::size_t row, const ActorStyles::Style& style,
              MeshKind mesh) const;
    void addBones(const model::WorldState& state, std::size_t row, const ActorStyles::Style& style,
                  const glm::dvec3& origin);
    void setTables(const model::ReplayInfo& info, const Theme& theme);

    void addMarks(const Instance& body, const DrawnShape& shape, model::Provenance provenance, bool selected);
    void addSelected(const model::WorldState& state, const Frame& frame);
    /// Of one whose turret is recorded.
    void addTurret(const model::WorldState& state, std::size_t row, const Instance& body, bool held);

    struct BodyLook
    {
        glm::vec4 colour{1.0F};
        model::ActorFlags flags = 0;
        model::Provenance provenance = model::Provenance::Exact;
        bool selected = false;
        bool firstPerson = false;
        int number = -1; ///< on the shirt
    };
    void addBody(const BodyFigure& body, const BodyLook& look, const glm::dvec3& origin);
    void addPieces(const BodyFigure& body, const BodyLook& look, const glm::vec3& shift);
    void addWalker(const model::WorldState& state, std::size_t row, const Instance& box,
                   const BodyLook& look);
    void addRider(const model::WorldState& state, std::size_t row, const VehicleParts::Stand& stand,
                  const BodyLook& look);
    void addFarBody(const BodyFigure& body, const BodyLook& look, float scale);
    void addBodyMarks(const BodyFigure& body, const BodyLook& look, const glm::vec3& shift);
    void addOutline(MeshKind mesh, const Instance& body);
    void addStun(const BodyFigure& body, const glm::vec3& shift);
    glm::vec4 tone(BodyTone tone, const glm::vec4& colour) const;

    ActorStyles m_styles;
    Odometer m_odometer;
    VehicleParts m_vehicles;
    std::vector<std::vector<int>> m_parents;
    BodyFigure m_figure; ///< the person being added
    model::ActorPropertyId m_turretProperty;
    bool m_crowd = false;    ///< of an army, where from a place is known is marked only of who is selected
    glm::vec4 m_alert{1.0F}; ///< stunned
    glm::vec4 m_guard{1.0F}; ///< shielded
    bool m_dark = true;
    std::vector<Lamp> m_lampNames;
    model::ActorPropertyId m_lampProperty;
    model::ActorPropertyId m_brakeProperty;
    ViewOptions m_options;
    glm::vec4 m_shadow{0.0F, 0.0F, 0.0F, 0.3F};
    bool m_anyHeld = false;
    bool m_facesEye = false;
    std::optional<float> m_floor; ///< of this frame, as the eye relative to the floating origin
    glm::vec3 m_eye{0.0F};
    MeshInstances m_solid;
    MeshInstances m_held;
    MeshInstances m_outline;
    std::vector<Instance> m_marks;
    std::vector<Instance> m_hulls;
    Fliers m_fliers;
    MarkGround m_ground;
};

} // namespace ghostline::render
