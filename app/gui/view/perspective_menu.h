// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whose eyes the match is seen with: a menu of the players, everyone first.
#include "app/gui/session/replay_session.h"

#include <QMenu>
#include <QPointer>

class QActionGroup;

namespace ghostline::app {

/// Hides itself where the recording does not tell who sees what.
class PerspectiveMenu : public QMenu
{
    Q_OBJECT
public:
    /// `everyone`: the verb for nobody's eyes in particular, which stands first. Not owned.
    PerspectiveMenu(QAction* everyone, QWidget* parent);
    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    /// The next player's, behind the last one everyone's.
    void next();
    /// Nobody's in particular.
    void leave();

Q_SIGNALS:
    /// There is a choice, or none any more.
    void offered(bool any);

private:
    void rebuild();
    void fill();
    void showChoice();

    QAction* m_everyone;
    QActionGroup* m_choices;
    QPointer<ReplaySession> m_session;
    std::vector<model::ActorId> m_players;
};

} // namespace ghostline::app
