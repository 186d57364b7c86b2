// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recording that is open here, as it is compared with those of others: its name, and its content once
// that is worked out. UI thread only.
#include "app/gui/jobs/job.h"
#include "app/gui/session/replay_session.h"
#include "model/bytes/http_source.h"
#include "together/messages.h"

#include <QPointer>

namespace ghostline::app {

class OwnRecording : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// null = none is open. Not owned. What was being worked out of the one before is given up.
    void setSession(ReplaySession* session);
    ReplaySession* session() const { return m_session; }
    /// Whether that path is open.
    bool isOpen(const QString& path) const;

    /// Of a recording on the web, and of one that is still growing, the name alone.
    const together::RecordingName& name() const { return m_name; }
    bool isOnWeb() const { return m_session && model::isWebAddress(m_session->path()); }
    /// Nobody knows yet what it will be.
    bool isGrowing() const { return m_growing; }

    /// Works its content out where that is possible and not done; once a growing one is whole, too.
    void identify();
    bool isIdentifying() const { return m_hashing.running(); }
    /// Somebody has worked it out already.
    void know(const model::ContentId& content);
    /// To be worked out no more.
    void forget();

Q_SIGNALS:
    void changed();                                    ///< name(), isGrowing(), or isIdentifying() is over
    void failed(const ghostline::model::Error& error); ///< its content is not to be had; before changed()

private:
    void takeIndex();
    void hash();

    QPointer<ReplaySession> m_session;
    together::RecordingName m_name{};
    bool m_growing = false;
    bool m_wanted = false; ///< its content
    Job m_hashing;
};

} // namespace ghostline::app
