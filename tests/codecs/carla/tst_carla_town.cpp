// SPDX-License-Identifier: GPL-3.0-or-later
// The real town: its size on the graphics card, and that the vehicles recorded in it drive on its lanes.
#include "codecs/carla/header.h"
#include "codecs/carla/opendrive.h"
#include "codecs/carla/packet_reader.h"
#include "model/byte_sources.h"
#include "tests/support/shared_data.h"

#include <QHash>
#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace ghostline;
using namespace ghostline::carla;

namespace {

constexpr double Cell = 10.0;

/// Driving lanes by cells of the plane, so that a point is asked of a few triangles only.
class Lanes
{
public:
    explicit Lanes(const model::SceneMesh& mesh) : m_mesh(mesh)
    {
        for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
            glm::dvec2 low{1e9}, high{-1e9};
            for (std::size_t k = 0; k < 3; ++k) {
                low = glm::min(low, corner(i + k));
                high = glm::max(high, corner(i + k));
            }
            for (int x = cell(low.x); x <= cell(high.x); ++x) {
                for (int z = cell(low.y); z <= cell(high.y); ++z)
                    m_cells[{x, z}].push_back(i);
            }
        }
    }

    bool contain(double x, double z) const
    {
        const auto found = m_cells.find({cell(x), cell(z)});
        if (found == m_cells.end())
            return false;
        const glm::dvec2 p{x, z};
        const auto side = [&](std::size_t a, std::size_t b) {
            const glm::dvec2 e = corner(b) - corner(a);
            const glm::dvec2 q = p - corner(a);
            return e.x * q.y - e.y * q.x;
        };
        for (const std::size_t i : found->second) { // upward faces turn clockwise in (x, z)
            if (side(i, i + 1) <= 1e-6 && side(i + 1, i + 2) <= 1e-6 && side(i + 2, i) <= 1e-6)
                return true;
        }
        return false;
    }

private:
    static int cell(double v) { return static_cast<int>(std::floor(v / Cell)); }
    glm::dvec2 corner(std::size_t i) const
    {
        const glm::dvec3 p = m_mesh.origin + glm::dvec3(m_mesh.vertices[m_mesh.indices[i]]);
        return {p.x, p.z};
    }
    const model::SceneMesh& m_mesh;
    std::map<std::pair<int, int>, std::vector<std::size_t>> m_cells;
};

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
    QVERIFY(std::abs(scene->bounds.max.y - scene->bounds.min.y) < 0.1);
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
    const auto road = std::find_if(scene->meshes.begin(), scene->meshes.end(), [](const model::SceneMesh& m) {
        return m.role == model::SceneRole::Road;
    });
    QVERIFY(road != scene->meshes.end());
    const Lanes lanes(*road);

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

QTEST_GUILESS_MAIN(TestCarlaTown)
#include "tst_carla_town.moc"
