// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The records of a tape, one after the other, and how to come back to them.
#include "codecs/echo/tape/proto_fields.h"
#include "codecs/echo/tape/tape_blocks.h"

namespace ghostline::echo::tape {

/// Where a record lies, and what must be unpacked to have it again.
struct RecordPlace
{
    std::uint64_t from = 0;  ///< bytes from the start of the file to the zstd frame in which it begins
    std::uint64_t until = 0; ///< ... to the end of the one in which it ends; of Bare: of the record
    std::uint64_t skip = 0;  ///< unpacked bytes from `from` to its length
    std::uint64_t plain = 0; ///< unpacked bytes from the start of the file to its length
    std::uint64_t end = 0;   ///< ... and to its end
};

/// Told by RecordWalk in file order.
class RecordSink
{
public:
    virtual ~RecordSink() = default;
    /// False ends the walk.
    virtual bool record(Bytes record, const RecordPlace& place) = 0;
    /// A zstd frame has come to its end.
    virtual bool blockEnd() = 0;
    /// Records are missing here; `atEnd`: because the file ends.
    virtual bool damage(const model::Error& what, bool atEnd) = 0;
};

/// Goes over the whole file once, or over a part of it.
class RecordWalk
{
public:
    /// `mostPlain`: unpacked bytes, also of what is damaged and left out, at which it ends.
    RecordWalk(const model::ByteSource& bytes, const TapeBlocks& blocks,
               std::uint64_t mostPlain = MaxPlainBytes)
        : m_bytes(bytes), m_blocks(blocks), m_mostPlain(mostPlain), m_unpacker(bytes)
    {
    }
    /// An Error only when the source cannot be read, or when it is stopped.
    model::Result<void> run(RecordSink& sink, const std::stop_token& stop);
    /// See FrameUnpacker::spent().
    std::uint64_t spent() const { return m_unpacker.spent(); }

private:
    model::Result<bool> bare(const std::stop_token& stop);
    model::Result<bool> block(std::size_t number, const std::stop_token& stop);
    model::Result<bool> give(Bytes piece, const std::stop_token& stop);
    bool tooMuch(std::uint64_t offset);
    bool badBlock(std::size_t number, const QString& why);
    bool badRecord(const QString& what, std::uint64_t plain);
    void keep(Bytes rest, bool joined);

    const model::ByteSource& m_bytes;
    const TapeBlocks& m_blocks;
    const std::uint64_t m_mostPlain;
    FrameUnpacker m_unpacker;
    RecordSink* m_sink = nullptr;
    std::vector<std::byte> m_unpacked; ///< of a zstd frame, not given yet
    std::vector<std::byte> m_rest;     ///< a record that has begun
    RecordPlace m_restPlace;
    RecordPlace m_now; ///< of the next byte that is given
    bool m_isBare = false;
    bool m_broken = false; ///< the rest of this zstd frame cannot be followed
    std::uint64_t m_plain = 0;
};

/// The unpacked bytes of a stretch: those from `plain` to `end`, behind the first `skip` of what lies in
/// [from, until). Damaged where a zstd frame is that RecordWalk leaves out, or where fewer bytes are there.
model::Result<void> unpackStretch(const model::ByteSource& bytes, const TapeBlocks& blocks,
                                  const RecordPlace& stretch, std::vector<std::byte>& out,
                                  const std::stop_token& stop);

/// The next record of a text of records; nothing at the end, and where it is cut.
std::optional<Bytes> takeRecord(Bytes& in);

} // namespace ghostline::echo::tape
