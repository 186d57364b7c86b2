// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loop of every frame: one pass over the actors, no allocation once the vectors have grown.
#include "render/instance_buffers.h"

#include "model/team_of.h"
#include "render/crowd.h"
#include "render/ground_view.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

// Nothing that takes part is drawn smaller than this; surroundings may vanish.
constexpr float SmallestPixels = 7.0F;
constexpr float FocusPixels = 11.0F; // what the play is about stays in sight from across the field
constexpr float BoneRadius = 0.035F; // metres
constexpr float UnseenFade = 0.8F;

Lamp lampByName(const QString& name)
{
    const QString n = name.toLower();
    if (n == u"red")
        return Lamp::Red;
    if (n == u"yellow" || n == u"amber" || n == u"orange")
        return Lamp::Yellow;
    if (n == u"green")
        return Lamp::Green;
    return Lamp::Off;
}

} // namespace

glm::vec4 toVec4(const QColor& colour, float alpha)
{
    return {colour.redF(), colour.greenF(), colour.blueF(), alpha};
}

void sortBackToFront(std::vector<Instance>& instances, const glm::vec3& eye)
{
    std::sort(instances.begin(), instances.end(), [&eye](const Instance& a, const Instance& b) {
        const glm::vec3 da = glm::vec3(a.place) - eye;
        const glm::vec3 db = glm::vec3(b.place) - eye;
        return glm::dot(da, da) > glm::dot(db, db);
    });
}

void InstanceBuffers::setCast(const model::ReplayInfo& info, const Theme& theme)
{
    m_accent = toVec4(theme.accent);
    m_shadow = glm::vec4(0.0F, 0.0F, 0.0F, theme.ground == Ground::Dark ? 0.45F : 0.24F);
    m_dark = theme.ground == Ground::Dark;
    m_neutral = toVec4(theme.text);
    m_alert = toVec4(theme.hue(6));
    m_guard = toVec4(theme.hue(2));
    m_teamProperty = info.teamProperty;
    m_lookProperty = info.lookProperty;
    m_turretProperty = info.marks.turret;
    m_perspective.setInfo(info);
    // Toward what lies behind: the dark of the night, a mid grey by day. Near white would shine on a dark
    // map.
    m_fog = toVec4(m_dark ? blend(theme.skyBottom, theme.textMuted, 0.25) : theme.textMuted);
    m_crowd = isCrowd(info);
    m_looks.clear();
    m_looks.reserve(info.looks.size());
    for (const model::ActorLook& look : info.looks)
        m_looks.push_back(drawnShape(look.shape, look.boxCentre, look.boxHalf, look.background));
    m_teamColours.clear();
    for (const model::Team& team : info.teams)
        m_teamColours.push_back(toVec4(theme.hue(team.hue)));
    m_plans.clear();
    for (const model::Skeleton& skeleton : info.skeletons)
        m_plans.push_back(planBody(skeleton));
    m_styles.clear();
    m_styles.reserve(info.cast.size());
    for (const model::ActorInfo& actor : info.cast) {
        Style s;
        s.shape = drawnShape(actor.shape, actor.boxCentre, actor.boxHalf, actor.background);
        s.colour = toVec4(actorColor(theme, actor, info.teams));
        s.principal = actor.principal;
        s.focus = actor.focus;
        s.skeleton = actor.skeleton;
        s.body = actor.shape == model::ActorShape::Body && s.skeleton >= 0 &&
                 static_cast<std::size_t>(s.skeleton) < m_plans.size() &&
                 m_plans[static_cast<std::size_t>(s.skeleton)].recognised;
        s.teamless = m_teamProperty >= 0 && actor.team < 0 && actor.shape == model::ActorShape::Disc;
        s.hidden = m_hidden.contains(model::index(actor.id));
        m_styles.push_back(s);
    }
    m_unknown.colour = toVec4(theme.textMuted);
    m_parents.clear();
    for (const model::Skeleton& skeleton : info.skeletons)
        m_parents.push_back(skeleton.parents);

    m_lampProperty = -1;
    m_lampNames.clear();
    for (std::size_t i = 0; i < info.actorProperties.size(); ++i) {
        const model::PropertyInfo& property = info.actorProperties[i];
        if (property.id != u"light_state" || property.type != model::PropertyType::Enumeration)
            continue;
        m_lampProperty = static_cast<model::PropertyId>(i);
        for (const QString& name : property.names)
            m_lampNames.push_back(lampByName(name));
        break;
    }
}

void InstanceBuffers::setHidden(const QSet<quint32>& actors)
{
    m_hidden = actors;
    for (std::size_t i = 0; i < m_styles.size(); ++i)
        m_styles[i].hidden = actors.contains(static_cast<quint32>(i));
}

const InstanceBuffers::Style& InstanceBuffers::style(model::ActorId actor) const
{
    return model::index(actor) < m_styles.size() ? m_styles[model::index(actor)] : m_unknown;
}

glm::vec4 InstanceBuffers::colour(model::ActorId actor) const { return style(actor).colour; }
glm::vec4 InstanceBuffers::colour(const model::WorldState& state, std::size_t row) const
{
    const Style& s = style(state.ids[row]);
    const int team = model::momentaryTeam(m_teamProperty, m_teamColours.size(), state, row);
    const glm::vec4& own = team >= 0    ? m_teamColours[static_cast<std::size_t>(team)]
                           : s.teamless ? m_neutral
                                        : s.colour;
    return m_perspective.seen(state, row) ? own : glm::mix(own, m_fog, UnseenFade);
}

model::BonePose InstanceBuffers::handPlace(const model::WorldState& state, std::size_t row, bool& held) const
{
    held = false;
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
        if (!std::isfinite(hand.position.x + hand.position.y + hand.position.z))
            continue;
        held = true;
        // In front of the palm, lying as it was recorded.
        const float ahead = std::min(style(state.ids[row]).shape.half.x * 0.8F, 0.2F);
        return {hand.position + hand.orientation * glm::vec3(0.0F, 0.0F, ahead), state.orientations[row]};
    }
    return {};
}

bool InstanceBuffers::focus(model::ActorId actor) const { return style(actor).focus; }
bool InstanceBuffers::background(const model::WorldState& state, std::size_t row) const
{
    return baseShape(state, row).background;
}

const DrawnShape& InstanceBuffers::baseShape(const model::WorldState& state, std::size_t row) const
{
    if (m_lookProperty >= 0 && static_cast<std::size_t>(m_lookProperty) < state.propertyCount) {
        const model::PropertyValue look = state.propertiesOf(row)[static_cast<std::size_t>(m_lookProperty)];
        if (!look.absent() && look.asInteger() >= 0 &&
            static_cast<std::size_t>(look.asInteger()) < m_looks.size())
            return m_looks[static_cast<std::size_t>(look.asInteger())];
    }
    return style(state.ids[row]).shape;
}

DrawnShape InstanceBuffers::shape(const model::WorldState& state, std::size_t row) const
{
    const DrawnShape& own = baseShape(state, row);
    return (state.flags[row] & model::Unfinished) != 0 ? unfinished(own) : own;
}

std::optional<std::array<glm::dvec3, 4>> InstanceBuffers::outlook(const model::WorldState& state,
                                                                  std::size_t row, double ground) const
{
    const DrawnShape& own = baseShape(state, row);
    if (!own.view || style(state.ids[row]).hidden || (state.flags[row] & model::Hidden) != 0)
        return std::nullopt;
    return groundSeen(state.positions[row], state.orientations[row], glm::vec2(own.half), ground);
}

bool InstanceBuffers::principal(model::ActorId actor) const { return style(actor).principal; }

bool InstanceBuffers::drawn(const model::WorldState& state, std::size_t row) const
{
    const Style& s = style(state.ids[row]);
    const DrawnShape& form = baseShape(state, row);
    const glm::dvec3& p = state.positions[row];
    return form.drawable && !form.view && !s.hidden && (state.flags[row] & model::Hidden) == 0 &&
           (m_options.backgroundActors || !form.background) && std::isfinite(p.x + p.y + p.z);
}

PickBox InstanceBuffers::box(const model::WorldState& state, std::size_t row) const
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
    bool held = false;
    const model::BonePose hand = handPlace(state, row, held);
    const glm::dvec3 place = held ? glm::dvec3(hand.position) : state.positions[row];
    const DrawnShape form = shape(state, row);
    return {state.ids[row], place + glm::dvec3(q * form.centre), q, form.half};
}

Lamp InstanceBuffers::lamp(const model::WorldState& state, std::size_t row) const
{
    if (m_lampProperty < 0 || static_cast<std::size_t>(m_lampProperty) >= state.propertyCount)
        return Lamp::Off;
    const model::PropertyValue value = state.propertiesOf(row)[static_cast<std::size_t>(m_lampProperty)];
    if (value.absent() || value.asInteger() < 0 ||
        static_cast<std::size_t>(value.asInteger()) >= m_lampNames.size())
        return Lamp::Off;
    return m_lampNames[static_cast<std::size_t>(value.asInteger())];
}

void InstanceBuffers::fill(const model::WorldState& state, const Frame& frame)
{
    for (std::size_t kind = 0; kind < MeshKinds; ++kind) {
        m_solid[kind].clear();
        m_held[kind].clear();
        m_outline[kind].clear();
    }
    m_marks.clear();
    m_hulls.clear();
    m_anyHeld = false;
    m_perspective.update(state);

    for (std::size_t row = 0; row < state.size(); ++row) {
        const Style& s = style(state.ids[row]);
        const bool riding = state.ids[row] == frame.riding;
        if ((riding && !s.body) || !drawn(state, row))
            continue;
        const DrawnShape form = shape(state, row);
        const bool selected = state.ids[row] == frame.selection;
        const glm::vec4 colour = this->colour(state, row);
        if (s.body && figure(state, row, s, m_figure)) {
            addBody(m_figure, {colour, state.flags[row], state.provenance[row], selected, riding},
                    frame.origin);
            continue;
        }
        if (riding)
            continue;
        const glm::quat& q = state.orientations[row];
        glm::vec3 centre = glm::vec3(state.positions[row] - frame.origin) + q * form.centre;
        if (!state.attachments.empty()) {
            bool inHand = false;
            const model::BonePose hand = handPlace(state, row, inHand);
            if (inHand)
                centre = glm::vec3(glm::dvec3(hand.position) - frame.origin) + q * form.centre;
        }
        const auto mesh = static_cast<std::size_t>(form.mesh);
        const bool held = m_options.provenance && state.provenance[row] == model::Provenance::Held;
        const Lamp lit = form.mesh == MeshKind::TrafficLight ? lamp(state, row) : Lamp::None;

        const Instance body{{centre, form.background ? 0.0F : (s.focus ? FocusPixels : SmallestPixels)},
                            turnOf(q),
                            {form.half, static_cast<float>(lit)},
                            colour};
        const bool skeleton = s.skeleton >= 0 && !s.body && state.bones[row].count > 0;
        if (skeleton) {
            addBones(state, row, s, frame.origin);
        } else if (held) {
            m_held[mesh].push_back(body);
            m_anyHeld = true;
        } else {
            m_solid[mesh].push_back(body);
        }
        if (m_turretProperty >= 0 && m_options.unitMarks && !skeleton)
            addTurret(state, row, body, held);
        if (selected && !skeleton) {
            m_outline[mesh].push_back(body);
            m_outline[mesh].back().colour = m_accent;
        }
        if (form.shadow || selected || state.provenance[row] == model::Provenance::Sampled)
            addMarks(body, form, state.provenance[row], selected);
    }
    if (frame.chooser != model::ActorId::None)
        addSelected(state, frame);
    if (anyHeld())
        sortHeld(glm::vec3(frame.eye - frame.origin));
}

/// A segment from each bone to its parent. Untrusted counts: whatever has no parent in range is left out.
void InstanceBuffers::addBones(const model::WorldState& state, std::size_t row, const Style& s,
                               const glm::dvec3& origin)
{
    if (static_cast<std::size_t>(s.skeleton) >= m_parents.size())
        return;
    const std::vector<int>& parents = m_parents[static_cast<std::size_t>(s.skeleton)];
    const auto bones = state.bonesOf(row);
    const glm::vec3 shift{-origin};
    std::vector<Instance>& out = m_solid[static_cast<std::size_t>(MeshKind::Bone)];
    for (std::size_t i = 0; i < std::min(bones.size(), parents.size()); ++i) {
        if (parents[i] < 0 || static_cast<std::size_t>(parents[i]) >= bones.size())
            continue;
        const glm::vec3 from = bones[static_cast<std::size_t>(parents[i])].position;
        const glm::vec3 along = bones[i].position - from;
        const float length = glm::length(along);
        if (!(length > 1e-4F) || !std::isfinite(length))
            continue;
        const float radius = std::min(BoneRadius, length * 0.35F);
        out.push_back({{from + along * 0.5F + shift, 0.0F},
                       turnOf(fromUp(along / length)),
                       {radius, length * 0.5F, radius, 0.0F},
                       s.colour});
    }
}

void InstanceBuffers::sortHeld(const glm::vec3& eye)
{
    for (std::vector<Instance>& instances : m_held)
        sortBackToFront(instances, eye);
    sortBackToFront(m_hulls, eye);
}

} // namespace ghostline::render
