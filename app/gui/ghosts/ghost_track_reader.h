// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The path of the open replay's runner: read in the background, and read on as the replay grows.
#include "app/gui/jobs/job.h"
#include "app/gui/session/replay_session.h"
#include "model/compare/progress.h"
#include "model/compare/run_track.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

namespace ghostline::app {

class GhostTrackReader : public QObject
{
    Q_OBJECT
public:
    explicit GhostTrackReader(QObject* parent = nullptr);
    ~GhostTrackReader() override;

    /// Another replay, or none: what was read of the one before is forgotten.
    void setSession(ReplaySession* session);
    /// None = whoever is first.
    void setRunner(model::ActorId actor);
    model::ActorId runner() const { return m_runner; }
    /// Nothing is decoded before somebody wants to be compared.
    void setWanted(bool wanted);

    /// Null until it has been read. Its time axis is always the newest one; where it is longer than what was
    /// read, nothing is known of the places yet.
    const std::shared_ptr<const model::RunTrack>& track() const { return m_track; }
    /// Of what was read last.
    const std::shared_ptr<const model::Course>& course() const { return m_course; }
    /// The track that the course is of.
    const std::shared_ptr<const model::RunTrack>& measured() const { return m_read.track; }

Q_SIGNALS:
    void runnerChanged(); ///< another one: nothing is read of it yet
    void trackRead();     ///< track() and course() are new
    void trackExtended(); ///< track() has a longer time axis
    void failed(const QString& why);

private:
    void onIndexChanged();
    void forget();
    bool behind() const;
    void read();
    void readWhatIsNew();
    void onRead(model::TrackSoFar read, const std::shared_ptr<const model::Course>& course);

    QPointer<ReplaySession> m_session;
    Job m_job;
    QTimer m_pause; ///< before a growing replay is read again
    QElapsedTimer m_clock;
    model::ActorId m_chosen = model::ActorId::None;
    model::ActorId m_runner = model::ActorId::None;
    bool m_wanted = false;
    std::shared_ptr<const model::RunTrack> m_track;
    model::TrackSoFar m_read;
    std::shared_ptr<const model::Course> m_course;
};

} // namespace ghostline::app
