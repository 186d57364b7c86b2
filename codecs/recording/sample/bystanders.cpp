// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/sample/bystanders.h"

#include <array>
#include <cmath>
#include <numbers>

namespace ghostline::recording::sample {

namespace {

using glm::dvec3;

constexpr std::int32_t FirstBee = 1;
constexpr std::int32_t Villager = 4;
constexpr std::int32_t Minecart = 5;
constexpr std::int32_t FirstMob = 6;
constexpr std::int32_t FirstFlying = 20;
constexpr std::int32_t MostFlying = 24;
constexpr double Second = 20.0; ///< ticks

float headingOf(const dvec3& way)
{
    return static_cast<float>(std::atan2(-way.x, way.z) * 180.0 / std::numbers::pi);
}

/// Around a middle, `period` ticks a turn.
Place onCircle(const dvec3& middle, double radius, double period, double phase, double tick)
{
    const double angle = tick / period * 2.0 * std::numbers::pi + phase;
    const dvec3 at = middle + dvec3(std::cos(angle), 0.0, std::sin(angle)) * radius;
    return {at, headingOf({-std::sin(angle), 0.0, std::cos(angle)}), 0.0F};
}

} // namespace

void Bystanders::arrive(TickBuilder& out, std::int32_t number, const char* type, const Place& place)
{
    m_there[number] = true;
    out.spawn(number, type, place);
}

void Bystanders::launch(TickBuilder& out, const char* type, const Flying& thing)
{
    for (std::int32_t number = FirstFlying; number < FirstFlying + MostFlying; ++number) {
        if (m_flying.contains(number))
            continue;
        m_flying[number] = thing;
        out.spawn(number, type, {thing.place, headingOf(thing.speed), 0.0F});
        return;
    }
}

void Bystanders::fly(TickBuilder& out, std::int32_t tick, bool settled)
{
    for (auto at = m_flying.begin(); at != m_flying.end();) {
        Flying& thing = at->second;
        if (tick >= thing.until && !settled) {
            out.destroy(at->first);
            at = m_flying.erase(at);
            continue;
        }
        thing.speed.y -= thing.gravity;
        if (thing.place.y + thing.speed.y < 65.0)
            thing.speed = dvec3(0.0);
        thing.place += thing.speed;
        if (thing.speed != dvec3(0.0))
            out.move(at->first, {thing.place, headingOf(thing.speed), 0.0F}, thing.speed * Second);
        ++at;
    }
}

void Bystanders::bees(TickBuilder& out, std::int32_t tick)
{
    const std::array middles{dvec3(22.5, 72.5, 2.5), dvec3(38.5, 75.0, -1.5), dvec3(34.5, 75.5, 2.5)};
    for (std::size_t i = 0; i < middles.size(); ++i) {
        const auto number = FirstBee + static_cast<std::int32_t>(i);
        const double t = tick;
        Place place = onCircle(middles[i], 3.2 + 0.6 * std::sin(t * 0.031 + static_cast<double>(i)),
                               130.0 + 17.0 * static_cast<double>(i), static_cast<double>(i) * 2.1, t);
        place.position.y += 0.5 * std::sin(t * 0.11 + static_cast<double>(i));
        if (!m_there[number])
            arrive(out, number, "minecraft:bee", place);
        else
            out.move(number, place);
    }
}

/// Stands at the start and looks at whoever runs.
void Bystanders::villager(TickBuilder& out, std::int32_t tick, const dvec3& player)
{
    const dvec3 stand(-2.5, 65.0, 3.5);
    const Place place{stand, headingOf(player - stand), 0.0F};
    if (!m_there[Villager])
        arrive(out, Villager, "minecraft:villager", place);
    else if (tick % 4 == 0)
        out.move(Villager, place);
}

/// Shot across the rainbow.
void Bystanders::arrows(TickBuilder& out, std::int32_t tick)
{
    if (tick % 45 != 11)
        return;
    const double x = m_random.between(2.0, 30.0);
    launch(out, "minecraft:arrow",
           {{x, 84.0 + m_random.between(0.0, 3.0), 54.0}, {0.0, 0.12, -1.3}, 0.03, tick + 26});
}

void Bystanders::mobs(TickBuilder& out, std::int32_t tick, bool settled)
{
    constexpr std::array Types{"minecraft:stray", "minecraft:cow", "minecraft:fox", "minecraft:iron_golem"};
    constexpr std::int32_t Life = 1700;
    for (std::size_t i = 0; i < Types.size(); ++i) {
        const auto number = FirstMob + static_cast<std::int32_t>(i);
        const std::int32_t age = (tick + static_cast<std::int32_t>(i) * 433) % Life;
        const Place place = onCircle({4.0 + 8.0 * static_cast<double>(i), 65.0, 28.0}, 4.0,
                                     190.0 + 30.0 * static_cast<double>(i), static_cast<double>(i), tick);
        const bool there = m_there[number];
        if (age > Life - 90 && there && !settled) {
            out.destroy(number);
            m_there[number] = false;
        } else if (!there && age <= Life - 90 && !settled) {
            arrive(out, number, Types[(i + static_cast<std::size_t>(tick / Life)) % Types.size()], place);
        } else if (there && age % 60 < 45) {
            out.move(number, place);
        }
        if (m_there[number] && age % 200 == 100)
            out.state(number, 0, age % 400 == 100 ? 1 : 0);
    }
}

void Bystanders::minecart(TickBuilder& out, std::int32_t tick)
{
    const double u = std::abs(std::remainder(tick / 160.0, 2.0));
    const Place place{{-2.0 + 36.0 * u, 65.1, -7.5}, 90.0F, 0.0F};
    if (!m_there[Minecart])
        arrive(out, Minecart, "minecraft:minecart", place);
    else
        out.move(Minecart, place);
}

void Bystanders::throws(TickBuilder& out, std::int32_t tick, const dvec3& player)
{
    if (tick % 310 == 17)
        launch(out, "minecraft:item", {player + dvec3(0.0, 1.2, 0.0), {0.1, 0.2, 0.05}, 0.04, tick + 140});
    if (tick % 730 == 29)
        launch(out, "minecraft:ender_pearl",
               {player + dvec3(0.0, 1.6, 0.0), {m_random.between(-0.6, 0.6), 0.6, 0.8}, 0.03, tick + 50});
}

void Bystanders::tick(TickBuilder& out, std::int32_t tick, const dvec3& player, bool settled)
{
    fly(out, tick, settled);
    bees(out, tick);
    villager(out, tick, player);
    if (!settled)
        arrows(out, tick);
    if (!m_busy)
        return;
    mobs(out, tick, settled);
    minecart(out, tick);
    if (!settled)
        throws(out, tick, player);
}

} // namespace ghostline::recording::sample
