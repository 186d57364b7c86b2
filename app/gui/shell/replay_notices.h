// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the banner above the view says of the open recording: what is lost, where and why, what could not be
// understood, and that it is waited for.
#include "app/gui/session/replay_session.h"
#include "model/codec/live_reader.h"

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

Q_SIGNALS:
    void detailsRequested(); ///< the banner's button was pressed
    /// A game went on to another match, which is to be watched now.
    void openRequested(const QString& path);

private:
    void onIndexChanged();
    static QString damageText(const model::ReplayIndex& index);
    void tellIntegrity();
    /// True when there is nothing else to say: it comes from a running game.
    bool tellLive(const model::ReplayIndex& index);
    void tellEnded(const model::LiveState& state);

    enum class Notice { Damage, Newer, Empty, Integrity, Watched, Ended };

    Banner* m_banner;
    QPointer<ReplaySession> m_session;
    QSet<Notice> m_told;        ///< for this recording
    QString m_stalled;          ///< why the game is waited for, as the banner says
    QString m_offered;          ///< what the banner's button opens instead of showing details
    bool m_waitingTold = false; ///< the banner says that the recording is waited for
};

} // namespace ghostline::app
