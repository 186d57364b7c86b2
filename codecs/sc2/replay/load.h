// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From members to a decoded replay: first what the game reported, then what players did.
#include "codecs/sc2/events/derived_events.h"
#include "model/bytes/byte_source.h"
#include "model/replay/replay_index.h"

namespace ghostline::sc2 {

/// What went wrong with members: told to people, and drawn on the timeline.
struct LoadReport
{
    model::DiagnosticList diagnostics;
    model::SpanList lost;
    /// A stream that cannot be read on from a loop.
    void streamEnds(const model::Error& why, std::uint32_t fromLoop, std::uint32_t loops);
};

/// The two members that players fill, as far as they could be read.
struct PlayerStreams
{
    GameEvents game;
    MessageEvents messages;
    std::optional<model::Error> gameUnreadable; ///< the member is there, but not its content
    std::optional<model::Error> messagesUnreadable;
    bool hasGame = false;
};

/// The replay with what players did, and the events derived from it all while paths are estimated.
struct WholeReplay
{
    std::shared_ptr<const ReplayData> data;
    DerivedEvents derived;
};

/// All of its bytes. LimitExceeded: more than replays have.
model::Result<std::vector<std::byte>> readReplayFile(const model::ByteSource& bytes,
                                                     const std::stop_token& stop);
PlayerStreams readPlayerStreams(const MpqArchive& archive, std::uint32_t baseBuild);
/// Head, tracker, lives, reported motion. `streams` are null where commands are still to come.
std::shared_ptr<ReplayData> readReported(const MpqArchive& archive, ReplayHead head, LoadReport& loadReport);
WholeReplay addCommands(const ReplayData& reported, PlayerStreams streams, LoadReport& loadReport);

} // namespace ghostline::sc2
