// SPDX-License-Identifier: GPL-3.0-or-later
// replay.attributes.events: what was chosen in the lobby, as four-letter codes.
#include "codecs/sc2/container/head_parts.h"

#include "codecs/sc2/container/versioned.h"
#include "codecs/sc2/protocol/packed_reader.h"
#include "model/base/text.h"

#include <tuple>

namespace ghostline::sc2 {

namespace {

constexpr std::uint32_t FirstBuildWithSource = 17326;
constexpr std::size_t AttributeBytes = 13;

/// Four bytes, last letter first, padded with zeros.
std::string readCode(io::ByteCursor& in)
{
    std::string code(in.text(4));
    std::reverse(code.begin(), code.end());
    code.erase(std::remove(code.begin(), code.end(), '\0'), code.end());
    return code;
}

} // namespace

std::string_view Attributes::value(std::uint32_t id, int scope) const
{
    for (const Attribute& attribute : values) {
        if (attribute.id == id && attribute.scope == scope)
            return attribute.value;
    }
    return {};
}

model::Result<Attributes> parseAttributes(std::span<const std::byte> bytes, std::uint32_t baseBuild)
{
    io::ByteCursor in(bytes);
    Attributes attributes;
    if (baseBuild >= FirstBuildWithSource)
        attributes.source = in.u8();
    attributes.mapSpace = in.le<std::uint32_t>();
    const auto count = in.le<std::uint32_t>();
    if (!in.ok() || in.remaining() % AttributeBytes != 0 || in.remaining() / AttributeBytes != count)
        return model::fail(
            model::ErrorCode::Damaged,
            QStringLiteral("replay.attributes.events declares %1 entries of %2 bytes, but %3 bytes "
                           "follow")
                .arg(count)
                .arg(AttributeBytes)
                .arg(in.remaining()),
            {in.offset(), {}, {}});
    attributes.values.resize(count);
    for (Attribute& attribute : attributes.values) {
        attribute.space = in.le<std::uint32_t>();
        attribute.id = in.le<std::uint32_t>();
        attribute.scope = in.u8();
        attribute.value = readCode(in);
    }
    return attributes;
}

// replay.details: the players, the map and when the game was played. Fields are looked up by their tags,
// which no build has ever changed.

namespace {

constexpr std::size_t CacheHandleBytes = 40;

/// Four letters, padded with noughts: as a number with the first letter highest, or as text.
QString programText(const VersionedValue& value)
{
    std::string text(value.bytes);
    for (int shift = 24; value.kind == VersionedKind::Fixed4 && shift >= 0; shift -= 8) {
        const char letter = static_cast<char>(value.number >> shift & 0xFF);
        if (letter != '\0')
            text += letter;
    }
    std::erase(text, '\0');
    return model::textOf(text);
}

Toon readToon(const VersionedValue& value)
{
    Toon toon;
    toon.region = narrow(value.integer(0));
    toon.realm = narrow(value.integer(2));
    toon.id = value.integer(4);
    if (const VersionedValue* program = value.field(1))
        toon.program = programText(*program);
    toon.name = model::textOf(value.blob(3));
    return toon;
}

DetailsPlayer readPlayer(const VersionedValue& value)
{
    DetailsPlayer player;
    player.rawName = model::textOf(value.blob(0));
    std::tie(player.clan, player.name) = splitClan(player.rawName);
    if (const VersionedValue* toon = value.field(1))
        player.toon = readToon(*toon);
    player.race = model::textOf(value.blob(2));
    if (const VersionedValue* colour = value.field(3)) {
        for (std::size_t i = 0; i < player.argb.size(); ++i)
            player.argb[i] = static_cast<std::uint8_t>(colour->integer(static_cast<std::int64_t>(i)));
    }
    player.control = narrow(value.integer(4));
    player.team = narrow(value.integer(5));
    player.handicap = narrow(value.integer(6, 100));
    player.observe = narrow(value.integer(7));
    player.result = narrow(value.integer(8));
    if (value.field(9) != nullptr)
        player.slot = narrow(value.integer(9));
    player.hero = model::textOf(value.blob(10));
    return player;
}

/// What says nothing of who plays: shown as it is.
void readRest(const VersionedValue& tree, Details& details)
{
    details.difficulty = model::textOf(tree.blob(2));
    if (const VersionedValue* preview = tree.field(3))
        details.previewFile = model::textOf(preview->blob(0));
    details.imageFile = model::textOf(tree.blob(8));
    details.miniSave = tree.integer(11) != 0;
    details.defaultDifficulty = narrow(tree.integer(13));
    if (const VersionedValue* mods = tree.field(14)) {
        for (const VersionedValue& mod : mods->items)
            details.mods << model::textOf(mod.bytes);
    }
    if (tree.field(15) != nullptr)
        details.campaignIndex = narrow(tree.integer(15));
    details.restartAsTransitionMap = tree.integer(16) != 0;
    details.disableRecoverGame = tree.integer(17) != 0;
}

QString unescaped(QString text)
{
    static constexpr struct
    {
        const char* code;
        const char* sign;
    } Codes[] = {{"&lt;", "<"},   {"&gt;", ">"},  {"&quot;", "\""},
                 {"&apos;", "'"}, {"&#39;", "'"}, {"&amp;", "&"}};
    if (text.contains(QLatin1Char('&'))) {
        for (const auto& [code, sign] : Codes)
            text.replace(QLatin1String(code), QLatin1String(sign));
    }
    return text;
}

} // namespace

std::pair<QString, QString> splitClan(QStringView stored)
{
    const QLatin1String divider("<sp/>");
    const auto at = stored.indexOf(divider);
    if (at < 0)
        return {QString(), unescaped(stored.toString())};
    QString clan = unescaped(stored.left(at).toString());
    const bool angled = clan.startsWith(QLatin1Char('<')) && clan.endsWith(QLatin1Char('>'));
    const bool square = clan.startsWith(QLatin1Char('[')) && clan.endsWith(QLatin1Char(']'));
    if (clan.size() >= 2 && (angled || square))
        clan = clan.mid(1, clan.size() - 2);
    return {clan, unescaped(stored.mid(at + divider.size()).toString())};
}

QDateTime Details::savedAt() const
{
    constexpr std::int64_t UnixEpoch = 116'444'736'000'000'000; // 1970 in steps of 100 ns since 1601
    constexpr std::int64_t StepsPerMillisecond = 10'000;
    if (timeUtc < UnixEpoch)
        return {};
    return QDateTime::fromMSecsSinceEpoch((timeUtc - UnixEpoch) / StepsPerMillisecond, Qt::UTC);
}

model::Result<Details> parseDetails(std::span<const std::byte> bytes)
{
    io::ByteCursor in(bytes);
    const auto tree = parseVersioned(in);
    if (!tree)
        return tl::unexpected(tree.error());
    if (tree->kind != VersionedKind::Struct)
        return model::fail(model::ErrorCode::Damaged, QStringLiteral("replay.details holds no structure"));
    Details details;
    if (const VersionedValue* list = tree->field(0)) {
        details.players.reserve(list->items.size());
        for (const VersionedValue& item : list->items) {
            if (const VersionedValue* player = item.present())
                details.players.push_back(readPlayer(*player));
        }
    }
    details.title = model::textOf(tree->blob(1));
    details.isBlizzardMap = tree->integer(4) != 0;
    details.timeUtc = tree->integer(5);
    details.timeLocalOffset = tree->integer(6);
    details.description = model::textOf(tree->blob(7));
    details.mapFileName = model::textOf(tree->blob(9));
    if (const VersionedValue* handles = tree->field(10)) {
        details.cacheHandles.reserve(handles->items.size());
        for (const VersionedValue& handle : handles->items) {
            if (handle.bytes.size() == CacheHandleBytes)
                details.cacheHandles.emplace_back(handle.bytes.data(),
                                                  static_cast<qsizetype>(handle.bytes.size()));
        }
    }
    details.gameSpeed = narrow(tree->integer(12, 4));
    readRest(*tree, details);
    return details;
}

// Words and codes for races and difficulties.

Race raceOfCode(std::string_view code)
{
    // Co-op adds letters of its own behind the first three ("TerT").
    const auto begins = [code](std::string_view start) { return code.substr(0, start.size()) == start; };
    if (begins("Ter"))
        return Race::Terran;
    if (begins("Zer"))
        return Race::Zerg;
    if (begins("Pro"))
        return Race::Protoss;
    if (begins("RAND") || begins("Rand"))
        return Race::Random;
    return Race::Unknown;
}

Race raceOfName(const QString& name)
{
    struct Named
    {
        Race race;
        const char16_t* name;
    };
    static constexpr Named Names[] = {
        {Race::Terran, u"Terraner"}, {Race::Terran, u"Terrano"},  {Race::Terran, u"Terrani"},
        {Race::Terran, u"Terranie"}, {Race::Zerg, u"Zergi"},      {Race::Protoss, u"Protosi"},
        {Race::Terran, u"Терран"},   {Race::Terran, u"Терраны"},  {Race::Zerg, u"Зерг"},
        {Race::Zerg, u"Зерги"},      {Race::Protoss, u"Протосс"}, {Race::Protoss, u"Протоссы"},
        {Race::Terran, u"테란"},     {Race::Zerg, u"저그"},       {Race::Protoss, u"프로토스"},
        {Race::Terran, u"人类"},     {Race::Zerg, u"异虫"},       {Race::Protoss, u"星灵"},
        {Race::Terran, u"人類"},     {Race::Zerg, u"蟲族"},       {Race::Protoss, u"神族"},
        {Race::Terran, u"テラン"},   {Race::Zerg, u"ザーグ"},     {Race::Protoss, u"プロトス"},
    };
    for (const Named& named : Names) {
        if (name == QStringView(named.name))
            return named.race;
    }
    const QStringView first = QStringView(name).left(7);
    if (first.startsWith(QLatin1String("Terran")))
        return Race::Terran;
    if (first.startsWith(QLatin1String("Zerg")))
        return Race::Zerg;
    return first.startsWith(QLatin1String("Protoss")) ? Race::Protoss : Race::Unknown;
}

QString difficultyText(std::string_view code, int number, std::uint32_t baseBuild)
{
    constexpr std::uint32_t FirstBuildWithTenLevels = 23925;
    struct Level
    {
        std::string_view code;
        const char* name;
    };
    static constexpr Level Six[] = {{"VyEy", "Very Easy"}, {"Easy", "Easy"},      {"Medi", "Medium"},
                                    {"Hard", "Hard"},      {"VyHd", "Very Hard"}, {"Insa", "Insane"}};
    // The codes kept their meaning and got new names: what was very hard is "Elite" now. Counted from 1.
    static constexpr Level Ten[] = {{"", ""},
                                    {"VyEy", "Very Easy"},
                                    {"Easy", "Easy"},
                                    {"Medi", "Medium"},
                                    {"MdHd", "Hard"},
                                    {"Hard", "Harder"},
                                    {"HdVH", "Very Hard"},
                                    {"VyHd", "Elite"},
                                    {"ChVi", "Cheater 1 (Vision)"},
                                    {"ChRe", "Cheater 2 (Resources)"},
                                    {"ChIn", "Cheater 3 (Insane)"}};
    const auto levels =
        baseBuild < FirstBuildWithTenLevels ? std::span<const Level>(Six) : std::span<const Level>(Ten);
    const auto index = static_cast<std::size_t>(number);
    if (code.empty())
        return number >= 0 && index < levels.size() ? QString::fromLatin1(levels[index].name)
                                                    : QString::number(number);
    for (const Level& level : levels) {
        if (level.code == code)
            return QString::fromLatin1(level.name);
    }
    return QStringLiteral("%1 (%2)").arg(model::textOf(code)).arg(number);
}

// replay.info of the beta's first phase: bits at its start, which end in a part that is not understood, and a
// tail of texts that is found from the end.

namespace {

constexpr std::size_t Displays = 16;
constexpr std::size_t TextsPerDisplay = 3; // name, race, colour

QString readBlob(PackedReader& in, unsigned lengthBits)
{
    const auto length = static_cast<std::size_t>(in.bits(lengthBits));
    return model::textOf(viewOf(in.bytes(length)));
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
            QString title = model::textOf(viewOf(bytes.subspan(begin, length)));
            if (printable(title))
                return title;
        }
    }
    return {};
}

} // namespace

model::Result<BetaInfo> parseBetaInfo(std::span<const std::byte> bytes)
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
        display.name = model::textOf(entry[0]);
        display.race = model::textOf(entry[1]);
        display.colour = model::textOf(entry[2]);
        info.displays.push_back(std::move(display));
    }
    info.map = titleBefore(bytes, *at - 1);
    return info;
}

} // namespace ghostline::sc2
