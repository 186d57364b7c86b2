// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decodes the frames of one unpacked chunk, of all three versions: a version is an order in which the same
// pieces are read.
#include "codecs/echo/butter/butter_match.h"
#include "codecs/echo/butter/butter_time.h"
#include "codecs/echo/frame/frame_file.h"

namespace ghostline::echo::butter {

/// Readable zero bytes behind a chunk, so that only whole records are checked: a player of bones is the
/// longest.
inline constexpr std::size_t Padding = 1024;

/// An unpacked chunk. `bytes` ends with the padding.
struct Chunk
{
    std::vector<std::byte> bytes;
    std::size_t size = 0;
};

/// What goes on from one chunk to the next.
struct Running
{
    std::vector<BoneSet> bones; ///< of the last frame; empty when it had none
    PauseSums pause;
};

QString problemText(Problem problem);

struct FrameTrace
{
    std::size_t offset = 0; ///< in the unpacked chunk
    std::size_t size = 0;
    std::uint8_t mask = 0;
    bool keyframe = false;
};

struct Decoded
{
    Problem problem = Problem::None;
    std::size_t stoppedAt = 0;            ///< byte of the unpacked chunk at which the bad frame begins
    std::vector<std::uint32_t> keyframes; ///< of the frames brought
    Oddities oddities;
};

/// For one thread. Header and names must outlive it.
class ChunkDecoder
{
public:
    ChunkDecoder(const Header& header, MatchNames& names, ButterDecoding how);
    /// All frames up to the first that cannot be decoded. `running` is that of the frame before and becomes
    /// that of the last frame brought.
    Decoded decode(const Chunk& chunk, Running& running, FrameBlock& out, const std::stop_token& stop,
                   std::vector<FrameTrace>* traces = nullptr, std::size_t most = SIZE_MAX);

    /// The same with times repaired where decoding is exact. `times` become those behind the chunk.
    Decoded decodeTimed(const Chunk& chunk, Running& running, TimeState& times, FrameBlock& out,
                        std::vector<TimeRepair>& repairs, const std::stop_token& stop,
                        std::vector<FrameTrace>* traces = nullptr);

private:
    const Header& m_header;
    MatchNames& m_names;
    const ButterDecoding m_how;
};

} // namespace ghostline::echo::butter
