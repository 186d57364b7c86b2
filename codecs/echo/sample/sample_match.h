// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Made-up matches of any length, the same for the same options, one frame after the other.
#include "codecs/echo/frame/frame_writer.h"

namespace ghostline::echo {

struct SampleOptions
{
    std::uint64_t seed = 75;
    double seconds = 124.0; ///< about; of two rounds or more
    double hz = 30.0;
    int players = 4; ///< of each team, 1 .. 7
    bool bones = true;
    QString map = QStringLiteral("mpl_arena_a");
};

/// What a made-up match is called and who plays; frames() brings the match itself, in constant memory.
class SampleMatch
{
public:
    /// InvalidArgument when the options make no match.
    static model::Result<std::unique_ptr<SampleMatch>> create(const SampleOptions& options);

    const MatchHeader& header() const { return m_header; }
    const MatchNames& names() const { return m_names; }
    /// Valid as long as this object.
    FrameFeed frames() const;
    /// About how many frames there will be.
    model::FrameNumber expected() const;

private:
    explicit SampleMatch(SampleOptions options);

    SampleOptions m_options;
    MatchHeader m_header;
    MatchNames m_names;
};

} // namespace ghostline::echo
