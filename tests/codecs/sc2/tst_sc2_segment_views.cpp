// SPDX-License-Identifier: GPL-3.0-or-later
// Cameras, scene and clocks of games put together by hand.
#include "codecs/sc2/replay/describe.h"
#include "codecs/sc2/replay/scene.h"
#include "tests/codecs/sc2/made_segment.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_sc2_segment_views {

using namespace ghostline;
using namespace ghostline::sc2;
using model::Provenance;
using model::WorldState;
using test::MadeSegment;
using test::near;

class TestSc2SegmentViews : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cameras();
    void cameraOfNobody();
    void scene();
    void clocks_data();
    void clocks();
};

void TestSc2SegmentViews::cameras()
{
    MadeSegment made;
    made.game.born(0, "CommandCenter", 1, 30, 40);
    CameraState first;
    first.loop = 100;
    first.x = 60;
    first.y = 70;
    CameraState near1 = first;
    near1.loop = 110;
    near1.x = 70;
    CameraState far = near1;
    far.loop = 120;
    far.x = 120;
    far.yaw = 0;
    far.pitch = 34;
    far.distance = 20;
    made.game.data.actions.cameras = {{first, near1, far}, {}};
    made.build();
    const auto looksAt = [](const WorldState& s) {
        const glm::dvec3 ahead(s.orientations[2] * glm::vec3(0, 0, 1));
        const double length = -s.positions[2].y / ahead.y;
        return s.positions[2] + ahead * length;
    };
    // Before anyone moves it: the base.
    QVERIFY(near(looksAt(made.at(0)), {30.0, 0.0, -40.0}));
    QVERIFY(near(made.at(0).positions[0], {30.0, 0.0, -40.0}));
    const WorldState state = made.at(100);
    QCOMPARE(state.provenance[2], Provenance::Exact);
    QVERIFY(near(looksAt(state), {60.0, 0.0, -70.0}));
    QVERIFY(near(state.positions[0], {60.0, 0.0, -70.0}));
    QVERIFY(std::abs(glm::length(state.positions[2] - glm::dvec3(60, 0, -70)) - 34.0) < 1e-3);
    // Looking up the map: the eye stands to the south, and nothing is rolled.
    QVERIFY(state.positions[2].z > -70.0);
    QVERIFY(std::abs(state.positions[2].x - 60.0) < 1e-3);
    QVERIFY((state.orientations[2] * glm::vec3(0, 1, 0)).y > 0.5F);
    QVERIFY(near(glm::dvec3(state.orientations[2] * glm::vec3(1, 0, 0)), {-1.0, 0.0, 0.0}));
    // It is a step, not a slide; only a leap breaks off.
    QVERIFY(near(looksAt(made.at(109, 0.9)), {60.0, 0.0, -70.0}));
    QCOMPARE(made.at(109).provenance[2], Provenance::Held);
    QVERIFY((made.at(110).flags[2] & model::Discontinuity) == 0);
    QVERIFY((made.at(120).flags[2] & model::Discontinuity) != 0);
    QVERIFY((made.at(120).flags[0] & model::Discontinuity) != 0);
    QVERIFY((made.at(121).flags[2] & model::Discontinuity) == 0);
    const WorldState turned = made.at(500);
    QVERIFY(near(looksAt(turned), {120.0, 0.0, -70.0}));
    QVERIFY(turned.positions[2].x < 120.0);
}

void TestSc2SegmentViews::cameraOfNobody()
{
    MadeSegment made;
    made.game.born(0, "Nexus", 2, 11, 12);
    made.build();
    const WorldState state = made.at(50);
    QVERIFY((state.flags[3] & model::Hidden) != 0);
    QVERIFY(near(state.positions[1], {11.0, 0.0, -12.0}));
    QVERIFY((state.flags[1] & model::Hidden) == 0);
}

void TestSc2SegmentViews::scene()
{
    MadeSegment made;
    made.game.data.head.mapSizeX = 160;
    made.game.data.head.mapSizeY = 120;
    made.game.born(0, "CommandCenter", 1, 30, 40);
    made.game.born(0, "Nexus", 2, 130, 80);
    made.game.born(0, "MineralField", 0, 20, 40);
    made.game.born(0, "XelNagaTower", 0, 80, 60);
    made.build();
    const model::SceneDescription scene = describeScene(*made.data, *made.kinds);
    QVERIFY(scene.bounds.valid);
    QCOMPARE(scene.bounds.min, glm::dvec3(0, 0, -120));
    QCOMPARE(scene.bounds.max, glm::dvec3(160, 0, 0));
    QCOMPARE(scene.groundHeight, 0.0);
    QCOMPARE(scene.cameras.size(), std::size_t{3});
    QCOMPARE(scene.cameras[1].name, QStringLiteral("Start of Ann"));
    QCOMPARE(scene.cameras[1].target, glm::dvec3(30, 0, -40));
    QStringList labels;
    for (const model::SceneLabel& label : scene.labels)
        labels += label.text;
    QCOMPARE(labels.size(), 3);
    QVERIFY(labels.contains(QStringLiteral("Start of Bob")));
    for (const model::SceneMesh& mesh : scene.meshes) {
        // Counter-clockwise seen from above.
        for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
            const auto corner = [&](std::size_t k) { return mesh.vertices[mesh.indices[i + k]]; };
            QVERIFY(glm::cross(corner(1) - corner(0), corner(2) - corner(0)).y > 0.0F);
        }
    }
}

void TestSc2SegmentViews::clocks_data()
{
    QTest::addColumn<int>("speed");
    QTest::addColumn<bool>("scaled");
    QTest::addColumn<double>("game");
    QTest::newRow("Faster before 3.0") << 4 << false << 1.4;
    QTest::newRow("Faster since") << 4 << true << 1.0;
    QTest::newRow("Normal before 3.0") << 2 << false << 1.0;
    QTest::newRow("Slower since") << 0 << true << 9.6 / 22.4;
}

void TestSc2SegmentViews::clocks()
{
    QFETCH(int, speed);
    QFETCH(bool, scaled);
    QFETCH(double, game);
    MadeSegment made(2240);
    made.game.data.head.gameSpeed = speed;
    made.game.data.head.header.useScaledTime = scaled;
    made.build();
    const MpqArchive archive;
    const model::ReplayInfo info = describeReplay(*made.data, *made.kinds, archive, 1);
    QCOMPARE(info.clocks.front().name, QStringLiteral("Game"));
    QVERIFY(std::abs(info.clocks.front().rate - game) < 1e-9);
    const model::TimeAxis axis = timeAxisOf(*made.data);
    QCOMPARE(axis.frames(), 2241);
    const double shown = info.clocks.front().rate * model::seconds(axis.duration());
    QVERIFY(std::abs(shown - (scaled ? 100.0 : 140.0)) < 1e-3);
}

} // namespace tst_sc2_segment_views

GHOSTLINE_TEST(tst_sc2_segment_views, TestSc2SegmentViews)
#include "tst_sc2_segment_views.moc"
