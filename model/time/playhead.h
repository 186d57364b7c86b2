// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The only owner of "now". Every view listens to it; none keeps its own.
#include "model/base/export.h"
#include "model/time/time_axis.h"

#include <QObject>

#include <optional>

namespace ghostline::model {

/// Lives in the UI thread. Driven from outside by advance(), so that it needs no clock of its own in tests.
/// Exact: position = anchor + rate * trim * elapsed, never a sum of rounded steps.
class GHOSTLINE_MODEL_EXPORT Playhead : public QObject
{
    Q_OBJECT
public:
    static constexpr double MinRate = 0.01;
    static constexpr double MaxRate = 32.0;

    explicit Playhead(QObject* parent = nullptr);

    /// Takes a new axis (a new replay or a longer revision); the place is kept and clamped.
    void setTimeAxis(const TimeAxis& axis);
    const TimeAxis& timeAxis() const { return m_axis; }

    FrameTime at() const { return m_at; }
    Micros time() const { return m_axis.timeOf(m_at); }
    bool playing() const { return m_playing; }
    /// Signed; -32 .. 32, magnitude at least 0.01. 1 when fresh.
    double rate() const { return m_rate; }
    /// Loop in frames; playing wraps at its ends.
    std::optional<FrameRange> loop() const { return m_loop; }
    /// True while the picture waits for data: time stands still.
    bool held() const { return m_held; }

    void play();
    void pause();
    /// As play() and pause(); on the last frame, playing forward without a loop starts over.
    void togglePlay();
    /// Clamps to the allowed magnitudes, keeps the sign.
    void setRate(double rate);
    /// The next or previous of the labelled speeds (1/100 .. 32), sign kept.
    void faster();
    void slower();
    void seek(FrameTime at);
    void seekTime(Micros t);
    /// Whole frames: from a fraction, -1 goes to the frame's start and +1 to the next. Pauses.
    void step(FrameNumber frames);
    /// Relative jump in replay time; keeps playing.
    void jump(Micros delta);
    void setLoop(std::optional<FrameRange> loop);
    void setHeld(bool held) { m_held = held; }
    /// Plays so much faster or slower than rate() says, to keep up with another clock; 1 = exactly. No part
    /// of what is shown.
    void setTrim(double factor);
    /// Real time that has passed since the last call. Moves the place while playing and not held;
    /// at either end (without a loop) playing stops exactly on the first or last frame.
    void advance(std::chrono::nanoseconds elapsed);

Q_SIGNALS:
    void moved(); ///< at() changed
    /// By seek(), seekTime(), step() or jump(), not by playing; comes after moved(), and also where the place
    /// is the same.
    void sought();
    void playingChanged(bool playing);
    void rateChanged(double rate);
    void loopChanged();

private:
    void reanchor();
    void place(FrameTime at);

    TimeAxis m_axis;
    FrameTime m_at{};
    bool m_playing = false;
    bool m_held = false;
    double m_rate = 1.0;
    double m_trim = 1.0;
    std::optional<FrameRange> m_loop;
    // Playing: place = anchor + rate * trim * run, in nanoseconds of replay time.
    std::int64_t m_anchorNs = 0;
    std::int64_t m_runNs = 0;
};

} // namespace ghostline::model
