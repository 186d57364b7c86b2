// SPDX-License-Identifier: GPL-3.0-or-later
// What a shadow map covers: all that the camera sees of a stage, and always by the same grid.
#include "render/base/light.h"
#include "render/base/sun_view.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <glm/gtc/matrix_transform.hpp>

namespace tst_sun_view {

using namespace ghostline::render;

namespace {

constexpr int Cells = 2048;

struct Eye
{
    glm::dvec3 from{0.0};
    glm::dvec3 to{0.0};
    bool parallel = false;

    glm::dmat4 view() const
    {
        const bool down = to.x == from.x && to.z == from.z;
        return glm::lookAt(from, to, down ? glm::dvec3(0.0, 0.0, -1.0) : glm::dvec3(0.0, 1.0, 0.0));
    }
    glm::dmat4 projection() const
    {
        return parallel ? glm::ortho(-16.0, 16.0, -9.0, 9.0, -2000.0, 2000.0)
                        : glm::perspective(glm::radians(45.0), 16.0 / 9.0, 0.1, 6000.0);
    }
};

glm::dvec3 sun() { return glm::dvec3(lightOn(Ground::Dark).toSun); }

SunView sunOf(const Eye& eye, const SunStage& stage)
{
    return sunOver(eye.view(), eye.projection(), sun(), stage, Cells);
}

/// Where on the map, 0 to 1 on each axis.
glm::dvec3 onMap(const SunView& view, const glm::dvec3& place)
{
    return glm::dvec3(view.projection * view.view * glm::dvec4(place, 1.0)) * 0.5 + 0.5;
}

/// Where the middle line of the picture, or a corner's, meets the ground.
glm::dvec3 groundAt(const Eye& eye, double x, double y)
{
    const glm::dmat4 inverse = glm::inverse(eye.projection() * eye.view());
    const auto at = [&](double z) {
        const glm::dvec4 p = inverse * glm::dvec4(x, y, z, 1.0);
        return glm::dvec3(p) / p.w;
    };
    const glm::dvec3 near = at(-1.0);
    const glm::dvec3 along = at(1.0) - near;
    return near - along * (near.y / along.y);
}

} // namespace

class TestSunView : public QObject
{
    Q_OBJECT
private:
    static void eyes()
    {
        QTest::addColumn<glm::dvec3>("from");
        QTest::addColumn<glm::dvec3>("to");
        QTest::addColumn<bool>("parallel");
        QTest::newRow("over the shoulder") << glm::dvec3(0, 3, 6) << glm::dvec3(0, 1, 0) << false;
        QTest::newRow("from above, slanted") << glm::dvec3(0, 40, 40) << glm::dvec3(0) << false;
        QTest::newRow("straight down") << glm::dvec3(10, 60, 10) << glm::dvec3(10, 0, 10) << true;
        QTest::newRow("far over a town") << glm::dvec3(500, 900, 1300) << glm::dvec3(500, 0, 500) << false;
    }

private Q_SLOTS:
    void coversWhatIsLookedAt_data() { eyes(); }
    void coversWhatIsLookedAt()
    {
        QFETCH(glm::dvec3, from);
        QFETCH(glm::dvec3, to);
        QFETCH(bool, parallel);
        const Eye eye{from, to, parallel};
        const SunStage stage{0.0, 10.0, 3.0 * glm::length(from - to)};
        const SunView view = sunOf(eye, stage);
        for (const glm::dvec2& corner :
             {glm::dvec2(0.0, 0.0), glm::dvec2(-1.0, -1.0), glm::dvec2(1.0, -1.0)}) {
            const glm::dvec3 ground = groundAt(eye, corner.x, corner.y);
            for (const double height : {0.0, 10.0}) {
                // Up along the light: whoever stands there throws a shadow onto the place.
                const glm::dvec3 at = onMap(view, ground + sun() * (height / sun().y));
                QVERIFY(at.x > 0.0 && at.x < 1.0 && at.y > 0.0 && at.y < 1.0);
                QVERIFY(at.z > 0.0 && at.z < 1.0);
            }
        }
        QVERIFY2(view.radius < 2.0 * std::max(glm::length(from - to), 20.0),
                 qPrintable(QString::number(view.radius)));
    }

    void standsStillWhileTheCameraMoves_data() { eyes(); }
    void standsStillWhileTheCameraMoves()
    {
        QFETCH(glm::dvec3, from);
        QFETCH(glm::dvec3, to);
        QFETCH(bool, parallel);
        const SunStage stage{0.0, 10.0, 3.0 * glm::length(from - to)};
        const SunView before = sunOf({from, to, parallel}, stage);
        const glm::dvec3 place{1.0, 0.0, -2.0};
        for (int step = 1; step <= 20; ++step) {
            const glm::dvec3 way = glm::dvec3(0.013, 0.0, 0.007) * static_cast<double>(step);
            const SunView after = sunOf({from + way, to + way, parallel}, stage);
            QCOMPARE(after.radius, before.radius);
            const glm::dvec3 moved =
                (onMap(after, place) - onMap(before, place)) * static_cast<double>(Cells);
            QVERIFY(std::abs(moved.x - std::round(moved.x)) < 1.0e-3);
            QVERIFY(std::abs(moved.y - std::round(moved.y)) < 1.0e-3);
        }
    }
};

} // namespace tst_sun_view

GHOSTLINE_TEST(tst_sun_view, TestSunView, void)
#include "tst_sun_view.moc"
