// SPDX-License-Identifier: GPL-3.0-or-later
// Tables by actor, team and look, made once for a cast, and what a state says on top of them.
#include "render/actors/actor_styles.h"

#include "model/base/numbers.h"
#include "model/replay/team_of.h"
#include "render/actors/instance.h"
#include "render/camera/camera_math.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr float TrafficLightHalf = 2.6F;   // metres; heads are recognised by shape, not by a recorded box
constexpr float TrafficLightWidth = 0.11F; // of the height
constexpr float UnfinishedHeight = 0.35F;  // of the whole
constexpr float UnseenFade = 0.8F;

DrawnShape drawnShape(model::ActorShape shape, const glm::vec3& centre, const glm::vec3& half,
                      bool background)
{
    using model::ActorShape;
    DrawnShape s;
    s.mesh = meshFor(shape);
    s.shape = shape;
    s.view = shape == ActorShape::View;
    s.drawable = shape != ActorShape::None;
    s.centre = centre;
    s.half = glm::max(half, glm::vec3(0.02F));
    if (s.mesh == MeshKind::TrafficLight) {
        const float height = std::clamp(s.half.y, TrafficLightHalf, 4.0F);
        s.half = {height * TrafficLightWidth, height, height * TrafficLightWidth};
        s.centre = {0.0F, height, 0.0F};
    }
    s.background = background;
    s.shadow = !background && !s.view && s.mesh != MeshKind::Box && s.mesh != MeshKind::Marker &&
               s.mesh != MeshKind::Puck && s.mesh != MeshKind::Hexagon && s.mesh != MeshKind::Building &&
               shape != ActorShape::Body;
    s.round = shape != ActorShape::Box && shape != ActorShape::Vehicle && shape != ActorShape::TrafficLight &&
              shape != ActorShape::Marker && shape != ActorShape::Arrow && shape != ActorShape::Hexagon &&
              shape != ActorShape::Building;
    return s;
}

/// Still being built: lower, from the ground up.
DrawnShape unfinished(const DrawnShape& shape)
{
    DrawnShape low = shape;
    low.half.y *= UnfinishedHeight;
    low.centre.y -= shape.half.y - low.half.y;
    return low;
}

} // namespace

void ActorStyles::setCast(const model::ReplayInfo& info, const Theme& theme)
{
    m_neutral = toVec4(theme.text);
    m_teamProperty = info.teamProperty;
    m_lookProperty = info.lookProperty;
    m_perspective.setInfo(info);
    // Toward what lies behind: the dark of the night, a mid grey by day. Near white would shine on a dark
    // map.
    m_fog = toVec4(theme.ground == Ground::Dark ? blend(theme.skyBottom, theme.textMuted, 0.25)
                                                : theme.textMuted);
    m_looks.clear();
    m_looks.reserve(info.looks.size());
    for (const model::ActorLook& look : info.looks)
        m_looks.push_back(drawnShape(look.shape, look.boxCentre, look.boxHalf, look.background));
    m_teamColours.clear();
    for (std::size_t team = 0; team < info.teams.size(); ++team)
        m_teamColours.push_back(toVec4(teamColor(theme, info.teams, static_cast<int>(team))));
    m_plans.clear();
    for (const model::Skeleton& skeleton : info.skeletons)
        m_plans.push_back(planBody(skeleton));
    m_styles.clear();
    m_styles.reserve(info.cast.size());
    for (const model::ActorInfo& actor : info.cast) {
        Style s;
        s.shape = drawnShape(actor.shape, actor.boxCentre, actor.boxHalf, actor.background);
        if (actor.shape == model::ActorShape::Vehicle)
            s.shape.mesh = meshFor(actor.vehicleBody);
        s.colour = toVec4(actorColor(theme, actor, info.teams));
        s.principal = actor.principal;
        s.number = actor.number;
        s.focus = actor.focus;
        s.skeleton = actor.skeleton;
        s.body = actor.shape == model::ActorShape::Body && s.skeleton >= 0 &&
                 static_cast<std::size_t>(s.skeleton) < m_plans.size() &&
                 m_plans[static_cast<std::size_t>(s.skeleton)].recognised;
        s.walks = model::walks(actor.kind, actor.shape);
        s.unit = actor.kind == model::ActorKind::Unit;
        s.vehicle = actor.kind == model::ActorKind::Vehicle && actor.shape == model::ActorShape::Vehicle;
        s.teamless = m_teamProperty && actor.team < 0 && actor.shape == model::ActorShape::Disc;
        s.hidden = m_hidden.contains(model::index(actor.id));
        m_styles.push_back(s);
    }
    m_unknown.colour = toVec4(theme.textMuted);
}

void ActorStyles::change(const ViewContent& content, ViewChanges changes)
{
    if (changes & (ViewPart::Theme | ViewPart::Index))
        setCast(*content.index->info, content.theme);
    if (changes & ViewPart::Options)
        setOptions(content.options);
    if (changes & ViewPart::Hidden)
        setHidden(content.hidden);
    if (changes & ViewPart::Perspective)
        setPerspective(content.perspective);
}

void ActorStyles::setHidden(const QSet<quint32>& actors)
{
    m_hidden = actors;
    for (std::size_t i = 0; i < m_styles.size(); ++i)
        m_styles[i].hidden = actors.contains(static_cast<quint32>(i));
}

const ActorStyles::Style& ActorStyles::style(model::ActorId actor) const
{
    return model::index(actor) < m_styles.size() ? m_styles[model::index(actor)] : m_unknown;
}

glm::vec4 ActorStyles::colour(model::ActorId actor) const { return style(actor).colour; }
glm::vec4 ActorStyles::colour(const model::WorldState& state, std::size_t row) const
{
    const Style& s = style(state.ids[row]);
    const int team = model::momentaryTeam(m_teamProperty, m_teamColours.size(), state, row);
    const glm::vec4& own = team >= 0    ? m_teamColours[static_cast<std::size_t>(team)]
                           : s.teamless ? m_neutral
                                        : s.colour;
    return m_perspective.seen(state, row) ? own : glm::mix(own, m_fog, UnseenFade);
}

std::optional<model::BonePose> ActorStyles::poseInHand(const model::WorldState& state, std::size_t row) const
{
    for (const model::Attachment& attachment : state.attachments) {
        if (attachment.held != state.ids[row])
            continue;
        const std::ptrdiff_t holder = state.row(attachment.holder);
        if (holder < 0)
            continue;
        const auto bones = state.bonesOf(static_cast<std::size_t>(holder));
        if (attachment.bone >= bones.size())
            continue;
        const model::BonePose& hand = bones[attachment.bone];
        if (!model::finite(hand.position))
            continue;
        // In front of the palm, lying as it was recorded.
        const float ahead = std::min(style(state.ids[row]).shape.half.x * 0.8F, 0.2F);
        return model::BonePose{hand.position + hand.orientation * glm::vec3(0.0F, 0.0F, ahead),
                               state.orientations[row]};
    }
    return std::nullopt;
}

bool ActorStyles::focus(model::ActorId actor) const { return style(actor).focus; }
bool ActorStyles::background(const model::WorldState& state, std::size_t row) const
{
    return baseShape(state, row).background;
}

const DrawnShape& ActorStyles::baseShape(const model::WorldState& state, std::size_t row) const
{
    const model::PropertyValue look = state.value(row, m_lookProperty);
    if (!look.absent() && look.asInteger() >= 0 &&
        static_cast<std::size_t>(look.asInteger()) < m_looks.size())
        return m_looks[static_cast<std::size_t>(look.asInteger())];
    return style(state.ids[row]).shape;
}

DrawnShape ActorStyles::shape(const model::WorldState& state, std::size_t row) const
{
    const DrawnShape& own = baseShape(state, row);
    return (state.flags[row] & model::Unfinished) != 0 ? unfinished(own) : own;
}

std::optional<std::array<glm::dvec3, 4>> ActorStyles::footprint(const model::WorldState& state,
                                                                std::size_t row, double ground) const
{
    const DrawnShape& own = baseShape(state, row);
    if (!own.view || style(state.ids[row]).hidden || (state.flags[row] & model::Hidden) != 0)
        return std::nullopt;
    return groundFootprint(state.positions[row], state.orientations[row], glm::vec2(own.half), ground);
}

bool ActorStyles::principal(model::ActorId actor) const { return style(actor).principal; }

bool ActorStyles::drawn(const model::WorldState& state, std::size_t row) const
{
    const Style& s = style(state.ids[row]);
    const DrawnShape& form = baseShape(state, row);
    return form.drawable && !form.view && !s.hidden && (state.flags[row] & model::Hidden) == 0 &&
           (m_backgroundActors || !form.background) && model::finite(state.positions[row]);
}

std::optional<std::size_t> ActorStyles::drawnRow(const model::WorldState& state, model::ActorId actor) const
{
    const std::ptrdiff_t row = state.row(actor);
    return row >= 0 && drawn(state, static_cast<std::size_t>(row))
               ? std::optional(static_cast<std::size_t>(row))
               : std::nullopt;
}

PickBox ActorStyles::box(const model::WorldState& state, std::size_t row) const
{
    const Style& s = style(state.ids[row]);
    const glm::quat& q = state.orientations[row];
    BodyFigure body;
    if (s.body && figure(state, row, s, body)) {
        return {state.ids[row],
                glm::dvec3(body.low + body.high) * 0.5,
                {1.0F, 0.0F, 0.0F, 0.0F},
                (body.high - body.low) * 0.5F};
    }
    const std::optional<model::BonePose> inHand = poseInHand(state, row);
    const glm::dvec3 place = inHand ? glm::dvec3(inHand->position) : state.positions[row];
    const DrawnShape form = shape(state, row);
    return {state.ids[row], place + glm::dvec3(q * form.centre), q, form.half};
}

bool ActorStyles::figure(const model::WorldState& state, std::size_t row, const Style& s,
                         BodyFigure& out) const
{
    const auto bones = state.bonesOf(row);
    return !bones.empty() &&
           buildBody(m_plans[static_cast<std::size_t>(s.skeleton)], bones, state.orientations[row], out);
}

} // namespace ghostline::render
