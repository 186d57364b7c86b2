// SPDX-License-Identifier: GPL-3.0-or-later
// Marked pieces of ground in the 3D view: where their lines are, and that they are seen on both grounds.
#include "render/base/selection.h"
#include "render/view/zone_layer.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"
#include "view_fixture.h"
#include "world_fixture.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tst_zone_lines {

using namespace ghostline;
using namespace ghostline::render;
using test::World;

namespace {

model::Zone circle(double x, double z, double radius)
{
    model::Zone zone;
    zone.name = QStringLiteral("Gate");
    zone.centre = {x, z};
    zone.radius = radius;
    return zone;
}

model::Zone square(double half)
{
    model::Zone zone;
    zone.name = QStringLiteral("Yard");
    zone.corners = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    return zone;
}

ViewContent marked(std::vector<model::Zone> zones, int chosen = -1, bool shown = true)
{
    ViewContent content;
    content.zones = std::move(zones);
    content.chosenZone = chosen;
    content.options.zones = shown;
    return content;
}

/// Without their casings: those are wider, and of another colour.
std::vector<Instance> bare(const ViewContent& content, const ZoneGround& ground = {})
{
    const Theme& theme = content.theme;
    std::vector<Instance> lines = zoneLines(content, ground);
    std::erase_if(lines, [&theme](const Instance& line) {
        return line.half != toVec4(theme.text) && line.half != toVec4(SelectionLine);
    });
    return lines;
}

/// Heights that lines end at, to the centimetre.
std::set<int> heights(const std::vector<Instance>& lines)
{
    std::set<int> out;
    for (const Instance& line : lines) {
        out.insert(static_cast<int>(std::lround(line.place.y * 100.0F)));
        out.insert(static_cast<int>(std::lround(line.turn.y * 100.0F)));
    }
    return out;
}

std::size_t uprights(const std::vector<Instance>& lines)
{
    return static_cast<std::size_t>(std::count_if(
        lines.begin(), lines.end(), [](const Instance& line) { return line.place.y != line.turn.y; }));
}

/// East of x = 0 a slope rises by half a metre a metre, in pieces as a road's are; the rest is flat, and so
/// is the lowest place of the whole map, far below.
model::SceneDescription hill()
{
    model::SceneDescription scene;
    model::SceneMesh road;
    road.role = model::SceneRole::Road;
    road.origin = {0.0, 30.0, 0.0};
    for (int piece = -20; piece < 20; ++piece) {
        const auto n = static_cast<std::uint32_t>(road.vertices.size());
        const float west = 2.0F * static_cast<float>(piece);
        for (const float x : {west, west + 2.0F}) {
            for (const float z : {-40.0F, 40.0F})
                road.vertices.emplace_back(x, std::max(x, 0.0F) / 2.0F, z);
        }
        for (const std::uint32_t k : {0U, 1U, 2U, 1U, 3U, 2U})
            road.indices.push_back(n + k);
    }
    scene.meshes.push_back(road);
    scene.groundHeight = -5.0;
    return scene;
}

} // namespace

class TestZoneLines : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void linesGoRoundTheZone()
    {
        const std::vector<Instance> lines = bare(marked({circle(10.0, 20.0, 5.0)}), {{100.0, 0.0, 0.0}, 2.0});
        QVERIFY(lines.size() >= 32);
        for (const Instance& line : lines) {
            const double out = std::hypot(static_cast<double>(line.place.x) + 90.0, line.place.z - 20.0);
            QVERIFY(std::abs(out - 5.0) < 1e-3);
        }
        QCOMPARE(heights(lines), std::set<int>{208}); // a hand's breadth over the ground
        const std::vector<Instance> edges = bare(marked({square(3.0)}));
        QCOMPARE(edges.size(), std::size_t{4});
        QCOMPARE(glm::vec3(edges.back().turn), glm::vec3(edges.front().place)); // closed
    }

    void heightsAreOutlined_data()
    {
        constexpr double None = std::numeric_limits<double>::infinity();
        QTest::addColumn<double>("bottom");
        QTest::addColumn<double>("top");
        QTest::addColumn<QList<int>>("centimetres");
        QTest::newRow("both") << 1.0 << 4.0 << QList<int>{100, 400};
        QTest::newRow("the greatest") << -None << 4.0 << QList<int>{8, 400};
        QTest::newRow("the lowest") << 1.0 << None << QList<int>{100};
        QTest::newRow("below the ground") << -None << -2.0 << QList<int>{-200};
    }
    void heightsAreOutlined()
    {
        QFETCH(double, bottom);
        QFETCH(double, top);
        QFETCH(QList<int>, centimetres);
        model::Zone zone = square(3.0);
        zone.bottom = bottom;
        zone.top = top;
        const std::vector<Instance> lines = bare(marked({zone}));
        QCOMPARE(heights(lines), std::set<int>(centimetres.begin(), centimetres.end()));
        QCOMPARE(uprights(lines), centimetres.size() == 2 ? std::size_t{4} : std::size_t{0});
        QCOMPARE(zoneAnchor(zone, {}), glm::dvec3(0.0, centimetres[0] / 100.0, 0.0));
    }

    void linesLieOnAHill()
    {
        const model::SceneDescription scene = hill();
        const GroundSurface surface(scene);
        const ZoneGround ground{{0.0, 0.0, 0.0}, scene.groundHeight, &surface};
        const model::Zone zone = circle(5.0, 0.0, 15.0);
        const std::vector<Instance> lines = bare(marked({zone}), ground);
        QVERIFY(!lines.empty());
        for (const Instance& line : lines) {
            const double above =
                static_cast<double>(line.place.y) - 30.0 - std::max(line.place.x, 0.0F) / 2.0;
            QVERIFY2(above > 0.0 && above < 0.7, qPrintable(QString::number(above))); // a cell's rise at most
        }
        const double middle = zoneAnchor(zone, ground).y;
        QVERIFY(middle > 32.5 && middle < 33.2);
        QCOMPARE(*surface.heightAt({-1000.0, 0.0}), 30.0); // beyond the last piece of road
        QVERIFY(!GroundSurface(model::SceneDescription()).heightAt({0.0, 0.0}));
        QCOMPARE(zoneAnchor(zone, {{0.0, 0.0, 0.0}, 2.0}).y, 2.08);
    }

    void brokenSurfacesAreLeftOut_data()
    {
        QTest::addColumn<float>("height");
        QTest::newRow("no number") << std::numeric_limits<float>::quiet_NaN();
        QTest::newRow("endless") << std::numeric_limits<float>::infinity();
        QTest::newRow("beyond everything") << std::numeric_limits<float>::max();
    }
    void brokenSurfacesAreLeftOut()
    {
        QFETCH(float, height);
        model::SceneDescription scene = hill();
        scene.meshes[0].vertices[0].y = height;
        scene.meshes[0].indices.back() = 1'000'000;
        QCOMPARE(*GroundSurface(scene).heightAt({-10.0, 0.0}), 30.0);
    }

    void theChosenOneIsAlwaysSeen()
    {
        const std::vector<model::Zone> two{square(3.0), square(6.0)};
        QCOMPARE(bare(marked(two)).size(), std::size_t{8});
        QVERIFY(bare(marked(two, -1, false)).empty());
        const std::vector<Instance> chosen = bare(marked(two, 1, false));
        QCOMPARE(chosen.size(), std::size_t{4});
        QVERIFY(chosen[0].half == toVec4(SelectionLine));
        QVERIFY(chosen[0].place.w > bare(marked(two))[0].place.w); // wider, too
    }

    void manyCornersAreThinned()
    {
        model::Zone ring;
        constexpr int Corners = 2000;
        for (int i = 0; i < Corners; ++i)
            ring.corners.emplace_back(std::cos(0.01 * i) * 50.0, std::sin(0.01 * i) * 50.0);
        ring.top = 5.0;
        const std::vector<model::Zone> all(200, ring);
        QVERIFY(zoneLines(marked(all), {}).size() < 100'000);
        std::vector<model::Zone> one = all;
        one.push_back(square(1.0));
        QCOMPARE(bare(marked(one, 200, false)).size(), std::size_t{4}); // a square stays one
    }

    void zonesAreInThePicture_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<double>("road"); // height over the lowest place of the map
        QTest::addColumn<double>("bottom");
        constexpr double None = -std::numeric_limits<double>::infinity();
        QTest::addColumn<bool>("covered");
        QTest::newRow("dark") << true << 0.0 << None << false;
        QTest::newRow("light") << false << 0.0 << None << false;
        QTest::newRow("hilly, dark") << true << 20.0 << None << false;
        QTest::newRow("hilly, light") << false << 20.0 << None << false;
        QTest::newRow("under the road, dark") << true << 0.0 << -3.0 << true;
        QTest::newRow("under the road, light") << false << 0.0 << -3.0 << true;
    }
    void zonesAreInThePicture()
    {
        QFETCH(bool, dark);
        QFETCH(double, road);
        QFETCH(double, bottom);
        QFETCH(bool, covered);
        World world = World::crossing();
        for (model::SceneMesh& mesh : world.scene.meshes)
            mesh.origin.y = road;
        model::Zone zone = circle(0.0, 0.0, 15.0);
        zone.bottom = bottom;
        Viewport view;
        view.resize(320, 200);
        const Theme theme = dark ? Theme::dark() : Theme::light();
        test::showTheme(view, theme);
        test::showIndex(view, world.index());
        test::showScene(view, world.scene);
        test::showState(view, world.state);
        CameraPose above;
        above.position = {0.0, 60.0, 0.0};
        above.target = {};
        above.up = {0.0, 0.0, -1.0};
        above.orthographic = true;
        above.orthographicHeight = 40.0;
        view.camera().setPose(above, false);
        const auto picture = [&view](bool shown) {
            ViewOptions options;
            options.zones = shown;
            test::showOptions(view, options);
            return view.capture({320, 200});
        };
        const QImage without = picture(true);
        QVERIFY(!without.isNull());
        test::showZones(view, {zone});
        QCOMPARE(picture(false), without);
        const QImage with = picture(true);
        // 5 pixels a metre: the line crosses the row through the middle 75 to either side.
        for (const int x : {160 - 75, 160 + 75}) {
            double strength = 0.0; // how near to the colour of lines a pixel comes
            for (int d = -2; d <= 2; ++d) {
                const int plain = qGray(without.pixel(x + d, 100));
                const double full = qGray(theme.text.rgb()) - plain;
                strength = std::max(strength, (qGray(with.pixel(x + d, 100)) - plain) / full);
            }
            QVERIFY2(strength > 0.1, qPrintable(QString::number(strength)));
            QCOMPARE(strength < 0.5, covered); // fainter through the road than on it
        }
        QCOMPARE(with.pixel(160 - 85, 100), without.pixel(160 - 85, 100)); // an outline, and nothing else
        test::showZones(view, {zone}, 0);
        QVERIFY(picture(true) != with); // the chosen one stands out
        QVERIFY(picture(false) != without);
    }
};

} // namespace tst_zone_lines

GHOSTLINE_TEST(tst_zone_lines, TestZoneLines, ghostline::test::GraphicsApplication)
#include "tst_zone_lines.moc"
