// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, the first frame, and single chunks. echo_replay_scan.cpp reads it all.
#include "codecs/echo/echo_replay_file.h"

#include "codecs/echo/time_stamp.h"
#include "model/byte_sources.h"

#include <algorithm>
#include <cstring>

namespace ghostline::echo {

using model::Confidence;
using model::ErrorCode;
using model::Result;
using model::Severity;

namespace {

const QString Ending = QStringLiteral(".echoreplay");
constexpr std::size_t MaxReaders = 4;

std::string_view asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A stretch of another source, as a source.
class StoredSource final : public model::ByteSource
{
public:
    StoredSource(std::shared_ptr<const model::ByteSource> inner, std::uint64_t offset, std::uint64_t size)
        : m_inner(std::move(inner)), m_offset(offset), m_size(size)
    {
    }
    Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                             std::stop_token stop) const override
    {
        const std::uint64_t left = m_size - std::min(offset, m_size);
        return m_inner->read(m_offset + offset,
                             out.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, out.size()))),
                             stop);
    }
    std::uint64_t size() const override { return m_size; }
    model::Identity identity() const override { return m_inner->identity(); }
    Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view name,
                                                       std::stop_token stop) const override
    {
        return m_inner->sibling(name, std::move(stop));
    }

private:
    std::shared_ptr<const model::ByteSource> m_inner;
    std::uint64_t m_offset;
    std::uint64_t m_size;
};

/// The one that is named like a recording, else the largest.
const io::ZipEntry* chooseEntry(const std::vector<io::ZipEntry>& entries)
{
    const io::ZipEntry* best = nullptr;
    const auto named = [](const io::ZipEntry& entry) {
        return QString::fromUtf8(entry.name.data(), static_cast<qsizetype>(entry.name.size()))
            .endsWith(Ending, Qt::CaseInsensitive);
    };
    for (const io::ZipEntry& entry : entries) {
        if (best == nullptr || (named(entry) && !named(*best)) ||
            (named(entry) == named(*best) && !named(entry) && entry.size > best->size))
            best = &entry;
    }
    return best;
}

bool startsLikeFrame(std::string_view start)
{
    const std::string_view line = start.substr(0, start.find('\n'));
    const SessionParser::Columns columns = SessionParser::columnsOf(line);
    return columns.session.starts_with('{') && parseTimeStamp(columns.time).has_value();
}

} // namespace

Confidence probeEchoReplay(std::span<const std::byte> firstBytes, const QString& name)
{
    const bool named = name.endsWith(Ending, Qt::CaseInsensitive);
    if (startsLikeFrame(asText(firstBytes)))
        return Confidence::Certain;
    if (io::looksLikeZip(firstBytes)) {
        // The first entry's name follows the fixed part of its header.
        const bool inside =
            asText(firstBytes.first(std::min<std::size_t>(firstBytes.size(), 512))).find(".echoreplay") !=
            std::string_view::npos;
        return named || inside ? Confidence::Certain : Confidence::No;
    }
    return named && !firstBytes.empty() ? Confidence::Possible : Confidence::No;
}

Result<std::unique_ptr<FrameFile>> openEchoReplay(std::shared_ptr<model::ByteSource> bytes,
                                                  std::stop_token stop)
{
    return EchoReplayFile::open(std::move(bytes), stop);
}

Result<std::unique_ptr<FrameFile>> EchoReplayFile::open(std::shared_ptr<model::ByteSource> bytes,
                                                        const std::stop_token& stop)
{
    auto file = std::unique_ptr<EchoReplayFile>(new EchoReplayFile(std::move(bytes)));
    if (auto done = file->openText(stop); !done)
        return tl::unexpected(std::move(done.error()));
    if (auto done = file->readHeader(stop); !done)
        return tl::unexpected(std::move(done.error()));
    return std::unique_ptr<FrameFile>(std::move(file));
}

Result<void> EchoReplayFile::openText(const std::stop_token& stop)
{
    std::array<std::byte, 4> mark{};
    auto got = m_bytes->read(0, mark, stop);
    if (!got)
        return tl::unexpected(std::move(got.error()));
    if (*got == 0)
        return model::fail(ErrorCode::UnknownFormat, QStringLiteral("the file is empty"), {0, {}, {}});
    if (io::looksLikeZip(std::span(mark).first(*got)))
        return openZip(stop);
    m_text = m_bytes;
    return {};
}

Result<void> EchoReplayFile::openZip(const std::stop_token& stop)
{
    auto entries = io::readZipDirectory(*m_bytes, stop);
    if (entries && entries->empty())
        return model::fail(ErrorCode::Damaged, QStringLiteral("the ZIP archive is empty"), {0, {}, {}});
    if (entries) {
        m_entry = *chooseEntry(*entries);
        if (entries->size() > 1)
            m_openNotes.push_back({Severity::Warning,
                                   QStringLiteral("more-entries"),
                                   QStringLiteral("the archive holds %1 entries; only \"%2\" is shown")
                                       .arg(entries->size())
                                       .arg(QString::fromStdString(m_entry.name)),
                                   {}});
    } else if (entries.error().code == ErrorCode::Damaged) {
        // A copy cut short has lost its directory, but the text is in front.
        auto first = io::readZipLocalEntry(*m_bytes, 0, stop);
        if (!first)
            return tl::unexpected(std::move(first.error()));
        m_openNotes.push_back({Severity::Error, QStringLiteral("zip-directory"), entries.error().message,
                               entries.error().where});
        m_entry = std::move(*first);
    } else {
        return tl::unexpected(std::move(entries.error()));
    }
    if (m_entry.encrypted)
        return model::fail(ErrorCode::Unsupported, QStringLiteral("the ZIP archive is encrypted"),
                           {0, {}, {}});
    if (m_entry.method != io::ZipStored && m_entry.method != io::ZipDeflated)
        return model::fail(
            ErrorCode::Unsupported,
            QStringLiteral("the ZIP archive is packed with method %1; 0 (stored) and 8 (deflate) can "
                           "be read")
                .arg(m_entry.method),
            {m_entry.headerOffset, {}, {}});
    auto data = io::zipDataOffset(*m_bytes, m_entry, stop);
    if (!data)
        return tl::unexpected(std::move(data.error()));
    if (m_entry.method == io::ZipStored) {
        m_text = std::make_shared<StoredSource>(m_bytes, *data, m_entry.packedSize);
        return {};
    }
    auto inflated = io::InflatedSource::create(m_bytes, {*data, m_entry.packedSize, m_entry.size});
    if (!inflated)
        return tl::unexpected(std::move(inflated.error()));
    m_inflated = inflated->get();
    m_text = std::move(*inflated);
    return {};
}

/// Reads up to the first frame, which in a sound file is the first line.
Result<void> EchoReplayFile::readHeader(const std::stop_token& stop)
{
    constexpr std::size_t Piece = std::size_t{64} << 10;
    SessionParser parser(m_names);
    FrameBlock block;
    // Small pieces first: a packed text is unpacked only as far as this needs.
    std::string text(Piece + LinePadding, '\0');
    std::uint64_t offset = 0;
    std::size_t kept = 0;
    LineRemarks remarks;
    while (offset < MaxLeadBytes) {
        auto got = m_text->read(
            offset, std::as_writable_bytes(std::span(text.data() + kept, text.size() - LinePadding - kept)),
            stop);
        if (!got && (got.error().code != ErrorCode::Damaged || kept == 0))
            return tl::unexpected(std::move(got.error()));
        const std::size_t fresh = got ? *got : 0;
        const std::size_t size = kept + fresh;
        std::size_t begin = 0;
        while (begin < size) {
            const auto* const found =
                static_cast<const char*>(std::memchr(text.data() + begin, '\n', size - begin));
            if (found == nullptr && fresh > 0)
                break;
            const std::size_t end = found != nullptr ? static_cast<std::size_t>(found - text.data()) : size;
            const std::string_view line(text.data() + begin, end - begin);
            MatchHeader header;
            if (parser.parse(line, block, &remarks, &header) == LineKind::Frame) {
                m_header = std::move(header);
                m_firstHasBones = block.frames.front().hasBones;
                return {};
            }
            begin = end + 1;
        }
        if (fresh == 0)
            break;
        offset += fresh;
        kept = begin < size ? size - begin : 0;
        if (kept > MaxLineBytes)
            kept = 0; // the rest of that line is one more bad line here
        std::memmove(text.data(), text.data() + size - kept, kept);
        if (text.size() - LinePadding - kept < Piece)
            text.resize(kept + Piece + LinePadding);
    }
    const model::DiagnosticList notes = remarks.diagnostics();
    return model::fail(
        ErrorCode::UnknownFormat,
        notes.empty()
            ? QStringLiteral("there is no frame of a match in the text")
            : QStringLiteral("there is no frame of a match in the text: %1").arg(notes.front().message),
        {0, {}, {}});
}

QString EchoReplayFile::version() const
{
    return m_entry.name.empty() ? QStringLiteral("text") : QStringLiteral("zip");
}

QJsonObject EchoReplayFile::metadata() const
{
    QJsonObject object{{QStringLiteral("columns"), m_firstHasBones ? 3 : 2}};
    if (!m_entry.name.empty()) {
        object.insert(QStringLiteral("compression"), m_entry.method == io::ZipStored
                                                         ? QStringLiteral("zip, stored")
                                                         : QStringLiteral("zip, deflate"));
        object.insert(QStringLiteral("entry"), QString::fromStdString(m_entry.name));
        object.insert(QStringLiteral("text_bytes"), static_cast<qint64>(m_text->size()));
    }
    return object;
}

std::uint64_t EchoReplayFile::textEnd() const
{
    // What an archive claims about its text is a hint: the text ends where it ends.
    return m_inflated != nullptr ? std::numeric_limits<std::uint64_t>::max() : m_text->size();
}

std::unique_ptr<EchoReplayFile::Reader> EchoReplayFile::borrow() const
{
    const std::lock_guard lock(m_mutex);
    if (m_readers.empty())
        return std::make_unique<Reader>(m_names);
    auto reader = std::move(m_readers.back());
    m_readers.pop_back();
    return reader;
}

void EchoReplayFile::giveBack(std::unique_ptr<Reader> reader) const
{
    const std::lock_guard lock(m_mutex);
    if (m_readers.size() < MaxReaders)
        m_readers.push_back(std::move(reader));
}

Result<void> EchoReplayFile::readChunk(const ChunkRef& ref, FrameBlock& out, std::stop_token stop) const
{
    out.clear();
    if (ref.size > ChunkTextBytes + MaxLineBytes)
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("no such chunk"), {ref.offset, {}, {}});
    auto reader = borrow();
    const auto size = static_cast<std::size_t>(ref.size);
    reader->text.resize(size + LinePadding);
    const auto room = std::as_writable_bytes(std::span(reader->text.data(), size));
    if (auto done = model::readExactly(*m_text, ref.offset, room, stop); !done)
        return done;
    const char* const text = reader->text.data();
    for (std::size_t begin = 0; begin < size;) {
        const auto* const found = static_cast<const char*>(std::memchr(text + begin, '\n', size - begin));
        const std::size_t end = found != nullptr ? static_cast<std::size_t>(found - text) : size;
        reader->parser.parse({text + begin, end - begin}, out);
        begin = end + 1;
    }
    giveBack(std::move(reader));
    if (out.size() != ref.frames)
        return model::fail(
            ErrorCode::Damaged,
            QStringLiteral("the text at byte %1 has %2 frames where there were %3: the file was changed")
                .arg(ref.offset)
                .arg(out.size())
                .arg(ref.frames),
            {ref.offset, {}, static_cast<std::int64_t>(ref.index)});
    return {};
}

} // namespace ghostline::echo
