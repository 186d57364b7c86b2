// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces in tiles: nothing is lost, what is out of view is left out, and detail falls away with distance.
#include "render/scenery_tiles.h"

#include "render/visible_box.h"
#include "tests/render/streets.h"

#include <QTest>

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>

using namespace ghostline;
using namespace ghostline::render;

namespace {

using Triangle = std::array<std::uint32_t, 3>;

std::vector<Triangle> trianglesOf(const SceneryData& data)
{
    const auto* indices = reinterpret_cast<const std::uint32_t*>(data.surfaceIndices.constData());
    std::vector<Triangle> out;
    for (unsigned i = 0; i < data.surfaceIndexCount; i += 3)
        out.push_back({indices[i], indices[i + 1], indices[i + 2]});
    std::sort(out.begin(), out.end());
    return out;
}

unsigned drawn(const SceneryData& data, const glm::dmat4& view, const glm::dmat4& projection)
{
    unsigned sum = 0;
    for (const SceneryTile& tile : data.tiles)
        sum += tile.seenFrom(data.origin, view, projection, 720.0);
    return sum;
}

const glm::dmat4 Lens = glm::perspective(0.8, 16.0 / 9.0, 0.5, 20'000.0);

} // namespace

class TestSceneryTiles : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nothingIsLost();
    void littleIsOneTile();
    void boxes_data();
    void boxes();
    void detailFallsAway_data();
    void detailFallsAway();
    void turnedAwayNothingIsDrawn();
    void damagedMeshes();
};

void TestSceneryTiles::nothingIsLost()
{
    const model::SceneDescription scene = test::streets(10);
    const SceneryData data = buildScenery(scene, Theme::dark());
    std::size_t indices = 0;
    for (const model::SceneMesh& mesh : scene.meshes)
        indices += mesh.indices.size();
    QCOMPARE(data.surfaceIndexCount, unsigned(indices));
    QVERIFY(data.tiles.size() > 16 && data.tiles.size() <= 100);
    unsigned next = 0;
    for (const SceneryTile& tile : data.tiles) {
        QCOMPARE(tile.first, next);
        QVERIFY(std::is_sorted(tile.ends.begin(), tile.ends.end()));
        next += tile.ends.back();
    }
    QCOMPARE(next, data.surfaceIndexCount);
    // The same triangles, each once, and every corner in its tile's box.
    const std::vector<Triangle> all = trianglesOf(data);
    QVERIFY(std::adjacent_find(all.begin(), all.end()) == all.end());
    const auto* at = reinterpret_cast<const std::uint32_t*>(data.surfaceIndices.constData());
    const auto* vertices = reinterpret_cast<const SceneryVertex*>(data.surfaces.constData());
    for (const SceneryTile& tile : data.tiles) {
        for (unsigned i = tile.first; i < tile.first + tile.ends.back(); ++i) {
            const float* p = vertices[at[i]].position;
            const glm::vec3 v{p[0], p[1], p[2]};
            QVERIFY(glm::all(glm::lessThanEqual(tile.low, v)) && glm::all(glm::lessThanEqual(v, tile.high)));
        }
    }
}

void TestSceneryTiles::littleIsOneTile()
{
    const SceneryData data = buildScenery(test::streets(1), Theme::dark());
    QCOMPARE(data.tiles.size(), std::size_t{1});
    QVERIFY(buildScenery({}, Theme::dark()).tiles.empty());
}

void TestSceneryTiles::boxes_data()
{
    QTest::addColumn<glm::dvec3>("low");
    QTest::addColumn<bool>("visible"); // from the origin, looking along -z
    QTest::newRow("ahead") << glm::dvec3(-1, -1, -10) << true;
    QTest::newRow("behind") << glm::dvec3(-1, -1, 10) << false;
    QTest::newRow("left") << glm::dvec3(-30, -1, -10) << false;
    QTest::newRow("right") << glm::dvec3(30, -1, -10) << false;
    QTest::newRow("above") << glm::dvec3(-1, 30, -10) << false;
    QTest::newRow("below") << glm::dvec3(-1, -30, -10) << false;
    QTest::newRow("around") << glm::dvec3(-1, -1, -1) << true;
}

void TestSceneryTiles::boxes()
{
    QFETCH(glm::dvec3, low);
    QFETCH(bool, visible);
    QCOMPARE(boxVisible(low, low + glm::dvec3(2.0), Lens), visible);
}

void TestSceneryTiles::detailFallsAway_data()
{
    QTest::addColumn<double>("distance");
    QTest::addColumn<bool>("parallel");
    QTest::addColumn<int>("detail");
    const auto row = [](const char* name, double distance, bool parallel, SceneryDetail detail) {
        QTest::newRow(name) << distance << parallel << static_cast<int>(detail);
    };
    row("on it", 10.0, false, SceneryDetail::Line);
    row("at the end of the street", 250.0, false, SceneryDetail::Line);
    row("over the town", 800.0, false, SceneryDetail::Small);
    row("far above", 3000.0, false, SceneryDetail::Broad);
    row("near, without perspective", 100.0, true, SceneryDetail::Line);
    row("all of it, without perspective", 2000.0, true, SceneryDetail::Broad);
}

void TestSceneryTiles::detailFallsAway()
{
    QFETCH(double, distance);
    QFETCH(bool, parallel);
    QFETCH(int, detail);
    const SceneryTile tile{{-5, 0, -5}, {5, 0, 5}, 0, {30, 60, 90}};
    const glm::dmat4 view = glm::lookAt(glm::dvec3(0, distance, 0), glm::dvec3(0), glm::dvec3(0, 0, -1));
    // `distance` is then how many metres are seen from top to bottom.
    const glm::dmat4 projection =
        parallel ? glm::ortho(-distance, distance, -distance / 2, distance / 2, 0.1, 1e5) : Lens;
    QCOMPARE(tile.seenFrom({}, view, projection, 720.0), tile.ends[static_cast<std::size_t>(detail)]);
}

void TestSceneryTiles::turnedAwayNothingIsDrawn()
{
    const SceneryData data = buildScenery(test::streets(10), Theme::dark());
    const glm::dvec3 eye{500.0, 3.0, -10.0};
    const unsigned away =
        drawn(data, glm::lookAt(eye, eye + glm::dvec3(0, 0, -1), glm::dvec3(0, 1, 0)), Lens);
    const unsigned along =
        drawn(data, glm::lookAt(eye, eye + glm::dvec3(0, 0, 1), glm::dvec3(0, 1, 0)), Lens);
    QVERIFY(away < data.surfaceIndexCount / 50);
    QVERIFY(along > data.surfaceIndexCount / 10);
    QVERIFY(along < data.surfaceIndexCount * 7 / 10);
}

void TestSceneryTiles::damagedMeshes()
{
    model::SceneDescription scene = test::streets(4);
    scene.meshes[0].vertices[3].x = std::numeric_limits<float>::quiet_NaN();
    scene.meshes[0].vertices[4].z = std::numeric_limits<float>::infinity();
    scene.meshes[0].indices[7] = 4'000'000'000U;
    const SceneryData data = buildScenery(scene, Theme::light());
    unsigned sum = 0;
    for (const SceneryTile& tile : data.tiles)
        sum += tile.ends.back();
    QCOMPARE(sum, data.surfaceIndexCount);
}

QTEST_GUILESS_MAIN(TestSceneryTiles)
#include "tst_scenery_tiles.moc"
