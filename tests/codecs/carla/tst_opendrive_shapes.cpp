// SPDX-License-Identifier: GPL-3.0-or-later
// The shapes of a road against their definitions, integrated here in small steps; heights across; and what of
// a damaged map is left.
#include "codecs/carla/roads/road_stations.h"
#include "tests/codecs/carla/road_xml.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <functional>

namespace tst_opendrive_shapes {

using namespace ghostline;
using namespace ghostline::carla;
using model::SceneRole;
using test::geometryXml;
using test::RoadXml;

namespace {

constexpr double Length = 80.0;

/// Where one is after `length` metres of a curve whose curvature is known at every metre.
PlanPose driven(const std::function<double(double)>& curvature, double length)
{
    constexpr int Steps = 200'000;
    const double h = length / Steps;
    PlanPose at;
    for (int i = 0; i < Steps; ++i) {
        const double middle = at.heading + curvature((i + 0.25) * h) * h / 2.0;
        at.x += h * std::cos(middle);
        at.y += h * std::sin(middle);
        at.heading += curvature((i + 0.5) * h) * h;
    }
    return at;
}

/// Where one is after `length` metres along points that are given by a parameter.
PlanPose walked(const std::function<glm::dvec2(double)>& point, double length, double end)
{
    constexpr int Steps = 400'000;
    glm::dvec2 last = point(0.0);
    double gone = 0.0;
    for (int i = 1; i <= Steps; ++i) {
        const glm::dvec2 next = point(end * i / Steps);
        const double step = glm::distance(last, next);
        if (gone + step >= length || i == Steps)
            return {next.x, next.y, std::atan2(next.y - last.y, next.x - last.x)};
        gone += step;
        last = next;
    }
    return {};
}

double lengthOf(const std::function<glm::dvec2(double)>& point, double end)
{
    constexpr int Steps = 400'000;
    double sum = 0.0;
    for (int i = 0; i < Steps; ++i)
        sum += glm::distance(point(end * i / Steps), point(end * (i + 1) / Steps));
    return sum;
}

} // namespace

class TestOpenDriveShapes : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void followsCurvature_data();
    void followsCurvature();
    void followsCubics_data();
    void followsCubics();
    void spiralMeshStaysOnItsCurve();
    void nothingInGaps_data();
    void nothingInGaps();
    void lanesFromBordersAndOffsets();
    void heightsAcross_data();
    void heightsAcross();
    void damageIsNamed_data();
    void damageIsNamed();
    void omissionsAreFew();
};

void TestOpenDriveShapes::followsCurvature_data()
{
    QTest::addColumn<QByteArray>("shape");
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    const auto spiral = [](double from, double to) {
        return "<spiral curvStart=\"" + test::number(from) + "\" curvEnd=\"" + test::number(to) + "\"/>";
    };
    QTest::newRow("line") << QByteArray("<line/>") << 0.0 << 0.0;
    QTest::newRow("arc") << QByteArray("<arc curvature=\"-0.02\"/>") << -0.02 << -0.02;
    QTest::newRow("spiral from a line") << spiral(0.0, 0.05) << 0.0 << 0.05;
    QTest::newRow("spiral to a line") << spiral(-0.04, 0.0) << -0.04 << 0.0;
    QTest::newRow("spiral between arcs") << spiral(0.01, 0.06) << 0.01 << 0.06;
    QTest::newRow("spiral that changes sides") << spiral(-0.05, 0.05) << -0.05 << 0.05;
    QTest::newRow("spiral that is an arc") << spiral(0.03, 0.03) << 0.03 << 0.03;
    QTest::newRow("spiral that is a line") << spiral(0.0, 0.0) << 0.0 << 0.0;
    QTest::newRow("spiral that winds up") << spiral(0.0, 1.5) << 0.0 << 1.5;
}

void TestOpenDriveShapes::followsCurvature()
{
    QFETCH(QByteArray, shape);
    QFETCH(double, from);
    QFETCH(double, to);
    const auto network =
        test::parsed(test::mapXml(RoadXml{geometryXml(0, 7, -4, 0.7, Length, shape), Length}.text()));
    QVERIFY(network);
    QCOMPARE(network->roads.size(), std::size_t{1});
    for (const double s : {0.0, 13.0, 40.0, 77.5, Length}) {
        const PlanPose truth = driven([&](double at) { return from + (to - from) * at / Length; }, s);
        const PlanPose pose = poseAt(network->roads[0], s);
        const double x = 7 + truth.x * std::cos(0.7) - truth.y * std::sin(0.7);
        const double y = -4 + truth.x * std::sin(0.7) + truth.y * std::cos(0.7);
        QVERIFY2(std::hypot(pose.x - x, pose.y - y) < 1e-3, qPrintable(QString::number(s)));
        QVERIFY(std::abs(pose.heading - 0.7 - truth.heading) < 1e-6);
    }
}

void TestOpenDriveShapes::followsCubics_data()
{
    QTest::addColumn<QByteArray>("shape");
    QTest::addColumn<QList<double>>("u");
    QTest::addColumn<QList<double>>("v");
    QTest::addColumn<double>("end");
    QTest::addColumn<bool>("stretched"); // its length is not the road's: both ends meet all the same
    QTest::newRow("poly3") << QByteArray(R"(<poly3 a="0" b="0.1" c="0.01" d="-0.00005"/>)")
                           << QList<double>{0, 1, 0, 0} << QList<double>{0, 0.1, 0.01, -0.00005} << Length
                           << false;
    QTest::newRow("poly3 with an offset")
        << QByteArray(R"(<poly3 a="2" b="0" c="0.02" d="0"/>)") << QList<double>{0, 1, 0, 0}
        << QList<double>{2, 0, 0.02, 0} << Length << false;
    const QByteArray cubics = R"(aU="0" bU="60" cU="-3" dU="8" aV="0" bV="0" cV="50" dV="-20"/>)";
    QTest::newRow("normalized") << "<paramPoly3 pRange=\"normalized\" " + cubics
                                << QList<double>{0, 60, -3, 8} << QList<double>{0, 0, 50, -20} << 1.0 << true;
    QTest::newRow("no range is normalized") << "<paramPoly3 " + cubics << QList<double>{0, 60, -3, 8}
                                            << QList<double>{0, 0, 50, -20} << 1.0 << true;
    QTest::newRow("by length")
        << QByteArray(
               R"(<paramPoly3 pRange="arcLength" aU="0" bU="1" cU="0" dU="-0.00002" aV="0" bV="0" cV="0.006" dV="0"/>)")
        << QList<double>{0, 1, 0, -0.00002} << QList<double>{0, 0, 0.006, 0} << Length << true;
}

void TestOpenDriveShapes::followsCubics()
{
    QFETCH(QByteArray, shape);
    QFETCH(QList<double>, u);
    QFETCH(QList<double>, v);
    QFETCH(double, end);
    QFETCH(bool, stretched);
    const auto point = [&](double p) {
        return glm::dvec2(u[0] + p * (u[1] + p * (u[2] + p * u[3])),
                          v[0] + p * (v[1] + p * (v[2] + p * v[3])));
    };
    const auto network =
        test::parsed(test::mapXml(RoadXml{geometryXml(0, 0, 0, 0, Length, shape), Length}.text()));
    QVERIFY(network && network->roads.size() == 1);
    const double scale = stretched ? lengthOf(point, end) / Length : 1.0;
    for (const double s : {1.0, 20.0, 55.0, 79.0}) {
        const PlanPose truth = walked(point, s * scale, end);
        const PlanPose pose = poseAt(network->roads[0], s);
        QVERIFY2(std::hypot(pose.x - truth.x, pose.y - truth.y) < 2e-3,
                 qPrintable(QStringLiteral("%1: %2, %3").arg(s).arg(pose.x - truth.x).arg(pose.y - truth.y)));
        QVERIFY(std::abs(pose.heading - truth.heading) < 1e-3);
    }
    if (stretched) {
        const PlanPose pose = poseAt(network->roads[0], Length);
        QVERIFY(std::hypot(pose.x - point(end).x, pose.y - point(end).y) < 1e-6);
    }
}

void TestOpenDriveShapes::spiralMeshStaysOnItsCurve()
{
    const QByteArray shape = R"(<spiral curvStart="-0.03" curvEnd="0.05"/>)";
    const auto network =
        test::parsed(test::mapXml(RoadXml{geometryXml(0, 0, 0, 0, Length, shape), Length}.text()));
    const Road& road = network->roads[0];
    const auto pieces = stationsBetween(road, road.sections[0], 0.0, Length, 0.05);
    QCOMPARE(pieces.size(), std::size_t{1});
    QVERIFY(pieces[0].size() > 8 && pieces[0].size() < 60);
    for (std::size_t k = 0; k + 1 < pieces[0].size(); ++k) {
        const Station& a = pieces[0][k];
        const Station& b = pieces[0][k + 1];
        const Station middle = stationAt(road, (a.s + b.s) / 2.0);
        QVERIFY(glm::distance((a.at(3.0, 0.0) + b.at(3.0, 0.0)) / 2.0, middle.at(3.0, 0.0)) < 0.06);
    }
}

void TestOpenDriveShapes::nothingInGaps_data()
{
    QTest::addColumn<QByteArray>("plan");
    QTest::addColumn<double>("area");
    QTest::newRow("none") << geometryXml(0, 0, 0, 0, 40) + geometryXml(40, 40, 0, 0, 60) << 600.0;
    QTest::newRow("in the middle") << geometryXml(0, 0, 0, 0, 40) + geometryXml(70, 70, 0, 0, 30) << 420.0;
    QTest::newRow("at the start") << geometryXml(25, 25, 0, 0, 75) << 450.0;
    QTest::newRow("at the end") << geometryXml(0, 0, 0, 0, 60) << 360.0;
    QTest::newRow("a jump aside") << geometryXml(0, 0, 0, 0, 50) + geometryXml(50, 50, 200, 0, 50) << 600.0;
    QTest::newRow("a piece of no length")
        << geometryXml(0, 0, 0, 0, 50) +
               geometryXml(50, 50, 0, 0, 0, "<spiral curvStart=\"0\" curvEnd=\"1\"/>") +
               geometryXml(50, 50, 0, 0, 50)
        << 600.0;
    QTest::newRow("a shape nobody knows")
        << geometryXml(0, 0, 0, 0, 50) + geometryXml(50, 50, 0, 0, 20, "<bezier/>") +
               geometryXml(70, 70, 0, 0, 30)
        << 480.0;
    QTest::newRow("notes beside the shape")
        << geometryXml(0, 0, 0, 0, 100, "<userData code=\"x\"/><line/>") << 600.0;
}

void TestOpenDriveShapes::nothingInGaps()
{
    QFETCH(QByteArray, plan);
    QFETCH(double, area);
    const auto scene = test::drawn(test::mapXml(RoadXml{plan}.text()));
    QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
    QVERIFY2(std::abs(test::areaOf(*scene, SceneRole::Road) - area) < 0.01,
             qPrintable(QString::number(test::areaOf(*scene, SceneRole::Road))));
}

void TestOpenDriveShapes::lanesFromBordersAndOffsets()
{
    // The middle moves 2 m to the left over the second half; the left lane is given by its border, 4 m from
    // it.
    RoadXml road{geometryXml(0, 0, 0, 0, 100)};
    road.offset =
        R"(<laneOffset s="0" a="0" b="0" c="0" d="0"/><laneOffset s="50" a="0" b="0.04" c="0" d="0"/>)";
    road.lanes =
        R"(<left><lane id="1" type="Driving"><border sOffset="0" a="4" b="0" c="0" d="0"/></lane></left>)";
    const auto scene = test::drawn(test::mapXml(road.text()));
    QVERIFY(scene);
    QVERIFY(std::abs(test::areaOf(*scene, SceneRole::Road) - 400.0) < 0.01);
    QVERIFY(std::abs(scene->bounds.min.z - -6.0) < 1e-3 && std::abs(scene->bounds.max.z) < 1e-3);
}

void TestOpenDriveShapes::heightsAcross_data()
{
    QTest::addColumn<QByteArray>("profile");
    QTest::addColumn<double>("left");
    QTest::addColumn<double>("right");
    QTest::newRow("level") << QByteArray(R"(<superelevation s="0" a="0" b="0" c="0" d="0"/>)") << 0.0 << 0.0;
    QTest::newRow("banked") << QByteArray(R"(<superelevation s="0" a="0.1" b="0" c="0" d="0"/>)")
                            << 3.0 * std::sin(0.1) << -3.0 * std::sin(0.1);
    QTest::newRow("crowned") << QByteArray(R"(<crossfall side="both" s="0" a="0.05" b="0" c="0" d="0"/>)")
                             << -3.0 * std::tan(0.05) << -3.0 * std::tan(0.05);
    QTest::newRow("one side") << QByteArray(R"(<crossfall side="right" s="0" a="0.05" b="0" c="0" d="0"/>)")
                              << 0.0 << -3.0 * std::tan(0.05);
}

void TestOpenDriveShapes::heightsAcross()
{
    QFETCH(QByteArray, profile);
    QFETCH(double, left);
    QFETCH(double, right);
    RoadXml road{geometryXml(0, 0, 0, 0, 100)};
    road.profiles =
        R"(<elevationProfile><elevation s="0" a="5" b="0" c="0" d="0"/>)"
        R"(<elevation s="1.0e+01" a="5" b="1e-1" c="0" d="0"/></elevationProfile><lateralProfile>)" +
        profile + "</lateralProfile>";
    const auto network = test::parsed(test::mapXml(road.text()));
    QVERIFY(network);
    const Station station = stationAt(network->roads[0], 60.0);
    QVERIFY(std::abs(station.at(3.0, 0.0).y - 10.0 - left) < 1e-9);
    QVERIFY(std::abs(station.at(-3.0, 0.0).y - 10.0 - right) < 1e-9);
}

void TestOpenDriveShapes::damageIsNamed_data()
{
    QTest::addColumn<QByteArray>("plan");
    QTest::addColumn<QString>("says");
    QTest::newRow("not a number")
        << QByteArray(R"(<geometry s="0" x="1,5" y="0" hdg="0" length="9"><line/></geometry>)")
        << QStringLiteral("line 5: <geometry> x=\"1,5\" is not a usable number");
    QTest::newRow("NaN") << geometryXml(0, 0, 0, 0, 9, "<arc curvature=\"nan\"/>")
                         << QStringLiteral("<arc> curvature=\"nan\" is not a usable number");
    QTest::newRow("huge") << geometryXml(0, 0, 0, 0, 9, "<spiral curvStart=\"0\" curvEnd=\"1e300\"/>")
                          << QStringLiteral("curvEnd=\"1e300\"");
    QTest::newRow("less than no length")
        << geometryXml(0, 0, 0, 0, -9) << QStringLiteral("less than no length");
    QTest::newRow("unknown shape") << geometryXml(0, 0, 0, 0, 9, "<bezier/>")
                                   << QStringLiteral("<bezier> is not a shape that can be drawn");
    QTest::newRow("a curve that stands still")
        << geometryXml(0, 0, 0, 0, 9, "<paramPoly3/>") << QStringLiteral("<paramPoly3> is not a shape");
    QTest::newRow("a curve beyond measure")
        << geometryXml(0, 0, 0, 0, 9, "<poly3 a=\"0\" b=\"0\" c=\"0\" d=\"1e9\"/>")
        << QStringLiteral("<poly3>");
}

void TestOpenDriveShapes::damageIsNamed()
{
    QFETCH(QByteArray, plan);
    QFETCH(QString, says);
    const QByteArray good = RoadXml{geometryXml(0, 0, 0, 0, 100)}.text();
    const auto scene = test::drawn(test::mapXml(good + "\n" + RoadXml{plan, 9}.text()));
    QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
    QVERIFY2(scene->note.startsWith(QStringLiteral("Left out: ")) && scene->note.contains(says),
             qPrintable(scene->note));
    QVERIFY(std::abs(test::areaOf(*scene, SceneRole::Road) - 600.0) < 0.01);
    const auto alone = test::drawn(test::mapXml(RoadXml{plan, 9}.text()));
    QVERIFY(!alone);
    QCOMPARE(alone.error().code, model::ErrorCode::Damaged);
    QVERIFY(alone.error().message.contains(QStringLiteral("line ")));
}

void TestOpenDriveShapes::omissionsAreFew()
{
    QByteArray plan = geometryXml(0, 0, 0, 0, 100);
    for (int i = 0; i < 1000; ++i)
        plan += geometryXml(100 + i, 0, 0, 0, 1, "<arc curvature=\"inf\"/>");
    const auto network = test::parsed(test::mapXml(RoadXml{plan}.text()));
    QVERIFY(network);
    QCOMPARE(network->omissions.size(), static_cast<qsizetype>(RoadNetwork::NamedOmissions));
    QVERIFY(network->omitted >= 1000);
    QVERIFY(test::drawn(test::mapXml(RoadXml{plan}.text()))->note.contains(QStringLiteral("more.")));
}

} // namespace tst_opendrive_shapes

GHOSTLINE_TEST(tst_opendrive_shapes, TestOpenDriveShapes)
#include "tst_opendrive_shapes.moc"
