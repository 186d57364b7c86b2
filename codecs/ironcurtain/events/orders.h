// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Blocks of orders: one frame a tick with the hash of the state after the tick before it, and what players
// commanded. Read for chat, rates of action and hashes; never to simulate.
#include "codecs/ironcurtain/events/analysis_event.h"
#include "codecs/ironcurtain/events/votes.h"

#include <functional>

namespace ghostline::ironcurtain {

enum class OrderKind : std::uint32_t {
    Move,
    Attack,
    Stop,
    Idle,
    ChatMessage,
    ChatCommand,
    CheatCode,
    SetCvar,
    Vote,
    GameOrder
};
inline constexpr std::uint32_t OrderKinds = 10;
const char* orderKindName(std::uint32_t kind);

/// Counts as an action: all but Idle and ChatMessage.
constexpr bool isAction(OrderKind kind) { return kind != OrderKind::Idle && kind != OrderKind::ChatMessage; }

enum class ChatChannel : std::uint32_t { All, Team, Whisper, Observer };

/// A view into its block. Only what belongs to the kind is set.
struct Order
{
    PlayerId player = 0;
    OrderKind kind = OrderKind::Idle;
    std::uint32_t subTick = 0;      ///< microseconds
    TagList units;                  ///< Move, Attack, Stop
    std::optional<WorldPos> target; ///< Move, Attack at a place
    std::optional<UnitTag> victim;  ///< Attack at a unit
    ChatChannel channel{};          ///< ChatMessage
    PlayerId whisperTo = 0;
    std::string_view text;                   ///< ChatMessage; ChatCommand: the command; SetCvar: its name
    std::string_view value;                  ///< SetCvar
    std::vector<std::string_view> arguments; ///< ChatCommand
    std::uint32_t cheat = 0;                 ///< CheatCode
    VoteRecord::What voteWhat{};             ///< Vote: Proposed, BallotCast; Resolved stands for Cancel
    VoteType voteType;
    std::uint32_t vote = 0;
    VoteChoice choice{};
    std::uint16_t gameTag = 0; ///< GameOrder
    std::span<const std::byte> payload;
};

struct OrderFrame
{
    SimTick tick = 0;
    std::uint64_t stateHash =
        0;                     ///< first 8 bytes of the full hash at `tick`, little-endian; 0 = not recorded
    std::vector<Order> orders; ///< reused from frame to frame
    bool unknown = false;      ///< an order of a later version: `orders` ends before it
};

struct OrderBlockHead
{
    SimTick firstTick = 0;
    std::uint32_t frames = 0;
};
/// Calls `visit` for every frame of a block (a chunk's payload) in order; stops when it says false. Damaged
/// names the offset (from `base`) and why; the frames before it have been visited.
model::Result<void> parseOrderBlock(std::span<const std::byte> payload, std::uint64_t base,
                                    const std::function<bool(const OrderFrame&)>& visit);
/// The payload of a block. Frames of ticks [first, first + 256), ascending; absent ones are lost frames.
Bytes encodeOrderBlock(SimTick first, std::span<const OrderFrame> frames);

} // namespace ghostline::ironcurtain
