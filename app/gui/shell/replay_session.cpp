// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the playhead, fetches the state it asks for, keeps the selection.
#include "app/gui/shell/replay_session.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ghostline::app {

namespace {

/// Beat without a renderer to follow, and the shortest time between two ticks with one.
constexpr int BeatMs = 16;
/// A hidden view returns no frames: tick on after this long.
constexpr int LostFrameMs = 100;
/// A machine that slept or a stalled desktop must not skip a stretch of the recording.
constexpr qint64 LongestTickNs = 1'000'000'000;
/// A device or a network that failed is asked again after this long, as long as somebody waits.
constexpr int RetryMs = 3000;
/// Live: further behind than this many arrivals, the oldest of them is skipped.
constexpr int MostArrivalsBehind = 3;

/// How much decoding around a frame yields, as its keyframe says.
std::uint32_t knowledgeAt(const model::ReplayIndex& index, model::FrameNumber frame)
{
    const int keyframe = index.keyframes.at(frame);
    return keyframe < 0 ? 0 : index.keyframes[keyframe].knowledge;
}

} // namespace

ReplaySession::ReplaySession(std::shared_ptr<model::ReplaySource> source, QString path,
                             std::size_t cacheBudget, QObject* parent)
    : QObject(parent), m_path(std::move(path)), m_recorded(source->index()), m_index(m_recorded),
      m_reader(std::make_unique<model::StateReader>(source, cacheBudget))
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ReplaySession::onTick);
    m_retry.setSingleShot(true);
    m_retry.setInterval(RetryMs);
    connect(&m_retry, &QTimer::timeout, this, [this] {
        m_reader->retry();
        showPlayhead();
    });
    connect(source.get(), &model::ReplaySource::changed, this, &ReplaySession::onIndexChanged,
            Qt::QueuedConnection);
    connect(m_reader.get(), &model::StateReader::ready, this, &ReplaySession::onReady, Qt::QueuedConnection);
    connect(m_reader.get(), &model::StateReader::failed, this, &ReplaySession::onFailed,
            Qt::QueuedConnection);
    connect(&m_playhead, &model::Playhead::moved, this, &ReplaySession::onMoved);
    connect(&m_playhead, &model::Playhead::playingChanged, this, &ReplaySession::onPlayingChanged);

    // A revision published between index() above and the connection is not missed: ask once more, queued.
    QMetaObject::invokeMethod(this, &ReplaySession::onIndexChanged, Qt::QueuedConnection);
    m_playhead.setTimeAxis(m_index->timeAxis);
    loadBookmarks();
    showPlayhead();
}

ReplaySession::~ReplaySession() { m_hasher.request_stop(); }

// ---- time ----

void ReplaySession::refresh() { showPlayhead(); }

void ReplaySession::onPlayingChanged(bool playing)
{
    if (playing) {
        setAwaitsMore(false);
        m_clock.start();
        m_timer.start(0);
        m_prefetchedFor = -1;
    } else {
        m_timer.stop();
        const bool more = !m_index->complete || m_index->growing;
        setAwaitsMore(m_inTick && more && m_playhead.rate() > 0);
        if (!m_awaitsGrowth)
            setLive(false);
    }
    m_playhead.setHeld(playing && m_buffering);
}

void ReplaySession::onTick()
{
    if (!m_playhead.playing())
        return;
    const qint64 elapsed = std::min(m_clock.nsecsElapsed(), LongestTickNs);
    m_clock.start();
    m_inTick = true;
    m_playhead.advance(std::chrono::nanoseconds{elapsed});
    m_inTick = false;
    if (m_playhead.playing())
        m_timer.start(m_framePaced ? LostFrameMs : BeatMs);
}

void ReplaySession::frameReturned()
{
    if (!m_framePaced || !m_playhead.playing())
        return;
    const auto waited = static_cast<int>(m_clock.elapsed());
    // At least one turn of the event loop between frames, so that input is never starved.
    m_timer.start(std::clamp(BeatMs - waited, 1, BeatMs));
}

model::Direction ReplaySession::direction() const
{
    if (!m_playhead.playing())
        return model::Direction::None;
    return m_playhead.rate() < 0 ? model::Direction::Backward : model::Direction::Forward;
}

void ReplaySession::showPlayhead()
{
    if (m_index->frames() == 0)
        return;
    const model::FrameTime at = m_playhead.at();
    const int keyframe = m_index->keyframes.at(at.frame);
    if (m_reader->trySample(at, m_policy, m_state)) {
        // Look ahead once per segment, not once per frame.
        const model::Direction toward = direction();
        if (keyframe != m_prefetchedFor || toward != m_prefetchedTo) {
            m_prefetchedFor = keyframe;
            m_prefetchedTo = toward;
            m_reader->request(at, toward);
        }
        setBuffering(false);
        if (std::exchange(m_waiting, false))
            Q_EMIT recovered();
        Q_EMIT stateChanged();
        return;
    }
    if (m_failedKeyframes.contains(keyframe)) {
        setBuffering(false); // lost for good: the old picture stays and time goes on
        return;
    }
    m_prefetchedFor = -1;
    setBuffering(true);
    m_reader->request(at, direction());
}

void ReplaySession::setBuffering(bool on)
{
    m_playhead.setHeld(on && m_playhead.playing());
    if (on == m_buffering)
        return;
    m_buffering = on;
    if (!on)
        m_clock.start(); // the wait does not count as playing time
    Q_EMIT bufferingChanged(on);
}

void ReplaySession::onReady()
{
    if (m_buffering)
        showPlayhead();
}

void ReplaySession::onFailed(int keyframe, const QString& message, bool mayRecover)
{
    if (m_failedKeyframes.contains(keyframe))
        return;
    if (mayRecover) {
        // Time stands still meanwhile: what is only late is not lost.
        m_waiting = true;
        Q_EMIT waiting(message);
        m_retry.start();
        return;
    }
    m_failedKeyframes.insert(keyframe);
    Q_EMIT problem(tr("Part of the recording cannot be read"), message);
    if (m_buffering)
        showPlayhead();
}

void ReplaySession::onIndexChanged()
{
    const auto newest = source()->index();
    if (newest->revision == m_index->revision)
        return;
    const model::FrameNumber arrived = newest->frames() - m_index->frames();
    const model::FrameNumber shown = m_state.at.frame;
    const bool knowsMore = knowledgeAt(*newest, shown) != knowledgeAt(*m_index, shown);
    takeRevision(newest);
    m_failedKeyframes.clear();
    m_prefetchedFor = -1;
    const bool goOn = m_awaitsGrowth && newest->timeAxis.frames() > m_playhead.timeAxis().frames();
    m_playhead.setTimeAxis(newest->timeAxis);
    Q_EMIT indexChanged();
    if (m_buffering || m_state.size() == 0 || knowsMore)
        showPlayhead(); // the same instant may hold more than a moment ago
    if (goOn)
        m_playhead.play();
    if (m_live && !newest->growing)
        setLive(false);
    m_longestArrival = std::max(m_longestArrival, arrived);
    const model::FrameNumber behind = newest->frames() - 1 - m_playhead.at().frame;
    if (m_live && arrived > 0 && behind > MostArrivalsBehind * m_longestArrival)
        goLive();
}

// ---- live ----

void ReplaySession::onMoved()
{
    if (!m_inTick && !m_movesItself)
        setLive(false); // whoever goes elsewhere wants to be there
    showPlayhead();
}

void ReplaySession::setLive(bool on)
{
    on = on && m_index->growing;
    if (!on)
        setAwaitsMore(false);
    if (on == m_live)
        return;
    m_live = on;
    m_longestArrival = 0;
    if (on)
        goLive();
    Q_EMIT liveChanged(on);
}

void ReplaySession::setAwaitsMore(bool on)
{
    if (on == m_awaitsGrowth)
        return;
    m_awaitsGrowth = on;
    Q_EMIT awaitsMoreChanged();
}

/// To the newest frame, and on from there as soon as there is more.
void ReplaySession::goLive()
{
    m_movesItself = true;
    if (m_playhead.rate() < 0.0)
        m_playhead.setRate(1.0);
    m_playhead.seek({m_index->frames() - 1, 0.0});
    m_movesItself = false;
    setAwaitsMore(!m_playhead.playing());
}

void ReplaySession::setSamplePolicy(model::SamplePolicy policy)
{
    if (policy == m_policy)
        return;
    m_policy = policy;
    showPlayhead();
}

// ---- selection ----

void ReplaySession::select(model::ActorId actor)
{
    if (actor == m_selection)
        return;
    m_selection = actor;
    Q_EMIT selectionChanged();
}

void ReplaySession::follow(model::ActorId actor)
{
    if (actor == m_followed)
        return;
    m_followed = actor;
    Q_EMIT followedChanged();
}

void ReplaySession::setPerspective(model::ActorId player)
{
    if (player == m_perspective)
        return;
    m_perspective = player;
    Q_EMIT perspectiveChanged();
}

int ReplaySession::perspectiveTeam() const
{
    const model::ActorInfo* player = info().actor(m_perspective);
    return player != nullptr ? player->team : -1;
}

std::vector<model::ActorId> ReplaySession::perspectives() const
{
    std::vector<model::ActorId> players;
    if (info().marks.sight < 0)
        return players;
    for (const model::ActorInfo& actor : info().cast) {
        if (actor.kind == model::ActorKind::Player && actor.team >= 0)
            players.push_back(actor.id);
    }
    return players;
}

void ReplaySession::setActorsHidden(const std::vector<model::ActorId>& actors, bool hidden)
{
    QSet<quint32> now = m_hidden;
    for (const model::ActorId actor : actors) {
        if (hidden)
            now.insert(model::index(actor));
        else
            now.remove(model::index(actor));
    }
    if (now == m_hidden)
        return;
    m_hidden = std::move(now);
    Q_EMIT hiddenActorsChanged();
}

} // namespace ghostline::app
