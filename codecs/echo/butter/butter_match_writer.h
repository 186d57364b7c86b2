// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The part of a frame before its teams.
#include "codecs/echo/butter/butter_fit.h"
#include "codecs/echo/butter/butter_output.h"
#include "codecs/echo/butter/butter_tight.h"

namespace ghostline::echo::encode {

class MatchWriter
{
public:
    /// All must outlive this; `tight` null = the plain writer.
    MatchWriter(const MatchHeader& header, const MatchNames& names, FileRoster& roster, WriteLosses& losses,
                ButterTight* tight);

    /// Whether only a keyframe can say it: readers keep a disc.
    bool needsKey(const Frame& frame) const { return m_discKnown && !frame.hasDisc; }
    void write(const Frame& frame, bool key, ButterOutput& out);

private:
    struct PauseMemory
    {
        std::uint8_t flags = 0;
        std::uint8_t state = 0;
        PauseState last = PauseState::None;
        std::array<float, 2> shown{};
        Half3 step{}; ///< of both timers
    };

    void statusBytes(const Frame& frame, Bytes& out);
    bool pauseBytes(const Frame& frame, bool key, Bytes& out);
    void scoreBytes(const Frame& frame, Bytes& out);
    void throwBytes(const Frame& frame, Bytes& out);
    bool vrBytes(const Frame& frame, bool key, Bytes& out);
    bool discBytes(const Frame& frame, Bytes& out);
    void payloadBytes(const Frame& frame, Bytes& out);
    void rulesBytes(const Frame& frame, Bytes& out) const;

    const MatchNames& m_names;
    const Mode m_mode;
    const bool m_private;
    FileRoster& m_roster;
    WriteLosses& m_losses;
    ButterTight* m_tight;

    // the frame before
    bool m_started = false;
    Frame m_before; ///< its runs mean nothing
    bool m_discKnown = false;
    PauseMemory m_pause;
    Bytes m_score;
    Bytes m_throw;
    Bytes m_payload;
    PoseMemory m_vr;
    PoseMemory m_disc;
    VectorMemory m_discVelocity;
    VectorMemory m_plainDiscVelocity;
};

} // namespace ghostline::echo::encode
