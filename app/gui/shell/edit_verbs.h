// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Taking back what was changed in the open recording's notes, and making it again.
#include <QObject>
#include <QPointer>

class QUndoStack;

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

private:
    void offer();

    Actions* m_actions;
    QPointer<QUndoStack> m_history; ///< of the session
};

} // namespace ghostline::app
