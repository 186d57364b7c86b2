// SPDX-License-Identifier: GPL-3.0-or-later
// The walk over a chunk's frames.
#include "codecs/echo/butter_frame.h"

namespace ghostline::echo::butter {

namespace {

constexpr std::uint16_t KeyframeMagic = 0xFEFC;
constexpr std::uint16_t FrameMagic = 0xFEFE;
constexpr std::size_t StopEvery = 64; ///< frames between looks at the stop token

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

} // namespace ghostline::echo::butter
