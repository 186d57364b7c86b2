// SPDX-License-Identifier: GPL-3.0-or-later
// replay.details: the players, the map and when the game was played. Fields are looked up by their tags,
// which no build has ever changed.
#include "codecs/sc2/container/head_parts.h"
#include "codecs/sc2/container/versioned.h"

#include <tuple>

namespace ghostline::sc2 {

namespace {

constexpr std::size_t CacheHandleBytes = 40;

Toon readToon(const VersionedValue& value)
{
    Toon toon;
    toon.region = narrow(value.integer(0));
    toon.realm = narrow(value.integer(2));
    toon.id = value.integer(4);
    return toon;
}

DetailsPlayer readPlayer(const VersionedValue& value)
{
    DetailsPlayer player;
    player.rawName = textOf(value.blob(0));
    std::tie(player.clan, player.name) = splitClan(player.rawName);
    if (const VersionedValue* toon = value.field(1))
        player.toon = readToon(*toon);
    player.race = textOf(value.blob(2));
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
    player.hero = textOf(value.blob(10));
    return player;
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

model::Result<Details> readDetails(std::span<const std::byte> bytes)
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
    details.title = textOf(tree->blob(1));
    details.isBlizzardMap = tree->integer(4) != 0;
    details.timeUtc = tree->integer(5);
    details.timeLocalOffset = tree->integer(6);
    details.description = textOf(tree->blob(7));
    details.mapFileName = textOf(tree->blob(9));
    if (const VersionedValue* handles = tree->field(10)) {
        details.cacheHandles.reserve(handles->items.size());
        for (const VersionedValue& handle : handles->items) {
            if (handle.bytes.size() == CacheHandleBytes)
                details.cacheHandles.emplace_back(handle.bytes.data(),
                                                  static_cast<qsizetype>(handle.bytes.size()));
        }
    }
    details.gameSpeed = narrow(tree->integer(12, 4));
    return details;
}

} // namespace ghostline::sc2
