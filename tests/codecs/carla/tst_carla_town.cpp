// SPDX-License-Identifier: GPL-3.0-or-later
// The real town: its size on the graphics card, and that the vehicles recorded in it drive on its lanes.
#include "codecs/carla/format/header.h"
#include "codecs/carla/format/packet_reader.h"
#include "codecs/carla/roads/opendrive_mesh.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/carla/surface.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <cmath>
#include <map>
#include <set>

namespace tst_carla_town {

using namespace ghostline;
using namespace ghostline::carla;

namespace {

std::size_t triangles(const model::SceneDescription& scene)
{
    std::size_t n = 0;
    for (const model::SceneMesh& mesh : scene.meshes)
        n += mesh.indices.size() / 3;
    return n;
}

} // namespace

class TestCarlaTown : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void townIsModest();
    void vehiclesDriveOnLanes_data();
    void vehiclesDriveOnLanes();
};

void TestCarlaTown::townIsModest()
{
    GHOSTLINE_REQUIRE_SHARED("carla/maps/Town01.xodr");
    const auto file = model::openFile(test::sharedData(QStringLiteral("carla/maps/Town01.xodr")));
    const auto scene = readOpenDrive(**file);
    QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
    qInfo("%zu triangles in %zu meshes", triangles(*scene), scene->meshes.size());
    for (const model::SceneMesh& mesh : scene->meshes)
        qInfo("  role %d: %zu triangles", static_cast<int>(mesh.role), mesh.indices.size() / 3);
    QVERIFY(triangles(*scene) <= 20'000);
    QVERIFY(triangles(*scene) > 2'000);
    // The header's own extent: east 422.7, west -28.4, north 28.3, south -356.9.
    QVERIFY(scene->bounds.min.x > -40 && scene->bounds.max.x < 435);
    QVERIFY(scene->bounds.min.z > -40 && scene->bounds.max.z < 370);
    QVERIFY(scene->bounds.max.x - scene->bounds.min.x > 400);
    // Flat but for its 36 lights, which a log of it reports itself.
    const auto bare = readOpenDrive(**file, {.lights = false});
    QVERIFY(scene->bounds.max.y > 3.0 && scene->bounds.max.y < 4.0);
    QVERIFY(bare->bounds.max.y - bare->bounds.min.y < 0.1);
    QCOMPARE(triangles(*scene) - triangles(*bare), std::size_t{36 * 2 * 5 * 2});
}

void TestCarlaTown::vehiclesDriveOnLanes_data()
{
    QTest::addColumn<QString>("log");
    QTest::newRow("0.9.10") << QStringLiteral("carla/DistanceToLaneCenter-0.9.10.log");
    QTest::newRow("0.9.13") << QStringLiteral("carla/DistanceToLaneCenter-0.9.13.log");
}

void TestCarlaTown::vehiclesDriveOnLanes()
{
    GHOSTLINE_REQUIRE_SHARED("carla/maps/Town01.xodr");
    QFETCH(QString, log);
    const auto map = model::openFile(test::sharedData(QStringLiteral("carla/maps/Town01.xodr")));
    const auto scene = readOpenDrive(**map);
    QVERIFY(scene);
    const model::SceneMesh* road = test::meshOf(*scene, model::SceneRole::Road);
    QVERIFY(road);
    const test::Surface lanes(*road);

    const auto file = model::openFile(test::sharedData(log));
    const auto header = readHeader(**file);
    const auto layout = detectLayout(**file, header->firstPacket);
    PacketReader walk(**file, header->firstPacket, *layout);
    Packet packet;
    std::set<std::uint32_t> vehicles;
    std::map<std::uint32_t, Vec3> last;
    int moving = 0;
    int inside = 0;
    while (walk.next(packet).value_or(false)) {
        if (packet.kind == PacketKind::EventAdd) {
            const auto adds = parseAdds(packet.data, walk.layout());
            for (const EventAdd& add : *adds) {
                if (add.type == 1)
                    vehicles.insert(add.actor);
            }
        } else if (packet.kind == PacketKind::Position) {
            const auto positionsHere = positions(packet.data, walk.layout());
            for (const ActorVectors& p : *positionsHere) {
                const Vec3 before = last.contains(p.actor) ? last[p.actor] : p.first;
                last[p.actor] = p.first;
                const double step = std::hypot(p.first.x - before.x, p.first.y - before.y);
                // Moving, not parked 500 m below ground, not just surfacing.
                if (!vehicles.contains(p.actor) || p.first.z < -10'000 || step < 0.5 || step > 2000)
                    continue;
                ++moving;
                inside += lanes.contain(p.first.x / 100, p.first.y / 100) ? 1 : 0;
            }
        }
    }
    qInfo("%d of %d moving samples on a driving lane", inside, moving);
    QVERIFY(moving > 100);
    QVERIFY(inside >= moving * 95 / 100);
}

} // namespace tst_carla_town

GHOSTLINE_TEST(tst_carla_town, TestCarlaTown)
#include "tst_carla_town.moc"
