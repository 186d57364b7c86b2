// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/tape_scan.h"

#include "codecs/echo/frame/limits.h"
#include "codecs/echo/tape/tape_limits.h"

#include <zstd.h>

namespace ghostline::echo::tape {

using model::Severity;

namespace {

constexpr int RepackLevel = 1; ///< of chunks kept in memory

void appendVarint(std::uint64_t value, std::vector<std::byte>& out)
{
    for (; value >= 0x80U; value >>= 7U)
        out.push_back(static_cast<std::byte>(value | 0x80U));
    out.push_back(static_cast<std::byte>(value));
}

/// Empty when there is no memory for it.
std::vector<std::byte> packed(const std::vector<std::byte>& text)
{
    std::vector<std::byte> out(ZSTD_compressBound(text.size()));
    const std::size_t size = ZSTD_compress(out.data(), out.size(), text.data(), text.size(), RepackLevel);
    out.resize(ZSTD_isError(size) != 0U ? 0 : size);
    out.shrink_to_fit();
    return out;
}

} // namespace

TapeScan::TapeScan(const TapeHeader& header, const TapeBlocks& blocks, std::shared_ptr<const TapeState> start,
                   MatchNames& names, ScanSink& sink)
    : m_header(header), m_blocks(blocks), m_sink(sink), m_decoder(header, names, true, &m_remarks)
{
    m_decoder.state().restore(std::move(start));
}

void TapeScan::say(Severity severity, const QString& code, const QString& text, std::uint64_t offset)
{
    m_sink.diagnostic({severity, code, text, {offset, m_frames, {}}});
}

/// Ends the pass: whatever follows is not of this recording.
bool TapeScan::outOfPlace(const QString& what, const RecordPlace& place)
{
    m_joined = true;
    say(Severity::Error, QStringLiteral("out-of-place"),
        QStringLiteral("after %1 frames there is %2; what follows is not shown").arg(m_frames).arg(what),
        place.from);
    return false;
}

void TapeScan::keepRecord(Bytes record)
{
    if (!m_far)
        return;
    appendVarint(record.size(), m_text);
    m_text.insert(m_text.end(), record.begin(), record.end());
}

bool TapeScan::record(Bytes record, const RecordPlace& place)
{
    m_end = place.until;
    const bool first = !m_any;
    m_any = true;
    if (first)
        return true; // the header, which opening has read
    m_remarks.setFrame(m_frames);
    const bool empty = m_block.size() == 0;
    if (!empty && (m_block.size() >= MostChunkFrames || place.end - m_stretch.plain > MostChunkBytes) &&
        !flush())
        return false;
    if (m_block.size() == 0) {
        m_before = m_decoder.state().snapshot();
        m_stretch = place;
        m_far = m_blocks.layout != Layout::Bare && place.skip > FarBytes;
        m_text.clear();
    }
    if (m_header.generation == Generation::Second) {
        const Envelope envelope = openEnvelope(record);
        if (envelope.kind == RecordKind::Header)
            return outOfPlace(QStringLiteral("a second header, as where two files were joined"), place);
        if (envelope.kind == RecordKind::Footer)
            return footer(envelope.content, place);
        if (envelope.kind == RecordKind::Frame && m_footer)
            return outOfPlace(QStringLiteral("a frame behind the footer"), place);
    }
    switch (m_decoder.take(record, m_block)) {
    case RecordKind::Frame:
        m_stretch.until = place.until;
        m_stretch.end = place.end;
        keepRecord(record);
        if (m_gap && !m_uncertain && m_header.generation == Generation::Second)
            say(Severity::Warning, QStringLiteral("uncertain-state"),
                QStringLiteral(
                    "what the missing frames changed is not known from here on: who plays, what hands "
                    "hold, statistics"),
                place.from);
        m_uncertain = m_uncertain || m_gap;
        ++m_frames;
        return true;
    case RecordKind::Unknown:
        m_remarks.add(Remark::UnknownRecord);
        keepRecord(record);
        return true;
    default:
        if (m_lost == 0)
            say(Severity::Error, QStringLiteral("bad-frame"), QStringLiteral("a frame cannot be read"),
                place.from);
        return lose(QStringLiteral("a frame cannot be read"));
    }
}

bool TapeScan::footer(Bytes content, const RecordPlace& place)
{
    if (m_footer)
        return outOfPlace(QStringLiteral("a second footer"), place);
    m_footer = readFooter(content);
    if (!m_footer) {
        say(Severity::Warning, QStringLiteral("bad-footer"), QStringLiteral("the footer cannot be read"),
            place.from);
        m_footer.emplace();
        m_footer->frames = static_cast<std::uint32_t>(m_frames);
    }
    return true;
}

bool TapeScan::blockEnd() { return m_block.size() < FewChunkFrames || flush(); }

bool TapeScan::damage(const model::Error& what, bool atEnd)
{
    const QString code = what.code == model::ErrorCode::LimitExceeded ? QStringLiteral("too-much")
                         : atEnd                                      ? QStringLiteral("truncated")
                         : what.where.chunk                           ? DamagedBlock
                                                                      : QStringLiteral("damaged-record");
    // That a checksum differs is told once at least: whoever verifies the file looks for it.
    const bool firstBlock = code == DamagedBlock && !m_blockTold;
    m_blockTold = m_blockTold || firstBlock;
    if (atEnd || firstBlock || m_lost < MaxLostPlaces)
        say(Severity::Error, code, what.message, what.where.offset.value_or(0));
    return atEnd || lose(what.message);
}

bool TapeScan::lose(const QString& reason)
{
    m_gap = true;
    // However many there are, no chunk runs on across one: alone it would be read otherwise.
    if (!flush())
        return false;
    if (m_lost++ < MaxLostPlaces)
        m_sink.lost(reason);
    return true;
}

bool TapeScan::flush()
{
    if (m_block.size() == 0)
        return true;
    auto carry = std::make_shared<TapeCarry>();
    carry->stretch = m_stretch;
    carry->state = m_before;
    if (m_far) {
        carry->packed = packed(m_text);
        if (carry->packed.empty())
            return dropChunk();
    }
    const ChunkRef ref{m_stretch.from, m_stretch.until - m_stretch.from, m_chunks++,
                       static_cast<std::uint32_t>(m_block.size()), std::move(carry)};
    m_stopped = !m_sink.chunk(ref, m_block, m_end);
    m_block.clear();
    m_text.clear();
    return !m_stopped;
}

/// It could only be read again by unpacking all that lies before it.
bool TapeScan::dropChunk()
{
    const QString reason = QStringLiteral("%1 frames could not be kept in memory").arg(m_block.size());
    m_frames -= static_cast<std::int64_t>(m_block.size());
    say(Severity::Error, QStringLiteral("too-much"), reason, m_stretch.from);
    m_block.clear();
    m_text.clear();
    m_sink.lost(reason);
    return true;
}

bool TapeScan::finish()
{
    if (!flush())
        return false;
    if (m_lost > MaxLostPlaces)
        say(Severity::Error, QStringLiteral("more-missing"),
            QStringLiteral("frames are missing at %1 further places, which are not told one by one")
                .arg(m_lost - MaxLostPlaces),
            m_end);
    for (model::Diagnostic& remark : m_remarks.diagnostics())
        m_sink.diagnostic(std::move(remark));
    if (m_header.generation == Generation::First)
        return true;
    if (endIsMissing())
        say(Severity::Warning, QStringLiteral("no-footer"),
            QStringLiteral("there is no footer: the recording was cut short, or is still being written"),
            m_end);
    else if (m_footer && m_footer->frames != static_cast<std::uint64_t>(m_frames))
        say(Severity::Warning, QStringLiteral("frame-count"),
            QStringLiteral("the footer tells of %1 frames, %2 are there").arg(m_footer->frames).arg(m_frames),
            m_end);
    return true;
}

} // namespace ghostline::echo::tape
