// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies that nobody recorded: they walk by the way that was covered and sit where the saddle is.
#include "render/actors/instance_buffers.h"
#include "tests/render/world_fixture.h"
#include "tests/support/allocation_count.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <numbers>

namespace tst_made_up_body {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorShape;
using test::World;

namespace {

constexpr float Tolerance = 1e-3F;

bool same(const glm::vec3& a, const glm::vec3& b) { return glm::length(a - b) < Tolerance; }

BodyFigure walking(double strides, float effort = 1.0F, const BodyStand& stand = {})
{
    BodyFigure figure;
    walkingBody(strides, effort, stand, figure);
    return figure;
}

/// Whether every piece of one is where the other has one.
bool alike(const BodyFigure& a, const BodyFigure& b, const glm::vec3& mirror = glm::vec3(1.0F))
{
    const auto pieces = b.view();
    return a.count == b.count && std::ranges::all_of(a.view(), [&](const BodyPiece& piece) {
               return std::ranges::any_of(pieces, [&](const BodyPiece& other) {
                   return same(piece.centre * mirror, other.centre) && piece.form == other.form;
               });
           });
}

/// The nearest that a hand, or the end of a limb, comes to a place.
float nearest(const BodyFigure& figure, const glm::vec3& place)
{
    float least = 100.0F;
    for (const BodyPiece& piece : figure.view()) {
        const glm::vec3 end = piece.turn * glm::vec3(0.0F, piece.half.y, 0.0F);
        for (const glm::vec3& at : {piece.centre, piece.centre + end, piece.centre - end})
            least = std::min(least, glm::distance(at, place));
    }
    return least;
}

World street(const glm::vec3& velocity)
{
    World w;
    w.add({.shape = ActorShape::Body, .kind = model::ActorKind::Walker, .half = {0.3F, 0.875F, 0.3F}});
    w.state.velocities[0] = velocity;
    return w;
}

/// Where the limbs are.
std::vector<glm::vec3> limbs(const InstanceBuffers& buffers)
{
    std::vector<glm::vec3> out;
    for (const Instance& limb : buffers.solid(MeshKind::Limb))
        out.emplace_back(limb.place);
    return out;
}

} // namespace

class TestMadeUpBody : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void walkersKeepAFootOnTheGround()
    {
        for (int i = 0; i < 20; ++i) {
            const BodyFigure figure = walking(i * 0.05);
            float lowest = 10.0F;
            for (const BodyPiece& piece : figure.view()) {
                const glm::vec3 end = piece.turn * glm::vec3(0.0F, piece.half.y, 0.0F);
                lowest = std::min(lowest, piece.centre.y - std::abs(end.y));
            }
            QVERIFY2(lowest > -0.08F && lowest < 0.06F, qPrintable(QString::number(lowest)));
            QVERIFY2(figure.high.y > 1.6F && figure.high.y < 1.85F,
                     qPrintable(QString::number(figure.high.y)));
        }
    }

    void legsTakeTurns()
    {
        const BodyFigure left = walking(0.25), right = walking(0.75);
        QVERIFY(!alike(left, right));
        QVERIFY(alike(left, right, {-1.0F, 1.0F, 1.0F}));
        QVERIFY(alike(left, walking(7.25)));
        QVERIFY(alike(left, walking(-0.75))); // walking backward
        QVERIFY(alike(walking(0.25, 0.0F), walking(0.6, 0.0F)));
    }

    void standsWhereItIsPut()
    {
        const glm::vec3 up{0.0F, 1.0F, 0.0F};
        const BodyStand stand{{10.0F, 2.0F, 3.0F}, glm::angleAxis(glm::radians(90.0F), up), 0.5F};
        const BodyFigure own = walking(0.3), put = walking(0.3, 1.0F, stand);
        QCOMPARE(put.count, own.count);
        for (std::size_t i = 0; i < own.count; ++i) {
            const glm::vec3 at = own.pieces[i].centre;
            QVERIFY(same(put.pieces[i].centre, stand.place + 0.5F * glm::vec3(at.z, at.y, -at.x)));
            QVERIFY(same(put.pieces[i].half, own.pieces[i].half * 0.5F));
        }
        QVERIFY(same(put.forward, {own.forward.z, own.forward.y, -own.forward.x}));
    }

    void ridersHoldGripsAndPedals()
    {
        const Saddle saddle{.seat = {0.0F, 0.92F, -0.2F},
                            .grips = {0.0F, 1.0F, 0.35F},
                            .pedals = {0.0F, 0.3F, -0.05F},
                            .crank = 0.17F};
        for (int i = 0; i < 8; ++i) {
            const float crank = static_cast<float>(i) * std::numbers::pi_v<float> / 4.0F;
            BodyFigure figure;
            ridingBody(saddle, crank, {}, figure);
            QVERIFY(figure.head.y > 1.3F);
            for (const float side : {1.0F, -1.0F}) {
                QVERIFY(nearest(figure, saddle.grips + glm::vec3(side * saddle.gripsApart, 0.0F, 0.0F)) <
                        0.2F);
                const glm::vec3 pedal = saddle.pedals + glm::vec3(side * saddle.pedalsApart,
                                                                  side * std::cos(crank) * saddle.crank,
                                                                  side * std::sin(crank) * saddle.crank);
                QVERIFY(nearest(figure, pedal) < 0.2F);
            }
        }
        BodyFigure folded; // all in one place: nothing to be seen, but numbers
        ridingBody({}, 0.0F, {}, folded);
        for (const BodyPiece& piece : folded.view())
            QVERIFY(std::isfinite(piece.centre.x + piece.centre.y + piece.centre.z + piece.turn.w));
    }

    void whoHasNoBonesWalksByTheWay()
    {
        World w = street({0.0F, 0.0F, 1.4F});
        InstanceBuffers buffers;
        buffers.setCast(*w.info, Theme::dark());
        const auto step = [&](double metres) {
            w.state.positions[0].z += metres;
            w.state.time += model::fromSeconds(0.2);
            buffers.fill(w.state, {});
            std::vector<glm::vec3> out = limbs(buffers);
            for (glm::vec3& at : out)
                at.z -= static_cast<float>(w.state.positions[0].z);
            return out;
        };
        const auto before = step(0.0);
        QVERIFY(before.size() > 8);
        QCOMPARE(buffers.solid(MeshKind::Head).size(), 1U);
        const auto half = step(static_cast<double>(StrideLength) / 4.0);
        QVERIFY(!std::ranges::equal(before, half, same));
        const auto whole = step(static_cast<double>(StrideLength) * 0.75);
        QVERIFY(std::ranges::equal(before, whole, same));
        // Seen from afar there still is something.
        QCOMPARE(buffers.solid(MeshKind::Capsule).size(), 1U);
        QVERIFY(buffers.solid(MeshKind::Capsule)[0].place.w > 0.0F);
    }

    void whoStandsStands()
    {
        World w = street(glm::vec3(0.0F));
        InstanceBuffers buffers;
        buffers.setCast(*w.info, Theme::dark());
        buffers.fill(w.state, {.selection = w.info->cast[0].id});
        QVERIFY(!buffers.outline(MeshKind::Limb).empty());
        const auto before = limbs(buffers);
        w.state.positions[0].z += 0.3; // pushed without a speed
        buffers.fill(w.state, {});
        const auto after = limbs(buffers);
        QVERIFY(std::ranges::equal(before, after, [](const glm::vec3& a, const glm::vec3& b) {
            return same(a + glm::vec3(0.0F, 0.0F, 0.3F), b);
        }));
    }

    void steadyFramesAllocateNothing()
    {
        World w = street({0.0F, 0.0F, 1.4F});
        InstanceBuffers buffers;
        buffers.setCast(*w.info, Theme::dark());
        buffers.fill(w.state, {});
        const auto before = test::allocations;
        for (int i = 0; i < 100; ++i) {
            w.state.positions[0].z += 0.05;
            buffers.fill(w.state, {});
        }
        QCOMPARE(test::allocations, before);
    }
};

} // namespace tst_made_up_body

GHOSTLINE_TEST(tst_made_up_body, TestMadeUpBody)
#include "tst_made_up_body.moc"
