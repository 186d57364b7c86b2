// SPDX-License-Identifier: GPL-3.0-or-later
// The known keys of the metadata. Writing touches only what differs from what the tree already says, so
// that everything else keeps its bytes.
#include "codecs/recording/format/metadata.h"

#include "codecs/recording/format/decimal.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::recording {

using io::NbtCompound;
using io::NbtKind;
using io::NbtList;
using io::NbtValue;

namespace {

constexpr int FastestRate = 1000;
constexpr int MostSeverity = 3;

/// Reads keys of one compound, and remembers those of the wrong kind.
class Keys
{
public:
    Keys(const NbtCompound& tree, QStringList* ignored, QString path = {})
        : m_tree(tree), m_ignored(ignored), m_path(std::move(path))
    {
    }

    QString text(QStringView key) const
    {
        const NbtValue* value = m_tree.find(key);
        if (value == nullptr)
            return {};
        if (const auto* found = value->as<QString>())
            return *found;
        ignore(key);
        return {};
    }
    std::optional<std::int64_t> whole(QStringView key, std::int64_t least, std::int64_t most) const
    {
        const NbtValue* value = m_tree.find(key);
        if (value == nullptr)
            return std::nullopt;
        const auto found = value->integer();
        if (found && *found >= least && *found <= most)
            return found;
        ignore(key);
        return std::nullopt;
    }
    std::int32_t tick(QStringView key, std::int32_t otherwise = 0) const
    {
        return static_cast<std::int32_t>(
            whole(key, 0, std::numeric_limits<std::int32_t>::max()).value_or(otherwise));
    }
    double number(QStringView key) const
    {
        const NbtValue* value = m_tree.find(key);
        if (value == nullptr)
            return 0.0;
        if (const auto found = value->number())
            return *found;
        ignore(key);
        return 0.0;
    }
    template<typename T>
    const T* as(QStringView key) const
    {
        const NbtValue* value = m_tree.find(key);
        if (value == nullptr)
            return nullptr;
        if (const T* found = value->as<T>())
            return found;
        ignore(key);
        return nullptr;
    }
    void ignore(QStringView key) const
    {
        if (m_ignored != nullptr)
            m_ignored->append(m_path + key.toString());
    }

private:
    const NbtCompound& m_tree;
    QStringList* m_ignored;
    QString m_path;
};

QString uuidText(const std::vector<std::int32_t>& parts)
{
    QString hex;
    for (const std::int32_t part : parts)
        hex += QStringLiteral("%1").arg(static_cast<std::uint32_t>(part), 8, 16, QLatin1Char('0'));
    for (const int at : {20, 16, 12, 8})
        hex.insert(at, u'-');
    return hex;
}

/// Four numbers; nothing for what is no UUID.
std::optional<std::vector<std::int32_t>> uuidParts(QString text)
{
    text.remove(u'-');
    std::vector<std::int32_t> parts;
    parts.reserve(4);
    bool good = text.size() == 32;
    for (qsizetype at = 0; at < 32 && good; at += 8)
        parts.push_back(static_cast<std::int32_t>(text.mid(at, 8).toUInt(&good, 16)));
    return good ? std::optional(std::move(parts)) : std::nullopt;
}

void readPlayer(const Keys& keys, Metadata& out, QStringList* ignored)
{
    const auto* player = keys.as<NbtCompound>(u"hc:player");
    if (player == nullptr)
        return;
    const Keys inside(*player, ignored, QStringLiteral("hc:player."));
    out.playerName = inside.text(u"name");
    const auto* uuid = inside.as<std::vector<std::int32_t>>(u"uuid");
    if (uuid != nullptr && uuid->size() == 4)
        out.playerId = uuidText(*uuid);
    else if (uuid != nullptr)
        inside.ignore(u"uuid");
}

/// The compounds of a list, each with its number for what is ignored inside.
template<typename F>
void eachCompound(const Keys& keys, QStringView key, QStringList* ignored, F&& read)
{
    const auto* list = keys.as<NbtList>(key);
    if (list == nullptr)
        return;
    if (!list->values.empty() && list->kind != NbtKind::Compound) {
        keys.ignore(key);
        return;
    }
    for (std::size_t i = 0; i < list->values.size(); ++i) {
        if (const auto* entry = list->values[i].as<NbtCompound>())
            read(Keys(*entry, ignored, QStringLiteral("%1[%2].").arg(key).arg(i)));
    }
}

Marker readMarker(const Keys& keys)
{
    Marker marker;
    marker.tick = keys.tick(u"tick");
    marker.kind = keys.text(u"kind");
    marker.id = keys.text(u"id");
    marker.ms = keys.whole(u"ms", 0, std::numeric_limits<std::int64_t>::max()).value_or(0);
    return marker;
}

RecordedFlag readFlag(const Keys& keys)
{
    RecordedFlag flag;
    flag.tick = keys.tick(u"tick");
    flag.endTick = std::max(keys.tick(u"endTick", flag.tick), flag.tick);
    flag.check = keys.text(u"check");
    flag.severity = static_cast<int>(keys.whole(u"severity", 0, MostSeverity).value_or(0));
    flag.score = decimalOf(keys.number(u"score"));
    flag.detail = keys.text(u"detail");
    flag.source = keys.text(u"source");
    flag.reviewed = keys.whole(u"reviewed", -128, 127).value_or(0) != 0;
    flag.verdict = keys.text(u"verdict");
    flag.reviewer = keys.text(u"reviewer");
    flag.note = keys.text(u"note");
    return flag;
}

RecordedBookmark readBookmark(const Keys& keys)
{
    RecordedBookmark bookmark;
    bookmark.tick = keys.tick(u"tick");
    bookmark.endTick = std::max(keys.tick(u"endTick", bookmark.tick), bookmark.tick);
    bookmark.id = keys.text(u"id");
    bookmark.title = keys.text(u"title");
    bookmark.note = keys.text(u"note");
    bookmark.author = keys.text(u"author");
    bookmark.created = keys.text(u"created");
    return bookmark;
}

std::optional<Metadata::Ring> readRing(const Keys& keys, QStringList* ignored)
{
    const auto* ring = keys.as<NbtCompound>(u"hc:ring");
    if (ring == nullptr)
        return std::nullopt;
    const Keys inside(*ring, ignored, QStringLiteral("hc:ring."));
    Metadata::Ring out;
    out.originTick = inside.tick(u"originTick");
    out.reason = inside.text(u"reason");
    out.trigger = inside.tick(u"trigger", -1); // a cut leaves it out when it lies elsewhere
    return out;
}

/// Of a compound inside the tree, made where it is not; what else it holds stays.
NbtCompound compoundAt(const NbtCompound& tree, const QString& key)
{
    const NbtValue* value = tree.find(key);
    const auto* found = value != nullptr ? value->as<NbtCompound>() : nullptr;
    return found != nullptr ? *found : NbtCompound{};
}

void setText(NbtCompound& tree, const QString& key, const QString& text)
{
    if (!text.isEmpty() || tree.find(key) != nullptr)
        tree.set(key, text);
}

void writePlayer(NbtCompound& tree, const Metadata& m, const Metadata& before)
{
    if (m.playerName == before.playerName && m.playerId == before.playerId)
        return;
    NbtCompound player = compoundAt(tree, QStringLiteral("hc:player"));
    if (m.playerId != before.playerId) {
        if (auto parts = uuidParts(m.playerId))
            player.set(QStringLiteral("uuid"), std::move(*parts));
    }
    if (m.playerName != before.playerName)
        setText(player, QStringLiteral("name"), m.playerName);
    tree.set(QStringLiteral("hc:player"), std::move(player));
}

void writeMap(NbtCompound& tree, const Metadata& m, const Metadata& before)
{
    if (m.mapId == before.mapId && m.mapName == before.mapName)
        return;
    NbtCompound map = compoundAt(tree, QStringLiteral("hc:map"));
    if (m.mapId != before.mapId)
        setText(map, QStringLiteral("id"), m.mapId);
    if (m.mapName != before.mapName)
        setText(map, QStringLiteral("name"), m.mapName);
    tree.set(QStringLiteral("hc:map"), std::move(map));
}

bool same(const Marker& a, const Marker& b)
{
    return a.tick == b.tick && a.kind == b.kind && a.id == b.id && a.ms == b.ms;
}

/// No number equals no number: what was not changed is not written.
bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool same(const RecordedFlag& a, const RecordedFlag& b)
{
    return a.tick == b.tick && a.endTick == b.endTick && a.check == b.check && a.severity == b.severity &&
           same(a.score, b.score) && a.detail == b.detail && a.source == b.source &&
           a.reviewed == b.reviewed && a.verdict == b.verdict && a.reviewer == b.reviewer && a.note == b.note;
}

void fill(NbtCompound& entry, const Marker& marker)
{
    entry.set(QStringLiteral("tick"), marker.tick);
    entry.set(QStringLiteral("kind"), marker.kind);
    entry.set(QStringLiteral("id"), marker.id);
    entry.set(QStringLiteral("ms"), marker.ms);
}

void fill(NbtCompound& entry, const RecordedFlag& flag)
{
    entry.set(QStringLiteral("tick"), flag.tick);
    entry.set(QStringLiteral("endTick"), flag.endTick);
    entry.set(QStringLiteral("check"), flag.check);
    entry.set(QStringLiteral("severity"), static_cast<std::int8_t>(flag.severity));
    entry.set(QStringLiteral("score"), flag.score);
    setText(entry, QStringLiteral("detail"), flag.detail);
    setText(entry, QStringLiteral("source"), flag.source);
    entry.set(QStringLiteral("reviewed"), static_cast<std::int8_t>(flag.reviewed ? 1 : 0));
    setText(entry, QStringLiteral("verdict"), flag.verdict);
    setText(entry, QStringLiteral("reviewer"), flag.reviewer);
    setText(entry, QStringLiteral("note"), flag.note);
}

/// The list under `key` with `now` in it. An entry that is in `before`, or differs from the one at its place
/// there by what can be changed of it, keeps what we do not know of it.
template<typename T, typename Akin>
void writeList(NbtCompound& tree, const QString& key, const std::vector<T>& now, const std::vector<T>& before,
               Akin&& akin)
{
    const auto alike = [](const T& a, const T& b) { return same(a, b); };
    if (std::equal(now.begin(), now.end(), before.begin(), before.end(), alike))
        return;
    const NbtValue* value = tree.find(key);
    const auto* old = value != nullptr ? value->as<NbtList>() : nullptr;
    NbtList list;
    list.kind = now.empty() ? NbtKind::End : NbtKind::Compound;
    list.values.reserve(now.size());
    for (const T& item : now) {
        NbtCompound entry;
        const auto was =
            std::find_if(before.begin(), before.end(), [&](const T& b) { return akin(b, item); });
        const auto at = static_cast<std::size_t>(was - before.begin());
        const auto* known = was != before.end() && old != nullptr && at < old->values.size()
                                ? old->values[at].template as<NbtCompound>()
                                : nullptr;
        if (known != nullptr)
            entry = *known;
        if (known == nullptr || !same(*was, item))
            fill(entry, item);
        list.values.push_back(std::move(entry));
    }
    tree.set(key, std::move(list));
}

void writeRing(NbtCompound& tree, const Metadata& m, const Metadata& before)
{
    const auto& now = m.ring;
    const auto& was = before.ring;
    if (!now || (was && now->originTick == was->originTick && now->reason == was->reason &&
                 now->trigger == was->trigger))
        return;
    NbtCompound ring = compoundAt(tree, QStringLiteral("hc:ring"));
    ring.set(QStringLiteral("originTick"), now->originTick);
    ring.set(QStringLiteral("reason"), now->reason);
    if (now->trigger >= 0)
        ring.set(QStringLiteral("trigger"), now->trigger);
    tree.set(QStringLiteral("hc:ring"), std::move(ring));
}

} // namespace

Metadata readMetadata(NbtCompound tree, QStringList* ignored)
{
    Metadata out;
    const Keys keys(tree, ignored);
    readPlayer(keys, out, ignored);
    if (const auto* map = keys.as<NbtCompound>(u"hc:map")) {
        const Keys inside(*map, ignored, QStringLiteral("hc:map."));
        out.mapId = inside.text(u"id");
        out.mapName = inside.text(u"name");
    }
    constexpr std::int64_t Most = std::numeric_limits<std::int32_t>::max();
    out.outcome = keys.text(u"hc:outcome");
    out.runTimeMs = keys.whole(u"hc:runTimeMs", 0, std::numeric_limits<std::int64_t>::max());
    out.tickRate = static_cast<int>(keys.whole(u"hc:tickRate", 1, FastestRate).value_or(20));
    eachCompound(keys, u"hc:markers", ignored,
                 [&](const Keys& entry) { out.markers.push_back(readMarker(entry)); });
    eachCompound(keys, u"hc:bookmarks", ignored,
                 [&](const Keys& entry) { out.bookmarks.push_back(readBookmark(entry)); });
    eachCompound(keys, u"hc:flags", ignored,
                 [&](const Keys& entry) { out.flags.push_back(readFlag(entry)); });
    if (const auto version = keys.whole(u"hc:dataVersion", 0, Most))
        out.dataVersion = static_cast<std::int32_t>(*version);
    if (const auto* versions = keys.as<std::vector<std::int32_t>>(u"hc:chunkVersions"))
        out.chunkVersions = *versions;
    out.ring = readRing(keys, ignored);
    out.tree = std::move(tree);
    return out;
}

NbtCompound metadataTree(const Metadata& metadata)
{
    NbtCompound tree = metadata.tree;
    const Metadata before = readMetadata(metadata.tree);
    writePlayer(tree, metadata, before);
    writeMap(tree, metadata, before);
    if (metadata.outcome != before.outcome)
        setText(tree, QStringLiteral("hc:outcome"), metadata.outcome);
    if (metadata.runTimeMs && metadata.runTimeMs != before.runTimeMs)
        tree.set(QStringLiteral("hc:runTimeMs"), *metadata.runTimeMs);
    if (metadata.tickRate != before.tickRate)
        tree.set(QStringLiteral("hc:tickRate"), static_cast<std::int32_t>(metadata.tickRate));
    writeList(tree, QStringLiteral("hc:markers"), metadata.markers, before.markers,
              [](const Marker& a, const Marker& b) { return same(a, b); });
    writeList(
        tree, QStringLiteral("hc:flags"), metadata.flags, before.flags,
        [](const RecordedFlag& a, const RecordedFlag& b) { return a.tick == b.tick && a.check == b.check; });
    if (metadata.dataVersion && metadata.dataVersion != before.dataVersion)
        tree.set(QStringLiteral("hc:dataVersion"), *metadata.dataVersion);
    if (metadata.chunkVersions != before.chunkVersions)
        tree.set(QStringLiteral("hc:chunkVersions"), metadata.chunkVersions);
    writeRing(tree, metadata, before);
    return tree;
}

} // namespace ghostline::recording
