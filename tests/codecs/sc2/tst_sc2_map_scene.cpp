// SPDX-License-Identifier: GPL-3.0-or-later
// A map as surroundings: where its ground, water and things come to lie, and what speaks against a map.
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/map/map_match.h"
#include "codecs/sc2/map/map_scene.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_sc2_map_scene {

using namespace ghostline;
using namespace ghostline::sc2;
using model::SceneDescription;
using model::SceneMesh;
using model::SceneRole;

namespace {

/// Uneven, so that nothing that is swapped or turned goes unnoticed.
MapData madeMap(int width, int height)
{
    MapData map;
    map.width = width;
    map.height = height;
    map.left = 3;
    map.bottom = 2;
    map.right = width - 5;
    map.top = height - 4;
    map.name = QStringLiteral("Made Map");
    for (int y = 0; y <= height; ++y) {
        for (int x = 0; x <= width; ++x) {
            const int level = x < width / 2 ? 8 : 10;
            map.heights.push_back(static_cast<float>(level) + static_cast<float>(y % 7) * 0.05F);
            map.colours.emplace_back(100, 110 + x % 5, 60 + y % 9);
        }
    }
    map.cliffs.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 64);
    map.holes.assign(map.cliffs.size(), 0);
    return map;
}

MapObject placed(MapObject::Kind kind, const char* type, double x, double y)
{
    MapObject object;
    object.kind = kind;
    object.type = QString::fromLatin1(type);
    object.position = {x, y, 0.0};
    return object;
}

/// Null when there is none.
const SceneMesh* meshOf(const SceneDescription& scene, SceneRole role)
{
    const auto found = std::find_if(scene.meshes.begin(), scene.meshes.end(),
                                    [role](const SceneMesh& mesh) { return mesh.role == role; });
    return found == scene.meshes.end() ? nullptr : &*found;
}

std::size_t trianglesOf(const SceneDescription& scene, SceneRole role)
{
    const SceneMesh* mesh = meshOf(scene, role);
    return mesh == nullptr ? 0 : mesh->indices.size() / 3;
}

/// Mean of the colours near a place of the map, -1 where there is none.
double lightNear(const SceneMesh& mesh, double x, double y)
{
    double sum = 0.0;
    int count = 0;
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
        const glm::dvec3 at = mesh.origin + glm::dvec3(mesh.vertices[i]);
        if (std::hypot(at.x - x, -at.z - y) < 1.6) {
            sum += mesh.colours[i].x + mesh.colours[i].y + mesh.colours[i].z;
            ++count;
        }
    }
    return count == 0 ? -1.0 : sum / count / 3.0;
}

} // namespace

class TestSc2MapScene : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theFieldIsTheMapTurnedToTheWorld()
    {
        const MapData map = madeMap(48, 32);
        const SceneDescription scene = mapScene(map, QStringLiteral("file.SC2Map"));
        QVERIFY(scene.ground != nullptr && scene.ground->valid());
        for (const auto& [x, y] :
             {std::pair{0.0, 0.0}, {48.0, 32.0}, {10.0, 6.0}, {23.5, 7.25}, {23.75, 31.9}}) {
            const auto column = static_cast<int>(x), row = static_cast<int>(y);
            if (x == column && y == row) {
                QCOMPARE(scene.ground->at({x, -y}),
                         static_cast<double>(map.heights[static_cast<std::size_t>(row * 49 + column)]));
            }
            QVERIFY(std::abs(scene.ground->at({x, -y}) - map.heightAt(x, y)) < 1e-6);
        }
        QCOMPARE(scene.name, QStringLiteral("Made Map"));
        QVERIFY(!scene.heightless);
        QCOMPARE(scene.bounds.min, glm::dvec3(0.0, 8.0, -32.0));
        QCOMPARE(scene.bounds.max.x, 48.0);
        QCOMPARE(scene.bounds.max.z, 0.0);
        QCOMPARE(scene.groundHeight, 8.0);
    }

    void theMapSaysWhoMadeIt()
    {
        MapData map = madeMap(48, 32);
        const auto told = [&map] {
            QStringList out;
            for (const model::SceneFact& fact : mapScene(map, {}).facts) {
                if (fact.name == QStringLiteral("Author"))
                    out += fact.value;
            }
            return out;
        };
        QCOMPARE(told(), QStringList());
        map.author = QStringLiteral("A mapper");
        QCOMPARE(told(), QStringList(QStringLiteral("A mapper")));
    }

    void theGroundLiesOnTheField()
    {
        const SceneDescription scene = mapScene(madeMap(48, 32), {});
        const SceneMesh* ground = meshOf(scene, SceneRole::Terrain);
        QVERIFY(ground != nullptr);
        for (const glm::vec3& v : ground->vertices)
            QVERIFY(std::abs(scene.ground->at({v.x, v.z}) - static_cast<double>(v.y)) < 1e-4);
        ground->forEachTriangle([&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            const glm::vec3 p = ground->vertices[a];
            QVERIFY(glm::cross(ground->vertices[b] - p, ground->vertices[c] - p).y > 0.0F);
        });
    }

    void largeMapsStayDrawable()
    {
        MapData map = madeMap(256, 256);
        for (std::size_t i = 0; i < map.heights.size(); ++i) {
            const auto x = static_cast<float>(i % 257), y = static_cast<float>(i / 257);
            map.heights[i] = 10.0F + std::sin(x * 0.3F) * 2.0F + std::cos(y * 0.23F) * 1.5F;
            map.colours[i] = glm::u8vec3(i * 37 % 90 + 40, i * 11 % 70 + 60, i * 5 % 60 + 30);
        }
        for (int i = 0; i < 5000; ++i)
            map.objects.push_back(placed(MapObject::Kind::Doodad, i % 2 == 0 ? "AiurTree" : "CharRocks",
                                         i % 250 + 0.5, i * 7 % 250 + 0.25));
        const SceneDescription scene = mapScene(map, {});
        std::size_t all = 0;
        for (const SceneMesh& mesh : scene.meshes) {
            QVERIFY(mesh.vertices.size() < 65536);
            all += mesh.indices.size() / 3;
        }
        QVERIFY2(all <= 40'000, qPrintable(QString::number(all)));
        QVERIFY(trianglesOf(scene, SceneRole::Terrain) > 15'000);
    }

    void itIsDarkerWhereNobodyPlays()
    {
        MapData map = madeMap(64, 64);
        map.left = map.bottom = 16;
        map.right = map.top = 48;
        std::fill(map.colours.begin(), map.colours.end(), glm::u8vec3(120));
        std::fill(map.heights.begin(), map.heights.end(), 8.0F);
        const SceneDescription scene = mapScene(map, {});
        const SceneMesh* ground = meshOf(scene, SceneRole::Terrain);
        QCOMPARE(lightNear(*ground, 16.0, 16.0), lightNear(*ground, 48.0, 48.0));
        QVERIFY(lightNear(*ground, 0.0, 0.0) < 60.0);
        QVERIFY(lightNear(*ground, 0.0, 0.0) > 40.0);
    }

    void steepGroundAndRampsHaveOtherColours()
    {
        MapData map = madeMap(32, 32);
        std::fill(map.colours.begin(), map.colours.end(), glm::u8vec3(60, 180, 60));
        for (std::size_t i = 0; i < map.heights.size(); ++i)
            map.heights[i] = i % 33 < 16 ? 8.0F : 14.0F;
        map.cliffs[static_cast<std::size_t>(10 * 32 + 8)] = 64 + 24;
        const SceneDescription scene = mapScene(map, {});
        const SceneMesh* ground = meshOf(scene, SceneRole::Terrain);
        const auto colourAt = [&](float x, float y) {
            for (std::size_t i = 0; i < ground->vertices.size(); ++i) {
                if (ground->vertices[i].x == x && ground->vertices[i].z == -y)
                    return glm::ivec3(ground->colours[i]);
            }
            return glm::ivec3(-1);
        };
        QVERIFY(colourAt(16.0F, 16.0F).y < 130);
        QVERIFY(colourAt(16.0F, 16.0F).y > 0);
        QVERIFY(colourAt(8.0F, 10.0F).x > 70);
        map.colours.clear();
        const SceneDescription plain = mapScene(map, {});
        const SceneMesh* neutral = meshOf(plain, SceneRole::Terrain);
        QCOMPARE(neutral->colours.size(), neutral->vertices.size());
        QVERIFY(lightNear(*neutral, 25.0, 12.0) > lightNear(*neutral, 5.0, 12.0));
    }

    void waterOnlyCoversWhatLiesBelowIt()
    {
        MapData map = madeMap(32, 24);
        MapWater water;
        water.low = {2.5, 4.0};
        water.high = {30.0, 20.0};
        map.waters.push_back(water);
        QCOMPARE(trianglesOf(mapScene(map, {}), SceneRole::Water), std::size_t{0});
        map.waters[0].height = 9.0;
        map.waters[0].colour = glm::vec3(0.2F, 0.4F, 1.0F);
        const SceneDescription scene = mapScene(map, {});
        const SceneMesh* surface = meshOf(scene, SceneRole::Water);
        QVERIFY(surface != nullptr);
        QCOMPARE(surface->indices.size(), std::size_t{6}); // the western half, in one piece
        float west = 99.0F, east = 0.0F;
        for (std::size_t i = 0; i < surface->vertices.size(); ++i) {
            const glm::vec3& v = surface->vertices[i];
            QCOMPARE(v.y, 9.0F);
            QVERIFY(v.z <= -4.0F && v.z >= -20.0F);
            QVERIFY(surface->colours[i] == model::SceneColour(51, 102, 255));
            west = std::min(west, v.x);
            east = std::max(east, v.x);
        }
        QCOMPARE(west, 2.5F);
        QCOMPARE(east, 16.0F);
        const glm::vec3 p = surface->vertices[surface->indices[0]];
        QVERIFY(
            glm::cross(surface->vertices[surface->indices[1]] - p, surface->vertices[surface->indices[2]] - p)
                .y > 0.0F);
        map.waters[0].height = 3.0;
        QCOMPARE(trianglesOf(mapScene(map, {}), SceneRole::Water), std::size_t{0});
        map.waters[0].height = std::nan("");
        map.waters.push_back({{}, {NAN, 0.0}, {INFINITY, 9.0}, 9.0, {}});
        map.waters.push_back({{}, {-1e9, -1e9}, {1e9, 1e9}, 9.0, {}});
        QVERIFY(trianglesOf(mapScene(map, {}), SceneRole::Water) > 0);
    }

    void whatAReplayReportsIsLeftToIt()
    {
        MapData map = madeMap(40, 40);
        using Kind = MapObject::Kind;
        map.objects = {placed(Kind::Unit, "MineralField750", 10.0, 12.5),
                       placed(Kind::Unit, "RichMineralField", 12.0, 12.5),
                       placed(Kind::Unit, "VespeneGeyser", 15.5, 12.5),
                       placed(Kind::Unit, "XelNagaTower", 20.0, 20.0),
                       placed(Kind::Unit, "DestructibleRock6x6", 25.0, 20.0),
                       placed(Kind::StartLocation, "StartLoc", 8.5, 30.5)};
        const SceneDescription alone = mapScene(map, {});
        QVERIFY(trianglesOf(alone, SceneRole::Prop) > 50);
        QCOMPARE(alone.labels.size(), std::size_t{1});
        QCOMPARE(alone.labels[0].text, QStringLiteral("Start 1"));
        QCOMPARE(alone.lines.size(), std::size_t{2});
        QCOMPARE(alone.cameras.size(), std::size_t{2});
        QCOMPARE(alone.cameras[1].target, glm::dvec3(8.5, map.heightAt(8.5, 30.5), -30.5));
        const SceneDescription recorded = mapScene(map, {}, MapUnits::LeftToReplay);
        QCOMPARE(trianglesOf(recorded, SceneRole::Prop), std::size_t{0});
        QVERIFY(recorded.labels.empty());
        QCOMPARE(recorded.lines.size(), std::size_t{1});
    }

    void thePlacesOfWhatAReplayReports()
    {
        MapData map = madeMap(40, 40);
        using Kind = MapObject::Kind;
        map.objects = {placed(Kind::Unit, "MineralField750", 10.0, 12.5),
                       placed(Kind::Unit, "VespeneGeyser", 15.5, 12.5),
                       placed(Kind::Unit, "DestructibleRock6x6", 25.0, 20.0),
                       placed(Kind::Unit, "Lyote", 26.5, 20.5), // walks about
                       placed(Kind::Doodad, "AiurTree", 30.5, 20.5)};
        QVERIFY(mapScene(map, {}).placed.empty()); // they are drawn from the map itself
        const SceneDescription scene = mapScene(map, {}, MapUnits::LeftToReplay);
        QCOMPARE(scene.placed.size(), std::size_t{3});
        QCOMPARE(scene.placed[0].type, QStringLiteral("MineralField750"));
        QCOMPARE(scene.placed[0].recorded, glm::ivec2(10, -12));
        QCOMPARE(scene.placed[0].exact, glm::dvec2(10.0, -12.5));
        QCOMPARE(scene.placed[1].recorded, glm::ivec2(15, -12));
        QCOMPARE(scene.placed[1].exact, glm::dvec2(15.5, -12.5));
        QCOMPARE(scene.placed[2].exact, glm::dvec2(25.0, -20.0));
    }

    void zonesHaveRings_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("type");
        QTest::addColumn<double>("radius"); // 0 = no ring
        const auto unit = static_cast<int>(MapObject::Kind::Unit);
        QTest::newRow("small") << unit << QStringLiteral("InhibitorZoneSmall") << 4.0;
        QTest::newRow("medium") << unit << QStringLiteral("AccelerationZoneMedium") << 5.0;
        QTest::newRow("large, of the air") << unit << QStringLiteral("InhibitorZoneFlyingLarge") << 6.0;
        QTest::newRow("another unit") << unit << QStringLiteral("XelNagaTower") << 0.0;
        QTest::newRow("no flying") << static_cast<int>(MapObject::Kind::NoFly) << QStringLiteral("NoFlyZone")
                                   << 7.5;
        QTest::newRow("no way") << static_cast<int>(MapObject::Kind::NoPath) << QStringLiteral("BlockPathing")
                                << 7.5;
    }
    void zonesHaveRings()
    {
        QFETCH(int, kind);
        QFETCH(QString, type);
        QFETCH(double, radius);
        MapData map = madeMap(40, 40);
        map.objects = {placed(static_cast<MapObject::Kind>(kind), "", 20.0, 18.0)};
        map.objects[0].type = type;
        map.objects[0].radius = 7.5;
        for (const MapUnits units : {MapUnits::Drawn, MapUnits::LeftToReplay}) {
            const SceneDescription scene = mapScene(map, {}, units);
            QCOMPARE(scene.lines.size(), radius > 0.0 ? std::size_t{2} : std::size_t{1});
            if (radius <= 0.0)
                continue;
            for (const glm::vec3& point : scene.lines[1].points) {
                const glm::dvec3 at = scene.lines[1].origin + glm::dvec3(point);
                QVERIFY(std::abs(std::hypot(at.x - 20.0, at.z + 18.0) - radius) < 1e-4);
                QVERIFY(std::abs(at.y - scene.ground->at({at.x, at.z})) < 0.15);
            }
        }
        // One that does not say how large it is has none.
        map.objects[0].radius = 0.0;
        if (kind != static_cast<int>(MapObject::Kind::Unit))
            QCOMPARE(mapScene(map, {}).lines.size(), std::size_t{1});
    }

    void whatTheMapSaysOfItself()
    {
        MapData map = madeMap(40, 30);
        map.tileSet = QStringLiteral("UlaanEx1");
        const SceneDescription scene = mapScene(map, {});
        QCOMPARE(scene.facts.size(), std::size_t{2});
        QCOMPARE(scene.facts[0].name, QStringLiteral("Size"));
        const glm::ivec4 played = map.playable();
        QCOMPARE(scene.facts[0].value, QStringLiteral("40 by 30 cells, %1 by %2 of them played on")
                                           .arg(played.z - played.x)
                                           .arg(played.w - played.y));
        QVERIFY(!scene.facts[0].valueWording.empty());
        QCOMPARE(scene.facts[1].value, QStringLiteral("UlaanEx1"));
        map.objects = {placed(MapObject::Kind::Unit, "MineralField", 10.0, 12.5)};
        const SceneDescription recorded = mapScene(map, {}, MapUnits::LeftToReplay);
        QVERIFY(recorded.facts.back().value.contains(QStringLiteral("worked out")));
    }

    void doodads_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<bool>("drawn");
        for (const char* type : {"AiurTree", "BelshirTreesTall02", "CharRockDoodad", "ulnar_crystal",
                                 "FernLarge", "TarsonisDebris", "RuinedBuilding", "StonePillar"})
            QTest::addRow("%s", type) << QString::fromLatin1(type) << true;
        for (const char* type :
             {"StreetLight", "LightRockGlow", "PurifierLogo", "DecalTree", "FogRocks", "RocketPod",
              "PathingBlocker2x2", "SoundEmitterTree", "Unknown", "", "__2__"})
            QTest::addRow("not %s", type) << QString::fromLatin1(type) << false;
    }

    void doodads()
    {
        QFETCH(QString, type);
        QFETCH(bool, drawn);
        MapData map = madeMap(40, 40);
        map.objects = {placed(MapObject::Kind::Doodad, "", 20.0, 10.0)};
        map.objects[0].type = type;
        const SceneDescription scene = mapScene(map, {}, MapUnits::LeftToReplay);
        QCOMPARE(trianglesOf(scene, SceneRole::Prop) > 0, drawn);
    }

    void propsStandWhereTheyWerePlaced()
    {
        MapData map = madeMap(40, 40);
        MapObject tree = placed(MapObject::Kind::Doodad, "AiurTree", 30.0, 10.0);
        tree.scale = glm::vec3(2.0F);
        map.objects = {tree};
        const auto lowest = [](const SceneDescription& scene) {
            const SceneMesh* mesh = meshOf(scene, SceneRole::Prop);
            glm::dvec3 low{1e9};
            for (const glm::vec3& v : mesh->vertices)
                low = glm::min(low, mesh->origin + glm::dvec3(v));
            return low;
        };
        glm::dvec3 low = lowest(mapScene(map, {}));
        QVERIFY(std::abs(low.y - map.heightAt(30.0, 10.0)) < 1e-4);
        QVERIFY(low.x > 27.0 && low.x < 29.5);
        QVERIFY(low.z > -13.0 && low.z < -10.5);
        map.objects[0].heightAbsolute = true;
        map.objects[0].position.z = 12.0;
        low = lowest(mapScene(map, {}));
        QVERIFY(std::abs(low.y - 12.0) < 1e-4);
        // What floats in the sky, is tiny or far away is left out; what is no number, too.
        map.objects.clear();
        tree.heightAbsolute = true;
        for (const double height : {90.0, std::nan("")}) {
            map.objects.push_back(tree);
            map.objects.back().position.z = height;
        }
        tree.heightAbsolute = false;
        tree.scale = glm::vec3(0.05F);
        map.objects.push_back(tree);
        tree.scale = glm::vec3(1.0F);
        tree.position.x = 400.0;
        map.objects.push_back(tree);
        QCOMPARE(trianglesOf(mapScene(map, {}), SceneRole::Prop), std::size_t{0});
    }

    void pictureAndBoundsLieInTheWorld()
    {
        MapData map = madeMap(40, 30);
        map.pictureWidth = map.right - map.left;
        map.pictureHeight = map.top - map.bottom;
        map.picture.resize(static_cast<std::size_t>(map.pictureWidth * map.pictureHeight));
        map.picture[0] = glm::u8vec3(9, 8, 7);
        const SceneDescription scene = mapScene(map, {});
        QCOMPARE(scene.picture.width, 32);
        QCOMPARE(scene.picture.low, glm::dvec2(3.0, -26.0));
        QCOMPARE(scene.picture.high, glm::dvec2(35.0, -2.0));
        QVERIFY(scene.picture.pixels[0] == model::SceneColour(9, 8, 7));
        // Rounded inwards to even numbers, and laid on the ground.
        float west = 99.0F, south = -99.0F;
        for (const glm::vec3& point : scene.lines[0].points) {
            QVERIFY(std::abs(static_cast<double>(point.y) - scene.ground->at({point.x, point.z})) < 0.1);
            west = std::min(west, point.x);
            south = std::max(south, point.z);
        }
        QCOMPARE(west, 4.0F);
        QCOMPARE(south, -2.0F);
        map.picture.pop_back();
        QVERIFY(mapScene(map, {}).picture.pixels.empty());
    }

    void partsThatAreMissing()
    {
        MapData map = madeMap(20, 20);
        map.name.clear();
        map.holes.pop_back();
        map.cliffs.clear();
        map.colours.pop_back();
        map.left = 500;
        const SceneDescription scene = mapScene(map, QStringLiteral("x.s2ma"));
        QCOMPARE(scene.name, QStringLiteral("x.s2ma"));
        QVERIFY(trianglesOf(scene, SceneRole::Terrain) > 0);
        map.heights.pop_back();
        map.waters.push_back({{}, {0.0, 0.0}, {20.0, 20.0}, 9.0, {}});
        const SceneDescription bare = mapScene(map, {});
        QVERIFY(bare.meshes.empty());
        QVERIFY(bare.ground == nullptr);
        QVERIFY(mapScene({}, {}).meshes.empty());
    }

    void whatSpeaksAgainstAMap()
    {
        MapData map = madeMap(40, 30);
        map.objects = {placed(MapObject::Kind::StartLocation, "StartLoc", 8.5, 20.5),
                       placed(MapObject::Kind::StartLocation, "StartLoc", 30.5, 9.5)};
        RecordedMap recorded;
        QVERIFY(mapDoubt(map, recorded).isEmpty());
        recorded.width = 40;
        recorded.height = 30;
        recorded.townHalls = {{QStringLiteral("Ann"), {8.0, 20.0}}, {QStringLiteral("Bob"), {30.0, 9.0}}};
        QVERIFY(mapDoubt(map, recorded).isEmpty());
        recorded.townHalls[1].place.x = 29.0;
        QCOMPARE(mapDoubt(map, recorded).text(),
                 QStringLiteral("Bob begins where the map has no start place."));
        recorded.height = 256;
        QCOMPARE(mapDoubt(map, recorded).text(),
                 QStringLiteral("The map has 40 by 30 cells, that of the recording 40 by 256. "
                                "Bob begins where the map has no start place."));
        map.objects.clear();
        recorded.height = 0;
        QVERIFY(mapDoubt(map, recorded).isEmpty());
    }

    void whatCouldNotBeReadIsNoted()
    {
        MapData map = madeMap(8, 8);
        QVERIFY(unreadParts(map).isEmpty());
        map.diagnostics.push_back({.code = {}, .message = QStringLiteral("t3Water ends early.")});
        QCOMPARE(unreadParts(map).text(),
                 QStringLiteral("A part of the map was left out: t3Water ends early."));
        map.diagnostics.push_back({.code = {}, .message = QStringLiteral("Objects is no XML.")});
        QCOMPARE(unreadParts(map).text(),
                 QStringLiteral("2 parts of the map were left out, the first: t3Water ends early."));
    }
};

} // namespace tst_sc2_map_scene

GHOSTLINE_TEST(tst_sc2_map_scene, TestSc2MapScene, void)
#include "tst_sc2_map_scene.moc"
