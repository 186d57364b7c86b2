// SPDX-License-Identifier: GPL-3.0-or-later
// People, the disc and their marks as instances; halls as vertex streams. All without GL.
#include "match_fixture.h"
#include "render/actors/instance_buffers.h"
#include "render/actors/segments.h"
#include "render/scenery/scenery.h"
#include "render/view/world_bounds.h"
#include "render/view/world_view.h"
#include "tests/support/test_driver.h"
#include "view_fixture.h"

#include <QApplication>
#include <QtTest>

namespace tst_body_instances {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using test::Match;

namespace {

InstanceBuffers filled(const Match& m, const InstanceBuffers::Frame& frame = {})
{
    InstanceBuffers b;
    b.setCast(*m.info, Theme::dark());
    b.fill(m.state, frame);
    return b;
}

std::size_t solids(const InstanceBuffers& b)
{
    std::size_t n = 0;
    for (std::size_t i = 0; i < MeshKinds; ++i)
        n += b.solid(static_cast<MeshKind>(i)).size();
    return n;
}

glm::vec4 blue() { return toVec4(Theme::dark().hue(0)); }
glm::vec4 orange() { return toVec4(Theme::dark().hue(1)); }

} // namespace

class TestBodyInstances : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void numbersAreWornNearBy_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<double>("away");
        QTest::addColumn<std::size_t>("strokes"); // on chest and back together
        QTest::newRow("one digit") << 7 << 3.0 << std::size_t{6};
        QTest::newRow("two digits") << 18 << 3.0 << std::size_t{18};
        QTest::newRow("nought") << 0 << 3.0 << std::size_t{12};
        QTest::newRow("too far to read") << 18 << 40.0 << std::size_t{0};
        QTest::newRow("none") << -1 << 3.0 << std::size_t{0};
        QTest::newRow("three digits") << 100 << 3.0 << std::size_t{0};
    }
    void numbersAreWornNearBy()
    {
        QFETCH(int, number);
        QFETCH(double, away);
        Match m;
        m.addPerson({.head = {100.0, 2.0, 3.0}, .full = true});
        auto info = std::make_shared<model::ReplayInfo>(*m.info);
        info->cast.back().number = number;
        InstanceBuffers b;
        b.setCast(*info, Theme::dark());
        b.fill(m.state, {.origin = {100.0, 0.0, 0.0}, .eye = {100.0, 2.0, 3.0 + away}});
        QTEST(b.solid(MeshKind::Box).size(), "strokes");
        QCOMPARE(b.followsEye(), number >= 0); // also while nothing moves but the camera
    }

    void aPersonIsAFewParts_data()
    {
        QTest::addColumn<bool>("full");
        QTest::newRow("full body") << true;
        QTest::newRow("tracked points") << false;
    }
    void aPersonIsAFewParts()
    {
        QFETCH(bool, full);
        Match m;
        m.addPerson({.head = {100.0, 2.0, 3.0}, .full = full});
        const InstanceBuffers b = filled(m, {.origin = {100.0, 0.0, 0.0}});
        QCOMPARE(b.solid(MeshKind::Head).size(), 1U);
        QCOMPARE(b.solid(MeshKind::Torso).size(), 1U);
        QVERIFY(b.solid(MeshKind::Limb).size() >= 10U);
        // No more triangles than a body of separate limbs had, and a fifth.
        std::size_t triangles = 0;
        for (std::size_t i = 0; i < MeshKinds; ++i)
            triangles +=
                b.solid(static_cast<MeshKind>(i)).size() * unitMesh(static_cast<MeshKind>(i)).triangles();
        QVERIFY(triangles <= 1070U);
        QVERIFY(b.solid(MeshKind::Capsule).empty() && b.solid(MeshKind::Bone).empty());
        QVERIFY(solids(b) <= 26U);
        QVERIFY(b.marks().empty() && b.hulls().empty()); // nothing is the matter with them
        const glm::vec3 head = b.solid(MeshKind::Head)[0].place;
        QVERIFY(glm::distance(head, glm::vec3(0.0F, 2.0F, 3.0F)) < 0.05F); // about the floating origin
    }

    void withoutBonesAFigureStands()
    {
        Match m;
        m.addPerson({});
        m.state.bones[0].count = 0;
        QCOMPARE(filled(m).solid(MeshKind::Capsule).size(), 1U);
        m.info->cast[0].skeleton = 77; // no such skeleton
        QCOMPARE(filled(m).solid(MeshKind::Capsule).size(), 1U);
    }

    void partsHaveTonesOfTheTeam()
    {
        Match m;
        m.addPerson({.team = 1});
        const InstanceBuffers b = filled(m);
        QCOMPARE(b.solid(MeshKind::Torso)[0].colour, orange());
        const glm::vec4 head = b.solid(MeshKind::Head)[0].colour;
        const glm::vec4 limb = b.solid(MeshKind::Limb)[0].colour;
        QVERIFY(head != orange() && limb != orange() && head != limb);
        // Limbs are nobody's: nearly grey.
        QVERIFY(std::abs(limb.r - limb.b) < 0.35F * std::abs(orange().r - orange().b));
        QVERIFY(head.r > head.b); // still orange
        // The team of the moment wins over the cast's.
        m.state.properties[1] = model::PropertyValue::integer(0);
        QCOMPARE(filled(m).solid(MeshKind::Torso)[0].colour, blue());
        m.state.properties[1] = model::PropertyValue::integer(99);
        QCOMPARE(filled(m).solid(MeshKind::Torso)[0].colour, orange());
    }

    void discTakesTheColourOfWhoHasIt_data()
    {
        QTest::addColumn<int>("team");
        QTest::addColumn<QColor>("colour");
        QTest::newRow("nobody") << -1 << Theme::dark().text;
        QTest::newRow("blue") << 0 << Theme::dark().hue(0);
        QTest::newRow("orange") << 1 << Theme::dark().hue(1);
    }
    void discTakesTheColourOfWhoHasIt()
    {
        QFETCH(int, team);
        QFETCH(QColor, colour);
        Match m;
        m.addDisc({1.0, 2.0, 3.0}, {}, team);
        const InstanceBuffers b = filled(m);
        QCOMPARE(b.solid(MeshKind::Puck).size(), 1U);
        QCOMPARE(b.solid(MeshKind::Puck)[0].colour, toVec4(colour));
        QVERIFY(b.marks().empty()); // it floats: no shadow
    }

    void whoFloatsInAHallHasAShadowOnItsFloor()
    {
        Match m;
        m.addPerson({.head = {0.0, 6.7, 0.0}});
        m.addDisc({3.0, 4.0, 0.0}, {}, 0);
        const InstanceBuffers b = filled(m, {.eye = {3.0, 4.0, 9.0}, .floor = 0.0});
        // Of the disc a halo and a spot of light; of the person a shadow.
        QCOMPARE(b.marks().size(), 3U);
        QVERIFY(b.marks()[0].colour.r > blue().r && b.marks()[0].place.y == 4.0F);
        QVERIFY(b.marks()[1].place.y < 0.1F && b.marks()[1].colour.a > 0.1F);
        QCOMPARE(glm::vec3(b.marks()[2].colour), glm::vec3(0.0F));
        QVERIFY(b.marks()[2].place.y < 0.1F && b.marks()[2].half.x > 0.4F);
        QCOMPARE(b.posts().size(), 2U);
        for (const FlierPost& post : b.posts())
            QVERIFY(post.foot.y == 0.0F && post.top.y > 2.0F && post.colour.a > 0.0F);
        QVERIFY(b.followsEye());
        // Who stands on the floor has no line, and under the floor there is nothing.
        m.state.bones[0].count = 0;
        QCOMPARE(filled(m, {.floor = 5.0}).posts().size(), 0U);
    }

    void eachStateHasAShapeOfItsOwn_data()
    {
        QTest::addColumn<int>("flag");
        QTest::addColumn<int>("rings");
        QTest::addColumn<int>("shields");
        QTest::addColumn<int>("stars");
        QTest::addColumn<int>("hulls");
        QTest::newRow("stunned") << int(model::Stunned) << 1 << 0 << 3 << 0;
        QTest::newRow("blocking") << int(model::Blocking) << 0 << 1 << 0 << 0;
        QTest::newRow("invulnerable") << int(model::Invulnerable) << 0 << 0 << 0 << 1;
        QTest::newRow("possession") << int(model::Possession) << 2 << 0 << 0 << 0;
    }
    void eachStateHasAShapeOfItsOwn()
    {
        QFETCH(int, flag);
        for (const bool full : {true, false}) {
            Match m;
            m.addPerson(
                {.head = {0.0, 1.7, 0.0}, .full = full, .flags = model::ActorFlags(flag), .gesture = 2});
            const InstanceBuffers b = filled(m);
            int rings = 0, shields = 0;
            for (const Instance& mark : b.marks()) {
                rings += mark.half.y > 0.0F;
                shields += mark.half.y < 0.0F;
                QVERIFY(std::isfinite(glm::dot(mark.place, mark.place) + glm::dot(mark.turn, mark.turn)));
            }
            QTEST(rings, "rings");
            QTEST(shields, "shields");
            // A full body has small joints of the same mesh.
            QTEST(int(b.solid(MeshKind::Marker).size()) - (full ? 2 : 0), "stars");
            QTEST(int(b.hulls().size()), "hulls");
        }
    }

    void shieldStandsBeforeTheHands()
    {
        Match m;
        m.addPerson({.head = {0.0, 1.7, 0.0}, .yaw = 90.0F, .flags = model::Blocking, .gesture = 2});
        const InstanceBuffers b = filled(m);
        const glm::vec3 hands = (m.state.bonePoses[1].position + m.state.bonePoses[2].position) * 0.5F;
        QVERIFY(b.marks()[0].place.x > hands.x + 0.05F); // looks to +X
        QVERIFY(b.marks()[0].place.x < hands.x + 0.4F);
    }

    void stunIsAboveTheHeadAndDrainsTheColour()
    {
        Match m;
        m.addPerson({.head = {0.0, 1.7, 0.0}, .flags = model::Stunned});
        const InstanceBuffers b = filled(m);
        QVERIFY(b.marks()[0].place.y > 1.9F && b.marks()[0].place.y < 2.2F);
        const glm::vec4 c = b.solid(MeshKind::Torso)[0].colour;
        QVERIFY(std::max({c.r, c.g, c.b}) - std::min({c.r, c.g, c.b}) < 0.15F);
    }

    void heldDiscLiesInTheHand()
    {
        Match m;
        m.addPerson({.head = {0.0, 1.7, 0.0}, .gesture = 1});
        const ActorId disc = m.addDisc({50.0, 0.0, 0.0}, {3.0F, 0.0F, 0.0F}, 0);
        m.state.attachments = {{disc, ActorId(0), 2}};
        InstanceBuffers b = filled(m);
        const glm::vec3 hand = m.state.bonePoses[2].position;
        QVERIFY(glm::distance(glm::vec3(b.solid(MeshKind::Puck)[0].place), hand) < 0.25F);
        QVERIFY(glm::distance(b.styles().box(m.state, 1).centre, glm::dvec3(hand)) < 0.25);
        QCOMPARE(m.state.positions[1].x, 50.0); // what was recorded stays
        // Attachments that lead nowhere are not followed.
        for (const model::Attachment& wrong :
             {model::Attachment{disc, ActorId(0), 400}, model::Attachment{disc, ActorId(9), 0}}) {
            m.state.attachments = {wrong};
            b.fill(m.state, {});
            QCOMPARE(b.solid(MeshKind::Puck)[0].place.x, 50.0F);
        }
    }

    void whoLooksThroughTheseEyesSeesTheHands()
    {
        Match m;
        m.addPerson({.flags = model::Invulnerable | model::Possession});
        const InstanceBuffers b = filled(m, {.firstPerson = ActorId(0)});
        QCOMPARE(solids(b), b.solid(MeshKind::Limb).size());
        QCOMPARE(b.solid(MeshKind::Limb).size(), 2U);
        QVERIFY(b.hulls().empty() && b.marks().empty());
    }

    void heldStatesAreHatched()
    {
        Match m;
        m.addPerson({.provenance = model::Provenance::Held});
        const InstanceBuffers b = filled(m);
        QCOMPARE(solids(b), 0U);
        QVERIFY(b.anyHeld() && !b.held(MeshKind::Limb).empty());
    }

    void pickBoxHoldsTheWholePerson_data()
    {
        QTest::addColumn<bool>("full");
        QTest::newRow("full body") << true;
        QTest::newRow("tracked points") << false;
    }
    void pickBoxHoldsTheWholePerson()
    {
        QFETCH(bool, full);
        Match m;
        // Its recorded pose and box are far from its bones: what is drawn is what is hit.
        m.addPerson({.head = {0.0, 1.7, 0.0}, .full = full, .gesture = 3});
        m.addPerson({.head = {3.0, 1.7, 0.0}, .full = full});
        WorldView view;
        test::showIndex(view, m.index());
        test::showState(view, m.state);
        CameraPose camera;
        camera.position = {0.0, 1.2, 6.0};
        camera.target = {0.0, 1.2, 0.0};
        const QSizeF size(800.0, 600.0);
        const std::vector<glm::dvec3> parts{
            {0.0, 1.8, 0.0}, {0.0, 1.2, 0.0}, {-0.26, 1.9, 0.06}, {0.12, full ? 0.3 : 0.5, 0.0}};
        for (const glm::dvec3& part : parts) {
            const auto pixel = project(camera, part, size);
            QVERIFY(pixel);
            QCOMPARE(view.pick(camera, *pixel, size), ActorId(0));
        }
        QCOMPARE(view.pick(camera, *project(camera, {3.0, 1.2, 0.0}, size), size), ActorId(1));
        QCOMPARE(view.pick(camera, *project(camera, {1.6, 1.2, 0.0}, size), size), ActorId::None);
        const model::Bounds bounds = boundsOf(view.content(), view.styles(), ActorId(0));
        QVERIFY(bounds.max.y > 1.85 && bounds.min.y < 0.5);
    }

    void selectionOutlinesEveryPart()
    {
        Match m;
        m.addPerson({});
        const InstanceBuffers b = filled(m, {.selection = ActorId(0)});
        std::size_t outlined = 0;
        for (std::size_t i = 0; i < MeshKinds; ++i)
            outlined += b.outline(static_cast<MeshKind>(i)).size();
        QCOMPARE(outlined, 2 * solids(b)); // white and black
        QCOMPARE(b.marks().size(), 1U);
    }

    void framesReuseTheirMemory()
    {
        const Match m = Match::play();
        InstanceBuffers b = filled(m);
        const Instance* limbs = b.solid(MeshKind::Limb).data();
        const std::size_t n = b.solid(MeshKind::Limb).size();
        for (int i = 0; i < 5; ++i)
            b.fill(m.state, {});
        QCOMPARE(b.solid(MeshKind::Limb).data(), limbs);
        QCOMPARE(b.solid(MeshKind::Limb).size(), n);
    }

    void trailChangesColourWithPossession()
    {
        Trail t{ActorId(0), {}, {}};
        for (int i = 0; i < 30; ++i) {
            t.points.emplace_back(i, 0.0, 0.0);
            t.teams.push_back(i < 10 ? 0 : i < 20 ? -1 : 1);
        }
        QCOMPARE(keptPoints(t.points, t.teams, 0.01).size(), 4U);
        QCOMPARE(keptPoints(t.points, {}, 0.01).size(), 2U);
        const std::array teams{blue(), orange()};
        const glm::vec4 neutral{1.0F};
        std::vector<Instance> pieces;
        appendTrail(pieces, t, glm::vec4(0.0F), glm::dvec3(0.0), {teams, neutral, 0.3F});
        QCOMPARE(pieces.size(), 3U);
        QCOMPARE(glm::vec3(pieces[0].colour), glm::vec3(blue()));
        QCOMPARE(glm::vec3(pieces[1].colour), glm::vec3(neutral));
        QCOMPARE(glm::vec3(pieces[2].colour), glm::vec3(orange()));
        // As wide as asked for at its newest point, and where two pieces meet they are the same.
        QVERIFY(qAbs(pieces[2].turn.w + 0.3F) < 1e-6F && pieces[0].place.w == 0.0F);
        for (std::size_t i = 1; i < pieces.size(); ++i) {
            QCOMPARE(pieces[i].place.w, -pieces[i - 1].turn.w);
            QCOMPARE(pieces[i].half.x, pieces[i - 1].half.z);
            QCOMPARE(pieces[i].half.y, pieces[i - 1].half.w);
        }
        // A team that is not in the list, fewer teams than points: neither is trusted.
        t.teams.assign(5, std::int8_t(100));
        pieces.clear();
        appendTrail(pieces, t, glm::vec4(0.5F), glm::dvec3(0.0), {teams, neutral, 0.3F});
        QVERIFY(!pieces.empty());
        QCOMPARE(glm::vec3(pieces.back().colour), glm::vec3(0.5F));
    }

    void predictionIsTwoSecondsOfStraightFlight()
    {
        std::vector<Instance> dashes;
        const glm::vec3 velocity{3.0F, 0.0F, 4.0F};
        appendPrediction(dashes, {1.0F, 2.0F, 3.0F}, velocity, blue());
        QVERIFY(dashes.size() > 4U);
        float last = 0.0F;
        for (const Instance& d : dashes) {
            for (const glm::vec3& end : {glm::vec3(d.place), glm::vec3(d.turn)}) {
                const glm::vec3 way = end - glm::vec3(1.0F, 2.0F, 3.0F);
                const float along = glm::dot(way, velocity) / 25.0F; // seconds
                QVERIFY(along > last && along < 2.2F);
                QVERIFY(glm::distance(way, velocity * along) < 1e-4F);
                last = along;
            }
        }
        QVERIFY(last > 1.8F);
        QVERIFY(dashes.front().colour.a > dashes.back().colour.a);
        dashes.clear();
        appendPrediction(dashes, {}, {0.1F, 0.0F, 0.0F}, blue());
        appendPrediction(dashes, {}, glm::vec3(std::numeric_limits<float>::quiet_NaN()), blue());
        QVERIFY(dashes.empty());
    }

    void predictionEndsAtTheWall()
    {
        model::Bounds bounds;
        bounds.include({-4.0, -4.0, -4.0});
        bounds.include({4.0, 4.0, 4.0});
        QCOMPARE(secondsInside(bounds, {2.0, 0.0, 0.0}, {2.0F, 0.0F, 0.0F}), 1.0F);
        QCOMPARE(secondsInside(bounds, {2.0, 0.0, 0.0}, {-2.0F, -8.0F, 0.0F}), 0.5F);
        QCOMPARE(secondsInside(bounds, {0.0, 0.0, 0.0}, {0.1F, 0.0F, 0.0F}), PredictedSeconds);
        QCOMPARE(secondsInside(bounds, {9.0, 0.0, 0.0}, {5.0F, 0.0F, 0.0F}), PredictedSeconds); // outside
        QCOMPARE(secondsInside({}, {0.0, 0.0, 0.0}, {50.0F, 0.0F, 0.0F}), PredictedSeconds);
        std::vector<Instance> dashes;
        appendPrediction(dashes, {}, {2.0F, 0.0F, 0.0F}, blue(), 0.5F);
        QVERIFY(dashes.size() >= 2U);
        for (const Instance& d : dashes)
            QVERIFY(d.turn.x <= 1.0F + 1e-5F);
        dashes.clear();
        appendPrediction(dashes, {}, {2.0F, 0.0F, 0.0F}, blue(), 0.0F);
        QVERIFY(dashes.empty());
    }

    void hallsAreSplitIntoWhatOneSeesThroughAndWhatNot()
    {
        const Match m = Match::play();
        const std::vector<QColor> teams{Theme::dark().hue(0), Theme::dark().hue(1)};
        const SceneryData data = buildScenery(m.scene, Theme::dark(), teams);
        QCOMPARE(data.shellVertexCount, 36U);
        QCOMPARE(data.surfaceIndexCount, 6U * 36U); // two goals, two blocks, two gates
        // A goal is in its team's hue, shaded by how it faces: sides differ.
        const auto* v = reinterpret_cast<const SceneryVertex*>(data.surfaces.constData());
        QSet<int> shades;
        int bluish = 0;
        for (unsigned i = 0; i < data.surfaceVertexCount; ++i) {
            QVERIFY(v[i].colour[0] >= 0.0F && v[i].colour[0] <= 1.0F);
            shades.insert(int(v[i].colour[2] * 255.0F));
            bluish += v[i].colour[2] > v[i].colour[0] * 1.8F;
        }
        QVERIFY(shades.size() > 6);
        QVERIFY(bluish >= 36);
        // Without teams everything goes by its role, and broken indices are left out.
        model::SceneDescription broken = m.scene;
        for (model::SceneMesh& mesh : broken.meshes)
            mesh.indices.front() = 4'000'000'000U;
        const SceneryData kept = buildScenery(broken, Theme::light());
        QCOMPARE(kept.shellVertexCount, 33U);
        QCOMPARE(kept.surfaceIndexCount, 6U * 33U);
    }
};

} // namespace tst_body_instances

GHOSTLINE_TEST(tst_body_instances, TestBodyInstances, QApplication)
#include "tst_body_instances.moc"
