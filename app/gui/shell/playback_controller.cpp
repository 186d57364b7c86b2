// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/playback_controller.h"
#include "model/replay/keyframe_index.h"

#include "app/gui/verbs/actions.h"
#include "model/time/time_text.h"

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

void seekFrame(ReplaySession& session, model::FrameNumber frame)
{
    session.playhead().seek({.frame = frame, .fraction = 0.0});
}

} // namespace

PlaybackController::PlaybackController(Actions* actions, QObject* parent)
    : QObject(parent), m_actions(actions)
{
    bindPlaying();
    bindMoves();
    bindLoop();
    bindBookmarks();
    bindSelection();
}

void PlaybackController::setSession(ReplaySession* session)
{
    m_tour.stop();
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    if (session != nullptr) {
        connect(session->playback(), &Playback::liveChanged, this, &PlaybackController::showLive);
        connect(session, &ReplaySession::indexChanged, this, &PlaybackController::showLive);
    }
    showLive();
}

/// Live is there for recordings that grow, and only for those.
void PlaybackController::showLive()
{
    QAction* live = m_actions->get(id("playback.live"));
    m_actions->offer(id("playback.live"), m_session != nullptr && m_session->index()->growing,
                     m_session == nullptr ? tr("No recording is open")
                                          : tr("This recording is not being made any more"));
    live->setChecked(m_session != nullptr && m_session->playback()->live());
}

void PlaybackController::bind(const QString& actionId, std::function<void(ReplaySession&)> f)
{
    m_actions->on(actionId, this, [this, f = std::move(f)](bool) {
        if (m_session != nullptr && m_session->index()->frames() > 0)
            f(*m_session);
    });
}

void PlaybackController::bindPlaying()
{
    bind(id("playback.toggle"), [](ReplaySession& s) {
        model::Playhead& head = s.playhead();
        if (s.playback()->awaitsMore()) { // it plays, only there is nothing yet: this means stop
            s.playback()->setLive(false);
            return;
        }
        // Play at the end means once more, from the other end.
        if (!head.playing() && !head.loop()) {
            const model::FrameNumber last = s.index()->frames() - 1;
            if (head.rate() > 0 && head.at().frame >= last)
                seekFrame(s, 0);
            else if (head.rate() < 0 && head.at() == model::FrameTime{})
                seekFrame(s, last);
        }
        head.togglePlay();
    });
    m_actions->on(id("playback.live"), this, [this](bool on) {
        if (m_session != nullptr)
            m_session->playback()->setLive(on);
        showLive();
    });
    bind(id("playback.pause"), [](ReplaySession& s) {
        s.playhead().pause();
        s.playback()->setLive(false);
    });
    bind(id("playback.forward"), [this](ReplaySession& s) { shuttle(s, 1); });
    bind(id("playback.backward"), [this](ReplaySession& s) { shuttle(s, -1); });
    bind(id("playback.slower"), [](ReplaySession& s) { s.playhead().slower(); });
    bind(id("playback.faster"), [](ReplaySession& s) { s.playhead().faster(); });
    bind(id("playback.normalSpeed"), [](ReplaySession& s) { s.playhead().setRate(1.0); });
}

/// J and L of an editing desk: first press plays that way at 1x, the next ones go faster.
void PlaybackController::shuttle(ReplaySession& session, int sign)
{
    model::Playhead& head = session.playhead();
    const bool already = head.playing() && (head.rate() > 0) == (sign > 0);
    if (already)
        head.faster();
    else
        head.setRate(sign);
    if (!head.playing())
        head.play();
}

void PlaybackController::bindMoves()
{
    const auto jump = [this](const char* name, int seconds) {
        bind(id(name),
             [seconds](ReplaySession& s) { s.playhead().jump(model::Micros{seconds * 1'000'000LL}); });
    };
    jump("playback.back1", -1);
    jump("playback.forward1", 1);
    jump("playback.back5", -5);
    jump("playback.forward5", 5);
    jump("playback.back15", -15);
    jump("playback.forward15", 15);
    bind(id("playback.stepBack"), [](ReplaySession& s) { s.playhead().step(-1); });
    bind(id("playback.stepForward"), [](ReplaySession& s) { s.playhead().step(1); });
    bind(id("playback.start"), [](ReplaySession& s) { seekFrame(s, 0); });
    bind(id("playback.end"), [](ReplaySession& s) { seekFrame(s, s.index()->frames() - 1); });
    bind(id("playback.previousKeyframe"), [this](ReplaySession& s) { jumpKeyframe(s, -1); });
    bind(id("playback.nextKeyframe"), [this](ReplaySession& s) { jumpKeyframe(s, 1); });
    for (int tenth = 0; tenth < 10; ++tenth) {
        bind(QStringLiteral("playback.tenth%1").arg(tenth), [tenth](ReplaySession& s) {
            s.playhead().seekTime(s.index()->timeAxis.duration() * tenth / 10);
        });
    }
}

void PlaybackController::jumpKeyframe(ReplaySession& session, int delta)
{
    const model::KeyframeIndex& keyframes = session.index()->keyframes;
    const model::FrameTime at = session.playhead().at();
    const model::FrameNumber since = at.fraction == 0.0 ? at.frame - 1 : at.frame;
    const int target = delta > 0 ? keyframes.recordedAfter(at.frame) : keyframes.recordedAt(since);
    if (target >= 0)
        seekFrame(session, keyframes[target].frame);
}

void PlaybackController::bindLoop()
{
    // Either end alone already repeats: up to the end of the recording, or from its start.
    bind(id("playback.loopIn"), [](ReplaySession& s) {
        const model::FrameNumber now = s.playhead().at().frame;
        const auto old = s.playhead().loop();
        const model::FrameNumber end = old && old->end > now + 1 ? old->end : s.index()->frames();
        s.playhead().setLoop(model::FrameRange{now, end});
    });
    bind(id("playback.loopOut"), [](ReplaySession& s) {
        const model::FrameNumber end = s.playhead().at().frame + 1;
        const auto old = s.playhead().loop();
        const model::FrameNumber first = old && old->first < end - 1 ? old->first : 0;
        s.playhead().setLoop(model::FrameRange{first, end});
    });
    bind(id("playback.loopClear"), [](ReplaySession& s) { s.playhead().setLoop(std::nullopt); });
}

void PlaybackController::bindBookmarks()
{
    bind(id("review.addBookmark"), [](ReplaySession& s) {
        s.notes()->addBookmark(tr("Bookmark at %1").arg(model::formatTime(s.playhead().time())));
    });
    QAction* tour = m_actions->get(id("review.playBookmarks"));
    m_actions->on(id("review.playBookmarks"), this,
                  [this](bool on) { on ? m_tour.start(m_session) : m_tour.stop(); });
    connect(&m_tour, &BookmarkTour::runningChanged, tour, &QAction::setChecked);
    bind(id("review.nextBookmark"), [](ReplaySession& s) {
        if (const model::Bookmark* next = s.notes()->sidecar().next(s.playhead().at().frame))
            seekFrame(s, next->frame);
    });
    bind(id("review.previousBookmark"), [](ReplaySession& s) {
        if (const model::Bookmark* previous = s.notes()->sidecar().previous(s.playhead().at().frame))
            seekFrame(s, previous->frame);
    });
}

void PlaybackController::bindSelection()
{
    bind(id("selection.next"), [this](ReplaySession& s) { selectNext(s, 1); });
    bind(id("selection.previous"), [this](ReplaySession& s) { selectNext(s, -1); });
    bind(id("selection.release"), [](ReplaySession& s) {
        s.actors()->follow(model::ActorId::None);
        s.actors()->select(model::ActorId::None);
    });
}

/// Goes round the actors that can be seen now, leaving out surroundings.
void PlaybackController::selectNext(ReplaySession& session, int delta)
{
    const model::WorldState& state = session.playback()->state();
    std::vector<model::ActorId> candidates;
    for (std::size_t i = 0; i < state.size(); ++i) {
        const model::ActorInfo* info = session.info().actor(state.ids[i]);
        if (info != nullptr && !info->background && (state.flags[i] & model::Hidden) == 0 &&
            !session.actors()->hidden().contains(model::index(state.ids[i])))
            candidates.push_back(state.ids[i]);
    }
    if (candidates.empty())
        return;
    const auto count = static_cast<std::ptrdiff_t>(candidates.size());
    const auto found = std::find(candidates.begin(), candidates.end(), session.actors()->selected());
    std::ptrdiff_t at = found - candidates.begin();
    if (found == candidates.end())
        at = delta > 0 ? -1 : 0;
    session.actors()->select(candidates[static_cast<std::size_t>((at + delta + count) % count)]);
}

} // namespace ghostline::app
