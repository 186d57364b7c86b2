// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_frame.h"

#include "codecs/echo/butter/butter_bones.h"
#include "codecs/echo/butter/butter_players.h"

namespace ghostline::echo::butter {

namespace {

constexpr std::size_t StopEvery = 64; ///< frames between looks at the stop token

/// Not what is reserved: blocks are reused, and a large chunk must not make the next one too large.
std::size_t usedBytes(const FrameBlock& block)
{
    return block.frames.size() * sizeof(Frame) + block.players.size() * sizeof(PlayerFrame) +
           block.bones.size() * sizeof(BoneSet);
}

template<bool Exact>
class ChunkWalk
{
public:
    ChunkWalk(const Header& header, MatchNames& names, const Chunk& chunk, Running& running, FrameBlock& out)
        : m_running(running), m_out(out), m_in({chunk.bytes.data(), chunk.size}, header.people.size()),
          m_match(header, names, running.pause), m_players(header)
    {
    }

    Decoded run(const std::stop_token& stop, std::vector<FrameTrace>* traces, std::size_t most)
    {
        Decoded done;
        while (!m_in.atEnd() && m_out.frames.size() < most) {
            const std::size_t begin = m_in.position();
            const std::size_t players = m_out.players.size();
            const std::size_t sets = m_out.bones.size();
            const auto sums = m_match.sums();
            if (m_out.frames.size() % StopEvery == 0 && stop.stop_requested())
                done.problem = Problem::Cancelled;
            else if (m_out.frames.size() >= limits::ChunkFrames || usedBytes(m_out) > limits::BlockBytes)
                done.problem = Problem::TooMuch;
            else
                done.problem = frame();
            if (done.problem != Problem::None) {
                done.stoppedAt = begin;
                m_match.restore(sums);
                m_out.players.resize(players);
                m_out.bones.resize(sets);
                break;
            }
            if (m_keyframe)
                done.keyframes.push_back(static_cast<std::uint32_t>(m_in.frame()));
            if (traces != nullptr)
                traces->push_back({begin, m_in.position() - begin, m_mask, m_keyframe});
        }
        m_match.settleDisc(m_out);
        done.oddities = m_in.oddities();
        if (!m_out.frames.empty()) {
            const auto sets = m_out.bonesOf(m_out.frames.back());
            m_running = {{sets.begin(), sets.end()}, m_match.sums().pause};
        }
        return done;
    }

private:
    Problem frame()
    {
        auto& frames = m_out.frames;
        if (m_in.left() < sizeof(KeyframeMagic))
            return Problem::CutShort;
        const auto magic = m_in.u16();
        if (magic != KeyframeMagic && magic != FrameMagic)
            return Problem::Magic;
        m_keyframe = magic == KeyframeMagic;
        if (!m_keyframe && frames.empty())
            return Problem::NoKeyframe;
        m_in.beginFrame(frames.size());
        // What a frame leaves out stays as it was.
        if (m_keyframe)
            frames.emplace_back();
        else
            frames.push_back(frames.back());
        Problem problem = m_match.begin(m_in, frames.back(), m_keyframe);
        if (problem == Problem::None) {
            m_mask = m_in.u8();
            problem = m_match.decode(m_in, frames.back(), m_mask);
        }
        if (problem == Problem::None)
            problem = m_players.decode(m_in, m_out, m_keyframe);
        if (problem == Problem::None)
            problem = decodeBones(m_in, m_out, m_running.bones, m_keyframe);
        if (problem == Problem::None && m_in.over())
            problem = Problem::CutShort;
        if (problem != Problem::None)
            frames.pop_back();
        return problem;
    }

    Running& m_running;
    FrameBlock& m_out;
    FrameReader<Exact> m_in;
    MatchDecoder<Exact> m_match;
    PlayerDecoder<Exact> m_players;
    bool m_keyframe = false;
    std::uint8_t m_mask = 0;
};

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
    : m_header(header), m_names(names), m_how(how)
{
}

Decoded ChunkDecoder::decode(const Chunk& chunk, Running& running, FrameBlock& out,
                             const std::stop_token& stop, std::vector<FrameTrace>* traces, std::size_t most)
{
    out.clear();
    return m_how == ButterDecoding::Exact
               ? ChunkWalk<true>(m_header, m_names, chunk, running, out).run(stop, traces, most)
               : ChunkWalk<false>(m_header, m_names, chunk, running, out).run(stop, traces, most);
}

Decoded ChunkDecoder::decodeTimed(const Chunk& chunk, Running& running, TimeState& times, FrameBlock& out,
                                  std::vector<TimeRepair>& repairs, const std::stop_token& stop,
                                  std::vector<FrameTrace>* traces)
{
    Decoded decoded = decode(chunk, running, out, stop, traces);
    repairs.clear();
    if (m_how == ButterDecoding::Exact)
        repairs = repairTimes(out.frames, decoded.keyframes, times);
    return decoded;
}

} // namespace ghostline::echo::butter
