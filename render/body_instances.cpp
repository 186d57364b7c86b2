// SPDX-License-Identifier: GPL-3.0-or-later
// People: their parts as instances, and what is the matter with them as marks. A state is told by a shape of
// its own each time, never by colour alone.
#include "render/instance_buffers.h"

#include <algorithm>

namespace ghostline::render {

namespace {

constexpr float Rim = 2.5F;           // pixels
constexpr float ShieldRadius = 0.42F; // metres
constexpr float ShieldFilled = -2.5F; // a negative rim asks the shader for a filled disc with one
constexpr float StunRadius = 0.27F;
constexpr float StarSize = 0.06F;
constexpr int Stars = 3;
constexpr float HullRadius = 0.42F;
constexpr float HullMargin = 0.12F;
constexpr glm::vec4 Upright{0.0F, 0.0F, 0.0F, 1.0F};

MeshKind meshOf(BodyForm form)
{
    switch (form) {
    case BodyForm::Limb:
        return MeshKind::Limb;
    case BodyForm::Torso:
        return MeshKind::Torso;
    case BodyForm::Head:
        return MeshKind::Head;
    case BodyForm::Hand:
        return MeshKind::Box;
    case BodyForm::Joint:
        return MeshKind::Marker;
    }
    return MeshKind::Limb;
}

glm::vec4 toward(const glm::vec4& colour, float other, float share)
{
    return {glm::mix(glm::vec3(colour), glm::vec3(other), share), colour.a};
}

/// Hardly any colour left: a stunned body looks switched off.
glm::vec4 drained(const glm::vec4& colour)
{
    const float grey = glm::dot(glm::vec3(colour), glm::vec3(0.299F, 0.587F, 0.114F));
    return {glm::mix(glm::vec3(colour), glm::vec3(grey), 0.82F), colour.a};
}

} // namespace

bool InstanceBuffers::figure(const model::WorldState& state, std::size_t row, const Style& s,
                             BodyFigure& out) const
{
    const auto bones = state.bonesOf(row);
    return !bones.empty() &&
           buildBody(m_plans[static_cast<std::size_t>(s.skeleton)], bones, state.orientations[row], out);
}

/// Slightly different tones, so that head, trunk and limbs are told apart.
glm::vec4 InstanceBuffers::tone(BodyTone tone, const glm::vec4& colour) const
{
    switch (tone) {
    case BodyTone::Head:
        return toward(colour, 1.0F, m_dark ? 0.22F : 0.10F);
    case BodyTone::Torso:
        return colour;
    case BodyTone::Limb:
        return toward(colour, 0.0F, m_dark ? 0.34F : 0.28F);
    case BodyTone::Hand:
        return toward(colour, m_dark ? 1.0F : 0.0F, m_dark ? 0.42F : 0.45F);
    }
    return colour;
}

void InstanceBuffers::addBody(const BodyFigure& body, const BodyLook& look, const glm::dvec3& origin)
{
    const glm::vec3 shift{-origin};
    const bool held = m_options.provenance && look.provenance == model::Provenance::Held;
    const glm::vec4 base = (look.flags & model::Stunned) != 0 ? drained(look.colour) : look.colour;
    for (const BodyPiece& piece : body.view()) {
        // Who looks through these eyes sees the hands.
        if (look.riding && piece.form != BodyForm::Hand)
            continue;
        const auto mesh = static_cast<std::size_t>(meshOf(piece.form));
        const Instance instance{
            {piece.centre + shift, 0.0F}, turnOf(piece.turn), {piece.half, 0.0F}, tone(piece.tone, base)};
        (held ? m_held : m_solid)[mesh].push_back(instance);
        if (look.selected && !look.riding) {
            m_outline[mesh].push_back(instance);
            m_outline[mesh].back().colour = m_accent;
        }
    }
    m_anyHeld = m_anyHeld || held;
    if (!look.riding)
        addBodyMarks(body, look, shift);
}

void InstanceBuffers::addBodyMarks(const BodyFigure& body, const BodyLook& look, const glm::vec3& shift)
{
    const glm::vec3 middle = (body.low + body.high) * 0.5F;
    const glm::vec3 feet = glm::vec3(middle.x, body.low.y - 0.05F, middle.z) + shift;
    if (m_options.provenance && look.provenance == model::Provenance::Sampled)
        m_marks.push_back(
            {{feet, 6.0F}, Upright, {0.7F, 2.0F, 0.7F, 0.0F}, glm::vec4(glm::vec3(look.colour), 0.9F)});
    if (look.selected)
        m_marks.push_back(
            {{feet, 13.0F}, Upright, {0.95F, 3.0F, 0.95F, static_cast<float>(CasingPixels)}, m_accent});
    if ((look.flags & model::Possession) != 0) {
        // Two rings, one in the other: told from every other ring by its shape.
        for (const float radius : {0.52F, 0.70F})
            m_marks.push_back({{feet, radius * 13.0F}, Upright, {radius, Rim, radius, 0.0F}, m_neutral});
    }
    if ((look.flags & model::Blocking) != 0) {
        const glm::vec3 out = body.guard - body.chest;
        const float reach = glm::length(out);
        const glm::quat turn = fromUp(reach > 0.05F ? out / reach : body.forward);
        m_marks.push_back({{body.guard + shift, 6.0F},
                           turnOf(turn),
                           {ShieldRadius, ShieldFilled, ShieldRadius, 0.0F},
                           m_guard});
    }
    if ((look.flags & model::Invulnerable) != 0) {
        const glm::vec3 reach = (body.high - body.low) * 0.5F;
        m_hulls.push_back({{middle + shift, 0.0F},
                           Upright,
                           {std::max(HullRadius, reach.x * 0.8F), reach.y + HullMargin,
                            std::max(HullRadius, reach.z * 0.8F), 0.0F},
                           m_guard});
    }
    if ((look.flags & model::Stunned) != 0)
        addStun(body, shift);
}

/// Stars on a tilted ring above the head.
void InstanceBuffers::addStun(const BodyFigure& body, const glm::vec3& shift)
{
    const glm::vec3 centre = body.head + body.up * 0.30F + shift;
    const glm::vec3 side = glm::cross(body.up, body.forward);
    const glm::quat turn = fromUp(glm::normalize(body.up + side * 0.30F + body.forward * 0.50F));
    m_marks.push_back({{centre, 6.0F}, turnOf(turn), {StunRadius, Rim, StunRadius, 0.0F}, m_alert});
    for (int i = 0; i < Stars; ++i) {
        const float a = glm::radians(30.0F + 360.0F * static_cast<float>(i) / static_cast<float>(Stars));
        const glm::vec3 at = centre + turn * (glm::vec3(std::sin(a), 0.0F, std::cos(a)) * StunRadius);
        m_solid[static_cast<std::size_t>(MeshKind::Marker)].push_back(
            {{at, 2.0F}, turnOf(turn), {glm::vec3(StarSize), 0.0F}, m_alert});
    }
}

} // namespace ghostline::render
