// SPDX-License-Identifier: GPL-3.0-or-later
// Sections on pages: what an edit costs, how much there may be, what can be left out.
#include "grid_fixture.h"
#include "render/camera/camera.h"
#include "render/cells/grid_batch.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <optional>
#include <set>

namespace tst_grid_batch {

using namespace ghostline;
using namespace ghostline::render;
using model::GridLayer;
using test::Cells;

namespace {

void show(GridBatch& batch, GridSet set, const GridLayers& layers)
{
    batch.setLayers(set, layers);
    batch.meshAll();
}

/// Every quad's four corners.
std::multiset<QByteArray> quadsIn(GridBatch& batch)
{
    constexpr qsizetype Quad = 4 * sizeof(GridVertex);
    std::multiset<QByteArray> out;
    for (const GridPass pass : AllGridPasses) {
        for (std::size_t i = 0; i < batch.pages().pageCount(pass); ++i) {
            const QByteArray bytes = batch.pages().vertices(pass, i);
            for (qsizetype at = 0; at < bytes.size(); at += Quad)
                out.insert(bytes.mid(at, Quad));
        }
    }
    return out;
}

} // namespace

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
        show(batch, GridSet::State, {layer});
        QCOMPARE(batch.pages().pageCount(GridPass::Solid), std::size_t{2});
        QCOMPARE(batch.pages().pageCount(GridPass::Translucent), std::size_t{1});
        const auto write = [&batch] {
            std::size_t bytes = 0;
            for (const GridPass pass : {GridPass::Solid, GridPass::Translucent}) {
                for (std::size_t i = 0; i < batch.pages().pageCount(pass); ++i)
                    bytes += batch.pages().dirty(pass, i)
                                 ? static_cast<std::size_t>(batch.pages().vertices(pass, i).size())
                                 : 0U;
            }
            return bytes;
        };
        QCOMPARE(write(), (2 * test::MostQuadsOfSection + 6) * 4 * sizeof(GridVertex));
        QCOMPARE(write(), std::size_t{0});
        cells.clear({162, 2, 2});
        layer = cells.layer(layer.get());
        show(batch, GridSet::State, {layer});
        QCOMPARE(write(), (test::MostQuadsOfSection - 6) * 4 * sizeof(GridVertex));
        batch.setTheme(Theme::light());
        QCOMPARE(write(), (2 * test::MostQuadsOfSection) * 4 * sizeof(GridVertex));
        batch.setTheme(Theme::light());
        batch.setOrigin({1000.0, 0.0, 0.0});
        QCOMPARE(write(), (2 * test::MostQuadsOfSection) * 4 * sizeof(GridVertex));
        show(batch, GridSet::State, {});
        QCOMPARE(batch.pages().quadCount(), std::size_t{0});
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
            show(edited, GridSet::State, {layer});
        }
        GridBatch fresh;
        show(fresh, GridSet::State, {layer});
        QVERIFY(edited.meshed() > fresh.meshed());
        QCOMPARE(edited.pages().quadCount(), fresh.pages().quadCount());
        QVERIFY(quadsIn(edited) == quadsIn(fresh));
    }

    void thereIsAnEndToIt()
    {
        Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        for (int i = 0; i < 10; ++i)
            cells.set({i * 32, 0, 0}, stone);
        GridBatch batch(36);
        auto layer = cells.layer();
        show(batch, GridSet::State, {layer});
        QCOMPARE(batch.pages().quadCount(), std::size_t{36});
        QCOMPARE(batch.leftOut(), std::size_t{4});
        for (int i = 0; i < 3; ++i)
            cells.clear({i * 32, 0, 0});
        show(batch, GridSet::State, {cells.layer(layer.get())});
        QCOMPARE(batch.pages().quadCount(), std::size_t{36});
        QCOMPARE(batch.leftOut(), std::size_t{1});
        show(batch, GridSet::State, {});
        QCOMPARE(batch.pages().quadCount() + batch.leftOut(), std::size_t{0});
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
        show(batch, GridSet::State, {layer});
        const QByteArray bytes = batch.pages().vertices(GridPass::Solid, 0);
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
        show(batch, GridSet::State, {test::scattered(100'000)});
        std::size_t drawn = 0;
        for (std::size_t page = 0; page < batch.pages().pageCount(GridPass::Solid); ++page) {
            const QByteArray bytes = batch.pages().vertices(GridPass::Solid, page);
            const auto* v = reinterpret_cast<const GridVertex*>(bytes.constData());
            const auto known = batch.pages().extents(GridPass::Solid, page);
            std::vector<GridExtent> extents(known.begin(), known.end());
            std::vector<GridRange> ranges;
            const GridView seen{.eye = from, .viewProjection = projected, .reach = 1.0e12};
            findVisible(extents, seen, ranges);
            QVERIFY(std::ranges::is_sorted(extents, {}, &GridExtent::order));
            std::vector<bool> shown(batch.pages().quadsOf(GridPass::Solid, page));
            for (const GridRange& range : ranges) {
                drawn += range.count;
                for (std::size_t quad = range.first; quad < range.first + range.count; ++quad) {
                    QVERIFY(!shown.at(quad));
                    shown[quad] = true;
                }
            }
            std::size_t quads = 0;
            for (const GridExtent& extent : extents) {
                quads += extent.starts.back() - extent.starts.front();
                for (std::size_t face = 0; face < GridFaces; ++face) {
                    for (std::size_t quad = extent.starts[face]; quad < extent.starts[face + 1]; ++quad) {
                        const auto at = [&](std::size_t corner) {
                            const float* p = v[quad * 4 + corner].position;
                            return glm::dvec3(p[0], p[1], p[2]);
                        };
                        const glm::dvec3 normal{GridNormals[face]};
                        QVERIFY(glm::dot(glm::cross(at(1) - at(0), at(2) - at(0)), normal) > 0.0);
                        if (shown[quad] || glm::dot(from - at(0), normal) <= 0.0)
                            continue;
                        for (std::size_t corner = 0; corner < 4; ++corner) {
                            const glm::dvec4 p = projected * glm::dvec4(at(corner), 1.0);
                            QVERIFY(p.w <= 0.0 || std::abs(p.x) > p.w || std::abs(p.y) > p.w);
                        }
                    }
                }
            }
            QCOMPARE(quads, shown.size());
        }
        const double share = static_cast<double>(drawn) / static_cast<double>(batch.pages().quadCount());
        QVERIFY2(share < 0.6, qPrintable(QString::number(share)));
        QCOMPARE(drawn == 0, QByteArray(QTest::currentDataTag()) == "turned away");
    }

    /// What is translucent comes from far to near; what is seen from both sides, and what throws shadows into
    /// the view, with all its sides.
    void whatIsDrawnFirst()
    {
        test::Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        cells.set({0, 0, 0}, stone);
        cells.set({40, 0, 0}, stone);
        const auto layer = cells.layer();
        GridBatch batch;
        show(batch, GridSet::Scene, {layer});
        batch.pages().vertices(GridPass::Solid, 0);
        const auto known = batch.pages().extents(GridPass::Solid, 0);
        std::vector<GridExtent> extents(known.begin(), known.end());
        QCOMPARE(extents.size(), std::size_t{2});
        GridView seen{.eye = {100.0, 50.0, 50.0}, .reach = 1.0e12};
        seen.viewProjection = glm::scale(glm::dmat4(1.0), glm::dvec3(0.001)); // all is in view
        std::vector<GridRange> ranges;
        findVisible(extents, seen, ranges);
        QVERIFY(extents[0].low.x > extents[1].low.x);
        QCOMPARE(ranges.size(), std::size_t{6}); // three sides of each
        QCOMPARE(ranges[0].count, 1U);
        seen.farFirst = true;
        findVisible(extents, seen, ranges);
        QVERIFY(extents[0].low.x < extents[1].low.x);
        seen.bothSides = true;
        findVisible(extents, seen, ranges);
        QCOMPARE(ranges, (std::vector<GridRange>{{0, 12}}));
        seen.bothSides = false;
        seen.reach = 1.0;
        findVisible(extents, seen, ranges);
        QVERIFY(ranges.empty());
        const glm::dmat4 all = seen.viewProjection;
        seen.casters = &all;
        findVisible(extents, seen, ranges);
        QCOMPARE(ranges, (std::vector<GridRange>{{0, 12}}));
    }

    void terrainStaysWithinTheBudget()
    {
        const auto layer = test::terrain(100);
        QVERIFY2(layer->cellCount() >= 100'000, qPrintable(QString::number(layer->cellCount())));
        GridBatch batch;
        show(batch, GridSet::Scene, {layer});
        QVERIFY2(batch.pages().quadCount() * 2 <= 20'000,
                 qPrintable(QString::number(batch.pages().quadCount() * 2)));
    }

    void anEditTouchesItsSectionAndTheNeighbourItBorders()
    {
        Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        cells.box({0, 0, 0}, {47, 15, 47}, stone);
        auto layer = cells.layer();
        GridBatch batch;
        show(batch, GridSet::State, {layer});
        QCOMPARE(batch.meshed(), std::size_t{9});
        QCOMPARE(batch.pages().quadCount(), std::size_t{9 * 2 + 12});

        const auto edit = [&](const glm::ivec3& cell, bool filled) {
            filled ? cells.set(cell, stone) : cells.clear(cell);
            layer = cells.layer(layer.get());
            const std::size_t before = batch.meshed();
            show(batch, GridSet::State, {layer});
            return batch.meshed() - before;
        };
        QCOMPARE(edit({24, 8, 24}, false), std::size_t{1}); // in the middle
        QCOMPARE(batch.pages().quadCount(), std::size_t{9 * 2 + 12 + 6});
        QCOMPARE(edit({24, 8, 24}, true), std::size_t{1});
        QCOMPARE(edit({16, 8, 24}, false), std::size_t{2}); // at a border
        QCOMPARE(edit({16, 8, 16}, false), std::size_t{4}); // at an edge
        QCOMPARE(edit({5, 20, 5}, true), std::size_t{1});   // a new section, which touches nothing
        QCOMPARE(edit({5, 20, 5}, false), std::size_t{0});  // gone again
        QCOMPARE(edit({5, 16, 5}, true), std::size_t{2});   // on the floor below
        // The same sections in another layer object, and the same layer: nothing to do.
        const auto copy = std::make_shared<const GridLayer>(*layer);
        const std::size_t before = batch.meshed();
        show(batch, GridSet::State, {copy});
        show(batch, GridSet::State, {copy});
        QCOMPARE(batch.meshed(), before);
    }

    void kindsMayGrowButNotChange()
    {
        Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        cells.set({0, 0, 0}, stone);
        cells.set({100, 0, 0}, stone);
        GridBatch batch;
        auto layer = cells.layer();
        show(batch, GridSet::State, {layer});
        cells.set({200, 0, 0}, cells.kind(QStringLiteral("wood"), 0xA08040));
        layer = cells.layer(layer.get());
        show(batch, GridSet::State, {layer});
        QCOMPARE(batch.meshed(), std::size_t{3});
        auto recoloured = std::make_shared<GridLayer>(*layer);
        auto kinds = *layer->kinds;
        kinds[0].translucent = true;
        recoloured->kinds = std::make_shared<const std::vector<model::GridKind>>(kinds);
        show(batch, GridSet::State, {recoloured});
        QCOMPARE(batch.meshed(), std::size_t{6});
        QCOMPARE(batch.pages().quadsOf(GridPass::Translucent, 0), std::size_t{12});
        // Without any kinds cells are still there, in grey.
        recoloured = std::make_shared<GridLayer>(*layer);
        recoloured->kinds = nullptr;
        show(batch, GridSet::State, {recoloured});
        QCOMPARE(batch.pages().quadCount(), std::size_t{18});
    }

    void meshedBitByBitItIsTheSame()
    {
        const auto layer = test::terrain(64);
        GridBatch atOnce;
        show(atOnce, GridSet::Scene, {layer});
        GridBatch slow;
        slow.setFocus({20.0, 0.0, 20.0});
        slow.setLayers(GridSet::Scene, {layer});
        QCOMPARE(slow.meshed(), std::size_t{0});
        std::size_t steps = 0;
        for (; slow.pending(); ++steps)
            QVERIFY(slow.meshSome(std::chrono::microseconds(0)));
        QCOMPARE(steps, layer->sections.size());
        QVERIFY(!slow.meshSome(std::chrono::microseconds(0)));
        QCOMPARE(slow.meshed(), atOnce.meshed());
        QVERIFY(quadsIn(slow) == quadsIn(atOnce));
    }

    void nearestFirstAndFarthestLeftOut()
    {
        Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        for (int i = 0; i < 10; ++i)
            cells.set({i * 160, 0, 0}, stone);
        GridBatch batch(18);
        batch.setFocus({800.0, 0.0, 0.0}); // cell 5 of them
        batch.setLayers(GridSet::Scene, {cells.layer()});
        const auto middles = [&batch] {
            std::set<int> out;
            for (std::size_t page = 0; page < batch.pages().pageCount(GridPass::Solid); ++page) {
                const QByteArray bytes = batch.pages().vertices(GridPass::Solid, page);
                const auto* v = reinterpret_cast<const GridVertex*>(bytes.constData());
                for (std::size_t i = 0; i < batch.pages().quadsOf(GridPass::Solid, page) * 4; ++i)
                    out.insert(static_cast<int>(std::lround(v[i].position[0] / 160.0F)));
            }
            return out;
        };
        batch.meshSome(std::chrono::microseconds(0));
        QCOMPARE(middles(), std::set<int>{5});
        batch.meshAll();
        QCOMPARE(middles(), (std::set<int>{4, 5, 6}));
        QCOMPARE(batch.leftOut(), std::size_t{7});
        // Elsewhere others are near.
        batch.setFocus({160.0, 0.0, 0.0});
        batch.meshAll();
        QCOMPARE(middles(), (std::set<int>{0, 1, 2}));
        QCOMPARE(batch.leftOut(), std::size_t{7});
    }

    void editsTakeThePlaceOfSurroundings_data()
    {
        QTest::addColumn<glm::dvec3>("shift"); // of the recorded cells' origin
        QTest::addColumn<double>("size");
        QTest::addColumn<bool>("meets");
        QTest::newRow("same cells") << glm::dvec3(0.0) << 1.0 << true;
        QTest::newRow("whole cells away") << glm::dvec3(5.0, -3.0, 40.0) << 1.0 << true;
        QTest::newRow("half a cell away") << glm::dvec3(0.5, 0.0, 0.0) << 1.0 << false;
        QTest::newRow("cells of another size") << glm::dvec3(0.0) << 2.0 << false;
    }
    void editsTakeThePlaceOfSurroundings()
    {
        QFETCH(glm::dvec3, shift);
        QFETCH(double, size);
        QFETCH(bool, meets);
        Cells ground;
        const auto stone = ground.kind(QStringLiteral("stone"), 0x808080);
        ground.box({0, 0, 0}, {47, 15, 47}, stone);
        const auto scene = ground.layer();
        GridBatch batch;
        show(batch, GridSet::Scene, {scene});
        const auto before = quadsIn(batch);
        QCOMPARE(batch.meshed(), std::size_t{9});

        Cells edits;
        const auto nothing = edits.kind({.name = QStringLiteral("air"), .form = model::GridForm::Nothing});
        const auto glass = edits.kind(QStringLiteral("glass"), 0x80C0F0, true);
        const auto brick = edits.kind(QStringLiteral("brick"), 0xA04030);
        const auto edit = [&](const glm::ivec3& cell, std::optional<std::uint16_t> kind) {
            const glm::ivec3 own = cell - glm::ivec3(shift);
            kind ? edits.set(own, *kind) : edits.clear(own);
            auto layer = std::make_shared<GridLayer>(*edits.layer());
            layer->origin = shift;
            layer->cellSize = glm::dvec3(size);
            layer->overrides = true;
            const std::size_t meshed = batch.meshed();
            show(batch, GridSet::State, {layer});
            return batch.meshed() - meshed;
        };
        // A hole in the middle of one section, then at the border of two.
        const std::size_t hole = edit({24, 8, 24}, nothing);
        QCOMPARE(hole, std::size_t{meets ? 2U : 1U});
        QCOMPARE(batch.pages().quadCount(), before.size() + (meets ? 6U : 0U));
        if (!meets)
            return;
        edit({24, 8, 24}, glass); // one sees the stone behind it, as before
        QCOMPARE(batch.pages().quadCount(), before.size() + 6);
        edit({24, 8, 24}, brick); // nothing to be seen of it in there
        QCOMPARE(batch.pages().quadCount(), before.size());
        QVERIFY(quadsIn(batch) == before);
        edit({24, 8, 24}, std::nullopt);
        QVERIFY(quadsIn(batch) == before);
        QVERIFY(edit({16, 8, 24}, nothing) >= 3);
        QCOMPARE(batch.pages().quadCount(), before.size() + 6);
        show(batch, GridSet::State, {});
        QVERIFY(quadsIn(batch) == before);
        // Surroundings that come after the edits are edited, too.
        edit({16, 8, 24}, nothing);
        const auto holed = quadsIn(batch);
        show(batch, GridSet::Scene, {});
        QCOMPARE(batch.pages().quadCount(), std::size_t{0});
        show(batch, GridSet::Scene, {scene});
        QVERIFY(quadsIn(batch) == holed);
    }

    void editsAreMarkedOnDemand()
    {
        Cells cells;
        cells.set({0, 0, 0}, cells.kind(QStringLiteral("stone"), 0x808080));
        auto layer = std::make_shared<GridLayer>(*cells.layer());
        layer->overrides = true;
        GridBatch batch;
        show(batch, GridSet::State, {layer});
        const auto marked = [&batch] {
            const QByteArray bytes = batch.pages().vertices(GridPass::Solid, 0);
            return (reinterpret_cast<const GridVertex*>(bytes.constData())->place[3] & GridVertex::Edit) != 0;
        };
        QVERIFY(!marked());
        batch.setOptions({.edits = true});
        QVERIFY(batch.pages().dirty(GridPass::Solid, 0));
        QVERIFY(!batch.pending());
        QVERIFY(marked());
        batch.setOptions({});
        QVERIFY(!marked());
    }

    void barriersComeAndGo()
    {
        Cells cells;
        cells.set({0, 0, 0}, cells.kind({.name = QStringLiteral("barrier"), .invisible = true}));
        GridBatch batch;
        show(batch, GridSet::Scene, {cells.layer()});
        QCOMPARE(batch.pages().quadCount(), std::size_t{0});
        batch.setOptions({.barriers = true});
        batch.meshAll();
        QCOMPARE(batch.pages().quadsOf(GridPass::Translucent, 0), std::size_t{6});
        batch.setOptions({});
        batch.meshAll();
        QCOMPARE(batch.pages().quadCount(), std::size_t{0});
    }

    void aQuadTakesLittle()
    {
        QCOMPARE(sizeof(GridQuad), std::size_t{10});
        QCOMPARE(sizeof(GridVertex), std::size_t{20});
    }
};

} // namespace tst_grid_batch

GHOSTLINE_TEST(tst_grid_batch, TestGridBatch)
#include "tst_grid_batch.moc"
