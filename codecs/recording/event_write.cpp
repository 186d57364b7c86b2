// SPDX-License-Identifier: GPL-3.0-or-later
// Writing events: the bytes a canonical encoder gives, whatever profile they were read from.
#include "codecs/io/var_int.h"
#include "codecs/recording/event.h"

#include <algorithm>

namespace ghostline::recording {

namespace {

void writeBytes(Bytes& out, std::span<const std::byte> bytes)
{
    out.insert(out.end(), bytes.begin(), bytes.end());
}

/// What follows the id; `out` is at the payload's start.
struct PayloadWriter
{
    Bytes& out;
    Profile profile;

    void number(std::int32_t value) const { io::writeVarInt(out, value); }
    void kind(const Kind& kind) const
    {
        if (profile == Profile::H4)
            number(std::max(kind.number, 0));
        else
            writeText(out, kind.name);
    }

    void operator()(const DeltaMove& e) const
    {
        number(e.entity);
        writePackedMove(out, e.move);
        writePackedVector(out, e.velocity);
    }
    void operator()(const AbsoluteMove& e) const
    {
        number(e.entity);
        writePlace(out, e.place);
        writePackedVector(out, e.velocity);
    }
    void operator()(const EntityState& e) const
    {
        number(e.entity);
        number(e.pose);
        out.push_back(static_cast<std::byte>(e.flags));
    }
    void operator()(const HandAnimation& e) const
    {
        number(e.entity);
        number(e.packed);
        if ((e.packed & 2) != 0)
            number(e.duration);
    }
    void operator()(const ItemUse& e) const
    {
        number(e.entity);
        out.push_back(e.hand ? std::byte{1} : std::byte{0});
        if (e.hand)
            number(*e.hand);
    }
    void operator()(const SetItem& e) const
    {
        number(e.entity);
        number(static_cast<std::int32_t>(e.items.size()));
        for (const Item& item : e.items) {
            number(item.slot);
            writeBytes(out, item.nbt);
        }
    }
    void operator()(const ChangeHeldSlot& e) const
    {
        number(e.entity);
        number(e.slot);
    }
    void operator()(const SetBlock& e) const
    {
        writeBe(out, e.position);
        kind(e.block);
    }
    void operator()(const SpawnEntity& e) const
    {
        number(e.entity);
        kind(e.type);
        writePlace(out, e.place);
    }
    void operator()(const DestroyEntity& e) const { number(e.entity); }
    void operator()(const RunStart&) const {}
    void operator()(const CheckpointReached& e) const
    {
        writeText(out, e.id);
        io::writeVarLong(out, e.runMs);
    }
    void operator()(const CheckpointReset& e) const
    {
        number(e.reason);
        io::writeVarLong(out, e.runMs);
    }
    void operator()(const RunEnd& e) const
    {
        number(e.reason);
        io::writeVarLong(out, e.runMs);
    }
    void operator()(const ClearGhostBlocks&) const {}
    void operator()(const AnticheatFlag& e) const
    {
        writeText(out, e.check);
        out.push_back(static_cast<std::byte>(e.severity));
        writeBe(out, e.score);
        writeText(out, e.detail);
    }
    void operator()(const Chat& e) const
    {
        number(e.entity);
        writeText(out, e.text);
    }
    void operator()(const EntityMeta& e) const
    {
        number(e.entity);
        writeBytes(out, e.nbt);
    }
    void operator()(const Bookmark& e) const { writeText(out, e.label); }
    void operator()(const UnknownExtension& e) const { writeBytes(out, e.payload); }
};

} // namespace

void writeEvent(Bytes& out, const Event& event, Profile profile)
{
    const std::int32_t id = eventId(event);
    io::writeVarInt(out, id);
    const std::size_t payload = out.size();
    std::visit(PayloadWriter{out, profile}, event);
    if (id < 64)
        return;
    Bytes length;
    io::writeVarInt(length, static_cast<std::int32_t>(out.size() - payload));
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(payload), length.begin(), length.end());
}

} // namespace ghostline::recording
