// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn beside an actor: its shadow, rings round its feet, the turret on it.
#include "render/instance_buffers.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr float SampledRing = 2.0F; // pixels
constexpr float CrowdRing = 1.0F;
constexpr float SelectionRing = 3.0F;
constexpr auto Casing = static_cast<float>(CasingPixels);

} // namespace

void InstanceBuffers::addMarks(const Instance& body, const DrawnShape& s, model::Provenance provenance,
                               bool selected)
{
    const glm::quat q{body.turn.w, body.turn.x, body.turn.y, body.turn.z};
    const glm::vec3 feet =
        glm::vec3(body.place) - q * glm::vec3(0.0F, s.half.y, 0.0F) + glm::vec3(0.0F, 0.02F, 0.0F);
    if (s.shadow) {
        m_marks.push_back(
            {{feet, 0.0F}, body.turn, {s.half.x * 1.35F, 0.0F, s.half.z * 1.2F, 0.0F}, m_shadow});
    }
    const float radius = std::max(s.half.x, s.half.z) * 1.25F + 0.25F;
    const glm::vec4 upright{0.0F, 0.0F, 0.0F, 1.0F};
    if (m_options.provenance && provenance == model::Provenance::Sampled)
        m_marks.push_back({{feet, 6.0F},
                           upright,
                           {radius, m_crowd ? CrowdRing : SampledRing, radius, 0.0F},
                           glm::vec4(glm::vec3(body.colour), m_crowd ? 0.5F : 0.9F)});
    if (selected) {
        const float outer = radius + 0.5F;
        m_marks.push_back({{feet, 13.0F}, upright, {outer, SelectionRing, outer, Casing}, m_accent});
    }
}

/// A low block on the body, and a barrel the way it points.
void InstanceBuffers::addTurret(const model::WorldState& state, std::size_t row, const Instance& body,
                                bool held)
{
    if (static_cast<std::size_t>(m_turretProperty) >= state.propertyCount)
        return;
    const model::PropertyValue value = state.propertiesOf(row)[static_cast<std::size_t>(m_turretProperty)];
    if (value.absent() || !std::isfinite(value.asReal()))
        return;
    constexpr float Darker = 0.62F;
    const glm::quat turn =
        glm::angleAxis(static_cast<float>(glm::radians(value.asReal())), glm::vec3(0.0F, 1.0F, 0.0F));
    const glm::vec3 half(body.half);
    const float width = std::min(half.x, half.z);
    const glm::vec3 top = glm::vec3(body.place) + glm::vec3(0.0F, half.y, 0.0F);
    const glm::vec4 colour(glm::vec3(body.colour) * Darker, body.colour.a);
    auto& out = held ? m_held[static_cast<std::size_t>(MeshKind::Box)]
                     : m_solid[static_cast<std::size_t>(MeshKind::Box)];
    const float high = width * 0.24F;
    const float reach = std::max(half.x, half.z) * 0.8F;
    out.push_back({{top + glm::vec3(0.0F, high, 0.0F), 0.0F},
                   turnOf(turn),
                   {width * 0.55F, high, width * 0.6F, 0.0F},
                   colour});
    out.push_back({{top + turn * glm::vec3(0.0F, high, reach), 0.0F},
                   turnOf(turn),
                   {width * 0.12F, width * 0.12F, reach, 0.0F},
                   colour});
}

void InstanceBuffers::addRing(const glm::vec3& at, float radius, float pixels, const glm::vec4& colour)
{
    m_marks.push_back({{at, 8.0F}, {0.0F, 0.0F, 0.0F, 1.0F}, {radius, pixels, radius, Casing}, colour});
}

/// Rings under all that the chooser has selected, in the chooser's colour.
void InstanceBuffers::addSelected(const model::WorldState& state, const Frame& frame)
{
    constexpr float Clearance = 0.15F; // metres
    for (const model::Selected& pick : state.selected) {
        const std::ptrdiff_t found = pick.by == frame.chooser ? state.row(pick.actor) : -1;
        if (found < 0 || !drawn(state, static_cast<std::size_t>(found)))
            continue;
        const auto row = static_cast<std::size_t>(found);
        const DrawnShape form = shape(state, row);
        const glm::vec3 at(state.positions[row] - frame.origin);
        const float radius = std::max(form.half.x, form.half.z) * 1.15F + Clearance;
        addRing(at + glm::vec3(0.0F, 0.05F, 0.0F), radius, SampledRing, glm::vec4(glm::vec3(m_accent), 1.0F));
    }
}

} // namespace ghostline::render
