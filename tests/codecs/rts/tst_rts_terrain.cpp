// SPDX-License-Identifier: GPL-3.0-or-later
// Ground as few triangles: where they are, that there is no crack between them, and how many; props.
#include "codecs/rts/props.h"
#include "codecs/rts/terrain_mesh.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <cmath>
#include <map>
#include <set>

namespace tst_rts_terrain {

using namespace ghostline;
using model::SceneColour;
using model::SceneMesh;
using rts::Prop;
using rts::PropShape;
using rts::TerrainGrid;

namespace {

struct MadeGround
{
    int columns;
    int rows;
    std::vector<float> heights;
    std::vector<SceneColour> colours;
    std::vector<std::uint8_t> holes;

    MadeGround(int across, int up) : columns(across), rows(up)
    {
        const auto corners = static_cast<std::size_t>(across + 1) * static_cast<std::size_t>(up + 1);
        heights.resize(corners, 8.0F);
        colours.resize(corners, SceneColour(100, 90, 80));
        holes.resize(static_cast<std::size_t>(across) * static_cast<std::size_t>(up));
    }
    std::size_t corner(int x, int y) const
    {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(columns + 1) +
               static_cast<std::size_t>(x);
    }
    std::size_t cell(int x, int y) const
    {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(x);
    }
    /// Waves, terraces and patches of colour.
    void roughen()
    {
        for (int y = 0; y <= rows; ++y) {
            for (int x = 0; x <= columns; ++x) {
                const float wave =
                    std::sin(static_cast<float>(x) * 0.21F) + std::cos(static_cast<float>(y) * 0.17F);
                heights[corner(x, y)] = 8.0F + 2.0F * std::floor(wave) + 0.3F * wave;
                colours[corner(x, y)] =
                    SceneColour(80 + (x * 7 + y * 3) % 40, 90 + (x / 5) % 30, 60 + (y / 7) % 50);
            }
        }
    }
    SceneMesh mesh(std::size_t triangles = rts::UsualTerrainTriangles) const
    {
        return rts::terrainMesh({columns, rows, heights, colours, holes}, triangles);
    }
};

/// Area seen from above; negative where a triangle shows its back.
double areaOf(const SceneMesh& mesh)
{
    double area = 0.0;
    mesh.forEachTriangle([&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        const glm::vec3 normal =
            glm::cross(mesh.vertices[b] - mesh.vertices[a], mesh.vertices[c] - mesh.vertices[a]);
        area += static_cast<double>(normal.y) / 2.0;
    });
    return area;
}

/// Edges that only one triangle has and that do not lie on the border of the map or of a hole.
int cracks(const SceneMesh& mesh, const MadeGround& ground)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    mesh.forEachTriangle([&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        for (const auto& [from, to] : {std::pair{a, b}, {b, c}, {c, a}})
            ++edges[std::minmax(from, to)];
    });
    const auto isGone = [&](float x, float z) {
        const int column = static_cast<int>(std::floor(x)), row = static_cast<int>(std::floor(-z));
        return column < 0 || row < 0 || column >= ground.columns || row >= ground.rows ||
               ground.holes[ground.cell(column, row)] != 0;
    };
    int found = 0;
    for (const auto& [edge, count] : edges) {
        if (count == 2)
            continue;
        const glm::vec3 from = mesh.vertices[edge.first], to = mesh.vertices[edge.second];
        const glm::vec3 side = glm::normalize(glm::vec3(to.z - from.z, 0.0F, from.x - to.x)) * 0.25F;
        // All along it there is nothing on one of its sides.
        const int steps = static_cast<int>(std::max(std::abs(to.x - from.x), std::abs(to.z - from.z)));
        for (int i = 0; i < steps; ++i) {
            const glm::vec3 at =
                glm::mix(from, to, (static_cast<float>(i) + 0.5F) / static_cast<float>(steps));
            if (count != 1 ||
                (!isGone(at.x + side.x, at.z + side.z) && !isGone(at.x - side.x, at.z - side.z))) {
                ++found;
                break;
            }
        }
    }
    return found;
}

} // namespace

class TestRtsTerrain : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void plainGroundIsFewTriangles()
    {
        const MadeGround ground(64, 64);
        const SceneMesh mesh = ground.mesh();
        QCOMPARE(mesh.role, model::SceneRole::Terrain);
        QCOMPARE(mesh.indices.size(), std::size_t{6});
        QCOMPARE(areaOf(mesh), 64.0 * 64.0);
    }

    void cornersLieAtTheirPlaces()
    {
        MadeGround ground(8, 4);
        ground.heights[ground.corner(3, 1)] = 11.5F;
        ground.colours[ground.corner(3, 1)] = SceneColour(1, 2, 3);
        const SceneMesh mesh = ground.mesh();
        QCOMPARE(mesh.colours.size(), mesh.vertices.size());
        bool seen = false;
        for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
            const glm::vec3& v = mesh.vertices[i];
            const auto corner = ground.corner(static_cast<int>(v.x), static_cast<int>(-v.z));
            QCOMPARE(v.y, ground.heights[corner]);
            QVERIFY(mesh.colours[i] == ground.colours[corner]);
            seen = seen || v == glm::vec3(3.0F, 11.5F, -1.0F);
        }
        QVERIFY(seen);
    }

    void sizes_data()
    {
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("triangles");
        QTest::newRow("one cell") << 1 << 1 << 1000;
        QTest::newRow("a row") << 5 << 1 << 1000;
        QTest::newRow("uneven") << 37 << 61 << 26000;
        QTest::newRow("usual") << 184 << 176 << 26000;
        QTest::newRow("the largest") << 256 << 256 << 26000;
        QTest::newRow("the largest, few") << 256 << 256 << 3000;
        QTest::newRow("beyond the game's") << 600 << 300 << 26000;
    }

    void sizes()
    {
        QFETCH(int, columns);
        QFETCH(int, rows);
        QFETCH(int, triangles);
        MadeGround ground(columns, rows);
        ground.roughen();
        const SceneMesh mesh = ground.mesh(static_cast<std::size_t>(triangles));
        QVERIFY(mesh.indices.size() / 3 <= static_cast<std::size_t>(triangles));
        QVERIFY(mesh.vertices.size() < 65536);
        QCOMPARE(areaOf(mesh), static_cast<double>(columns) * rows);
        QCOMPARE(cracks(mesh, ground), 0);
        std::set<std::pair<float, float>> places;
        for (const glm::vec3& v : mesh.vertices)
            QVERIFY(places.emplace(v.x, v.z).second);
    }

    void holesAreLeftOut()
    {
        MadeGround ground(48, 40);
        ground.roughen();
        int left = 48 * 40;
        for (int y = 3; y < 30; ++y) {
            for (int x = 10; x < 21 + y % 3; ++x, --left)
                ground.holes[ground.cell(x, y)] = 1;
        }
        const SceneMesh mesh = ground.mesh();
        QCOMPARE(areaOf(mesh), static_cast<double>(left));
        QCOMPARE(cracks(mesh, ground), 0);
    }

    void holesInEverySecondCellAreNoReasonForMore()
    {
        MadeGround ground(256, 256);
        for (int y = 0; y < 256; ++y) {
            for (int x = y % 2; x < 256; x += 2)
                ground.holes[ground.cell(x, y)] = 1;
        }
        const SceneMesh mesh = ground.mesh(5000);
        QVERIFY(!mesh.indices.empty());
        QVERIFY(mesh.indices.size() / 3 <= 5000);
    }

    void heightsStayCloseWhereThereIsRoom()
    {
        MadeGround ground(96, 96);
        ground.roughen();
        const SceneMesh mesh = ground.mesh();
        mesh.forEachTriangle([&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            // Every corner within: none is far from the plane.
            const glm::vec3 p = mesh.vertices[a], q = mesh.vertices[b], r = mesh.vertices[c];
            const glm::vec3 low = glm::min(glm::min(p, q), r), high = glm::max(glm::max(p, q), r);
            const glm::vec3 normal = glm::cross(q - p, r - p);
            for (int x = static_cast<int>(low.x); x <= static_cast<int>(high.x); ++x) {
                for (int y = static_cast<int>(-high.z); y <= static_cast<int>(-low.z); ++y) {
                    const glm::vec3 at{x, ground.heights[ground.corner(x, y)], -y};
                    const auto inside = [&](const glm::vec3& from, const glm::vec3& to) {
                        return glm::cross(to - from, at - from).y >= -1e-4F;
                    };
                    if (inside(p, q) && inside(q, r) && inside(r, p))
                        QVERIFY(std::abs(glm::dot(normal, at - p) / normal.y) < 0.2F);
                }
            }
        });
    }

    void nonsenseIsNothing()
    {
        MadeGround ground(4, 4);
        ground.heights.pop_back();
        QVERIFY(ground.mesh().indices.empty());
        QVERIFY(rts::terrainMesh({0, 5, {}, {}, {}}).indices.empty());
        QVERIFY(rts::terrainMesh({-3, -3, {}, {}, {}}).indices.empty());
    }

    void shapes_data()
    {
        QTest::addColumn<int>("shape");
        for (const auto shape : {PropShape::Tree, PropShape::Rock, PropShape::Crystal, PropShape::Plant,
                                 PropShape::Box, PropShape::Cylinder})
            QTest::addRow("%d", static_cast<int>(shape)) << static_cast<int>(shape);
    }

    void shapes()
    {
        QFETCH(int, shape);
        rts::PropBuilder builder({100.0, 0.0, -50.0});
        Prop prop;
        prop.shape = static_cast<PropShape>(shape);
        prop.place = {110.0, 8.0, -60.0};
        prop.size = {2.0F, 3.0F, 4.0F};
        prop.turn = 0.7;
        prop.colour = glm::vec3(0.9F, 0.5F, 0.0F);
        builder.add(prop);
        const auto one = builder.triangles();
        QVERIFY(one >= 4);
        QVERIFY(one <= 24);
        const SceneMesh mesh = builder.take();
        QCOMPARE(mesh.role, model::SceneRole::Prop);
        QCOMPARE(mesh.colours.size(), mesh.vertices.size());
        const glm::vec3 foot{10.0F, 8.0F, -10.0F};
        float top = 0.0F;
        for (const glm::vec3& v : mesh.vertices) {
            QVERIFY(glm::length(glm::vec3(v.x, 0, v.z) - glm::vec3(foot.x, 0, foot.z)) < 2.6F);
            QVERIFY(v.y >= foot.y - 0.5F);
            top = std::max(top, v.y);
        }
        QVERIFY(std::abs(top - (foot.y + 3.0F)) < 0.01F);
    }

    void solidsShowTheirFronts()
    {
        for (const auto shape : {PropShape::Rock, PropShape::Box, PropShape::Cylinder}) {
            rts::PropBuilder builder;
            Prop prop;
            prop.shape = shape;
            prop.place = {3.0, 0.0, 5.0};
            prop.turn = 2.0;
            builder.add(prop);
            const SceneMesh mesh = builder.take();
            const glm::vec3 middle{3.0F, 0.4F, 5.0F};
            mesh.forEachTriangle([&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
                const glm::vec3 p = mesh.vertices[a];
                const glm::vec3 normal = glm::cross(mesh.vertices[b] - p, mesh.vertices[c] - p);
                QVERIFY(glm::dot(normal, p - middle) > 0.0F);
            });
        }
    }

    void propsOfNoPlaceAreLeftOut()
    {
        rts::PropBuilder builder;
        Prop prop;
        prop.place.x = std::nan("");
        builder.add(prop);
        prop = {};
        prop.size.y = INFINITY;
        builder.add(prop);
        prop = {};
        prop.place = {1e300, 0.0, -1e300};
        builder.add(prop);
        prop = {};
        prop.turn = std::nan("");
        builder.add(prop);
        QCOMPARE(builder.triangles(), std::size_t{0});
    }
};

} // namespace tst_rts_terrain

GHOSTLINE_TEST(tst_rts_terrain, TestRtsTerrain, void)
#include "tst_rts_terrain.moc"
