// SPDX-License-Identifier: GPL-3.0-or-later
// World state to instance buffers, line pieces and scenery, all without GL.
#include "render/actors/instance_buffers.h"
#include "render/actors/segments.h"
#include "render/base/selection.h"
#include "render/scenery/scenery.h"
#include "render/view/world_bounds.h"
#include "render/view/world_view.h"
#include "tests/support/test_driver.h"
#include "view_fixture.h"
#include "world_fixture.h"

#include <QApplication>
#include <QtTest>

#include <limits>

namespace tst_instances {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using model::ActorShape;
using test::World;

namespace {

InstanceBuffers buffersFor(const World& w, const ViewOptions& options = {})
{
    InstanceBuffers b;
    b.setCast(*w.info, Theme::dark());
    b.setOptions(options);
    return b;
}

std::size_t total(const InstanceBuffers& b)
{
    std::size_t n = 0;
    for (std::size_t i = 0; i < MeshKinds; ++i)
        n += b.solid(static_cast<MeshKind>(i)).size() + b.held(static_cast<MeshKind>(i)).size();
    return n;
}

} // namespace

class TestInstances : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void meshesFillTheirBoxAndFaceOutward_data()
    {
        QTest::addColumn<int>("kind");
        for (int i = 0; i < int(MeshKinds); ++i)
            QTest::addRow("mesh %d", i) << i;
    }
    void meshesFillTheirBoxAndFaceOutward()
    {
        QFETCH(int, kind);
        const Mesh& mesh = unitMesh(static_cast<MeshKind>(kind));
        QVERIFY(mesh.triangles() > 0);
        QVERIFY(mesh.triangles() <= (static_cast<MeshKind>(kind) == MeshKind::Puck ? 240U : 130U));
        if (static_cast<MeshKind>(kind) == MeshKind::Capsule)
            QVERIFY(mesh.triangles() <= 80);
        float top = -9.0F, bottom = 9.0F;
        for (const MeshVertex& v : mesh.vertices) {
            for (const float c : v.position)
                QVERIFY(qAbs(c) <= 1.02F);
            const glm::vec3 n{v.normal[0], v.normal[1], v.normal[2]};
            QVERIFY(qAbs(glm::length(n) - 1.0F) < 1e-3F);
            top = qMax(top, v.position[1]);
            bottom = qMin(bottom, v.position[1]);
        }
        QVERIFY(qAbs(top - 1.0F) < 1e-3F && qAbs(bottom + 1.0F) < 1e-3F);
        for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
            const auto at = [&](std::size_t k) {
                const float* p = mesh.vertices[mesh.indices[i + k]].position;
                return glm::vec3(p[0], p[1], p[2]);
            };
            const glm::vec3 face = glm::cross(at(1) - at(0), at(2) - at(0));
            const float* n = mesh.vertices[mesh.indices[i]].normal;
            QVERIFY2(glm::dot(face, glm::vec3(n[0], n[1], n[2])) > 0.0F,
                     "a triangle is wound the wrong way round");
        }
    }

    void everyShapeLandsInItsMesh()
    {
        World w = World::crossing();
        InstanceBuffers b = buffersFor(w);
        b.fill(w.state, {});
        QCOMPARE(b.solid(MeshKind::Vehicle).size(), 3U);
        QCOMPARE(b.held(MeshKind::Vehicle).size(), 1U);
        QVERIFY(b.anyHeld());
        QCOMPARE(b.solid(MeshKind::Capsule).size(), 3U);
        QCOMPARE(b.solid(MeshKind::TrafficLight).size(), 4U);
        QCOMPARE(b.solid(MeshKind::Sphere).size(), 1U);
        QCOMPARE(b.solid(MeshKind::Cylinder).size(), 1U);
        QCOMPARE(b.solid(MeshKind::Marker).size(), 1U);
        QCOMPARE(b.solid(MeshKind::Box).size(), 1U);
        for (int i = 0; i < 4; ++i)
            QCOMPARE(int(b.solid(MeshKind::TrafficLight)[std::size_t(i)].half.w), int(Lamp::Red) + i);
    }

    void placesTheBoxNotTheOrigin()
    {
        World w;
        w.add({.shape = ActorShape::Vehicle,
               .position = {10.0, 2.0, -4.0},
               .yaw = 90.0F,
               .half = {1.0F, 0.75F, 2.0F}});
        w.info->cast[0].boxCentre = {0.0F, 0.75F, 0.5F}; // half a metre ahead, which is +X now
        InstanceBuffers b = buffersFor(w);
        b.fill(w.state, {});
        const glm::vec4 at = b.solid(MeshKind::Vehicle)[0].place;
        QVERIFY(glm::length(glm::vec3(at) - glm::vec3(10.5F, 2.75F, -4.0F)) < 1e-4F);
        QCOMPARE(glm::vec3(b.solid(MeshKind::Vehicle)[0].half), glm::vec3(1.0F, 0.75F, 2.0F));
        const PickBox box = b.styles().box(w.state, 0);
        QVERIFY(glm::length(box.centre - glm::dvec3(10.5, 2.75, -4.0)) < 1e-4);
    }

    void farAwayStaysExact()
    {
        World w;
        w.add({.position = {5'000'000.25, 0.0, -7'000'000.5}});
        w.add({.position = {5'000'000.75, 0.0, -7'000'000.5}});
        InstanceBuffers b = buffersFor(w);
        b.fill(w.state, {.origin = {5'000'000.0, 0.0, -7'000'000.0}});
        QCOMPARE(b.solid(MeshKind::Box)[0].place.x, 0.25F);
        QCOMPARE(b.solid(MeshKind::Box)[1].place.x, 0.75F);
        QCOMPARE(b.solid(MeshKind::Box)[0].place.z, -0.5F);
    }

    void whatIsNotDrawn()
    {
        World w = World::boxes(6);
        w.state.flags[0] = model::Hidden;
        w.info->cast[1].shape = ActorShape::None;
        w.info->cast[2].background = true;
        w.state.positions[3].x = std::numeric_limits<double>::quiet_NaN();
        InstanceBuffers b = buffersFor(w);
        b.fill(w.state, {});
        QCOMPARE(total(b), 3U); // 2, 4, 5
        b.styles().setHidden({4});
        b.fill(w.state, {.firstPerson = ActorId(5)});
        QCOMPARE(total(b), 1U);
        ViewOptions options;
        options.backgroundActors = false;
        b.setOptions(options);
        b.fill(w.state, {});
        QCOMPARE(total(b), 1U);             // 5
        b.setCast(*w.info, Theme::light()); // a new revision keeps what is switched off
        b.fill(w.state, {});
        QCOMPARE(total(b), 1U);
    }

    void provenanceMarks()
    {
        World w = World::boxes(3);
        w.state.provenance = {model::Provenance::Sampled, model::Provenance::Held,
                              model::Provenance::Interpolated};
        InstanceBuffers b = buffersFor(w);
        b.fill(w.state, {});
        QCOMPARE(b.marks().size(), 1U);
        QCOMPARE(b.held(MeshKind::Box).size(), 1U);
        QCOMPARE(b.solid(MeshKind::Box).size(), 2U);
        ViewOptions off;
        off.provenance = false;
        b.setOptions(off);
        b.fill(w.state, {});
        QCOMPARE(b.marks().size(), 0U);
        QCOMPARE(b.held(MeshKind::Box).size(), 0U);
    }

    void heldActorsAreSortedBackToFront()
    {
        World w = World::boxes(40);
        std::fill(w.state.provenance.begin(), w.state.provenance.end(), model::Provenance::Held);
        InstanceBuffers b = buffersFor(w);
        const glm::dvec3 eye{30.0, 12.0, -7.0};
        b.fill(w.state, {.origin = {100.0, 0.0, 0.0}, .eye = eye + glm::dvec3(100.0, 0.0, 0.0)});
        float last = std::numeric_limits<float>::max();
        for (const Instance& i : b.held(MeshKind::Box)) {
            const float distance = glm::length(glm::vec3(i.place) - glm::vec3(eye));
            QVERIFY(distance <= last + 1e-4F);
            last = distance;
        }
    }

    void selectionHasOutlineAndRing()
    {
        World w = World::boxes(3);
        InstanceBuffers b = buffersFor(w);
        b.fill(w.state, {.selection = ActorId(1)});
        // White, and black beyond it: nobody's colour.
        QCOMPARE(b.outline(MeshKind::Box).size(), 2U);
        QCOMPARE(b.marks().size(), 1U);
        const Instance& rim = b.outline(MeshKind::Box)[0];
        const Instance& line = b.outline(MeshKind::Box)[1];
        QCOMPARE(rim.colour, toVec4(SelectionRim));
        QCOMPARE(line.colour, toVec4(SelectionLine));
        QVERIFY(rim.half.w > line.half.w && line.half.w > 0.0F);
        QCOMPARE(b.marks()[0].colour, toVec4(SelectionLine));
        QVERIFY(b.marks()[0].half.w < 0.0F); // in a black casing
        // A mark of provenance is no louder for it.
        w.state.provenance[1] = model::Provenance::Sampled;
        b.fill(w.state, {});
        QCOMPARE(b.marks().size(), 1U);
        QCOMPARE(b.marks()[0].half.w, 0.0F);
    }

    void bonesReachFromParentToChild()
    {
        World w = World::skeleton();
        InstanceBuffers b = buffersFor(w);
        b.fill(w.state, {});
        QCOMPARE(b.solid(MeshKind::Capsule).size(), 0U);
        const auto& bones = b.solid(MeshKind::Bone);
        QCOMPARE(bones.size(), 3U);
        for (std::size_t i = 0; i < bones.size(); ++i) {
            const std::size_t child = i + 1;
            const glm::vec3 from = w.state.bonePoses[child == 1 ? 0 : 1].position;
            const glm::quat q{bones[i].turn.w, bones[i].turn.x, bones[i].turn.y, bones[i].turn.z};
            const glm::vec3 reach = q * glm::vec3(0.0F, bones[i].half.y, 0.0F);
            QVERIFY(glm::length(glm::vec3(bones[i].place) - reach - from) < 1e-4F);
            QVERIFY(glm::length(glm::vec3(bones[i].place) + reach - w.state.bonePoses[child].position) <
                    1e-4F);
        }
        // A damaged recording: parents out of range, fewer bones than the skeleton names.
        w.info->skeletons[0].parents = {-1, 99, 1, 1};
        w.state.bones[0].count = 3;
        b = buffersFor(w);
        b.fill(w.state, {});
        QCOMPARE(b.solid(MeshKind::Bone).size(), 1U);
    }

    void unknownActorsAndLampsAreHarmless()
    {
        World w = World::crossing();
        w.state.ids.back() = ActorId(4000);
        w.state.properties[7] = model::PropertyValue::integer(99);
        w.state.properties[8] = model::PropertyValue::integer(-5);
        InstanceBuffers b = buffersFor(w);
        b.fill(w.state, {.selection = ActorId::None});
        QCOMPARE(int(b.solid(MeshKind::TrafficLight)[0].half.w), int(Lamp::Off));
        QCOMPARE(int(b.solid(MeshKind::TrafficLight)[1].half.w), int(Lamp::Off));
    }

    void trailsBreakAtGapsAndLoseNoCorner()
    {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        std::vector<glm::dvec3> points;
        for (int i = 0; i <= 20; ++i)
            points.emplace_back(i, 0.0, 0.0);
        for (int i = 1; i <= 20; ++i)
            points.emplace_back(20.0, 0.0, i);
        QCOMPARE(simplified(points, 0.01).size(), 3U);
        points.insert(points.begin() + 10, glm::dvec3(nan));
        std::vector<Instance> pieces;
        appendTrail(pieces, {ActorId(0), points}, glm::vec4(1.0F), glm::dvec3(0.0));
        QCOMPARE(pieces.size(), 3U);
        for (const Instance& p : pieces)
            QVERIFY(std::isfinite(glm::dot(p.place, p.place) + glm::dot(p.turn, p.turn)));
        // Older is fainter, and narrower.
        QVERIFY(pieces.front().colour.a < pieces.back().colour.a);
        QVERIFY(pieces.front().place.w < -pieces.back().turn.w);
        pieces.clear();
        appendTrail(pieces, {ActorId(0), {}}, glm::vec4(1.0F), glm::dvec3(0.0));
        appendTrail(pieces, {ActorId(0), {glm::dvec3(1.0), glm::dvec3(1.0)}}, glm::vec4(1.0F),
                    glm::dvec3(0.0));
        QVERIFY(pieces.empty());
    }

    void gridIsSeenWhereItIsInTheView_data()
    {
        QTest::addColumn<double>("eye"); // height of what looks, at what, and over which ground
        QTest::addColumn<double>("target");
        QTest::addColumn<double>("ground");
        QTest::addColumn<bool>("seen");
        QTest::newRow("on the ground") << 3.0 << 1.0 << 0.0 << true;
        QTest::newRow("high above a small grid") << 87.0 << 84.0 << 0.0 << false;
        QTest::newRow("looking up") << 2.0 << 12.0 << 0.0 << false;
        QTest::newRow("from below") << -3.0 << -1.0 << 0.0 << true;
        QTest::newRow("ground overhead") << 2.0 << 2.0 << 60.0 << false;
    }
    void gridIsSeenWhereItIsInTheView()
    {
        QFETCH(double, eye);
        QFETCH(double, target);
        QFETCH(double, ground);
        QFETCH(bool, seen);
        CameraPose c;
        c.position = {100.0, eye, 5.0};
        c.target = {100.0, target, 0.0};
        QCOMPARE(gridSeen(c, {100.0, ground, 0.0}, 10.8, {640.0, 480.0}), seen);
    }

    void gridSpacingIsOneTwoOrFive_data()
    {
        QTest::addColumn<double>("height");
        QTest::addColumn<double>("spacing");
        QTest::newRow("street") << 24.0 << 1.0;
        QTest::newRow("block") << 60.0 << 2.0;
        QTest::newRow("quarter") << 120.0 << 5.0;
        QTest::newRow("town") << 2400.0 << 100.0;
        QTest::newRow("nothing") << 0.0 << 0.05;
    }
    void gridSpacingIsOneTwoOrFive()
    {
        QFETCH(double, height);
        QFETCH(double, spacing);
        QVERIFY(qAbs(gridSpacing(height) - spacing) < 1e-9);
        QCOMPARE(lengthText(0.5, QStringLiteral("m")), QStringLiteral("50 cm"));
        QCOMPARE(lengthText(20.0, QStringLiteral("m")), QStringLiteral("20 m"));
        QCOMPARE(lengthText(2000.0, QStringLiteral("m")), QStringLiteral("2 km"));
        QCOMPARE(lengthText(0.5, QStringLiteral("cells")), QStringLiteral("0.5 cells"));
    }

    void sceneryMergesAndChecksIndices()
    {
        World w = World::crossing();
        w.scene.meshes[0].indices = {0, 1, 2, 0, 2, 4000};
        w.scene.meshes[1].origin = {1.0e6, 0.0, 0.0};
        w.scene.meshes[0].origin = {1.0e6, 0.0, 0.0};
        w.scene.lines.push_back({model::SceneRole::Outline,
                                 {1.0e6, 0.0, 0.0},
                                 {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {5, 0, 5}, {6, 0, 5}},
                                 {0, 3}});
        w.scene.lines.push_back({model::SceneRole::Outline, {}, {{0, 0, 0}}, {0, 77}});
        const SceneryData data = buildScenery(w.scene, Theme::dark());
        QCOMPARE(data.origin, glm::dvec3(1.0e6, 0.0, 0.0));
        QCOMPARE(data.surfaceVertexCount, unsigned(w.scene.meshes.size() * 4));
        QCOMPARE(data.tiles.front().fine.ends.back(), unsigned(w.scene.meshes.size() * 6 - 3));
        QCOMPARE(data.lineVertexCount, 6U);
        const auto* first = reinterpret_cast<const SceneryVertex*>(data.surfaces.constData());
        QCOMPARE(first->position[0], -7.0F);
    }

    void fitLeavesOutWhatIsFarAndParked()
    {
        World w = World::boxes(25);
        w.add({.position = {90'000.0, 0.0, 0.0}});
        w.add({.position = {0.0, -500.0, 0.0}});
        w.state.flags.back() = model::Hidden;
        w.add({.position = {400.0, 0.0, 0.0}, .background = true});
        WorldView view;
        test::showIndex(view, w.index());
        test::showState(view, w.state);
        const model::Bounds b = actorBounds(view.content(), view.styles());
        QVERIFY(b.valid);
        QVERIFY(b.max.x < 30.0 && b.min.y > -5.0);
    }

    void aStageShowsWhoStandsBesideIt_data()
    {
        QTest::addColumn<double>("shift"); // of 25 boxes, metres east
        QTest::addColumn<bool>("shown");
        QTest::newRow("on it") << 0.0 << false;
        QTest::newRow("beside it") << 100.0 << true;
    }
    void aStageShowsWhoStandsBesideIt()
    {
        QFETCH(double, shift);
        QFETCH(bool, shown);
        World w = World::boxes(25);
        for (glm::dvec3& position : w.state.positions)
            position.x += shift;
        w.add({.position = {-90.0, 0.0, 0.0}}); // one alone changes nothing
        model::SceneDescription scene;
        scene.bounds.include({-40.0, 0.0, -40.0});
        scene.bounds.include({40.0, 0.0, 40.0});
        WorldView view;
        test::showIndex(view, w.index());
        QCOMPARE(stageBounds(view.content(), view.styles(), scene).max, scene.bounds.max);
        test::showState(view, w.state);
        const model::Bounds stage = stageBounds(view.content(), view.styles(), scene);
        QCOMPARE(stage.max.x > 90.0, shown);
        QCOMPARE(stage.min.x < -80.0, shown);
        QVERIFY(stage.min.z <= -40.0 && stage.max.z >= 40.0);
    }

    void cameraAnchorIsInTheHead()
    {
        World w = World::skeleton();
        WorldView view;
        test::showIndex(view, w.index());
        test::showState(view, w.state);
        const auto anchor = view.anchor(ActorId(0));
        QVERIFY(anchor);
        QVERIFY(glm::length(anchor->eye - glm::dvec3(0.0, 1.7, 0.05)) < 1e-5);
        QVERIFY(!view.anchor(ActorId(8)));
    }
};

} // namespace tst_instances

GHOSTLINE_TEST(tst_instances, TestInstances, QApplication)
#include "tst_instances.moc"
