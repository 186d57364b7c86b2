// SPDX-License-Identifier: GPL-3.0-or-later
// Marked pieces of ground in the 3D view: where their lines are, and that they are seen on both grounds.
#include "gl_main.h"
#include "render/zone_lines.h"
#include "world_fixture.h"

#include <algorithm>
#include <cmath>
#include <set>

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

MarkedZones marked(std::vector<model::Zone> zones, int chosen = -1, bool shown = true)
{
    return {std::move(zones), chosen, shown};
}

/// Without their casings: those are wider, and of another colour.
std::vector<Instance> bare(const MarkedZones& zones, const ZoneGround& ground = {})
{
    const Theme theme = Theme::dark();
    std::vector<Instance> lines = zoneLines(zones, ground, theme);
    std::erase_if(lines, [&theme](const Instance& line) {
        return line.half != toVec4(theme.text) && line.half != toVec4(theme.accent);
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
        QCOMPARE(zoneAnchor(zone, 0.0), glm::dvec3(0.0, centimetres[0] / 100.0, 0.0));
    }

    void theChosenOneIsAlwaysSeen()
    {
        const std::vector<model::Zone> two{square(3.0), square(6.0)};
        QCOMPARE(bare(marked(two)).size(), std::size_t{8});
        QVERIFY(bare(marked(two, -1, false)).empty());
        const std::vector<Instance> chosen = bare(marked(two, 1, false));
        QCOMPARE(chosen.size(), std::size_t{4});
        QVERIFY(chosen[0].half == toVec4(Theme::dark().accent));
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
        QVERIFY(zoneLines(marked(all), {}, Theme::dark()).size() < 100'000);
        std::vector<model::Zone> one = all;
        one.push_back(square(1.0));
        QCOMPARE(bare(marked(one, 200, false)).size(), std::size_t{4}); // a square stays one
    }

    void zonesAreInThePicture_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    void zonesAreInThePicture()
    {
        QFETCH(bool, dark);
        const World world = World::crossing();
        Viewport view;
        view.resize(320, 200);
        view.setTheme(dark ? Theme::dark() : Theme::light());
        view.setIndex(world.index());
        view.setScene(world.scene);
        view.setState(world.state);
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
            view.setOptions(options);
            return view.capture({320, 200});
        };
        const QImage without = picture(true);
        QVERIFY(!without.isNull());
        view.setZones({circle(0.0, 0.0, 15.0)});
        QCOMPARE(picture(false), without);
        const QImage with = picture(true);
        // 5 pixels a metre: the line crosses the row through the middle 75 to either side.
        for (const int x : {160 - 75, 160 + 75}) {
            bool changed = false;
            for (int d = -2; d <= 2; ++d)
                changed |= with.pixel(x + d, 100) != without.pixel(x + d, 100);
            QVERIFY(changed);
        }
        QCOMPARE(with.pixel(160 - 85, 100), without.pixel(160 - 85, 100)); // an outline, and nothing else
        view.setZones({circle(0.0, 0.0, 15.0)}, 0);
        QVERIFY(picture(true) != with); // the chosen one stands out
        QVERIFY(picture(false) != without);
    }
};

GHOSTLINE_GL_TEST_MAIN(TestZoneLines)
#include "tst_zone_lines.moc"
