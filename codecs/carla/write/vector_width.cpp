// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/write/vector_width.h"

#include <utility>

namespace ghostline::carla {

namespace {

/// Whether the records could be read, and so were written.
bool writeAnew(PacketKind kind, Bytes data, const Layout& layout, LogWriter& to)
{
    switch (kind) {
    case PacketKind::EventAdd: {
        const auto adds = parseAdds(data, layout);
        if (adds)
            to.write(std::span(*adds));
        return adds.has_value();
    }
    case PacketKind::WalkerBones: {
        const auto walkers = parseBones(data, layout);
        if (walkers)
            to.write(std::span(*walkers));
        return walkers.has_value();
    }
    default: {
        const auto vectors = records<ActorVectors>(data, layout);
        if (!vectors)
            return false;
        std::vector<ActorVectors> list;
        list.reserve(vectors->size());
        for (const ActorVectors& record : *vectors)
            list.push_back(record);
        to.write(kind, std::span(std::as_const(list)));
        return true;
    }
    }
}

bool hasVectors(PacketKind kind)
{
    switch (kind) {
    case PacketKind::EventAdd:
    case PacketKind::Position:
    case PacketKind::Kinematics:
    case PacketKind::BoundingBox:
    case PacketKind::TriggerVolume:
    case PacketKind::WalkerBones:
        return true;
    default:
        return false;
    }
}

} // namespace

void VectorWidth::packet(std::uint8_t id, PacketKind kind, Bytes data, const Layout& layout, LogWriter& to)
{
    if (!hasVectors(kind)) {
        to.raw(id, data);
        return;
    }
    LogWriter anew(LogFormat{.doubles = m_doubles});
    if (writeAnew(kind, data, layout, anew))
        to.bytes(anew.buffer());
    else
        ++m_leftOut;
}

void VectorWidth::packets(Bytes encoded, const Layout& layout, LogWriter& to)
{
    while (encoded.size() >= PacketHeaderBytes) {
        const auto id = std::to_integer<std::uint8_t>(encoded[0]);
        const std::size_t size = io::loadLe<std::uint32_t>(encoded.data() + 1);
        if (size > encoded.size() - PacketHeaderBytes)
            return;
        packet(id, layout.kindOf(id), encoded.subspan(PacketHeaderBytes, size), layout, to);
        encoded = encoded.subspan(PacketHeaderBytes + size);
    }
}

} // namespace ghostline::carla
