// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a frame before its teams, and the walk over a chunk's frames.
#include "codecs/echo/butter_frame.h"

#include <cstring>

namespace ghostline::echo::butter {

namespace {

constexpr std::uint16_t KeyframeMagic = 0xFEFC;
constexpr std::uint16_t FrameMagic = 0xFEFE;
constexpr std::size_t StopEvery = 64; ///< frames between looks at the stop token

bool bit(unsigned mask, unsigned number) { return (mask >> number & 1U) != 0; }

/// Not what is reserved: blocks are reused, and a large chunk must not make the next one too large.
std::size_t usedBytes(const FrameBlock& block)
{
    return block.frames.size() * sizeof(Frame) + block.players.size() * sizeof(PlayerFrame) +
           block.bones.size() * sizeof(BoneSet);
}

} // namespace

QString problemText(Problem problem)
{
    switch (problem) {
    case Problem::CutShort:
        return QStringLiteral("the chunk ends within a frame");
    case Problem::Magic:
        return QStringLiteral("no frame begins here");
    case Problem::NoKeyframe:
        return QStringLiteral("the chunk does not begin with a keyframe");
    case Problem::Time:
        return QStringLiteral("a keyframe's time is no date");
    case Problem::EndlessText:
        return QStringLiteral("a name has no end");
    case Problem::TooMuch:
        return QStringLiteral("the chunk has more frames or players than any recording");
    case Problem::ReaderFails:
        return QStringLiteral("the reference reader fails here: the number of skeletons grows");
    default:
        return {};
    }
}

ChunkDecoder::ChunkDecoder(const Header& header, MatchNames& names, ButterDecoding how)
    : m_header(header), m_names(names), m_exact(how == ButterDecoding::Exact),
      m_arena(header.match.mode() == Mode::Arena), m_combat(header.match.mode() == Mode::Combat),
      m_version(header.version)
{
}

Decoded ChunkDecoder::decode(const Chunk& chunk, Running& running, FrameBlock& out,
                             const std::stop_token& stop, std::vector<FrameTrace>* traces, std::size_t most)
{
    out.clear();
    m_in = {chunk.bytes.data(), chunk.bytes.data() + chunk.size};
    m_out = &out;
    m_odd = {};
    m_before = &running;
    m_discRests = false;
    m_sums = {};
    m_sums.pause = running.pause;
    m_sums.timers = running.timers;
    m_sums.steps = running.steps;
    m_baseLast.clear();
    Decoded done;
    const auto position = [&] { return static_cast<std::size_t>(m_in.at - chunk.bytes.data()); };
    while (m_in.at < m_in.end && out.frames.size() < most) {
        const std::size_t begin = position();
        const std::size_t players = out.players.size();
        const std::size_t sets = out.bones.size();
        const Sums sums = m_sums;
        if (out.frames.size() % StopEvery == 0 && stop.stop_requested())
            done.problem = Problem::Cancelled;
        else if (out.frames.size() >= limits::ChunkFrames || usedBytes(out) > limits::BlockBytes)
            done.problem = Problem::TooMuch;
        else
            done.problem = m_exact ? frame<true>() : frame<false>();
        if (done.problem != Problem::None) {
            done.stoppedAt = begin;
            m_sums = sums;
            out.players.resize(players);
            out.bones.resize(sets);
            break;
        }
        if (m_keyframe)
            done.keyframes.push_back(static_cast<std::uint32_t>(out.frames.size() - 1));
        if (traces != nullptr)
            traces->push_back({begin, position() - begin, m_mask, m_keyframe});
        m_baseLast.swap(m_last);
    }
    settleDisc();
    done.oddities = m_odd;
    if (!out.frames.empty()) {
        const auto sets = out.bonesOf(out.frames.back());
        running = {{sets.begin(), sets.end()}, m_sums.pause, m_sums.timers, m_sums.steps};
    }
    return done;
}

template<bool Exact>
Problem ChunkDecoder::frame()
{
    auto& frames = m_out->frames;
    if (m_in.end - m_in.at < 2)
        return Problem::CutShort;
    const auto magic = m_in.u16();
    if (magic != KeyframeMagic && magic != FrameMagic)
        return Problem::Magic;
    m_keyframe = magic == KeyframeMagic;
    if (!m_keyframe && frames.empty())
        return Problem::NoKeyframe;
    // What a frame leaves out stays as it was.
    if (m_keyframe)
        frames.emplace_back();
    else
        frames.push_back(frames.back());
    m_basePlayers = m_keyframe ? Run{} : frames.back().players;
    Problem problem = begin(frames.back());
    if (problem == Problem::None) {
        m_mask = m_in.u8();
        problem = m_version == 3 ? inclusion<Exact>(frames.back(), m_mask)
                                 : inclusionOld<Exact>(frames.back(), m_mask);
    }
    if (problem == Problem::None)
        problem = teams<Exact>(frames.back());
    if (problem == Problem::None)
        problem = bones<Exact>(frames.back());
    if (problem == Problem::None && m_in.over())
        problem = Problem::CutShort;
    if (problem != Problem::None)
        frames.pop_back();
    return problem;
}

Problem ChunkDecoder::begin(Frame& frame)
{
    if (m_keyframe) {
        const auto time = m_in.get<std::int64_t>();
        if (m_in.over())
            return Problem::CutShort;
        if (time < limits::FirstTime || time > limits::LastTime)
            return Problem::Time;
        frame.timeMs = time;
        m_sums.vr = m_sums.disc = m_sums.discVelocity = glm::vec3(0.0F);
    } else {
        frame.timeMs += m_in.u16();
    }
    const auto step = m_in.get<float>();
    if (!m_exact) {
        frame.clock = m_keyframe ? step : step + frame.clock;
        return Problem::None;
    }
    if (m_keyframe)
        m_sums.clock = 0.0;
    if (std::isfinite(step))
        m_sums.clock += static_cast<double>(step);
    else
        m_odd.notFinite.note(m_out->frames.size() - 1);
    frame.clock = static_cast<float>(m_sums.clock);
    return Problem::None;
}

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

/// The game writes three decimals. A disc that rests all through the chunk where each stored half is such a
/// number lies just there, as it does at its spawn, and not in the middle of the bins.
void ChunkDecoder::settleDisc()
{
    if (!m_exact || !m_discRests || m_out->size() < 2)
        return;
    for (int i = 0; i < 3; ++i) {
        const double thousandths = static_cast<double>(m_discEdge[i]) * 1000.0;
        if (!std::isfinite(thousandths) || thousandths != std::nearbyint(thousandths))
            return;
    }
    for (Frame& frame : m_out->frames) {
        if (frame.hasDisc)
            frame.disc.position = m_discEdge;
    }
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

template float ChunkDecoder::half<true>(float);
template float ChunkDecoder::half<false>(float);
template glm::vec3 ChunkDecoder::vector<true>();
template glm::vec3 ChunkDecoder::vector<false>();
template void ChunkDecoder::rotation<true>(glm::quat&);
template void ChunkDecoder::rotation<false>(glm::quat&);

} // namespace ghostline::echo::butter
