// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Taking back what was changed in the open recording's notes, or in a part of the window that has changes of
// its own while the keyboard is there, and making it again.
#include <QObject>
#include <QPointer>
#include <QUndoStack>
#include <QWidget>

#include <utility>
#include <vector>

namespace ghostline::app {

class Actions;
class ReplaySession;

class EditVerbs : public QObject
{
    Q_OBJECT
public:
    /// `actions` outlives it.
    EditVerbs(Actions* actions, QObject* parent);
    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    /// Counts while the keyboard is within this part of the window.
    void addHistory(QWidget* part, QUndoStack* history);

private:
    void onFocus(const QWidget* focused);
    void attend(QUndoStack* history);
    void offer();

    Actions* m_actions;
    QPointer<QUndoStack> m_notes;   ///< of the session
    QPointer<QUndoStack> m_history; ///< the one that counts now
    std::vector<std::pair<QPointer<QWidget>, QPointer<QUndoStack>>> m_parts;
};

} // namespace ghostline::app
