// SPDX-License-Identifier: GPL-3.0-or-later
// Merged faces of cells against a brute-force set of faces.
#include "grid_fixture.h"
#include "render/cells/grid_pages.h"
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
    GridQuads quads;
    for (const auto& section : layer.sections) {
        meshSection(*section, test::neighboursOf(layer, section->at), looks, {}, quads);
        for (const auto& list : quads.of) {
            for (const GridQuad& quad : list)
                take(out, quad, section->at, looks);
        }
    }
    return out;
}

/// The rule of whole cubes again, from the layer's own look-up.
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

/// A kind by its name.
std::uint16_t addKind(Cells& cells, const QString& name)
{
    using model::GridForm;
    model::GridKind kind;
    kind.name = name;
    const auto boxes = [&kind](std::vector<model::GridBox> all) {
        kind.form = GridForm::Boxes;
        kind.boxes = std::move(all);
    };
    if (name == u"slab")
        boxes({{{0, 0, 0}, {16, 8, 16}}});
    else if (name == u"carpet")
        boxes({{{0, 0, 0}, {16, 1, 16}}});
    else if (name == u"stairs")
        boxes({{{0, 0, 0}, {16, 8, 16}}, {{0, 8, 0}, {16, 16, 8}}});
    else if (name == u"fence")
        boxes({{{6, 0, 6}, {10, 16, 10}}, {{0, 6, 7}, {6, 12, 9}}, {{10, 6, 7}, {16, 12, 9}}});
    else if (name == u"pane")
        boxes({{{0, 0, 7}, {16, 16, 9}}});
    else if (name == u"button" || name == u"mark")
        boxes({{{5, 0, 5}, {11, 2, 11}}});
    else if (name == u"plant")
        kind.form = GridForm::Cross;
    else if (name == u"nothing")
        kind.form = GridForm::Nothing;
    else if (name == u"water" || name == u"shallow") {
        kind.form = GridForm::Liquid;
        kind.boxes = {{{0, 0, 0}, {16, name == u"water" ? 14 : 6, 16}}};
    }
    kind.translucent = name == u"water" || name == u"shallow" || name == u"pane";
    kind.mark = name == u"mark";
    kind.invisible = name == u"barrier";
    kind.hides = name != u"leaves";
    return cells.kind(kind);
}

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
        QTest::newRow("an L: six sides, two of them in two, its step, and the corner at its foot")
            << 9 << std::size_t{11};
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
        GridQuads quads;
        for (const auto& section : layer->sections) {
            meshSection(*section, {}, looks, {}, quads);
            QVERIFY(quads.size() <= test::MostQuadsOfSection);
        }
        QVERIFY(test::MostQuadsOfSection <= QuadsPerPage);
        QCOMPARE(quadsOf(*layer), std::size_t{3000 * 6});
    }

    void shapesHideWhatTheyCover_data()
    {
        // Two cells, the second beside (x) or above (y) the first.
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<bool>("above");
        QTest::addColumn<std::size_t>("solid");
        QTest::addColumn<std::size_t>("translucent");
        QTest::addColumn<std::size_t>("detail");
        const auto row = [](const char* name, const char* first, const char* second, bool above,
                            std::size_t solid, std::size_t translucent, std::size_t detail) {
            QTest::newRow(name) << first << second << above << solid << translucent << detail;
        };
        row("a slab alone", "slab", "", false, 6, 0, 0);
        row("two slabs are one", "slab", "slab", false, 6, 0, 0);
        row("a slab over a slab: the lower one's top stays", "slab", "slab", true, 12, 0, 0);
        row("a slab on stone: where they meet nothing is seen", "stone", "slab", true, 10, 0, 0);
        row("stone hides a slab's side, not the other way round", "stone", "slab", false, 11, 0, 0);
        row("a slab below stone: there is a gap", "slab", "stone", true, 12, 0, 0);
        row("carpets are one", "carpet", "carpet", false, 6, 0, 0);
        row("stairs: no face inside", "stairs", "", false, 11, 0, 0);
        row("fences meet", "fence", "fence", false, 30, 0, 0);
        row("leaves of a tree are one", "leaves", "leaves", false, 6, 0, 0);
        row("leaves do not hide stone", "stone", "leaves", false, 11, 0, 0);
        row("water: its top is lower", "water", "", false, 0, 6, 0);
        row("water beside water", "water", "water", false, 0, 6, 0);
        row("water beside shallow water", "water", "shallow", false, 0, 10, 0);
        row("water over water: whole below", "water", "water", true, 0, 10, 0);
        row("water does not hide stone", "stone", "water", false, 6, 5, 0);
        row("a plant", "plant", "", false, 0, 0, 2);
        row("a plant hides nothing", "stone", "plant", true, 6, 0, 2);
        row("a button", "button", "", false, 0, 0, 6);
        row("a mark is no detail", "mark", "", false, 6, 0, 0);
        row("panes of glass hide each other", "pane", "pane", false, 0, 6, 0);
        row("a barrier", "barrier", "", false, 0, 0, 0);
        row("nothing", "nothing", "", false, 0, 0, 0);
        row("nothing hides nothing", "stone", "nothing", false, 6, 0, 0);
    }
    void shapesHideWhatTheyCover()
    {
        QFETCH(QString, first);
        QFETCH(QString, second);
        QFETCH(bool, above);
        Cells cells;
        cells.set({5, 5, 5}, addKind(cells, first));
        if (!second.isEmpty())
            cells.set(above ? glm::ivec3(5, 6, 5) : glm::ivec3(6, 5, 5),
                      second == first ? std::uint16_t{0} : addKind(cells, second));
        const auto layer = cells.layer();
        GridLooks looks;
        looks.update(*layer->kinds);
        GridQuads quads;
        meshSection(*layer->sections[0], {}, looks, {}, quads);
        QTEST(quads[GridPass::Solid].size(), "solid");
        QTEST(quads[GridPass::Translucent].size(), "translucent");
        QTEST(quads[GridPass::Detail].size(), "detail");
        for (const auto& list : quads.of)
            QVERIFY(std::is_sorted(list.begin(), list.end(), [](const GridQuad& a, const GridQuad& b) {
                return std::min<int>(a.face, 6) < std::min<int>(b.face, 6);
            }));
    }

    void barriersOnDemand()
    {
        Cells cells;
        cells.box({0, 0, 0}, {3, 0, 0}, addKind(cells, QStringLiteral("barrier")));
        const auto layer = cells.layer();
        GridLooks looks;
        looks.update(*layer->kinds);
        QVERIFY(looks.setBarriers(true));
        QVERIFY(!looks.update(*layer->kinds));
        GridQuads quads;
        meshSection(*layer->sections[0], {}, looks, {}, quads);
        QCOMPARE(quads[GridPass::Translucent].size(), std::size_t{6});
        QVERIFY(looks.look(quads[GridPass::Translucent][0].look).invisible);
    }

    void placesOfShapes()
    {
        Cells cells;
        cells.box({14, 15, 0}, {15, 15, 0}, addKind(cells, QStringLiteral("slab")));
        const auto layer = cells.layer();
        GridLooks looks;
        looks.update(*layer->kinds);
        GridQuads quads;
        meshSection(*layer->sections[0], {}, looks, {}, quads);
        glm::vec3 low{99.0F};
        glm::vec3 high{-99.0F};
        for (const GridQuad& quad : quads[GridPass::Solid]) {
            for (const glm::vec3& corner : corners(quad)) {
                low = glm::min(low, corner);
                high = glm::max(high, corner);
            }
        }
        QCOMPARE(low, glm::vec3(14.0F, 15.0F, 0.0F));
        QCOMPARE(high, glm::vec3(16.0F, 15.5F, 1.0F));
    }

    /// The floor's cell (8, 0, 8) and what stands round it one higher; the corners of its top.
    void cornersAreDarkened_data()
    {
        QTest::addColumn<std::vector<glm::ivec2>>("round"); // x, z
        QTest::addColumn<std::vector<unsigned>>("light");   // least x and z, most x, most both, most z
        using Round = std::vector<glm::ivec2>;
        using Light = std::vector<unsigned>;
        QTest::newRow("open") << Round{} << Light{3, 3, 3, 3};
        QTest::newRow("a wall in the west") << Round{{-1, 0}} << Light{2, 3, 3, 2};
        QTest::newRow("a wall in the north") << Round{{0, -1}} << Light{2, 2, 3, 3};
        QTest::newRow("across a corner") << Round{{-1, -1}} << Light{2, 3, 3, 3};
        QTest::newRow("a long wall") << Round{{-1, -1}, {-1, 0}, {-1, 1}} << Light{1, 3, 3, 1};
        QTest::newRow("a corner of walls, open behind") << Round{{-1, 0}, {0, -1}} << Light{0, 2, 3, 2};
        QTest::newRow("a corner of walls") << Round{{-1, 0}, {0, -1}, {-1, -1}} << Light{0, 2, 3, 2};
        QTest::newRow("a pit") << Round{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} << Light{0, 0, 0, 0};
        QTest::newRow("the far corner") << Round{{1, 1}} << Light{3, 3, 2, 3};
    }
    void cornersAreDarkened()
    {
        QFETCH(std::vector<glm::ivec2>, round);
        QFETCH(std::vector<unsigned>, light);
        // In the middle of a section, and where eight of them meet.
        for (const int at : {8, 15, 0}) {
            Cells cells;
            const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
            const auto other = cells.kind(QStringLiteral("other"), 0x608080);
            cells.box({at - 2, at, at - 2}, {at + 2, at, at + 2}, stone);
            cells.set({at, at, at}, other); // merges with nothing
            for (const glm::ivec2& place : round)
                cells.set({at + place.x, at + 1, at + place.y}, stone);
            const auto layer = cells.layer();
            GridLooks looks;
            looks.update(*layer->kinds);
            GridQuads quads;
            const glm::ivec3 section = model::gridSectionOf(glm::ivec3(at));
            meshSection(*test::findSection(*layer, section), test::neighboursOf(*layer, section), looks, {},
                        quads);
            std::size_t found = 0;
            for (const GridQuad& quad : quads[GridPass::Solid]) {
                if (quad.face != 2 || looks.look(quad.look).top[0] != 0x60)
                    continue;
                ++found;
                for (unsigned corner = 0; corner < 4; ++corner)
                    QCOMPARE(cornerLight(quad.light, corner), light[corner]);
            }
            QCOMPARE(found, std::size_t{1});
        }
    }

    void litAlikeMerges()
    {
        // Along a wall the floor's first row is one quad, the rest of it another.
        Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        cells.box({0, 0, 0}, {15, 0, 15}, stone);
        cells.box({0, 1, 0}, {15, 3, 0}, cells.kind(QStringLiteral("wall"), 0x608080));
        const auto layer = cells.layer();
        GridLooks looks;
        looks.update(*layer->kinds);
        GridQuads quads;
        meshSection(*layer->sections[0], {}, looks, {}, quads);
        std::vector<GridQuad> floor;
        for (const GridQuad& quad : quads[GridPass::Solid]) {
            if (quad.face == 2 && quad.plane == CellParts)
                floor.push_back(quad);
        }
        // The two ends of the first row see less of the wall.
        QCOMPARE(floor.size(), std::size_t{4});
        const auto rest = std::max_element(
            floor.begin(), floor.end(), [](const auto& a, const auto& b) { return a.height() < b.height(); });
        QCOMPARE(rest->width(), 16 * CellParts);
        QCOMPARE(rest->height(), 14 * CellParts);
        QCOMPARE(rest->light, FullLight);
    }
};

} // namespace tst_grid_mesh

GHOSTLINE_TEST(tst_grid_mesh, TestGridMesh)
#include "tst_grid_mesh.moc"
