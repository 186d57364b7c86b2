// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads how a session's match goes, once its recording is whole and the first picture has been drawn.
#include "app/gui/jobs/job.h"

#include <QPointer>
#include <QTimer>

#include <optional>

namespace ghostline::app {

class ReplaySession;

class CourseReader : public QObject
{
    Q_OBJECT
public:
    explicit CourseReader(QObject* parent = nullptr);
    /// null = none. What was read goes to ReplaySession::setCourse().
    void setSession(ReplaySession* session);
    /// It is about to, or does.
    bool reading() const { return m_begin.isActive() || m_job.running(); }

private:
    void follow();
    void read();

    QPointer<ReplaySession> m_session;
    std::optional<model::Revision> m_failed; ///< that could not be read: not tried again
    QTimer m_begin;
    Job m_job;
};

} // namespace ghostline::app
