// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/perspective_menu.h"

#include <algorithm>

namespace ghostline::app {

PerspectiveMenu::PerspectiveMenu(QWidget* parent) : QMenu(tr("Perspective"), parent)
{
    connect(this, &QMenu::aboutToShow, this, &PerspectiveMenu::fill);
    menuAction()->setVisible(false);
}

void PerspectiveMenu::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->disconnect(this);
    m_session = session;
    if (session != nullptr)
        connect(session, &ReplaySession::indexChanged, this, &PerspectiveMenu::rebuild);
    rebuild();
}

void PerspectiveMenu::rebuild()
{
    m_players = m_session != nullptr ? m_session->perspectives() : std::vector<model::ActorId>();
    menuAction()->setVisible(!m_players.empty());
    Q_EMIT offered(!m_players.empty());
}

void PerspectiveMenu::fill()
{
    clear();
    if (m_session == nullptr)
        return;
    const auto add = [this](const QString& text, model::ActorId player) {
        QAction* action = addAction(QString(text).replace(QLatin1Char('&'), QLatin1String("&&")));
        action->setCheckable(true);
        action->setChecked(m_session->perspective() == player);
        connect(action, &QAction::triggered, this, [this, player] {
            if (m_session != nullptr)
                m_session->setPerspective(player);
        });
    };
    add(tr("Everyone"), model::ActorId::None);
    addSeparator();
    for (const model::ActorId player : m_players) {
        if (const model::ActorInfo* info = m_session->info().actor(player); info != nullptr)
            add(info->name, player);
    }
}

void PerspectiveMenu::next()
{
    if (m_session == nullptr || m_players.empty())
        return;
    const auto at = std::find(m_players.begin(), m_players.end(), m_session->perspective());
    if (at == m_players.end())
        m_session->setPerspective(m_players.front());
    else
        m_session->setPerspective(at + 1 == m_players.end() ? model::ActorId::None : *(at + 1));
}

} // namespace ghostline::app
