// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The container of a tape: which zstd frames it consists of, and what they unpack to.
// Layouts: RFC 8878; seek table: zstd's contrib/seekable_format.
#include "codecs/echo/tape/tape_limits.h"
#include "model/base/diagnostic.h"
#include "model/bytes/byte_source.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ghostline::echo::tape {

inline constexpr std::uint32_t TableMagic = 0x184D2A5E;
inline constexpr std::uint32_t TableEnd = 0x8F92EAB1;
inline constexpr std::size_t TableHead = 8;   ///< magic, size of what follows
inline constexpr std::size_t TableFooter = 9; ///< number of entries, descriptor, end magic

enum class Layout : std::uint8_t {
    Bare,       ///< not compressed
    Stream,     ///< one zstd frame
    OpenBlocks, ///< several, and no seek table: cut, being written, or written without
    SeekableBlocks
};
QString layoutName(Layout layout);

struct ZstdFrame
{
    std::uint64_t offset = 0;
    std::uint64_t size = 0;             ///< bytes that are there
    std::optional<std::uint64_t> plain; ///< bytes it unpacks to, where it or the table says so
    std::uint64_t window = 0;
    bool single = false; ///< its content is its window
    bool whole = true;   ///< false: the file ends in it
    bool dictionary = false;
    bool checksum = false; ///< of its content stands at its end
};

struct TapeBlocks
{
    Layout layout = Layout::Bare;
    std::vector<ZstdFrame> frames; ///< in file order, without skippable ones; of Bare: none
    std::uint64_t fileBytes = 0;
    model::DiagnosticList notes;
};

bool looksLikeZstd(std::span<const std::byte> start);

/// What a piece from the start of a zstd file unpacks to, at most about ProbeRecordBytes.
std::vector<std::byte> unpackStart(std::span<const std::byte> start);

/// By the seek table where it can be believed, else from header to header; nothing is unpacked.
model::Result<TapeBlocks> findBlocks(const model::ByteSource& bytes, const std::stop_token& stop);

/// Why a frame is not unpacked at all; empty when it is.
QString refusal(const ZstdFrame& frame);

/// Unpacks zstd frames piece by piece, one after the other; its memory serves for all of them.
class FrameUnpacker
{
public:
    explicit FrameUnpacker(const model::ByteSource& bytes);
    ~FrameUnpacker();
    FrameUnpacker(const FrameUnpacker&) = delete;
    FrameUnpacker& operator=(const FrameUnpacker&) = delete;

    /// The next frame, from its start.
    void begin(const ZstdFrame& frame);
    /// Appends at most PieceBytes to `out`; false when there is no more: the end, or what problem() says. An
    /// Error only when the source cannot be read.
    model::Result<bool> next(std::vector<std::byte>& out, const std::stop_token& stop);
    /// Damage, empty when there is none so far. Known for certain, checksum included, once next() said false.
    const QString& problem() const { return m_problem; }
    /// Bytes unpacked so far, of all frames. zstd does not hand out what it unpacked in the call that fails:
    /// its room counts in full, so that damage is not free of charge.
    std::uint64_t spent() const { return m_spent; }

private:
    struct Context;
    model::Result<void> fill(const std::stop_token& stop);
    std::size_t room() const;
    bool finish();

    const model::ByteSource& m_bytes;
    ZstdFrame m_frame;
    std::unique_ptr<Context> m_context;
    std::vector<std::byte> m_in;
    std::vector<std::byte> m_out;
    std::size_t m_have = 0;   ///< of m_in
    std::size_t m_at = 0;     ///< next of m_in
    std::uint64_t m_read = 0; ///< of the frame, from the source
    std::uint64_t m_plain = 0;
    std::uint64_t m_spent = 0;
    bool m_end = true;
    QString m_problem;
};

} // namespace ghostline::echo::tape
