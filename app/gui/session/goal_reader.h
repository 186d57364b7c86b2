// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads where a session's runner passes its checkpoints, once for the whole recording.
#include "app/gui/jobs/job.h"
#include "model/compare/run_goals.h"

#include <QPointer>
#include <QTimer>

#include <memory>

namespace ghostline::app {

class ReplaySession;

class GoalReader : public QObject
{
    Q_OBJECT
public:
    explicit GoalReader(QObject* parent = nullptr);
    /// null = none. What was read of the one before is dropped.
    void setSession(ReplaySession* session);
    /// null until they have been read, and where nothing is passed.
    const std::shared_ptr<const model::RunGoals>& goals() const { return m_goals; }

Q_SIGNALS:
    void changed();

private:
    void follow();
    void read();

    QPointer<ReplaySession> m_session;
    std::shared_ptr<const model::RunGoals> m_goals;
    bool m_begun = false;
    QTimer m_begin;
    Job m_job;
};

} // namespace ghostline::app
