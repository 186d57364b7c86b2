// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/actor_selection.h"

#include <utility>

namespace ghostline::app {

std::vector<model::ActorId> perspectivesIn(const model::ReplayInfo& info)
{
    std::vector<model::ActorId> players;
    if (!info.marks.sight)
        return players;
    for (const model::ActorInfo& actor : info.cast) {
        if (actor.kind == model::ActorKind::Player && actor.team >= 0)
            players.push_back(actor.id);
    }
    return players;
}

void ActorSelection::select(model::ActorId actor)
{
    if (std::exchange(m_selected, actor) != actor)
        Q_EMIT selectedChanged();
}

void ActorSelection::follow(model::ActorId actor)
{
    if (std::exchange(m_followed, actor) != actor)
        Q_EMIT followedChanged();
}

void ActorSelection::setPerspective(model::ActorId player)
{
    if (std::exchange(m_perspective, player) != player)
        Q_EMIT perspectiveChanged();
}

int ActorSelection::perspectiveTeam(const model::ReplayInfo& info) const
{
    const model::ActorInfo* player = info.actor(m_perspective);
    return player != nullptr ? player->team : -1;
}

void ActorSelection::setHidden(const std::vector<model::ActorId>& actors, bool hidden)
{
    QSet<quint32> now = m_hidden;
    for (const model::ActorId actor : actors) {
        if (hidden)
            now.insert(model::index(actor));
        else
            now.remove(model::index(actor));
    }
    if (now == m_hidden)
        return;
    m_hidden = std::move(now);
    Q_EMIT hiddenChanged();
}

} // namespace ghostline::app
