// SPDX-License-Identifier: GPL-3.0-or-later
// Cells from above: the highest are seen, only what changed is painted anew, from however far.
#include "grid_fixture.h"
#include "render/cells/grid_map.h"
#include "render/view/viewport.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QPainter>
#include <QtTest>

namespace tst_grid_map {

using namespace ghostline;
using namespace ghostline::render;

namespace {

/// 400 x 400 pixels round the origin.
QImage painted(GridMap& map, double scale = 10.0)
{
    QImage image(400, 400, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::black);
    QPainter p(&image);
    p.translate(200.0, 200.0);
    map.paint(p, GridSet::State, QRectF(-200.0 / scale, -200.0 / scale, 400.0 / scale, 400.0 / scale), scale,
              {0.0, 0.0});
    return image;
}

} // namespace

class TestGridMap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void highestCellsFromAbove()
    {
        test::Cells cells;
        const auto red = cells.kind(QStringLiteral("red"), 0xC02020);
        const auto green = cells.kind(QStringLiteral("green"), 0x20C020);
        const auto glass = cells.kind(QStringLiteral("glass"), 0x2020F0, true);
        cells.box({-4, 0, -4}, {-1, 0, -1}, red);
        cells.set({-2, 40, -2}, green); // high over the red floor
        cells.set({3, 0, 3}, green);
        cells.set({3, 5, 3}, glass);
        cells.set({6, 5, 3}, glass);
        GridMap map;
        QVERIFY(map.setLayers(GridSet::State, {cells.layer()}));
        const QImage image = painted(map);
        const auto at = [&image](double x, double z) {
            return image.pixelColor(qRound(200 + x * 10), qRound(200 + z * 10));
        };
        QCOMPARE(at(1.5, 1.5), QColor(Qt::black)); // no cell
        const QColor floor = at(-3.5, -3.5), high = at(-1.5, -1.5), under = at(3.5, 3.5),
                     alone = at(6.5, 3.5);
        QVERIFY(floor.red() > 100 && floor.green() < 70);
        QVERIFY(high.green() > 100 && high.red() < 70);
        QVERIFY(under.green() > 40 && under.blue() > 80);
        QVERIFY(alone.blue() > under.blue() - 30 && alone.green() < under.green());
        // A cell covers its square and no more.
        QCOMPARE(at(-3.95, -3.95).rgb(), floor.rgb());
        QCOMPARE(at(-4.1, -3.5), QColor(Qt::black));
        // Higher is lighter.
        cells.set({-4, 40, 10}, red);
        cells.set({-4, 0, 14}, red);
        QVERIFY(map.setLayers(GridSet::State, {cells.layer()}));
        const QImage again = painted(map);
        QVERIFY(again.pixelColor(165, 305).red() > again.pixelColor(165, 345).red() + 10);
    }

    void onlyWhatChangedIsPaintedAnew()
    {
        test::Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x808080);
        cells.box({-64, 0, -64}, {63, 0, 63}, stone);
        auto layer = cells.layer();
        GridMap map;
        QVERIFY(map.setLayers(GridSet::State, {layer}));
        (void)painted(map, 2.0);
        QCOMPARE(map.painted(), std::size_t{4});
        (void)painted(map, 2.0);
        QVERIFY(!map.setLayers(GridSet::State, {layer}));
        QVERIFY(!map.setLayers(GridSet::State, {std::make_shared<const model::GridLayer>(*layer)}));
        (void)painted(map, 2.0);
        QCOMPARE(map.painted(), std::size_t{4});
        cells.set({10, 0, 10}, cells.kind(QStringLiteral("red"), 0xC02020));
        layer = cells.layer(layer.get());
        QVERIFY(map.setLayers(GridSet::State, {layer}));
        const QImage edited = painted(map, 2.0);
        QCOMPARE(map.painted(), std::size_t{5});
        QVERIFY(edited.pixelColor(221, 221).red() > edited.pixelColor(221, 221).green() + 30);
        map.setTheme(Theme::light());
        (void)painted(map, 2.0);
        QCOMPARE(map.painted(), std::size_t{9});
        QVERIFY(map.setLayers(GridSet::State, {}));
        QCOMPARE(painted(map).pixelColor(200, 200), QColor(Qt::black));
    }

    void shapesFromAbove()
    {
        test::Cells cells;
        const auto red = cells.kind(QStringLiteral("red"), 0xC02020);
        const auto slab = cells.kind({.name = QStringLiteral("slab"),
                                      .colour = {0.1F, 0.8F, 0.1F},
                                      .form = model::GridForm::Boxes,
                                      .boxes = {{{0, 0, 0}, {16, 8, 16}}}});
        const auto air = cells.kind({.name = QStringLiteral("air"), .form = model::GridForm::Nothing});
        const auto barrier = cells.kind({.name = QStringLiteral("barrier"), .invisible = true});
        cells.box({-4, 0, -4}, {3, 0, 3}, red);
        cells.set({-2, 1, -2}, slab);
        cells.set({2, 1, 2}, air);
        cells.set({2, 9, -2}, barrier);
        cells.set({10, 9, 10}, barrier);
        GridMap map;
        QVERIFY(map.setLayers(GridSet::State, {cells.layer()}));
        const QImage image = painted(map);
        QVERIFY(image.pixelColor(185, 185).green() > 100);
        QVERIFY(image.pixelColor(225, 225).red() > 100);
        QVERIFY(image.pixelColor(225, 185).red() > 100);
        QCOMPARE(image.pixelColor(305, 305), QColor(Qt::black));
    }

    void editsTakeThePlaceOfSurroundings()
    {
        test::Cells ground;
        const auto red = ground.kind(QStringLiteral("red"), 0xC02020);
        ground.box({-8, 0, -8}, {7, 0, 7}, ground.kind(QStringLiteral("blue"), 0x2020C0));
        ground.box({-8, 5, -8}, {7, 5, 7}, red);
        GridMap map;
        map.setLayers(GridSet::Scene, {ground.layer()});
        test::Cells edits;
        const auto air = edits.kind({.name = QStringLiteral("air"), .form = model::GridForm::Nothing});
        const auto green = edits.kind(QStringLiteral("green"), 0x20C020);
        edits.set({-4, 5, -4}, air);
        edits.set({4, 2, 4}, green);  // under the red
        edits.set({4, 9, -4}, green); // over it
        const auto show = [&](bool overrides) {
            auto layer = std::make_shared<model::GridLayer>(*edits.layer());
            layer->overrides = overrides;
            QVERIFY(map.setLayers(GridSet::State, {layer}));
            QImage image(400, 400, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::black);
            QPainter p(&image);
            p.translate(200.0, 200.0);
            for (const GridSet set : {GridSet::Scene, GridSet::State})
                map.paint(p, set, QRectF(-20.0, -20.0, 40.0, 40.0), 10.0, {0.0, 0.0});
            p.end();
            const QColor hole = image.pixelColor(165, 165);
            QCOMPARE(hole.blue() > hole.red(), overrides);
            const QColor under = image.pixelColor(245, 245);
            QCOMPARE(under.red() > under.green(), overrides);
            const QColor over = image.pixelColor(245, 165);
            QVERIFY(over.green() > over.red());
        };
        show(true);
        show(false);
        show(true);
        // Back again.
        edits.clear({-4, 5, -4});
        auto layer = std::make_shared<model::GridLayer>(*edits.layer());
        layer->overrides = true;
        QVERIFY(map.setLayers(GridSet::State, {layer}));
        QImage image(400, 400, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::black);
        QPainter p(&image);
        p.translate(200.0, 200.0);
        map.paint(p, GridSet::Scene, QRectF(-20.0, -20.0, 40.0, 40.0), 10.0, {0.0, 0.0});
        p.end();
        QVERIFY(image.pixelColor(165, 165).red() > image.pixelColor(165, 165).blue());
    }

    void mapLooksTheSameFromHoweverFar_data()
    {
        QTest::addColumn<double>("scale");
        for (const double scale : {4.0, 1.0, 0.7, 0.4, 0.25, 0.2, 0.1, 0.05, 0.02})
            QTest::newRow(qPrintable(QString::number(scale))) << scale;
    }
    void mapLooksTheSameFromHoweverFar()
    {
        QFETCH(double, scale);
        test::Cells cells;
        const double size = std::max(40.0, 8.0 / scale); // cells of each square, some pixels at least
        const int n = static_cast<int>(size);
        const std::array kinds{cells.kind(QStringLiteral("red"), 0xC02020),
                               cells.kind(QStringLiteral("green"), 0x20C020),
                               cells.kind(QStringLiteral("blue"), 0x2020C0)};
        cells.box({-n, 0, -n}, {-1, 0, -1}, kinds[0]);
        cells.box({0, 0, -n}, {n - 1, 0, -1}, kinds[1]);
        cells.box({-n, 0, 0}, {-1, 0, n - 1}, kinds[2]);
        GridMap map;
        QVERIFY(map.setLayers(GridSet::State, {cells.layer()}));
        const QImage image = painted(map, scale);
        const double half = n * scale * 0.5;
        const auto at = [&image](double x, double z) {
            return image.pixelColor(qFloor(200.0 + x), qFloor(200.0 + z));
        };
        const QColor red = at(-half, -half), green = at(half, -half), blue = at(-half, half);
        QVERIFY(red.red() > 100 && red.green() < 70 && red.blue() < 70);
        QVERIFY(green.green() > 100 && green.red() < 70 && green.blue() < 70);
        QVERIFY(blue.blue() > 100 && blue.red() < 70 && blue.green() < 70);
        QCOMPARE(at(half, half), QColor(Qt::black));
        const double edge = n * scale;
        if (edge < 190.0) {
            QVERIFY(at(-edge + 2.0, -edge + 2.0).red() > 60);
            for (const double beyond : {-edge - 3.0, edge + 3.0}) {
                QCOMPARE(at(beyond, -half), QColor(Qt::black));
                QCOMPARE(at(-half, beyond), QColor(Qt::black));
            }
        }
    }

    void cellsFarApartTakeLittle()
    {
        constexpr int Across = 250; // 62,500 cells, each in a tile of its own
        test::Cells cells;
        const auto red = cells.kind(QStringLiteral("red"), 0xE02020);
        for (int z = -Across / 2; z < Across / 2; ++z) {
            for (int x = -Across / 2; x < Across / 2; ++x)
                cells.set({x * 64, 0, z * 64}, red);
        }
        GridMap map;
        QVERIFY(map.setLayers(GridSet::State, {cells.layer()}));
        QCOMPARE(map.heldPixels(), std::size_t{0});
        QVERIFY(painted(map).pixelColor(205, 205).red() > 100);
        QVERIFY(map.painted() <= 4);
        // All of it at once: a few pixels each.
        const double all = 400.0 / (Across * 64.0);
        const QImage far = painted(map, all);
        QVERIFY2(map.heldPixels() <= std::size_t{Across} * Across * 4,
                 qPrintable(QString::number(map.heldPixels())));
        QVERIFY(far.pixelColor(100, 100).red() + far.pixelColor(101, 101).red() +
                    far.pixelColor(101, 100).red() + far.pixelColor(100, 101).red() >
                60);
        const std::size_t once = map.painted();
        (void)painted(map, all);
        QCOMPARE(map.painted(), once);
        // From one end to the other.
        QImage image(400, 400, QImage::Format_ARGB32_Premultiplied);
        QPainter p(&image);
        for (int tile = -Across / 2; tile < Across / 2; ++tile) {
            const QRectF shown(tile * 64.0, -640.0, 64.0, 1280.0);
            map.paint(p, GridSet::State, shown, 1.0, shown.center());
        }
        QVERIFY2(map.heldPixels() <= MostPixels + std::size_t{100} * 64 * 64,
                 qPrintable(QString::number(map.heldPixels())));
    }
};

} // namespace tst_grid_map

GHOSTLINE_TEST(tst_grid_map, TestGridMap, QApplication)
#include "tst_grid_map.moc"
