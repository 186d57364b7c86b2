// SPDX-License-Identifier: GPL-3.0-or-later
// The shared maps as surroundings, found by their handles, and what real replays tell of theirs.
#include "codecs/sc2/map/map_file.h"
#include "codecs/sc2/map/map_finder.h"
#include "codecs/sc2/map/map_match.h"
#include "codecs/sc2/map/map_scene.h"
#include "codecs/sc2/replay/sc2_source.h"
#include "tests/codecs/sc2/open_replay.h"
#include "tests/support/test_driver.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <map>

namespace tst_sc2_map_finder_shared {

using namespace ghostline;
using namespace ghostline::sc2;
using test::openReplay;
using test::sharedData;

namespace {

QString madeFile(const char* name)
{
    return sharedData(QStringLiteral("sc2map/made/") + QLatin1String(name));
}

/// Of twohills.SC2Map.
const char* const MadeHash = "8b33e7e303cbc6c1590fa6df4939ac52a4b93b3f261b0281ceaadd3d7d14e627";

MachinePaths emptyMachine()
{
    return {
        .home = {}, .root = QStringLiteral("/nowhere"), .variable = [](const char*) { return QString(); }};
}

} // namespace

class TestSc2MapFinderShared : public QObject
{
    Q_OBJECT

    /// Of every replay that can be opened, by its name; read once.
    static const std::map<QString, RecordedMap>& recordedMaps()
    {
        static const std::map<QString, RecordedMap> all = [] {
            std::map<QString, RecordedMap> maps;
            for (const QString& replay : test::replays()) {
                const auto source = openReplay(replay);
                if (const auto* opened = dynamic_cast<const Sc2Source*>(source.get()))
                    maps.emplace(replay, opened->recordedMap());
            }
            return maps;
        }();
        return all;
    }

private Q_SLOTS:
    void foundByItsHandle_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("file");
        QTest::newRow("store") << madeFile("cache") << QStringLiteral("%1.s2ma").arg(QLatin1String(MadeHash));
        QTest::newRow("folder") << madeFile("") << QStringLiteral("twohills.SC2Map");
    }

    void foundByItsHandle()
    {
        QFETCH(QString, folder);
        QFETCH(QString, file);
        RecordedMap recorded;
        recorded.hash = QString::fromLatin1(MadeHash);
        const auto search = findMap(recorded, {folder}, emptyMachine(), {}, {});
        QVERIFY(!search.found.empty());
        QCOMPARE(QFileInfo(search.found[0].path).fileName(), file);
        QVERIFY(search.found[0].doubt.isEmpty());
    }

    void foundByItsName()
    {
        RecordedMap recorded;
        recorded.hash = QString(64, u'0');
        recorded.title = QStringLiteral("Two Hills (Test)");
        const auto nameOf = [](const QString& path, const std::stop_token& stop) {
            return readMapName(path, stop).value_or(QString());
        };
        const auto search = findMap(recorded, {madeFile("")}, emptyMachine(), nameOf, {});
        QCOMPARE(search.found.size(), std::size_t{3});
        for (const model::SceneCandidate& candidate : search.found)
            QVERIFY(!candidate.doubt.isEmpty());
    }

    void surroundings_data()
    {
        QTest::addColumn<QString>("path");
        for (const char* name :
             {"twohills.SC2Map", "twohills_hots.SC2Map", "twohills_wol.s2ma", "twohills.SC2Components"})
            QTest::newRow(name) << madeFile(name);
    }

    void surroundings()
    {
        QFETCH(QString, path);
        const Sc2Codec codec;
        QVERIFY(codec.knowsScene(path));
        const auto scene = codec.readScene({.path = path}, {});
        QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
        QCOMPARE(scene->path, path);
        QVERIFY(scene->doubt.isEmpty());
        QCOMPARE(scene->name, QStringLiteral("Two Hills (test)"));
        const QJsonObject truth = test::sharedJson(QStringLiteral("sc2map/made/expected.json"));
        const QJsonArray starts = truth[QLatin1String("startLocations")].toArray();
        QVERIFY(!starts.isEmpty());
        for (const QJsonValue& start : starts) {
            const double x = start[0].toDouble(), z = -start[1].toDouble();
            QVERIFY(std::any_of(scene->cameras.begin(), scene->cameras.end(), [&](const auto& camera) {
                return std::hypot(camera.target.x - x, camera.target.z - z) < 1e-6;
            }));
        }
        for (const QJsonValue& height : truth[QLatin1String("heights")].toArray()) {
            const double x = height[QLatin1String("x")].toDouble(), y = height[QLatin1String("y")].toDouble();
            QVERIFY(std::abs(scene->ground->at({x, -y}) - height[QLatin1String("z")].toDouble()) < 1e-3);
        }
    }

    void replaysTellTheirMaps_data() { test::addReplayRows(); }

    void replaysTellTheirMaps()
    {
        QFETCH(QString, replay);
        const auto source = openReplay(replay);
        QVERIFY(source);
        const auto* opened = dynamic_cast<const Sc2Source*>(source.get());
        QVERIFY(opened != nullptr);
        const RecordedMap map = opened->recordedMap();
        static const QRegularExpression hash(QStringLiteral("^([0-9a-f]{64})?$"));
        QVERIFY(hash.match(map.hash).hasMatch());
        for (const QString& path : map.recordedPaths)
            QVERIFY(path.endsWith(
                QStringLiteral("/%1/%2/%3.s2ma").arg(map.hash.left(2), map.hash.mid(2, 2), map.hash)));
        for (const RecordedMap::TownHall& hall : map.townHalls) {
            QCOMPARE(hall.place, glm::floor(hall.place));
            QVERIFY(map.width == 0 || hall.place.x < map.width);
            QVERIFY(map.height == 0 || hall.place.y < map.height);
        }
        // The beta named no files.
        const bool names =
            !replay.startsWith(QLatin1String("beta")) && !replay.startsWith(QLatin1String("trunc"));
        QCOMPARE(!map.hash.isEmpty(), names);
        QCOMPARE(map.width > 0, map.height > 0);
    }

    /// A map whose start places are half a cell beyond where each first town hall was reported, which is what
    /// the game does; none of the shared replays was played on one of the shared maps.
    void townHallsStandOnStartPlaces_data() { test::addReplayRows(); }
    void townHallsStandOnStartPlaces()
    {
        QFETCH(QString, replay);
        const auto source = openReplay(replay);
        QVERIFY(source);
        const RecordedMap recorded = dynamic_cast<const Sc2Source&>(*source).recordedMap();
        if (recorded.townHalls.empty())
            QSKIP("this replay reports no town halls");
        MapData map;
        map.width = recorded.width;
        map.height = recorded.height;
        for (const RecordedMap::TownHall& hall : recorded.townHalls) {
            MapObject start;
            start.kind = MapObject::Kind::StartLocation;
            start.position = {hall.place.x + 0.5, hall.place.y + 0.5, 0.0};
            map.objects.push_back(start);
        }
        QCOMPARE(mapDoubt(map, recorded).text(), QString());
        for (std::size_t i = 0; i < recorded.townHalls.size(); ++i) {
            MapData moved = map;
            moved.objects[i].position.x += 1.0;
            const QString doubt = mapDoubt(moved, recorded).text();
            // Where another player's own start lies there it is none of the lost ones.
            const bool taken =
                std::any_of(map.objects.begin(), map.objects.end(), [&](const MapObject& other) {
                    return &other != &map.objects[i] && other.position == map.objects[i].position;
                });
            QCOMPARE(doubt.isEmpty(), taken);
            if (!taken)
                QVERIFY2(doubt.startsWith(recorded.townHalls[i].player), qPrintable(doubt));
        }
        if (map.width > 0) {
            map.width += 8;
            QVERIFY(mapDoubt(map, recorded).text().startsWith(QStringLiteral("The map has ")));
        }
    }

    /// Every shared map of the game against every replay: where a title is the same the town halls have to
    /// stand on its start places, and all others have to be told apart.
    void realMapsAgainstReplays_data()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2map/real");
        QTest::addColumn<QString>("path");
        QDirIterator files(sharedData(QStringLiteral("sc2map/real")), {QStringLiteral("*.SC2Map")},
                           QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
        }
    }
    void realMapsAgainstReplays()
    {
        QFETCH(QString, path);
        const auto map = readMap(path, {});
        QVERIFY2(map, map ? "" : qPrintable(map.error().message));
        int played = 0;
        for (const auto& [replay, recorded] : recordedMaps()) {
            const QString doubt = mapDoubt(*map, recorded).text();
            const bool same = !map->name.isEmpty() && recorded.title == map->name;
            played += same ? 1 : 0;
            if (same)
                QVERIFY2(doubt.isEmpty(), qPrintable(replay + QStringLiteral(": ") + doubt));
            else if (recorded.width > 0 && (recorded.width != map->width || recorded.height != map->height))
                QVERIFY2(doubt.startsWith(QStringLiteral("The map has ")), qPrintable(replay));
        }
        if (played == 0)
            QSKIP("no shared replay was played on this map: only that it is doubted for each was checked");
    }

    void anotherMapIsDoubted()
    {
        const auto source = openReplay(QStringLiteral("4.3.0.64469"));
        QVERIFY(source);
        const auto scene =
            Sc2Codec().readScene({.path = madeFile("twohills.SC2Map"), .replay = source.get()}, {});
        QVERIFY(scene);
        QVERIFY2(scene->doubt.contains(QStringLiteral("64 by 48 cells")), qPrintable(scene->doubt));
        QVERIFY(scene->doubt.contains(QStringLiteral("no start place")));
        QVERIFY(scene->labels.empty());
        const auto own = source->scene({});
        QVERIFY(own && own->heightless);
    }
};

} // namespace tst_sc2_map_finder_shared

GHOSTLINE_TEST(tst_sc2_map_finder_shared, TestSc2MapFinderShared)
#include "tst_sc2_map_finder_shared.moc"
