// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Says in the status line how many frames a second are drawn while a recording plays.
#include "app/gui/session/replay_session.h"

#include <QPointer>
#include <QTimer>

namespace ghostline::app {

class StatusLine;
class ViewArea;

class FrameRateWatch : public QObject
{
    Q_OBJECT
public:
    /// Goes with the status line; the area outlives it.
    FrameRateWatch(const ViewArea* area, StatusLine* status);
    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);

private:
    void tell();

    const ViewArea* m_area;
    StatusLine* m_status;
    QPointer<ReplaySession> m_session;
    QTimer m_timer;
};

} // namespace ghostline::app
