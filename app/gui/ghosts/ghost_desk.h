// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything of the ghosts that is not drawn: their verbs, the dialogs that find them, the ghosts a replay is
// opened with.
#include "app/gui/ghosts/ghost_set.h"

#include <functional>

namespace ghostline::app {

class Actions;
class GhostsPanel;

/// What the desk asks of the window it belongs to.
struct GhostHost
{
    std::function<void()> showPanel; ///< brings the Ghosts panel to the front
    std::function<void()> showDelta; ///< and the delta plot
    std::function<void(const QString& title, const QString& detail)> warn;
    std::function<void(const QString& path)> open; ///< a recording, in place of the one that is open
    std::shared_ptr<const model::CodecRegistry> registry;
    QWidget* window = nullptr; ///< dialogs stand over it
};

class GhostDesk : public QObject
{
    Q_OBJECT
public:
    /// The panel, the set and the actions outlive the desk; `atFirst` are added to the first replay opened.
    GhostDesk(Actions* actions, GhostSet* ghosts, GhostsPanel* panel, GhostHost host, QStringList atFirst,
              QObject* parent);
    ~GhostDesk() override;

    void setSession(ReplaySession* session);
    /// The window is arranged for the replay.
    void onReplayOpened();
    /// Asks for files; adds them.
    void chooseFiles();
    /// Asks for a folder; lists its runs.
    void chooseFolder();
    void listFolder(const QString& folder);
    /// Asks for a folder; lists which of its runs are copies.
    void chooseFolderOfCopies();
    void listCopies(const QString& folder);

private:
    void bind();
    void showAlignment();
    void offer();
    void showBeside(const QString& path, const QString& ghost);
    void askForFolder(const char* name, const QString& title, void (GhostDesk::*chosen)(const QString&));

    Actions* m_actions;
    GhostSet* m_ghosts;
    GhostsPanel* m_panel;
    GhostHost m_host;
    QStringList m_atFirst; ///< ghosts of what is opened next
    QPointer<ReplaySession> m_session;
};

} // namespace ghostline::app
