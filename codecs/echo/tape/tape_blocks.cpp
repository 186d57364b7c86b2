// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/tape_blocks.h"

#include "codecs/echo/tape/proto_fields.h"
#include "model/bytes/byte_sources.h"

#include <algorithm>
#include <array>
#include <zstd.h>

namespace ghostline::echo::tape {

using model::Result;
using model::Severity;

namespace {

constexpr std::uint32_t ZstdMagic = 0xFD2FB528;
constexpr std::uint32_t SkippableMagic = 0x184D2A50;
constexpr std::uint32_t SkippableMask = 0xFFFFFFF0;
constexpr std::size_t LongestHeader = 18;
constexpr std::size_t BlockHeader = 3;
constexpr std::size_t SmallestFrame = 9; ///< magic, descriptor, window or size, the header of one block

/// Single values here and there in a file, read in larger pieces.
class Peek
{
public:
    Peek(const model::ByteSource& bytes, std::stop_token stop) : m_bytes(bytes), m_stop(std::move(stop)) {}

    /// Fewer where the file ends.
    Result<std::span<const std::byte>> at(std::uint64_t offset, std::size_t size)
    {
        if (offset < m_begin || offset + size > m_begin + m_have) {
            const auto got = m_bytes.read(offset, m_buffer, m_stop);
            if (!got)
                return tl::unexpected(got.error());
            m_begin = offset;
            m_have = *got;
        }
        const auto from = static_cast<std::size_t>(offset - m_begin);
        return std::span<const std::byte>(m_buffer).subspan(from, std::min(size, m_have - from));
    }

private:
    const model::ByteSource& m_bytes;
    std::stop_token m_stop;
    std::array<std::byte, 4096> m_buffer{};
    std::uint64_t m_begin = 0;
    std::size_t m_have = 0;
};

/// The header of a data frame; 0 when it is none, LongestHeader + 1 when it is cut.
std::size_t parseHeader(std::span<const std::byte> in, ZstdFrame& out)
{
    constexpr std::size_t Cut = LongestHeader + 1;
    constexpr std::array<std::size_t, 4> IdBytes{0, 1, 2, 4};
    constexpr std::array<std::size_t, 4> SizeBytes{0, 2, 4, 8};
    constexpr unsigned ReservedBit = 3;
    if (in.size() <= sizeof ZstdMagic)
        return Cut;
    const auto descriptor = std::to_integer<unsigned>(in[sizeof ZstdMagic]);
    std::size_t at = sizeof ZstdMagic + 1;
    out.single = (descriptor >> 5U & 1U) != 0;
    out.checksum = (descriptor >> 2U & 1U) != 0;
    if ((descriptor >> ReservedBit & 1U) != 0)
        return 0;
    const std::size_t idBytes = IdBytes[descriptor & 3U];
    const std::size_t sizeBytes = out.single && descriptor >> 6U == 0 ? 1 : SizeBytes[descriptor >> 6U];
    if (in.size() < at + (out.single ? 0 : 1) + idBytes + sizeBytes)
        return Cut;
    if (!out.single) {
        const auto window = std::to_integer<unsigned>(in[at++]);
        const std::uint64_t base = std::uint64_t{1} << (10 + (window >> 3U));
        out.window = base + (base >> 3U) * (window & 7U);
    }
    out.dictionary = littleEndian(in.subspan(at, idBytes)) != 0;
    at += idBytes;
    if (sizeBytes > 0) {
        constexpr std::uint64_t TwoByteBase = 256;
        out.plain = littleEndian(in.subspan(at, sizeBytes)) + (sizeBytes == 2 ? TwoByteBase : 0);
    }
    if (out.single)
        out.window = *out.plain;
    return at + sizeBytes;
}

enum class Found { Data, Skipped, Nothing };

/// What stands at an offset, and where it ends; by its headers alone.
Result<Found> walkFrame(Peek& peek, std::uint64_t offset, std::uint64_t end, ZstdFrame& out)
{
    auto head = peek.at(offset, LongestHeader);
    if (!head)
        return tl::unexpected(head.error());
    if (head->size() < sizeof ZstdMagic)
        return Found::Nothing;
    const auto magic = static_cast<std::uint32_t>(littleEndian(head->first(sizeof ZstdMagic)));
    out = {};
    out.offset = offset;
    if ((magic & SkippableMask) == SkippableMagic) {
        const bool sized = head->size() >= TableHead;
        out.size = TableHead + (sized ? littleEndian(head->subspan(4, 4)) : 0);
        out.whole = sized && out.size <= end - offset;
        return Found::Skipped;
    }
    if (magic != ZstdMagic)
        return Found::Nothing;
    const std::size_t header = parseHeader(*head, out);
    if (header == 0)
        return Found::Nothing;
    const auto cut = [&] {
        out.size = end - offset;
        out.whole = false;
        return Found::Data;
    };
    if (header > LongestHeader)
        return cut();
    std::uint64_t at = offset + header;
    for (bool last = false; !last;) {
        const auto block = peek.at(at, BlockHeader);
        if (!block)
            return tl::unexpected(block.error());
        if (block->size() < BlockHeader)
            return cut();
        const auto bits = static_cast<std::uint32_t>(littleEndian(*block));
        const unsigned kind = bits >> 1U & 3U;
        if (kind == 3)
            return Found::Nothing;
        at += BlockHeader + (kind == 1 ? 1 : bits >> 3U);
        if (at > end)
            return cut();
        last = (bits & 1U) != 0;
    }
    at += out.checksum ? 4 : 0;
    if (at > end)
        return cut();
    out.size = at - offset;
    return Found::Data;
}

model::Diagnostic note(Severity severity, const char* code, const QString& text, std::uint64_t offset)
{
    return {severity, QLatin1String(code), text, {offset, {}, {}}};
}

/// From header to header.
Result<void> walk(Peek& peek, TapeBlocks& out, const std::stop_token& stop)
{
    std::uint64_t offset = 0;
    while (offset < out.fileBytes && out.frames.size() < MaxZstdFrames) {
        if (stop.stop_requested())
            return model::cancelled();
        ZstdFrame frame;
        const auto found = walkFrame(peek, offset, out.fileBytes, frame);
        if (!found)
            return tl::unexpected(found.error());
        if (*found == Found::Nothing) {
            out.notes.push_back(note(Severity::Error, "not-zstd",
                                     QStringLiteral("at byte %1 no zstd frame begins; %2 bytes are not read")
                                         .arg(offset)
                                         .arg(out.fileBytes - offset),
                                     offset));
            return {};
        }
        if (*found == Found::Data)
            out.frames.push_back(frame);
        if (*found == Found::Skipped && !frame.whole)
            out.notes.push_back(
                note(Severity::Warning, "truncated",
                     QStringLiteral("the file ends in the zstd frame at byte %1, which is none of data")
                         .arg(offset),
                     offset));
        if (!frame.whole)
            return {};
        offset += frame.size;
    }
    if (offset < out.fileBytes)
        out.notes.push_back(note(
            Severity::Error, "too-much",
            QStringLiteral("there are more than %1 zstd frames; the rest is left out").arg(MaxZstdFrames),
            offset));
    return {};
}

/// A seek table, read from the end of the file. Empty `why` and no frames: there is none.
struct SeekTable
{
    std::vector<ZstdFrame> frames;
    QString why; ///< it cannot be believed
};

Result<void> readEntries(Peek& peek, std::uint64_t start, std::uint32_t count, std::size_t step,
                         const std::stop_token& stop, SeekTable& out)
{
    std::uint64_t offset = 0;
    for (std::uint32_t i = 0; i < count && out.why.isEmpty(); ++i) {
        if (stop.stop_requested())
            return model::cancelled();
        const auto entry = peek.at(start + TableHead + std::uint64_t{i} * step, TableHead);
        if (!entry)
            return tl::unexpected(entry.error());
        ZstdFrame frame;
        frame.offset = offset;
        frame.size = littleEndian(entry->first(4));
        frame.plain = littleEndian(entry->subspan(4));
        offset += frame.size;
        if (frame.size < SmallestFrame)
            out.why = QStringLiteral("block %1 would have %2 bytes, fewer than any zstd frame")
                          .arg(i)
                          .arg(frame.size);
        else if (offset > start)
            out.why =
                QStringLiteral("block %1 would end behind byte %2, where the table begins").arg(i).arg(start);
        out.frames.push_back(frame);
    }
    if (out.why.isEmpty() && offset != start)
        out.why =
            QStringLiteral("the blocks end at byte %1 and the table begins at %2").arg(offset).arg(start);
    // Only now, so that the entries are read in one go.
    for (std::size_t i = 0; i < out.frames.size() && out.why.isEmpty(); ++i) {
        ZstdFrame& frame = out.frames[i];
        const auto head = peek.at(frame.offset, LongestHeader);
        if (!head)
            return tl::unexpected(head.error());
        const std::optional<std::uint64_t> told = frame.plain;
        frame.plain.reset();
        const bool magic = head->size() >= 4 && littleEndian(head->first(4)) == ZstdMagic;
        const std::size_t header = magic ? parseHeader(*head, frame) : 0;
        if (header == 0 || header > LongestHeader)
            out.why = QStringLiteral("block %1 at byte %2 is no zstd frame").arg(i).arg(frame.offset);
        else if (frame.plain && *frame.plain != *told)
            out.why = QStringLiteral("block %1 has %2 bytes by the table and %3 by its own header")
                          .arg(i)
                          .arg(*told)
                          .arg(*frame.plain);
        frame.plain = told;
    }
    return {};
}

Result<SeekTable> readTable(Peek& peek, const TapeBlocks& file, const std::stop_token& stop)
{
    SeekTable out;
    if (file.fileBytes < TableHead + TableFooter)
        return out;
    const auto end = peek.at(file.fileBytes - TableFooter, TableFooter);
    if (!end)
        return tl::unexpected(end.error());
    if (end->size() < TableFooter || littleEndian(end->subspan(5)) != TableEnd)
        return out;
    const auto count = static_cast<std::uint32_t>(littleEndian(end->first(4)));
    const auto descriptor = std::to_integer<unsigned>((*end)[4]);
    constexpr unsigned ReservedBits = 0x7C;
    const std::size_t step = (descriptor & 0x80U) != 0 ? 12 : 8;
    const std::uint64_t body = std::uint64_t{count} * step + TableFooter;
    if ((descriptor & ReservedBits) != 0) {
        out.why = QStringLiteral("its descriptor has bits that nobody has defined");
        return out;
    }
    if (body + TableHead > file.fileBytes || count > MaxZstdFrames) {
        out.why = QStringLiteral("%1 entries do not fit into the file").arg(count);
        return out;
    }
    const std::uint64_t start = file.fileBytes - body - TableHead;
    const auto head = peek.at(start, TableHead);
    if (!head)
        return tl::unexpected(head.error());
    if (head->size() < TableHead || littleEndian(head->first(4)) != TableMagic ||
        littleEndian(head->subspan(4)) != body) {
        out.why = QStringLiteral("its size does not fit %1 entries").arg(count);
        return out;
    }
    if (auto read = readEntries(peek, start, count, step, stop, out); !read)
        return tl::unexpected(read.error());
    return out;
}

} // namespace

QString layoutName(Layout layout)
{
    switch (layout) {
    case Layout::Bare:
        return QStringLiteral("none");
    case Layout::Stream:
        return QStringLiteral("zstd, one stream");
    case Layout::OpenBlocks:
        return QStringLiteral("zstd blocks");
    case Layout::SeekableBlocks:
        return QStringLiteral("zstd blocks with seek table");
    }
    return {};
}

bool looksLikeZstd(std::span<const std::byte> start)
{
    return start.size() >= sizeof ZstdMagic && littleEndian(start.first(sizeof ZstdMagic)) == ZstdMagic;
}

std::vector<std::byte> unpackStart(std::span<const std::byte> start)
{
    std::vector<std::byte> out;
    const model::MemorySource source({start.begin(), start.end()});
    ZstdFrame frame;
    parseHeader(start, frame);
    frame.size = start.size();
    frame.plain.reset();
    FrameUnpacker unpacker(source);
    unpacker.begin(frame);
    bool more = true;
    while (more && out.size() < ProbeRecordBytes) {
        const auto next = unpacker.next(out, {});
        more = next && *next;
    }
    return out;
}

Result<TapeBlocks> findBlocks(const model::ByteSource& bytes, const std::stop_token& stop)
{
    TapeBlocks out;
    out.fileBytes = bytes.size();
    Peek peek(bytes, stop);
    const auto start = peek.at(0, sizeof ZstdMagic);
    if (!start)
        return tl::unexpected(start.error());
    if (!looksLikeZstd(*start))
        return out;
    auto table = readTable(peek, out, stop);
    if (!table)
        return tl::unexpected(table.error());
    if (table->why.isEmpty() && !table->frames.empty()) {
        out.layout = Layout::SeekableBlocks;
        out.frames = std::move(table->frames);
        return out;
    }
    if (!table->why.isEmpty())
        out.notes.push_back(
            note(Severity::Warning, "seek-table",
                 QStringLiteral(
                     "the seek table at the end is not believed: %1; the blocks were looked for one by one")
                     .arg(table->why),
                 out.fileBytes - TableFooter));
    if (auto walked = walk(peek, out, stop); !walked)
        return tl::unexpected(walked.error());
    out.layout = out.frames.size() > 1 ? Layout::OpenBlocks : Layout::Stream;
    return out;
}

QString refusal(const ZstdFrame& frame)
{
    if (frame.dictionary)
        return QStringLiteral("it needs a dictionary that is not in the file");
    if (frame.window > (frame.single ? HeldBytes : MaxWindow))
        return QStringLiteral("it asks for a window of %1 bytes, more than the %2 that are given")
            .arg(frame.window)
            .arg(frame.single ? HeldBytes : MaxWindow);
    return {};
}

struct FrameUnpacker::Context
{
    std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> zstd{ZSTD_createDCtx(), &ZSTD_freeDCtx};
};

FrameUnpacker::FrameUnpacker(const model::ByteSource& bytes)
    : m_bytes(bytes), m_context(std::make_unique<Context>())
{
    if (m_context->zstd == nullptr)
        return; // which begin() tells
    // What is allowed has been judged: a frame that is its own window may have a larger one.
    constexpr int HeldLog = 24;
    static_assert(HeldBytes == std::uint64_t{1} << HeldLog);
    ZSTD_DCtx_setParameter(m_context->zstd.get(), ZSTD_d_windowLogMax, HeldLog);
}

FrameUnpacker::~FrameUnpacker() = default;

void FrameUnpacker::begin(const ZstdFrame& frame)
{
    m_frame = frame;
    m_have = m_at = 0;
    m_read = m_plain = 0;
    m_problem = m_context->zstd == nullptr ? QStringLiteral("there is no memory for it") : refusal(frame);
    m_end = !m_problem.isEmpty();
    if (!m_end)
        ZSTD_DCtx_reset(m_context->zstd.get(), ZSTD_reset_session_only);
}

/// All input is used, or the frame is at its end.
bool FrameUnpacker::finish()
{
    m_end = true;
    if (!m_problem.isEmpty())
        return false;
    if (!m_frame.whole)
        m_problem = QStringLiteral("the file ends in the middle of it");
    else if (m_frame.plain && m_plain != *m_frame.plain)
        m_problem =
            QStringLiteral("%1 bytes came out where %2 are announced").arg(m_plain).arg(*m_frame.plain);
    return false;
}

/// The next bytes of the frame, when those before are used.
Result<void> FrameUnpacker::fill(const std::stop_token& stop)
{
    if (m_at < m_have || m_read >= m_frame.size)
        return {};
    const auto size =
        static_cast<std::size_t>(std::min<std::uint64_t>(PieceBytes / 4, m_frame.size - m_read));
    m_in.resize(std::max(m_in.size(), size));
    const auto got = m_bytes.read(m_frame.offset + m_read, std::span(m_in).first(size), stop);
    if (!got)
        return tl::unexpected(got.error());
    m_have = *got;
    m_at = 0;
    m_read = *got == 0 ? m_frame.size : m_read + *got;
    return {};
}

/// For what is still to come; one more shows that there is more than announced.
std::size_t FrameUnpacker::room() const
{
    if (!m_frame.plain || *m_frame.plain - m_plain >= PieceBytes)
        return PieceBytes;
    return static_cast<std::size_t>(*m_frame.plain - m_plain) + 1;
}

Result<bool> FrameUnpacker::next(std::vector<std::byte>& out, const std::stop_token& stop)
{
    const std::size_t target = out.size() + (m_end ? 0 : room());
    while (!m_end && out.size() < target) {
        if (stop.stop_requested())
            return model::cancelled();
        if (auto filled = fill(stop); !filled)
            return tl::unexpected(filled.error());
        const std::size_t most = target - out.size();
        m_out.resize(std::max(m_out.size(), most));
        ZSTD_inBuffer from{m_in.data() + m_at, m_have - m_at, 0};
        ZSTD_outBuffer to{m_out.data(), most, 0};
        const std::size_t left = ZSTD_decompressStream(m_context->zstd.get(), &to, &from);
        out.insert(out.end(), m_out.begin(), m_out.begin() + static_cast<std::ptrdiff_t>(to.pos));
        m_at += from.pos;
        m_plain += to.pos;
        m_spent += ZSTD_isError(left) != 0U ? most : to.pos;
        if (ZSTD_isError(left) != 0) {
            m_problem = QString::fromLatin1(ZSTD_getErrorName(left));
            return finish();
        }
        if (m_frame.plain && m_plain > *m_frame.plain) {
            m_problem = QStringLiteral("more than the announced %1 bytes come out").arg(*m_frame.plain);
            return finish();
        }
        if (left == 0) {
            if (m_at < m_have || m_read < m_frame.size)
                m_problem = QStringLiteral("it ends before its block does");
            return finish();
        }
        if (from.pos == 0 && to.pos == 0 && m_at == m_have && m_read >= m_frame.size) {
            if (m_frame.whole)
                m_problem = QStringLiteral("it does not end with its block");
            return finish();
        }
    }
    return !m_end;
}

} // namespace ghostline::echo::tape
