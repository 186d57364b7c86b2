// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an open replay consists of; shared by its source files only.
#include "codecs/sc2/replay/sc2_source.h"
#include "codecs/sc2/replay/segment.h"

namespace ghostline::sc2 {

/// One revision with everything that belongs to it; immutable.
struct Snapshot
{
    std::shared_ptr<const model::ReplayIndex> index;
    std::shared_ptr<const ReplayData> data;
    std::shared_ptr<const UnitKinds> kinds;
    std::shared_ptr<const model::Segment> segment;
};

/// What went wrong with members: told to people, and drawn on the timeline.
struct Troubles
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
PlayerStreams readPlayerStreams(const MpqArchive& archive, std::uint32_t baseBuild);

/// Head, tracker, lives, reported motion. `streams` are null where commands are still to come.
std::shared_ptr<ReplayData> readReported(const MpqArchive& archive, ReplayHead head, Troubles& troubles);
/// The same with what players did, and the story of it all, which is told while paths are estimated.
struct WholeReplay
{
    std::shared_ptr<const ReplayData> data;
    GameStory story;
};
WholeReplay addCommands(const ReplayData& reported, PlayerStreams streams, Troubles& troubles);

struct Sc2Source::Private
{
    std::vector<std::byte> file;
    std::optional<MpqArchive> archive;
    bool commands = true;
    Sc2Source* source = nullptr;

    mutable std::mutex mutex;
    mutable std::condition_variable_any published;
    std::shared_ptr<const ReplayData> reported; ///< there a little before the first revision
    std::shared_ptr<const Snapshot> current;
    std::jthread thread; ///< last: stopped and joined before the rest goes

    std::shared_ptr<const Snapshot> snapshot() const;
    std::shared_ptr<const Snapshot> makeSnapshot(std::shared_ptr<const ReplayData> data,
                                                 const GameStory& story, const Snapshot* before,
                                                 Troubles troubles) const;
    bool waitFor(const std::stop_token& stop, const std::function<bool()>& there) const;
    void publish(std::shared_ptr<const Snapshot> next);
    void work(std::uint32_t baseBuild, const std::stop_token& stop);
    void giveUp(const std::stop_token& stop);
};

} // namespace ghostline::sc2
