// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/ghost_track_reader.h"

#include "app/gui/widgets/replay_words.h"
#include "model/base/thread_priority.h"

#include <algorithm>
#include <limits>

namespace ghostline::app {

namespace {

/// Only what is new is decoded, but the course is laid out and everybody compared with it from the start: not
/// more often than this, and reading takes at most one part in so many of the time.
constexpr qint64 PauseFactor = 10;
constexpr qint64 ShortestPauseMs = 2000;
constexpr qint64 LongestPauseMs = 20'000;

/// The same with the time axis of a replay that has grown.
std::shared_ptr<const model::RunTrack> extended(const model::RunTrack& track, const model::TimeAxis& axis)
{
    auto longer = std::make_shared<model::RunTrack>(track);
    longer->axis = axis;
    const auto frames = static_cast<std::size_t>(axis.frames());
    longer->positions.resize(frames, glm::dvec3(std::numeric_limits<double>::quiet_NaN()));
    longer->jumped.resize(frames, false);
    return longer;
}

} // namespace

GhostTrackReader::GhostTrackReader(QObject* parent) : QObject(parent)
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &GhostTrackReader::readWhatIsNew);
}

GhostTrackReader::~GhostTrackReader() = default;

void GhostTrackReader::forget()
{
    m_job.cancel();
    m_pause.stop();
    m_track.reset();
    m_read = {};
    m_course.reset();
}

void GhostTrackReader::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    forget();
    m_session = session;
    m_chosen = m_runner = model::ActorId::None;
    if (session != nullptr) {
        m_runner = model::runnerOf(session->info());
        connect(session, &ReplaySession::indexChanged, this, &GhostTrackReader::onIndexChanged);
    }
    Q_EMIT runnerChanged();
    read();
}

void GhostTrackReader::setRunner(model::ActorId actor)
{
    m_chosen = actor;
    if (actor == model::ActorId::None && m_session != nullptr)
        actor = model::runnerOf(m_session->info());
    if (actor == m_runner)
        return;
    m_runner = actor;
    forget();
    Q_EMIT runnerChanged();
    read();
}

void GhostTrackReader::setWanted(bool wanted)
{
    m_wanted = wanted;
    if (wanted && m_track == nullptr && !m_job.running())
        read();
    else if (wanted)
        readWhatIsNew();
}

/// More is known of the cast, there are more frames or events, or there will be no more.
void GhostTrackReader::onIndexChanged()
{
    if (m_chosen == model::ActorId::None)
        setRunner(model::ActorId::None);
    if (m_track == nullptr)
        return;
    const model::TimeAxis& axis = m_session->index()->timeAxis;
    if (axis.frames() > m_track->axis.frames()) {
        m_track = extended(*m_track, axis);
        Q_EMIT trackExtended();
    }
    readWhatIsNew();
}

bool GhostTrackReader::behind() const
{
    if (m_read.track == nullptr || m_session == nullptr)
        return false;
    const model::ReplayIndex& now = *m_session->index();
    return now.frames() > m_read.track->axis.frames() || now.growing != m_read.track->growing ||
           now.events != m_read.events;
}

void GhostTrackReader::readWhatIsNew()
{
    if (behind() && !m_job.running() && !m_pause.isActive())
        read();
}

void GhostTrackReader::read()
{
    if (!m_wanted || m_session == nullptr || m_runner == model::ActorId::None)
        return;
    m_clock.start();
    const std::shared_ptr<const model::ReplaySource> source = m_session->source();
    m_job.start([this, source, actor = m_runner, before = m_read](
                    const model::Progress& progress, const std::stop_token& stop) -> std::function<void()> {
        model::lowerThreadPriority();
        auto result = model::readFurther(before, *source, actor, progress, stop);
        if (!result)
            return [this, why = shownError(result.error())] { Q_EMIT failed(why); };
        auto course = std::make_shared<const model::Course>(result->track);
        return [this, read = std::move(*result), course] { onRead(read, course); };
    });
}

void GhostTrackReader::onRead(model::TrackSoFar read, const std::shared_ptr<const model::Course>& course)
{
    m_read = std::move(read);
    m_course = course;
    const model::TimeAxis& axis = m_session->index()->timeAxis;
    const bool longer = axis.frames() > m_read.track->axis.frames();
    m_track = longer ? extended(*m_read.track, axis) : m_read.track;
    Q_EMIT trackRead();
    if (m_session->index()->growing || behind())
        m_pause.start(
            static_cast<int>(std::clamp(m_clock.elapsed() * PauseFactor, ShortestPauseMs, LongestPauseMs)));
}

} // namespace ghostline::app
