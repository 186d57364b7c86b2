// SPDX-License-Identifier: GPL-3.0-or-later
// Merged faces of cells against a brute-force set of faces, and what an edit costs.
#include "grid_fixture.h"
#include "render/cells/grid_batch.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <set>

namespace tst_grid_mesh {

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
            neighbours[f] = test::findSection(layer, section->at + GridNormals[f]);
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
            QVERIFY(meshSection(*section, {}, looks).size() <= test::MostQuadsOfSection);
        QVERIFY(test::MostQuadsOfSection <= QuadsPerPage);
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
};

} // namespace tst_grid_mesh

GHOSTLINE_TEST(tst_grid_mesh, TestGridMesh)
#include "tst_grid_mesh.moc"
