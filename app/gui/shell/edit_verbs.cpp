// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/edit_verbs.h"

#include "app/gui/session/replay_session.h"
#include "app/gui/verbs/actions.h"

#include <QApplication>
#include <QMenuBar>

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
    connect(qApp, &QApplication::focusChanged, this,
            [this](const QWidget*, const QWidget* focused) { onFocus(focused); });
}

void EditVerbs::setSession(ReplaySession* session)
{
    m_notes = session != nullptr ? &session->notes()->history() : nullptr;
    attend(m_notes);
    onFocus(QApplication::focusWidget());
}

void EditVerbs::addHistory(QWidget* part, QUndoStack* history) { m_parts.emplace_back(part, history); }

/// Menus take the keyboard only for a moment: the verb chosen there is meant for where it was. So does
/// another program. The 3D view is a window of its own, and no widget.
void EditVerbs::onFocus(const QWidget* focused)
{
    const bool elsewhere = focused == nullptr && QGuiApplication::focusWindow() == nullptr;
    if (elsewhere || qobject_cast<const QMenuBar*>(focused) != nullptr ||
        qobject_cast<const QMenu*>(focused) != nullptr)
        return;
    for (const auto& [part, history] : m_parts) {
        if (part != nullptr && focused != nullptr && part->isAncestorOf(focused) && m_notes != nullptr) {
            attend(history);
            return;
        }
    }
    attend(m_notes);
}

void EditVerbs::attend(QUndoStack* history)
{
    if (m_history != nullptr)
        m_history->disconnect(this);
    m_history = history;
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
