// SPDX-License-Identifier: GPL-3.0-or-later
// The header of a .butter file and its table of chunk sizes.
#include "codecs/echo/butter/butter_header.h"

#include "codecs/io/byte_cursor.h"

#include <algorithm>
#include <array>

namespace ghostline::echo::butter {

using model::ErrorCode;
using model::Result;

namespace {

constexpr int HighestCompression = 6;
constexpr std::size_t SmallHeader = std::size_t{16} << 10;
constexpr std::size_t SizeBytes = 4;

tl::unexpected<model::Error> refuse(const model::Sentence& what, std::uint64_t at)
{
    return model::fail(
        ErrorCode::Damaged,
        model::Sentence::of(QStringLiteral("%1 at byte %2 of the header"), {what, QString::number(at)}),
        {at, {}, {}});
}

/// A text that ends with a zero byte; nothing when none comes within the limit. The cursor fails when it was
/// the bytes that ended.
std::optional<std::string> zeroEnded(io::ByteCursor& in)
{
    auto rest = io::ByteCursor(in);
    const auto most = std::min(rest.remaining(), limits::TextBytes + 1);
    const auto text = rest.bytes(most);
    const auto end = std::find(text.begin(), text.end(), std::byte{0});
    if (end == text.end()) {
        if (most <= limits::TextBytes)
            in.fail();
        return std::nullopt;
    }
    const auto length = static_cast<std::size_t>(end - text.begin());
    in.skip(length + 1);
    return asciiText(text.first(length));
}

QString sessionText(std::span<const std::byte> id)
{
    QString text;
    for (std::size_t i = 0; i < id.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            text += QLatin1Char('-');
        text += QStringLiteral("%1").arg(std::to_integer<unsigned>(id[i]), 2, 16, QLatin1Char('0'));
    }
    return text.toUpper();
}

QString addressText(std::span<const std::byte> parts)
{
    QStringList numbers;
    for (const std::byte part : parts)
        numbers += QString::number(std::to_integer<unsigned>(part));
    return numbers.join(QLatin1Char('.'));
}

/// The type of match is not stored; it follows from the map.
QString matchType(Map map, bool isPrivate)
{
    const Mode mode = modeOf(map);
    if (mode == Mode::Neither)
        return QStringLiteral("Unknown");
    const QString name = mode == Mode::Arena ? QStringLiteral("Echo_Arena") : QStringLiteral("Echo_Combat");
    return isPrivate ? name + QStringLiteral("_Private") : name;
}

void readPeople(io::ByteCursor& in, Header& header, std::vector<std::string> names)
{
    header.people.resize(names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        header.people[i].name = std::move(names[i]);
    for (Person& person : header.people)
        person.userId = in.le<std::int64_t>();
    for (Person& person : header.people)
        person.number = in.u8();
    for (Person& person : header.people)
        person.level = in.u8();
    header.sameUser.assign(names.size() + 1, 0);
    for (std::size_t i = 1; i <= header.people.size(); ++i) {
        const auto first = std::find_if(header.people.begin(), header.people.end(), [&](const Person& p) {
            return p.userId == header.people[i - 1].userId;
        });
        // Nobody has the user id 0 too.
        const auto index = first - header.people.begin() + 1;
        header.sameUser[i] = static_cast<std::uint8_t>(first->userId == 0 ? 0 : index);
    }
}

void readEnd(io::ByteCursor& in, Header& header)
{
    header.match.totalRounds = in.u8();
    const unsigned rounds = in.u8();
    header.match.blueRoundScore = static_cast<int>(rounds & 15U);
    header.match.orangeRoundScore = static_cast<int>(rounds >> 4U);
    const unsigned map = in.u8();
    header.match.privateMatch = (map & 1U) != 0;
    header.unknownMap = map >> 1U >= static_cast<unsigned>(Maps);
    header.match.map = header.unknownMap ? Map::Uncoded : static_cast<Map>(map >> 1U);
    header.match.mapName = mapWord(header.match.map);
    header.match.matchType = matchType(header.match.map, header.match.privateMatch);
}

/// Number of entries with which the chunks end where the file does.
std::optional<std::size_t> fittingCount(std::span<const std::byte> table, std::uint64_t begin,
                                        std::uint64_t fileSize)
{
    std::uint64_t end = begin;
    for (std::size_t i = 0; (i + 1) * SizeBytes <= table.size(); ++i) {
        end += io::loadLe<std::uint32_t>(table.data() + i * SizeBytes);
        if (end + (i + 1) * SizeBytes == fileSize)
            return i + 1;
        if (end > fileSize)
            break;
    }
    return std::nullopt;
}

} // namespace

std::string asciiText(std::span<const std::byte> text)
{
    std::string out(text.size(), '?');
    std::transform(text.begin(), text.end(), out.begin(), [](std::byte b) {
        const auto c = std::to_integer<unsigned char>(b);
        return c < 0x80 ? static_cast<char>(c) : '?';
    });
    return out;
}

QString packingName(Packing packing)
{
    constexpr std::array names{"none", "gzip", "zstd"};
    return QLatin1String(names[static_cast<std::size_t>(packing)]);
}

Result<Header> parseHeader(std::span<const std::byte> bytes, bool& enough)
{
    enough = true;
    io::ByteCursor in(bytes);
    Header header;
    header.version = in.u8();
    if (in.ok() && (header.version < 1 || header.version > 3))
        return refuse(model::Sentence::of(QStringLiteral("the .butter version is %1, not 1, 2 or 3"),
                                          {QString::number(header.version)}),
                      0);
    header.keyframeInterval = in.le<std::uint16_t>();
    header.compression = in.u8();
    if (in.ok() && header.compression > HighestCompression)
        return refuse(model::Sentence::of(QStringLiteral("unknown compression %1"),
                                          {QString::number(header.compression)}),
                      3);
    header.packing = static_cast<Packing>(std::min(header.compression, 2));
    const auto client = zeroEnded(in);
    if (client) {
        header.match.client = QString::fromLatin1(client->data(), static_cast<qsizetype>(client->size()));
        header.match.sessionId = sessionText(in.bytes(16));
        header.match.sessionIp = addressText(in.bytes(4));
        std::vector<std::string> names(in.u8());
        bool named = in.ok();
        for (std::string& name : names) {
            auto text = named ? zeroEnded(in) : std::nullopt;
            named = text.has_value();
            if (named)
                name = std::move(*text);
        }
        if (named) {
            readPeople(in, header, std::move(names));
            readEnd(in, header);
            header.bytes = in.position();
            if (in.ok())
                return header;
        } else if (in.ok()) {
            return refuse(model::Sentence::of(QStringLiteral("a name does not end")), in.offset());
        }
    } else if (in.ok()) {
        return refuse(model::Sentence::of(QStringLiteral("the name of the recording player does not end")),
                      in.offset());
    }
    enough = false;
    return refuse(model::Sentence::of(QStringLiteral("the .butter header is cut short")), in.offset());
}

Result<Header> readHeader(const model::ByteSource& source, const std::stop_token& stop)
{
    for (const std::size_t most : {SmallHeader, limits::HeaderBytes}) {
        std::vector<std::byte> bytes(std::min<std::uint64_t>(most, source.size()));
        const auto got = source.read(0, bytes, stop);
        if (!got)
            return tl::unexpected(got.error());
        bool enough = false;
        auto header = parseHeader(std::span(bytes).first(*got), enough);
        if (header || enough || *got < most || most == limits::HeaderBytes)
            return header;
    }
    return refuse(model::Sentence::of(QStringLiteral("the .butter header is cut short")), source.size());
}

Result<ChunkTable> readChunkTable(const model::ByteSource& source, const Header& header,
                                  const std::stop_token& stop)
{
    ChunkTable table;
    const std::uint64_t fileSize = source.size();
    std::array<std::byte, SizeBytes> word{};
    const auto got = source.read(header.bytes, word, stop);
    if (!got)
        return tl::unexpected(got.error());
    table.end = std::min(fileSize, header.bytes + SizeBytes);
    if (*got < word.size()) {
        table.damage = QStringLiteral("the file ends at byte %1, before its table of chunks").arg(fileSize);
        return table;
    }
    const auto stated = io::loadLe<std::uint32_t>(word.data());
    const std::uint64_t begin = header.bytes + SizeBytes;
    std::size_t count = stated;
    const std::size_t room = std::min<std::uint64_t>((fileSize - begin) / SizeBytes, limits::Chunks);
    std::vector<std::byte> sizes(std::min(count, room) * SizeBytes);
    const auto read = source.read(begin, sizes, stop);
    if (!read)
        return tl::unexpected(read.error());
    sizes.resize(*read / SizeBytes * SizeBytes);
    if (count > sizes.size() / SizeBytes) {
        table.damage =
            QStringLiteral("the table of chunks at byte %1 states %2 of them, which the file has no room for")
                .arg(header.bytes)
                .arg(stated);
        count = fittingCount(sizes, begin, fileSize).value_or(0);
    }
    std::uint64_t offset = begin + count * SizeBytes;
    table.chunks.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto size = io::loadLe<std::uint32_t>(sizes.data() + i * SizeBytes);
        table.chunks.push_back({offset, size});
        offset += size;
    }
    table.end = offset;
    return table;
}

} // namespace ghostline::echo::butter
