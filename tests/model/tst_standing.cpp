// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings without heights on ground that has some: what is lifted, by how much, and what is not.
#include "model/world/standing.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>
#include <glm/gtc/constants.hpp>
#include <limits>

namespace tst_standing {

using namespace ghostline::model;

namespace {

/// Rises by half a metre with each metre to the east; 40 m each way.
HeightField slope()
{
    HeightField field;
    field.corner = {0.0, 0.0};
    field.cell = 2.0;
    field.columns = field.rows = 21;
    for (int row = 0; row < field.rows; ++row) {
        for (int column = 0; column < field.columns; ++column)
            field.heights.push_back(static_cast<float>(column));
    }
    return field;
}

SceneDescription onSlope(bool heightless)
{
    SceneDescription scene;
    scene.ground = std::make_shared<const HeightField>(slope());
    scene.heightless = heightless;
    scene.groundHeight = -3.0;
    return scene;
}

} // namespace

class TestStanding : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void onlyWhatHasNoHeightsIsLifted()
    {
        const SceneDescription heightless = onSlope(true);
        QVERIFY(liftingGround(heightless) == heightless.ground.get());
        QCOMPARE(recordedLevel(heightless), 0.0);
        QCOMPARE(lifted(heightless, {10.0, 1.0, 5.0}), glm::dvec3(10.0, 6.0, 5.0));

        const SceneDescription known = onSlope(false);
        QVERIFY(liftingGround(known) == nullptr);
        QVERIFY(groundOf(known) == known.ground.get());
        QCOMPARE(recordedLevel(known), -3.0);
        QCOMPARE(lifted(known, {10.0, 1.0, 5.0}), glm::dvec3(10.0, 1.0, 5.0));

        SceneDescription damaged = onSlope(true);
        damaged.ground = std::make_shared<const HeightField>();
        QVERIFY(liftingGround(damaged) == nullptr && groundOf(damaged) == nullptr);
        QVERIFY(liftingGround({}) == nullptr);
    }

    void whatIsKeptIsTheSameWithAMapAndWithout_data()
    {
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("y");
        QTest::newRow("on the ground") << 7.0 << 0.0;
        QTest::newRow("in the air") << 33.0 << 4.0;
        QTest::newRow("beyond the border") << -500.0 << 0.0;
    }
    void whatIsKeptIsTheSameWithAMapAndWithout()
    {
        QFETCH(double, x);
        QFETCH(double, y);
        const SceneDescription scene = onSlope(true);
        const glm::dvec3 place(x, y, 3.0);
        QVERIFY(glm::distance(recorded(scene, lifted(scene, place)), place) < 1e-9);
    }

    void actorsAndTheirBonesAreLiftedTogether()
    {
        WorldState state;
        state.resize(3, 0);
        state.ids = {ActorId{0}, ActorId{1}, ActorId{2}};
        state.positions = {{4.0, 0.0, 1.0}, {20.0, 3.0, 1.0}, {std::nan(""), 0.0, 0.0}};
        state.bonePoses.resize(3);
        state.bones[1] = {1, 2};
        state.bones[2] = {2, 77}; // damage
        state.bonePoses[1].position = {25.0F, 4.0F, 1.0F};
        standOn(slope(), state);
        QCOMPARE(state.positions[0], glm::dvec3(4.0, 2.0, 1.0));
        QCOMPARE(state.positions[1], glm::dvec3(20.0, 13.0, 1.0));
        // As far as who they belong to, not by the ground below each: a body keeps its shape.
        QCOMPARE(state.bonePoses[1].position, glm::vec3(25.0F, 14.0F, 1.0F));
        QCOMPARE(state.bonePoses[0].position, glm::vec3(0.0F));
    }

    void aCameraShowsTheSamePieceOfGround()
    {
        // Looks east, 45 degrees down, from 10 m over level ground: at x = 20.
        const float half = glm::quarter_pi<float>();
        const glm::quat east = glm::angleAxis(glm::half_pi<float>(), glm::vec3(0.0F, 1.0F, 0.0F));
        const glm::quat down = east * glm::angleAxis(half, glm::vec3(1.0F, 0.0F, 0.0F));
        WorldState state;
        state.resize(2, 0);
        state.ids = {ActorId{0}, ActorId{1}};
        state.positions = {{10.0, 10.0, 5.0}, {10.0, 10.0, 5.0}};
        state.orientations = {down, down};
        const std::vector<ActorId> cameras{ActorId{1}};
        standOn(slope(), state, cameras);
        QCOMPARE(state.positions[0].y, 15.0); // by the ground below
        QVERIFY(std::abs(state.positions[1].y - 20.0) < 1e-4);
        // One that looks at the sky goes by the ground below it.
        QCOMPARE(cameraLift(slope(), {10.0, 10.0, 5.0}, east), 5.0);
    }
};

} // namespace tst_standing

GHOSTLINE_TEST(tst_standing, TestStanding)
#include "tst_standing.moc"
