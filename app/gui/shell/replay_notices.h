// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the banner above the view says of the open recording: what is lost, where and why, what could not be
// understood, and that it is waited for.
#include "app/gui/session/replay_session.h"

#include <QPointer>

namespace ghostline::app {

class Banner;

class ReplayNotices : public QObject
{
    Q_OBJECT
public:
    ReplayNotices(Banner* banner, QObject* parent);
    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);

private:
    void onIndexChanged();
    static QString damageText(const model::ReplayIndex& index);
    void tellIntegrity();

    enum class Notice { Damage, Newer, Empty, Integrity };

    Banner* m_banner;
    QPointer<ReplaySession> m_session;
    QSet<Notice> m_told;        ///< for this recording
    bool m_waitingTold = false; ///< the banner says that the recording is waited for
};

} // namespace ghostline::app
