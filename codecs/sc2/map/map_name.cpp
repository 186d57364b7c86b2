// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/map_name.h"

#include "codecs/io/damaged.h"
#include "codecs/sc2/map/map_limits.h"
#include "model/base/text.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace ghostline::sc2 {

namespace {

constexpr std::string_view DocumentHeaderName = "DocumentHeader";
constexpr qsizetype MaxNameLength = 200; ///< letters; a name is shown in one line
constexpr std::uint32_t MaxHeaderEntries = 100'000;

std::string_view textView(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

QString shortName(std::string_view utf8) { return model::textOf(utf8).trimmed().left(MaxNameLength); }

/// What the strings of one language say; all of it empty where they have no name.
MapWords wordsInLanguage(const MapStore& store, const QString& language, model::DiagnosticList& diagnostics)
{
    for (const char* data : {"SC2Data", "StormData"}) {
        const std::string member = language.toStdString() + "." + data + "\\LocalizedData\\GameStrings.txt";
        const auto bytes = store.read(member, MaxMapTextBytes);
        if (!bytes && bytes.error().code != model::ErrorCode::NotFound)
            noteMember(diagnostics, member, bytes.error());
        if (!bytes)
            continue;
        QString name = wordsInStrings(*bytes, MapNameKey);
        if (!name.isEmpty())
            return {std::move(name), wordsInStrings(*bytes, MapAuthorKey)};
    }
    return {};
}

void skipDependencies(io::ByteCursor& in)
{
    const auto count = in.le<std::uint32_t>();
    for (std::uint32_t i = 0; i < count && in.ok(); ++i)
        in.endedText();
}

} // namespace

QString wordsInStrings(std::span<const std::byte> bytes, std::string_view key)
{
    constexpr std::string_view ByteOrderMark = "\xEF\xBB\xBF";
    std::string_view text = textView(bytes);
    while (text.starts_with(ByteOrderMark)) // some have it twice
        text.remove_prefix(ByteOrderMark.size());
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, end);
        if (line.size() > key.size() && line.starts_with(key) && line[key.size()] == '=')
            return shortName(line.substr(key.size() + 1));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
}

model::Result<QString> wordsInHeader(std::span<const std::byte> bytes, const QStringList& languages,
                                     std::string_view wanted)
{
    constexpr std::size_t HeaderBytes = 44;
    io::ByteCursor in(bytes);
    const std::string_view magic = in.text(4);
    if (in.ok() && magic != "H2CS" && magic != "oreH")
        return io::damaged(QStringLiteral("it is no header of a document"), 0);
    in.seek(HeaderBytes);
    skipDependencies(in);
    const auto count = std::min(in.le<std::uint32_t>(), MaxHeaderEntries);
    QString best;
    qsizetype bestRank = -1;
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
        const std::string_view key = in.text(in.le<std::uint16_t>());
        std::string language(in.text(4));
        std::ranges::reverse(language); // "SUne"
        const std::string_view value = in.text(in.le<std::uint16_t>());
        if (!in.ok() || key != wanted || value.empty())
            continue;
        const qsizetype found = languages.indexOf(QString::fromStdString(language));
        const qsizetype rank = found < 0 ? languages.size() : found;
        if (bestRank < 0 || rank < bestRank) {
            best = shortName(value);
            bestRank = rank;
        }
    }
    if (const auto status = in.status(model::textOf(DocumentHeaderName)); !status)
        return tl::unexpected(status.error());
    return best;
}

QStringList mapLanguages()
{
    static const QStringList Known{QStringLiteral("enUS"), QStringLiteral("enGB"), QStringLiteral("deDE"),
                                   QStringLiteral("frFR"), QStringLiteral("esES"), QStringLiteral("esMX"),
                                   QStringLiteral("itIT"), QStringLiteral("plPL"), QStringLiteral("ptBR"),
                                   QStringLiteral("ruRU"), QStringLiteral("koKR"), QStringLiteral("zhTW"),
                                   QStringLiteral("zhCN")};
    const QString own = QLocale().name().remove(u'_'); // "de_DE"
    QStringList languages = Known;
    // Somebody from another country reads the same language there, too.
    std::ranges::stable_partition(languages, [&](const QString& one) { return one.left(2) == own.left(2); });
    std::ranges::stable_partition(languages, [&](const QString& one) { return one == own; });
    return languages;
}

MapWords mapWords(const MapStore& store, model::DiagnosticList& diagnostics, const std::stop_token& stop)
{
    const QStringList languages = mapLanguages();
    MapWords words;
    for (qsizetype i = 0; i < languages.size() && words.name.isEmpty(); ++i) {
        if (stop.stop_requested())
            return {};
        words = wordsInLanguage(store, languages[i], diagnostics);
    }
    if (!words.name.isEmpty() && !words.author.isEmpty())
        return words;
    const auto header = store.read(DocumentHeaderName, MaxMapTextBytes);
    const auto found = [&](std::string_view key) {
        return header ? wordsInHeader(*header, languages, key)
                      : model::Result<QString>(tl::unexpected(header.error()));
    };
    if (words.author.isEmpty())
        words.author = found(MapAuthorKey).value_or(QString());
    if (!words.name.isEmpty())
        return words;
    const auto name = found(MapNameKey);
    if (name)
        words.name = *name;
    else if (name.error().code != model::ErrorCode::NotFound)
        noteMember(diagnostics, DocumentHeaderName, name.error());
    return words;
}

} // namespace ghostline::sc2
