// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/render/match_fixture.h"

namespace ghostline::test {

Match::Match()
{
    using model::BoneRole;
    info->teams = {{QStringLiteral("Blue"), 0}, {QStringLiteral("Orange"), 1}};
    model::PropertyInfo team;
    team.id = QStringLiteral("team");
    team.type = model::PropertyType::Integer;
    info->actorProperties.push_back(team);
    info->teamProperty = model::ActorPropertyId(1);
    state.propertyCount = 2;
    model::Skeleton skeleton;
    skeleton.roles = {BoneRole::TrackedHead, BoneRole::TrackedLeftHand, BoneRole::TrackedRightHand};
    for (int role = int(BoneRole::Pelvis); role <= int(BoneRole::RightToe); ++role)
        skeleton.roles.push_back(static_cast<BoneRole>(role));
    skeleton.roles.push_back(BoneRole::Other);
    skeleton.roles.push_back(BoneRole::Other);
    for (std::size_t i = 0; i < skeleton.roles.size(); ++i) {
        skeleton.bones.push_back(QStringLiteral("bone %1").arg(i));
        skeleton.parents.push_back(-1);
    }
    info->skeletons.push_back(skeleton);
}

std::vector<glm::vec3> Match::pose(int gesture)
{
    glm::vec3 leftElbow{0.30F, -0.50F, -0.04F}, leftHand{0.30F, -0.74F, 0.10F};
    glm::vec3 rightElbow{-0.30F, -0.50F, -0.04F}, rightHand{-0.30F, -0.74F, 0.10F};
    if (gesture == 1) {
        rightElbow = {-0.24F, -0.30F, 0.24F};
        rightHand = {-0.16F, -0.22F, 0.52F};
    } else if (gesture == 2) {
        leftElbow = {0.30F, -0.46F, 0.14F};
        rightElbow = {-0.30F, -0.46F, 0.14F};
        leftHand = {0.06F, -0.28F, 0.34F};
        rightHand = {-0.06F, -0.34F, 0.36F};
    } else if (gesture == 3) {
        rightElbow = {-0.32F, -0.02F, 0.02F};
        rightHand = {-0.26F, 0.26F, 0.06F};
    }
    return {{0, 0, 0},
            leftHand,
            rightHand,
            {0, -0.80F, 0},
            {0, -0.60F, -0.02F},
            {0, -0.38F, -0.03F},
            {0, -0.20F, -0.03F},
            {0, -0.07F, -0.02F},
            {0.19F, -0.26F, -0.02F},
            leftElbow,
            leftHand,
            {-0.19F, -0.26F, -0.02F},
            rightElbow,
            rightHand,
            {0.10F, -0.84F, 0},
            {0.13F, -1.22F, 0.14F},
            {0.12F, -1.56F, -0.10F},
            {0.12F, -1.66F, 0.04F},
            {-0.10F, -0.84F, 0},
            {-0.12F, -1.24F, 0.02F},
            {-0.12F, -1.62F, -0.16F},
            {-0.12F, -1.73F, -0.03F},
            {0.08F, -0.28F, -0.04F},
            {-0.08F, -0.28F, -0.04F}};
}

model::ActorId Match::addPerson(const Person& person, const QString& name)
{
    const model::ActorId id = addRow(name, model::ActorShape::Body, model::ActorKind::Player);
    info->cast.back().team = person.team;
    info->cast.back().skeleton = 0;
    info->cast.back().principal = true;
    info->cast.back().boxHalf = {0.35F, 0.9F, 0.35F};
    info->cast.back().boxCentre = {0.0F, -0.75F, 0.0F};
    const glm::quat turn = glm::angleAxis(glm::radians(person.yaw), glm::vec3(0.0F, 1.0F, 0.0F));
    const glm::quat look = turn * glm::angleAxis(glm::radians(-person.lookUp), glm::vec3(1.0F, 0.0F, 0.0F));
    state.positions.back() = person.head;
    state.orientations.back() = turn;
    state.flags.back() = person.flags;
    state.provenance.back() = person.provenance;
    const auto first = static_cast<std::uint32_t>(state.bonePoses.size());
    const std::vector<glm::vec3> bones = pose(person.gesture);
    const std::size_t count = person.full ? bones.size() : 3;
    for (std::size_t i = 0; i < count; ++i)
        state.bonePoses.push_back({glm::vec3(person.head) + turn * bones[i], i == 0 ? look : turn});
    state.bones.back() = {first, static_cast<std::uint32_t>(count)};
    return id;
}

model::ActorId Match::addDisc(const glm::dvec3& at, const glm::vec3& velocity, int team)
{
    const model::ActorId id = addRow(QStringLiteral("Disc"), model::ActorShape::Disc, model::ActorKind::Disc);
    info->cast.back().focus = true;
    info->cast.back().boxHalf = {0.17F, 0.05F, 0.17F};
    state.positions.back() = at;
    state.velocities.back() = velocity;
    if (team >= 0)
        state.properties[state.properties.size() - 1] = model::PropertyValue::integer(team);
    return id;
}

void Match::addHall()
{
    box(model::SceneRole::Shell, -1, {-8.0F, -4.0F, -16.0F}, {8.0F, 5.0F, 16.0F});
    for (const int team : {0, 1}) {
        const float z = team == 0 ? -13.0F : 13.0F;
        box(model::SceneRole::Goal, team, {-1.5F, -1.5F, z - 0.2F}, {1.5F, 1.5F, z + 0.2F});
        box(model::SceneRole::Obstacle, team, {-4.0F, -0.6F, z * 0.5F - 0.6F},
            {-2.8F, 0.6F, z * 0.5F + 0.6F});
        box(model::SceneRole::Launch, team, {4.0F, 1.0F, z - 0.4F}, {5.0F, 2.0F, z + 0.4F});
    }
    model::SceneLines middle;
    middle.role = model::SceneRole::Track;
    middle.points = {{-8, -4, 0}, {8, -4, 0}, {8, 5, 0}, {-8, 5, 0}, {-8, -4, 0}};
    middle.starts = {0};
    scene.lines.push_back(middle);
    scene.groundHeight = -5.0;
    scene.bounds.include({-8.0, -4.0, -16.0});
    scene.bounds.include({8.0, 5.0, 16.0});
}

void Match::box(model::SceneRole role, int team, const glm::vec3& low, const glm::vec3& high)
{
    model::SceneMesh mesh;
    mesh.role = role;
    mesh.team = team;
    for (int i = 0; i < 8; ++i)
        mesh.vertices.emplace_back(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    for (const std::array<std::uint32_t, 4>& f : std::array<std::array<std::uint32_t, 4>, 6>{
             {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}})
        mesh.indices.insert(mesh.indices.end(), {f[0], f[1], f[2], f[0], f[2], f[3]});
    scene.meshes.push_back(mesh);
}

Match Match::play()
{
    Match m;
    for (int i = 0; i < 8; ++i) {
        const int team = i % 2;
        const double z = (team == 0 ? -1.0 : 1.0) * (2.0 + 2.6 * (i / 2));
        m.addPerson({.head = {((i * 5) % 7 - 3) * 1.3, ((i * 3) % 5 - 2) * 0.9, z},
                     .yaw = (team == 0 ? 0.0F : 180.0F) + static_cast<float>(i * 23 % 60 - 30),
                     .team = team,
                     .full = i < 6,
                     .gesture = i % 4},
                    QStringLiteral("player %1").arg(i + 1));
    }
    m.addDisc({0.6, 0.4, 0.2}, {2.0F, 0.6F, 5.0F}, 0);
    m.addHall();
    return m;
}

model::ActorId Match::addRow(const QString& name, model::ActorShape shape, model::ActorKind kind)
{
    const model::ActorId id = add({.shape = shape, .kind = kind}, name);
    info->cast.back().boxCentre = glm::vec3(0.0F);
    state.properties.emplace_back(); // the team, absent
    return id;
}

} // namespace ghostline::test
