// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A made-up match for the render tests: people with and without skeletons, a disc, a hall one looks into.
#include "world_fixture.h"

#include <array>
#include <utility>
#include <vector>

namespace ghostline::test {

struct Match : World
{
    struct Person
    {
        glm::dvec3 head{0.0};
        float yaw = 0.0F; ///< degrees about +Y, 0 = looks to +Z
        int team = 0;
        bool full = true;
        model::ActorFlags flags = 0;
        int gesture = 0;     ///< 0 at ease, 1 reaching out, 2 both hands before the chest, 3 one arm up
        float lookUp = 0.0F; ///< degrees
        model::Provenance provenance = model::Provenance::Exact;
    };

    Match();
    /// Bones in the body's axes (+X left, +Z forward), the head at the origin; in the skeleton's order.
    static std::vector<glm::vec3> pose(int gesture);
    model::ActorId addPerson(const Person& person, const QString& name = QStringLiteral("player"));
    model::ActorId addDisc(const glm::dvec3& at, const glm::vec3& velocity, int team);
    /// A hall with two goals and a few blocks.
    void addHall();
    /// Counter-clockwise seen from outside.
    void box(model::SceneRole role, int team, const glm::vec3& low, const glm::vec3& high);
    /// Eight people in two teams round a disc that blue has just thrown.
    static Match play();

private:
    model::ActorId addRow(const QString& name, model::ActorShape shape, model::ActorKind kind);
};

} // namespace ghostline::test
