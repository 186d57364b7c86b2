// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Gives the verbs of playback, bookmarks and selection their meaning on the open session.
#include "app/gui/session/bookmark_tour.h"
#include "app/gui/session/replay_session.h"
#include "app/gui/verbs/actions.h"

#include <QPointer>

namespace ghostline::app {

class PlaybackController : public QObject
{
    Q_OBJECT
public:
    explicit PlaybackController(Actions* actions, QObject* parent = nullptr);
    void setSession(ReplaySession* session);

private:
    void bind(const QString& id, std::function<void(ReplaySession&)> f);
    void bindPlaying();
    void showLive();
    void bindMoves();
    void bindLoop();
    void bindBookmarks();
    void bindSelection();
    void shuttle(ReplaySession& session, int sign);
    void jumpKeyframe(ReplaySession& session, int delta);
    void selectNext(ReplaySession& session, int delta);

    Actions* m_actions;
    QPointer<ReplaySession> m_session;
    BookmarkTour m_tour;
};

} // namespace ghostline::app
