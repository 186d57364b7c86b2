// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the verbs of the picture do: what is shown in it, views that are remembered, saving it as an image.
#include "app/gui/session/replay_session.h"
#include "render/base/view_options.h"

#include <QPointer>

namespace ghostline::app {

class Actions;
class ViewArea;

class ViewVerbs : public QObject
{
    Q_OBJECT
public:
    /// Both outlive it. Dialogs stand over the area's window.
    ViewVerbs(Actions* actions, ViewArea* area, QObject* parent);
    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);

private:
    void switchOption(bool render::ViewOptions::*member, bool on);
    void showOptions();
    void offer();
    void offerBlocks();
    void lookForBlocks();
    void store(int number, bool everywhere);
    void recall(int number);
    void exportPicture();

    Actions* m_actions;
    ViewArea* m_area;
    QPointer<ReplaySession> m_session;
    const void* m_kindsSeen = nullptr; ///< of the recorded blocks that were looked through last
    bool m_hasEdits = false;           ///< the open recording has set blocks, as far as it was played
    bool m_hasBarriers = false;        ///< among those, or in the map
};

/// The small picture of the welcome page.
void storeThumbnail(const ViewArea& area, const ReplaySession& session);

} // namespace ghostline::app
