// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a frame before its teams: what of it is there, a mask says.
#include "codecs/echo/butter_frame.h"

#include <cstring>

namespace ghostline::echo::butter {

namespace {

bool bit(unsigned mask, unsigned number) { return (mask >> number & 1U) != 0; }

} // namespace

template<bool Exact>
Problem ChunkDecoder::inclusion(Frame& frame, std::uint8_t mask)
{
    if (bit(mask, 0)) {
        status(frame);
        if (m_arena) {
            frame.points[0] = static_cast<float>(m_in.u8());
            frame.points[1] = static_cast<float>(m_in.u8());
        } else if (m_combat) {
            frame.points[0] = half<Exact>(frame.points[0]);
            frame.points[1] = half<Exact>(frame.points[1]);
        }
        frame.inputs = m_in.u8() & 15U;
    } else if (!Exact && m_combat) {
        frame.points = {};
    }
    pause<Exact>(frame, bit(mask, 1));
    if (bit(mask, 2))
        score<Exact>(frame);
    if (bit(mask, 3))
        lastThrow<Exact>(frame);
    vr<Exact>(frame, bit(mask, 4));
    disc<Exact>(frame, bit(mask, 5));
    if (bit(mask, 6))
        payload<Exact>(frame);
    if (m_in.over())
        return Problem::CutShort;
    return bit(mask, 7) ? rules(frame) : Problem::None;
}

/// Versions 1 and 2: other bits, no combat payload, no rules.
template<bool Exact>
Problem ChunkDecoder::inclusionOld(Frame& frame, std::uint8_t mask)
{
    if (bit(mask, 0))
        status(frame);
    if (bit(mask, 1)) {
        frame.points[0] = static_cast<float>(m_in.u8());
        frame.points[1] = static_cast<float>(m_in.u8());
    }
    pause<Exact>(frame, bit(mask, 2));
    if (bit(mask, 3))
        frame.inputs = m_in.u8() & 15U;
    if (bit(mask, 4))
        score<Exact>(frame);
    if (bit(mask, 5))
        lastThrow<Exact>(frame);
    vr<Exact>(frame, bit(mask, 6));
    disc<Exact>(frame, bit(mask, 7));
    return m_in.over() ? Problem::CutShort : Problem::None;
}

void ChunkDecoder::status(Frame& frame)
{
    const std::uint8_t code = m_in.u8();
    frame.status = code < GameStatuses ? static_cast<GameStatus>(code) : GameStatus::Uncoded;
    if (code >= GameStatuses)
        m_odd.unknownWord.note(m_out->frames.size() - 1);
}

/// The writer stores the timers' differences to the frame before, and zero on keyframes: they are added up,
/// and a difference that is left out was the same again. A keyframe that does say a time (another writer) is
/// believed.
template<bool Exact>
void ChunkDecoder::pause(Frame& frame, bool present)
{
    Pause& pause = frame.pause;
    std::array<float, 2> stored{};
    if (present) {
        const unsigned flags = m_in.u8();
        const unsigned state = m_version == 3 ? m_in.u8() : flags >> 6U;
        frame.restartRequest = {bit(flags, 0), bit(flags, 1)};
        pause.requestedBy = static_cast<TeamCode>(flags >> 2U & 3U);
        pause.unpausedBy = static_cast<TeamCode>(flags >> 4U & 3U);
        pause.state = state < 5 ? static_cast<PauseState>(state) : PauseState::Unknown;
        stored = {half<Exact>(0.0F), half<Exact>(0.0F)};
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
    const bool goesOn =
        m_sums.pause == pause.state && pause.state != PauseState::Unpaused && pause.state != PauseState::None;
    for (std::size_t i = 0; i < stored.size(); ++i) {
        if (m_keyframe) {
            m_sums.timers[i] = goesOn ? m_sums.timers[i] + m_sums.steps[i] : 0.0;
            m_sums.steps[i] = 0.0;
            if (stored[i] != 0.0F)
                m_sums.timers[i] = static_cast<double>(stored[i]);
            continue;
        }
        if (present)
            m_sums.steps[i] = static_cast<double>(stored[i]);
        m_sums.timers[i] += m_sums.steps[i];
    }
    m_sums.pause = pause.state;
    pause.pausedTimer = static_cast<float>(m_sums.timers[0]);
    pause.unpausedTimer = static_cast<float>(m_sums.timers[1]);
}

template<bool Exact>
void ChunkDecoder::score(Frame& frame)
{
    LastScore& score = frame.score;
    const unsigned what = m_in.u8();
    score.team = static_cast<TeamCode>(what & 3U);
    score.points = bit(what, 2) ? 3 : 2;
    const unsigned type = what >> 3U;
    score.type = type < GoalTypes ? static_cast<GoalType>(type) : GoalType::Unknown;
    if (type >= GoalTypes)
        m_odd.unknownWord.note(m_out->frames.size() - 1);
    score.scorer = person(m_in.u8());
    score.assister = person(m_in.u8());
    score.discSpeed = half<Exact>(score.discSpeed);
    score.distance = half<Exact>(score.distance);
}

template<bool Exact>
void ChunkDecoder::lastThrow(Frame& frame)
{
    for (float& value : frame.lastThrow)
        value = half<Exact>(value);
}

/// A pose is left out when its difference repeats, not when it stands still: the last one is applied again.
template<bool Exact>
void ChunkDecoder::vr(Frame& frame, bool present)
{
    if (present) {
        m_sums.vr = vector<Exact>();
        rotation<Exact>(frame.vr.orientation);
    } else if (!Exact) {
        return;
    }
    frame.vr.position = m_sums.vr + frame.vr.position;
}

template<bool Exact>
void ChunkDecoder::disc(Frame& frame, bool present)
{
    if (present) {
        frame.hasDisc = true;
        const std::byte* const stored = m_in.at;
        m_sums.disc = vector<Exact>();
        if (m_keyframe) {
            m_discRests = m_out->frames.size() == 1;
            for (int i = 0; i < 3; ++i)
                m_discEdge[i] = halfEdge(io::loadLe<std::uint16_t>(stored + 2 * i));
        }
        rotation<Exact>(frame.disc.orientation);
        m_sums.discVelocity = vector<Exact>();
    } else if (!Exact || !frame.hasDisc) {
        return;
    }
    if (!m_keyframe && m_sums.disc != glm::vec3(0.0F))
        m_discRests = false;
    frame.disc.position = m_sums.disc + frame.disc.position;
    frame.discVelocity = m_sums.discVelocity + frame.discVelocity;
}

template<bool Exact>
void ChunkDecoder::payload(Frame& frame)
{
    frame.payload.contested = m_in.u8() != 0;
    frame.payload.checkpoint = m_in.u8();
    frame.payload.defenders = m_in.u8();
    frame.payload.distance = half<Exact>(frame.payload.distance);
    frame.payload.speed = half<Exact>(frame.payload.speed);
}

Problem ChunkDecoder::rules(Frame& frame)
{
    frame.rulesChangedAt = m_in.get<std::int64_t>();
    if (m_in.over())
        return Problem::CutShort;
    const auto left = static_cast<std::size_t>(m_in.end - m_in.at);
    const auto* end =
        static_cast<const std::byte*>(std::memchr(m_in.at, 0, std::min(left, limits::TextBytes + 1)));
    if (end == nullptr)
        return left <= limits::TextBytes ? Problem::CutShort : Problem::EndlessText;
    frame.rulesChangedBy = m_names.text(asciiText({m_in.at, end}));
    m_in.at = end + 1;
    return Problem::None;
}

std::int32_t ChunkDecoder::person(std::uint8_t fileIndex)
{
    if (fileIndex <= m_header.people.size())
        return fileIndex - 1;
    m_odd.noSuchName.note(m_out->frames.size() - 1);
    return Nobody;
}

template<bool Exact>
float ChunkDecoder::half(float before)
{
    const auto stored = m_in.u16();
    if (Exact && !isFinite(stored)) {
        m_odd.notFinite.note(m_out->frames.size() - 1);
        return before;
    }
    return halfEdge(stored);
}

template<bool Exact>
glm::vec3 ChunkDecoder::vector()
{
    glm::vec3 out;
    for (int i = 0; i < 3; ++i) {
        const auto stored = m_in.u16();
        if (!Exact) {
            out[i] = halfEdge(stored);
        } else if (isFinite(stored)) {
            out[i] = halfMiddle(stored);
        } else {
            // A difference of nothing keeps what was.
            out[i] = 0.0F;
            m_odd.notFinite.note(m_out->frames.size() - 1);
        }
    }
    return out;
}

template<bool Exact>
void ChunkDecoder::rotation(glm::quat& out)
{
    smallestThree<Exact ? Bin::Middle : Bin::Edge>(m_in.get<std::uint32_t>(), out);
}

template Problem ChunkDecoder::inclusion<true>(Frame&, std::uint8_t);
template Problem ChunkDecoder::inclusion<false>(Frame&, std::uint8_t);
template Problem ChunkDecoder::inclusionOld<true>(Frame&, std::uint8_t);
template Problem ChunkDecoder::inclusionOld<false>(Frame&, std::uint8_t);
template float ChunkDecoder::half<true>(float);
template float ChunkDecoder::half<false>(float);
template glm::vec3 ChunkDecoder::vector<true>();
template glm::vec3 ChunkDecoder::vector<false>();
template void ChunkDecoder::rotation<true>(glm::quat&);
template void ChunkDecoder::rotation<false>(glm::quat&);

} // namespace ghostline::echo::butter
