// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Playing a replay: moves the playhead by the clock, fetches the state that it stands at, waits for what
// comes late and follows what is still growing. UI thread only.
#include "model/replay/replay_source.h"
#include "model/replay/state_reader.h"
#include "model/time/playhead.h"

#include <QElapsedTimer>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <memory>

namespace ghostline::app {

class Playback : public QObject
{
    Q_OBJECT
public:
    /// `index`: the revision that the session starts with. The playhead is not owned and outlives this; it
    /// gets the time axis of that revision.
    Playback(const std::shared_ptr<model::ReplaySource>& source,
             std::shared_ptr<const model::ReplayIndex> index, std::size_t cacheBudget,
             model::Playhead& playhead);

    model::StateReader& reader() { return m_reader; }
    /// The state last shown; its `at` may lag behind the playhead while buffering().
    const model::WorldState& state() const { return m_state; }
    /// The frame at or before the instant shown, and the one before that. Panels read figures off these and
    /// not off the picture's state, which lies between two frames: so all of them say the same, and what the
    /// recording says.
    struct RecordedFrame
    {
        const model::WorldState& state;
        const model::WorldState* before; ///< null at the start, and where it is not decoded
    };
    /// Valid until the next call.
    RecordedFrame recordedFrame();
    bool buffering() const { return m_buffering; }
    /// Sticks to the newest frame of a replay that is still growing: plays what arrives, waits for more.
    bool live() const { return m_live; }
    /// Only a growing replay can be live; seeking away, stepping and pausing end it.
    void setLive(bool on);
    /// Stands at the end of what there is so far and plays on as soon as there is more.
    bool awaitsMore() const { return m_awaitsMore; }

    /// Ticks follow frameReturned() instead of a fixed beat, so that a slow renderer never queues work.
    void setFramePaced(bool paced) { m_framePaced = paced; }
    /// The view has drawn the state last signalled.
    void frameReturned();
    /// Puts this instant's data on screen again (a view was just attached).
    void refresh();
    void setSamplePolicy(model::SamplePolicy policy);
    model::SamplePolicy samplePolicy() const { return m_policy; }

    /// What a newer revision of the index brought.
    struct Arrival
    {
        model::FrameNumber frames = 0;
        bool knowsMore = false; ///< of the instant that is shown
        bool playsOn = false;   ///< it was waited for
    };
    /// First half of going over to a newer revision: the playhead gets its time axis, nothing is shown yet.
    [[nodiscard]] Arrival takeIndex(const std::shared_ptr<const model::ReplayIndex>& newest);
    /// Second half, once everybody knows the revision: shows and plays what it brought.
    void continueWith(const Arrival& arrival);

Q_SIGNALS:
    void stateChanged(); ///< state() is new
    void bufferingChanged(bool buffering);
    void liveChanged(bool live);
    void awaitsMoreChanged();
    /// The device or the network failed; it is asked again until recovered().
    void waiting(const QString& why);
    void recovered();
    void problem(const QString& title, const QString& detail);

private:
    void onTick();
    void onPlayingChanged(bool playing);
    void onMoved();
    void onReady();
    void onFailed(int keyframe, const QString& message, bool mayRecover);
    void setBuffering(bool on);
    void setAwaitsMore(bool on);
    void goLive();
    model::Direction direction() const;

    model::Playhead& m_playhead;
    std::shared_ptr<const model::ReplayIndex> m_index; ///< as the source publishes it
    model::StateReader m_reader;
    model::WorldState m_state;
    model::WorldState m_frameState; ///< of recordedFrame(), reused
    model::WorldState m_frameBefore;
    model::SamplePolicy m_policy = model::SamplePolicy::Interpolate;
    bool m_buffering = false;
    bool m_framePaced = false;
    bool m_awaitsMore = false;
    bool m_inTick = false;
    model::FrameNumber m_beforeAskedFor = -1; ///< the frame whose predecessor was asked for, for its figures
    bool m_movesItself = false;               ///< the playback moves the playhead, not the user
    bool m_live = false;
    bool m_waiting = false;                  ///< waiting() was said and recovered() not yet
    model::FrameNumber m_longestArrival = 0; ///< frames that came at once, at most, while live
    int m_prefetchedFor = -1;                ///< keyframe the last prefetch was asked for
    model::Direction m_prefetchedTo = model::Direction::None;
    QSet<int> m_failedKeyframes;
    QTimer m_retry; ///< a source that failed for the moment is asked again
    QTimer m_timer;
    QElapsedTimer m_clock;
};

} // namespace ghostline::app
