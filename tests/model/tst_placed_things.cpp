// SPDX-License-Identifier: GPL-3.0-or-later
// Things that a map places exactly are shown there, where a recording rounds their places: those of the same
// type at the same rounded place, and nobody else.
#include "model/codec/scene_reader.h"
#include "model/world/placed_things.h"
#include "tests/support/allocation_count.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>

namespace tst_placed_things {

using namespace ghostline::model;

namespace {

/// A field at x 10, y 12.5 of the map, and a geyser; world z runs the other way.
std::vector<PlacedThing> placed()
{
    return {{QStringLiteral("MineralField"), {10, -12}, {10.0, -12.5}},
            {QStringLiteral("VespeneGeyser"), {15, -12}, {15.5, -12.5}},
            {QStringLiteral("Nonsense"), {3, 3}, {900.0, 3.0}}};
}

std::vector<ActorInfo> castOf(const QStringList& types)
{
    std::vector<ActorInfo> cast(static_cast<std::size_t>(types.size()));
    for (std::size_t i = 0; i < cast.size(); ++i) {
        cast[i].id = static_cast<ActorId>(i);
        cast[i].nativeType = types[static_cast<qsizetype>(i)];
    }
    return cast;
}

WorldState one(const glm::dvec3& place)
{
    WorldState state;
    state.resize(1, 0);
    state.ids = {ActorId{0}};
    state.positions = {place};
    return state;
}

} // namespace

class TestPlacedThings : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void snapped_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QVector<double>>("recorded");
        QTest::addColumn<QVector<double>>("shown");
        const auto row = [](const char* name, const char* type, const QVector<double>& recorded,
                            const QVector<double>& shown) {
            QTest::newRow(name) << QString::fromLatin1(type) << recorded << shown;
        };
        row("a field", "MineralField", {10, 0, -12}, {10, 0, -12.5});
        row("a geyser", "VespeneGeyser", {15, 0, -12}, {15.5, 0, -12.5});
        row("heights stay", "VespeneGeyser", {15, 3, -12}, {15.5, 3, -12.5});
        row("another type", "MineralField750", {10, 0, -12}, {10, 0, -12});
        row("another place", "MineralField", {11, 0, -12}, {11, 0, -12});
        row("the place of another type", "MineralField", {15, 0, -12}, {15, 0, -12});
        row("not rounded", "MineralField", {10.25, 0, -12}, {10.25, 0, -12});
        row("too far away", "Nonsense", {3, 0, 3}, {3, 0, 3});
        row("beyond all maps", "MineralField", {1e12, 0, 0}, {1e12, 0, 0});
    }
    void snapped()
    {
        QFETCH(QString, type);
        QFETCH(QVector<double>, recorded);
        QFETCH(QVector<double>, shown);
        PlacedThings things;
        things.set(placed(), castOf({type}));
        WorldState state = one({recorded[0], recorded[1], recorded[2]});
        things.snap(state);
        QCOMPARE(state.positions[0], glm::dvec3(shown[0], shown[1], shown[2]));
    }

    void whoIsNotInTheCast()
    {
        PlacedThings things;
        WorldState state = one({10.0, 0.0, -12.0});
        things.snap(state); // of nothing at all
        things.set(placed(), {});
        things.snap(state);
        state.ids[0] = ActorId::None;
        things.set(placed(), castOf({QStringLiteral("MineralField")}));
        things.snap(state);
        QCOMPARE(state.positions[0], glm::dvec3(10.0, 0.0, -12.0));
        things.set({}, castOf({QStringLiteral("MineralField")}));
        QVERIFY(things.empty());
        state.ids[0] = ActorId{0};
        things.snap(state);
        QCOMPARE(state.positions[0].z, -12.0);
    }

    void allocatesNothing()
    {
        PlacedThings things;
        things.set(placed(), castOf({QStringLiteral("MineralField")}));
        WorldState state = one({10.0, 0.0, -12.0});
        const auto before = ghostline::test::allocations;
        things.snap(state);
        QCOMPARE(ghostline::test::allocations, before);
        QCOMPARE(state.positions[0].z, -12.5);
    }

    void marksGoWithThem()
    {
        SceneDescription own;
        SceneMesh mesh;
        mesh.role = SceneRole::Zone;
        mesh.vertices = {{9.0F, 0.0F, -12.0F},  {11.0F, 0.0F, -12.0F}, {10.0F, 0.0F, -13.0F},
                         {40.0F, 0.0F, -40.0F}, {41.0F, 0.0F, -40.0F}, {40.0F, 0.0F, -41.0F}};
        mesh.indices = {0, 1, 2, 3, 4, 5};
        own.meshes = {mesh};
        own.marks = {{QStringLiteral("MineralField"), {10, -12}, 0, 0, 3},
                     {QStringLiteral("MineralField"), {40, -40}, 0, 3, 3},
                     {QStringLiteral("MineralField"), {10, -12}, 7, 0, 3},     // no such mesh
                     {QStringLiteral("MineralField"), {10, -12}, 0, 99, 300}}; // nor vertices
        SceneDescription map;
        map.placed = placed();
        const SceneDescription both = combined(own, map);
        QVERIFY(both.marks.empty());
        QCOMPARE(both.placed.size(), std::size_t{3});
        const std::vector<glm::vec3>& moved = both.meshes[0].vertices;
        QCOMPARE(moved[0], glm::vec3(9.0F, 0.0F, -12.5F));
        QCOMPARE(moved[2], glm::vec3(10.0F, 0.0F, -13.5F));
        QCOMPARE(moved[3], mesh.vertices[3]); // the map has nothing there
        // A recording alone stays as it is.
        QCOMPARE(combined(own, {}).meshes[0].vertices[0], mesh.vertices[0]);
    }
};

} // namespace tst_placed_things

GHOSTLINE_TEST(tst_placed_things, TestPlacedThings)
#include "tst_placed_things.moc"
