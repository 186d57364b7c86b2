// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actors/vehicle_parts.h"

#include <cmath>
#include <numbers>

namespace ghostline::render {

namespace {

constexpr glm::vec4 Spokes{0.66F, 0.68F, 0.71F, 1.0F}; // bright metal, whatever the vehicle's colour

} // namespace

void VehicleParts::setCast(const model::ReplayInfo& info)
{
    m_wheels.clear();
    m_first.clear();
    m_steer = info.wheelSteer;
    for (const model::ActorInfo& actor : info.cast) {
        m_first.push_back(static_cast<std::uint32_t>(m_wheels.size()));
        m_wheels.insert(m_wheels.end(), actor.wheels.begin(), actor.wheels.end());
    }
    m_first.push_back(static_cast<std::uint32_t>(m_wheels.size()));
}

std::span<const model::VehicleWheel> VehicleParts::wheels(model::ActorId actor) const
{
    const std::size_t i = model::index(actor);
    if (i + 1 >= m_first.size())
        return {};
    return std::span(m_wheels).subspan(m_first[i], m_first[i + 1] - m_first[i]);
}

/// Radians to the left; straight where nothing is recorded.
float VehicleParts::steered(const model::WorldState& state, std::size_t row, int steer) const
{
    if (steer < 0 || static_cast<std::size_t>(steer) >= m_steer.size())
        return 0.0F;
    const model::PropertyValue value = state.value(row, m_steer[static_cast<std::size_t>(steer)]);
    return value.absent() || !std::isfinite(value.asReal())
               ? 0.0F
               : -static_cast<float>(glm::radians(std::fmod(value.asReal(), 360.0)));
}

void VehicleParts::appendWheels(std::vector<Instance>& out, const model::WorldState& state, std::size_t row,
                                const Stand& stand) const
{
    const glm::quat& q = state.orientations[row];
    for (const model::VehicleWheel& wheel : wheels(state.ids[row])) {
        if (!(wheel.radius > 0.0F))
            continue;
        const double turned =
            std::fmod(stand.metres / static_cast<double>(wheel.radius), 2.0 * std::numbers::pi);
        const glm::quat turn = q *
                               glm::angleAxis(steered(state, row, wheel.steer), glm::vec3(0.0F, 1.0F, 0.0F)) *
                               glm::angleAxis(static_cast<float>(turned), glm::vec3(1.0F, 0.0F, 0.0F));
        out.push_back({{stand.position + q * wheel.centre, 0.0F},
                       turnOf(turn),
                       {wheel.halfWidth, wheel.radius, wheel.radius, 0.0F},
                       Spokes});
    }
}

} // namespace ghostline::render
