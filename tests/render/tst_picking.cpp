// SPDX-License-Identifier: GPL-3.0-or-later
// CPU picking: nearest box, turned boxes, and small ones that are still easy to hit.
#include "render/actors/picking.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_picking {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;

namespace {
const QSizeF View{800.0, 600.0};

CameraPose above()
{
    CameraPose c;
    c.position = {0.0, 10.0, 30.0};
    c.target = {0.0, 0.0, 0.0};
    return c;
}

PickBox box(unsigned id, const glm::dvec3& centre, const glm::vec3& half, float yaw = 0.0F)
{
    return {static_cast<ActorId>(id), centre, glm::angleAxis(glm::radians(yaw), glm::vec3(0.0F, 1.0F, 0.0F)),
            half};
}
} // namespace

class TestPicking : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void hitDistances()
    {
        const Ray ray{{0.0, 0.0, 10.0}, {0.0, 0.0, -1.0}};
        QCOMPARE(hitDistance(ray, box(0, {0.0, 0.0, 0.0}, {1.0F, 1.0F, 1.0F})), 9.0);
        QVERIFY(hitDistance(ray, box(0, {3.0, 0.0, 0.0}, {1.0F, 1.0F, 1.0F})) < 0.0);
        QVERIFY(hitDistance(ray, box(0, {0.0, 0.0, 20.0}, {1.0F, 1.0F, 1.0F})) < 0.0); // behind
        QCOMPARE(hitDistance(ray, box(0, {0.0, 0.0, 10.0}, {1.0F, 1.0F, 1.0F})), 0.0); // inside
        // Turned by 90 degrees the long side points at the ray.
        QVERIFY(qAbs(hitDistance(ray, box(0, {0.0, 0.0, 0.0}, {4.0F, 1.0F, 1.0F}, 90.0F)) - 6.0) < 1e-5);
    }

    void nearestWins()
    {
        const std::array boxes{box(1, {0.0, 0.0, -5.0}, {2.0F, 2.0F, 2.0F}),
                               box(2, {0.0, 0.0, 5.0}, {2.0F, 2.0F, 2.0F})};
        const auto at = project(above(), boxes[1].centre, View);
        QCOMPARE(pickActor(above(), *at, View, boxes), ActorId(2));
    }

    void aHitBeatsANearMiss()
    {
        // The small one's centre is closer to the pointer, but the pointer is on the big one.
        const std::array boxes{box(1, {0.0, 0.0, 0.0}, {3.0F, 0.5F, 3.0F}),
                               box(2, {3.4, 0.0, 0.0}, {0.05F, 0.05F, 0.05F})};
        const auto at = project(above(), {2.9, 0.4, 0.0}, View);
        QCOMPARE(pickActor(above(), *at, View, boxes), ActorId(1));
    }

    void farActorsAreGenerous()
    {
        const std::array boxes{box(7, {0.0, 0.0, -3000.0}, {1.0F, 1.0F, 2.0F})};
        const auto at = project(above(), boxes[0].centre, View);
        QVERIFY(at);
        QCOMPARE(pickActor(above(), *at + QPointF(5.0, -5.0), View, boxes), ActorId(7));
        QCOMPARE(pickActor(above(), *at + QPointF(30.0, 0.0), View, boxes), ActorId::None);
    }

    void nothingThere()
    {
        QCOMPARE(pickActor(above(), {400.0, 300.0}, View, {}), ActorId::None);
        const std::array behind{box(1, {0.0, 20.0, 60.0}, {1.0F, 1.0F, 1.0F})};
        QCOMPARE(pickActor(above(), {400.0, 300.0}, View, behind), ActorId::None);
    }

    void orthographicAndFarFromTheOrigin()
    {
        CameraPose c;
        c.target = {1.0e6, 0.0, -2.0e6};
        c.position = c.target + glm::dvec3(0.0, 100.0, 0.0);
        c.up = {0.0, 0.0, -1.0};
        c.orthographic = true;
        c.orthographicHeight = 60.0;
        const std::array boxes{box(3, c.target + glm::dvec3(10.0, 0.0, -10.0), {1.0F, 1.0F, 2.0F})};
        QCOMPARE(pickActor(c, {500.0, 200.0}, View, boxes), ActorId(3));
    }
};

} // namespace tst_picking

GHOSTLINE_TEST(tst_picking, TestPicking)
#include "tst_picking.moc"
