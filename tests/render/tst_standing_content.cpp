// SPDX-License-Identifier: GPL-3.0-or-later
// On ground with hills: actors, trails and ghosts are lifted, marks lie along slopes, lines go over them, and
// who flies has a shadow below. What a view was given stays as it was recorded.
#include "hill_fixture.h"
#include "render/actors/ground_rings.h"
#include "render/actors/instance_buffers.h"
#include "render/actors/segments.h"
#include "render/base/standing_content.h"
#include "render/scenery/heat_mesh.h"
#include "render/view/world_view.h"
#include "render/view/zone_layer.h"
#include "tests/support/allocation_count.h"
#include "tests/support/test_driver.h"
#include "view_fixture.h"

#include <QApplication>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tst_standing_content {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;

namespace {

double slopeAt(double x) { return test::SlopeGrade * x; }
const glm::vec3 SlopeNormal = glm::normalize(glm::vec3(-static_cast<float>(test::SlopeGrade), 1.0F, 0.0F));

glm::quat facing(float yaw) { return glm::angleAxis(glm::radians(yaw), glm::vec3(0.0F, 1.0F, 0.0F)); }
glm::vec3 upOf(const glm::quat& turn) { return turn * glm::vec3(0.0F, 1.0F, 0.0F); }
/// The same turn; q and -q are.
bool alike(const glm::quat& a, const glm::quat& b) { return std::abs(glm::dot(a, b)) > 1.0F - 1e-5F; }

/// A unit on the ground, one that flies, and a camera.
std::shared_ptr<model::ReplayIndex> army()
{
    auto info = std::make_shared<model::ReplayInfo>();
    info->cast.resize(3);
    for (std::size_t i = 0; i < info->cast.size(); ++i) {
        info->cast[i].id = static_cast<ActorId>(i);
        info->cast[i].kind = model::ActorKind::Unit;
        info->cast[i].shape = model::ActorShape::Arrow;
        info->cast[i].boxHalf = {0.5F, 0.5F, 0.5F};
        info->cast[i].boxCentre = {0.0F, 0.5F, 0.0F};
        info->cast[i].life = {0, 100};
    }
    info->cast[1].boxCentre.y = 4.0F;
    info->cast[2].kind = model::ActorKind::Camera;
    info->cast[2].shape = model::ActorShape::View;
    auto index = std::make_shared<model::ReplayIndex>();
    index->timeAxis = model::TimeAxis::uniform(100, 1, 10);
    index->info = info;
    return index;
}

model::WorldState stateOf()
{
    model::WorldState state;
    state.resize(3, 0);
    for (std::size_t i = 0; i < 3; ++i)
        state.ids[i] = static_cast<ActorId>(i);
    state.positions = {{20.0, 0.0, 5.0}, {40.0, 0.0, 5.0}, {0.0, 30.0, 0.0}};
    return state;
}

ViewContent onSlope()
{
    ViewContent content;
    content.index = *army();
    content.scene = test::slopeScene();
    content.state = stateOf();
    return content;
}

/// Of all pieces, how far above the ground their ends lie.
std::pair<double, double> heightsOver(std::span<const Instance> lines)
{
    double least = 1e9, most = -1e9;
    for (const Instance& line : lines) {
        for (const glm::vec3& end : {glm::vec3(line.place), glm::vec3(line.turn)}) {
            const double over = static_cast<double>(end.y) - slopeAt(static_cast<double>(end.x));
            least = std::min(least, over);
            most = std::max(most, over);
        }
    }
    return {least, most};
}

} // namespace

class TestStandingContent : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aViewKeepsWhatItWasGiven()
    {
        WorldView view;
        const ViewContent given = onSlope();
        view.setContent(given);
        QVERIFY(!changesBetween(view.content(), given));
        QCOMPARE(view.content().state->positions[0].y, 0.0);
        QCOMPARE(view.shown().state->positions[0].y, slopeAt(20.0));
        QVERIFY(!view.setContent(given)); // nothing is new
        QCOMPARE(view.anchor(ActorId{0})->pose.position.y, slopeAt(20.0));
    }

    void aMapThatIsFoundLaterLifts()
    {
        WorldView view;
        ViewContent content = onSlope();
        content.scene = {};
        view.setContent(content);
        QCOMPARE(view.shown().state->positions[0].y, 0.0);
        content.scene = test::slopeScene();
        QVERIFY(view.setContent(content) & ViewPart::State); // all that follows actors moves
        QCOMPARE(view.shown().state->positions[0].y, slopeAt(20.0));
        content.scene = {};
        view.setContent(content);
        QCOMPARE(view.shown().state->positions[0].y, 0.0);
    }

    void whatTheMapPlacesIsShownThere()
    {
        ViewContent content = onSlope();
        auto info = std::make_shared<model::ReplayInfo>(*content.index->info);
        info->cast[0].nativeType = QStringLiteral("VespeneGeyser");
        info->cast[1].nativeType = QStringLiteral("VespeneGeyser"); // stands where the map has none
        model::ReplayIndex index = *content.index;
        index.info = info;
        content.index = index;
        WorldView view;
        view.setContent(content);
        QCOMPARE(view.shown().state->positions[0], glm::dvec3(20.0, slopeAt(20.0), 5.0));
        // Another map of the same ground.
        model::SceneDescription scene = test::slopeScene();
        scene.ground = content.scene->ground;
        scene.placed = {{QStringLiteral("VespeneGeyser"), {20, 5}, {20.5, 4.5}}};
        content.scene = scene;
        QVERIFY(view.setContent(content) & ViewPart::State);
        QCOMPARE(view.shown().state->positions[0], glm::dvec3(20.5, slopeAt(20.5), 4.5));
        QCOMPARE(view.shown().state->positions[1].x, 40.0);
        QCOMPARE(view.content().state->positions[0], glm::dvec3(20.0, 0.0, 5.0)); // as it was recorded
    }

    void recordedHeightsStay()
    {
        WorldView view;
        ViewContent content = onSlope();
        model::SceneDescription scene = test::slopeScene();
        scene.heightless = false;
        content.scene = scene;
        view.setContent(content);
        QVERIFY(view.shown().state == view.content().state);
    }

    void trailsAndGhostsAreLifted()
    {
        ViewContent content = onSlope();
        content.trails = {
            {Trail{.actor = ActorId{0}, .points = {{0.0, 0.0, 0.0}, TrailBreak, {10.0, 1.0, 0.0}}}}};
        content.ghostTrails = {{Trail{.points = {{-10.0, 0.0, 0.0}}}}};
        const model::BonePose bone{{31.0F, 2.0F, 0.0F}, {1.0F, 0.0F, 0.0F, 0.0F}};
        GhostFigure figure{.id = 1, .info = &content.index->info->cast[0], .position = {30.0, 0.0, 0.0}};
        figure.bones = {&bone, 1};
        content.ghosts = GhostFrame({&figure, 1});
        StandingContent standing;
        ViewChanges changes = changesBetween({}, content);
        const ViewContent& shown = standing.show(content, changes);
        QCOMPARE((*shown.trails)[0].points[0].y, 0.0);
        QVERIFY(std::isnan((*shown.trails)[0].points[1].x));
        QCOMPARE((*shown.trails)[0].points[2].y, 6.0);
        QCOMPARE((*shown.ghostTrails)[0].points[0].y, -5.0);
        QCOMPARE(shown.ghosts->figures()[0].position.y, 15.0);
        QCOMPARE(shown.ghosts->figures()[0].bones[0].position.y, 17.0F);
        QCOMPARE(content.ghosts->figures()[0].position.y, 0.0);

        // What has not changed is the same one: nobody lays it out again.
        const auto trails = shown.trails;
        ViewContent next = content;
        next.state = stateOf();
        changes = changesBetween(content, next);
        QVERIFY(standing.show(next, changes).trails == trails);
    }

    void playingAllocatesNothing()
    {
        StandingContent standing;
        ViewContent content = onSlope();
        model::SceneDescription scene = test::slopeScene();
        scene.placed = {{content.index->info->cast[0].nativeType, {20, 5}, {20.5, 4.5}}};
        content.scene = scene;
        ViewChanges changes = changesBetween({}, content);
        standing.show(content, changes);
        std::array<Shared<model::WorldState>, 4> states;
        for (Shared<model::WorldState>& state : states)
            state = stateOf();
        const auto play = [&] {
            for (const Shared<model::WorldState>& state : states) {
                content.state = state;
                changes = ViewPart::State;
                standing.show(content, changes);
            }
        };
        play();
        const auto before = test::allocations;
        play();
        QCOMPARE(test::allocations, before);
    }

    // ---- leaning ----

    void whoLeansWithTheSlope_data()
    {
        QTest::addColumn<model::ActorKind>("kind");
        QTest::addColumn<model::ActorShape>("shape");
        QTest::addColumn<float>("lift");
        QTest::addColumn<bool>("leans");
        using model::ActorKind;
        using model::ActorShape;
        QTest::newRow("armour") << ActorKind::Unit << ActorShape::Armour << 0.0F << true;
        QTest::newRow("a unit of no known form") << ActorKind::Unit << ActorShape::Arrow << 0.0F << true;
        QTest::newRow("vehicle") << ActorKind::Vehicle << ActorShape::Vehicle << 0.0F << true;
        QTest::newRow("hovers in the air") << ActorKind::Unit << ActorShape::Armour << 3.0F << false;
        QTest::newRow("aircraft") << ActorKind::Unit << ActorShape::Aircraft << 3.0F << false;
        QTest::newRow("infantry") << ActorKind::Unit << ActorShape::Infantry << 0.0F << false;
        QTest::newRow("caster") << ActorKind::Unit << ActorShape::Caster << 0.0F << false;
        QTest::newRow("worker") << ActorKind::Unit << ActorShape::Worker << 0.0F << false;
        QTest::newRow("building") << ActorKind::Structure << ActorShape::Building << 0.0F << false;
        QTest::newRow("minerals") << ActorKind::Prop << ActorShape::Crystal << 0.0F << false;
        QTest::newRow("somebody on foot") << ActorKind::Walker << ActorShape::Body << 0.0F << false;
    }
    void whoLeansWithTheSlope()
    {
        QFETCH(model::ActorKind, kind);
        QFETCH(model::ActorShape, shape);
        QFETCH(float, lift);
        QFETCH(bool, leans);
        ViewContent content = onSlope();
        auto info = std::make_shared<model::ReplayInfo>(*content.index->info);
        model::ActorInfo& actor = info->cast[0];
        actor.kind = kind;
        actor.shape = shape;
        actor.boxCentre.y += lift;
        // The same form as the look of a unit that has none of its own.
        info->looks = {{shape, actor.boxCentre, actor.boxHalf}};
        info->lookProperty = model::ActorPropertyId(0);
        info->cast[1].shape = model::ActorShape::Box;
        info->cast[1].kind = kind;
        model::ReplayIndex index = *content.index;
        index.info = info;
        content.index = index;
        model::WorldState state = stateOf();
        state.propertyCount = 1;
        state.properties.assign(3, {});
        state.properties[1] = model::PropertyValue::integer(0);
        const glm::quat recorded = facing(40.0F);
        state.orientations[0] = state.orientations[1] = recorded;
        content.state = state;

        WorldView view;
        view.setContent(content);
        const model::WorldState& shown = *view.shown().state;
        const glm::quat expected = leans ? tiltedTo(SlopeNormal, recorded) : recorded;
        QVERIFY(alike(shown.orientations[0], expected));
        QVERIFY(alike(shown.orientations[1], kind == model::ActorKind::Unit ? expected : recorded));
        QVERIFY(view.content().state->orientations[0] == recorded);
        QCOMPARE(shown.positions[0].y, slopeAt(20.0));
    }

    void leaningKeepsTheHeading_data()
    {
        QTest::addColumn<float>("yaw");
        for (const float yaw : {0.0F, 40.0F, 90.0F, 135.0F, 180.0F, 250.0F, 333.0F})
            QTest::addRow("%.0f", static_cast<double>(yaw)) << yaw;
    }
    void leaningKeepsTheHeading()
    {
        QFETCH(float, yaw);
        const glm::quat turn = tiltedTo(SlopeNormal, facing(yaw));
        QVERIFY(std::abs(glm::length(turn) - 1.0F) < 1e-4F);
        QVERIFY(glm::distance(upOf(turn), SlopeNormal) < 1e-4F);
        const glm::vec3 recorded = facing(yaw) * glm::vec3(0.0F, 0.0F, 1.0F);
        const glm::vec3 ahead = turn * glm::vec3(0.0F, 0.0F, 1.0F);
        const glm::vec3 onMap = glm::normalize(glm::vec3(ahead.x, 0.0F, ahead.z));
        QVERIFY(glm::distance(onMap, recorded) < 1e-4F);
        QVERIFY(std::abs(ahead.y / glm::length(glm::vec2(ahead.x, ahead.z)) - 0.5F * recorded.x) < 1e-4F);
    }

    void whatWasRecordedLeaningIsKept()
    {
        ViewContent content = onSlope();
        model::WorldState state = stateOf();
        const glm::quat recorded =
            facing(30.0F) * glm::angleAxis(glm::radians(10.0F), glm::vec3(1.0F, 0.0F, 0.0F));
        state.orientations[0] = recorded;
        content.state = state;
        WorldView view;
        view.setContent(content);
        QVERIFY(view.shown().state->orientations[0] == recorded);
    }

    void nobodyLeansFurtherThanAllowed()
    {
        model::HeightField steep = test::slopeField();
        for (float& height : steep.heights)
            height *= 6.0F; // three metres up with each one to the east
        const glm::vec3 up = standingNormal(steep, {10.0, 5.0}, 0.5F);
        QVERIFY(std::abs(glm::degrees(std::acos(up.y)) - MostTilt) < 0.01F);
        QVERIFY(up.x < 0.0F);
        QVERIFY(std::abs(up.z) < 1e-4F);
        const glm::vec3 gentle = standingNormal(test::slopeField(), {10.0, 5.0}, 0.5F);
        QVERIFY(glm::distance(gentle, SlopeNormal) < 1e-4F);
    }

    void atTheEdgeOfACliffOneStandsLevel()
    {
        model::HeightField cliff = test::slopeField();
        for (float& height : cliff.heights)
            height = height > 0.0F ? 8.0F : 0.0F; // rises from the origin to 4 m east of it
        for (const double x : {-0.3, 0.0, 4.0, 4.3})
            QCOMPARE(standingNormal(cliff, {x, 5.0}, 0.5F), glm::vec3(0.0F, 1.0F, 0.0F));
        QVERIFY(standingNormal(cliff, {2.0, 5.0}, 0.5F).x < -0.5F);
        const double nowhere = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(standingNormal(cliff, {nowhere, 0.0}, 0.5F), glm::vec3(0.0F, 1.0F, 0.0F));
    }

    void aTurretLeansWithItsHull()
    {
        ViewContent content = onSlope();
        auto info = std::make_shared<model::ReplayInfo>(*content.index->info);
        info->cast[0].shape = model::ActorShape::Armour;
        info->actorProperties.resize(1);
        info->actorProperties[0].type = model::PropertyType::Real;
        info->marks.turret = model::ActorPropertyId(0);
        model::ReplayIndex index = *content.index;
        index.info = info;
        content.index = index;
        model::WorldState state = stateOf();
        state.propertyCount = 1;
        state.properties.assign(3, {});
        state.properties[0] = model::PropertyValue::real(75.0);
        content.state = state;
        WorldView view;
        view.setContent(content);
        InstanceBuffers buffers;
        buffers.setCast(*info, Theme::dark());
        buffers.fill(*view.shown().state, {.ground = GroundLevel(*content.scene)});
        QCOMPARE(buffers.solid(MeshKind::Hull).size(), std::size_t{1});
        QCOMPARE(buffers.solid(MeshKind::Box).size(), std::size_t{2}); // turret and barrel
        for (const MeshKind kind : {MeshKind::Hull, MeshKind::Box}) {
            for (const Instance& part : buffers.solid(kind))
                QVERIFY(glm::distance(upOf({part.turn.w, part.turn.x, part.turn.y, part.turn.z}),
                                      SlopeNormal) < 1e-3F);
        }
        const glm::vec3 foot(view.shown().state->positions[0]);
        const glm::vec3 turret = glm::vec3(buffers.solid(MeshKind::Box)[0].place) - foot;
        QVERIFY(glm::distance(glm::normalize(turret), SlopeNormal) < 1e-3F); // straight over the hull
    }

    void aGhostLeans()
    {
        ViewContent content = onSlope();
        GhostFigure figure{.id = 1, .info = &content.index->info->cast[0], .position = {30.0, 0.0, 0.0}};
        figure.orientation = facing(120.0F);
        content.ghosts = GhostFrame({&figure, 1});
        StandingContent standing;
        ViewChanges changes = changesBetween({}, content);
        const ViewContent& shown = standing.show(content, changes);
        QVERIFY(alike(shown.ghosts->figures()[0].orientation, tiltedTo(SlopeNormal, figure.orientation)));
        QVERIFY(content.ghosts->figures()[0].orientation == figure.orientation);
    }

    // ---- on the ground ----

    void marksLieAlongTheSlope()
    {
        const ViewContent content = onSlope();
        WorldView view;
        view.setContent(content);
        InstanceBuffers buffers;
        buffers.setCast(*content.index->info, Theme::dark());
        InstanceBuffers::Frame frame;
        frame.selection = ActorId{0};
        frame.ground = GroundLevel(*content.scene);
        buffers.fill(*view.shown().state, frame);
        QVERIFY(!buffers.marks().empty());
        for (const Instance& mark : buffers.marks()) {
            const glm::quat q(mark.turn.w, mark.turn.x, mark.turn.y, mark.turn.z);
            const glm::vec3 up = q * glm::vec3(0.0F, 1.0F, 0.0F);
            QVERIFY(glm::distance(up, glm::normalize(glm::vec3(-0.5F, 1.0F, 0.0F))) < 1e-3F);
            const double over =
                static_cast<double>(mark.place.y) - slopeAt(static_cast<double>(mark.place.x));
            QVERIFY(over > 0.0 && over < 0.3);
        }
        frame.ground = {};
        buffers.fill(*content.state, frame); // on level ground they are level
        QCOMPARE(buffers.marks().front().turn.x, 0.0F);
    }

    void whoFliesHasAShadowAndAPost()
    {
        const ViewContent content = onSlope();
        WorldView view;
        view.setContent(content);
        InstanceBuffers buffers;
        buffers.setCast(*content.index->info, Theme::dark());
        buffers.fill(*view.shown().state, {.ground = GroundLevel(*content.scene)});
        QCOMPARE(buffers.posts().size(), std::size_t{1});
        const FlierPost& post = buffers.posts().front();
        QVERIFY(std::abs(static_cast<double>(post.foot.y) - slopeAt(40.0)) < 1e-4);
        QVERIFY(std::abs(static_cast<double>(post.top.y) - slopeAt(40.0) - 3.5) < 1e-4);
        QVERIFY(std::ranges::any_of(buffers.marks(), [](const Instance& mark) {
            return std::abs(static_cast<double>(mark.place.x) - 40.0) < 1e-3 && mark.half.y == 0.0F &&
                   std::abs(static_cast<double>(mark.place.y) - slopeAt(40.0)) < 0.3;
        }));
        QVERIFY(!buffers.followsEye());
    }

    void ofManyFliersTheNearestHavePosts()
    {
        const auto index = army();
        constexpr std::size_t Count = 3 * Fliers::MostPosts;
        auto info = std::make_shared<model::ReplayInfo>(*index->info);
        model::ActorInfo flier = info->cast[1];
        info->cast.clear();
        model::WorldState state;
        state.resize(Count, 0);
        for (std::size_t i = 0; i < Count; ++i) {
            flier.id = static_cast<ActorId>(i);
            info->cast.push_back(flier);
            state.ids[i] = flier.id;
            state.positions[i] = {static_cast<double>(i), 0.0, 0.0};
        }
        InstanceBuffers buffers;
        buffers.setCast(*info, Theme::dark());
        buffers.fill(state, {.eye = {static_cast<double>(Count), 5.0, 0.0}});
        QCOMPARE(buffers.posts().size(), Fliers::MostPosts);
        QVERIFY(buffers.followsEye()); // others, once the camera has moved
        for (const FlierPost& post : buffers.posts())
            QVERIFY(post.foot.x >= static_cast<float>(Count - Fliers::MostPosts));
    }

    void linesGoOverHillAndDale()
    {
        const model::SceneDescription scene = test::slopeScene();
        const GroundLine line{.ground = GroundLevel(scene), .origin = {}, .pixels = 2.0F};
        std::vector<Instance> out;
        appendGroundLine(out, line, {-40.0, 0.0}, {40.0, 3.0}, HillLift);
        QVERIFY(out.size() > 10);
        auto [least, most] = heightsOver(out);
        QVERIFY(least > HillLift - 1e-3 && most < HillLift + 1e-3);
        out.clear();
        appendGroundRing(out, line, {10.0, 10.0}, 25.0, Theme::dark());
        std::tie(least, most) = heightsOver(out);
        QVERIFY(least > 0.0 && most < 0.5);
        out.clear();
        appendFootprint(out, {{{-30, 0, 30}, {30, 0, 30}, {50, 0, -30}, {-50, 0, -30}}}, line, Theme::dark());
        std::tie(least, most) = heightsOver(out);
        QVERIFY(least > 0.0 && most < 0.5);
        out.clear();
        appendFootprint(out, {{{-30, 7, 30}, {30, 7, 30}, {50, 7, -30}, {-50, 7, -30}}}, {}, Theme::dark());
        QCOMPARE(out.size(), std::size_t{8}); // four edges and their casing
        QVERIFY(std::abs(out.front().place.y - 7.06F) < 1e-3F);
    }

    void zonesLieOnTheGround()
    {
        ViewContent content = onSlope();
        model::Zone square;
        square.corners = {{-30.0, -30.0}, {30.0, -30.0}, {30.0, 30.0}, {-30.0, 30.0}};
        content.zones = {{square}};
        const GroundSurface surface(*content.scene);
        const ZoneGround ground{{}, 0.0, &surface, model::liftingGround(*content.scene)};
        auto [least, most] = heightsOver(zoneLines(content, ground));
        QVERIFY(least > 0.0 && most < 0.5);
        square.bottom = 2.0; // over the recording's level ground
        content.zones = {{square}};
        std::tie(least, most) = heightsOver(zoneLines(content, ground));
        QVERIFY(std::abs(least - 2.0) < 1e-3 && std::abs(most - 2.0) < 1e-3);
    }

    void placesOfEventsAreLifted()
    {
        const auto index = army();
        auto table = std::make_shared<model::EventTable>();
        table->kinds.resize(1);
        table->kinds[0].band = true;
        model::Event event;
        event.length = model::fromSeconds(10.0);
        event.placed = true;
        event.place = {20.0, 0.0, 0.0};
        event.radius = 9.0F;
        table->events.push_back(event);
        index->events = table;
        ViewContent content = onSlope();
        content.index = *index;
        ActorStyles styles;
        styles.setCast(*index->info, Theme::dark());
        GroundRings rings;
        rings.setIndex(*index);
        const auto& shown = rings.at(content, styles);
        QCOMPARE(shown.size(), std::size_t{1});
        QCOMPARE(shown[0].centre.y, slopeAt(20.0));
        QVERIFY(shown[0].wide());
    }

    void heatLiesOnTheGround()
    {
        HeatOverlay heat;
        heat.grid.layout = {.x = -40.0, .z = -40.0, .cell = 20.0, .columns = 4, .rows = 4};
        heat.grid.values.assign(16, 1.0F);
        heat.grid.samples = 16;
        heat.grid.most = 1.0;
        heat.look.blend = false; // each cell is one square: cut into smaller ones
        const model::SceneDescription scene = test::slopeScene();
        const HeatMesh mesh = heatMesh(heat, Theme::dark(), GroundSurface(scene), 0.0);
        const std::span vertices(reinterpret_cast<const SceneryVertex*>(mesh.vertices.constData()),
                                 mesh.vertexCount);
        QVERIFY(mesh.vertexCount >= 4U * 16U * 25U); // as fine as the ground
        for (const SceneryVertex& v : vertices) {
            const double x = mesh.origin.x + static_cast<double>(v.position[0]);
            const double over = mesh.origin.y + static_cast<double>(v.position[1]) - slopeAt(x);
            QVERIFY(over > 0.0 && over < 0.5);
        }
    }

    void hillsHideWhatIsBehindThem()
    {
        const model::HeightField hills = test::slopeField();
        QCOMPARE(freeShareOver(hills, {0.0, 2.0, 0.0}, {-50.0, 2.0, 0.0}), 1.0); // down the slope
        const double share = freeShareOver(hills, {0.0, 2.0, 0.0}, {50.0, 2.0, 0.0});
        QVERIFY(share > 0.0 && share < 0.1);
        QCOMPARE(freeShareOver(hills, {0.0, -1.0, 0.0}, {0.0, 30.0, 0.0}), 1.0); // comes out of the ground
    }
};

} // namespace tst_standing_content

GHOSTLINE_TEST(tst_standing_content, TestStandingContent, QApplication)
#include "tst_standing_content.moc"
