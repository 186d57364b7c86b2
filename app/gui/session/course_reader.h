// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads how a session's match goes, once its recording is whole and the first picture has been drawn.
#include "app/gui/jobs/job.h"

#include <QPointer>
#include <QTimer>

namespace ghostline::app {

class ReplaySession;

class CourseReader : public QObject
{
    Q_OBJECT
public:
    explicit CourseReader(QObject* parent = nullptr);
    /// null = none. What was read goes to ReplaySession::setCourse().
    void setSession(ReplaySession* session);

private:
    void follow();
    void read();

    QPointer<ReplaySession> m_session;
    QTimer m_begin;
    Job m_job;
};

} // namespace ghostline::app
