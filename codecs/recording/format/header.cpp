// SPDX-License-Identifier: GPL-3.0-or-later
// The first 256 bytes.
#include "codecs/recording/format/header.h"

#include "codecs/io/var_int.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/packed_read.h"

#include <algorithm>
#include <limits>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::array<std::byte, 4> Magic{std::byte{'H'}, std::byte{'C'}, std::byte{'R'}, std::byte{'P'}};
constexpr std::size_t S1WorldVersion = 16;

tl::unexpected<model::Error> corrupt(const model::Sentence& why, std::uint64_t offset)
{
    model::Location where;
    where.offset = offset;
    return model::fail(ErrorCode::Damaged,
                       model::Sentence::of(QStringLiteral("the header is corrupt: %1"), {why}), where);
}

/// The lengths and counts, which guard everything that is read after them.
Result<void> checkGuards(const Header& header)
{
    const struct
    {
        const char* what;
        std::int32_t value;
    } fields[] = {{"metadata length", header.metadataBytes},
                  {"index length", header.indexBytes},
                  {"tick count", header.tickCount},
                  {"chunk count", header.chunkCount}};
    for (const auto& field : fields) {
        if (field.value < 0)
            return corrupt(model::Sentence::of(QStringLiteral("its %1 is %2"),
                                               {model::Sentence::of(QString::fromLatin1(field.what)),
                                                QString::number(field.value)}),
                           0);
    }
    if (header.preambleBytes() > MaxPreamble)
        return model::fail(
            ErrorCode::LimitExceeded,
            model::Sentence::of(
                QStringLiteral("header, metadata and index would be %1 bytes; %2 are the most"),
                {QString::number(header.preambleBytes()), QString::number(MaxPreamble)}));
    return {};
}

} // namespace

QString Header::worldIdText() const
{
    const QByteArray raw(reinterpret_cast<const char*>(worldId.data()),
                         static_cast<qsizetype>(worldId.size()));
    QString text = QString::fromLatin1(raw.toHex());
    for (const int at : {20, 16, 12, 8})
        text.insert(at, u'-');
    return text;
}

Result<Profile> detectProfile(std::span<const std::byte> start)
{
    if (start.size() < Magic.size() || !std::equal(Magic.begin(), Magic.end(), start.begin()))
        return model::fail(ErrorCode::UnknownFormat,
                           model::Sentence::of(QStringLiteral("this is no recording: its magic is missing")),
                           {0, {}, {}});
    if (start.size() < 6)
        return corrupt(model::Sentence::of(QStringLiteral("it ends before its version")), start.size());
    const auto first = std::to_integer<unsigned>(start[4]);
    const auto second = std::to_integer<unsigned>(start[5]);
    if (first == 1)
        return Profile::S1;
    if (first == 0 && second == 4)
        return Profile::H4;
    if (first == 0 && second == 5)
        return Profile::H5;
    return model::fail(ErrorCode::Unsupported,
                       model::Sentence::of(QStringLiteral("unsupported version %1"),
                                           {QString::number(first != 0 ? first : second)}),
                       {4, {}, {}});
}

Result<Header> parseHeader(std::span<const std::byte> start)
{
    const auto profile = detectProfile(start);
    if (!profile)
        return tl::unexpected(profile.error());
    if (start.size() < HeaderBytes)
        return corrupt(model::Sentence::of(QStringLiteral("only %1 of its %2 bytes are there"),
                                           {QString::number(start.size()), QString::number(HeaderBytes)}),
                       start.size());
    Header header;
    header.profile = *profile;
    const bool draft = *profile == Profile::S1;
    io::ByteCursor in(start.first(HeaderBytes));
    in.skip(draft ? 5 : 6);
    header.flags = in.be<std::uint16_t>();
    const auto world = in.bytes(header.worldId.size());
    std::copy(world.begin(), world.end(), header.worldId.begin());
    const std::size_t versionAt = in.position();
    const std::size_t versionBytes = draft ? S1WorldVersion : in.u8();
    if (versionBytes > MaxWorldVersion)
        return corrupt(
            model::Sentence::of(QStringLiteral("its world version is %1 bytes long, %2 are the most"),
                                {QString::number(versionBytes), QString::number(MaxWorldVersion)}),
            versionAt);
    const std::string_view version = in.text(versionBytes);
    header.worldVersion = QByteArray(version.data(), static_cast<qsizetype>(version.size()));
    header.startMs = in.be<std::int64_t>();
    header.dictionary = in.be<std::uint16_t>();
    header.metadataBytes = in.be<std::int32_t>();
    header.indexBytes = in.be<std::int32_t>();
    header.tickCount = in.be<std::int32_t>();
    header.chunkCount = in.be<std::int32_t>();
    if (!draft)
        header.dataVersion = in.be<std::int32_t>();
    if (const auto guards = checkGuards(header); !guards)
        return tl::unexpected(guards.error());
    return header;
}

Bytes writeHeader(const Header& header)
{
    Bytes out(Magic.begin(), Magic.end());
    out.reserve(HeaderBytes);
    const bool draft = header.profile == Profile::S1;
    if (draft)
        writeBe(out, std::uint8_t{1});
    else
        writeBe(out, static_cast<std::uint16_t>(header.version()));
    writeBe(out, header.flags);
    out.insert(out.end(), header.worldId.begin(), header.worldId.end());
    QByteArray version = header.worldVersion.left(static_cast<qsizetype>(MaxWorldVersion));
    if (draft) // always 16 there: shorter ones are padded, longer ones cut
        version = version.leftJustified(static_cast<qsizetype>(S1WorldVersion), '\0', true);
    else
        writeBe(out, static_cast<std::uint8_t>(version.size()));
    const auto bytes =
        std::as_bytes(std::span(version.constData(), static_cast<std::size_t>(version.size())));
    out.insert(out.end(), bytes.begin(), bytes.end());
    writeBe(out, header.startMs);
    writeBe(out, header.dictionary);
    writeBe(out, header.metadataBytes);
    writeBe(out, header.indexBytes);
    writeBe(out, header.tickCount);
    writeBe(out, header.chunkCount);
    if (!draft)
        writeBe(out, header.dataVersion);
    out.resize(HeaderBytes);
    return out;
}

// The index: one entry a chunk, and everything in it that contradicts itself.

using model::Severity;

namespace {

class IndexReader
{
public:
    IndexReader(std::span<const std::byte> bytes, const Header& header, Layout layout)
        : m_bytes(bytes), m_in(bytes, HeaderBytes + static_cast<std::uint64_t>(header.metadataBytes)),
          m_header(header), m_layout(layout)
    {
    }

    ChunkIndex read()
    {
        readEntries();
        mendTicks();
        dropOverlaps();
        checkEntries();
        checkTotals();
        if (m_more > 0)
            m_out.problems.push_back({Severity::Warning,
                                      QStringLiteral("more-problems"),
                                      QStringLiteral("%1 more problems in the index").arg(m_more),
                                      {}});
        return std::move(m_out);
    }

private:
    std::size_t leastEntry() const { return m_header.profile == Profile::H5 ? 15 : 13; }

    void note(Severity severity, QLatin1String code, const QString& message,
              std::optional<std::size_t> chunk = {})
    {
        if (m_out.problems.size() >= MaxHeaderProblems) {
            ++m_more;
            return;
        }
        model::Diagnostic problem{severity, code, message, {}};
        if (chunk)
            problem.where.chunk = static_cast<std::int64_t>(*chunk);
        else
            problem.where.offset = m_in.offset();
        m_out.problems.push_back(std::move(problem));
    }

    bool readEntry(ChunkEntry& entry)
    {
        entry.startTick = packed::count(m_in);
        entry.tickCount = packed::count(m_in);
        entry.flags = m_in.u8();
        entry.offset = m_in.be<std::int64_t>();
        entry.compressedBytes = packed::count(m_in);
        entry.rawBytes = packed::count(m_in);
        entry.formatVersion = m_header.version();
        entry.dataVersion = m_header.dataVersion;
        if (m_header.profile == Profile::H5) {
            entry.formatVersion = packed::count(m_in);
            entry.dataVersion = packed::count(m_in);
        }
        return m_in.ok() && entry.tickCount <= std::numeric_limits<std::int32_t>::max() - entry.startTick;
    }

    /// As many as the header says, and beyond it only what goes on seamlessly.
    void readEntries()
    {
        auto& chunks = m_out.chunks;
        const auto promised = static_cast<std::size_t>(m_header.chunkCount);
        chunks.reserve(std::min(promised, m_in.remaining() / leastEntry() + 1));
        while (!m_in.atEnd()) {
            const std::size_t number = chunks.size();
            const std::size_t at = m_in.position();
            ChunkEntry entry;
            const bool read = readEntry(entry);
            if (number >= promised) {
                const std::int32_t end = chunks.empty() ? 0 : chunks.back().endTick();
                if (!read || entry.startTick != end || entry.tickCount == 0 || entry.rawBytes == 0) {
                    note(Severity::Warning, QLatin1String("index-leftover"),
                         QStringLiteral("%1 bytes behind the last entry of the index")
                             .arg(m_bytes.size() - at));
                    break;
                }
            } else if (!read) {
                note(Severity::Error, QLatin1String("index-entry-broken"),
                     QStringLiteral(
                         "entry %1 of the index is cut short or broken; the chunks from there on are "
                         "not known")
                         .arg(number));
                break;
            }
            chunks.push_back(entry);
        }
        if (chunks.size() != promised)
            note(Severity::Warning, QLatin1String("chunk-count-mismatch"),
                 QStringLiteral("the header promises %1 chunks, the index names %2")
                     .arg(promised)
                     .arg(chunks.size()));
    }

    /// Each chunk starts where the one before ends. Where it does not, the neighbours say which of the two
    /// numbers is the wrong one.
    void mendTicks()
    {
        auto& chunks = m_out.chunks;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            const std::int32_t expected = i == 0 ? 0 : chunks[i - 1].endTick();
            ChunkEntry& entry = chunks[i];
            if (entry.startTick == expected)
                continue;
            const bool later = entry.startTick > expected;
            note(Severity::Warning, later ? QLatin1String("tick-gap") : QLatin1String("tick-overlap"),
                 QStringLiteral("chunk %1 starts at tick %2, the one before ends at tick %3")
                     .arg(i)
                     .arg(entry.startTick)
                     .arg(expected),
                 i);
            const std::int64_t moved = std::int64_t{expected} + entry.tickCount;
            const bool fits =
                i + 1 < chunks.size() ? moved == chunks[i + 1].startTick : moved == m_header.tickCount;
            if (fits)
                entry.startTick = expected;
            else if (!later && i > 0 && entry.startTick > chunks[i - 1].startTick)
                chunks[i - 1].tickCount = entry.startTick - chunks[i - 1].startTick;
        }
    }

    void dropOverlaps()
    {
        auto& chunks = m_out.chunks;
        std::int32_t end = 0;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            if (chunks[i].startTick < end || chunks[i].tickCount == 0) {
                note(Severity::Error, QLatin1String("index-entry-dropped"),
                     chunks[i].tickCount == 0 ? QStringLiteral("chunk %1 holds no tick").arg(i)
                                              : QStringLiteral("chunk %1 goes back in time").arg(i),
                     i);
                continue;
            }
            end = chunks[i].endTick();
            chunks[kept++] = chunks[i];
        }
        chunks.resize(kept);
    }

    void checkEntries()
    {
        for (std::size_t i = 0; i < m_out.chunks.size(); ++i) {
            const ChunkEntry& entry = m_out.chunks[i];
            if (entry.compressedBytes == 0 || entry.rawBytes == 0)
                note(Severity::Error, QLatin1String("empty-chunk"),
                     QStringLiteral("chunk %1 has no bytes").arg(i), i);
            if (static_cast<std::size_t>(entry.rawBytes) > MaxChunkRaw)
                note(Severity::Error, QLatin1String("chunk-too-large"),
                     QStringLiteral("chunk %1 says it is %2 bytes unpacked; %3 are the most")
                         .arg(i)
                         .arg(entry.rawBytes)
                         .arg(MaxChunkRaw),
                     i);
            if (const auto profile = chunkProfile(m_header.profile, entry); !profile)
                note(Severity::Error, QLatin1String("unknown-chunk-version"),
                     QStringLiteral("chunk %1: %2").arg(i).arg(profile.error().message), i);
            mendOffset(i);
            checkOffset(i);
        }
        if (!m_out.chunks.empty() && !m_out.chunks.front().hasSnapshot())
            note(Severity::Warning, QLatin1String("no-first-snapshot"),
                 QStringLiteral("the first chunk has no snapshot"), 0);
    }

    /// Nothing lies before the start of a file; chunks lie one behind the other.
    void mendOffset(std::size_t i)
    {
        ChunkEntry& entry = m_out.chunks[i];
        if (entry.offset >= 0)
            return;
        note(Severity::Error, QLatin1String("negative-offset"),
             QStringLiteral("chunk %1 is said to lie at %2; taken as behind the one before")
                 .arg(i)
                 .arg(entry.offset),
             i);
        entry.offset = i > 0 ? behind(i - 1) : firstOffset();
    }

    std::int64_t firstOffset() const
    {
        return m_layout == Layout::Segmented ? 0 : static_cast<std::int64_t>(m_header.preambleBytes());
    }
    std::int64_t behind(std::size_t i) const
    {
        const ChunkEntry& entry = m_out.chunks[i];
        return entry.offset <= std::numeric_limits<std::int64_t>::max() - entry.compressedBytes
                   ? entry.offset + entry.compressedBytes
                   : entry.offset;
    }

    void checkOffset(std::size_t i)
    {
        const ChunkEntry& entry = m_out.chunks[i];
        if (m_layout == Layout::Compacted) {
            const std::int64_t expected = i > 0 ? behind(i - 1) : firstOffset();
            if (entry.offset != expected)
                note(Severity::Warning, QLatin1String("offset-mismatch"),
                     QStringLiteral("chunk %1 lies at byte %2 instead of %3")
                         .arg(i)
                         .arg(entry.offset)
                         .arg(expected),
                     i);
            return;
        }
        // A recording written on in place may start at a later segment.
        const bool opens = entry.offsetInSegment() == 0;
        if (i == 0) {
            if (!opens)
                note(Severity::Warning, QLatin1String("offset-mismatch"),
                     QStringLiteral("chunk 0 does not start its segment"), i);
            return;
        }
        const ChunkEntry& before = m_out.chunks[i - 1];
        const bool follows = entry.offset == behind(i - 1);
        const bool next = opens && entry.segment() == before.segment() + 1;
        if (!follows && !next)
            note(Severity::Warning, QLatin1String("offset-mismatch"),
                 QStringLiteral(
                     "chunk %1 lies at byte %2 of segment %3, the one before ends at byte %4 of segment %5")
                     .arg(i)
                     .arg(entry.offsetInSegment())
                     .arg(entry.segment())
                     .arg(static_cast<std::int64_t>(before.offsetInSegment()) + before.compressedBytes)
                     .arg(before.segment()),
                 i);
    }

    void checkTotals()
    {
        std::int64_t ticks = 0;
        for (const ChunkEntry& entry : m_out.chunks)
            ticks += entry.tickCount;
        if (ticks != m_header.tickCount)
            note(Severity::Warning, QLatin1String("tick-count-mismatch"),
                 QStringLiteral("the header promises %1 ticks, the chunks hold %2")
                     .arg(m_header.tickCount)
                     .arg(ticks));
    }

    std::span<const std::byte> m_bytes;
    io::ByteCursor m_in;
    const Header& m_header;
    Layout m_layout;
    ChunkIndex m_out;
    std::size_t m_more = 0;
};

} // namespace

ChunkIndex parseIndex(std::span<const std::byte> bytes, const Header& header, Layout layout)
{
    return IndexReader(bytes, header, layout).read();
}

Bytes writeIndex(std::span<const ChunkEntry> chunks, Profile profile)
{
    Bytes out;
    for (const ChunkEntry& entry : chunks) {
        io::writeVarInt(out, entry.startTick);
        io::writeVarInt(out, entry.tickCount);
        out.push_back(static_cast<std::byte>(entry.flags));
        writeBe(out, entry.offset);
        io::writeVarInt(out, entry.compressedBytes);
        io::writeVarInt(out, entry.rawBytes);
        if (profile == Profile::H5) {
            io::writeVarInt(out, entry.formatVersion);
            io::writeVarInt(out, entry.dataVersion);
        }
    }
    return out;
}

} // namespace ghostline::recording
