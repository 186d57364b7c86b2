// SPDX-License-Identifier: GPL-3.0-or-later
// A heat map in pictures: on the flat map, as triangles on the ground, in the 3D view, and its legend.
#include "flat_map.h"
#include "render/base/heat_overlay.h"
#include "render/scenery/heat_mesh.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"
#include "view_fixture.h"
#include "world_fixture.h"

#include <QPainter>
#include <QtTest>

namespace tst_heat_overlay {

using namespace ghostline;
using namespace ghostline::render;
using test::World;

namespace {

/// Ten cells of a metre a side round the origin; only the north-western quarter is hot.
HeatOverlay quarter()
{
    HeatOverlay heat;
    heat.grid.layout = {-5.0, -5.0, 1.0, 10, 10};
    heat.grid.values.assign(100, 0.0F);
    for (std::size_t row = 0; row < 5; ++row) {
        for (std::size_t column = 0; column < 5; ++column)
            heat.grid.values[row * 10 + column] = 3.0F;
    }
    heat.grid.samples = 25;
    heat.grid.unit = QStringLiteral("s");
    heat.grid.sumUp();
    heat.look.blend = false;
    return heat;
}

int apart(QRgb a, QRgb b)
{
    return std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b));
}

} // namespace

class TestHeatOverlay : public QObject, protected test::FlatMap
{
    Q_OBJECT

private Q_SLOTS:
    void imageIsTransparentWhereNothingIs()
    {
        const QImage image = heatImage(quarter(), Theme::dark());
        QCOMPARE(image.size(), QSize(10, 10));
        QVERIFY(qAlpha(image.pixel(2, 2)) > 100);
        QCOMPARE(qAlpha(image.pixel(7, 2)), 0);
        QCOMPARE(qAlpha(image.pixel(2, 7)), 0);
        QCOMPARE(heatImage(quarter(), Theme::dark(), 300).size(), QSize(300, 300));
        QVERIFY(heatImage({}, Theme::dark()).isNull());
        // Hot stands out from either ground.
        QVERIFY(qGray(image.pixel(2, 2)) > qGray(heatImage(quarter(), Theme::light()).pixel(2, 2)));
    }

    void trianglesLieOnTheGround()
    {
        World world;
        world.quad(model::SceneRole::Road, -20.0F, -20.0F, 20.0F, 20.0F);
        for (model::SceneMesh& mesh : world.scene.meshes)
            mesh.origin.y = 7.0;
        const HeatMesh mesh = heatMesh(quarter(), Theme::dark(), GroundSurface(world.scene), 2.0);
        QCOMPARE(mesh.vertexCount, 25U * 4U);
        QCOMPARE(mesh.indexCount, 25U * 6U);
        QCOMPARE(mesh.vertices.size(), qsizetype(mesh.vertexCount * sizeof(SceneryVertex)));
        QCOMPARE(mesh.origin, glm::dvec3(-5.0, 2.0, -5.0));
        const auto* vertices = reinterpret_cast<const SceneryVertex*>(mesh.vertices.constData());
        for (unsigned i = 0; i < mesh.vertexCount; ++i) {
            QVERIFY(vertices[i].position[0] >= 0.0F && vertices[i].position[0] <= 5.0F);
            QVERIFY(std::abs(vertices[i].position[1] - 5.0F) < 0.2F);
            QVERIFY(vertices[i].layer > 0.0F && vertices[i].layer <= 1.0F);
        }
        const auto* indices = reinterpret_cast<const std::uint32_t*>(mesh.indices.constData());
        QVERIFY(
            std::all_of(indices, indices + mesh.indexCount, [&](auto i) { return i < mesh.vertexCount; }));
        // Without any surface it lies at the height of the grid.
        const HeatMesh plain = heatMesh(quarter(), Theme::dark(), {}, 2.0);
        QVERIFY(reinterpret_cast<const SceneryVertex*>(plain.vertices.constData())->position[1] < 0.2F);
        QCOMPARE(heatMesh({}, Theme::dark(), {}, 0.0).indexCount, 0U);
        // A million cells become no more squares than the renderer bears.
        HeatOverlay large;
        large.grid.layout = {0.0, 0.0, 1.0, 1024, 1024};
        large.grid.values.assign(large.grid.layout.cells(), 1.0F);
        large.grid.samples = 1;
        large.grid.sumUp();
        large.look.blend = false;
        QVERIFY(heatMesh(large, Theme::dark(), {}, 0.0).vertexCount <= 256U * 256U * 4U);
    }

    void theFlatMapShowsIt()
    {
        showCrossing();
        const QImage without = m_map->grab().toImage();
        test::change(*m_map, [](ViewContent& c) { c.heat = quarter(); });
        const QImage with = m_map->grab().toImage();
        // Only there where it is hot. 640 x 400 pixels, the middle of the map wherever the crossing is.
        int inside = 0, outside = 0;
        for (int y = 0; y < with.height(); y += 3) {
            for (int x = 0; x < with.width(); x += 3) {
                const glm::dvec3 place = m_map->groundAt(QPointF(x, y));
                const bool hot = place.x > -4.4 && place.x < -0.6 && place.z > -4.4 && place.z < -0.6;
                const bool cold = place.x < -5.6 || place.x > 0.6 || place.z < -5.6 || place.z > 0.6;
                if (apart(with.pixel(x, y), without.pixel(x, y)) > 12)
                    (hot ? inside : outside) += hot || cold ? 1 : 0;
            }
        }
        QVERIFY(inside > 5);
        QCOMPARE(outside, 0);
        ViewOptions options;
        options.heatMap = false;
        test::showOptions(*m_map, options);
        QCOMPARE(m_map->grab().toImage(), without);
        test::showOptions(*m_map, {});
        test::change(*m_map, [](ViewContent& c) { c.heat = HeatOverlay(); });
        QCOMPARE(m_map->grab().toImage(), without);
    }

    void theViewShowsItOnItsGround()
    {
        World world = World::crossing();
        Viewport view;
        view.resize(320, 200);
        test::showIndex(view, world.index());
        test::showScene(view, world.scene);
        CameraPose above;
        above.position = {0.0, 60.0, 0.0};
        above.target = {};
        above.up = {0.0, 0.0, -1.0};
        above.orthographic = true;
        above.orthographicHeight = 40.0;
        view.camera().setPose(above, false);
        ViewOptions options;
        options.grid = false;
        options.axesGizmo = false;
        const auto picture = [&](bool shown) {
            options.heatMap = shown;
            test::showOptions(view, options);
            return view.capture({320, 200});
        };
        const QImage without = picture(true);
        QVERIFY(!without.isNull());
        test::change(view, [](ViewContent& c) { c.heat = quarter(); });
        QCOMPARE(picture(false), without);
        const QImage with = picture(true);
        // 5 pixels a metre, north is up.
        QVERIFY(apart(with.pixel(160 - 12, 100 - 12), without.pixel(160 - 12, 100 - 12)) > 40);
        for (const QPoint cold :
             {QPoint(160 + 12, 100 - 12), QPoint(160 - 12, 100 + 12), QPoint(160 - 40, 100 - 12)})
            QCOMPARE(with.pixel(cold), without.pixel(cold));
        test::change(view, [](ViewContent& c) { c.heat = HeatOverlay(); });
        QCOMPARE(picture(true), without);
    }

    void theLegendHasMarksWithTheUnit()
    {
        QImage image(300, 60, QImage::Format_ARGB32);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        const double bottom =
            paintHeatLegend(painter, quarter(), Theme::dark(), QRectF(10.0, 5.0, 280.0, 12.0));
        painter.end();
        QVERIFY(bottom > 20.0 && bottom < 60.0);
        const model::HeatColour low = model::heatColour(0.0, true), high = model::heatColour(1.0, true);
        QVERIFY(apart(image.pixel(11, 10), qRgb(low[0], low[1], low[2])) < 30);
        QVERIFY(apart(image.pixel(288, 10), qRgb(high[0], high[1], high[2])) < 30);
        int written = 0;
        for (int x = 0; x < 300; ++x)
            written += qAlpha(image.pixel(x, 26)) > 0 ? 1 : 0;
        QVERIFY(written > 3);
    }
};

} // namespace tst_heat_overlay

GHOSTLINE_TEST(tst_heat_overlay, TestHeatOverlay, ghostline::test::GraphicsApplication)
#include "tst_heat_overlay.moc"
