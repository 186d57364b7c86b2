// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes frames as .tape into memory, and tells whether what is read of it is the same.
#include "codecs/echo/tape/tape_writer.h"
#include "tests/codecs/echo/replay_text.h"
#include "tests/codecs/echo/write_match.h"

namespace ghostline::test {

struct WrittenTape
{
    QByteArray bytes;
    model::WriteReport report;

    const model::Diagnostic* note(const char* code) const;
};

model::Result<WrittenTape> writeTapeBytes(const echo::WriteJob& job, const echo::TapeOptions& options = {});

/// 250 frames in which everything is said that a tape holds.
void fillForTape(ShortMatch& match);

/// Frames with the people they name.
struct FramesOf
{
    const echo::FrameBlock& block;
    const echo::MatchNames& names;
};

/// Why one frame is another than the one it was made of; empty when not. Left aside is what a tape cannot
/// hold: the arm of a loadout, possession and statistics of teams. `told`: the original.
QString frameDifference(const FramesOf& told, const FramesOf& found, std::size_t at);
/// The first frame in which they differ, or another number of frames; empty when there is none.
QString framesDifference(const FramesOf& told, const FramesOf& found);

} // namespace ghostline::test
