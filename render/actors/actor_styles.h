// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How each actor is drawn at an instant: whether at all, in which form, how large and in which colour. The 3D
// view and the flat map share these rules. No GL.
#include "model/replay/replay_info.h"
#include "model/world/actor.h"
#include "model/world/world_state.h"
#include "render/actors/body_pose.h"
#include "render/actors/meshes.h"
#include "render/actors/perspective.h"
#include "render/actors/pick_box.h"
#include "render/base/theme.h"
#include "render/base/view_content.h"

#include <QSet>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace ghostline::render {

/// The form an actor has, whatever its colour.
struct DrawnShape
{
    glm::vec3 centre{0.0F};
    glm::vec3 half{0.5F}; ///< never zero; of a camera (`view`) the tangents of half its opening angles
    MeshKind mesh = MeshKind::Box;
    model::ActorShape shape = model::ActorShape::Box;
    bool drawable = true;
    bool background = false;
    bool shadow = false;
    bool view = false;  ///< a camera: not a body but the outline of the ground it sees is drawn
    bool round = false; ///< drawn as a disc on the map
};

/// What does not change with time is looked up beforehand, so that queries allocate nothing.
class ActorStyles
{
public:
    struct Style
    {
        DrawnShape shape;
        glm::vec4 colour{1.0F};
        int number = -1; ///< ActorInfo::number
        bool hidden = false;
        bool principal = false;
        bool focus = false;
        bool body = false;     ///< built from its bones, where there are any
        bool walks = false;    ///< on foot: walks where no bones say how it stands
        bool teamless = false; ///< neutral while no team has it
        bool unit = false;     ///< of an army: may fly
        bool vehicle = false;  ///< has brake lamps
        int skeleton = -1;
    };

    void setCast(const model::ReplayInfo& info, const Theme& theme);
    /// Takes over what of the content has changed.
    void change(const ViewContent& content, ViewChanges changes);
    void setHidden(const QSet<quint32>& actors);
    void setOptions(const ViewOptions& options) { m_backgroundActors = options.backgroundActors; }

    /// The player whose perspective is taken; None = nobody's. Actors that this player does not see fade.
    void setPerspective(model::ActorId player) { m_perspective.setPlayer(player); }
    const Perspective& perspective() const { return m_perspective; }
    /// What is seen from that perspective now.
    void updateVisibility(const model::WorldState& state) { m_perspective.update(state); }

    const Style& style(model::ActorId actor) const;
    bool drawn(const model::WorldState& state, std::size_t row) const;
    /// Row of an actor; nothing when it is not in this state or not drawn.
    std::optional<std::size_t> drawnRow(const model::WorldState& state, model::ActorId actor) const;
    /// Box of an actor in the world, as drawn.
    PickBox box(const model::WorldState& state, std::size_t row) const;
    /// Where an actor is drawn that is in somebody's hand; nothing while nobody holds it.
    std::optional<model::BonePose> poseInHand(const model::WorldState& state, std::size_t row) const;
    /// The body of an actor that is built from its bones; false without them.
    bool figure(const model::WorldState& state, std::size_t row, const Style& style, BodyFigure& out) const;
    glm::vec4 colour(model::ActorId actor) const;
    /// Its colour at this instant: that of the team it belongs to for the moment, faded where it is not seen.
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
    /// The corners of the ground that a recorded camera sees; nothing for every other actor.
    std::optional<std::array<glm::dvec3, 4>> footprint(const model::WorldState& state, std::size_t row,
                                                       double ground) const;
    bool principal(model::ActorId actor) const;

private:
    const DrawnShape& baseShape(const model::WorldState& state, std::size_t row) const;

    Perspective m_perspective;
    std::vector<Style> m_styles; ///< by actor
    Style m_unknown;
    QSet<quint32> m_hidden;
    std::vector<BodyPlan> m_plans; ///< by skeleton
    std::vector<glm::vec4> m_teamColours;
    model::ActorPropertyId m_teamProperty;
    model::ActorPropertyId m_lookProperty;
    std::vector<DrawnShape> m_looks;
    glm::vec4 m_neutral{1.0F};
    glm::vec4 m_fog{0.5F, 0.5F, 0.5F, 1.0F}; ///< what is not seen goes toward this
    bool m_backgroundActors = true;
};

} // namespace ghostline::render
