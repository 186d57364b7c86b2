// SPDX-License-Identifier: GPL-3.0-or-later
// replay.info of the beta's first phase: bits at its start, which end in a part that is not understood, and a
// tail of texts that is found from the end.
#include "codecs/sc2/container/head_parts.h"
#include "codecs/sc2/protocol/packed_reader.h"

namespace ghostline::sc2 {

namespace {

constexpr std::size_t Displays = 16;
constexpr std::size_t TextsPerDisplay = 3; // name, race, colour

QString readBlob(PackedReader& in, unsigned lengthBits)
{
    const auto length = static_cast<std::size_t>(in.bits(lengthBits));
    return textOf(viewOf(in.bytes(length)));
}

void readUsers(PackedReader& in, BetaInfo& info)
{
    const auto count = in.bits(5);
    for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
        QString name = readBlob(in, 8);
        in.bits(32); // random seed
        if (in.bit())
            in.bits(8); // race asked for
        in.bits(2);     // test map, test auto
        in.bits(2);     // observes
        if (!name.isEmpty())
            info.users.push_back(std::move(name));
    }
}

void readGame(PackedReader& in, BetaInfo& info)
{
    info.randomValue = static_cast<std::uint32_t>(in.bits(32));
    readBlob(in, 10); // name of the cache
    info.lockTeams = in.bit();
    in.bits(15); // the other options: two more than the tables of 15405 have
    info.gameSpeed = static_cast<int>(in.bits(3));
    in.bits(3); // type of game
    info.maxUsers = static_cast<int>(in.bits(5));
    in.bits(5); // observers
    info.maxPlayers = static_cast<int>(in.bits(4));
    in.bits(4 + 5 + 8 + 8); // teams, colours, races, controls
    info.mapSizeX = static_cast<int>(in.bits(8));
    info.mapSizeY = static_cast<int>(in.bits(8));
    in.bits(32); // checksum of the map
    info.mapFileName = readBlob(in, 10);
}

using DisplayTexts = std::array<std::string_view, Displays * TextsPerDisplay>;

/// The texts when, read from here on, they end exactly at the end.
std::optional<DisplayTexts> textsFrom(std::string_view bytes)
{
    DisplayTexts texts;
    for (std::string_view& text : texts) {
        if (bytes.empty())
            return std::nullopt;
        const auto length = static_cast<unsigned char>(bytes.front());
        if (length >= bytes.size())
            return std::nullopt;
        text = bytes.substr(1, length);
        bytes.remove_prefix(std::size_t{length} + 1);
    }
    return bytes.empty() ? std::optional(texts) : std::nullopt;
}

/// Position of the byte that counts the displays, an empty text in front of it.
std::optional<std::size_t> findDisplays(std::string_view bytes, DisplayTexts& texts)
{
    constexpr std::size_t Longest = Displays * TextsPerDisplay * 256;
    const std::size_t first = bytes.size() > Longest + 1 ? bytes.size() - Longest : 1;
    for (std::size_t at = bytes.size(); at-- > first;) {
        if (static_cast<unsigned char>(bytes[at]) != Displays || bytes[at - 1] != '\0')
            continue;
        if (const auto found = textsFrom(bytes.substr(at + 1))) {
            texts = *found;
            return at;
        }
    }
    return std::nullopt;
}

bool printable(const QString& text)
{
    return std::none_of(text.begin(), text.end(), [](QChar c) {
        return c.category() == QChar::Other_Control || c == QChar::ReplacementCharacter;
    });
}

/// The longest text that ends at `end` and whose length stands in ten bits before it, at any place in the
/// byte that the alignment passed over.
QString titleBefore(std::span<const std::byte> bytes, std::size_t end)
{
    constexpr unsigned LengthBits = 10;
    constexpr std::size_t Longest = (1U << LengthBits) - 1;
    for (std::size_t length = std::min(Longest, end); length > 0; --length) {
        const std::size_t begin = end - length;
        for (unsigned passed = 0; passed < 8; ++passed) {
            if (begin * 8 < LengthBits + passed)
                break;
            PackedReader in(bytes);
            in.skip(begin * 8 - passed - LengthBits);
            if (in.bits(LengthBits) != length)
                continue;
            QString title = textOf(viewOf(bytes.subspan(begin, length)));
            if (printable(title))
                return title;
        }
    }
    return {};
}

} // namespace

model::Result<BetaInfo> readBetaInfo(std::span<const std::byte> bytes)
{
    BetaInfo info;
    PackedReader in(bytes);
    readUsers(in, info);
    readGame(in, info);
    if (!in.ok())
        return model::fail(model::ErrorCode::Damaged,
                           QStringLiteral("replay.info ends in the middle of its description, at byte %1")
                               .arg(in.bitPosition() / 8));
    DisplayTexts texts;
    const auto at = findDisplays(viewOf(bytes), texts);
    if (!at)
        return info;
    for (std::size_t i = 0; i < Displays; ++i) {
        const std::string_view* entry = texts.data() + i * TextsPerDisplay;
        if (entry[0].empty())
            continue;
        BetaDisplay display;
        display.playerId = static_cast<int>(i);
        display.name = textOf(entry[0]);
        display.race = textOf(entry[1]);
        display.colour = textOf(entry[2]);
        info.displays.push_back(std::move(display));
    }
    info.map = titleBefore(bytes, *at - 1);
    return info;
}

} // namespace ghostline::sc2
