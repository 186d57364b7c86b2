// SPDX-License-Identifier: GPL-3.0-or-later
// Reading events. The first one, DeltaMove, is nearly all of a recording and has the shortest way.
#include "codecs/recording/event.h"

#include "codecs/io/nbt.h"
#include "codecs/recording/limits.h"
#include "codecs/recording/packed_read.h"

namespace ghostline::recording {

namespace {

using io::ByteCursor;

constexpr std::int32_t FirstExtension = 64;

NbtView readTree(ByteCursor& in, std::span<const std::byte> whole, std::size_t base)
{
    const std::size_t from = in.position();
    if (!io::skipNbt(in, MaxNbtDepth))
        return {};
    return whole.subspan(from - base, in.position() - from);
}

/// The bytes from here on, without moving. (A cursor only hands out what it steps over.)
std::span<const std::byte> rest(const ByteCursor& in)
{
    ByteCursor ahead = in;
    return ahead.bytes(in.remaining());
}

Kind readKind(ByteCursor& in, Profile profile)
{
    Kind kind;
    if (profile == Profile::H4)
        kind.number = packed::count(in);
    else
        kind.name = readText(in);
    return kind;
}

bool readSetItem(ByteCursor& in, Event& event, std::vector<Item>& items)
{
    auto& set = event.emplace<SetItem>();
    set.entity = packed::count(in);
    const std::int32_t count = packed::count(in);
    const auto whole = rest(in);
    const std::size_t base = in.position();
    items.clear();
    if (static_cast<std::size_t>(count) > MaxItems)
        in.fail();
    for (std::int32_t i = 0; i < count && in.ok(); ++i) {
        const std::int32_t slot = packed::count(in);
        const NbtView tree = readTree(in, whole, base);
        if (in.ok())
            items.push_back({slot, tree});
    }
    set.items = items;
    return in.ok();
}

bool readHandAnimation(ByteCursor& in, Event& event)
{
    auto& swing = event.emplace<HandAnimation>();
    swing.entity = packed::count(in);
    swing.packed = packed::count(in);
    if ((swing.packed & 2) != 0)
        swing.duration = packed::count(in);
    return in.ok();
}

/// Snapshots are mostly these.
constexpr std::int32_t SetBlockId = 7;
inline void readSetBlock(ByteCursor& in, Profile profile, Event& event)
{
    auto& e = event.emplace<SetBlock>();
    e.position = in.be<std::int64_t>();
    e.block = readKind(in, profile);
}

/// Ids 7 to 14.
bool readRare(ByteCursor& in, std::int32_t id, Profile profile, Event& event)
{
    switch (id) {
    case SetBlockId:
        readSetBlock(in, profile, event);
        break;
    case 8: {
        auto& e = event.emplace<SpawnEntity>();
        e.entity = packed::count(in);
        e.type = readKind(in, profile);
        e.place = packed::place(in);
        break;
    }
    case 9:
        event.emplace<DestroyEntity>().entity = packed::count(in);
        break;
    case 10:
        event.emplace<RunStart>();
        break;
    case 11: {
        auto& e = event.emplace<CheckpointReached>();
        e.id = readText(in);
        e.runMs = packed::varLong(in);
        break;
    }
    case 12: {
        auto& e = event.emplace<CheckpointReset>();
        e.reason = packed::count(in);
        e.runMs = packed::varLong(in);
        break;
    }
    case 13: {
        auto& e = event.emplace<RunEnd>();
        e.reason = packed::count(in);
        e.runMs = packed::varLong(in);
        break;
    }
    default:
        event.emplace<ClearGhostBlocks>();
        break;
    }
    return in.ok();
}

void readPayload(ByteCursor& in, std::int32_t id, Event& event)
{
    switch (id) {
    case 64: {
        auto& e = event.emplace<AnticheatFlag>();
        e.check = readText(in);
        e.severity = in.u8();
        e.score = in.be<float>();
        e.detail = readText(in);
        break;
    }
    case 65: {
        auto& e = event.emplace<Chat>();
        e.entity = packed::varInt(in); // -1: the server
        e.text = readText(in);
        break;
    }
    case 66: {
        auto& e = event.emplace<EntityMeta>();
        e.entity = packed::count(in);
        e.nbt = readTree(in, rest(in), in.position());
        break;
    }
    case 67:
        event.emplace<Bookmark>().label = readText(in);
        break;
    default: {
        auto& e = event.emplace<UnknownExtension>();
        e.id = id;
        e.payload = in.bytes(in.remaining());
        break;
    }
    }
}

bool readExtension(ByteCursor& in, std::int32_t id, Event& event, QString& problem)
{
    const auto length = static_cast<std::size_t>(packed::count(in));
    if (!in.ok() || length > in.remaining()) {
        problem = QStringLiteral("the length of extension %1 is broken or longer than what is left").arg(id);
        in.fail();
        return false;
    }
    ByteCursor payload = in.sub(length);
    readPayload(payload, id, event);
    if (!payload.ok()) {
        problem = QStringLiteral("the payload of %1 is cut short or broken").arg(eventName(event));
        in.fail();
        return false;
    }
    if (!payload.atEnd()) {
        problem = QStringLiteral("%1: %2 bytes of the payload are left over")
                      .arg(eventName(event))
                      .arg(payload.remaining());
        in.fail();
        return false;
    }
    return true;
}

/// Everything but DeltaMove, out of the way of the short path.
bool readOther(ByteCursor& in, std::int32_t id, Profile profile, Event& event, std::vector<Item>& items,
               QString& problem)
{
    bool read = false;
    switch (id) {
    case 1: {
        auto& e = event.emplace<AbsoluteMove>();
        e.entity = packed::count(in);
        e.place = packed::place(in);
        e.velocity = packed::vector(in);
        read = in.ok();
        break;
    }
    case 2: {
        auto& e = event.emplace<EntityState>();
        e.entity = packed::count(in);
        e.pose = packed::count(in);
        e.flags = in.u8();
        read = in.ok();
        break;
    }
    case 3:
        read = readHandAnimation(in, event);
        break;
    case 4: {
        auto& e = event.emplace<ItemUse>();
        e.entity = packed::count(in);
        e.hand = packed::optionalCount(in);
        read = in.ok();
        break;
    }
    case 5:
        read = readSetItem(in, event, items);
        break;
    case 6: {
        auto& e = event.emplace<ChangeHeldSlot>();
        e.entity = packed::count(in);
        e.slot = packed::count(in);
        read = in.ok();
        break;
    }
    default:
        if (!in.ok() || id < 0) {
            problem = QStringLiteral("the number of an event is cut short or broken");
            in.fail();
            return false;
        }
        if (id >= FirstExtension)
            return readExtension(in, id, event, problem);
        if (id > 14) {
            problem = QStringLiteral("unknown event %1").arg(id);
            in.fail();
            return false;
        }
        read = readRare(in, id, profile, event);
        break;
    }
    if (!read)
        problem = QStringLiteral("%1 is cut short or broken").arg(eventName(event));
    return read;
}

/// The most bytes fastMove() looks at: an entity, three distances and a scale of three bytes each, two angles
/// and a vector.
constexpr std::size_t FastMoveBytes = 5 * 3 + 4 + 6;

/// A number of at most three bytes.
inline bool shortGroups(const std::byte*& at, std::uint32_t& value)
{
    value = std::to_integer<std::uint32_t>(*at++);
    if (value < 0x80) [[likely]]
        return true;
    const auto second = std::to_integer<std::uint32_t>(*at++);
    value = (value & 0x7FU) | second << 7;
    if (second < 0x80) [[likely]]
        return true;
    const auto third = std::to_integer<std::uint32_t>(*at++);
    value = (value & 0x3FFFU) | third << 14;
    return third < 0x80;
}

/// A DeltaMove whose numbers are short and which lies well inside the chunk, as nearly all do. Reads nothing
/// when this is another one.
inline bool fastMove(ByteCursor& in, Event& event)
{
    ByteCursor ahead = in;
    const auto bytes = ahead.bytes(FastMoveBytes);
    if (bytes.empty())
        return false;
    const std::byte* at = bytes.data();
    DeltaMove e;
    std::uint32_t number = 0;
    if (!shortGroups(at, number))
        return false;
    e.entity = static_cast<std::int32_t>(number);
    for (std::int64_t& axis : e.move.delta) {
        if (!shortGroups(at, number))
            return false;
        axis = static_cast<std::int32_t>(number >> 1) ^ -static_cast<std::int32_t>(number & 1U);
    }
    e.move.yaw.steps = io::loadBe<std::int16_t>(at);
    e.move.pitch.steps = io::loadBe<std::int16_t>(at + 2);
    at += 4;
    const auto first = std::to_integer<std::uint64_t>(*at);
    if (first == 0) {
        ++at;
    } else {
        e.velocity.bits = std::uint64_t{io::loadBe<std::uint32_t>(at + 2)} << 16 |
                          std::to_integer<std::uint64_t>(at[1]) << 8 | first;
        at += 6;
        if ((first & 4U) != 0) {
            if (!shortGroups(at, number))
                return false;
            e.velocity.more = static_cast<std::int32_t>(number);
        }
    }
    event = e;
    return in.skip(static_cast<std::size_t>(at - bytes.data()));
}

} // namespace

bool readEvent(ByteCursor& in, Profile profile, Event& event, std::vector<Item>& items, QString& problem)
{
    const std::int32_t id = packed::varInt(in);
    if (id == SetBlockId) {
        readSetBlock(in, profile, event);
        if (!in.ok()) [[unlikely]]
            problem = QStringLiteral("%1 is cut short or broken").arg(eventName(event));
        return in.ok();
    }
    if (id != 0 || !in.ok()) [[unlikely]]
        return readOther(in, id, profile, event, items, problem);
    if (fastMove(in, event)) [[likely]]
        return true;
    auto& e = event.emplace<DeltaMove>();
    e.entity = packed::count(in);
    e.move = packed::move(in);
    e.velocity = packed::vector(in);
    if (in.ok())
        return true;
    problem = QStringLiteral("DeltaMove is cut short or broken");
    return false;
}

} // namespace ghostline::recording
