// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/playlist/play_list_player.h"

#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/replay_words.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::app {

namespace {

/// Going back within so much of a clip's start, in seconds as shown, means the one before.
constexpr double NearStart = 1.5;
/// Around a clip, for what is rounded and for a machine that is slow.
constexpr model::Micros Slack{500'000};

} // namespace

PlayListPlayer::PlayListPlayer(PlayListHost host, QObject* parent)
    : QObject(parent), m_host(std::move(host)), m_loader(m_host.registry)
{
    connect(&m_loader, &ReplayLoader::opened, this, &PlayListPlayer::onOpened);
    connect(&m_loader, &ReplayLoader::failed, this, &PlayListPlayer::onFailed);
}

bool PlayListPlayer::paused() const
{
    return m_phase == Phase::Showing && m_session != nullptr && !m_session->playhead().playing();
}

void PlayListPlayer::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    // The view may have been told before.
    m_pictureDue = session != nullptr && session != m_pictured;
    if (session == nullptr)
        m_pictured = nullptr;
    if (session != nullptr) {
        model::Playhead* head = &session->playhead();
        connect(head, &model::Playhead::moved, this, &PlayListPlayer::onMoved);
        connect(head, &model::Playhead::playingChanged, this, &PlayListPlayer::onPlayingChanged);
        connect(head, &model::Playhead::rateChanged, this, [this] { m_rateTouched |= !m_own; });
        connect(session, &ReplaySession::indexChanged, this, &PlayListPlayer::onIndexChanged);
    }
    if (active() && !m_replacing)
        end(End::Left);
}

/// Before this the view would look elsewhere again.
void PlayListPlayer::onFirstPicture(const ReplaySession* session)
{
    m_pictured = session;
    if (std::exchange(m_pictureDue, false) && m_phase == Phase::Showing && !clip().camera.isEmpty())
        m_host.look(clip().camera);
}

// ---- what the user asks for ----

void PlayListPlayer::playFrom(const std::vector<model::Clip>& clips, int first)
{
    if (active())
        end(End::Stopped);
    if (clips.empty())
        return;
    m_clips = clips;
    m_paths.assign(clips.size(), {});
    m_openAtFirst = m_session != nullptr ? m_session->path() : QString();
    m_rateBefore = m_session != nullptr ? m_session->playhead().rate() : 1.0;
    m_leftOut = 0;
    m_trouble.clear();
    go(std::clamp(first, 0, count() - 1));
}

void PlayListPlayer::next()
{
    if (active())
        go(m_entry + 1);
}

void PlayListPlayer::previous()
{
    if (!active())
        return;
    const bool shown = m_phase == Phase::Showing && m_session != nullptr;
    const model::Micros in = shown ? m_session->playhead().time() - clip().from : model::Micros{0};
    const bool restart = shown && model::seconds(in) > NearStart * clip().rate;
    go(restart ? m_entry : std::max(0, m_entry - 1));
}

void PlayListPlayer::stop()
{
    if (active())
        end(End::Stopped);
}

void PlayListPlayer::end(End how)
{
    m_phase = Phase::Idle;
    ++m_turn;
    m_loader.cancel();
    m_ahead = {};
    if (how != End::Left && m_session != nullptr) {
        m_session->playhead().pause();
        setRate(std::abs(m_rateBefore));
    }
    Q_EMIT changed();
    Q_EMIT ended(how);
}

// ---- from clip to clip ----

/// As a session calls the recording.
const QString& PlayListPlayer::pathOf(int entry)
{
    QString& path = m_paths[static_cast<std::size_t>(entry)];
    const QString& recording = m_clips[static_cast<std::size_t>(entry)].recording;
    if (path.isEmpty())
        path = recording.isEmpty() ? m_openAtFirst : wholeAddress(m_host.registry->replayPath(recording));
    return path;
}

/// `flows`: the clip before has come to its end.
void PlayListPlayer::go(int entry, bool flows)
{
    ++m_turn;
    if (entry >= count()) {
        end(End::Finished);
        return;
    }
    m_entry = entry;
    m_flows = flows;
    m_phase = Phase::Opening;
    m_rateTouched = m_ranOut = false;
    const QString path = pathOf(entry);
    if (path.isEmpty()) {
        leaveOut(tr("no recording is open"));
        return;
    }
    if (m_session != nullptr && m_session->path() == path) {
        begin();
        return;
    }
    // What was shown stands still meanwhile.
    if (m_session != nullptr)
        m_session->playhead().pause();
    if (m_ahead.path != path) {
        m_ahead = {.path = path, .source = {}, .error = {}};
        m_loader.open(path, m_host.options());
    } else if (m_ahead.error) {
        leaveOut(shownError(*m_ahead.error));
        return;
    } else if (m_ahead.source != nullptr) {
        takeOver(std::exchange(m_ahead, {}).source);
        return;
    }
    Q_EMIT changed();
}

/// Once the event loop runs: a list of a thousand missing recordings does not pile up calls, and nothing is
/// sought from within a move of the playhead.
void PlayListPlayer::goLater(int entry)
{
    QMetaObject::invokeMethod(
        this,
        [this, entry, turn = ++m_turn] {
            if (turn == m_turn && active())
                go(entry, m_phase == Phase::Showing);
        },
        Qt::QueuedConnection);
}

void PlayListPlayer::leaveOut(const QString& why)
{
    ++m_leftOut;
    m_trouble = tr("Entry %1 was left out: %2").arg(m_entry + 1).arg(why);
    Q_EMIT leftOutEntry(m_entry, clip().recording, why);
    goLater(m_entry + 1); // which tells that something changed: hundreds in a row are not painted each
}

void PlayListPlayer::onOpened(const std::shared_ptr<model::ReplaySource>& source, const QString& path)
{
    if (!active() || path != m_ahead.path)
        return;
    m_ahead.source = source;
    if (m_phase == Phase::Opening && pathOf(m_entry) == path)
        takeOver(std::exchange(m_ahead, {}).source);
}

void PlayListPlayer::onFailed(const model::Error& error, const QString& path)
{
    if (!active() || path != m_ahead.path)
        return;
    m_ahead.error = error;
    if (m_phase == Phase::Opening && pathOf(m_entry) == path)
        leaveOut(shownError(error));
}

void PlayListPlayer::takeOver(const std::shared_ptr<model::ReplaySource>& source)
{
    const int turn = m_turn;
    {
        const QScopedValueRollback replacing(m_replacing, true);
        m_host.show(source, pathOf(m_entry));
    }
    if (turn == m_turn && active() && m_session != nullptr)
        begin();
}

/// Its recording is open; waits until it is known far enough.
void PlayListPlayer::begin()
{
    const model::ReplayIndex& index = *m_session->index();
    const model::Micros duration = index.timeAxis.duration();
    m_phase = Phase::Reading;
    if (index.frames() > 0 && (duration > clip().from || (index.complete && duration == clip().from))) {
        show(index.timeAxis);
        return;
    }
    if (index.complete) {
        leaveOut(index.frames() == 0 ? tr("its recording has no frames")
                                     : tr("it begins behind the end of its recording"));
        return;
    }
    m_session->playhead().pause();
    Q_EMIT changed();
}

model::Micros PlayListPlayer::endOfClip() const
{
    const model::ReplayIndex& index = *m_session->index();
    return index.complete ? std::min(clip().to, index.timeAxis.duration()) : clip().to;
}

void PlayListPlayer::setRate(double rate)
{
    const QScopedValueRollback own(m_own, true);
    m_session->playhead().setRate(rate);
}

void PlayListPlayer::show(const model::TimeAxis& axis)
{
    model::Playhead& head = m_session->playhead();
    m_start = std::clamp(clip().from - m_leadIn, model::Micros{0}, axis.duration());
    m_phase = Phase::Showing;
    {
        const QScopedValueRollback own(m_own, true);
        head.setLoop(std::nullopt);
        m_session->playback()->setLive(false);
        // Where one clip leads into the next the picture does not jump back for the lead-in.
        const bool leadsOn = m_flows && head.time() >= m_start && head.time() <= clip().from;
        if (!leadsOn)
            head.seekTime(m_start);
        m_start = std::min(m_start, head.time());
    }
    m_inLead = head.time() < clip().from;
    setRate(m_inLead ? 1.0 : clip().rate);
    if (!m_pictureDue && !clip().camera.isEmpty())
        m_host.look(clip().camera);
    openAhead();
    const int turn = m_turn;
    Q_EMIT changed();
    if (turn != m_turn || m_session == nullptr)
        return;
    if (head.time() >= endOfClip())
        goLater(m_entry + 1); // an instant, or the end of the recording: nothing will move
    else
        head.play();
}

/// The next recording that is another one than this, and no more than one.
void PlayListPlayer::openAhead()
{
    const QString& now = m_session->path();
    int wanted = m_entry + 1;
    while (wanted < count() && (pathOf(wanted) == now || pathOf(wanted).isEmpty()))
        ++wanted;
    if (wanted < count() && m_ahead.path == pathOf(wanted))
        return;
    m_loader.cancel();
    m_ahead = {};
    if (wanted == count())
        return;
    m_ahead.path = pathOf(wanted);
    m_loader.open(m_ahead.path, m_host.options());
}

// ---- what the playhead does ----

void PlayListPlayer::onMoved()
{
    if (m_phase != Phase::Showing || m_own)
        return;
    const model::Playhead& head = m_session->playhead();
    const model::Micros now = head.time();
    const model::Micros last = endOfClip();
    const model::Micros stride{std::llround(std::abs(head.rate()) * 1e6)};
    if (head.rate() < 0.0 || now + Slack < m_start || now > last + Slack + stride) {
        end(End::Left);
        return;
    }
    if (m_inLead && now >= clip().from) {
        m_inLead = false;
        if (!m_rateTouched)
            setRate(clip().rate);
    }
    if (now >= last && head.playing())
        goLater(m_entry + 1);
}

void PlayListPlayer::onPlayingChanged(bool playing)
{
    if (m_phase != Phase::Showing)
        return;
    const model::ReplayIndex& index = *m_session->index();
    m_ranOut = !playing && !index.complete && m_session->playhead().at().frame + 1 >= index.frames();
    Q_EMIT changed();
}

void PlayListPlayer::onIndexChanged()
{
    if (m_phase == Phase::Reading) {
        begin();
        return;
    }
    if (m_phase != Phase::Showing || !m_ranOut)
        return;
    model::Playhead& head = m_session->playhead();
    if (head.time() >= endOfClip()) {
        m_ranOut = false;
        goLater(m_entry + 1);
    } else if (head.time() < m_session->index()->timeAxis.duration()) {
        m_ranOut = false;
        head.play();
    }
}

} // namespace ghostline::app
