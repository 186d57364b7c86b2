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

/// Square metres of faces that look up, and how many faces.
std::pair<double, std::size_t> topOf(GridBatch& batch)
{
    double area = 0.0;
    std::size_t count = 0;
    for (std::size_t page = 0; page < batch.pages().pageCount(GridPass::Solid); ++page) {
        const QByteArray bytes = batch.pages().vertices(GridPass::Solid, page);
        const auto& starts = batch.pages().extent(GridPass::Solid, page).starts;
        const auto* all = reinterpret_cast<const GridVertex*>(bytes.constData());
        for (std::size_t quad = starts[2]; quad < starts[3]; ++quad) {
            const auto at = [&](std::size_t corner) {
                const float* p = all[quad * 4 + corner].position;
                return glm::dvec3(p[0], p[1], p[2]);
            };
            area += glm::length(glm::cross(at(1) - at(0), at(3) - at(0)));
            ++count;
        }
    }
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
        std::array<const model::GridSection*, 8> eight{};
        for (int part = 0; part < 8; ++part)
            eight[static_cast<std::size_t>(part)] =
                test::findSection(*layer, {part & 1, part >> 2, part >> 1 & 1});
        const auto any = halvedSection({0, 0, 0}, eight, looks, 1);
        QCOMPARE(any->cells, (std::vector<model::GridCell>{{model::gridPlaceOf({0, 0, 0}), grass},
                                                           {model::gridPlaceOf({15, 15, 14}), stone}}));
        QCOMPARE(halvedSection({0, 0, 0}, eight, looks, 4)->cells.size(), std::size_t{1});
        QVERIFY(halvedSection({5, 5, 5}, {}, looks, 1)->cells.empty());
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

    void editsAreDrawnInFull()
    {
        GridBatch batch;
        batch.setLayers(GridSet::Scene, {plate()});
        batch.meshAll();
        test::Cells cells;
        model::GridKind nothing{.name = QStringLiteral("air"), .form = model::GridForm::Nothing};
        cells.set({700, 7, 700}, cells.kind(nothing)); // far away
        auto edits = std::make_shared<model::GridLayer>(*cells.layer());
        edits->id = QStringLiteral("edits");
        edits->overrides = true;
        batch.setLayers(GridSet::State, {edits});
        batch.meshAll();
        // A hole one cell wide and deep: it has a floor, so that all is covered still.
        QVERIFY(coversAll(batch));
        bool floor = false;
        for (std::size_t page = 0; page < batch.pages().pageCount(GridPass::Solid); ++page) {
            const QByteArray bytes = batch.pages().vertices(GridPass::Solid, page);
            const auto* v = reinterpret_cast<const GridVertex*>(bytes.constData());
            for (std::size_t i = 0; i < batch.pages().quadsOf(GridPass::Solid, page) * 4; ++i)
                floor = floor || (std::lround(v[i].position[0]) == 700 &&
                                  std::lround(v[i].position[1]) == 7 && std::lround(v[i].position[2]) == 700);
        }
        QVERIFY(floor);
    }

    /// Growing round the place that is looked at, as a world that is read in the background does.
    void aWorldMayGrow()
    {
        const auto whole = plate();
        GridBatch batch;
        for (const std::size_t part : {std::size_t{900}, std::size_t{1800}, whole->sections.size()}) {
            auto layer = std::make_shared<model::GridLayer>(*whole);
            layer->sections.resize(part);
            batch.setLayers(GridSet::Scene, {layer});
            batch.meshAll();
            const double share = topOf(batch).first / static_cast<double>(part * 256);
            QVERIFY2(std::abs(share - 1.0) < 0.005, qPrintable(QString::number(share)));
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
