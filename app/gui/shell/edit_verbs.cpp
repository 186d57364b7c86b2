// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/edit_verbs.h"

#include "app/gui/session/replay_session.h"
#include "app/gui/verbs/actions.h"

namespace ghostline::app {

EditVerbs::EditVerbs(Actions* actions, QObject* parent) : QObject(parent), m_actions(actions)
{
    m_actions->on(id("edit.undo"), this, [this](bool) {
        if (m_history != nullptr)
            m_history->undo();
    });
    m_actions->on(id("edit.redo"), this, [this](bool) {
        if (m_history != nullptr)
            m_history->redo();
    });
}

void EditVerbs::setSession(ReplaySession* session)
{
    if (m_history != nullptr)
        m_history->disconnect(this);
    m_history = session != nullptr ? &session->notes()->history() : nullptr;
    if (m_history != nullptr)
        connect(m_history, &QUndoStack::indexChanged, this, &EditVerbs::offer);
    offer();
}

/// The menu says what would be taken back.
void EditVerbs::offer()
{
    const bool open = m_history != nullptr;
    const bool undo = open && m_history->canUndo();
    const bool redo = open && m_history->canRedo();
    m_actions->offer(id("edit.undo"), undo, tr("Nothing was changed"));
    m_actions->offer(id("edit.redo"), redo, tr("Nothing was taken back"));
    m_actions->get(id("edit.undo"))->setText(undo ? tr("Undo: %1").arg(m_history->undoText()) : tr("Undo"));
    m_actions->get(id("edit.redo"))->setText(redo ? tr("Redo: %1").arg(m_history->redoText()) : tr("Redo"));
}

} // namespace ghostline::app
