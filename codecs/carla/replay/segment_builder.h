// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decodes one segment from its bytes and what the index remembers of the frames before it.
#include "codecs/carla/format/packet_reader.h"
#include "codecs/carla/replay/carla_segment.h"

#include <unordered_map>

namespace ghostline::carla {

class SegmentBuilder
{
public:
    SegmentBuilder(const model::ByteSource& source, const LogIndex& index, std::size_t segment);
    model::Result<std::shared_ptr<const CarlaSegment>> build(const std::stop_token& stop);

private:
    void addColumns();
    void addChanges();
    model::Result<void> lookBack(const std::stop_token& stop);
    model::Result<void> decode(const std::stop_token& stop);
    void take(PacketKind kind, Bytes data, std::size_t frame);
    void takePositions(Bytes data, std::size_t frame);
    void takeMotion(Bytes data, std::size_t frame);
    void takeWheels(Bytes data, std::size_t frame);
    void takeBones(Bytes data, std::size_t frame);
    void takeMatch(PacketKind kind, Bytes data, std::size_t frame);
    /// Fills the cells of a list of records, each of one actor.
    template<typename List, typename Cell, typename Fill>
    void takeList(const List& list, std::size_t frame, Sheet<Cell>& sheet, std::int32_t Column::*slot,
                  Fill fill);
    template<typename R, typename Cell, typename Fill>
    void takeRecords(Bytes data, std::size_t frame, Sheet<Cell>& sheet, std::int32_t Column::*slot,
                     Fill fill);

    /// Column of the life that a native id means in a stored frame, or -1. `hint` is tried first.
    std::int32_t columnOf(std::uint32_t nativeId, std::size_t frame, std::size_t hint);
    model::FrameNumber frameOf(std::size_t i) const
    {
        return m_out->m_base + static_cast<model::FrameNumber>(i);
    }
    /// Stored frames [first, end) in which a column's life runs.
    CellRange storedLife(const Column& column) const;

    void completePoses();
    void completePose(const Column& column, const ActorLife& life);
    void repeatMissing();
    template<typename Cell>
    void repeatMissing(Sheet<Cell>& sheet, std::int32_t Column::*slot, PacketKind kind);
    void pack();

    const model::ByteSource& m_source;
    const LogIndex& m_index;
    const SegmentStart& m_start;
    std::uint64_t m_end;
    std::shared_ptr<CarlaSegment> m_out = std::make_shared<CarlaSegment>();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_byNative; ///< native id, column; ascending
    std::array<std::vector<std::int32_t>, PacketKindCount> m_hints;  ///< column by record number, per kind
    std::array<std::vector<bool>, PacketKindCount> m_seen;           ///< by stored frame
    std::unordered_map<std::uint32_t, const Gap*> m_gaps; ///< by life, those open at the base frame
    std::size_t m_frames = 0;
};

} // namespace ghostline::carla
