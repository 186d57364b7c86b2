// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/tape_records.h"

#include "model/bytes/byte_sources.h"

#include <algorithm>

namespace ghostline::echo::tape {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t LongestVarint = 10;

model::Error damaged(const QString& what, std::uint64_t offset, std::optional<std::int64_t> block = {})
{
    return {ErrorCode::Damaged, what, {offset, {}, block}, {}, {}};
}

QString damagedFrame(const ZstdFrame& frame, const QString& why)
{
    return QStringLiteral("the zstd frame at byte %1 is damaged: %2").arg(frame.offset).arg(why);
}

/// What a checksum has shown to be wrong is not shown, unless it is all there is; a file that is cut in a
/// frame keeps what came before the cut. `plain`: bytes that came out until then.
bool leftOut(const TapeBlocks& blocks, const ZstdFrame& frame, std::uint64_t plain)
{
    return plain < HeldBytes && frame.whole && blocks.frames.size() > 1;
}

} // namespace

std::optional<Bytes> takeRecord(Bytes& in)
{
    const auto size = takeVarint(in);
    if (!size || *size > in.size())
        return std::nullopt;
    const Bytes record = in.first(static_cast<std::size_t>(*size));
    in = in.subspan(record.size());
    return record;
}

Result<void> RecordWalk::run(RecordSink& sink, const std::stop_token& stop)
{
    m_sink = &sink;
    m_isBare = m_blocks.layout == Layout::Bare;
    bool on = true;
    if (m_isBare) {
        auto done = bare(stop);
        if (!done)
            return tl::unexpected(done.error());
        on = *done;
    }
    for (std::size_t k = 0; k < m_blocks.frames.size() && on; ++k) {
        auto done = block(k, stop);
        if (!done)
            return tl::unexpected(done.error());
        on = *done;
    }
    if (on && !m_rest.empty())
        sink.damage(
            damaged(QStringLiteral("the last record is cut: %1 of its bytes are there").arg(m_rest.size()),
                    m_restPlace.from),
            true);
    return {};
}

Result<bool> RecordWalk::bare(const std::stop_token& stop)
{
    std::vector<std::byte> piece(PieceBytes);
    for (std::uint64_t at = 0; at < m_blocks.fileBytes && !m_broken;) {
        const auto got = m_bytes.read(at, piece, stop);
        if (!got)
            return tl::unexpected(got.error());
        if (*got == 0)
            break;
        m_now.plain = m_now.from = at;
        at += *got;
        if (auto on = give(Bytes(piece).first(*got), stop); !on || !*on)
            return on;
    }
    return m_sink->blockEnd();
}

Result<bool> RecordWalk::block(std::size_t number, const std::stop_token& stop)
{
    const ZstdFrame& frame = m_blocks.frames[number];
    m_now.from = frame.offset;
    m_now.until = frame.offset + frame.size;
    m_now.skip = 0;
    m_now.plain = m_plain;
    m_broken = false;
    m_unpacker.begin(frame);
    m_unpacked.clear();
    const std::uint64_t start = m_plain;
    for (bool more = true; more && !m_broken;) {
        const std::size_t before = m_unpacked.size();
        auto next = m_unpacker.next(m_unpacked, stop);
        if (!next)
            return tl::unexpected(next.error());
        more = *next;
        m_plain += m_unpacked.size() - before;
        // Counted before it is judged: also what is left out has taken its time.
        if (spent() > m_mostPlain)
            return tooMuch(frame.offset);
        if (more && m_plain - start < HeldBytes)
            continue;
        if (!m_unpacker.problem().isEmpty() && leftOut(m_blocks, frame, m_plain - start))
            break;
        if (auto on = give(m_unpacked, stop); !on || !*on)
            return on;
        m_unpacked.clear();
    }
    if (!m_sink->blockEnd())
        return false;
    return m_unpacker.problem().isEmpty() || badBlock(number, m_unpacker.problem());
}

bool RecordWalk::tooMuch(std::uint64_t offset)
{
    m_sink->damage(
        {ErrorCode::LimitExceeded,
         QStringLiteral("the file unpacks to more than %1 bytes; the rest is left out").arg(m_mostPlain),
         {offset, {}, {}},
         {},
         {}},
        true);
    return false;
}

bool RecordWalk::badBlock(std::size_t number, const QString& why)
{
    m_rest.clear();
    const ZstdFrame& frame = m_blocks.frames[number];
    return m_sink->damage(damaged(damagedFrame(frame, why), frame.offset, static_cast<std::int64_t>(number)),
                          !frame.whole);
}

bool RecordWalk::badRecord(const QString& what, std::uint64_t plain)
{
    m_rest.clear();
    m_broken = true;
    return m_sink->damage(
        damaged(
            QStringLiteral("at byte %1 of the unpacked text there is %2; what follows it there is not read")
                .arg(plain)
                .arg(what),
            m_now.from),
        false);
}

/// `joined`: it lies at the end of m_rest.
void RecordWalk::keep(Bytes rest, bool joined)
{
    if (joined)
        m_rest.erase(m_rest.begin(), m_rest.end() - static_cast<std::ptrdiff_t>(rest.size()));
    else
        m_rest.assign(rest.begin(), rest.end());
}

/// Takes the whole records; the rest waits for the next piece.
Result<bool> RecordWalk::give(Bytes piece, const std::stop_token& stop)
{
    Bytes left = piece;
    RecordPlace place = m_now;
    const bool joined = !m_rest.empty();
    if (joined) {
        place = m_restPlace;
        m_rest.insert(m_rest.end(), piece.begin(), piece.end());
        left = m_rest;
    }
    const std::uint64_t pieceEnd = m_now.plain + piece.size();
    while (!left.empty() && !m_broken) {
        if (stop.stop_requested())
            return model::cancelled();
        Bytes after = left;
        const auto size = takeVarint(after);
        if (!size && left.size() < LongestVarint)
            break;
        const std::uint64_t begin = pieceEnd - left.size();
        if (!size || *size == 0 || *size > MaxRecordBytes) {
            if (!badRecord(!size ? QStringLiteral("no length of a record")
                           : *size == 0
                               ? QStringLiteral("an empty record")
                               : QStringLiteral("a record of %1 bytes, more than the %2 that are read")
                                     .arg(*size)
                                     .arg(MaxRecordBytes),
                           begin))
                return false;
            return true;
        }
        if (*size > after.size())
            break;
        const Bytes record = after.first(static_cast<std::size_t>(*size));
        left = after.subspan(record.size());
        // A record that began in an earlier piece keeps its place; all others begin in this one.
        if (begin >= m_now.plain) {
            place.from = m_isBare ? begin : m_now.from;
            place.skip = m_isBare ? 0 : m_now.skip + (begin - m_now.plain);
        }
        place.plain = begin;
        place.end = pieceEnd - left.size();
        place.until = m_isBare ? place.end : m_now.until;
        if (!m_sink->record(record, place))
            return false;
    }
    if (!left.empty()) {
        const std::uint64_t begin = pieceEnd - left.size();
        m_restPlace = place;
        if (begin >= m_now.plain) {
            m_restPlace.from = m_isBare ? begin : m_now.from;
            m_restPlace.skip = m_isBare ? 0 : m_now.skip + (begin - m_now.plain);
        }
    }
    keep(left, joined);
    m_now.plain = pieceEnd;
    m_now.skip += piece.size();
    return true;
}

Result<void> unpackStretch(const model::ByteSource& bytes, const TapeBlocks& blocks,
                           const RecordPlace& stretch, std::vector<std::byte>& out,
                           const std::stop_token& stop)
{
    out.clear();
    const std::uint64_t size = stretch.end - stretch.plain;
    if (blocks.layout == Layout::Bare) {
        out.resize(static_cast<std::size_t>(size));
        return model::readExactly(bytes, stretch.from, out, stop);
    }
    const std::uint64_t needed = stretch.skip + size;
    auto frame = std::lower_bound(blocks.frames.begin(), blocks.frames.end(), stretch.from,
                                  [](const ZstdFrame& f, std::uint64_t offset) { return f.offset < offset; });
    FrameUnpacker unpacker(bytes);
    for (; frame != blocks.frames.end() && frame->offset < stretch.until && out.size() < needed; ++frame) {
        const std::size_t before = out.size();
        unpacker.begin(*frame);
        for (bool more = true; more && out.size() < needed;) {
            const auto next = unpacker.next(out, stop);
            if (!next)
                return tl::unexpected(next.error());
            more = *next;
        }
        // A chunk ends where something is damaged, so that it never goes on behind.
        const QString& problem = unpacker.problem();
        if (!problem.isEmpty() && (out.size() < needed || leftOut(blocks, *frame, out.size() - before)))
            return model::fail(ErrorCode::Damaged, damagedFrame(*frame, problem),
                               {frame->offset, {}, frame - blocks.frames.begin()});
    }
    if (out.size() < needed)
        return model::fail(
            ErrorCode::Damaged,
            QStringLiteral("%1 bytes come out where there were %2").arg(out.size()).arg(needed),
            {stretch.from, {}, {}});
    out.resize(static_cast<std::size_t>(needed));
    out.erase(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(stretch.skip));
    return {};
}

} // namespace ghostline::echo::tape
