// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actors/vehicle_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ghostline::render {

namespace {

constexpr glm::vec4 SpokeMetal{0.66F, 0.68F, 0.71F, 1.0F}; // bright metal, whatever the vehicle's colour

/// Between the wheels of a two-wheeler, in its own axes.
struct Between
{
    const model::VehicleWheel& front;
    const model::VehicleWheel& rear;

    float length() const { return front.centre.z - rear.centre.z; }
    /// So high over the ground, so far from the rear axle to the front one.
    glm::vec3 at(float height, float share) const
    {
        return {rear.centre.x, rear.centre.y - rear.radius + height, rear.centre.z + share * length()};
    }
};

/// As people sit on most of them, metres.
Saddle saddleOf(const Between& axles, bool pedalled)
{
    if (pedalled) {
        return {.seat = axles.at(0.92F, 0.22F),
                .grips = axles.at(1.02F, 0.78F),
                .pedals = axles.at(0.29F, 0.42F),
                .gripsApart = 0.25F,
                .pedalsApart = 0.1F,
                .crank = 0.17F};
    }
    return {.seat = axles.at(0.80F, 0.30F),
            .grips = axles.at(0.98F, 0.74F),
            .pedals = axles.at(0.34F, 0.40F),
            .gripsApart = 0.3F,
            .pedalsApart = 0.2F,
            .crank = 0.0F};
}

/// Radians; wheels turn a few times for one turn of the cranks.
float crankAt(double metres, const model::VehicleWheel& rear)
{
    constexpr double Gear = 2.4;
    return static_cast<float>(std::fmod(metres / (static_cast<double>(std::max(rear.radius, 0.05F)) * Gear),
                                        2.0 * std::numbers::pi));
}

/// A rod from place to place in the vehicle's own axes.
struct Tube
{
    glm::vec3 from, to;
    float radius;
};
struct Block
{
    glm::vec3 centre, half;
};

std::array<Tube, 8> bicycle(const Between& axles, const Saddle& s, float crank)
{
    const glm::vec3 side{s.gripsApart, 0.0F, 0.0F};
    const glm::vec3 head = glm::mix(axles.front.centre, s.grips, 0.66F);
    const glm::vec3 under = glm::mix(s.pedals, s.seat, 0.82F);
    const glm::vec3 arm{s.pedalsApart, std::cos(crank) * s.crank, std::sin(crank) * s.crank};
    return {{{axles.front.centre, s.grips, 0.02F},
             {s.grips - side, s.grips + side, 0.016F},
             {s.pedals, s.seat, 0.018F},
             {under, head, 0.02F},
             {s.pedals, head, 0.022F},
             {s.pedals, axles.rear.centre, 0.014F},
             {under, axles.rear.centre, 0.012F},
             {s.pedals - arm, s.pedals + arm, 0.014F}}};
}

std::array<Tube, 3> motorcycle(const Between& axles, const Saddle& s)
{
    const glm::vec3 side{s.gripsApart, 0.0F, 0.0F};
    return {{{axles.front.centre, s.grips, 0.045F},
             {s.grips - side, s.grips + side, 0.022F},
             {axles.at(0.42F, 0.5F), axles.rear.centre, 0.05F}}};
}

} // namespace

void VehicleParts::setCast(const model::ReplayInfo& info)
{
    m_wheels.clear();
    m_first.clear();
    m_riders.clear();
    m_steer = info.wheelSteer;
    for (const model::ActorInfo& actor : info.cast) {
        m_first.push_back(static_cast<std::uint32_t>(m_wheels.size()));
        m_wheels.insert(m_wheels.end(), actor.wheels.begin(), actor.wheels.end());
        m_riders.push_back(actor.rider);
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

bool VehicleParts::ridden(model::ActorId actor) const
{
    return model::index(actor) < m_riders.size() && m_riders[model::index(actor)] != model::Rider::None &&
           wheels(actor).size() == 2;
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
                       SpokeMetal});
    }
}

void VehicleParts::appendFrame(const FrameParts& out, const model::WorldState& state, std::size_t row,
                               const Stand& stand, const glm::vec4& colour) const
{
    const auto pair = wheels(state.ids[row]);
    const Between axles{pair[0], pair[1]};
    const bool pedals = pedalled(state.ids[row]);
    const Saddle saddle = saddleOf(axles, pedals);
    const glm::quat& q = state.orientations[row];
    const auto addTubes = [&](std::span<const Tube> tubes) {
        for (const Tube& tube : tubes) {
            const glm::vec3 along = tube.to - tube.from;
            const float length = glm::length(along);
            if (!(length > 0.01F) || !std::isfinite(length))
                continue;
            out.tubes.push_back({{stand.position + q * (tube.from + along * 0.5F), 0.0F},
                                 turnOf(q * fromUp(along / length)),
                                 {tube.radius, length * 0.5F, tube.radius, 0.0F},
                                 colour});
        }
    };
    const auto addBlocks = [&](std::span<const Block> blocks) {
        for (const Block& block : blocks)
            out.blocks.push_back(
                {{stand.position + q * block.centre, 0.0F}, turnOf(q), {block.half, 0.0F}, colour});
    };
    if (pedals) {
        addTubes(bicycle(axles, saddle, crankAt(stand.metres, axles.rear)));
        addBlocks(std::array{Block{saddle.seat, {0.07F, 0.025F, 0.12F}}});
    } else {
        const float length = std::abs(axles.length());
        addTubes(motorcycle(axles, saddle));
        addBlocks(std::array{Block{axles.at(0.42F, 0.48F), {0.14F, 0.18F, length * 0.16F}},   // engine
                             Block{axles.at(0.80F, 0.54F), {0.13F, 0.12F, length * 0.14F}},   // tank
                             Block{axles.at(0.72F, 0.16F), {0.12F, 0.08F, length * 0.24F}}}); // seat
    }
}

void VehicleParts::sitRider(const model::WorldState& state, std::size_t row, const Stand& stand,
                            BodyFigure& out) const
{
    const auto pair = wheels(state.ids[row]);
    const Between axles{pair[0], pair[1]};
    ridingBody(saddleOf(axles, pedalled(state.ids[row])), crankAt(stand.metres, axles.rear),
               {stand.position, state.orientations[row], 1.0F}, out);
}

} // namespace ghostline::render
