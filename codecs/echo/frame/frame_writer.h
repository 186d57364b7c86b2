// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writing frames as .butter, .echoreplay or .tape, wherever they come from.
#include "codecs/echo/frame/frame_file.h"
#include "model/bytes/atomic_file.h"
#include "model/codec/codec.h"

#include <functional>

namespace ghostline::echo {

/// Takes frames [first, end) of a block; an error ends the feeding and comes back from the feed.
using FrameTaker =
    std::function<model::Result<void>(const FrameBlock& block, std::size_t first, std::size_t end)>;
/// Hands all frames over, in order. May be called more than once and then brings the same again.
using FrameFeed = std::function<model::Result<void>(const FrameTaker& take)>;

/// As FrameFeed, of what is text already.
using LineFeed = std::function<model::Result<void>(const LineTaker& take)>;

struct WriteJob
{
    MatchHeader header;
    const MatchNames* names = nullptr;
    FrameFeed frames;
    LineFeed lines{};             ///< empty where the frames do not come from a text
    model::FrameNumber total = 0; ///< frames the feed will bring, for progress; 0 = unknown
    model::Progress progress;
    std::stop_token stop;
};

enum class ButterCompression : std::uint8_t { None = 0, Gzip = 1, Zstd = 3 };

struct ButterOptions
{
    int keyframeInterval = 300; ///< frames, 1 .. 65535
    ButterCompression compression = ButterCompression::Gzip;
    int level = -1; ///< of the compressor, -1 = its usual one
    /// Chooses what to send so that the file gets smaller; version 3 readers still decode it within the same
    /// bounds.
    bool tight = false;
};

struct EchoReplayOptions
{
    bool zip = true;
    int level = 6;
    bool bones = true; ///< third column where frames have bones
    QString entryName; ///< of the ZIP's entry; empty = "replay.echoreplay"
};

struct TapeOptions
{
    bool packed = true;         ///< in blocks with a seek table; else a bare text of records
    int level = -1;             ///< of zstd, -1 = its usual one
    int keyframeInterval = 100; ///< frames of a block, 1 .. 65535
};

} // namespace ghostline::echo
