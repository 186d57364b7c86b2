// SPDX-License-Identifier: GPL-3.0-or-later
// What curves are drawn from: columns that leave nothing of a line out, dashes that run on over its points.
#include "app/gui/plots/curve_strokes.h"
#include "tests/support/test_driver.h"

#include <QRegion>
#include <QTest>

#include <cmath>
#include <limits>

namespace tst_curve_strokes {

using namespace ghostline::app;

namespace {

const QRect Field(10, 0, 20, 100); // columns 10 .. 29
const double NoValue = std::nan("");
constexpr double Endless = std::numeric_limits<double>::infinity();

double lengthOf(const std::vector<QLineF>& strokes)
{
    double length = 0.0;
    for (const QLineF& stroke : strokes)
        length += stroke.length();
    return length;
}

} // namespace

class TestCurveStrokes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void columnsCoverTheLine_data()
    {
        QTest::addColumn<QVector<QPointF>>("points");
        QTest::addColumn<QVector<QRect>>("columns");
        using Points = QVector<QPointF>;
        using Rects = QVector<QRect>;
        QTest::newRow("nothing") << Points() << Rects();
        QTest::newRow("a point alone") << Points{{12, 5}} << Rects();
        QTest::newRow("level") << Points{{12, 50}, {14.5, 50}}
                               << Rects{{12, 49, 1, 2}, {13, 49, 1, 2}, {14, 49, 1, 2}};
        QTest::newRow("up and down in a column")
            << Points{{12.2, 50}, {12.4, 20}, {12.6, 80}} << Rects{{12, 19, 1, 62}};
        QTest::newRow("upright") << Points{{12, 20}, {12, 60}} << Rects{{12, 19, 1, 42}};
        QTest::newRow("slanting, each column its part")
            << Points{{12, 20}, {14, 40}} << Rects{{12, 19, 1, 12}, {13, 29, 1, 12}, {14, 39, 1, 2}};
        QTest::newRow("a gap") << Points{{12, 50}, {12.5, 50}, {13, NoValue}, {15, 50}, {15.5, 50}}
                               << Rects{{12, 49, 1, 2}, {15, 49, 1, 2}};
        QTest::newRow("an endless value") << Points{{12, 50}, {12.5, 50}, {13, Endless}, {15, 50}, {15.5, 50}}
                                          << Rects{{12, 49, 1, 2}, {15, 49, 1, 2}};
        QTest::newRow("from outside on the left") << Points{{-1e9, 50}, {10.5, 50}} << Rects{{10, 49, 1, 2}};
        QTest::newRow("out on the right")
            << Points{{28.5, 50}, {1e9, 50}} << Rects{{28, 49, 1, 2}, {29, 49, 1, 2}};
        QTest::newRow("beyond top and bottom")
            << Points{{12.2, -1e12}, {12.4, 1e12}} << Rects{{12, -1, 1, 102}};
        QTest::newRow("above all the time") << Points{{12.2, -50}, {12.4, -40}} << Rects();
        QTest::newRow("below all the time") << Points{{12.2, 150}, {12.4, 140}} << Rects();
        QTest::newRow("far above all the time") << Points{{12.2, -1e12}, {12.4, -1e13}} << Rects();
        QTest::newRow("far below all the time") << Points{{12.2, 1e12}, {12.4, 1e13}} << Rects();
    }
    void columnsCoverTheLine()
    {
        QFETCH(QVector<QPointF>, points);
        QFETCH(QVector<QRect>, columns);
        std::vector<QRect> got{QRect(1, 2, 3, 4)}; // what was in it goes
        columnsOf(points, 2.0, Field, got);
        QCOMPARE(QVector<QRect>(got.begin(), got.end()), columns);
    }

    void blocksAreTheSamePixels_data()
    {
        QTest::addColumn<int>("most"); // pixels up and down
        for (const int most : {1, 20, 400})
            QTest::addRow("%d pixels", most) << most;
    }
    void blocksAreTheSamePixels()
    {
        QFETCH(int, most);
        std::vector<QRect> columns;
        for (int x = 0; x < 300; ++x) {
            if (x % 50 < 43) // there are gaps
                columns.emplace_back(x, (x * 7919) % most, 1, 1 + (x * 104'729) % most);
        }
        std::vector<QRect> blocks;
        blocksOf(columns, blocks);
        QRegion wanted;
        qsizetype pixels = 0;
        for (const QRect& column : columns) {
            wanted += column;
            pixels += column.height();
        }
        QRegion got;
        for (const QRect& block : blocks) {
            got += block;
            pixels -= qsizetype{block.width()} * block.height();
        }
        QCOMPARE(got, wanted);
        QCOMPARE(pixels, qsizetype{0}); // none twice
    }

    void turns()
    {
        const QVector<QPointF> points{{0, 0},   {1, 10},      {2, -10}, {3, -20}, {4, -19},
                                      {5, -30}, {6, NoValue}, {7, 50},  {8, 45}};
        QCOMPARE(turnsOf(points, 2.0), qsizetype{1});
        QCOMPARE(turnsOf(points, 0.5), qsizetype{3});
    }

    void linesEndWhereNoValueIs_data()
    {
        QTest::addColumn<QVector<qreal>>("dashes");
        QTest::addColumn<double>("none");
        const QVector<qreal> longer{50.0, 2.0}; // than all the lines
        QTest::newRow("without dashes") << QVector<qreal>() << NoValue;
        QTest::newRow("without dashes, endless") << QVector<qreal>() << Endless;
        QTest::newRow("dashed") << longer << NoValue;
        QTest::newRow("dashed, endless") << longer << Endless;
        QTest::newRow("dashed, endless downwards") << longer << -Endless;
    }
    void linesEndWhereNoValueIs()
    {
        QFETCH(QVector<qreal>, dashes);
        QFETCH(double, none);
        std::vector<QLineF> strokes;
        strokesOf({{10, 0}, {11, 10}, {12, none}, {13, 5}, {14, 5}}, dashes, Field, strokes);
        QCOMPARE(strokes.size(), std::size_t{2});
        QCOMPARE(strokes[0], QLineF(10, 0, 11, 10));
        QCOMPARE(strokes[1], QLineF(13, 5, 14, 5));
    }

    void dashesRunOnOverPoints_data()
    {
        QTest::addColumn<int>("lines"); // that 120 pixels are made of
        for (const int lines : {1, 7, 60, 1200})
            QTest::addRow("%d lines", lines) << lines;
    }
    void dashesRunOnOverPoints()
    {
        QFETCH(int, lines);
        QVector<QPointF> points;
        points.reserve(lines + 1);
        for (int i = 0; i <= lines; ++i)
            points.append({120.0 * i / lines, 0.0});
        std::vector<QLineF> strokes;
        strokesOf(points, {4.0, 2.0}, QRect(0, -5, 120, 10), strokes);
        QVERIFY(std::abs(lengthOf(strokes) - 80.0) < 1e-6);
        for (const QLineF& stroke : strokes) // four on, two off
            QVERIFY(std::fmod((stroke.x1() + stroke.x2()) / 2.0 + 1e-6, 6.0) < 4.0 + 2e-6);
    }

    void dashesRunOnOverWhatIsNotSeen()
    {
        const QPointF seen(20.0, 50.0);
        const QPointF away(20.0, -599'950.0);
        std::vector<QLineF> strokes;
        strokesOf({seen, away, seen}, {4.0, 2.0}, Field, strokes);
        QVERIFY(strokes.size() >= 2 * 50 / 6);
        QVERIFY(strokes.size() < 30);
        for (const QLineF& stroke : strokes) {
            const double y = stroke.center().y();
            const double covered = stroke.dy() < 0.0 ? seen.y() - y : seen.y() - 2.0 * away.y() + y;
            QVERIFY(std::fmod(covered + 1e-6, 6.0) < 4.0 + 2e-6);
        }
    }

    void onlyWhatIsNearTheFieldIsStroked_data()
    {
        QTest::addColumn<QLineF>("line");
        QTest::addColumn<double>("seen"); // of it in the field
        QTest::newRow("from above") << QLineF(20, -6e6, 20, 50) << 50.0;
        QTest::newRow("from below, endless to the eye") << QLineF(20, 6e18, 20, 50) << 50.0;
        QTest::newRow("right across") << QLineF(20, -1e300, 20, 1e300) << 100.0;
        QTest::newRow("across, as far as numbers go") << QLineF(20, -1.7e308, 21, 1.7e308) << 100.0;
        QTest::newRow("from the left") << QLineF(-1e9, 50, 20, 50) << 10.0;
        QTest::newRow("upright beside it") << QLineF(5000, -6e6, 5000, 6e6) << 0.0;
        QTest::newRow("aslant past it") << QLineF(-6e6, 5e6, 6e6, 7e6) << 0.0;
    }
    void onlyWhatIsNearTheFieldIsStroked()
    {
        QFETCH(QLineF, line);
        QFETCH(double, seen);
        constexpr double Near = 20.0;
        const QRectF around = QRectF(Field).adjusted(-Near, -Near, Near, Near);
        for (const QVector<qreal>& dashes : {QVector<qreal>(), QVector<qreal>{4.0, 2.0}}) {
            std::vector<QLineF> strokes;
            strokesOf({line.p1(), line.p2()}, dashes, Field, strokes);
            QVERIFY(strokes.size() < 30);
            for (const QLineF& stroke : strokes)
                QVERIFY(around.contains(stroke.p1()) && around.contains(stroke.p2()));
            QCOMPARE_LE(lengthOf(strokes), seen == 0.0 ? 0.0 : seen + 2.0 * Near);
            QCOMPARE_GE(lengthOf(strokes), dashes.empty() ? seen : seen * 4.0 / 6.0 - 4.0);
        }
    }
};

} // namespace tst_curve_strokes

GHOSTLINE_TEST(tst_curve_strokes, TestCurveStrokes, void)
#include "tst_curve_strokes.moc"
