// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/render/world_fixture.h"

namespace ghostline::test {

World::World()
{
    model::PropertyInfo light;
    light.id = QStringLiteral("light_state");
    light.type = model::PropertyType::Enumeration;
    light.names = {QStringLiteral("Red"), QStringLiteral("Yellow"), QStringLiteral("Green"),
                   QStringLiteral("Off"), QStringLiteral("Unknown")};
    info->actorProperties.push_back(light);
    state.propertyCount = 1;
}

model::ActorId World::add(const Spec& spec, const QString& name)
{
    model::ActorInfo a;
    a.id = static_cast<model::ActorId>(info->cast.size());
    a.name = name;
    a.kind = spec.kind;
    a.shape = spec.shape;
    a.boxHalf = spec.half;
    a.boxCentre = {0.0F, spec.half.y, 0.0F};
    a.background = spec.background;
    info->cast.push_back(a);
    state.ids.push_back(a.id);
    state.positions.push_back(spec.position);
    state.orientations.push_back(glm::angleAxis(glm::radians(spec.yaw), glm::vec3(0.0F, 1.0F, 0.0F)));
    state.velocities.emplace_back(0.0F);
    state.flags.push_back(0);
    state.provenance.push_back(spec.provenance);
    state.bones.push_back({});
    state.properties.push_back(spec.lamp < 0 ? model::PropertyValue()
                                             : model::PropertyValue::integer(spec.lamp));
    return a.id;
}

void World::quad(model::SceneRole role, float x0, float z0, float x1, float z1)
{
    model::SceneMesh m;
    m.role = role;
    m.vertices = {{x0, 0.0F, z0}, {x0, 0.0F, z1}, {x1, 0.0F, z1}, {x1, 0.0F, z0}};
    m.indices = {0, 1, 2, 0, 2, 3};
    scene.meshes.push_back(m);
}

std::shared_ptr<const model::ReplayIndex> World::index() const
{
    auto out = std::make_shared<model::ReplayIndex>();
    out->info = info;
    out->events = events;
    return out;
}

World World::boxes(int count)
{
    World w;
    const int side = std::max(1, static_cast<int>(std::ceil(std::sqrt(count))));
    for (int i = 0; i < count; ++i)
        w.add({.position = {(i % side - side / 2) * 3.0, 0.0, (i / side - side / 2) * 3.0}},
              QStringLiteral("box %1").arg(i));
    return w;
}

World World::crossing()
{
    using namespace model;
    World w;
    const glm::vec3 car{0.95F, 0.75F, 2.3F};
    w.add({.shape = ActorShape::Vehicle, .position = {-2.0, 0.0, 6.0}, .yaw = 180.0F, .half = car},
          QStringLiteral("Ada"));
    w.add({.shape = ActorShape::Vehicle,
           .position = {2.0, 0.0, -4.0},
           .half = car,
           .provenance = Provenance::Interpolated},
          QStringLiteral("Ben"));
    w.add({.shape = ActorShape::Vehicle,
           .position = {2.0, 0.0, -15.0},
           .half = {1.2F, 1.5F, 4.0F},
           .provenance = Provenance::Held},
          QStringLiteral("Cid"));
    w.add({.shape = ActorShape::Vehicle,
           .position = {-2.0, 0.0, -14.0},
           .yaw = 180.0F,
           .half = car,
           .provenance = Provenance::Sampled},
          QStringLiteral("Dot"));
    for (int i = 0; i < 3; ++i)
        w.add({.shape = ActorShape::Capsule,
               .kind = ActorKind::Walker,
               .position = {6.5 + i * 1.5, 0.0, 6.0 + i * 1.5},
               .yaw = 60.0F * static_cast<float>(i),
               .half = {0.34F, 0.93F, 0.34F}},
              QStringLiteral("walker %1").arg(i));
    for (int i = 0; i < 4; ++i)
        w.add({.shape = ActorShape::TrafficLight,
               .kind = ActorKind::TrafficLight,
               .position = {i < 2 ? -5.2 : 5.2, 0.0, i % 2 ? -5.2 : 5.2},
               .half = {0.3F, 2.6F, 0.3F},
               .background = true,
               .lamp = i},
              QStringLiteral("light"));
    w.add({.shape = ActorShape::Sphere,
           .kind = ActorKind::Disc,
           .position = {-8.0, 0.0, 4.0},
           .half = glm::vec3(0.6F)},
          QStringLiteral("ball"));
    w.add({.shape = ActorShape::Cylinder,
           .kind = ActorKind::Structure,
           .position = {-10.0, 0.0, 8.0},
           .half = {1.0F, 1.5F, 1.0F}},
          QStringLiteral("tank"));
    w.add({.shape = ActorShape::Marker,
           .kind = ActorKind::Sensor,
           .position = {-7.0, 0.0, 11.0},
           .half = {0.5F, 1.0F, 0.5F}},
          QStringLiteral("sensor"));
    w.add({.shape = ActorShape::Box,
           .kind = ActorKind::Prop,
           .position = {-8.0, 0.0, -9.0},
           .yaw = 20.0F,
           .half = {1.0F, 0.6F, 1.5F},
           .background = true},
          QStringLiteral("crate"));
    w.quad(SceneRole::Sidewalk, -7.0F, -80.0F, -4.0F, 80.0F);
    w.quad(SceneRole::Sidewalk, 4.0F, -80.0F, 7.0F, 80.0F);
    w.quad(SceneRole::Road, -4.0F, -80.0F, 4.0F, 80.0F);
    w.quad(SceneRole::Road, -80.0F, -4.0F, 80.0F, 4.0F);
    for (int i = -20; i < 20; ++i)
        w.quad(SceneRole::MarkingWhite, -0.08F, static_cast<float>(i) * 4.0F, 0.08F,
               static_cast<float>(i) * 4.0F + 2.0F);
    return w;
}

World World::skeleton()
{
    World w;
    w.info->skeletons.push_back(
        {QStringLiteral("figure"),
         {QStringLiteral("hip"), QStringLiteral("chest"), QStringLiteral("Head"), QStringLiteral("hand")},
         {-1, 0, 1, 1}});
    w.add(
        {.shape = model::ActorShape::Capsule, .kind = model::ActorKind::Walker, .half = {0.3F, 0.9F, 0.3F}});
    w.info->cast[0].skeleton = 0;
    w.state.bonePoses = {{{0.0F, 0.9F, 0.0F}, {}},
                         {{0.0F, 1.3F, 0.0F}, {}},
                         {{0.0F, 1.7F, 0.05F}, {}},
                         {{0.5F, 1.2F, 0.2F}, {}}};
    w.state.bones[0] = {0, 4};
    return w;
}

} // namespace ghostline::test
