// SPDX-License-Identifier: GPL-3.0-or-later
// Merged faces of cells against a brute-force set of faces, and what an edit costs.
#include "grid_fixture.h"
#include "render/camera.h"
#include "render/grid_batch.h"

#include <QtTest>

#include <set>

using namespace ghostline;
using namespace ghostline::render;
using model::GridLayer;
using test::Cells;

namespace {

/// One face of one cell: cell, direction.
using Face = std::array<int, 4>;

struct Meshed
{
    std::multiset<Face> faces; ///< a face twice is a mistake
    std::map<Face, GridLook> looks;
    std::size_t quads = 0;
    bool wound = true; ///< every quad faces outward
};

void take(Meshed& out, const GridQuad& quad, const glm::ivec3& section, const GridLooks& looks)
{
    ++out.quads;
    const glm::ivec3 normal = GridNormals[quad.face];
    const auto c = corners(quad);
    out.wound = out.wound && glm::dot(glm::cross(c[1] - c[0], c[2] - c[0]), glm::vec3(normal)) > 0.0F &&
                glm::dot(glm::cross(c[2] - c[0], c[3] - c[0]), glm::vec3(normal)) > 0.0F;
    const glm::vec3 low = glm::min(c[0], c[2]), high = glm::max(c[0], c[2]);
    // Cells behind the rectangle.
    const glm::vec3 inward = glm::vec3(normal) * 0.5F;
    for (float x = low.x; x < std::max(high.x, low.x + 0.5F); ++x) {
        for (float y = low.y; y < std::max(high.y, low.y + 0.5F); ++y) {
            for (float z = low.z; z < std::max(high.z, low.z + 0.5F); ++z) {
                const glm::vec3 across = glm::vec3(1.0F) - glm::abs(glm::vec3(normal));
                const glm::ivec3 cell =
                    section * 16 + glm::ivec3(glm::floor(glm::vec3(x, y, z) + across * 0.5F - inward));
                const Face face{cell.x, cell.y, cell.z, quad.face};
                out.faces.insert(face);
                out.looks[face] = looks.look(quad.look);
            }
        }
    }
}

Meshed meshAll(const GridLayer& layer)
{
    Meshed out;
    GridLooks looks;
    looks.update(*layer.kinds);
    for (const auto& section : layer.sections) {
        GridNeighbours neighbours{};
        for (std::size_t f = 0; f < GridFaces; ++f)
            neighbours[f] = findSection(layer, section->at + GridNormals[f]);
        const GridQuads quads = meshSection(*section, neighbours, looks);
        for (const GridQuad& quad : quads.solid)
            take(out, quad, section->at, looks);
        for (const GridQuad& quad : quads.translucent)
            take(out, quad, section->at, looks);
    }
    return out;
}

/// The rule again, from the layer's own look-up.
std::map<Face, GridLook> bruteForce(const GridLayer& layer)
{
    std::map<Face, GridLook> out;
    GridLooks looks;
    looks.update(*layer.kinds);
    for (const auto& section : layer.sections) {
        for (const model::GridCell& c : section->cells) {
            const glm::ivec3 cell = model::gridCellAt(section->at, c.place);
            const model::GridKind* own = layer.at(cell);
            for (std::size_t f = 0; f < GridFaces; ++f) {
                const model::GridKind* other = layer.at(cell + GridNormals[f]);
                const bool alike =
                    other && other->colour == own->colour && other->translucent == own->translucent;
                if (!other || (other->translucent && !alike))
                    out[{cell.x, cell.y, cell.z, static_cast<int>(f)}] = looks.look(looks.of(c.kind));
            }
        }
    }
    return out;
}

std::size_t quadsOf(const GridLayer& layer) { return meshAll(layer).quads; }

} // namespace

class TestGridMesh : public QObject
{
    Q_OBJECT
private:
    static void same(const GridLayer& layer)
    {
        const Meshed meshed = meshAll(layer);
        const auto wanted = bruteForce(layer);
        QVERIFY(meshed.wound);
        QCOMPARE(meshed.faces.size(), wanted.size());
        QCOMPARE(meshed.looks.size(), wanted.size());
        QVERIFY(meshed.looks == wanted);
    }

private Q_SLOTS:
    void mergesWhatItCan_data()
    {
        QTest::addColumn<int>("shape");
        QTest::addColumn<std::size_t>("quads");
        QTest::newRow("one cell") << 0 << std::size_t{6};
        QTest::newRow("a bar of five") << 1 << std::size_t{6};
        QTest::newRow("a full section") << 2 << std::size_t{6};
        QTest::newRow("a bar over a border: hidden there, not merged") << 3 << std::size_t{10};
        QTest::newRow("two opaque kinds side by side") << 4 << std::size_t{10};
        QTest::newRow("two kinds of one look merge") << 5 << std::size_t{6};
        QTest::newRow("glass does not hide stone") << 6 << std::size_t{6 + 5};
        QTest::newRow("glass and glass hide each other") << 7 << std::size_t{6};
        QTest::newRow("glass and water show each other") << 8 << std::size_t{12};
        QTest::newRow("an L: six sides, one of them in two, and its step") << 9 << std::size_t{10};
        QTest::newRow("below zero") << 10 << std::size_t{6};
    }
    void mergesWhatItCan()
    {
        QFETCH(int, shape);
        Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        const auto wood = cells.kind(QStringLiteral("wood"), 0xA08040);
        const auto other = cells.kind(QStringLiteral("stone by another name"), 0x808080);
        const auto glass = cells.kind(QStringLiteral("glass"), 0x80C0F0, true);
        const auto water = cells.kind(QStringLiteral("water"), 0x4060F0, true);
        const std::array pairs{std::pair(stone, wood), std::pair(stone, other), std::pair(stone, glass),
                               std::pair(glass, glass), std::pair(glass, water)};
        if (shape == 0)
            cells.set({3, 4, 5}, stone);
        else if (shape == 1)
            cells.box({2, 7, 7}, {6, 7, 7}, stone);
        else if (shape == 2)
            cells.box({0, 0, 0}, {15, 15, 15}, stone);
        else if (shape == 3)
            cells.box({13, 0, 0}, {18, 0, 0}, stone);
        else if (shape == 9) {
            cells.box({0, 0, 0}, {2, 0, 0}, stone);
            cells.set({0, 1, 0}, stone);
        } else if (shape == 10) {
            cells.box({-16, -1, -1}, {-1, -1, -1}, stone);
        } else {
            cells.set({1, 1, 1}, pairs[static_cast<std::size_t>(shape - 4)].first);
            cells.set({2, 1, 1}, pairs[static_cast<std::size_t>(shape - 4)].second);
        }
        const auto layer = cells.layer();
        QTEST(quadsOf(*layer), "quads");
        same(*layer);
    }

    void randomCellsAsByBruteForce_data()
    {
        QTest::addColumn<int>("percent");
        for (const int percent : {2, 30, 70, 97})
            QTest::addRow("%d %% filled", percent) << percent;
    }
    void randomCellsAsByBruteForce()
    {
        QFETCH(int, percent);
        std::mt19937 random(static_cast<unsigned>(percent));
        Cells cells;
        std::vector<std::uint16_t> kinds;
        for (unsigned i = 0; i < 6; ++i)
            kinds.push_back(cells.kind(QString::number(i), 0x303030U * (i / 2U + 1U), i % 3 == 2));
        // Two sections each way, round the origin.
        for (int i = 0; i < 32 * 32 * 32; ++i) {
            if (static_cast<int>(random() % 100U) < percent)
                cells.set(glm::ivec3(i % 32, i / 1024, i / 32 % 32) - 16, kinds[random() % kinds.size()]);
        }
        same(*cells.layer());
    }

    void theWorstSectionFitsItsLimit()
    {
        const auto layer = test::scattered(3000);
        GridLooks looks;
        looks.update(*layer->kinds);
        for (const auto& section : layer->sections)
            QVERIFY(meshSection(*section, {}, looks).size() <= MostQuadsOfSection);
        QVERIFY(MostQuadsOfSection <= QuadsPerPage);
        QCOMPARE(quadsOf(*layer), std::size_t{3000 * 6});
    }

    void anEditTouchesItsSectionAndTheNeighbourItBorders()
    {
        Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        cells.box({0, 0, 0}, {47, 15, 47}, stone);
        auto layer = cells.layer();
        GridBatch batch;
        batch.setLayers(GridSet::State, {layer});
        QCOMPARE(batch.meshed(), std::size_t{9});
        QCOMPARE(batch.quadCount(), std::size_t{9 * 2 + 12});

        const auto edit = [&](const glm::ivec3& cell, bool filled) {
            filled ? cells.set(cell, stone) : cells.clear(cell);
            layer = cells.layer(layer.get());
            const std::size_t before = batch.meshed();
            batch.setLayers(GridSet::State, {layer});
            return batch.meshed() - before;
        };
        QCOMPARE(edit({24, 8, 24}, false), std::size_t{1}); // in the middle
        QCOMPARE(batch.quadCount(), std::size_t{9 * 2 + 12 + 6});
        QCOMPARE(edit({24, 8, 24}, true), std::size_t{1});
        QCOMPARE(edit({16, 8, 24}, false), std::size_t{2}); // at a border
        QCOMPARE(edit({16, 8, 16}, false), std::size_t{3}); // at an edge
        QCOMPARE(edit({5, 20, 5}, true), std::size_t{1});   // a new section, which touches nothing
        QCOMPARE(edit({5, 20, 5}, false), std::size_t{0});  // gone again
        QCOMPARE(edit({5, 16, 5}, true), std::size_t{2});   // on the floor below
        // The same sections in another layer object, and the same layer: nothing to do.
        const auto copy = std::make_shared<const GridLayer>(*layer);
        const std::size_t before = batch.meshed();
        batch.setLayers(GridSet::State, {copy});
        batch.setLayers(GridSet::State, {copy});
        QCOMPARE(batch.meshed(), before);
    }

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
        QCOMPARE(write(), (2 * MostQuadsOfSection + 6) * 4 * sizeof(GridVertex));
        QCOMPARE(write(), std::size_t{0});
        cells.clear({162, 2, 2});
        layer = cells.layer(layer.get());
        batch.setLayers(GridSet::State, {layer});
        QCOMPARE(write(), (MostQuadsOfSection - 6) * 4 * sizeof(GridVertex));
        batch.setTheme(Theme::light());
        QCOMPARE(write(), (2 * MostQuadsOfSection) * 4 * sizeof(GridVertex));
        batch.setTheme(Theme::light());
        batch.setOrigin({1000.0, 0.0, 0.0});
        QCOMPARE(write(), (2 * MostQuadsOfSection) * 4 * sizeof(GridVertex));
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

    void kindsMayGrowButNotChange()
    {
        Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        cells.set({0, 0, 0}, stone);
        cells.set({100, 0, 0}, stone);
        GridBatch batch;
        auto layer = cells.layer();
        batch.setLayers(GridSet::State, {layer});
        cells.set({200, 0, 0}, cells.kind(QStringLiteral("wood"), 0xA08040));
        layer = cells.layer(layer.get());
        batch.setLayers(GridSet::State, {layer});
        QCOMPARE(batch.meshed(), std::size_t{3});
        auto recoloured = std::make_shared<GridLayer>(*layer);
        auto kinds = *layer->kinds;
        kinds[0].translucent = true;
        recoloured->kinds = std::make_shared<const std::vector<model::GridKind>>(kinds);
        batch.setLayers(GridSet::State, {recoloured});
        QCOMPARE(batch.meshed(), std::size_t{6});
        QCOMPARE(batch.quadsOf(GridPass::Translucent, 0), std::size_t{12});
        // Without any kinds cells are still there, in grey.
        recoloured = std::make_shared<GridLayer>(*layer);
        recoloured->kinds = nullptr;
        batch.setLayers(GridSet::State, {recoloured});
        QCOMPARE(batch.quadCount(), std::size_t{18});
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
            const unsigned seen = extent.seenFrom(from, projected);
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

QTEST_GUILESS_MAIN(TestGridMesh)
#include "tst_grid_mesh.moc"
