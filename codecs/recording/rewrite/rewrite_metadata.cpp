// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/rewrite/rewrite_metadata.h"

#include <QJsonArray>
#include <QUuid>
#include <QtEndian>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace ghostline::recording {

using namespace Qt::StringLiterals;
using io::NbtCompound;
using io::NbtKind;
using io::NbtList;
using io::NbtValue;
using model::ErrorCode;
using model::Result;

namespace {

std::optional<std::int32_t> tickAt(const QJsonObject& object, QLatin1StringView key)
{
    constexpr double Most = 2147483647.0;
    const double value = object.value(key).toDouble(-1.0);
    if (value < 0.0 || value > Most || value != std::floor(value))
        return std::nullopt;
    return static_cast<std::int32_t>(value);
}

/// A whole number as `kind`, a text as it is; nothing when it is neither.
NbtValue typed(const QJsonValue& value, NbtKind kind)
{
    const double number = value.isBool() ? (value.toBool() ? 1.0 : 0.0) : value.toDouble();
    constexpr double Byte = 127.0;
    constexpr double Int = 2147483647.0;
    switch (kind) {
    case NbtKind::Byte:
        return static_cast<std::int8_t>(std::clamp(number, -Byte, Byte));
    case NbtKind::Int:
        return static_cast<std::int32_t>(std::clamp(number, -Int, Int));
    case NbtKind::Long:
        return static_cast<std::int64_t>(value.toInteger(static_cast<qint64>(number)));
    case NbtKind::Double:
        return number;
    default:
        return value.toString();
    }
}

struct Field
{
    QLatin1StringView json;
    QLatin1StringView nbt;
    NbtKind kind;
};

constexpr std::array FlagFields = {
    Field{"severity"_L1, "severity"_L1, NbtKind::Byte},   Field{"score"_L1, "score"_L1, NbtKind::Double},
    Field{"detail"_L1, "detail"_L1, NbtKind::String},     Field{"source"_L1, "source"_L1, NbtKind::String},
    Field{"reviewed"_L1, "reviewed"_L1, NbtKind::Byte},   Field{"verdict"_L1, "verdict"_L1, NbtKind::String},
    Field{"reviewer"_L1, "reviewer"_L1, NbtKind::String}, Field{"note"_L1, "note"_L1, NbtKind::String}};
constexpr std::array BookmarkFields = {
    Field{"id"_L1, "id"_L1, NbtKind::String}, Field{"title"_L1, "title"_L1, NbtKind::String},
    Field{"note"_L1, "note"_L1, NbtKind::String}, Field{"author"_L1, "author"_L1, NbtKind::String},
    Field{"created"_L1, "created"_L1, NbtKind::String}};

void setFields(NbtCompound& entry, const QJsonObject& object, std::span<const Field> fields)
{
    for (const Field& field : fields) {
        if (object.contains(field.json))
            entry.set(field.nbt, typed(object.value(field.json), field.kind));
    }
}

/// A verdict is a review, whether it says so or not.
void mergeFlag(NbtCompound& tree, const QJsonObject& flag, std::int32_t tick)
{
    const QString check = flag.value("check"_L1).toString();
    NbtList& list = listAt(tree, u"hc:flags"_s);
    NbtCompound* found = nullptr;
    for (NbtValue& value : list.values) {
        auto* entry = value.as<NbtCompound>();
        const NbtValue* name = entry != nullptr ? entry->find(u"check"_s) : nullptr;
        if (name != nullptr && name->text() == check && entry->integerAt(u"tick") == tick)
            found = entry;
    }
    if (found == nullptr) {
        NbtCompound entry;
        entry.set(u"tick"_s, tick);
        entry.set(u"endTick"_s, tickAt(flag, "end_frame"_L1).value_or(tick));
        entry.set(u"check"_s, check);
        append(list, std::move(entry));
        found = list.values.back().as<NbtCompound>();
    }
    setFields(*found, flag, FlagFields);
    if (flag.contains("verdict"_L1) && !flag.contains("reviewed"_L1))
        found->set(u"reviewed"_s, std::int8_t{1});
}

void mergeBookmark(NbtCompound& tree, const QJsonObject& bookmark, std::int32_t tick)
{
    NbtCompound entry;
    entry.set(u"tick"_s, tick);
    entry.set(u"endTick"_s, tickAt(bookmark, "end_frame"_L1).value_or(tick));
    setFields(entry, bookmark, BookmarkFields);
    NbtList& list = listAt(tree, u"hc:bookmarks"_s);
    // Compacting twice does not note things twice.
    const QString id = bookmark.value("id"_L1).toString();
    for (NbtValue& value : list.values) {
        const auto* old = value.as<NbtCompound>();
        const NbtValue* oldId = old != nullptr ? old->find(u"id"_s) : nullptr;
        if (!id.isEmpty() && oldId != nullptr && oldId->text() == id) {
            value = std::move(entry);
            return;
        }
    }
    append(list, std::move(entry));
}

void removeBookmark(NbtCompound& tree, const QString& id)
{
    const auto isIt = [&id](const NbtValue& value) {
        const auto* entry = value.as<NbtCompound>();
        const NbtValue* own = entry != nullptr ? entry->find(u"id"_s) : nullptr;
        return own != nullptr && own->text() == id;
    };
    if (!id.isEmpty() && tree.find(u"hc:bookmarks"_s) != nullptr)
        std::erase_if(listAt(tree, u"hc:bookmarks"_s).values, isIt);
}

Result<void> mergeList(NbtCompound& tree, const QString& key, const QJsonValue& value)
{
    if (!value.isArray())
        return model::fail(ErrorCode::InvalidArgument, u"\"%1\" must be a list"_s.arg(key));
    const bool flags = key == "flags"_L1;
    for (const auto item : value.toArray()) {
        const QJsonObject object = item.toObject();
        if (!flags && object.value("removed"_L1).toBool()) {
            removeBookmark(tree, object.value("id"_L1).toString());
            continue;
        }
        const auto tick = tickAt(object, "frame"_L1);
        if (!tick || (flags && object.value("check"_L1).toString().isEmpty()))
            return model::fail(ErrorCode::InvalidArgument,
                               flags ? u"each of \"flags\" needs \"check\" and a whole \"frame\" from 0 on"_s
                                     : u"each of \"bookmarks\" needs a whole \"frame\" from 0 on"_s);
        flags ? mergeFlag(tree, object, *tick) : mergeBookmark(tree, object, *tick);
    }
    return {};
}

/// As text, or as the four numbers that a recording holds and that its metadata is printed with.
std::optional<std::vector<std::int32_t>> playerIdParts(const QJsonValue& value)
{
    std::vector<std::int32_t> parts;
    parts.reserve(4);
    if (value.isArray()) {
        constexpr qint64 None = std::numeric_limits<qint64>::max();
        for (const QJsonValue part : value.toArray()) {
            const qint64 number = part.toInteger(None);
            if (number != static_cast<std::int32_t>(number))
                return {};
            parts.push_back(static_cast<std::int32_t>(number));
        }
        return parts.size() == 4 ? std::optional(std::move(parts)) : std::nullopt;
    }
    const QUuid id = QUuid::fromString(value.toString());
    if (id.isNull())
        return {};
    const QByteArray bytes = id.toRfc4122();
    for (qsizetype i = 0; i < bytes.size(); i += 4)
        parts.push_back(qFromBigEndian<qint32>(bytes.constData() + i));
    return parts;
}

Result<NbtValue> playerValue(const QJsonObject& object)
{
    NbtCompound player = io::nbtFromJson(object);
    if (object.contains("uuid"_L1)) {
        auto parts = playerIdParts(object.value("uuid"_L1));
        if (!parts)
            return model::fail(ErrorCode::InvalidArgument, u"\"uuid\" of \"hc:player\" is not a UUID"_s);
        player.set(u"uuid"_s, std::move(*parts));
    }
    return NbtValue(std::move(player));
}

/// A text too long to be written would be cut without anybody noticing. Its path, or empty.
QString overlong(const NbtCompound& tree);

QString overlong(const NbtValue& value)
{
    constexpr qsizetype Most = 65535; // bytes
    if (const auto* text = value.as<QString>()) {
        if (text->size() * 3 <= Most)
            return {};
        const qsizetype bytes =
            std::accumulate(text->begin(), text->end(), qsizetype{0}, [](qsizetype sum, QChar unit) {
                const char16_t u = unit.unicode();
                return sum + (u >= 1 && u < 0x80 ? 1 : u < 0x800 ? 2 : 3);
            });
        return bytes > Most ? u"a text of %1 bytes"_s.arg(bytes) : QString();
    }
    if (const auto* list = value.as<NbtList>()) {
        for (const NbtValue& item : list->values) {
            if (QString what = overlong(item); !what.isEmpty())
                return what;
        }
    }
    const auto* inside = value.as<NbtCompound>();
    return inside != nullptr ? overlong(*inside) : QString();
}

QString overlong(const NbtCompound& tree)
{
    for (const auto& [name, value] : tree.entries) {
        if (const QString what = overlong(NbtValue(name)); !what.isEmpty())
            return u"a name: "_s + what;
        if (const QString what = overlong(value); !what.isEmpty())
            return u"\"%1\": %2"_s.arg(name, what);
    }
    return {};
}

void shiftList(NbtCompound& tree, const QString& key, std::int32_t first, std::int32_t end)
{
    for (auto& [name, value] : tree.entries) {
        auto* list = name == key ? value.as<NbtList>() : nullptr;
        if (list == nullptr)
            continue;
        std::erase_if(list->values, [&](NbtValue& item) {
            auto* entry = item.as<NbtCompound>();
            const auto tick = entry != nullptr ? entry->integerAt(u"tick") : std::nullopt;
            if (!tick)
                return false; // not ours to judge
            const auto given = entry->integerAt(u"endTick");
            const std::int64_t last = std::max(given.value_or(*tick), *tick);
            if (last < first || *tick >= end)
                return true;
            entry->set(u"tick"_s, static_cast<std::int32_t>(std::max<std::int64_t>(*tick - first, 0)));
            if (given)
                entry->set(u"endTick"_s,
                           static_cast<std::int32_t>(std::min<std::int64_t>(last, end - 1) - first));
            return false;
        });
    }
}

} // namespace

Result<NbtCompound> mergeMetadata(NbtCompound tree, const QJsonObject& more)
{
    const NbtCompound plain = io::nbtFromJson(more);
    for (auto it = more.begin(); it != more.end(); ++it) {
        const QString key = it.key();
        if (key == "hc:chunkVersions"_L1 || key == "hc:dataVersion"_L1 || key == "hc:tickRate"_L1 ||
            key == "hc:ring"_L1 || key == "hc:salvaged"_L1 || key == "hc:worldVersion"_L1)
            return model::fail(ErrorCode::InvalidArgument,
                               u"\"%1\" says how the recording is to be read; it cannot be set"_s.arg(key));
        if (key == "hc:flags"_L1 || key == "hc:markers"_L1 || key == "hc:bookmarks"_L1)
            return model::fail(
                ErrorCode::InvalidArgument,
                u"\"%1\" cannot be replaced; \"flags\" and \"bookmarks\" add to it"_s.arg(key));
        if (key == "flags"_L1 || key == "bookmarks"_L1) {
            if (auto merged = mergeList(tree, key, it.value()); !merged)
                return tl::unexpected(merged.error());
        } else if (key == "hc:player"_L1 && it.value().isObject()) {
            const auto player = playerValue(it.value().toObject());
            if (!player)
                return tl::unexpected(player.error());
            tree.set(key, *player);
        } else if (key == "hc:runTimeMs"_L1 && it.value().isDouble()) {
            tree.set(key, typed(it.value(), NbtKind::Long));
        } else if (const NbtValue* value = plain.find(key)) {
            tree.set(key, *value);
        }
    }
    if (const QString what = overlong(tree); !what.isEmpty())
        return model::fail(ErrorCode::InvalidArgument,
                           u"the metadata cannot hold %1; there is room for 65535"_s.arg(what));
    return tree;
}

void setChunkVersions(NbtCompound& tree, const std::vector<ChunkEntry>& chunks)
{
    std::vector<std::int32_t> versions;
    versions.reserve(chunks.size());
    for (const ChunkEntry& chunk : chunks)
        versions.push_back(chunk.dataVersion);
    const bool various =
        std::adjacent_find(versions.begin(), versions.end(), std::not_equal_to<>()) != versions.end();
    if (various || tree.find(u"hc:chunkVersions"_s) != nullptr)
        tree.set(u"hc:chunkVersions"_s, std::move(versions));
}

void cutMetadata(NbtCompound& tree, std::int32_t first, std::int32_t end)
{
    for (const auto& key : {u"hc:markers"_s, u"hc:flags"_s, u"hc:bookmarks"_s, u"hc:salvaged"_s})
        shiftList(tree, key, first, end);
    for (auto& [name, value] : tree.entries) {
        auto* ring = name == "hc:ring"_L1 ? value.as<NbtCompound>() : nullptr;
        if (ring == nullptr)
            continue;
        if (const auto origin = ring->integerAt(u"originTick"))
            ring->set(u"originTick"_s, static_cast<std::int32_t>(*origin + first));
        const auto trigger = ring->integerAt(u"trigger");
        if (trigger && *trigger >= first && *trigger < end)
            ring->set(u"trigger"_s, static_cast<std::int32_t>(*trigger - first));
        else if (trigger)
            std::erase_if(ring->entries, [](const auto& entry) { return entry.first == "trigger"_L1; });
    }
}

} // namespace ghostline::recording
