// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which actors the user attends to: the selected one, the one that is followed, the player whose eyes the
// match is seen with, and those that are hidden. UI thread only.
#include "model/replay/replay_info.h"

#include <QObject>
#include <QSet>

#include <vector>

namespace ghostline::app {

/// The players whose perspective can be taken; empty where the recording does not tell who sees what.
std::vector<model::ActorId> perspectivesIn(const model::ReplayInfo& info);

class ActorSelection : public QObject
{
    Q_OBJECT
public:
    model::ActorId selected() const { return m_selected; }
    void select(model::ActorId actor);
    model::ActorId followed() const { return m_followed; }
    void follow(model::ActorId actor);
    /// The player whose eyes the match is seen with: what they cannot perceive is faded or left out. None =
    /// everything is shown.
    model::ActorId perspective() const { return m_perspective; }
    void setPerspective(model::ActorId player);
    /// The team of that player, -1 = everyone's view.
    int perspectiveTeam(const model::ReplayInfo& info) const;
    const QSet<quint32>& hidden() const { return m_hidden; } ///< by model::index()
    void setHidden(const std::vector<model::ActorId>& actors, bool hidden);

Q_SIGNALS:
    void selectedChanged();
    void followedChanged();
    void perspectiveChanged();
    void hiddenChanged();

private:
    model::ActorId m_selected = model::ActorId::None;
    model::ActorId m_followed = model::ActorId::None;
    model::ActorId m_perspective = model::ActorId::None;
    QSet<quint32> m_hidden;
};

} // namespace ghostline::app
