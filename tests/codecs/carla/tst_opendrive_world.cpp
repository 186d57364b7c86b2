// SPDX-License-Identifier: GPL-3.0-or-later
// Junctions without holes, what stands beside roads, and maps as other makers write them.
#include "codecs/carla/replay/scene.h"
#include "tests/codecs/carla/road_xml.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace tst_opendrive_world {

using namespace ghostline;
using namespace ghostline::carla;
using model::SceneRole;
using test::geometryXml;
using test::RoadXml;

namespace {

constexpr char OneLane[] =
    R"(<right><lane id="-1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></right>)";

/// Four one-way lanes around an empty square of `inside` metres.
QByteArray aroundSquare(double inside, const char* lanes = OneLane)
{
    QByteArray out;
    for (int side = 0; side < 4; ++side) {
        const double angle = side * M_PI / 2.0; // along this side, counter-clockwise, the square on the left
        const double half = inside / 2.0;
        const double along = -half - 6.0;
        const double x = along * std::cos(angle) + half * std::sin(angle);
        const double y = along * std::sin(angle) - half * std::cos(angle);
        RoadXml road{geometryXml(0, x, y, angle, inside + 12.0), inside + 12.0};
        road.lanes = lanes;
        road.junction = "9";
        out += road.text();
    }
    return out;
}

QByteArray withPart(const QByteArray& part)
{
    RoadXml road{geometryXml(0, 0, 0, 0, 100)};
    road.profiles = part;
    return test::mapXml(road.text());
}

model::Bounds boundsOf(const model::SceneMesh& mesh)
{
    model::Bounds out;
    for (const glm::vec3& v : mesh.vertices)
        out.include(mesh.origin + glm::dvec3(v));
    return out;
}

bool near(const glm::dvec3& a, const glm::dvec3& b) { return glm::distance(a, b) < 0.01; }

} // namespace

class TestOpenDriveWorld : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void junctionsHaveNoHoles_data();
    void junctionsHaveNoHoles();
    void junctionsNeverStopTheClock();
    void whatStands_data();
    void whatStands();
    void platesFaceTheirTraffic_data();
    void platesFaceTheirTraffic();
    void notDrawnTwice_data();
    void notDrawnTwice();
    void repeatsAreBounded();
    void otherMakers_data();
    void otherMakers();
    void scenarioNamesItsMap();
    void errorsNameFileAndLine();
};

void TestOpenDriveWorld::junctionsHaveNoHoles_data()
{
    QTest::addColumn<double>("inside");
    QTest::addColumn<QByteArray>("lanes");
    QTest::addColumn<bool>("filled");
    const QByteArray sidewalk(
        R"(<left><lane id="1" type="sidewalk"><width sOffset="0" a="0.5" b="0" c="0" d="0"/></lane></left>)");
    QTest::newRow("a hole") << 3.0 << QByteArray(OneLane) << true;
    QTest::newRow("a crack") << 0.6 << QByteArray(OneLane) << true;
    QTest::newRow("an island") << 12.0 << QByteArray(OneLane) << false;
    QTest::newRow("a small island with a sidewalk") << 4.0 << sidewalk + OneLane << false;
}

void TestOpenDriveWorld::junctionsHaveNoHoles()
{
    QFETCH(double, inside);
    QFETCH(QByteArray, lanes);
    QFETCH(bool, filled);
    const auto scene = test::drawn(test::mapXml(aroundSquare(inside, lanes)));
    QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
    const model::SceneMesh& mesh = *test::meshOf(*scene, SceneRole::Road);
    const test::Surface road(mesh);
    for (double x = -0.45; x <= 0.45; x += 0.1) {
        for (double z = -0.45; z <= 0.45; z += 0.1)
            QCOMPARE(road.contain(x * inside, z * inside), filled);
    }
    for (const glm::vec3& v : mesh.vertices) // nothing sticks out of it
        QVERIFY(std::abs(mesh.origin.y + static_cast<double>(v.y)) < 0.02);
    QVERIFY(!road.contain(inside / 2 + 3.1, inside / 2 + 3.1));
}

void TestOpenDriveWorld::junctionsNeverStopTheClock()
{
    // Thousands of roads kilometres long in one junction, and thousands of junctions.
    QByteArray roads;
    for (int i = 0; i < 2000; ++i) {
        RoadXml road{geometryXml(0, i, i, 0.001 * i, 200), 200};
        road.junction = i % 2 == 0 ? QByteArray("7") : QByteArray::number(100 + i);
        roads += road.text();
    }
    QVERIFY(test::drawn(test::mapXml(roads)));
}

void TestOpenDriveWorld::whatStands_data()
{
    QTest::addColumn<QByteArray>("part");
    QTest::addColumn<bool>("drawn");
    QTest::addColumn<glm::dvec3>("low");
    QTest::addColumn<glm::dvec3>("high");
    const auto object = [](const QByteArray& attributes, const QByteArray& inside = {}) {
        return "<objects><object " + attributes + ">" + inside + "</object></objects>";
    };
    const glm::dvec3 none{0.0};
    QTest::newRow("box") << object(R"(s="10" t="5" zOffset="1" hdg="0" length="4" width="2" height="3")")
                         << true << glm::dvec3(8, 1, -6) << glm::dvec3(12, 4, -4);
    QTest::newRow("turned box")
        << object(R"(s="10" t="5" hdg="1.5707963267949" length="4" width="2" height="3")") << true
        << glm::dvec3(9, 0, -7) << glm::dvec3(11, 3, -3);
    QTest::newRow("round") << object(R"(type="tree" s="20" t="-8" radius="0.5" height="6")") << true
                           << glm::dvec3(19.5, 0, 7.5) << glm::dvec3(20.5, 6, 8.5);
    QTest::newRow("outline")
        << object(
               R"(type="building" s="30" t="10")",
               R"(<outlines><outline><cornerLocal u="0" v="0" z="0" height="9"/><cornerLocal u="5" v="0" z="0" height="9"/>)"
               R"(<cornerLocal u="5" v="6" z="0" height="9"/></outline></outlines>)")
        << true << glm::dvec3(30, 0, -16) << glm::dvec3(35, 9, -10);
    QTest::newRow("a rail") << object(R"(type="barrier" s="0" t="6" width="0.5" height="1")",
                                      R"(<repeat s="10" length="40" distance="0" tStart="6" tEnd="6"/>)")
                            << true << glm::dvec3(10, 0, -6.25) << glm::dvec3(50, 1, -5.75);
    QTest::newRow("posts in a row")
        << object(R"(type="pole" s="0" t="6" radius="0.1" height="1")",
                  R"(<repeat s="10" length="40" distance="10" tStart="6" tEnd="8"/>)")
        << true << glm::dvec3(9.9, 0, -8.1) << glm::dvec3(50.1, 1, -5.9);
    QTest::newRow("of no size") << object(R"(name="Speed_30" s="10" t="5" length="0" width="0" height="0")")
                                << false << none << none;
    QTest::newRow("flat") << object(R"(type="parkingSpace" s="10" t="5" length="5" width="2" height="0.01")")
                          << false << none << none;
    QTest::newRow("vast") << object(R"(s="10" t="5" length="4" width="2" height="900000")") << false << none
                          << none;
    QTest::newRow("no number") << object(R"(s="10" t="left" length="4" width="2" height="3")") << false
                               << none << none;
}

void TestOpenDriveWorld::whatStands()
{
    QFETCH(QByteArray, part);
    QFETCH(bool, drawn);
    QFETCH(glm::dvec3, low);
    QFETCH(glm::dvec3, high);
    const auto scene = test::drawn(withPart(part));
    QVERIFY(scene);
    const model::SceneMesh* mesh = test::meshOf(*scene, SceneRole::Wall);
    QCOMPARE(mesh != nullptr, drawn);
    if (!drawn)
        return;
    const model::Bounds bounds = boundsOf(*mesh);
    QVERIFY2(near(bounds.min, low) && near(bounds.max, high),
             qPrintable(QStringLiteral("%1 %2 %3 to %4 %5 %6")
                            .arg(bounds.min.x)
                            .arg(bounds.min.y)
                            .arg(bounds.min.z)
                            .arg(bounds.max.x)
                            .arg(bounds.max.y)
                            .arg(bounds.max.z)));
}

void TestOpenDriveWorld::platesFaceTheirTraffic_data()
{
    QTest::addColumn<QByteArray>("attributes");
    QTest::addColumn<glm::dvec3>("low"); // with the pole, 12 cm wide, at (40, -4) of the road
    QTest::addColumn<glm::dvec3>("high");
    QTest::newRow("along") << QByteArray(R"(orientation="+" zOffset="3" width="1" height="0.8")")
                           << glm::dvec3(39.86, 0, 3.5) << glm::dvec3(40.06, 3.8, 4.5);
    QTest::newRow("against") << QByteArray(R"(orientation="-" zOffset="3" width="1" height="0.8")")
                             << glm::dvec3(39.94, 0, 3.5) << glm::dvec3(40.14, 3.8, 4.5);
    QTest::newRow("turned")
        << QByteArray(R"(orientation="-" hOffset="1.5707963267949" zOffset="3" width="1" height="0.8")")
        << glm::dvec3(39.5, 0, 3.86) << glm::dvec3(40.5, 3.8, 4.06);
    QTest::newRow("of no size, on the ground") << QByteArray(R"(orientation="+" zOffset="-0.5")")
                                               << glm::dvec3(39.86, 0, 3.7) << glm::dvec3(40.06, 2.8, 4.3);
}

void TestOpenDriveWorld::platesFaceTheirTraffic()
{
    QFETCH(QByteArray, attributes);
    QFETCH(glm::dvec3, low);
    QFETCH(glm::dvec3, high);
    const auto scene = test::drawn(withPart(R"(<signals><signal s="40" t="-4" dynamic="no" )" + attributes +
                                            "><validity fromLane=\"1\" toLane=\"1\"/></signal></signals>"));
    QVERIFY(scene);
    const model::SceneMesh* mesh = test::meshOf(*scene, SceneRole::Wall);
    QVERIFY(mesh);
    const model::Bounds bounds = boundsOf(*mesh);
    QVERIFY2(near(bounds.min, low) && near(bounds.max, high), qPrintable(QStringLiteral("%1 %2 to %3 %4")
                                                                             .arg(bounds.min.x)
                                                                             .arg(bounds.min.z)
                                                                             .arg(bounds.max.x)
                                                                             .arg(bounds.max.z)));
}

void TestOpenDriveWorld::notDrawnTwice_data()
{
    QTest::addColumn<QList<int>>("cast");
    QTest::addColumn<int>("signs");
    const auto kind = [](model::ActorKind k) { return static_cast<int>(k); };
    QTest::newRow("vehicles") << QList<int>{kind(model::ActorKind::Vehicle)} << 2;
    QTest::newRow("lights") << QList<int>{kind(model::ActorKind::TrafficLight)} << 1;
    QTest::newRow("both") << QList<int>{kind(model::ActorKind::TrafficLight), kind(model::ActorKind::Sign)}
                          << 0;
}

void TestOpenDriveWorld::notDrawnTwice()
{
    QFETCH(QList<int>, cast);
    QFETCH(int, signs);
    model::MemorySource log({}, QStringLiteral("a.log"));
    log.addSibling(
        QStringLiteral("Town9.xodr"),
        withPart(
            R"(<signals><signal s="10" t="4" dynamic="yes"/><signal s="20" t="4" dynamic="no"/></signals>)"));
    std::vector<model::ActorInfo> actors(static_cast<std::size_t>(cast.size()));
    for (std::size_t i = 0; i < actors.size(); ++i)
        actors[i].kind = static_cast<model::ActorKind>(cast[static_cast<qsizetype>(i)]);
    const model::SceneDescription scene = carlaScene(log, QStringLiteral("Town9"), actors, {}, {});
    QVERIFY(test::meshOf(scene, SceneRole::Road));
    const model::SceneMesh* mesh = test::meshOf(scene, SceneRole::Wall);
    // Pole and plate: five faces of two triangles each.
    QCOMPARE(mesh ? static_cast<int>(mesh->indices.size()) : 0, signs * 2 * 5 * 6);
}

void TestOpenDriveWorld::repeatsAreBounded()
{
    const auto scene = test::drawn(withPart(
        R"(<objects><object s="0" t="6" radius="0.1" height="1"><repeat s="0" length="1e9" distance="1e-9"/></object></objects>)"));
    QVERIFY(scene);
    QVERIFY(test::meshOf(*scene, SceneRole::Wall)->vertices.size() < 1'000'000);
}

void TestOpenDriveWorld::otherMakers_data()
{
    QTest::addColumn<QByteArray>("xml");
    const QByteArray road = RoadXml{geometryXml(0, 0, 0, 0, 100)}.text();
    const auto swapped = [&road](const char* from, const char* to) {
        return QByteArray(road).replace(from, to);
    };
    QTest::newRow("1.7, left-hand, linked")
        << "<?xml version=\"1.0\" standalone=\"yes\"?>\n<!-- made by hand -->\n<OpenDRIVE>\n<header "
           "revMajor=\"1\" "
           "revMinor=\"7\" north=\"1.0e+2\"><geoReference><![CDATA[+proj=utm +zone=32 <&>]]></geoReference>"
           "<userData code=\"a\" value=\"&lt;b&gt;\"/></header>" +
               swapped("<road ", "<road rule=\"LHT\" ") + "<junction id=\"1\" name=\"\"/></OpenDRIVE>";
    QTest::newRow("a namespace")
        << "<OpenDRIVE xmlns=\"http://code.asam.net/simulation/standard/opendrive_schema\">" + road +
               "</OpenDRIVE>";
    QTest::newRow("other case") << "<OPENDRIVE>" +
                                       swapped("laneSection", "lanesection").replace("planView", "PlanView") +
                                       "</OPENDRIVE>";
    QTest::newRow("other case of attributes") << test::mapXml(
        swapped("hdg=", "HDG=").replace("sOffset=", "soffset=").replace("driving", "Driving"));
    QTest::newRow("numbers as others write them") << test::mapXml(
        swapped("length=\"100\"", "length=\" 1.00000000000000000e+02 \"").replace("a=\"3\"", "a=\"+3.0E0\""));
    QTest::newRow("an entity of its own")
        << "<!DOCTYPE OpenDRIVE [<!ENTITY w \"3\">]>" + test::mapXml(swapped("a=\"3\"", "a=\"&w;\""));
    QTest::newRow("a byte order mark")
        << "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?>" + test::mapXml(road);
    QTest::newRow("an encoding that Qt lacks") << "<?xml version=\"1.0\" encoding=\"windows-1252\"?>" +
                                                      test::mapXml(swapped("<road ", "<road name=\"Stra\xDF"
                                                                                     "e\" "));
    QTest::newRow("no length of the road")
        << test::mapXml(swapped("<road id=\"1\" length=\"100\"", "<road id=\"1\""));
    QTest::newRow("elevation in pieces") << withPart(
        R"(<elevationProfile><elevation s="0" a="0" b="0" c="0" d="0"/><elevation s="3e1" a="0" b="0" c="0" d="0"/>)"
        R"(<elevation s="6e1" a="-0" b="0" c="0" d="0"/></elevationProfile><surface/><railroad/>)");
}

void TestOpenDriveWorld::otherMakers()
{
    QFETCH(QByteArray, xml);
    const auto scene = test::drawn(xml);
    QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
    QVERIFY2(scene->note.isEmpty(), qPrintable(scene->note));
    QVERIFY2(std::abs(test::areaOf(*scene, SceneRole::Road) - 600.0) < 0.01,
             qPrintable(QString::number(test::areaOf(*scene, SceneRole::Road))));
}

void TestOpenDriveWorld::scenarioNamesItsMap()
{
    QTemporaryDir folder;
    const auto write = [&folder](const char* name, const QByteArray& text) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("xodr")));
    QVERIFY(write("xodr/hill.xodr", test::mapXml(RoadXml{geometryXml(0, 0, 0, 0, 100)}.text())));
    QVERIFY(write("drive.xosc",
                  "<OpenSCENARIO><FileHeader/><RoadNetwork><LogicFile filepath=\"xodr/hill.xodr\"/>"
                  "</RoadNetwork></OpenSCENARIO>"));
    QVERIFY(write("nowhere.xosc", "<OpenSCENARIO/>"));
    QVERIFY(write("circle.xosc", "<OpenSCENARIO><LogicFile filepath=\"circle.xosc\"/></OpenSCENARIO>"));
    QVERIFY(write("torn.xosc", "<OpenSCENARIO>\n<RoadNetwork>"));
    const auto sceneOf = [&](const char* name) {
        return readMapFile(folder.filePath(QString::fromLatin1(name)), {}, {});
    };
    const auto scene = sceneOf("drive.xosc");
    QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
    QCOMPARE(scene->name, QStringLiteral("hill.xodr"));
    QVERIFY(sceneOf("nowhere.xosc").error().message.contains(QStringLiteral("names no road network")));
    QVERIFY(sceneOf("circle.xosc").error().message.contains(QStringLiteral("is no road network")));
    QVERIFY(sceneOf("torn.xosc").error().message.contains(QStringLiteral("torn.xosc, line 2")));
}

void TestOpenDriveWorld::errorsNameFileAndLine()
{
    model::MemorySource log({}, QStringLiteral("a.log"));
    log.addSibling(QStringLiteral("Town9.xodr"), "<OpenDRIVE>\n<road length=\"1\">\n</OpenDRIVE>");
    const QString note = carlaScene(log, QStringLiteral("Town9"), {}, {}, {}).note;
    QVERIFY2(note.contains(QStringLiteral("Town9.xodr: OpenDRIVE map, line 3: ")), qPrintable(note));
    log.addSibling(QStringLiteral("Town8.xodr"), "<OpenDRIVE><road length=\"1\"/></OpenDRIVE>");
    QVERIFY(carlaScene(log, QStringLiteral("Town8"), {}, {}, {})
                .note.contains(QStringLiteral("Town8.xodr has no lane that can be drawn")));
}

} // namespace tst_opendrive_world

GHOSTLINE_TEST(tst_opendrive_world, TestOpenDriveWorld)
#include "tst_opendrive_world.moc"
