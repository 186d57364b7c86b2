// SPDX-License-Identifier: GPL-3.0-or-later
// Surroundings with colours of their own: how light falls on them, in both themes, near and far, and from
// above.
#include "render/scenery/scenery.h"

#include "hill_fixture.h"
#include "render/base/light.h"
#include "render/scenery/ground_picture.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>
#include <map>

namespace tst_scenery {

using namespace ghostline;
using namespace ghostline::render;
using model::SceneMesh;
using model::SceneRole;

namespace {

std::span<const SceneryVertex> verticesOf(const QByteArray& bytes)
{
    return {reinterpret_cast<const SceneryVertex*>(bytes.constData()),
            static_cast<std::size_t>(bytes.size()) / sizeof(SceneryVertex)};
}

glm::vec3 colourOf(const SceneryVertex& v) { return {v.colour[0], v.colour[1], v.colour[2]}; }

float brightness(const glm::vec3& c) { return c.x + c.y + c.z; }

/// One side of a roof with its ridge along z at x = 0, 10 m high and as wide; `side` -1 = the western one.
/// The vertices of the ridge belong to both.
SceneMesh roofSide(float side, SceneRole role, const model::SceneColour& colour)
{
    SceneMesh mesh;
    mesh.role = role;
    mesh.origin = {5.0 * static_cast<double>(side), 0.0, 0.0};
    mesh.vertices = {{-5.0F * side, 10.0F, -5.0F},
                     {-5.0F * side, 10.0F, 5.0F},
                     {5.0F * side, 0.0F, 5.0F},
                     {5.0F * side, 0.0F, -5.0F}};
    mesh.indices = side > 0.0F ? std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}
                               : std::vector<std::uint32_t>{0, 2, 1, 0, 3, 2};
    mesh.colours.assign(4, colour);
    return mesh;
}

constexpr model::SceneColour Grey{160, 160, 160};

model::SceneDescription roof(SceneRole role)
{
    model::SceneDescription scene;
    scene.meshes = {roofSide(-1.0F, role, Grey), roofSide(1.0F, role, Grey)};
    return scene;
}

/// Shades of the vertices at the ridge and below it, west and east.
std::map<int, std::vector<float>> shadesByX(const SceneryData& data)
{
    std::map<int, std::vector<float>> shades;
    for (const SceneryVertex& v : verticesOf(data.surfaces))
        shades[static_cast<int>(std::lround(static_cast<double>(v.position[0]) + data.origin.x))].push_back(
            brightness(colourOf(v)));
    return shades;
}

} // namespace

class TestScenery : public QObject
{
    Q_OBJECT
private:
    static void themes()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    static const Theme& theme(bool dark) { return dark ? Theme::dark() : Theme::light(); }

private Q_SLOTS:
    void theSunStandsHighInTheNorthWest_data() { themes(); }
    void theSunStandsHighInTheNorthWest()
    {
        QFETCH(bool, dark);
        const Light& light = lightOn(theme(dark).ground);
        QVERIFY(std::abs(glm::length(light.toSun) - 1.0F) < 1e-5F);
        QVERIFY(light.toSun.x < 0.0F && light.toSun.z < 0.0F && light.toSun.y > 0.6F);
        const auto shade = [&light](const glm::vec3& n) { return brightness(light.at(n)) / 3.0F; };
        const float up = shade({0, 1, 0});
        QVERIFY2(up > 0.95F && up < 1.08F, qPrintable(QString::number(static_cast<double>(up))));
        QVERIFY(up > shade({-1, 0, 0}) && shade({-1, 0, 0}) > shade({1, 0, 0}));
        QVERIFY(shade({0, 0, -1}) > shade({0, 0, 1}) && shade({0, 0, 1}) > shade({0, -1, 0}));
        QVERIFY(shade({0, 0, 1}) > 0.55F); // what turns away from it is seen, too
    }

    /// A neighbour that belongs to another piece makes no seam.
    void terrainIsLitSmoothly_data() { themes(); }
    void terrainIsLitSmoothly()
    {
        QFETCH(bool, dark);
        const auto shades = shadesByX(buildScenery(roof(SceneRole::Terrain), theme(dark)));
        QCOMPARE(shades.size(), std::size_t{3});
        const std::vector<float>& ridge = shades.at(0);
        QCOMPARE(ridge.size(), std::size_t{4});
        const auto [least, most] = std::ranges::minmax(ridge);
        QVERIFY(most - least < 1e-5F);
        const float west = shades.at(-10).front(), east = shades.at(10).front();
        QVERIFY(west > east && ridge.front() > east);
    }

    void propsAreLitByFaces()
    {
        const auto shades = shadesByX(buildScenery(roof(SceneRole::Prop), Theme::dark()));
        QCOMPARE(shades.at(-10).front(), *std::ranges::max_element(shades.at(0)));
        QCOMPARE(shades.at(10).front(), *std::ranges::min_element(shades.at(0)));
        QVERIFY(shades.at(-10).front() > shades.at(10).front());
    }

    void ownColoursGoWithTheTheme()
    {
        const model::SceneColour sand{200, 180, 120};
        const glm::vec3 own = glm::vec3(sand) / 255.0F;
        const glm::vec3 dark = adaptedColour(sand, Ground::Dark);
        const glm::vec3 light = adaptedColour(sand, Ground::Light);
        QVERIFY(brightness(dark) < 0.75F * brightness(own));
        QVERIFY(brightness(light) > brightness(own));
        QVERIFY(dark.x - dark.z < own.x - own.z);                                              // greyer
        QVERIFY(dark.x > dark.y && dark.y > dark.z && light.x > light.y && light.y > light.z); // the same hue
        // What moves stands out even from the lightest ground of a dark picture, and the other way round.
        const auto shown = [](const glm::vec3& c) { return QColor::fromRgbF(c.x, c.y, c.z); };
        QVERIFY(contrast(shown(adaptedColour({255, 255, 255}, Ground::Dark)), Qt::white) > 2.0);
        QVERIFY(contrast(shown(adaptedColour({0, 0, 0}, Ground::Light)), Qt::black) > 2.0);
    }

    void aWrongNumberOfColoursIsThatOfTheRole()
    {
        model::SceneDescription scene = roof(SceneRole::Prop);
        for (SceneMesh& mesh : scene.meshes)
            mesh.colours.resize(3);
        const SceneryData data = buildScenery(scene, Theme::dark());
        const QColor role = Theme::dark().scene(SceneRole::Prop);
        for (const SceneryVertex& v : verticesOf(data.surfaces)) {
            const glm::vec3 c = colourOf(v);
            QVERIFY(std::abs(c.x / c.y - role.redF() / role.greenF()) < 0.08F);
        }
    }

    void waterIsSeenThrough()
    {
        const SceneryData data = buildScenery(test::slopeScene(), Theme::dark());
        QCOMPARE(data.waterVertexCount, 6U);
        QCOMPARE(data.shellVertexCount, 0U);
        QCOMPARE(data.surfaceVertexCount, 4U);
        for (const SceneryVertex& v : verticesOf(data.water))
            QVERIFY(v.layer > 0.3F && v.layer < 0.9F); // its opacity
        model::SceneDescription only = test::slopeScene();
        only.meshes.erase(only.meshes.begin());
        QVERIFY(!buildScenery(only, Theme::dark()).empty());
        QVERIFY(buildScenery({}, Theme::dark()).empty());
    }

    void terrainFarAwayKeepsItsColours()
    {
        // Level, so that simplifying would leave two triangles of it.
        model::SceneDescription scene;
        SceneMesh& mesh = scene.meshes.emplace_back();
        mesh.role = SceneRole::Terrain;
        constexpr std::uint32_t Side = 60;
        for (std::uint32_t z = 0; z <= Side; ++z) {
            for (std::uint32_t x = 0; x <= Side; ++x) {
                mesh.vertices.emplace_back(4.0F * static_cast<float>(x), 0.0F, 4.0F * static_cast<float>(z));
                mesh.colours.push_back(x % 2 == 0 ? Grey : model::SceneColour{60, 120, 60});
            }
        }
        for (std::uint32_t z = 0; z < Side; ++z) {
            for (std::uint32_t x = 0; x < Side; ++x) {
                const std::uint32_t n = z * (Side + 1) + x;
                for (const std::uint32_t k : {n, n + Side + 1, n + 1, n + 1, n + Side + 1, n + Side + 2})
                    mesh.indices.push_back(k);
            }
        }
        const SceneryData data = buildScenery(scene, Theme::dark());
        QVERIFY(data.tiles.size() > 1);
        const glm::dmat4 view =
            glm::lookAt(glm::dvec3(120.0, 9000.0, 120.0), glm::dvec3(120.0, 0.0, 120.0), {0.0, 0.0, -1.0});
        const glm::dmat4 projection = glm::perspective(0.9, 1.6, 1.0, 20'000.0);
        unsigned seen = 0;
        for (const SceneryTile& tile : data.tiles)
            seen += tile.visibleFrom(data.origin, view, projection, 720.0).count;
        QCOMPARE(seen, 6 * Side * Side);
    }

    void fogBeginsBehindWhatIsLookedAt()
    {
        model::Bounds town;
        town.include({0.0, 0.0, 0.0});
        town.include({600.0, 20.0, 400.0});
        for (const double distance : {10.0, 100.0, 900.0}) {
            const Fog fog = fogOver(Theme::dark(), town, distance);
            QVERIFY(fog.density > 0.0 && fog.density < 1.0);
            QVERIFY(fog.start >= 1.5 * distance && fog.end > fog.start + 500.0);
            QCOMPARE(fog.colour, Theme::dark().skyBottom);
        }
        model::Bounds arena;
        arena.include({-40.0, 0.0, -80.0});
        arena.include({40.0, 20.0, 80.0});
        QCOMPARE(fogOver(Theme::dark(), arena, 100.0).density, 0.0);
        QCOMPARE(fogOver(Theme::dark(), {}, 100.0).density, 0.0);
    }

    // ---- from above ----

    void theMapsOwnPictureIsItsGround_data() { themes(); }
    void theMapsOwnPictureIsItsGround()
    {
        QFETCH(bool, dark);
        model::SceneDescription scene = test::slopeScene();
        scene.picture = {2, 1, {{200, 100, 50}, {10, 20, 30}}, {-8.0, 4.0}, {8.0, 12.0}};
        const GroundPicture picture = groundPicture(scene, theme(dark));
        QCOMPARE(picture.image.size(), QSize(2, 1));
        QCOMPARE(picture.ground, QRectF(-8.0, 4.0, 16.0, 8.0));
        const glm::vec3 left = adaptedColour({200, 100, 50}, theme(dark).ground) * 255.0F;
        QVERIFY(std::abs(static_cast<float>(picture.image.pixelColor(0, 0).red()) - left.x) <= 1.0F);
        QVERIFY(picture.image.pixel(0, 0) != picture.image.pixel(1, 0));
    }

    void aDamagedPictureIsNone_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("pixels");
        QTest::addColumn<double>("east");
        QTest::newRow("too few pixels") << 2 << 2 << 3 << 8.0;
        QTest::newRow("too many") << 2 << 2 << 5 << 8.0;
        QTest::newRow("negative") << -2 << -2 << 4 << 8.0;
        QTest::newRow("covers nothing") << 2 << 2 << 4 << 0.0;
        QTest::newRow("no number") << 2 << 2 << 4 << std::nan("");
        QTest::newRow("without end") << 2 << 2 << 4 << std::numeric_limits<double>::infinity();
        QTest::newRow("overflows") << 65536 << 65536 << 0 << 8.0;
    }
    void aDamagedPictureIsNone()
    {
        QFETCH(int, width);
        QFETCH(int, height);
        QFETCH(int, pixels);
        QFETCH(double, east);
        model::SceneDescription scene;
        scene.picture.width = width;
        scene.picture.height = height;
        scene.picture.pixels.resize(static_cast<std::size_t>(pixels));
        scene.picture.high = {east, 8.0};
        QVERIFY(groundPicture(scene, Theme::dark()).image.isNull());
    }

    void terrainWithoutAPictureIsPainted_data() { themes(); }
    void terrainWithoutAPictureIsPainted()
    {
        QFETCH(bool, dark);
        const GroundPicture picture = groundPicture(test::slopeScene(), theme(dark));
        QVERIFY(!picture.image.isNull());
        QVERIFY(std::abs(picture.ground.width() - 200.0) < 1.0);
        const auto at = [&picture](double x, double z) {
            const QPointF share((x - picture.ground.left()) / picture.ground.width(),
                                (z - picture.ground.top()) / picture.ground.height());
            return picture.image.pixelColor(static_cast<int>(share.x() * picture.image.width()),
                                            static_cast<int>(share.y() * picture.image.height()));
        };
        const QColor land = at(-50.0, 10.0);
        QCOMPARE(land.alpha(), 255);
        QVERIFY(land.green() > land.red() && land.red() > land.blue());
        const QColor pond = at(75.0, 0.0);
        QVERIFY(pond.blue() > land.blue() && pond.blue() > pond.red());
        // A slope that turns to the sun is lighter than one that turns away.
        const GroundPicture ridge = groundPicture(roof(SceneRole::Terrain), theme(dark));
        const QColor west = ridge.image.pixelColor(ridge.image.width() / 4, ridge.image.height() / 2);
        const QColor east = ridge.image.pixelColor(3 * ridge.image.width() / 4, ridge.image.height() / 2);
        QVERIFY(west.lightness() > east.lightness());
    }

    void damagedTerrainIsLeftOut()
    {
        model::SceneDescription scene = test::slopeScene();
        scene.meshes[0].vertices[2].x = std::nanf("");
        scene.meshes[0].indices.push_back(99);
        QVERIFY(!groundPicture(scene, Theme::dark()).image.isNull());
        QVERIFY(!buildScenery(scene, Theme::dark()).empty());
        QVERIFY(groundPicture({}, Theme::dark()).image.isNull());
    }
};

} // namespace tst_scenery

GHOSTLINE_TEST(tst_scenery, TestScenery)
#include "tst_scenery.moc"
