// SPDX-License-Identifier: GPL-3.0-or-later
// What changes about how an actor is drawn: looks, things being built, what cameras see, selections, places.
#include "render/actors/ground_rings.h"
#include "render/actors/instance_buffers.h"
#include "render/view/world_view.h"
#include "tests/support/test_driver.h"
#include "view_fixture.h"

#include <QApplication>
#include <QtTest>

#include <cmath>
#include <glm/gtc/constants.hpp>

namespace tst_looks {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using model::ActorShape;

namespace {

constexpr model::ActorPropertyId LookProperty(0);

/// A player, the player's camera, and two units whose look is told by a property.
std::shared_ptr<model::ReplayIndex> game()
{
    auto info = std::make_shared<model::ReplayInfo>();
    info->teams = {{QStringLiteral("Blue"), 0}};
    info->cast.resize(4);
    for (std::size_t i = 0; i < info->cast.size(); ++i) {
        info->cast[i].id = static_cast<ActorId>(i);
        info->cast[i].name = QString::number(i);
        info->cast[i].team = 0;
        info->cast[i].life = {0, 100};
    }
    info->cast[0].kind = model::ActorKind::Player;
    info->cast[0].shape = ActorShape::None;
    info->cast[1].kind = model::ActorKind::Camera;
    info->cast[1].shape = ActorShape::View;
    info->cast[1].parent = ActorId{0};
    info->cast[1].boxHalf = {0.44F, 0.2475F, 0.0F};
    info->actorProperties.resize(1);
    info->actorProperties[0].id = QStringLiteral("look");
    info->actorProperties[0].type = model::PropertyType::Integer;
    info->lookProperty = LookProperty;
    info->looks.resize(3);
    info->looks[0].shape = ActorShape::Arrow;
    info->looks[0].boxHalf = {0.4F, 0.2F, 0.5F};
    info->looks[1].shape = ActorShape::Hexagon;
    info->looks[1].boxHalf = {2.5F, 1.5F, 2.5F};
    info->looks[1].boxCentre = {0.0F, 1.5F, 0.0F};
    info->looks[2].shape = ActorShape::None;
    auto index = std::make_shared<model::ReplayIndex>();
    index->timeAxis = model::TimeAxis::uniform(100, 1, 10);
    index->info = info;
    return index;
}

/// The camera 20 m up, looking down by `pitch` degrees toward the north (-Z).
model::WorldState stateOf(const model::ReplayIndex& index, double pitch = 56.0)
{
    model::WorldState state;
    state.resize(4, index.info->actorProperties.size());
    for (std::size_t i = 0; i < 4; ++i)
        state.ids[i] = static_cast<ActorId>(i);
    state.positions[1] = {10.0, 20.0, 10.0};
    const auto a = static_cast<float>(glm::radians(pitch));
    // +Z to the north, then down about the camera's own left.
    state.orientations[1] = glm::angleAxis(glm::pi<float>(), glm::vec3(0.0F, 1.0F, 0.0F)) *
                            glm::angleAxis(a, glm::vec3(1.0F, 0.0F, 0.0F));
    state.positions[2] = {5.0, 0.0, -5.0};
    state.positions[3] = {8.0, 0.0, -8.0};
    state.propertiesOf(2)[0] = model::PropertyValue::integer(0);
    state.propertiesOf(3)[0] = model::PropertyValue::integer(1);
    return state;
}

} // namespace

class TestLooks : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aLookReplacesTheShape()
    {
        const auto index = game();
        model::WorldState state = stateOf(*index);
        InstanceBuffers buffers;
        buffers.setCast(*index->info, Theme::dark());
        buffers.fill(state, {});
        QCOMPARE(buffers.solid(MeshKind::Arrow).size(), std::size_t{1});
        QCOMPARE(buffers.solid(MeshKind::Hexagon).size(), std::size_t{1});
        QCOMPARE(buffers.styles().box(state, 3).half, glm::vec3(2.5F, 1.5F, 2.5F));

        state.propertiesOf(2)[0] = model::PropertyValue::integer(1); // lands and becomes a building
        state.propertiesOf(3)[0] = model::PropertyValue::integer(2); // has no body for the moment
        buffers.fill(state, {});
        QCOMPARE(buffers.solid(MeshKind::Arrow).size(), std::size_t{0});
        QCOMPARE(buffers.solid(MeshKind::Hexagon).size(), std::size_t{1});
        QVERIFY(!buffers.styles().drawn(state, 3));
    }

    void anImpossibleLookLeavesTheOwnShape()
    {
        const auto index = game();
        model::WorldState state = stateOf(*index);
        InstanceBuffers buffers;
        buffers.setCast(*index->info, Theme::dark());
        for (const std::int64_t look : {-1, 3, 1'000'000}) {
            state.propertiesOf(2)[0] = model::PropertyValue::integer(look);
            QVERIFY(buffers.styles().drawn(state, 2));
            QVERIFY(buffers.styles().shape(state, 2).mesh == MeshKind::Box);
        }
    }

    void whatIsBeingBuiltStandsLowerOnTheSameGround()
    {
        const auto index = game();
        model::WorldState state = stateOf(*index);
        InstanceBuffers buffers;
        buffers.setCast(*index->info, Theme::dark());
        const PickBox whole = buffers.styles().box(state, 3);
        state.flags[3] = model::Unfinished;
        const PickBox begun = buffers.styles().box(state, 3);
        QVERIFY(begun.half.y < whole.half.y * 0.5F);
        QCOMPARE(begun.half.x, whole.half.x);
        const double base = begun.centre.y - static_cast<double>(begun.half.y);
        QVERIFY(std::abs(base - (whole.centre.y - static_cast<double>(whole.half.y))) < 1e-5);
    }

    void aCameraOutlinesTheGroundItSees()
    {
        const auto index = game();
        const model::WorldState state = stateOf(*index);
        InstanceBuffers buffers;
        buffers.setCast(*index->info, Theme::dark());
        QVERIFY(!buffers.styles().drawn(state, 1)); // no body
        const auto corners = buffers.styles().footprint(state, 1, 0.0);
        QVERIFY(corners);
        // The ray through the middle of an edge falls by the pitch plus or minus half the opening.
        const double half = std::atan(0.2475);
        const double pitch = glm::radians(56.0);
        const double nearEdge = 10.0 - 20.0 / std::tan(pitch + half);
        const double farEdge = 10.0 - 20.0 / std::tan(pitch - half);
        QVERIFY(std::abs((*corners)[0].z - nearEdge) < 1e-3);
        QVERIFY(std::abs((*corners)[1].z - nearEdge) < 1e-3);
        QVERIFY(std::abs((*corners)[2].z - farEdge) < 1e-3);
        QVERIFY((*corners)[0].x < 10.0 && (*corners)[1].x > 10.0); // its left is the west
        QVERIFY((*corners)[3].x < (*corners)[0].x);                // wider where it is farther
        for (const glm::dvec3& corner : *corners)
            QVERIFY(std::abs(corner.y) < 1e-9);
    }

    void aCameraThatSeesTheSkyOutlinesNothing()
    {
        const auto index = game();
        InstanceBuffers buffers;
        buffers.setCast(*index->info, Theme::dark());
        QVERIFY(!buffers.styles().footprint(stateOf(*index, 5.0), 1, 0.0));
        QVERIFY(!buffers.styles().footprint(stateOf(*index, -60.0), 1, 0.0));
        QVERIFY(!buffers.styles().footprint(stateOf(*index), 2, 0.0)); // a unit is no camera
    }

    void theSelectionOfAPlayerIsRinged()
    {
        const auto index = game();
        model::WorldState state = stateOf(*index);
        state.selected = {{ActorId{0}, ActorId{2}}, {ActorId{0}, ActorId{3}}, {ActorId{0}, ActorId{77}}};
        InstanceBuffers buffers;
        buffers.setCast(*index->info, Theme::dark());
        buffers.fill(state, {});
        const std::size_t without = buffers.marks().size();
        InstanceBuffers::Frame frame;
        frame.chooser = ActorId{0};
        buffers.fill(state, frame);
        QCOMPARE(buffers.marks().size(), without + 2);
        frame.chooser = ActorId{1};
        buffers.fill(state, frame);
        QCOMPARE(buffers.marks().size(), without);
    }

    void distanceRingsLieRoundWhoIsSelected()
    {
        const auto index = game();
        ActorStyles styles;
        styles.setCast(*index->info, Theme::dark());
        GroundRings rings;
        rings.setIndex(*index);
        ViewContent content;
        content.index = *index;
        content.state = stateOf(*index);
        content.selection = ActorId{2};
        QVERIFY(rings.at(content, styles).empty());
        content.options.distanceRings = true;
        const auto& drawn = rings.at(content, styles);
        QCOMPARE(drawn.size(), std::size_t{3});
        const auto row = static_cast<std::size_t>(content.state->row(ActorId{2}));
        for (const GroundRing& ring : drawn) {
            QVERIFY(ring.toScale && !ring.strong && ring.share == 1.0F);
            QCOMPARE(ring.centre.x, content.state->positions[row].x);
            QCOMPARE(ring.centre.z, content.state->positions[row].z);
        }
        QCOMPARE(drawn[0].radius, 10.0F);
        QCOMPARE(drawn[2].radius, 50.0F);
        content.selection = ActorId{0}; // a player without a body
        QVERIFY(rings.at(content, styles).empty());
        content.selection = ActorId::None;
        QVERIFY(rings.at(content, styles).empty());
    }

    void eyesOfWhoHasNoBodyAreTheirCamera()
    {
        const auto index = game();
        WorldView view;
        test::showIndex(view, index);
        test::showState(view, stateOf(*index));
        QCOMPARE(view.eyesOf(ActorId{0}), ActorId{1});
        QCOMPARE(view.eyesOf(ActorId{2}), ActorId{2});
        const auto anchor = view.anchor(ActorId{1});
        QVERIFY(anchor && anchor->head);
        QVERIFY(std::abs(anchor->verticalFov - 27.8) < 0.05);
        QCOMPARE(anchor->head->position, glm::dvec3(10.0, 20.0, 10.0));
    }

    void aCameraNobodyKnowsIsNotLookedThrough()
    {
        const auto index = game();
        model::WorldState state = stateOf(*index);
        WorldView view;
        test::showIndex(view, index);
        test::showState(view, state);
        QVERIFY(view.seesWithCamera(ActorId{0}));
        QVERIFY(view.seesWithCamera(ActorId{1}));
        QVERIFY(!view.seesWithCamera(ActorId{2}));
        state.flags[1] = model::Hidden; // a computer's
        test::showState(view, state);
        QCOMPARE(view.eyesOf(ActorId{0}), ActorId{0});
        QVERIFY(!view.seesWithCamera(ActorId{0}));
        // Followed from high up: there is nobody to stand behind of.
        QVERIFY(view.anchor(ActorId{0})->size > 4.0 * view.anchor(ActorId{2})->size);
    }

    void placesAreShownWhileTheyLast()
    {
        const auto index = game();
        auto table = std::make_shared<model::EventTable>();
        table->kinds.resize(3);
        table->kinds[0].band = true;
        table->kinds[1].cue = true;
        const auto add = [&](int kind, double at, double length, bool placed) {
            model::Event event;
            event.kind = kind;
            event.time = model::fromSeconds(at);
            event.length = model::fromSeconds(length);
            event.placed = placed;
            event.radius = 5.0F;
            table->events.push_back(event);
        };
        add(0, 1.0, 4.0, true);
        add(1, 2.0, 0.0, true);
        add(2, 2.0, 9.0, true); // of a kind that is not shown
        add(1, 2.5, 0.0, false);
        add(1, 20.0, 0.0, true);
        table->events.back().audience = {0};
        add(1, 30.0, 0.0, true);
        table->events.back().audience = {1};
        index->events = table;
        PlacedEvents places;
        places.setIndex(*index);
        std::vector<ShownEvent> out;
        const auto count = [&](double at, ActorId eyes = ActorId::None) {
            places.at(model::fromSeconds(at), eyes, out);
            return out.size();
        };
        QCOMPARE(count(0.5), std::size_t{0});
        QCOMPARE(count(1.0), std::size_t{1});
        QCOMPARE(count(2.0), std::size_t{2});
        QVERIFY(!out[1].band && std::abs(out[1].strength - 1.0F) < 1e-3F);
        QCOMPARE(count(4.5), std::size_t{2});
        QVERIFY(out[1].strength > 0.1F && out[1].strength < 0.2F);
        QCOMPARE(count(5.01), std::size_t{0});
        QCOMPARE(count(5.0), std::size_t{2}); // both end here
        QCOMPARE(count(1.5), std::size_t{1}); // backward, too
        // A ping is seen by those whom it was meant for; who plays is of team 0.
        QCOMPARE(count(20.5), std::size_t{1});
        QCOMPARE(count(20.5, ActorId{0}), std::size_t{1});
        QCOMPARE(count(30.5), std::size_t{1});
        QCOMPARE(count(30.5, ActorId{0}), std::size_t{0});
        QCOMPARE(count(2.0, ActorId{0}), std::size_t{2}); // the rest by everyone
    }
};

} // namespace tst_looks

GHOSTLINE_TEST(tst_looks, TestLooks, QApplication)
#include "tst_looks.moc"
