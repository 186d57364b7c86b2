// SPDX-License-Identifier: GPL-3.0-or-later
// Sections on pages: what an edit costs, how much there may be, what can be left out.
#include "grid_fixture.h"
#include "render/camera/camera.h"
#include "render/cells/grid_batch.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <set>

namespace tst_grid_batch {

using namespace ghostline;
using namespace ghostline::render;
using model::GridLayer;
using test::Cells;

class TestGridBatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyTouchedPagesAreWrittenAnew()
    {
        Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        const auto glass = cells.kind(QStringLiteral("glass"), 0x80C0F0, true);
        for (int i = 0; i < 16 * 16 * 16; ++i) { // one section that fills most of a page, twice
            const glm::ivec3 p{i % 16, i / 256, i / 16 % 16};
            if ((p.x + p.y + p.z) % 2 == 0) {
                cells.set(p, stone);
                cells.set(p + glm::ivec3(160, 0, 0), stone);
            }
        }
        cells.set({80, 0, 0}, glass);
        auto layer = cells.layer();
        GridBatch batch;
        batch.setLayers(GridSet::State, {layer});
        QCOMPARE(batch.pageCount(GridPass::Solid), std::size_t{2});
        QCOMPARE(batch.pageCount(GridPass::Translucent), std::size_t{1});
        const auto write = [&batch] {
            std::size_t bytes = 0;
            for (const GridPass pass : {GridPass::Solid, GridPass::Translucent}) {
                for (std::size_t i = 0; i < batch.pageCount(pass); ++i)
                    bytes +=
                        batch.dirty(pass, i) ? static_cast<std::size_t>(batch.vertices(pass, i).size()) : 0U;
            }
            return bytes;
        };
        QCOMPARE(write(), (2 * test::MostQuadsOfSection + 6) * 4 * sizeof(GridVertex));
        QCOMPARE(write(), std::size_t{0});
        cells.clear({162, 2, 2});
        layer = cells.layer(layer.get());
        batch.setLayers(GridSet::State, {layer});
        QCOMPARE(write(), (test::MostQuadsOfSection - 6) * 4 * sizeof(GridVertex));
        batch.setTheme(Theme::light());
        QCOMPARE(write(), (2 * test::MostQuadsOfSection) * 4 * sizeof(GridVertex));
        batch.setTheme(Theme::light());
        batch.setOrigin({1000.0, 0.0, 0.0});
        QCOMPARE(write(), (2 * test::MostQuadsOfSection) * 4 * sizeof(GridVertex));
        batch.setLayers(GridSet::State, {});
        QCOMPARE(batch.quadCount(), std::size_t{0});
        QCOMPARE(write(), std::size_t{0});
    }

    void whereverEditsLeadThePicture()
    {
        // Edits one after the other end where one look at the result does.
        std::mt19937 random(7);
        Cells cells;
        const std::array kinds{cells.kind(QStringLiteral("a"), 0x808080),
                               cells.kind(QStringLiteral("b"), 0xA02020),
                               cells.kind(QStringLiteral("c"), 0x80C0F0, true)};
        GridBatch edited;
        std::shared_ptr<const GridLayer> layer;
        for (int step = 0; step < 60; ++step) {
            for (int i = 0; i < 40; ++i) {
                const glm::ivec3 p{static_cast<int>(random() % 40U) - 20, static_cast<int>(random() % 24U),
                                   static_cast<int>(random() % 40U) - 20};
                random() % 3U == 0 ? cells.clear(p) : cells.set(p, kinds[random() % 3U]);
            }
            layer = cells.layer(layer.get());
            edited.setLayers(GridSet::State, {layer});
        }
        GridBatch fresh;
        fresh.setLayers(GridSet::State, {layer});
        QVERIFY(edited.meshed() > fresh.meshed());
        QCOMPARE(edited.quadCount(), fresh.quadCount());
        const auto quads = [](GridBatch& batch, GridPass pass) {
            std::multiset<QByteArray> out;
            for (std::size_t i = 0; i < batch.pageCount(pass); ++i) {
                const QByteArray bytes = batch.vertices(pass, i);
                constexpr qsizetype Quad = 4 * sizeof(GridVertex);
                for (qsizetype at = 0; at < bytes.size(); at += Quad)
                    out.insert(bytes.mid(at, Quad));
            }
            return out;
        };
        QVERIFY(quads(edited, GridPass::Solid) == quads(fresh, GridPass::Solid));
        QVERIFY(quads(edited, GridPass::Translucent) == quads(fresh, GridPass::Translucent));
    }

    void thereIsAnEndToIt()
    {
        Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        for (int i = 0; i < 10; ++i)
            cells.set({i * 32, 0, 0}, stone);
        GridBatch batch(36);
        auto layer = cells.layer();
        batch.setLayers(GridSet::State, {layer});
        QCOMPARE(batch.quadCount(), std::size_t{36});
        QCOMPARE(batch.leftOut(), std::size_t{4});
        for (int i = 0; i < 3; ++i)
            cells.clear({i * 32, 0, 0});
        batch.setLayers(GridSet::State, {cells.layer(layer.get())});
        QCOMPARE(batch.quadCount(), std::size_t{36});
        QCOMPARE(batch.leftOut(), std::size_t{1});
        batch.setLayers(GridSet::State, {});
        QCOMPARE(batch.quadCount() + batch.leftOut(), std::size_t{0});
    }

    void placesAndShades()
    {
        Cells cells;
        cells.set({17, 2, -3}, cells.kind(QStringLiteral("a"), 0x808080));
        auto layer = std::make_shared<GridLayer>(*cells.layer());
        layer->origin = {1000.25, 5.0, 0.0};
        layer->cellSize = {2.0, 1.0, 0.5};
        GridBatch batch;
        batch.setOrigin({1000.0, 0.0, 0.0});
        batch.setLayers(GridSet::State, {layer});
        const QByteArray bytes = batch.vertices(GridPass::Solid, 0);
        std::vector<GridVertex> vertices(static_cast<std::size_t>(bytes.size()) / sizeof(GridVertex));
        std::memcpy(vertices.data(), bytes.constData(), static_cast<std::size_t>(bytes.size()));
        QCOMPARE(vertices.size(), std::size_t{24});
        model::Bounds bounds;
        int lightest = 0, darkest = 255;
        for (const GridVertex& v : vertices) {
            bounds.include({v.position[0], v.position[1], v.position[2]});
            lightest = std::max<int>(lightest, v.colour[0]);
            darkest = std::min<int>(darkest, v.colour[0]);
        }
        QVERIFY(glm::length(bounds.min - glm::dvec3(34.25, 7.0, -1.5)) < 0.02);
        QVERIFY(glm::length(bounds.max - glm::dvec3(36.25, 8.0, -1.0)) < 0.02);
        QVERIFY(lightest > darkest + 30);
    }

    void whatIsLeftOutOfAPageCannotBeSeen_data()
    {
        QTest::addColumn<glm::dvec3>("eye");
        QTest::addColumn<glm::dvec3>("target");
        QTest::addColumn<bool>("parallel");
        QTest::newRow("inside") << glm::dvec3(2.0, 30.0, 3.0) << glm::dvec3(20.0, 25.0, 12.0) << false;
        QTest::newRow("inside, backward")
            << glm::dvec3(2.0, 30.0, 3.0) << glm::dvec3(-9.0, 40.0, 1.0) << false;
        QTest::newRow("outside") << glm::dvec3(60.0, 70.0, 80.0) << glm::dvec3(0.0, 30.0, 0.0) << false;
        QTest::newRow("turned away") << glm::dvec3(60.0, 70.0, 80.0) << glm::dvec3(90.0, 70.0, 99.0) << false;
        QTest::newRow("from above") << glm::dvec3(3.0, 80.0, 4.0) << glm::dvec3(3.0, 0.0, 4.0) << true;
    }
    void whatIsLeftOutOfAPageCannotBeSeen()
    {
        QFETCH(glm::dvec3, eye);
        QFETCH(glm::dvec3, target);
        QFETCH(bool, parallel);
        CameraPose camera;
        camera.position = eye;
        camera.target = target;
        camera.orthographic = parallel;
        camera.orthographicHeight = 20.0;
        if (parallel)
            camera.up = {0.0, 0.0, -1.0};
        const glm::dmat4 projected =
            projectionMatrix(camera, 1.6, parallel ? -2000.0 : 0.1, 6000.0) * viewMatrix(camera, {});
        const glm::dvec3 from = parallel ? glm::dvec3(0.0, 1.0e9, 0.0) : eye;
        GridBatch batch;
        batch.setLayers(GridSet::State, {test::scattered(100'000)});
        std::size_t drawn = 0;
        for (std::size_t page = 0; page < batch.pageCount(GridPass::Solid); ++page) {
            const QByteArray bytes = batch.vertices(GridPass::Solid, page);
            const auto* v = reinterpret_cast<const GridVertex*>(bytes.constData());
            const GridExtent& extent = batch.extent(GridPass::Solid, page);
            QCOMPARE(extent.starts[GridFaces], batch.quadsOf(GridPass::Solid, page));
            const unsigned seen = extent.visibleFrom(from, projected);
            for (std::size_t face = 0; face < GridFaces; ++face) {
                const bool shown = (seen >> face & 1U) != 0;
                drawn += shown ? extent.starts[face + 1] - extent.starts[face] : 0;
                for (std::size_t quad = extent.starts[face]; quad < extent.starts[face + 1]; ++quad) {
                    const auto at = [&](std::size_t corner) {
                        const float* p = v[quad * 4 + corner].position;
                        return glm::dvec3(p[0], p[1], p[2]);
                    };
                    const glm::dvec3 normal{GridNormals[face]};
                    QVERIFY(glm::dot(glm::cross(at(1) - at(0), at(2) - at(0)), normal) > 0.0);
                    if (shown || glm::dot(from - at(0), normal) <= 0.0)
                        continue;
                    for (std::size_t corner = 0; corner < 4; ++corner) {
                        const glm::dvec4 p = projected * glm::dvec4(at(corner), 1.0);
                        QVERIFY(p.w <= 0.0 || std::abs(p.x) > p.w || std::abs(p.y) > p.w);
                    }
                }
            }
        }
        const double share = static_cast<double>(drawn) / static_cast<double>(batch.quadCount());
        QVERIFY2(share < 0.6, qPrintable(QString::number(share)));
        QCOMPARE(drawn == 0, QByteArray(QTest::currentDataTag()) == "turned away");
    }

    void terrainStaysWithinTheBudget()
    {
        const auto layer = test::terrain(100);
        QVERIFY2(layer->cellCount() >= 100'000, qPrintable(QString::number(layer->cellCount())));
        GridBatch batch;
        batch.setLayers(GridSet::Scene, {layer});
        QVERIFY2(batch.quadCount() * 2 <= 20'000, qPrintable(QString::number(batch.quadCount() * 2)));
    }
};

} // namespace tst_grid_batch

GHOSTLINE_TEST(tst_grid_batch, TestGridBatch)
#include "tst_grid_batch.moc"
