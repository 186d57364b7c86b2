// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// World state to instance buffers: what is drawn of each actor, as bytes for the GPU. No GL in here.
#include "model/replay_info.h"
#include "model/world_state.h"
#include "render/meshes.h"
#include "render/picking.h"
#include "render/theme.h"
#include "render/view_options.h"

#include <QSet>

#include <array>
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

/// Keeps its memory from frame to frame; everything that does not change with time is looked up beforehand.
class InstanceBuffers
{
public:
    void setCast(const model::ReplayInfo& info, const Theme& theme);
    void setHidden(const QSet<quint32>& actors);
    void setOptions(const ViewOptions& options) { m_options = options; }

    /// What one frame needs besides the state.
    struct Frame
    {
        glm::dvec3 origin{0.0}; ///< floating origin, subtracted in double precision
        glm::dvec3 eye{0.0};    ///< see-through actors are sorted by distance to it
        model::ActorId selection = model::ActorId::None;
        model::ActorId riding = model::ActorId::None; ///< the camera sits in this one: not drawn
    };
    void fill(const model::WorldState& state, const Frame& frame);

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
    bool anyHeld() const { return m_anyHeld; }

    bool drawn(const model::WorldState& state, std::size_t row) const;
    /// Box of an actor in the world, as drawn.
    PickBox box(const model::WorldState& state, std::size_t row) const;
    glm::vec4 colour(model::ActorId actor) const;
    bool background(model::ActorId actor) const;
    bool principal(model::ActorId actor) const;

private:
    struct Style
    {
        glm::vec3 centre{0.0F};
        glm::vec3 half{0.5F};
        glm::vec4 colour{1.0F};
        MeshKind mesh = MeshKind::Box;
        bool drawable = true;
        bool hidden = false;
        bool background = false;
        bool principal = false;
        bool shadow = false;
        int skeleton = -1;
    };
    const Style& style(model::ActorId actor) const;
    Lamp lamp(const model::WorldState& state, std::size_t row) const;
    void addBones(const model::WorldState& state, std::size_t row, const Style& style,
                  const glm::dvec3& origin);
    void addMarks(const Instance& body, const Style& style, model::Provenance provenance, bool selected);
    void sortHeld(const glm::vec3& eye);

    std::vector<Style> m_styles;
    Style m_unknown;
    QSet<quint32> m_hidden;
    std::vector<std::vector<int>> m_parents;
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
};

} // namespace ghostline::render
