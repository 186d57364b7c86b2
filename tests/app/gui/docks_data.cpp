// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/gui/docks_data.h"

namespace ghostline::test {

std::shared_ptr<model::ReplayIndex> indexWithSurroundings(int perTeam, int background)
{
    auto info = std::make_shared<model::ReplayInfo>();
    info->teams = {{QStringLiteral("Blue"), 0}, {QStringLiteral("Orange"), 1}};
    const auto add = [&](const QString& name, model::ActorKind kind, int team, bool isBackground) {
        model::ActorInfo actor;
        actor.id = static_cast<model::ActorId>(info->cast.size());
        actor.nativeId = 500 + static_cast<std::int64_t>(info->cast.size());
        actor.name = name;
        actor.nativeType = QStringLiteral("type.%1").arg(model::kindName(kind));
        actor.kind = kind;
        actor.team = team;
        actor.background = isBackground;
        actor.life = {0, 100};
        info->cast.push_back(actor);
    };
    for (int i = 0; i < perTeam; ++i) {
        add(QStringLiteral("Blue %1").arg(i), model::ActorKind::Player, 0, false);
        add(QStringLiteral("Orange %1").arg(i), model::ActorKind::Player, 1, false);
    }
    add(QStringLiteral("Referee's car"), model::ActorKind::Vehicle, -1, false);
    for (int i = 0; i < background; ++i)
        add(QStringLiteral("Sign %1").arg(i), model::ActorKind::Sign, -1, true);
    auto index = std::make_shared<model::ReplayIndex>();
    index->info = info;
    index->timeAxis = model::TimeAxis::uniform(100, 1, 20);
    index->complete = true;
    return index;
}

} // namespace ghostline::test
