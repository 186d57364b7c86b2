// SPDX-License-Identifier: GPL-3.0-or-later
// Silhouettes of armies: closed, light, and one for each class.
#include "render/actors/instance_buffers.h"
#include "render/actors/meshes.h"
#include "tests/support/test_driver.h"
#include "world_fixture.h"

#include <QTest>

#include <array>
#include <cmath>
#include <map>
#include <set>

namespace tst_unit_meshes {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorShape;

namespace {

constexpr std::array Silhouettes{ActorShape::Worker,   ActorShape::Infantry, ActorShape::Armour,
                                 ActorShape::Aircraft, ActorShape::Caster,   ActorShape::Building,
                                 ActorShape::Crystal,  ActorShape::Vent};

using Corner = std::array<long, 3>;

/// How often each edge is walked in each direction, by the places of its ends.
std::map<std::pair<Corner, Corner>, int> edgesOf(const Mesh& mesh)
{
    const auto corner = [&mesh](std::size_t index) {
        const float* p = mesh.vertices[mesh.indices[index]].position;
        return Corner{std::lround(p[0] * 1000.0F), std::lround(p[1] * 1000.0F), std::lround(p[2] * 1000.0F)};
    };
    std::map<std::pair<Corner, Corner>, int> edges;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        for (std::size_t k = 0; k < 3; ++k)
            ++edges[{corner(i + k), corner(i + (k + 1) % 3)}];
    }
    return edges;
}

} // namespace

class TestUnitMeshes : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void closedAndLight_data()
    {
        QTest::addColumn<int>("kind");
        for (const ActorShape shape : Silhouettes)
            QTest::addRow("shape %d", static_cast<int>(shape)) << static_cast<int>(meshFor(shape));
        QTest::newRow("without a turret") << static_cast<int>(MeshKind::Hull);
    }
    void closedAndLight()
    {
        QFETCH(int, kind);
        const Mesh& mesh = unitMesh(static_cast<MeshKind>(kind));
        QVERIFY(mesh.triangles() >= 20 && mesh.triangles() <= 80);
        const auto edges = edgesOf(mesh);
        for (const auto& [edge, times] : edges) {
            const auto back = edges.find({edge.second, edge.first});
            QVERIFY2(back != edges.end() && back->second == times, "a hole: an edge has one face only");
        }
    }

    void everyClassHasItsOwn()
    {
        std::set<MeshKind> kinds;
        for (const ActorShape shape : Silhouettes)
            kinds.insert(meshFor(shape));
        QCOMPARE(kinds.size(), Silhouettes.size());
    }

    void aRecordedTurretTakesThePlaceOfTheDrawnOne()
    {
        test::World w;
        model::PropertyInfo turret;
        turret.id = QStringLiteral("turret");
        turret.type = model::PropertyType::Real;
        w.info->actorProperties = {turret};
        w.info->marks.turret = model::ActorPropertyId(0);
        w.add({.shape = ActorShape::Armour, .kind = model::ActorKind::Unit});
        w.add({.shape = ActorShape::Armour, .kind = model::ActorKind::Unit, .position = {5.0, 0.0, 0.0}});
        w.state.propertyCount = 1;
        w.state.properties = {model::PropertyValue::real(90.0), model::PropertyValue()};
        InstanceBuffers buffers;
        buffers.setCast(*w.info, Theme::dark());
        buffers.fill(w.state, {});
        QCOMPARE(buffers.solid(MeshKind::Hull).size(), std::size_t{1});
        QCOMPARE(buffers.solid(MeshKind::Armour).size(), std::size_t{1});
        QCOMPARE(buffers.solid(MeshKind::Box).size(), std::size_t{2}); // turret and barrel
    }

    void anArmySaysOnlyOfTheSelectedHowItIsKnown_data()
    {
        QTest::addColumn<bool>("army");
        QTest::addColumn<bool>("selected");
        QTest::addColumn<bool>("wanted");
        QTest::addColumn<int>("marks");
        QTest::newRow("a few") << false << false << true << 1;
        QTest::newRow("an army") << true << false << true << 0;
        QTest::newRow("an army, selected") << true << true << true << 2; // and the ring of the selection
        QTest::newRow("not wanted") << true << true << false << 1;
    }
    void anArmySaysOnlyOfTheSelectedHowItIsKnown()
    {
        QFETCH(bool, army);
        QFETCH(bool, selected);
        QFETCH(bool, wanted);
        test::World w;
        if (army)
            w.info->looks.resize(1);
        const model::ActorId id = w.add({.shape = ActorShape::Building,
                                         .kind = model::ActorKind::Unit,
                                         .provenance = model::Provenance::Sampled});
        InstanceBuffers buffers;
        buffers.setCast(*w.info, Theme::dark());
        ViewOptions options;
        options.provenance = wanted;
        buffers.setOptions(options);
        InstanceBuffers::Frame frame;
        frame.selection = selected ? id : model::ActorId::None;
        buffers.fill(w.state, frame);
        QTEST(static_cast<int>(buffers.marks().size()), "marks");
    }
};

} // namespace tst_unit_meshes

GHOSTLINE_TEST(tst_unit_meshes, TestUnitMeshes)
#include "tst_unit_meshes.moc"
