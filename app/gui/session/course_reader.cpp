// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/course_reader.h"

#include "app/gui/session/replay_session.h"

namespace ghostline::app {

namespace {

constexpr int AfterFirstPictureMs = 400;

} // namespace

CourseReader::CourseReader(QObject* parent) : QObject(parent)
{
    m_begin.setSingleShot(true);
    m_begin.setInterval(AfterFirstPictureMs);
    connect(&m_begin, &QTimer::timeout, this, &CourseReader::read);
}

void CourseReader::setSession(ReplaySession* session)
{
    if (m_session)
        disconnect(m_session, nullptr, this, nullptr);
    m_session = session;
    m_begin.stop();
    m_job.cancel();
    m_failed.reset();
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &CourseReader::follow);
    follow();
}

/// Not while it grows: it would be read from its beginning again and again.
void CourseReader::follow()
{
    if (!m_session || reading() || m_session->course() != nullptr)
        return;
    const model::ReplayIndex& index = *m_session->index();
    if (index.complete && !index.growing && m_failed != index.revision && hasCourse(*index.info))
        m_begin.start();
}

void CourseReader::read()
{
    if (!m_session)
        return;
    m_job.start(
        [this, source = m_session->source(), session = m_session, revision = m_session->index()->revision](
            const model::Progress&, const std::stop_token& stop) -> std::function<void()> {
            auto course = readMatchCourse(*source, stop);
            if (!course) // damage is told where frames are shown; here a lane stays empty
                return [this, revision] {
                    m_failed = revision;
                    follow(); // a later one may have come meanwhile
                };
            return [session, read = std::make_shared<const MatchCourse>(std::move(*course))] {
                if (session)
                    session->setCourse(read);
            };
        });
}

} // namespace ghostline::app
