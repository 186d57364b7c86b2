// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces in tiles: nothing is lost, what is out of view is left out, detail falls away with distance, and
// what is far away has few triangles that look the same.
#include "render/scenery/scenery_tiles.h"
#include "render/scenery/surface_simplifier.h"

#include "render/base/frustum_culling.h"
#include "tests/render/streets.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>

namespace tst_scenery_tiles {

using namespace ghostline;
using namespace ghostline::render;

namespace {

using Triangle = std::array<std::uint32_t, 3>;

std::vector<Triangle> trianglesOf(const SceneryData& data, unsigned first, unsigned count)
{
    const auto* indices = reinterpret_cast<const std::uint32_t*>(data.surfaceIndices.constData());
    std::vector<Triangle> out;
    for (unsigned i = first; i < first + count; i += 3)
        out.push_back({indices[i], indices[i + 1], indices[i + 2]});
    std::sort(out.begin(), out.end());
    return out;
}

glm::dvec3 placeOf(const SceneryData& data, std::uint32_t vertex)
{
    const float* p = reinterpret_cast<const SceneryVertex*>(data.surfaces.constData())[vertex].position;
    return {p[0], p[1], p[2]};
}

/// Seen from above, whether something flat is there, for every place of a net over the tile.
std::vector<bool> flatPlaces(const SceneryData& data, const SceneryTile& tile, const SceneryLod& level)
{
    constexpr float Step = 0.9F; // no street lies in step with it
    const glm::vec3 size = tile.high - tile.low;
    const auto across = static_cast<std::size_t>(size.x / Step) + 1;
    const auto along = static_cast<std::size_t>(size.z / Step) + 1;
    std::vector<bool> covered(across * along);
    const auto first = [&](double low) {
        return static_cast<std::size_t>(std::max(std::ceil(low / Step), 0.0));
    };
    for (const Triangle& t : trianglesOf(data, level.first, level.ends.front())) {
        const std::array corners{placeOf(data, t[0]), placeOf(data, t[1]), placeOf(data, t[2])};
        const glm::dvec3 origin{tile.low};
        const auto side = [](const glm::dvec3& a, const glm::dvec3& b, double x, double z) {
            return (b.x - a.x) * (z - a.z) - (b.z - a.z) * (x - a.x);
        };
        const glm::dvec3 low = glm::min(corners[0], glm::min(corners[1], corners[2])) - origin;
        const glm::dvec3 high = glm::max(corners[0], glm::max(corners[1], corners[2])) - origin;
        for (std::size_t row = first(low.z); row < along && Step * static_cast<double>(row) <= high.z;
             ++row) {
            for (std::size_t c = first(low.x); c < across && Step * static_cast<double>(c) <= high.x; ++c) {
                const double x = origin.x + Step * static_cast<double>(c);
                const double z = origin.z + Step * static_cast<double>(row);
                const double a = side(corners[0], corners[1], x, z);
                const double b = side(corners[1], corners[2], x, z);
                const double d = side(corners[2], corners[0], x, z);
                if ((a >= 0.0 && b >= 0.0 && d >= 0.0) || (a <= 0.0 && b <= 0.0 && d <= 0.0))
                    covered[row * across + c] = true;
            }
        }
    }
    return covered;
}

/// Half a turn, 4 m wide, cut every degree into pieces that have corners of their own.
model::SceneDescription bend(double radius)
{
    model::SceneMesh mesh;
    mesh.role = model::SceneRole::Road;
    const auto at = [](double degrees, double r) {
        return glm::vec3(r * std::cos(glm::radians(degrees)), 0.0, r * std::sin(glm::radians(degrees)));
    };
    for (int degrees = 0; degrees < 180; ++degrees) {
        const auto n = static_cast<std::uint32_t>(mesh.vertices.size());
        for (const auto& [d, r] : {std::pair{degrees, radius},
                                   {degrees + 1, radius},
                                   {degrees + 1, radius + 4.0},
                                   {degrees, radius + 4.0}})
            mesh.vertices.push_back(at(d, r));
        for (const std::uint32_t k : {0U, 1U, 2U, 0U, 2U, 3U})
            mesh.indices.push_back(n + k);
    }
    model::SceneDescription scene;
    scene.meshes.push_back(std::move(mesh));
    return scene;
}

unsigned drawn(const SceneryData& data, const glm::dmat4& view, const glm::dmat4& projection)
{
    unsigned sum = 0;
    for (const SceneryTile& tile : data.tiles)
        sum += tile.visibleFrom(data.origin, view, projection, 720.0).count;
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
    void farAwayFewWillDo();
    void aBendStaysOne();
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
    QVERIFY(data.tiles.size() > 16 && data.tiles.size() <= 100);
    unsigned next = 0;
    for (const SceneryTile& tile : data.tiles) {
        QCOMPARE(tile.fine.first, next);
        QVERIFY(std::is_sorted(tile.fine.ends.begin(), tile.fine.ends.end()));
        next += tile.fine.ends.back();
    }
    QCOMPARE(next, unsigned(indices));
    // The same triangles, each once, and every corner in its tile's box.
    const std::vector<Triangle> all = trianglesOf(data, 0, next);
    QVERIFY(std::adjacent_find(all.begin(), all.end()) == all.end());
    for (const SceneryTile& tile : data.tiles) {
        for (const SceneryLod& level : {tile.fine, tile.coarse}) {
            for (const Triangle& triangle : trianglesOf(data, level.first, level.ends.back())) {
                for (const std::uint32_t vertex : triangle) {
                    const glm::vec3 v{placeOf(data, vertex)};
                    QVERIFY(glm::all(glm::lessThanEqual(tile.low, v)));
                    QVERIFY(glm::all(glm::lessThanEqual(v, tile.high)));
                }
            }
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
    QCOMPARE(intersectsFrustum(low, low + glm::dvec3(2.0), Lens), visible);
}

void TestSceneryTiles::detailFallsAway_data()
{
    QTest::addColumn<double>("distance");
    QTest::addColumn<bool>("parallel");
    QTest::addColumn<int>("detail");
    QTest::addColumn<bool>("coarse");
    const auto row = [](const char* name, double distance, bool parallel, SceneryDetail detail, bool coarse) {
        QTest::newRow(name) << distance << parallel << static_cast<int>(detail) << coarse;
    };
    row("on it", 10.0, false, SceneryDetail::Line, false);
    row("at the end of the street", 250.0, false, SceneryDetail::Line, false);
    row("over a quarter", 500.0, false, SceneryDetail::Small, false);
    row("over the town", 1000.0, false, SceneryDetail::Small, true);
    row("far above", 3000.0, false, SceneryDetail::Solid, true);
    row("near, without perspective", 100.0, true, SceneryDetail::Line, false);
    row("all of it, without perspective", 2000.0, true, SceneryDetail::Solid, true);
}

void TestSceneryTiles::detailFallsAway()
{
    QFETCH(double, distance);
    QFETCH(bool, parallel);
    QFETCH(int, detail);
    QFETCH(bool, coarse);
    const SceneryTile tile{{-5, 0, -5}, {5, 0, 5}, {0, {30, 45, 60, 90}}, {90, {3, 18, 33, 33}}};
    const glm::dmat4 view = glm::lookAt(glm::dvec3(0, distance, 0), glm::dvec3(0), glm::dvec3(0, 0, -1));
    // `distance` is then how many metres are seen from top to bottom.
    const glm::dmat4 projection =
        parallel ? glm::ortho(-distance, distance, -distance / 2, distance / 2, 0.1, 1e5) : Lens;
    const IndexRange seen = tile.visibleFrom({}, view, projection, 720.0);
    const SceneryLod& level = coarse ? tile.coarse : tile.fine;
    QCOMPARE(seen.first, level.first);
    QCOMPARE(seen.count, level.ends[static_cast<std::size_t>(detail)]);
}

void TestSceneryTiles::farAwayFewWillDo()
{
    const SceneryData data = buildScenery(test::streets(10), Theme::dark());
    for (const SceneryTile& tile : data.tiles) {
        // Straight pieces become one; no road mark is left, every lamp is.
        QVERIFY2(
            tile.coarse.ends.front() * 3 < tile.fine.ends.front(),
            qPrintable(QStringLiteral("%1 of %2").arg(tile.coarse.ends.front()).arg(tile.fine.ends.front())));
        const std::vector<bool> fine = flatPlaces(data, tile, tile.fine);
        const std::vector<bool> coarse = flatPlaces(data, tile, tile.coarse);
        const auto street = std::ranges::count(fine, true);
        std::ptrdiff_t differ = 0;
        for (std::size_t i = 0; i < fine.size(); ++i)
            differ += fine[i] != coarse[i] ? 1 : 0;
        QVERIFY2(differ * 100 <= street, qPrintable(QStringLiteral("%1 of %2").arg(differ).arg(street)));
        const auto lamps = [](const SceneryLod& level) {
            return level.ends[static_cast<std::size_t>(SceneryDetail::Small)] - level.ends.front();
        };
        QCOMPARE(lamps(tile.coarse), lamps(tile.fine));
        QCOMPARE(tile.coarse.ends.back(), tile.coarse.ends.front() + lamps(tile.fine));
    }
    const glm::dmat4 above =
        glm::lookAt(glm::dvec3(500, 900, 1300), glm::dvec3(500, 0, 520), glm::dvec3(0, 1, 0));
    QVERIFY(drawn(data, above, Lens) < 3 * 20'000);
}

void TestSceneryTiles::aBendStaysOne()
{
    constexpr double Radius = 50.0;
    const SceneryData data = buildScenery(bend(Radius), Theme::dark());
    QCOMPARE(data.tiles.size(), std::size_t{1});
    const SceneryLod& coarse = data.tiles.front().coarse;
    QVERIFY(coarse.ends.front() * 3 < data.tiles.front().fine.ends.front());
    QVERIFY(coarse.ends.front() > 3 * 10);
    const auto inBend = [&](const glm::dvec3& place) {
        const double radius = glm::length(place);
        return radius > Radius - CoarseMetres && radius < Radius + 4.0 + CoarseMetres;
    };
    for (const Triangle& t : trianglesOf(data, coarse.first, coarse.ends.front())) {
        for (std::size_t k = 0; k < 3; ++k)
            QVERIFY(inBend((placeOf(data, t[k]) + placeOf(data, t[(k + 1) % 3])) / 2.0));
    }
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
        sum += tile.fine.ends.back();
    for (const SceneryTile& tile : data.tiles) {
        QCOMPARE(tile.coarse.first, sum);
        sum += tile.coarse.ends.back();
    }
    QCOMPARE(sum, data.surfaceIndexCount);
}

} // namespace tst_scenery_tiles

GHOSTLINE_TEST(tst_scenery_tiles, TestSceneryTiles)
#include "tst_scenery_tiles.moc"
