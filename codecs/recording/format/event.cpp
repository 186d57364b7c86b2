// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/format/event.h"

#include "codecs/io/nbt_read.h"
#include "codecs/io/var_int.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/packed_read.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace ghostline::recording {

namespace {

using io::ByteCursor;

constexpr std::int32_t FirstExtension = 64;
constexpr std::int32_t LastExtension = 67;      ///< that is known
constexpr std::size_t FirstExtensionIndex = 15; ///< in Event

/// Reads the fields of an event.
struct FieldReader
{
    ByteCursor& in;
    Profile profile;
    std::vector<Item>& items;

    void count(std::int32_t& value) const { value = packed::count(in); }
    void number(std::int32_t& value) const { value = io::readVarInt(in); }
    void number(std::int64_t& value) const { value = io::readVarLong(in); }
    void byte(std::uint8_t& value) const { value = in.u8(); }
    template<typename T>
    void fixed(T& value) const
    {
        value = in.be<T>();
    }
    void text(std::string_view& value) const { value = readText(in); }
    void kind(Kind& value) const
    {
        if (profile == Profile::H4)
            value.number = packed::count(in);
        else
            value.name = readText(in);
    }
    void place(Place& value) const { value = packed::place(in); }
    void move(PackedMove& value) const { value = packed::move(in); }
    void vector(PackedVector& value) const { value = packed::vector(in); }
    void optional(std::optional<std::int32_t>& value) const { value = packed::optionalCount(in); }
    void tree(NbtView& value) const
    {
        const auto ahead = in.ahead();
        const std::size_t from = in.position();
        if (io::skipNbt(in, MaxNbtDepth))
            value = ahead.first(in.position() - from);
    }
    void list(std::span<const Item>& value) const
    {
        const std::int32_t size = packed::count(in);
        items.clear();
        if (static_cast<std::size_t>(size) > MaxItems)
            in.fail();
        for (std::int32_t i = 0; i < size && in.ok(); ++i) {
            Item item;
            count(item.slot);
            tree(item.nbt);
            if (in.ok())
                items.push_back(item);
        }
        value = items;
    }
    void rest(std::span<const std::byte>& value) const { value = in.bytes(in.remaining()); }
};

/// Writes them: the bytes a canonical encoder gives, whatever profile they were read from.
struct FieldWriter
{
    Bytes& out;
    Profile profile;

    void count(std::int32_t value) const { io::writeVarInt(out, value); }
    void number(std::int32_t value) const { io::writeVarInt(out, value); }
    void number(std::int64_t value) const { io::writeVarLong(out, value); }
    void byte(std::uint8_t value) const { out.push_back(static_cast<std::byte>(value)); }
    template<typename T>
    void fixed(T value) const
    {
        writeBe(out, value);
    }
    void text(std::string_view value) const { writeText(out, value); }
    void kind(const Kind& value) const
    {
        if (profile == Profile::H4)
            count(std::max(value.number, 0));
        else
            writeText(out, value.name);
    }
    void place(const Place& value) const { writePlace(out, value); }
    void move(const PackedMove& value) const { writePackedMove(out, value); }
    void vector(const PackedVector& value) const { writePackedVector(out, value); }
    void optional(const std::optional<std::int32_t>& value) const
    {
        out.push_back(value ? std::byte{1} : std::byte{0});
        if (value)
            count(*value);
    }
    void tree(NbtView value) const { rest(value); }
    void list(std::span<const Item> value) const
    {
        count(static_cast<std::int32_t>(value.size()));
        for (const Item& item : value) {
            count(item.slot);
            tree(item.nbt);
        }
    }
    void rest(std::span<const std::byte> value) const { out.insert(out.end(), value.begin(), value.end()); }
};

// What each event is made of, in its order in the stream; `f` reads or writes.

void fields(const auto& f, DeltaMove& e)
{
    f.count(e.entity);
    f.move(e.move);
    f.vector(e.velocity);
}
void fields(const auto& f, AbsoluteMove& e)
{
    f.count(e.entity);
    f.place(e.place);
    f.vector(e.velocity);
}
void fields(const auto& f, EntityState& e)
{
    f.count(e.entity);
    f.count(e.pose);
    f.byte(e.flags);
}
void fields(const auto& f, HandAnimation& e)
{
    f.count(e.entity);
    f.count(e.packed);
    if ((e.packed & 2) != 0)
        f.count(e.duration);
}
void fields(const auto& f, ItemUse& e)
{
    f.count(e.entity);
    f.optional(e.hand);
}
void fields(const auto& f, SetItem& e)
{
    f.count(e.entity);
    f.list(e.items);
}
void fields(const auto& f, ChangeHeldSlot& e)
{
    f.count(e.entity);
    f.count(e.slot);
}
void fields(const auto& f, SetBlock& e)
{
    f.fixed(e.position);
    f.kind(e.block);
}
void fields(const auto& f, SpawnEntity& e)
{
    f.count(e.entity);
    f.kind(e.type);
    f.place(e.place);
}
void fields(const auto& f, DestroyEntity& e) { f.count(e.entity); }
void fields(const auto& /*f*/, RunStart& /*e*/) {}
void fields(const auto& f, CheckpointReached& e)
{
    f.text(e.id);
    f.number(e.runMs);
}
void fields(const auto& f, CheckpointReset& e)
{
    f.count(e.reason);
    f.number(e.runMs);
}
void fields(const auto& f, RunEnd& e)
{
    f.count(e.reason);
    f.number(e.runMs);
}
void fields(const auto& /*f*/, ClearGhostBlocks& /*e*/) {}
void fields(const auto& f, AnticheatFlag& e)
{
    f.text(e.check);
    f.byte(e.severity);
    f.fixed(e.score);
    f.text(e.detail);
}
void fields(const auto& f, Chat& e)
{
    f.number(e.entity); // -1: the server
    f.text(e.text);
}
void fields(const auto& f, EntityMeta& e)
{
    f.count(e.entity);
    f.tree(e.nbt);
}
void fields(const auto& f, Bookmark& e) { f.text(e.label); }
void fields(const auto& f, UnknownExtension& e) { f.rest(e.payload); }

template<std::size_t Index>
void readAs(const FieldReader& reader, Event& event)
{
    fields(reader, event.emplace<Index>());
}

/// By place in Event.
constexpr auto Readers = []<std::size_t... Index>(std::index_sequence<Index...>) {
    return std::array{&readAs<Index>...};
}(std::make_index_sequence<std::variant_size_v<Event>>());

bool readExtension(ByteCursor& in, std::int32_t id, Profile profile, Event& event, std::vector<Item>& items,
                   QString& problem)
{
    const auto length = static_cast<std::size_t>(packed::count(in));
    if (!in.ok() || length > in.remaining()) {
        problem = QStringLiteral("the length of extension %1 is broken or longer than what is left").arg(id);
        in.fail();
        return false;
    }
    ByteCursor payload = in.sub(length);
    const bool known = id <= LastExtension;
    Readers[known ? FirstExtensionIndex + static_cast<std::size_t>(id - FirstExtension)
                  : std::variant_size_v<Event> - 1]({payload, profile, items}, event);
    if (auto* const unknown = std::get_if<UnknownExtension>(&event))
        unknown->id = id;
    if (payload.ok() && payload.atEnd())
        return true;
    problem = payload.ok() ? QStringLiteral("%1: %2 bytes of the payload are left over")
                                 .arg(eventName(event))
                                 .arg(payload.remaining())
                           : QStringLiteral("the payload of %1 is cut short or broken").arg(eventName(event));
    in.fail();
    return false;
}

} // namespace

bool readEvent(ByteCursor& in, Profile profile, Event& event, std::vector<Item>& items, QString& problem)
{
    const std::int32_t id = io::readVarInt(in);
    // DeltaMove is nearly all of a recording and has the shortest way.
    if (id == 0 && in.ok()) [[likely]] {
        if (packed::shortMove(in, 0, event.emplace<DeltaMove>())) [[likely]]
            return true;
    } else if (!in.ok() || id < 0) {
        problem = QStringLiteral("the number of an event is cut short or broken");
        in.fail();
        return false;
    } else if (id >= FirstExtension) {
        return readExtension(in, id, profile, event, items, problem);
    }
    const auto index = static_cast<std::size_t>(id);
    if (index >= FirstExtensionIndex) {
        problem = QStringLiteral("unknown event %1").arg(id);
        in.fail();
        return false;
    }
    Readers[index]({in, profile, items}, event);
    if (!in.ok()) [[unlikely]]
        problem = QStringLiteral("%1 is cut short or broken").arg(eventName(event));
    return in.ok();
}

// What events, reasons and poses are called.

namespace {

constexpr const char* EventNames[] = {
    "DeltaMove",       "AbsoluteMove", "EntityState",      "HandAnimation", "ItemUse",  "SetItem",
    "ChangeHeldSlot",  "SetBlock",     "SpawnEntity",      "DestroyEntity", "RunStart", "CheckpointReached",
    "CheckpointReset", "RunEnd",       "ClearGhostBlocks", "AnticheatFlag", "Chat",     "EntityMeta",
    "Bookmark"};
static_assert(std::size(EventNames) + 1 == std::variant_size_v<Event>);

constexpr const char* ResetReasons[] = {"lives",  "reset_height", "timer", "manual", "forced",
                                        "liquid", "sneak",        "turn",  "sprint", "relog"};
constexpr const char* EndReasons[] = {"finish", "reset"};
constexpr const char* Poses[] = {"standing", "fall_flying",  "sleeping", "swimming", "spin_attack",
                                 "sneaking", "long_jumping", "dying",    "croaking", "using_tongue",
                                 "sitting",  "roaring",      "sniffing", "emerging", "digging",
                                 "sliding",  "shooting",     "inhaling"};

template<std::size_t N>
QString word(const char* const (&words)[N], std::int32_t number)
{
    if (number >= 0 && static_cast<std::size_t>(number) < N)
        return QString::fromLatin1(words[number]);
    return QString::number(number);
}

} // namespace

std::int32_t eventId(const Event& event)
{
    if (const auto* unknown = std::get_if<UnknownExtension>(&event))
        return unknown->id;
    const std::size_t index = event.index();
    return index < FirstExtensionIndex
               ? static_cast<std::int32_t>(index)
               : static_cast<std::int32_t>(index - FirstExtensionIndex) + FirstExtension;
}

QString eventName(const Event& event)
{
    if (const auto* unknown = std::get_if<UnknownExtension>(&event))
        return QStringLiteral("extension %1").arg(unknown->id);
    return QString::fromLatin1(EventNames[event.index()]);
}

QString resetReason(std::int32_t reason) { return word(ResetReasons, reason); }
QString endReason(std::int32_t reason) { return word(EndReasons, reason); }
QString poseName(std::int32_t pose) { return word(Poses, pose); }

void writeEvent(Bytes& out, const Event& event, Profile profile)
{
    const std::int32_t id = eventId(event);
    io::writeVarInt(out, id);
    const std::size_t payload = out.size();
    std::visit([writer = FieldWriter{out, profile}](auto e) { fields(writer, e); }, event);
    if (id < FirstExtension)
        return;
    Bytes length;
    io::writeVarInt(length, static_cast<std::int32_t>(out.size() - payload));
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(payload), length.begin(), length.end());
}

} // namespace ghostline::recording
