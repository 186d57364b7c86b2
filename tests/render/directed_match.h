// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A match for the director: players, a focus, goals at both ends.
#include "render/camera/director.h"
#include "tests/render/camera_fixture.h"
#include "tests/render/world_fixture.h"

#include <QtTest>

namespace ghostline::test {

using namespace ghostline::render;

using Kind = DirectedShot::Kind;

inline constexpr double Aspect = 1280.0 / 720.0;

/// Eight players and a disc on a stage of 80 by 32 metres.
struct DirectedMatch
{
    test::World world;
    std::shared_ptr<model::ReplayIndex> index = std::make_shared<model::ReplayIndex>();

    explicit DirectedMatch(bool disc = true)
    {
        for (int i = 0; i < 8; ++i)
            world.add({.shape = model::ActorShape::Capsule,
                       .kind = model::ActorKind::Player,
                       .position = {i % 4 * 3.0 - 4.5, 1.0, i / 4 * 20.0 - 10.0}});
        if (disc) {
            world.add({.shape = model::ActorShape::Sphere, .kind = model::ActorKind::Disc});
            world.info->cast.back().focus = true;
        }
        world.scene.bounds.include({-16.0, -7.0, -40.0});
        world.scene.bounds.include({16.0, 10.0, 40.0});
        index->info = world.info;
        index->timeAxis = model::TimeAxis::uniform(6000, 20, 1000);
    }
    /// Kinds: 0 a goal (cuts), 1 a round's start (cuts), 2 a pass (does not).
    void events(const std::vector<std::pair<double, int>>& list)
    {
        auto table = std::make_shared<model::EventTable>();
        table->kinds.resize(3);
        table->kinds[0].cut = table->kinds[1].cut = true;
        for (const auto& [at, kind] : list) {
            model::Event event;
            event.time = model::fromSeconds(at);
            event.kind = kind;
            if (kind != 1)
                event.actors = {model::ActorId(2)};
            table->events.push_back(event);
        }
        index->events = table;
    }
    Director director() const
    {
        Director d;
        d.setIndex(index);
        d.setScene(world.scene);
        return d;
    }
    /// Where player i strolls: closed form, so that any instant can be asked.
    static glm::dvec3 stroll(std::size_t i, double seconds)
    {
        const double a = 0.25 * seconds + static_cast<double>(i) * 0.8;
        return {10.0 * std::sin(a * 1.3 + static_cast<double>(i)), 2.0 * std::sin(a),
                30.0 * std::sin(a * 0.7)};
    }
    /// Thrown from player to player at 16 m/s, held for a moment by each.
    static glm::dvec3 disc(double seconds)
    {
        double thrown = 0.0;
        for (std::size_t pass = 0;; ++pass) {
            const std::size_t from = pass * 5 % 8, to = (pass + 1) * 5 % 8;
            const double flight = glm::length(stroll(to, thrown) - stroll(from, thrown)) / 16.0;
            if (seconds < thrown + flight)
                return glm::mix(stroll(from, seconds), stroll(to, seconds), (seconds - thrown) / flight);
            thrown += flight + 0.8;
            if (seconds < thrown)
                return stroll(to, seconds);
        }
    }
    model::WorldState at(double seconds) const
    {
        model::WorldState s = world.state;
        s.time = model::fromSeconds(seconds);
        for (std::size_t i = 0; i < 8; ++i)
            s.positions[i] = stroll(i, seconds);
        if (s.size() > 8)
            s.positions[8] = disc(seconds);
        return s;
    }
};

} // namespace ghostline::test
