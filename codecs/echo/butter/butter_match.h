// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The part of a frame before its teams: time, clock, and what an inclusion mask says is there.
#include "codecs/echo/butter/butter_header.h"
#include "codecs/echo/butter/butter_reader.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ghostline::echo::butter {

/// What of a match adds up from frame to frame.
struct PauseSums
{
    PauseState state = PauseState::None;
    std::array<double, 2> timers{}; ///< seconds paused, seconds of unpausing
    std::array<double, 2> steps{};  ///< what they last grew by
};

/// Of one chunk. A frame begins as a copy of the one before, a keyframe empty.
template<bool Exact>
class MatchDecoder
{
public:
    using Reader = FrameReader<Exact>;
    struct Sums
    {
        double clock = 0.0;
        PauseSums pause;
        glm::vec3 vr{0.0F};
        glm::vec3 disc{0.0F};
        glm::vec3 discVelocity{0.0F};
    };

    /// Both must outlive this; `pause` of the frame before the chunk.
    MatchDecoder(const Header& header, MatchNames& names, const PauseSums& pause)
        : m_names(names), m_arena(header.match.mode() == Mode::Arena),
          m_combat(header.match.mode() == Mode::Combat), m_version(header.version)
    {
        m_sums.pause = pause;
    }

    /// Time and clock, behind the magic.
    Problem begin(Reader& in, Frame& frame, bool keyframe)
    {
        m_keyframe = keyframe;
        if (m_keyframe) {
            const auto time = in.i64();
            if (in.over())
                return Problem::CutShort;
            if (time < limits::FirstTime || time > limits::LastTime)
                return Problem::Time;
            frame.timeMs = time;
            m_sums.vr = m_sums.disc = m_sums.discVelocity = glm::vec3(0.0F);
        } else {
            frame.timeMs += in.u16();
        }
        const auto step = in.real();
        if (!Exact) {
            frame.clock = m_keyframe ? step : step + frame.clock;
            return Problem::None;
        }
        if (m_keyframe)
            m_sums.clock = 0.0;
        if (std::isfinite(step))
            m_sums.clock += static_cast<double>(step);
        else
            in.note(&Oddities::notFinite);
        frame.clock = static_cast<float>(m_sums.clock);
        return Problem::None;
    }

    /// What the mask says is there, behind it.
    Problem decode(Reader& in, Frame& frame, std::uint8_t mask)
    {
        return m_version == 3 ? inclusion(in, frame, mask) : inclusionOld(in, frame, mask);
    }

    /// For the whole chunk, at its end.
    /// The game writes three decimals. A disc that rests all through the chunk where each stored half is such
    /// a number lies just there, as it does at its spawn, and not in the middle of the bins.
    void settleDisc(FrameBlock& block) const
    {
        if (!Exact || !m_discRests || block.size() < 2)
            return;
        for (int i = 0; i < 3; ++i) {
            const double thousandths = static_cast<double>(m_discEdge[i]) * 1000.0;
            if (!std::isfinite(thousandths) || thousandths != std::nearbyint(thousandths))
                return;
        }
        for (Frame& frame : block.frames) {
            if (frame.hasDisc)
                frame.disc.position = m_discEdge;
        }
    }

    const Sums& sums() const { return m_sums; }
    /// Takes back what a frame added that turned out to be broken.
    void restore(const Sums& sums) { m_sums = sums; }

private:
    Problem inclusion(Reader& in, Frame& frame, std::uint8_t mask)
    {
        if (bit(mask, 0)) {
            status(in, frame);
            if (m_arena) {
                frame.points[0] = static_cast<float>(in.u8());
                frame.points[1] = static_cast<float>(in.u8());
            } else if (m_combat) {
                frame.points[0] = in.half(frame.points[0]);
                frame.points[1] = in.half(frame.points[1]);
            }
            frame.inputs = in.u8() & 15U;
        } else if (!Exact && m_combat) {
            frame.points = {};
        }
        pause(in, frame, bit(mask, 1));
        if (bit(mask, 2))
            score(in, frame);
        if (bit(mask, 3))
            lastThrow(in, frame);
        vr(in, frame, bit(mask, 4));
        disc(in, frame, bit(mask, 5));
        if (bit(mask, 6))
            payload(in, frame);
        if (in.over())
            return Problem::CutShort;
        return bit(mask, 7) ? rules(in, frame) : Problem::None;
    }

    /// Versions 1 and 2: other bits, no combat payload, no rules.
    Problem inclusionOld(Reader& in, Frame& frame, std::uint8_t mask)
    {
        if (bit(mask, 0))
            status(in, frame);
        if (bit(mask, 1)) {
            frame.points[0] = static_cast<float>(in.u8());
            frame.points[1] = static_cast<float>(in.u8());
        }
        pause(in, frame, bit(mask, 2));
        if (bit(mask, 3))
            frame.inputs = in.u8() & 15U;
        if (bit(mask, 4))
            score(in, frame);
        if (bit(mask, 5))
            lastThrow(in, frame);
        vr(in, frame, bit(mask, 6));
        disc(in, frame, bit(mask, 7));
        return in.over() ? Problem::CutShort : Problem::None;
    }

    void status(Reader& in, Frame& frame)
    {
        const std::uint8_t code = in.u8();
        frame.status = code < GameStatuses ? static_cast<GameStatus>(code) : GameStatus::Uncoded;
        if (code >= GameStatuses)
            in.note(&Oddities::unknownWord);
    }

    /// The writer stores the timers' differences to the frame before, and zero on keyframes: they are added
    /// up, and a difference that is left out was the same again. A keyframe that does say a time (another
    /// writer) is believed.
    void pause(Reader& in, Frame& frame, bool present)
    {
        Pause& pause = frame.pause;
        std::array<float, 2> stored{};
        if (present) {
            const unsigned flags = in.u8();
            const unsigned state = m_version == 3 ? in.u8() : flags >> 6U;
            frame.restartRequest = {bit(flags, 0), bit(flags, 1)};
            pause.requestedBy = static_cast<TeamCode>(flags >> 2U & 3U);
            pause.unpausedBy = static_cast<TeamCode>(flags >> 4U & 3U);
            pause.state = state < 5 ? static_cast<PauseState>(state) : PauseState::Unknown;
            stored = {in.half(0.0F), in.half(0.0F)};
            if (!Exact) {
                pause.pausedTimer = stored[0];
                pause.unpausedTimer = stored[1];
            }
        } else if (m_keyframe) {
            pause.state = PauseState::Unpaused;
        }
        if (!Exact) {
            if (!present)
                frame.restartRequest = {};
            return;
        }
        PauseSums& sums = m_sums.pause;
        const bool goesOn = sums.state == pause.state && pause.state != PauseState::Unpaused &&
                            pause.state != PauseState::None;
        for (std::size_t i = 0; i < stored.size(); ++i) {
            if (m_keyframe) {
                sums.timers[i] = goesOn ? sums.timers[i] + sums.steps[i] : 0.0;
                sums.steps[i] = 0.0;
                if (stored[i] != 0.0F)
                    sums.timers[i] = static_cast<double>(stored[i]);
                continue;
            }
            if (present)
                sums.steps[i] = static_cast<double>(stored[i]);
            sums.timers[i] += sums.steps[i];
        }
        sums.state = pause.state;
        pause.pausedTimer = static_cast<float>(sums.timers[0]);
        pause.unpausedTimer = static_cast<float>(sums.timers[1]);
    }

    void score(Reader& in, Frame& frame)
    {
        LastScore& score = frame.score;
        const unsigned what = in.u8();
        score.team = static_cast<TeamCode>(what & 3U);
        score.points = bit(what, 2) ? 3 : 2;
        const unsigned type = what >> 3U;
        score.type = type < CodedGoalTypes ? static_cast<GoalType>(type) : GoalType::Unknown;
        if (type >= CodedGoalTypes)
            in.note(&Oddities::unknownWord);
        score.scorer = in.person(in.u8());
        score.assister = in.person(in.u8());
        score.discSpeed = in.half(score.discSpeed);
        score.distance = in.half(score.distance);
    }

    void lastThrow(Reader& in, Frame& frame)
    {
        for (float& value : frame.lastThrow)
            value = in.half(value);
    }

    /// A pose is left out when its difference repeats, not when it stands still: the last one is applied
    /// again.
    void vr(Reader& in, Frame& frame, bool present)
    {
        if (present) {
            m_sums.vr = in.vector();
            in.rotation(frame.vr.orientation);
        } else if (!Exact) {
            return;
        }
        frame.vr.position = m_sums.vr + frame.vr.position;
    }

    void disc(Reader& in, Frame& frame, bool present)
    {
        if (present) {
            frame.hasDisc = true;
            const std::byte* const stored = in.here();
            m_sums.disc = in.vector();
            if (m_keyframe) {
                m_discRests = in.frame() == 0;
                for (int i = 0; i < 3; ++i)
                    m_discEdge[i] = halfEdge(io::loadLe<std::uint16_t>(stored + 2 * i));
            }
            in.rotation(frame.disc.orientation);
            m_sums.discVelocity = in.vector();
        } else if (!Exact || !frame.hasDisc) {
            return;
        }
        if (!m_keyframe && m_sums.disc != glm::vec3(0.0F))
            m_discRests = false;
        frame.disc.position = m_sums.disc + frame.disc.position;
        frame.discVelocity = m_sums.discVelocity + frame.discVelocity;
    }

    void payload(Reader& in, Frame& frame)
    {
        frame.payload.contested = in.u8() != 0;
        frame.payload.checkpoint = in.u8();
        frame.payload.defenders = in.u8();
        frame.payload.distance = in.half(frame.payload.distance);
        frame.payload.speed = in.half(frame.payload.speed);
    }

    Problem rules(Reader& in, Frame& frame)
    {
        frame.rulesChangedAt = in.i64();
        if (in.over())
            return Problem::CutShort;
        const std::byte* const text = in.here();
        const auto* end =
            static_cast<const std::byte*>(std::memchr(text, 0, std::min(in.left(), limits::TextBytes + 1)));
        if (end == nullptr)
            return in.left() <= limits::TextBytes ? Problem::CutShort : Problem::EndlessText;
        frame.rulesChangedBy = m_names.text(asciiText({text, end}));
        in.goTo(end + 1);
        return Problem::None;
    }

    MatchNames& m_names;
    const bool m_arena;
    const bool m_combat;
    const int m_version;
    bool m_keyframe = false;
    bool m_discRests = false; ///< so far, since the chunk's first frame
    glm::vec3 m_discEdge{0.0F};
    Sums m_sums;
};

} // namespace ghostline::echo::butter
