// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/render/field_fixture.h"

namespace ghostline::test {

Field::Field()
{
    using namespace field;
    using model::ActorId;
    world.info->teams = {{QStringLiteral("Ann"), 0, QStringLiteral("West")},
                         {QStringLiteral("Ben"), 1, QStringLiteral("West")},
                         {QStringLiteral("Cem"), 2, QStringLiteral("East")}};
    world.info->actorProperties.resize(PropertyCount);
    using Id = model::ActorPropertyId;
    world.info->marks = {Id(Health), Id(MaxHealth), Id(), Id(Rank), Id(Sight)};
    for (int team = 0; team < 3; ++team) {
        const ActorId player =
            world.add({.shape = model::ActorShape::None, .kind = model::ActorKind::Player});
        world.info->cast[model::index(player)].team = team;
    }
}

std::size_t Field::unit(int team, double x, double z, double sight)
{
    const model::ActorId id = world.add({.kind = model::ActorKind::Unit, .position = {x, 0.0, z}});
    world.info->cast[model::index(id)].team = team;
    m_sights.emplace_back(model::index(id), sight);
    return model::index(id);
}

void Field::finish()
{
    using namespace field;
    world.state.propertyCount = PropertyCount;
    world.state.properties.assign(world.state.size() * PropertyCount, {});
    for (const auto& [row, sight] : m_sights) {
        if (sight > 0.0)
            world.state.propertiesOf(row)[Sight] = model::PropertyValue::real(sight);
    }
}

} // namespace ghostline::test
