// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/ghost_track_reader.h"

#include "model/thread_priority.h"

#include <algorithm>
#include <limits>

namespace ghostline::app {

namespace {

/// Reading a growing replay again and again takes at most one part in so many of the time.
constexpr qint64 PauseFactor = 10;
constexpr qint64 ShortestPauseMs = 500;
constexpr qint64 LongestPauseMs = 20'000;

/// The same with the time axis of a replay that has grown.
std::shared_ptr<const model::RunTrack> extended(const model::RunTrack& track, const model::TimeAxis& axis)
{
    auto longer = std::make_shared<model::RunTrack>(track);
    longer->axis = axis;
    const auto frames = static_cast<std::size_t>(axis.frames());
    longer->places.resize(frames, glm::dvec3(std::numeric_limits<double>::quiet_NaN()));
    longer->jumped.resize(frames, false);
    return longer;
}

} // namespace

GhostTrackReader::GhostTrackReader(QObject* parent) : QObject(parent)
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &GhostTrackReader::read);
}

GhostTrackReader::~GhostTrackReader() = default;

void GhostTrackReader::forget()
{
    m_job.cancel();
    m_pause.stop();
    m_track.reset();
    m_measured.reset();
    m_course.reset();
}

void GhostTrackReader::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->disconnect(this);
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
}

/// More is known of the cast, or there are more frames.
void GhostTrackReader::onIndexChanged()
{
    if (m_chosen == model::ActorId::None)
        setRunner(model::ActorId::None);
    const model::TimeAxis& axis = m_session->index()->timeAxis;
    if (m_track == nullptr || axis.frames() <= m_track->axis.frames())
        return;
    m_track = extended(*m_track, axis);
    Q_EMIT trackExtended();
    if (!m_job.running() && !m_pause.isActive())
        read();
}

void GhostTrackReader::read()
{
    if (!m_wanted || m_session == nullptr || m_runner == model::ActorId::None)
        return;
    m_clock.start();
    const std::shared_ptr<const model::ReplaySource> source = m_session->source();
    m_job.start([this, source, actor = m_runner](const model::Progress& progress,
                                                 const std::stop_token& stop) -> std::function<void()> {
        model::lowerThreadPriority();
        auto result = model::readRunTrack(*source, actor, progress, stop);
        if (!result)
            return [this, why = result.error().message] { Q_EMIT failed(why); };
        auto track = std::make_shared<const model::RunTrack>(std::move(*result));
        auto course = std::make_shared<const model::Course>(track);
        return [this, track, course] { onRead(track, course); };
    });
}

void GhostTrackReader::onRead(const std::shared_ptr<const model::RunTrack>& track,
                              const std::shared_ptr<const model::Course>& course)
{
    m_measured = track;
    m_course = course;
    const model::TimeAxis& axis = m_session->index()->timeAxis;
    const bool longer = axis.frames() > track->axis.frames();
    m_track = longer ? extended(*track, axis) : track;
    Q_EMIT trackRead();
    if (longer)
        m_pause.start(
            static_cast<int>(std::clamp(m_clock.elapsed() * PauseFactor, ShortestPauseMs, LongestPauseMs)));
}

} // namespace ghostline::app
