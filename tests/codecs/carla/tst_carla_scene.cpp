// SPDX-License-Identifier: GPL-3.0-or-later
// Roads of one lane each way from OpenDRIVE: surfaces, markings, crossings, and what cannot be drawn.
#include "codecs/carla/replay/scene.h"
#include "codecs/carla/roads/opendrive_parse.h"
#include "codecs/carla/roads/polygon.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/carla/surface.h"
#include "tests/support/test_driver.h"

#include <QStringConverter>
#include <QTest>

#include <cmath>
#include <stop_token>

namespace tst_carla_scene {

using namespace ghostline;
using namespace ghostline::carla;
using model::SceneRole;
using test::meshOf;

namespace {

/// One road: a plan, and a driving lane of `width` on each side with a sidewalk to the right.
QByteArray roadXml(const QByteArray& plan, const QByteArray& length, const QByteArray& mark = "solid",
                   const QByteArray& width = R"(<width sOffset="0" a="3.5" b="0" c="0" d="0"/>)",
                   const QByteArray& objects = {}, const QByteArray& junction = "-1")
{
    return "<OpenDRIVE><header/><road name=\"r\" id=\"1\" junction=\"" + junction + "\" length=\"" + length +
           "\"><planView>" + plan +
           "</planView><elevationProfile>"
           "<elevation s=\"0\" a=\"2\" b=\"0\" c=\"0\" d=\"0\"/><elevation s=\"30\" a=\"2\" b=\"0\" c=\"0\" "
           "d=\"0\"/>"
           "</elevationProfile><lanes><laneSection s=\"0\"><left><lane id=\"1\" type=\"driving\">" +
           width +
           "<roadMark sOffset=\"0\" type=\"none\"/></lane></left><center><lane id=\"0\" type=\"none\">"
           "<roadMark sOffset=\"0\" type=\"" +
           mark +
           "\" color=\"yellow\" width=\"0.2\"/></lane></center>"
           "<right><lane id=\"-1\" type=\"driving\">" +
           width +
           "</lane>"
           "<lane id=\"-2\" type=\"sidewalk\"><width sOffset=\"0\" a=\"2\" b=\"0\" c=\"0\" d=\"0\"/></lane>"
           "</right></laneSection></lanes>" +
           objects + "</road></OpenDRIVE>";
}

QByteArray lineXml(double x, double y, double heading, double length, double s = 0.0)
{
    return QStringLiteral("<geometry s=\"%1\" x=\"%2\" y=\"%3\" hdg=\"%4\" length=\"%5\"><line/></geometry>")
        .arg(s)
        .arg(x)
        .arg(y)
        .arg(heading, 0, 'g', 12)
        .arg(length)
        .toUtf8();
}

model::Result<model::SceneDescription> read(const QByteArray& xml)
{
    return readOpenDrive(*model::MemorySource::fromByteArray(xml, QStringLiteral("t.xodr")));
}

/// Area seen from above, in square metres; false when a triangle faces down.
bool upwardArea(const model::SceneMesh& mesh, double& area)
{
    area = 0.0;
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const glm::dvec3 a = mesh.vertices[mesh.indices[i]];
        const glm::dvec3 b = mesh.vertices[mesh.indices[i + 1]];
        const glm::dvec3 c = mesh.vertices[mesh.indices[i + 2]];
        const double up = glm::cross(b - a, c - a).y / 2.0;
        if (up < 0.0)
            return false;
        area += up;
    }
    return true;
}

} // namespace

class TestCarlaScene : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void straightLaneIsOneQuad();
    void curvesKeepTheirLength_data();
    void curvesKeepTheirLength();
    void arcStaysNearTheTruth();
    void wideningLaneIsCutWhereItBends();
    void markings_data();
    void markings();
    void crosswalkIsFilled();
    void concavePolygon();
    void unusable_data();
    void unusable();
    void bannersAreNoAttributes();
    void readingStops();
    void truncationsNeverCrash();
};

void TestCarlaScene::straightLaneIsOneQuad()
{
    // Two collinear pieces and a repeated elevation: still one quad a lane.
    const auto scene =
        read(roadXml(lineXml(10, 20, M_PI / 2, 40) + lineXml(10, 60, M_PI / 2, 60, 40), "100"));
    QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
    const model::SceneMesh* road = meshOf(*scene, SceneRole::Road);
    QVERIFY(road);
    QCOMPARE(road->indices.size(), std::size_t{12});
    double area = 0.0;
    QVERIFY(upwardArea(*road, area));
    QVERIFY(std::abs(area - 700.0) < 0.01);
    const model::SceneMesh* walk = meshOf(*scene, SceneRole::Sidewalk);
    QVERIFY(walk && upwardArea(*walk, area));
    QVERIFY(std::abs(area - 200.0) < 0.01);
    // North in the map is -Z here; right of a road that goes north is east, +X.
    QVERIFY(glm::distance(scene->bounds.min, glm::dvec3(6.5, 1.98, -120)) < 0.01);
    QVERIFY(glm::distance(scene->bounds.max, glm::dvec3(15.5, 2.02, -20)) < 0.01);
    QVERIFY(scene->groundHeight < scene->bounds.min.y);
    const model::SceneMesh* mark = meshOf(*scene, SceneRole::MarkingYellow);
    QVERIFY(mark && upwardArea(*mark, area));
    QVERIFY(std::abs(area - 20.0) < 0.01);
    QVERIFY(std::abs(mark->origin.y + mark->vertices[0].y - 2.02) < 1e-4);
}

void TestCarlaScene::curvesKeepTheirLength_data()
{
    QTest::addColumn<QByteArray>("shape");
    QTest::addColumn<double>("endX");
    QTest::addColumn<double>("endY");
    QTest::addColumn<double>("endHeading");
    // Quarter circle of radius 20, left and right; a clothoid's end by its power series.
    const double quarter = 20.0 * M_PI / 2;
    QTest::newRow("left") << QByteArray("<arc curvature=\"0.05\"/>") << 20.0 << 20.0 << M_PI / 2;
    QTest::newRow("right") << QByteArray("<arc curvature=\"-0.05\"/>") << 20.0 << -20.0 << -M_PI / 2;
    QTest::newRow("flat arc") << QByteArray("<arc curvature=\"0\"/>") << quarter << 0.0 << 0.0;
    double x = 0.0;
    double y = 0.0;
    for (int i = 0; i < 200000; ++i) {
        const double s = (i + 0.5) * quarter / 200000;
        x += std::cos(0.05 * s * s / (2 * quarter)) * quarter / 200000;
        y += std::sin(0.05 * s * s / (2 * quarter)) * quarter / 200000;
    }
    QTest::newRow("spiral") << QByteArray("<spiral curvStart=\"0\" curvEnd=\"0.05\"/>") << x << y << M_PI / 4;
    QTest::newRow("paramPoly3")
        << QByteArray(
               "<paramPoly3 pRange=\"normalized\" aU=\"0\" bU=\"30\" cU=\"0\" dU=\"0\" aV=\"0\" bV=\"0\" "
               "cV=\"4\" dV=\"1\"/>")
        << 30.0 << 5.0 << std::atan2(11.0, 30.0);
    QTest::newRow("paramPoly3 by length")
        << QByteArray(
               "<paramPoly3 pRange=\"arcLength\" aU=\"0\" bU=\"1\" cU=\"0\" dU=\"0\" aV=\"0\" bV=\"0\" "
               "cV=\"0.001\" dV=\"0\"/>")
        << quarter << 0.001 * quarter * quarter << std::atan(0.002 * quarter);
}

void TestCarlaScene::curvesKeepTheirLength()
{
    QFETCH(QByteArray, shape);
    QFETCH(double, endX);
    QFETCH(double, endY);
    QFETCH(double, endHeading);
    const QByteArray length = QByteArray::number(20.0 * M_PI / 2, 'g', 15);
    const QByteArray xml = roadXml("<geometry s=\"0\" x=\"5\" y=\"-3\" hdg=\"0\" length=\"" + length + "\">" +
                                       shape + "</geometry>",
                                   length);
    const auto network = parseOpenDrive(*model::MemorySource::fromByteArray(xml, QStringLiteral("t")));
    QVERIFY(network);
    QCOMPARE(network->roads.size(), std::size_t{1});
    const PlanPose end = poseAt(network->roads[0], network->roads[0].length);
    QVERIFY2(std::hypot(end.x - 5 - endX, end.y + 3 - endY) < 1e-4,
             qPrintable(QString::number(end.y + 3, 'g', 12)));
    QVERIFY(std::abs(end.heading - endHeading) < 1e-4);
    const auto scene = buildRoadScene(*network);
    double area = 0.0;
    QVERIFY(scene && upwardArea(*meshOf(*scene, SceneRole::Road), area));
    QVERIFY(area > 100.0);
}

void TestCarlaScene::arcStaysNearTheTruth()
{
    // A half circle to the left: every corner of the road lies on one of its three circles, and the middle
    // of no edge strays further than was asked.
    const QByteArray length = QByteArray::number(20.0 * M_PI, 'g', 15);
    const QByteArray xml = roadXml("<geometry s=\"0\" x=\"0\" y=\"0\" hdg=\"0\" length=\"" + length +
                                       "\"><arc curvature=\"0.05\"/></geometry>",
                                   length);
    const auto network = parseOpenDrive(*model::MemorySource::fromByteArray(xml, QStringLiteral("t")));
    std::size_t last = 0;
    for (const double error : {0.5, 0.05, 0.01}) {
        const auto scene = buildRoadScene(*network, {.chordError = error});
        const model::SceneMesh& road = *meshOf(*scene, SceneRole::Road);
        for (const glm::vec3& v : road.vertices) {
            const glm::dvec3 p = road.origin + glm::dvec3(v);
            const double r = std::hypot(p.x, -p.z - 20.0);
            QVERIFY(std::min({std::abs(r - 20.0), std::abs(r - 16.5), std::abs(r - 23.5)}) < 1e-3);
        }
        double area = 0.0;
        QVERIFY(upwardArea(road, area));
        const double truth = M_PI / 2 * (23.5 * 23.5 - 16.5 * 16.5);
        QVERIFY(std::abs(area - truth) < error * 20.0 * M_PI * 2);
        QVERIFY(road.indices.size() > last); // finer costs more
        QVERIFY(road.indices.size() < 1200);
        last = road.indices.size();
    }
}

void TestCarlaScene::wideningLaneIsCutWhereItBends()
{
    const QByteArray width = R"(<width sOffset="0" a="3" b="0" c="0" d="0"/>)"
                             R"(<width sOffset="40" a="3" b="0" c="0.0075" d="-0.00025"/>)"
                             R"(<width sOffset="60" a="4" b="0" c="0" d="0"/>)";
    const auto scene = read(roadXml(lineXml(0, 0, 0, 100), "100", "none", width));
    double area = 0.0;
    QVERIFY(scene && upwardArea(*meshOf(*scene, SceneRole::Road), area));
    QVERIFY2(std::abs(area - 2 * (40 * 3 + 20 * 3.5 + 40 * 4)) < 0.5, qPrintable(QString::number(area)));
    QVERIFY(meshOf(*scene, SceneRole::Road)->indices.size() > 36);
    QVERIFY(!meshOf(*scene, SceneRole::MarkingYellow));
}

void TestCarlaScene::markings_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("junction");
    QTest::addColumn<int>("quads");
    QTest::addColumn<double>("area");
    QTest::newRow("solid") << QByteArray("solid") << QByteArray("-1") << 1 << 90 * 0.2;
    QTest::newRow("broken") << QByteArray("broken") << QByteArray("-1") << 10 << 30 * 0.2;
    QTest::newRow("two") << QByteArray("solid solid") << QByteArray("-1") << 2 << 2 * 90 * 0.2;
    QTest::newRow("solid broken") << QByteArray("solid broken") << QByteArray("-1") << 11 << 120 * 0.2;
    QTest::newRow("curb") << QByteArray("curb") << QByteArray("-1") << 0 << 0.0;
    QTest::newRow("none in junctions") << QByteArray("solid") << QByteArray("7") << 0 << 0.0;
}

void TestCarlaScene::markings()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, junction);
    QFETCH(int, quads);
    QFETCH(double, area);
    const auto scene = read(roadXml(lineXml(0, 0, 0, 90), "90", type,
                                    R"(<width sOffset="0" a="3.5" b="0" c="0" d="0"/>)", {}, junction));
    QVERIFY(scene);
    const model::SceneMesh* mark = meshOf(*scene, SceneRole::MarkingYellow);
    QCOMPARE(mark ? static_cast<int>(mark->indices.size()) / 6 : 0, quads);
    double seen = 0.0;
    if (mark)
        QVERIFY(upwardArea(*mark, seen));
    QVERIFY2(std::abs(seen - area) < 0.01, qPrintable(QString::number(seen)));
}

void TestCarlaScene::crosswalkIsFilled()
{
    const QByteArray object =
        R"(<objects><object type="crosswalk" s="50" t="0" zOffset="-0.4" hdg="1.5707963267949"><outline>)"
        R"(<cornerLocal u="-4" v="-1.5" z="0"/><cornerLocal u="4" v="-1.5" z="0"/><cornerLocal u="4" v="1.5" z="0"/>)"
        R"(<cornerLocal u="-4" v="1.5" z="0"/><cornerLocal u="-4" v="-1.5" z="0"/></outline></object>)"
        R"(<object type="-1" name="Speed_30" s="1" t="0"/></objects>)";
    const auto scene = read(roadXml(lineXml(0, 0, 0, 100), "100", "none",
                                    R"(<width sOffset="0" a="3.5" b="0" c="0" d="0"/>)", object));
    QVERIFY(scene);
    const model::SceneMesh* crossing = meshOf(*scene, SceneRole::Crossing);
    QVERIFY(crossing);
    double area = 0.0;
    QVERIFY(upwardArea(*crossing, area));
    QVERIFY(std::abs(area - 24.0) < 1e-3);
    for (const glm::vec3& v : crossing->vertices) {
        const glm::dvec3 p = crossing->origin + glm::dvec3(v);
        QVERIFY(std::abs(p.x - 50) < 1.51 && std::abs(p.z) < 4.01 && p.y > 2.0); // across the road, on it
    }
}

void TestCarlaScene::concavePolygon()
{
    // An L, clockwise: area 3, no triangle outside it.
    const std::vector<glm::dvec2> l{{0, 0}, {0, 2}, {1, 2}, {1, 1}, {2, 1}, {2, 0}};
    const auto triangles = triangulate(l);
    QCOMPARE(triangles.size(), std::size_t{12});
    double area = 0.0;
    for (std::size_t i = 0; i < triangles.size(); i += 3) {
        const glm::dvec2 a = l[triangles[i]], b = l[triangles[i + 1]], c = l[triangles[i + 2]];
        area += ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2.0;
    }
    QCOMPARE(area, 3.0);
    QVERIFY(triangulate(std::vector<glm::dvec2>{{0, 0}, {1, 1}}).empty());
    QVERIFY(triangulate(std::vector<glm::dvec2>{{0, 0}, {1, 1}, {2, 2}}).empty());
}

void TestCarlaScene::unusable_data()
{
    QTest::addColumn<QByteArray>("xml");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    QTest::newRow("empty") << QByteArray() << static_cast<int>(model::ErrorCode::UnknownFormat)
                           << QStringLiteral("OpenDRIVE");
    QTest::newRow("other") << QByteArray("<html/>") << static_cast<int>(model::ErrorCode::UnknownFormat)
                           << QStringLiteral("OpenDRIVE");
    QTest::newRow("not a number") << roadXml(lineXml(0, 0, 0, 10), "ten")
                                  << static_cast<int>(model::ErrorCode::Damaged)
                                  << QStringLiteral("length=\"ten\"");
    QTest::newRow("infinite") << roadXml(lineXml(0, 0, 0, 10), "1e300")
                              << static_cast<int>(model::ErrorCode::Damaged)
                              << QStringLiteral("not a usable number");
    QTest::newRow("too long") << roadXml(lineXml(0, 0, 0, 9e8), "9e8", "broken")
                              << static_cast<int>(model::ErrorCode::LimitExceeded)
                              << QStringLiteral("corners");
    QTest::newRow("entities")
        << QByteArray("<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;"
                      "&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d "
                      "\"&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;\">]><OpenDRIVE>&d;</OpenDRIVE>")
        << static_cast<int>(model::ErrorCode::Damaged) << QStringLiteral("line");
    QTest::newRow("many entities") << "<!DOCTYPE x [" + QByteArray("<!ENTITY a \"]\">").repeated(1000) +
                                          "]><OpenDRIVE/>"
                                   << static_cast<int>(model::ErrorCode::LimitExceeded)
                                   << QStringLiteral("definitions");
    QByteArray attributes = "<OpenDRIVE><header";
    for (int i = 0; i < 400'000; ++i)
        attributes += " a" + QByteArray::number(i) + "=\"\"";
    const auto excessive = [](const char* name, const QByteArray& xml, const char* says) {
        QTest::newRow(name) << xml << static_cast<int>(model::ErrorCode::LimitExceeded)
                            << QString::fromLatin1(says);
    };
    excessive("attributes", attributes + "/></OpenDRIVE>",
              "the tag at byte 11 has more than 1000 attributes");
    QStringEncoder encoder(QStringConverter::Utf16LE);
    const QByteArray wide = encoder.encode(QString::fromLatin1(attributes));
    excessive("attributes in UTF-16", QByteArray("\xFF\xFE", 2) + wide, "attributes");
    excessive("behind a comment that only looks so",
              "<!DOCTYPE x SYSTEM \"><!--\" >" + attributes + "/></OpenDRIVE>", "attributes");
    QByteArray namespaces = "<OpenDRIVE>";
    for (int i = 0; i < 101; ++i)
        namespaces += "<a xmlns:n" + QByteArray::number(i) + "=\"x\">";
    excessive("namespaces", namespaces, "more than 100 namespaces");
}

/// Much of what looks like attributes and is none.
void TestCarlaScene::bannersAreNoAttributes()
{
    const QByteArray map = roadXml(lineXml(0, 0, 0, 10), "10");
    const QByteArray banner(4000, '=');
    QVERIFY(read("<?xml version=\"1.0\"?><!-- it's a map " + banner + " -->" + map));
    QVERIFY(read(QByteArray(map).replace("<header/>", "<header name=\"" + banner + "\"><![CDATA[<" + banner +
                                                          "]]></header>")));
}

void TestCarlaScene::readingStops()
{
    std::stop_source stop;
    stop.request_stop();
    const auto bytes =
        model::MemorySource::fromByteArray(roadXml(lineXml(0, 0, 0, 10), "10"), QStringLiteral("t.xodr"));
    const auto scene = readOpenDrive(*bytes, {}, stop.get_token());
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, model::ErrorCode::Cancelled);
}

void TestCarlaScene::unusable()
{
    QFETCH(QByteArray, xml);
    QFETCH(int, code);
    QFETCH(QString, says);
    const auto scene = read(xml);
    QVERIFY(!scene);
    QCOMPARE(static_cast<int>(scene.error().code), code);
    QVERIFY2(scene.error().message.contains(says), qPrintable(scene.error().message));
}

void TestCarlaScene::truncationsNeverCrash()
{
    const QByteArray xml = roadXml(lineXml(0, 0, 0, 90), "90", "solid broken");
    for (qsizetype n = 0; n < xml.size(); ++n)
        QVERIFY(!read(xml.left(n)));
    std::uint32_t seed = 1;
    for (int i = 0; i < 2000; ++i) {
        QByteArray damaged = xml;
        for (int k = 0; k < 3; ++k) {
            seed = seed * 1664525U + 1013904223U;
            damaged[static_cast<qsizetype>(seed >> 8) % damaged.size()] =
                static_cast<char>(32 + (seed >> 24) % 95);
        }
        (void)read(damaged);
    }
}

} // namespace tst_carla_scene

GHOSTLINE_TEST(tst_carla_scene, TestCarlaScene)
#include "tst_carla_scene.moc"
