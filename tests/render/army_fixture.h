// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A made-up skirmish for the render tests: small units, buildings, what two players see and have selected.
#include "world_fixture.h"

#include <cmath>

namespace ghostline::test {

inline World skirmish()
{
    using model::ActorKind;
    using model::ActorShape;
    World w;
    w.info->teams = {{QStringLiteral("Blue"), 0}, {QStringLiteral("Red"), 3}};
    w.info->looks.resize(5);
    const auto look = [&w](std::size_t i, ActorShape shape, const glm::vec3& half, float lift) {
        w.info->looks[i].shape = shape;
        w.info->looks[i].boxHalf = half;
        w.info->looks[i].boxCentre = {0.0F, half.y + lift, 0.0F};
    };
    look(0, ActorShape::Worker, {0.34F, 0.28F, 0.4F}, 0.0F);
    look(1, ActorShape::Armour, {0.45F, 0.25F, 0.55F}, 0.0F);
    look(2, ActorShape::Aircraft, {0.7F, 0.3F, 0.7F}, 3.0F);
    look(3, ActorShape::Building, {1.5F, 0.8F, 1.5F}, 0.0F);
    look(4, ActorShape::Hexagon, {2.5F, 1.2F, 2.5F}, 0.0F);
    model::PropertyInfo property;
    property.id = QStringLiteral("look");
    property.type = model::PropertyType::Integer;
    w.info->actorProperties = {property};
    w.info->lookProperty = model::ActorPropertyId(0);

    const model::ActorId player = w.add({.shape = ActorShape::None, .kind = ActorKind::Player});
    const model::ActorId camera = w.add({.shape = ActorShape::View,
                                         .kind = ActorKind::Camera,
                                         .position = {-1.0, 9.0, 9.0},
                                         .half = {0.45F, 0.25F, 0.0F}});
    w.info->cast[model::index(camera)].parent = player;
    w.info->cast[model::index(camera)].team = 0;
    w.state.orientations[model::index(camera)] =
        glm::angleAxis(glm::radians(180.0F), glm::vec3(0.0F, 1.0F, 0.0F)) *
        glm::angleAxis(glm::radians(52.0F), glm::vec3(1.0F, 0.0F, 0.0F));
    const auto unit = [&](int kind, int team, double x, double z, float yaw, bool finished = true) {
        const model::ActorId id = w.add(
            {.kind = ActorKind::Unit,
             .position = {x, 0.0, z},
             .yaw = yaw,
             .provenance = finished && kind < 3 ? model::Provenance::Sampled : model::Provenance::Exact});
        w.info->cast[model::index(id)].team = team;
        w.state.properties[model::index(id)] = model::PropertyValue::integer(kind);
        if (!finished)
            w.state.flags.back() = model::Unfinished;
        return id;
    };
    for (int i = 0; i < 6; ++i) {
        const model::ActorId own =
            unit(1, 0, -3.5 + 1.3 * i, 2.0 + 0.4 * (i % 2), 170.0F + 8.0F * static_cast<float>(i));
        w.state.selected.push_back({player, own});
        unit(1, 1, -3.0 + 1.3 * i, -2.0 - 0.5 * (i % 3), -10.0F + 6.0F * static_cast<float>(i));
    }
    unit(2, 0, -2.0, 0.5, 150.0F);
    unit(2, 1, 3.0, -1.0, 20.0F);
    unit(4, 0, -9.0, 5.0, 0.0F);
    unit(3, 0, -9.0, -1.0, 0.0F);
    unit(3, 0, -5.0, 6.5, 0.0F, false);
    for (int i = 0; i < 3; ++i)
        unit(0, 0, -6.5, 3.0 + i, 90.0F);
    return w;
}

/// The same army with what is told of each unit: health, rank, turret and sight.
inline World markedSkirmish()
{
    World w = skirmish();
    enum { Look, Health, MaxHealth, Turret, Rank, Sight, Count };
    w.info->actorProperties.resize(Count);
    for (const int real : {Health, MaxHealth, Turret, Sight})
        w.info->actorProperties[static_cast<std::size_t>(real)].type = model::PropertyType::Real;
    using Id = model::ActorPropertyId;
    w.info->marks = {Id(Health), Id(MaxHealth), Id(Turret), Id(Rank), Id(Sight)};
    const std::vector<model::PropertyValue> looks = w.state.properties;
    w.state.propertyCount = Count;
    w.state.properties.assign(w.state.size() * Count, {});
    for (std::size_t row = 0; row < w.state.size(); ++row) {
        const auto values = w.state.propertiesOf(row);
        values[Look] = looks[row];
        if (w.info->cast[row].kind != model::ActorKind::Unit)
            continue;
        const auto number = static_cast<double>(row);
        values[Health] = model::PropertyValue::real(100.0 - 9.0 * std::fmod(number, 11.0));
        values[MaxHealth] = model::PropertyValue::real(100.0);
        values[Rank] = model::PropertyValue::integer(static_cast<std::int64_t>(row) % 4);
        values[Sight] = model::PropertyValue::real(3.0);
        if (looks[row].asInteger() == 1)
            values[Turret] = model::PropertyValue::real(30.0 * number);
    }
    return w;
}

/// The fight itself, as an event with a place, and a ping.
inline std::shared_ptr<model::EventTable> skirmishEvents()
{
    auto table = std::make_shared<model::EventTable>();
    table->kinds.resize(2);
    table->kinds[0].band = true;
    table->kinds[1].cue = true;
    table->events.resize(2);
    table->events[0].length = model::Micros{1'000'000};
    table->events[0].placed = true;
    table->events[0].radius = 5.0F;
    table->events[1].kind = 1;
    table->events[1].placed = true;
    table->events[1].place = {6.0, 0.0, 4.0};
    table->events[1].actors = {model::ActorId{0}};
    return table;
}

} // namespace ghostline::test
