// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/perspective_menu.h"

#include <QActionGroup>

#include <algorithm>

namespace ghostline::app {

PerspectiveMenu::PerspectiveMenu(QAction* everyone, QWidget* parent)
    : QMenu(tr("Perspective"), parent), m_everyone(everyone), m_choices(new QActionGroup(this))
{
    m_choices->addAction(m_everyone);
    connect(this, &QMenu::aboutToShow, this, &PerspectiveMenu::fill);
    menuAction()->setVisible(false);
}

void PerspectiveMenu::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    if (session != nullptr) {
        connect(session, &ReplaySession::indexChanged, this, &PerspectiveMenu::rebuild);
        connect(session->actors(), &ActorSelection::perspectiveChanged, this, &PerspectiveMenu::showChoice);
    }
    rebuild();
    showChoice();
}

void PerspectiveMenu::rebuild()
{
    m_players = m_session != nullptr ? perspectivesIn(m_session->info()) : std::vector<model::ActorId>();
    menuAction()->setVisible(!m_players.empty());
    Q_EMIT offered(!m_players.empty());
}

void PerspectiveMenu::fill()
{
    clear();
    if (m_session == nullptr)
        return;
    addAction(m_everyone);
    addSeparator();
    for (const model::ActorId player : m_players) {
        const model::ActorInfo* info = m_session->info().actor(player);
        if (info == nullptr)
            continue;
        QAction* action = addAction(QString(info->name).replace(QLatin1Char('&'), QLatin1String("&&")));
        action->setCheckable(true);
        action->setChecked(m_session->actors()->perspective() == player);
        m_choices->addAction(action);
        connect(action, &QAction::triggered, this, [this, player] {
            if (m_session != nullptr)
                m_session->actors()->setPerspective(player);
        });
    }
}

/// The players' own actions come anew each time the menu opens.
void PerspectiveMenu::showChoice()
{
    m_everyone->setChecked(m_session != nullptr &&
                           m_session->actors()->perspective() == model::ActorId::None);
}

void PerspectiveMenu::next()
{
    if (m_session == nullptr || m_players.empty())
        return;
    const auto at = std::find(m_players.begin(), m_players.end(), m_session->actors()->perspective());
    if (at == m_players.end())
        m_session->actors()->setPerspective(m_players.front());
    else
        m_session->actors()->setPerspective(at + 1 == m_players.end() ? model::ActorId::None : *(at + 1));
}

void PerspectiveMenu::leave()
{
    if (m_session != nullptr)
        m_session->actors()->setPerspective(model::ActorId::None);
}

} // namespace ghostline::app
