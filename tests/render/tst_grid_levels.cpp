// SPDX-License-Identifier: GPL-3.0-or-later
// Level of detail of large worlds of cells.
#include "grid_fixture.h"
#include "render/cells/grid_batch.h"
#include "render/cells/grid_levels.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_grid_levels {

using namespace ghostline;
using namespace ghostline::render;

namespace {

constexpr int Side = 48; // sections
constexpr double Cells = 16.0 * Side;

/// A plate of 48 x 48 sections, eight cells thick.
std::shared_ptr<const model::GridLayer> plate()
{
    auto layer = std::make_shared<model::GridLayer>();
    layer->id = QStringLiteral("world");
    layer->kinds = std::make_shared<const std::vector<model::GridKind>>(
        std::vector<model::GridKind>{{.name = QStringLiteral("stone")}});
    for (int z = 0; z < Side; ++z) {
        for (int x = 0; x < Side; ++x) {
            auto section = std::make_shared<model::GridSection>();
            section->at = {x, 0, z};
            for (std::uint16_t place = 0; place < 8 * 256; ++place)
                section->cells.push_back({place, 0});
            layer->sections.push_back(section);
        }
    }
    return layer;
}

/// Calls `visit(face, corners)` for all faces of solid cells, however far away.
template<typename Visit>
void visitFaces(GridBatch& batch, Visit visit)
{
    for (const GridPass pass : {GridPass::Solid, GridPass::Far}) {
        for (std::size_t page = 0; page < batch.pages().pageCount(pass); ++page) {
            const QByteArray bytes = batch.pages().vertices(pass, page);
            const auto* all = reinterpret_cast<const GridVertex*>(bytes.constData());
            for (const GridExtent& extent : batch.pages().extents(pass, page)) {
                for (std::size_t face = 0; face < GridFaces; ++face) {
                    for (std::size_t quad = extent.starts[face]; quad < extent.starts[face + 1]; ++quad) {
                        std::array<glm::dvec3, 4> corners{};
                        for (std::size_t corner = 0; corner < 4; ++corner) {
                            const float* p = all[quad * 4 + corner].position;
                            corners[corner] = {p[0], p[1], p[2]};
                        }
                        visit(face, corners);
                    }
                }
            }
        }
    }
}

/// Square metres of faces that look up, and how many faces.
std::pair<double, std::size_t> topOf(GridBatch& batch)
{
    double area = 0.0;
    std::size_t count = 0;
    visitFaces(batch, [&](std::size_t face, const std::array<glm::dvec3, 4>& at) {
        if (face != 2)
            return;
        area += glm::length(glm::cross(at[1] - at[0], at[3] - at[0]));
        ++count;
    });
    return {area, count};
}

/// Within a thousandth: quads overlap by a little, so that no seam shows.
bool coversAll(GridBatch& batch) { return std::abs(topOf(batch).first / (Cells * Cells) - 1.0) < 0.005; }

} // namespace

class TestGridLevels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eightSectionsBecomeOne()
    {
        test::Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        const auto grass = cells.kind(QStringLiteral("grass"), 0x40A040);
        model::GridKind flower{.name = QStringLiteral("flower"), .form = model::GridForm::Cross};
        flower.boxes = {{{2, 0, 2}, {14, 14, 14}}};
        const auto plant = cells.kind(flower);
        cells.box({0, 0, 0}, {1, 0, 1}, stone); // the upper four are of grass
        cells.box({0, 1, 0}, {1, 1, 1}, grass);
        cells.set({31, 30, 29}, stone); // alone, in the last of the eight
        cells.set({8, 8, 8}, plant);
        const auto layer = cells.layer();
        GridLooks looks;
        looks.update(*layer->kinds);
        GridEighths eight{};
        for (int part = 0; part < 8; ++part)
            eight[static_cast<std::size_t>(part)] =
                test::findSection(*layer, {part & 1, part >> 2, part >> 1 & 1});
        const auto any = halvedSection({0, 0, 0}, eight, looks, GridHalving::AnyFilled);
        QCOMPARE(any->cells, (std::vector<model::GridCell>{{model::gridPlaceOf({0, 0, 0}), grass},
                                                           {model::gridPlaceOf({15, 15, 14}), stone}}));
        const auto half = halvedSection({0, 0, 0}, eight, looks, GridHalving::HalfFilled);
        QCOMPARE(half->cells, (std::vector<model::GridCell>{{model::gridPlaceOf({0, 0, 0}), grass}}));
        QCOMPARE(halvedSection({0, 0, 0}, eight, looks, GridHalving::Covered)->cells, half->cells);
        QVERIFY(halvedSection({5, 5, 5}, {}, looks, GridHalving::AnyFilled)->cells.empty());
    }

    /// Nothing may be hidden behind what is seen through.
    void onlyOneKindOfStuffCovers_data()
    {
        QTest::addColumn<int>("stones");
        QTest::addColumn<std::size_t>("covered");
        QTest::newRow("water") << 0 << std::size_t{1};
        QTest::newRow("one of stone") << 1 << std::size_t{0};
        QTest::newRow("one of water") << 7 << std::size_t{0};
        QTest::newRow("stone") << 8 << std::size_t{1};
    }
    void onlyOneKindOfStuffCovers()
    {
        QFETCH(int, stones);
        test::Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        const auto water = cells.kind({.name = QStringLiteral("water"), .translucent = true});
        for (int n = 0; n < 8; ++n)
            cells.set({n & 1, n >> 2, n >> 1 & 1}, n < stones ? stone : water);
        const auto layer = cells.layer();
        GridLooks looks;
        looks.update(*layer->kinds);
        GridEighths eight{};
        eight[0] = test::findSection(*layer, {0, 0, 0});
        QTEST(halvedSection({0, 0, 0}, eight, looks, GridHalving::Covered)->cells.size(), "covered");
        QCOMPARE(halvedSection({0, 0, 0}, eight, looks, GridHalving::HalfFilled)->cells.size(),
                 std::size_t{1});
    }

    void aFinerSectionHasLargerCells()
    {
        model::GridSection coarse;
        coarse.at = {-1, 0, 2};
        coarse.cells = {{model::gridPlaceOf({15, 0, 4}), 7}}; // where x is -1, one level coarser
        GridLooks looks;
        model::GridKind slab{.name = QStringLiteral("slab"), .form = model::GridForm::Boxes};
        slab.boxes = {{{0, 0, 0}, {16, 8, 16}}};
        looks.update({slab});
        const auto finer = refinedSection({-1, 0, 4}, coarse, 1, looks);
        QCOMPARE(finer->at, glm::ivec3(-1, 0, 4));
        QCOMPARE(finer->cells.size(), std::size_t{8});
        for (const model::GridCell& cell : finer->cells) {
            QCOMPARE(model::gridCellAt({0, 0, 0}, cell.place) / 2, glm::ivec3(7, 0, 4));
            QCOMPARE(cell.kind, std::uint16_t{7});
        }
        QVERIFY(refinedSection({-2, 0, 4}, coarse, 1, looks)->cells.empty());
        QCOMPARE(refinedSection({-1, 0, 9}, coarse, 2, looks)->cells.size(), std::size_t{64});
        coarse.cells.front().kind = 0; // a slab, which hides other parts of small cells than it has
        QVERIFY(refinedSection({-1, 0, 4}, coarse, 1, looks)->cells.empty());
    }

    /// No walls inside the ground, whatever the levels on either side.
    void levelsMeetWithoutWalls()
    {
        GridBatch batch;
        batch.setFocus({Cells / 2, 8.0, Cells / 2});
        batch.setLayers(GridSet::Scene, {plate()});
        batch.meshAll();
        std::size_t sides = 0;
        visitFaces(batch, [&](std::size_t face, const std::array<glm::dvec3, 4>& at) {
            if (face == 2 || face == 3)
                return;
            const double along = at[0][face < 2 ? 0 : 2];
            QVERIFY2(std::abs(along - (face % 2 == 0 ? Cells : 0.0)) < 0.1,
                     qPrintable(QString::number(along)));
            ++sides;
        });
        QVERIFY(sides >= 4);
    }

    /// Wherever one looks, each place is drawn by one level, and by fewer faces than all cells would need.
    void everyPlaceIsDrawnOnce_data()
    {
        QTest::addColumn<glm::dvec3>("from");
        QTest::addColumn<glm::dvec3>("to");
        const glm::dvec3 corner{8.0, 8.0, 8.0}, middle{Cells / 2, 8.0, Cells / 2};
        QTest::newRow("stays") << corner << corner;
        QTest::newRow("a step") << middle << middle + glm::dvec3(20.0, 0.0, 0.0);
        QTest::newRow("through all of it") << corner << middle * 2.0;
        QTest::newRow("away from it") << middle << middle * 20.0;
        QTest::newRow("back to it") << middle * 20.0 << middle;
    }
    void everyPlaceIsDrawnOnce()
    {
        QFETCH(glm::dvec3, from);
        QFETCH(glm::dvec3, to);
        GridBatch batch;
        batch.setFocus(from);
        batch.setLayers(GridSet::Scene, {plate()});
        batch.meshAll();
        QVERIFY(coversAll(batch));
        batch.setFocus(to);
        while (batch.meshSome(std::chrono::hours(1))) { // as a window does
        }
        QVERIFY(coversAll(batch));
        QVERIFY(!batch.pending());
        // A picture goes by where it is taken from alone.
        batch.meshAll();
        GridBatch another;
        another.setFocus(to);
        another.setLayers(GridSet::Scene, {plate()});
        another.meshAll();
        QCOMPARE(topOf(batch).second, topOf(another).second);
        QVERIFY(coversAll(batch));
        QVERIFY2(topOf(batch).second < Side * Side / 2, qPrintable(QString::number(topOf(batch).second)));
        batch.setLayers(GridSet::Scene, {});
        batch.meshAll();
        QCOMPARE(batch.pages().quadCount(), std::size_t{0});
    }

    void detailReachesAsFarAsIsWanted()
    {
        GridBatch batch;
        batch.setLayers(GridSet::Scene, {plate()});
        batch.meshAll();
        const std::size_t coarse = topOf(batch).second;
        batch.setDetail(100.0);
        QVERIFY(batch.pending());
        batch.meshAll();
        QCOMPARE(topOf(batch).second, std::size_t{Side * Side});
        batch.setDetail(1.0);
        batch.meshAll();
        QCOMPARE(topOf(batch).second, coarse);
    }

    void theEyeCountsAsWell()
    {
        GridBatch batch;
        batch.setFocus({Cells * 20.0, 0.0, 0.0}, {Cells / 2, 8.0, Cells / 2});
        batch.setLayers(GridSet::Scene, {plate()});
        batch.meshAll();
        const std::size_t near = topOf(batch).second;
        batch.setFocus({Cells * 20.0, 0.0, 0.0});
        batch.meshAll();
        QVERIFY(near > topOf(batch).second);
    }

    void editsAreDrawnInFull_data()
    {
        QTest::addColumn<glm::ivec3>("dug");
        QTest::newRow("in the middle of what is drawn coarsely") << glm::ivec3(700, 7, 700);
        QTest::newRow("at its edge") << glm::ivec3(639, 7, 700);
        QTest::newRow("at its corner") << glm::ivec3(640, 7, 639);
    }
    /// A hole one cell wide and deep has a floor and four walls, whatever is drawn beside it.
    void editsAreDrawnInFull()
    {
        QFETCH(glm::ivec3, dug); // far away
        GridBatch batch;
        batch.setLayers(GridSet::Scene, {plate()});
        batch.meshAll();
        test::Cells cells;
        model::GridKind nothing{.name = QStringLiteral("air"), .form = model::GridForm::Nothing};
        cells.set(dug, cells.kind(nothing));
        auto edits = std::make_shared<model::GridLayer>(*cells.layer());
        edits->id = QStringLiteral("edits");
        edits->overrides = true;
        batch.setLayers(GridSet::State, {edits});
        batch.meshAll();
        QVERIFY(coversAll(batch));
        const glm::dvec3 middle = glm::dvec3(dug) + 0.5;
        std::array<int, GridFaces> seen{};
        visitFaces(batch, [&](std::size_t face, const std::array<glm::dvec3, 4>& at) {
            const glm::dvec3 own = (at[0] + at[1] + at[2] + at[3]) / 4.0;
            seen[face] += glm::distance(own, middle - glm::dvec3(GridNormals[face]) * 0.5) < 0.1 ? 1 : 0;
        });
        QCOMPARE(seen, (std::array<int, GridFaces>{1, 1, 1, 0, 1, 1}));
    }

    /// Growing round the place that is looked at, as a world that is read in the background does.
    void aWorldMayGrow()
    {
        const auto whole = plate();
        GridBatch batch;
        for (const std::size_t part : {std::size_t{900}, std::size_t{32 * Side}, whole->sections.size()}) {
            auto layer = std::make_shared<model::GridLayer>(*whole);
            layer->sections.resize(part);
            batch.setLayers(GridSet::Scene, {layer});
            batch.meshAll();
            const double share = topOf(batch).first / static_cast<double>(part * 256);
            QVERIFY2(std::abs(share - 1.0) < 0.005, qPrintable(QString::number(share)));
            GridBatch fresh; // has no walls that new neighbours have made needless
            fresh.setLayers(GridSet::Scene, {layer});
            fresh.meshAll();
            QCOMPARE(batch.pages().quadCount(), fresh.pages().quadCount());
        }
    }

    void scatteredSectionsShareAFewPages()
    {
        auto layer = std::make_shared<model::GridLayer>();
        layer->id = QStringLiteral("world");
        layer->kinds = std::make_shared<const std::vector<model::GridKind>>(
            std::vector<model::GridKind>{{.name = QStringLiteral("stone")}});
        constexpr int Count = 1400; // each too far from the others to share a page
        for (int x = 0; x < Count; ++x) {
            auto section = std::make_shared<model::GridSection>();
            section->at = {x * 13, 0, 0};
            section->cells = {{0, 0}};
            layer->sections.push_back(section);
        }
        GridBatch batch;
        batch.setLayers(GridSet::Scene, {layer});
        batch.meshAll();
        QCOMPARE(batch.pages().quadCount(), std::size_t{Count * 6});
        QCOMPARE(batch.leftOut(), std::size_t{0});
        QCOMPARE(batch.pages().pageCount(GridPass::Solid), MostPages);
    }
};

} // namespace tst_grid_levels

GHOSTLINE_TEST(tst_grid_levels, TestGridLevels)
#include "tst_grid_levels.moc"
