// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/events/orders.h"

#include "codecs/io/damaged.h"
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/container/chunk.h"

namespace ghostline::ironcurtain {

namespace {

using model::Result;
using What = VoteRecord::What;

constexpr std::array<const char*, OrderKinds> OrderKindNames{
    "Move",        "Attack",    "Stop",    "Idle", "ChatMessage",
    "ChatCommand", "CheatCode", "SetCvar", "Vote", "GameOrder"};

/// Player, kind, sub-tick time.
constexpr std::size_t SmallestOrder = 12;
constexpr std::size_t SmallestString = 8;
constexpr std::size_t SmallestFrame = 28; ///< its length, tick, hash, count
/// An order takes some twenty times its smallest form in memory: what no player of any number can give in one
/// tick is not worth that.
constexpr std::size_t BlockHeadBytes = 12;

void readAttack(BinReader& in, Order& order)
{
    order.units = readTags(in);
    if (in.variant(2, "an unknown kind of target") == 0)
        order.victim = in.tag();
    else
        order.target = in.place();
}

void readMessage(BinReader& in, Order& order)
{
    order.channel = static_cast<ChatChannel>(in.variant(4, "an unknown chat channel"));
    if (order.channel == ChatChannel::Whisper)
        order.whisperTo = in.u32();
    order.text = in.text();
}

void readCommand(BinReader& in, Order& order)
{
    order.text = in.text();
    const std::size_t n = in.count(SmallestString);
    order.arguments.reserve(n);
    for (std::size_t i = 0; i < n && in.ok(); ++i)
        order.arguments.push_back(in.text());
}

void readVote(BinReader& in, Order& order)
{
    order.voteWhat = static_cast<What>(in.variant(3, "an unknown kind of vote order"));
    if (order.voteWhat == What::Proposed) {
        order.voteType = readVoteType(in);
        return;
    }
    order.vote = in.u32();
    if (order.voteWhat == What::BallotCast)
        order.choice = static_cast<VoteChoice>(in.variant(2, "a ballot is neither yes nor no"));
}

/// False at an order of a later version.
bool readOrder(BinReader& in, Order& order)
{
    order.player = in.u32();
    const std::uint32_t kind = in.u32();
    if (kind >= OrderKinds)
        return !in.ok();
    order.kind = static_cast<OrderKind>(kind);
    switch (order.kind) {
    case OrderKind::Move:
        order.units = readTags(in);
        order.target = in.place();
        break;
    case OrderKind::Attack:
        readAttack(in, order);
        break;
    case OrderKind::Stop:
        order.units = readTags(in);
        break;
    case OrderKind::Idle:
        break;
    case OrderKind::ChatMessage:
        readMessage(in, order);
        break;
    case OrderKind::ChatCommand:
        readCommand(in, order);
        break;
    case OrderKind::CheatCode:
        order.cheat = in.u32();
        break;
    case OrderKind::SetCvar:
        order.text = in.text();
        order.value = in.text();
        break;
    case OrderKind::Vote:
        readVote(in, order);
        break;
    case OrderKind::GameOrder:
        order.gameTag = in.u16();
        order.payload = in.bytes();
        break;
    }
    order.subTick = in.u32();
    return true;
}

/// `frame` is filled from its bytes; a failure of `in` tells what is wrong.
void readFrame(BinReader& in, OrderFrame& frame)
{
    frame.tick = in.u64();
    frame.stateHash = in.u64();
    frame.unknown = false;
    frame.orders.clear();
    const std::size_t n = in.count(SmallestOrder);
    if (n > MaxOrdersOfFrame)
        in.fail("a frame has more than 65,536 orders");
    for (std::size_t i = 0; i < n && in.ok(); ++i) {
        frame.orders.emplace_back();
        if (!readOrder(in, frame.orders.back())) {
            frame.orders.pop_back();
            frame.unknown = true;
            return;
        }
    }
    if (in.ok() && !in.atEnd())
        in.fail("a frame is longer than its orders");
}

tl::unexpected<model::Error> damagedFrame(std::uint64_t base, const BinReader& in, std::uint32_t frame)
{
    const QString why =
        QString::fromLatin1(in.why() != nullptr ? in.why() : "a frame is shorter than its orders");
    return io::damaged(QStringLiteral("order block: frame %1, at byte %2 of the unpacked block: %3")
                           .arg(frame)
                           .arg(in.offset())
                           .arg(why),
                       base);
}

/// What the frames of one block have to keep to.
struct FrameOrder
{
    SimTick first = 0;
    std::optional<SimTick> before;

    const char* check(SimTick tick)
    {
        if (tick < first || tick - first >= FramesPerOrderBlock)
            return "its tick lies outside the block";
        if (before && tick <= *before)
            return "its tick is not after the one before";
        before = tick;
        return nullptr;
    }
};

void appendVoteOrder(BinWriter& out, const Order& order)
{
    out.u32(static_cast<std::uint32_t>(order.voteWhat));
    if (order.voteWhat == What::Proposed) {
        appendVoteType(out, order.voteType);
        return;
    }
    out.u32(order.vote);
    if (order.voteWhat == What::BallotCast)
        out.u32(static_cast<std::uint32_t>(order.choice));
}

void appendTags(BinWriter& out, const TagList& units)
{
    out.u64(units.size());
    out.raw(units.bytes());
}

void appendOrder(BinWriter& out, const Order& order)
{
    out.u32(order.player);
    out.u32(static_cast<std::uint32_t>(order.kind));
    switch (order.kind) {
    case OrderKind::Move:
        appendTags(out, order.units);
        out.place(order.target.value_or(WorldPos{}));
        break;
    case OrderKind::Attack:
        appendTags(out, order.units);
        out.u32(order.victim ? 0 : 1);
        if (order.victim)
            out.tag(*order.victim);
        else
            out.place(order.target.value_or(WorldPos{}));
        break;
    case OrderKind::Stop:
        appendTags(out, order.units);
        break;
    case OrderKind::Idle:
        break;
    case OrderKind::ChatMessage:
        out.u32(static_cast<std::uint32_t>(order.channel));
        if (order.channel == ChatChannel::Whisper)
            out.u32(order.whisperTo);
        out.string(order.text);
        break;
    case OrderKind::ChatCommand:
        out.string(order.text);
        out.u64(order.arguments.size());
        for (const std::string_view argument : order.arguments)
            out.string(argument);
        break;
    case OrderKind::CheatCode:
        out.u32(order.cheat);
        break;
    case OrderKind::SetCvar:
        out.string(order.text);
        out.string(order.value);
        break;
    case OrderKind::Vote:
        appendVoteOrder(out, order);
        break;
    case OrderKind::GameOrder:
        out.u16(order.gameTag);
        out.bytes(order.payload);
        break;
    }
    out.u32(order.subTick);
}

} // namespace

const char* orderKindName(std::uint32_t kind) { return kind < OrderKinds ? OrderKindNames[kind] : "Unknown"; }

Result<void> parseOrderBlock(std::span<const std::byte> payload, std::uint64_t base,
                             const std::function<bool(const OrderFrame&)>& visit)
{
    BinReader head(payload, base);
    FrameOrder rule{head.u64(), std::nullopt};
    const std::uint32_t frames = head.u32();
    if (!head.ok())
        return io::damaged(QStringLiteral("order block: its head is cut off"), base);
    if (rule.first % FramesPerOrderBlock != 0 || frames > FramesPerOrderBlock)
        return io::damaged(QStringLiteral("order block: it is not one of 256 ticks from a multiple of 256"),
                           base);
    const auto raw = unpackBlob(payload.subspan(BlockHeadBytes), MaxBlockBytes, base + BlockHeadBytes);
    if (!raw)
        return tl::unexpected(raw.error());
    BinReader in(*raw);
    if (frames > in.remaining() / SmallestFrame)
        return io::damaged(QStringLiteral("order block: %1 frames do not fit into it").arg(frames), base);
    OrderFrame frame;
    for (std::uint32_t i = 0; i < frames; ++i) {
        BinReader one = in.sub(in.u32());
        readFrame(one, frame);
        if (one.ok()) {
            if (const char* why = rule.check(frame.tick))
                one.fail(why);
        }
        if (!one.ok())
            return damagedFrame(base, one, i);
        if (!visit(frame))
            return {};
    }
    if (!in.atEnd())
        return io::damaged(QStringLiteral("order block: bytes are left behind its last frame"), base);
    return {};
}

Bytes encodeOrderBlock(SimTick first, std::span<const OrderFrame> frames)
{
    Bytes raw;
    BinWriter out(raw);
    for (const OrderFrame& frame : frames) {
        const std::size_t at = raw.size();
        out.u32(0);
        out.u64(frame.tick);
        out.u64(frame.stateHash);
        out.u64(frame.orders.size());
        for (const Order& order : frame.orders)
            appendOrder(out, order);
        const auto length = static_cast<std::uint32_t>(raw.size() - at - sizeof(std::uint32_t));
        std::memcpy(raw.data() + at, &length, sizeof length);
    }
    Bytes payload;
    BinWriter head(payload);
    head.u64(first);
    head.u32(static_cast<std::uint32_t>(frames.size()));
    head.raw(packBlob(raw));
    return payload;
}

} // namespace ghostline::ironcurtain
