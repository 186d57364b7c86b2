// SPDX-License-Identifier: GPL-3.0-or-later
// What was drawn flat lies on the ground everywhere, not only at its corners.
#include "model/world/scene_on_ground.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace tst_scene_on_ground {

using namespace ghostline::model;

namespace {

constexpr int Side = 41;

double heightAt(double x, double z) { return 3.0 * std::sin(x / 4.0) + 2.0 * std::cos(z / 5.0); }

HeightField hills()
{
    HeightField field;
    field.corner = {-20.0, -20.0};
    field.columns = Side;
    field.rows = Side;
    for (int row = 0; row < Side; ++row) {
        for (int column = 0; column < Side; ++column)
            field.heights.push_back(static_cast<float>(heightAt(column - 20.0, row - 20.0)));
    }
    return field;
}

/// How far a point is from lying `above` metres over the ground.
double off(const HeightField& field, const glm::dvec3& at, double above)
{
    return std::abs(at.y - above - field.at({at.x, at.z}));
}

} // namespace

class TestSceneOnGround : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void lines()
    {
        const HeightField field = hills();
        SceneDescription scene;
        SceneLines square;
        square.origin = {2.0, 0.25, 3.0};
        square.points = {{-15.0F, 0.0F, -15.0F},
                         {15.0F, 0.0F, -15.0F},
                         {15.0F, 0.0F, 15.0F},
                         {0.0F, 0.0F, 0.0F},
                         {1.0F, 0.0F, 0.0F}};
        square.starts = {0, 3};
        scene.lines = {square};
        scene.bounds.include({-13.0, 0.25, -12.0});
        scene.bounds.include({17.0, 0.25, 18.0});
        layOnGround(scene, field);
        const SceneLines& laid = scene.lines[0];
        QCOMPARE(laid.starts.size(), std::size_t{2});
        QCOMPARE(laid.line(1).size(), std::size_t{2}); // short enough
        QVERIFY(laid.line(0).size() >= 40);
        for (std::size_t line = 0; line < 2; ++line) {
            const auto points = laid.line(line);
            for (std::size_t i = 0; i < points.size(); ++i) {
                QVERIFY(off(field, laid.origin + glm::dvec3(points[i]), 0.25) < 1e-3);
                if (i > 0) // between its points it does not leave the ground by much
                    QVERIFY(off(field, laid.origin + glm::dvec3(points[i - 1] + points[i]) / 2.0, 0.25) <
                            0.3);
            }
        }
        QVERIFY(scene.bounds.min.y < 0.0 && scene.bounds.max.y > 2.0);
        QCOMPARE(scene.bounds.max.x, 17.0);
    }

    void meshes()
    {
        const HeightField field = hills();
        SceneDescription scene;
        SceneMesh plate;
        plate.role = SceneRole::Zone;
        plate.vertices = {
            {-15.0F, 0.0F, -15.0F}, {-15.0F, 0.0F, 15.0F}, {15.0F, 0.0F, 15.0F}, {15.0F, 0.0F, -15.0F}};
        plate.indices = {0, 1, 2, 0, 2, 3};
        plate.colours = {{0, 0, 0}, {100, 0, 0}, {200, 0, 0}, {100, 0, 0}};
        scene.meshes = {plate};
        layOnGround(scene, field);
        const SceneMesh& laid = scene.meshes[0];
        QCOMPARE(laid.colours.size(), laid.vertices.size());
        double area = 0.0;
        laid.forEachTriangle([&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            const glm::vec3 u = laid.vertices[b] - laid.vertices[a], v = laid.vertices[c] - laid.vertices[a];
            area += (u.z * v.x - u.x * v.z) / 2.0F; // seen from above, with its sign
            const glm::dvec3 middle =
                glm::dvec3(laid.vertices[a] + laid.vertices[b] + laid.vertices[c]) / 3.0;
            QVERIFY(off(field, middle, 0.0) < 0.3);
        });
        QVERIFY2(std::abs(area - 900.0) < 0.1, qPrintable(QString::number(area)));
        for (const glm::vec3& vertex : laid.vertices)
            QVERIFY(off(field, vertex, 0.0) < 1e-3);
    }

    void camerasAndLabels()
    {
        const HeightField field = hills();
        SceneDescription scene;
        scene.labels = {{{4.0, 1.0, 5.0}, QStringLiteral("here")}};
        scene.cameras = {{.name = {}, .position = {10.0, 20.0, 10.0}, .target = {-7.0, 0.0, 3.0}}};
        layOnGround(scene, field);
        QVERIFY(off(field, scene.labels[0].position, 1.0) < 1e-9);
        QVERIFY(off(field, scene.cameras[0].position, 20.0) < 1e-9);
        QVERIFY(off(field, scene.cameras[0].target, 0.0) < 1e-9);
    }

    /// Nothing of it may hang or take all memory.
    void nonsense()
    {
        HeightField fine = hills();
        fine.cell = 1e-9;
        constexpr float Far = 1e9F;
        constexpr float None = std::numeric_limits<float>::quiet_NaN();
        SceneDescription scene;
        SceneMesh mesh;
        mesh.vertices = {{0.0F, 0.0F, 0.0F}, {Far, 0.0F, 0.0F}, {0.0F, 0.0F, Far}, {None, 0.0F, 0.0F}};
        mesh.indices = {0, 1, 2, 0, 1, 3, 0, 1, 9, 2};
        scene.meshes = {mesh};
        SceneLines lines;
        lines.points = {{0.0F, 0.0F, 0.0F}, {Far, 0.0F, 0.0F}, {None, 0.0F, 0.0F}, {0.0F, 0.0F, 0.0F}};
        lines.starts = {0, 2, 77};
        scene.lines = {lines};
        layOnGround(scene, fine);
        QVERIFY(scene.meshes[0].indices.size() <= 3 * 200'001);
        QVERIFY(scene.lines[0].points.size() < 5000);
        SceneDescription same;
        same.lines = {lines};
        layOnGround(same, HeightField{});
        QCOMPARE(same.lines[0].points.size(), std::size_t{4});
    }
};

} // namespace tst_scene_on_ground

GHOSTLINE_TEST(tst_scene_on_ground, TestSceneOnGround, void)
#include "tst_scene_on_ground.moc"
