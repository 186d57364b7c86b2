// SPDX-License-Identifier: GPL-3.0-or-later
// The shared maps: made ones against all that is known of them, damaged ones, and the game's own.
#include "codecs/sc2/map/map_file.h"
#include "codecs/sc2/map/map_limits.h"
#include "codecs/sc2/map/map_members.h"
#include "codecs/sc2/map/map_store.h"
#include "codecs/sc2/map/map_textures.h"
#include "codecs/sc2/map/terrain_lists.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_driver.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QFileInfo>
#include <QJsonArray>
#include <QTest>

namespace tst_sc2_map_shared {

using namespace ghostline;
using namespace ghostline::sc2;
using namespace ghostline::test;
using model::ErrorCode;
using Bytes = std::vector<std::byte>;

namespace {

QString pathOf(const QString& file) { return sharedData(QStringLiteral("sc2map/") + file); }

QJsonObject expectedMap() { return sharedJson(QStringLiteral("sc2map/made/expected.json")); }

QJsonArray listOf(const QJsonObject& object, const char* key)
{
    return object.value(QLatin1String(key)).toArray();
}

int whole(const QJsonValue& value, const char* key)
{
    return value.toObject().value(QLatin1String(key)).toInt();
}

double real(const QJsonValue& value, const char* key)
{
    return value.toObject().value(QLatin1String(key)).toDouble();
}

QString word(const QJsonValue& value, const char* key)
{
    return value.toObject().value(QLatin1String(key)).toString();
}

bool yes(const QJsonValue& value) { return value.toObject().value(QLatin1String("value")).toBool(); }

QString listText(const QJsonArray& list)
{
    QStringList all;
    for (const QJsonValue& value : list)
        all += QString::number(value.toDouble());
    return all.join(u' ');
}

QString placeText(const glm::dvec3& place) { return QStringLiteral("%1 %2").arg(place.x).arg(place.y); }

QStringList sorted(QStringList list)
{
    list.sort();
    return list;
}

/// A member of a map, whatever kind of map it is.
Bytes memberOf(const QString& path, std::string_view name)
{
    constexpr std::uint64_t Most = 64U << 20;
    if (QFileInfo(path).isDir())
        return FolderStore(path).read(name, Most).value_or(Bytes{});
    const Bytes file = fileBytes(path);
    const auto archive = MpqArchive::open(file);
    return archive ? ArchiveStore(*archive).read(name, Most).value_or(Bytes{}) : Bytes{};
}

QString said(const MapData& map)
{
    QStringList all;
    for (const model::Diagnostic& diagnostic : map.diagnostics)
        all += diagnostic.code + QStringLiteral(": ") + diagnostic.message;
    return all.join(u'\n');
}

struct Opened
{
    QString path;
    MapData map;
    MapFrame frame;
};

} // namespace

class TestSc2MapShared : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void frames_data() { madeRows(); }
    void frames()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2map");
        const auto opened = open();
        QVERIFY(opened);
        const MapData& map = opened->map;
        const QJsonObject expected = expectedMap();
        QCOMPARE(said(map), QString());
        QCOMPARE(QStringLiteral("%1 %2").arg(map.width).arg(map.height), listText(listOf(expected, "size")));
        QCOMPARE(QStringLiteral("%1 %2 %3 %4").arg(map.left).arg(map.bottom).arg(map.right).arg(map.top),
                 listText(listOf(expected, "bounds")));
        const glm::ivec4 playable = map.playable();
        QCOMPARE(
            QStringLiteral("%1 %2 %3 %4").arg(playable.x).arg(playable.y).arg(playable.z).arg(playable.w),
            listText(listOf(expected, "playable")));
        QCOMPARE(map.name, word(expected, "name"));
        const QJsonObject versions = expected.value(QLatin1String("mapInfoVersion")).toObject();
        QCOMPARE(map.version, versions.value(QFileInfo(opened->path).fileName()).toInt(-1));
        QVERIFY(isMapName(opened->path));
    }

    void heights_data() { madeRows(); }
    void heights()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2map");
        const auto opened = open();
        QVERIFY(opened);
        const MapData& map = opened->map;
        const auto [low, high] = std::ranges::minmax(map.heights);
        QCOMPARE(QStringLiteral("%1 %2").arg(low).arg(high), listText(listOf(expectedMap(), "heightRange")));
        const auto terrain = parseTerrain(memberOf(opened->path, "t3Terrain.xml"), opened->frame, {});
        QVERIFY(terrain && terrain->steps);
        const auto drawn =
            parseDrawnHeights(memberOf(opened->path, "t3HeightMap"), opened->frame, *terrain->steps);
        QVERIFY(drawn);
        for (const QJsonValue& point : listOf(expectedMap(), "heights")) {
            QVERIFY(std::abs(map.heightAt(real(point, "x"), real(point, "y")) - real(point, "z")) < 1e-6);
            if (!point.toObject().value(QLatin1String("vertex")).toBool())
                continue;
            // What is drawn is stored in coarser steps.
            const std::size_t corner = std::size_t(whole(point, "y") * (map.width + 1) + whole(point, "x"));
            QVERIFY(std::abs(double((*drawn)[corner]) - real(point, "z")) < 0.02);
        }
    }

    void cells_data() { madeRows(); }
    void cells()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2map");
        const auto opened = open();
        QVERIFY(opened);
        const MapData& map = opened->map;
        const QJsonObject expected = expectedMap();
        for (const QJsonValue& cell : listOf(expected, "cliffs"))
            QCOMPARE(map.cliffAt(whole(cell, "x"), whole(cell, "y")), whole(cell, "value"));
        for (const QJsonValue& cell : listOf(expected, "walkable"))
            QCOMPARE(map.walkable(whole(cell, "x"), whole(cell, "y")), yes(cell));
        const auto flags = parseCellFlags(memberOf(opened->path, "t3CellFlags"), opened->frame);
        QVERIFY(flags);
        QStringList hidden;
        for (const QJsonValue& cell : listOf(expected, "hidden"))
            hidden += listText(cell.toArray());
        for (const QJsonValue& cell : listOf(expected, "flags")) {
            const int x = whole(cell, "x");
            const int y = whole(cell, "y");
            QCOMPARE(int((*flags)[opened->frame.cell(x, y)]), whole(cell, "value"));
            QCOMPARE(map.holes[opened->frame.cell(x, y)] != 0,
                     hidden.contains(QStringLiteral("%1 %2").arg(x).arg(y)));
        }
    }

    void textures_data() { madeRows(); }
    void textures()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2map");
        const auto opened = open();
        QVERIFY(opened);
        const MapFrame& frame = opened->frame;
        const auto terrain = parseTerrain(memberOf(opened->path, "t3Terrain.xml"), frame, {});
        const auto masks =
            parseMasks(memberOf(opened->path, "t3TextureMasks"), frame, terrain->textureSets, {});
        QVERIFY(masks);
        const Bytes coarseBytes = memberOf(opened->path, "t3SyncTextureInfo");
        QCOMPARE(coarseBytes.empty(), opened->map.version == 24);
        for (const QJsonValue& cell : listOf(expectedMap(), "textures")) {
            const auto [number, share] = masks->strongest(whole(cell, "x"), whole(cell, "y"));
            QCOMPARE(opened->map.textures.value(qsizetype(number)), word(cell, "name"));
            QVERIFY(std::abs(share - real(cell, "weight")) < 1e-6);
            if (coarseBytes.empty())
                continue;
            const auto coarse = parseSyncTextures(coarseBytes, frame);
            QVERIFY(coarse);
            QCOMPARE(
                coarse->names.value(qsizetype(coarse->strongest(whole(cell, "x"), whole(cell, "y")).first)),
                word(cell, "name"));
        }
    }

    void pictures_data() { madeRows(); }
    /// The picture, and the ground that has learnt from it.
    void pictures()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2map");
        const auto opened = open();
        QVERIFY(opened);
        const MapData& map = opened->map;
        QCOMPARE(map.pictureWidth, map.right - map.left);
        QCOMPARE(map.pictureHeight, map.top - map.bottom);
        for (const QJsonValue& cell : listOf(expectedMap(), "minimap")) {
            const int x = whole(cell, "x");
            const int y = whole(cell, "y");
            const QString wanted = listText(cell.toObject().value(QLatin1String("rgb")).toArray());
            const auto text = [](const glm::u8vec3& c) {
                return QStringLiteral("%1 %2 %3").arg(c.x).arg(c.y).arg(c.z);
            };
            const auto pixel = std::size_t((map.top - 1 - y) * map.pictureWidth + x - map.left);
            QCOMPARE(text(map.picture[pixel]), wanted);
            // The cells around its upper right corner are of the same kind, with nearly the same mix.
            const glm::ivec3 ground(map.colours[std::size_t((y + 1) * (map.width + 1) + x + 1)]);
            const glm::ivec3 apart = glm::abs(ground - glm::ivec3(map.picture[pixel]));
            QVERIFY2(std::max({apart.x, apart.y, apart.z}) <= 8, qPrintable(wanted));
        }
    }

    void objects_data() { madeRows(); }
    void objects()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2map");
        const auto opened = open();
        QVERIFY(opened);
        const QJsonObject expected = expectedMap();
        QStringList units;
        QStringList starts;
        std::map<QString, int> counts;
        int doodads = 0;
        for (const MapObject& object : opened->map.objects) {
            if (object.kind == MapObject::Kind::Unit) {
                units += object.type + u' ' + placeText(object.position);
                ++counts[object.type];
            } else if (object.kind == MapObject::Kind::StartLocation) {
                starts += placeText(object.position);
            } else {
                ++doodads;
            }
        }
        QStringList wantedUnits;
        for (const QJsonValue& unit : listOf(expected, "unitPositions")) {
            const QJsonArray parts = unit.toArray();
            wantedUnits += parts[0].toString() +
                           QStringLiteral(" %1 %2").arg(parts[1].toDouble()).arg(parts[2].toDouble());
        }
        QCOMPARE(sorted(units), sorted(wantedUnits));
        QStringList wantedStarts;
        for (const QJsonValue& start : listOf(expected, "startLocations"))
            wantedStarts += listText(start.toArray());
        QCOMPARE(sorted(starts), sorted(wantedStarts));
        const QJsonObject wantedCounts = expected.value(QLatin1String("units")).toObject();
        QCOMPARE(int(counts.size()), int(wantedCounts.size()));
        for (const auto& [type, count] : counts)
            QCOMPARE(count, wantedCounts.value(type).toInt());
        QCOMPARE(doodads, expected.value(QLatin1String("doodads")).toInt());
    }

    void water_data() { madeRows(); }
    void water()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2map");
        const auto opened = open();
        QVERIFY(opened);
        const QJsonArray waters = listOf(expectedMap(), "water");
        QCOMPARE(opened->map.waters.size(), std::size_t(waters.size()));
        for (std::size_t i = 0; i < opened->map.waters.size(); ++i) {
            const MapWater& got = opened->map.waters[i];
            const QJsonArray wanted = waters[qsizetype(i)].toArray();
            QCOMPARE(got.type, wanted[0].toString());
            QCOMPARE(got.low, glm::dvec2(wanted[1].toDouble(), wanted[2].toDouble()));
            QCOMPARE(got.high, glm::dvec2(wanted[3].toDouble(), wanted[4].toDouble()));
            QVERIFY(!got.height && !got.colour); // the map has none of its own
        }
    }

    void ramps_data() { madeRows(); }
    /// As many groups of ramp cells as there are ramps.
    void ramps()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2map");
        const auto opened = open();
        QVERIFY(opened);
        const MapData& map = opened->map;
        std::vector<std::uint16_t> left = map.cliffs;
        int groups = 0;
        for (int y = 0; y < map.height; ++y) {
            for (int x = 0; x < map.width; ++x)
                groups += takeRamp(left, map, x, y) ? 1 : 0;
        }
        QCOMPARE(groups, expectedMap().value(QLatin1String("ramps")).toInt());
    }

    void cacheFile()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2map");
        const QString hash = word(expectedMap(), "sha256");
        const QString path =
            pathOf(QStringLiteral("made/cache/%1/%2/%3.s2ma").arg(hash.left(2), hash.mid(2, 2), hash));
        const Bytes file = fileBytes(path);
        const QByteArray sum = QCryptographicHash::hash(
            QByteArray(reinterpret_cast<const char*>(file.data()), qsizetype(file.size())),
            QCryptographicHash::Sha256);
        QCOMPARE(QString::fromLatin1(sum.toHex()), hash);
        QVERIFY(isMapName(path) && readMap(path, {}));
    }

    void refused_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("code");
        QTest::newRow("not_mpq") << QStringLiteral("not_mpq") << int(ErrorCode::Unsupported);
        for (const char* file : {"no_mapinfo", "wrong_size", "truncated"})
            QTest::newRow(file) << QString::fromLatin1(file) << int(ErrorCode::Damaged);
    }
    void refused()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2map");
        QFETCH(QString, file);
        QFETCH(int, code);
        const auto map = readMap(pathOf(QStringLiteral("made/bad/") + file + QStringLiteral(".SC2Map")), {});
        QVERIFY(!map);
        QCOMPARE(int(map.error().code), code);
        QVERIFY(!map.error().message.isEmpty() && !map.error().file.isEmpty());
    }

    void damaged_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QStringList>("members");
        const auto row = [](const char* file, const QStringList& members) {
            QTest::newRow(file) << QString::fromLatin1(file) << members;
        };
        const QString masks = QStringLiteral("t3TextureMasks");
        row("short_heights", {QStringLiteral("t3SyncHeightMap")});
        row("huge_masks", {masks});
        row("bad_sector", {masks, QStringLiteral("t3SyncTextureInfo")});
        row("bad_xml", {QStringLiteral("Objects"), QStringLiteral("t3Terrain.xml")});
    }
    /// What is broken is named, and everything else is as in the map that is whole.
    void damaged()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2map");
        QFETCH(QString, file);
        QFETCH(QStringList, members);
        const auto whole = readMap(pathOf(QStringLiteral("made/twohills.SC2Map")), {});
        const auto map = readMap(pathOf(QStringLiteral("made/bad/") + file + QStringLiteral(".SC2Map")), {});
        QVERIFY2(map, map ? "" : qPrintable(map.error().message));
        QStringList broken;
        for (const model::Diagnostic& diagnostic : map->diagnostics) {
            if (diagnostic.code == QLatin1String("map-member-damaged"))
                broken += diagnostic.message.section(u':', 0, 0);
        }
        QCOMPARE(sorted(broken), sorted(members));
        QCOMPARE(map->name, whole->name);
        QCOMPARE(map->cliffs, whole->cliffs);
        QCOMPARE(map->blocked, whole->blocked);
        QCOMPARE(map->textures,
                 broken.contains(QLatin1String("t3TextureMasks")) ? map->textures : whole->textures);
        QCOMPARE(map->picture.size(), whole->picture.size());
        QCOMPARE(map->waters.size(), whole->waters.size());
        QCOMPARE(map->objects.size(), members.contains(QLatin1String("Objects")) ? 0 : whole->objects.size());
        QCOMPARE(map->holes.empty(), members.contains(QLatin1String("t3Terrain.xml")));
        QCOMPARE(map->colours.size(), whole->colours.size());
        for (const QJsonValue& point : listOf(expectedMap(), "heights"))
            QVERIFY(std::abs(map->heightAt(real(point, "x"), real(point, "y")) - real(point, "z")) < 0.02);
    }

    void realMaps_data()
    {
        QTest::addColumn<QString>("path");
        QDirIterator files(pathOf(QStringLiteral("real")), {QStringLiteral("*.SC2Map")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
        }
        if (pathOf(QStringLiteral("real")).isEmpty())
            QTest::newRow("none") << QString();
    }
    void realMaps()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2map/real");
        QFETCH(QString, path);
        const auto map = readMap(path, {});
        QVERIFY2(map, map ? "" : qPrintable(map.error().message));
        QCOMPARE(said(*map), QString());
        QCOMPARE(map->heights.size(), std::size_t((map->width + 1) * (map->height + 1)));
        QCOMPARE(map->colours.size(), map->heights.size());
        QCOMPARE(map->cliffs.size(), std::size_t(map->width * map->height));
        QCOMPARE(map->holes.size(), map->cliffs.size());
        QVERIFY(!map->textures.isEmpty() && !map->picture.empty() && !map->name.isEmpty());
        // All of them are level, at the height of the game's first step.
        QVERIFY(std::ranges::all_of(map->heights, [](float z) { return std::abs(z - 8.0F) < 0.01F; }));
    }

private:
    static void madeRows()
    {
        QTest::addColumn<QString>("file");
        for (const char* file :
             {"twohills.SC2Map", "twohills_wol.s2ma", "twohills_hots.SC2Map", "twohills.SC2Components"})
            QTest::newRow(file) << QString::fromLatin1(file);
    }

    /// The map of this row; nothing where it cannot be read.
    static std::optional<Opened> open()
    {
        QFETCH(QString, file);
        const QString path = pathOf(QStringLiteral("made/") + file);
        auto map = readMap(path, {});
        auto frame = parseMapInfo(memberOf(path, "MapInfo"));
        if (!map || !frame)
            return std::nullopt;
        return Opened{path, std::move(*map), std::move(*frame)};
    }

    /// Clears the group of ramp cells around one; false where there is none.
    static bool takeRamp(std::vector<std::uint16_t>& left, const MapData& map, int x, int y)
    {
        if (x < 0 || y < 0 || x >= map.width || y >= map.height)
            return false;
        std::uint16_t& cell = left[std::size_t(y * map.width + x)];
        if (cell % 64 == 0)
            return false;
        cell = 0;
        for (const auto& [dx, dy] : {std::pair{1, 0}, std::pair{-1, 0}, std::pair{0, 1}, std::pair{0, -1}})
            takeRamp(left, map, x + dx, y + dy);
        return true;
    }
};

} // namespace tst_sc2_map_shared

GHOSTLINE_TEST(tst_sc2_map_shared, TestSc2MapShared)
#include "tst_sc2_map_shared.moc"
