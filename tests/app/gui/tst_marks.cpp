// SPDX-License-Identifier: GPL-3.0-or-later
// The small shapes that stand for teams and kinds: sharp on every screen, seen in a selected row.
#include "app/gui/widgets/panel_style.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QGuiApplication>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

namespace tst_marks {

using namespace ghostline::app;

class TestMarks : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void areCrisp_data();
    void areCrisp();
    void standOutInASelectedRow();
    void rimFollowsThePalette();
    void theSortArrowStandsAtItsName_data();
    void theSortArrowStandsAtItsName();
};

void TestMarks::theSortArrowStandsAtItsName_data()
{
    QTest::addColumn<int>("alignment");
    QTest::newRow("left") << int(Qt::AlignLeft);
    QTest::newRow("right") << int(Qt::AlignRight);
}

/// At the other edge of a wide column it would seem to be the neighbour's.
void TestMarks::theSortArrowStandsAtItsName()
{
    QFETCH(int, alignment);
    QStandardItemModel model(0, 2);
    model.setHorizontalHeaderLabels({QStringLiteral("Who"), QStringLiteral("Time")});
    model.setHeaderData(1, Qt::Horizontal, alignment, Qt::TextAlignmentRole);
    QTableView table;
    table.setModel(&model);
    tidyTable(&table, QStringLiteral("Runs"));
    table.setSortingEnabled(true);
    table.resize(500, 200);
    QHeaderView* header = table.horizontalHeader();
    header->setSectionResizeMode(1, QHeaderView::Fixed);
    header->resizeSection(1, 200);
    const QRect section(header->sectionViewportPosition(1), 0, 200, header->sizeHint().height() - 1);
    const auto picture = [&table, section](int column) {
        table.sortByColumn(column, Qt::AscendingOrder);
        return table.horizontalHeader()->grab(section).toImage();
    };
    const QImage sorted = picture(1);
    const QImage plain = picture(0);
    QRect differs;
    for (int y = 0; y < sorted.height(); ++y) {
        for (int x = 0; x < sorted.width(); ++x) {
            if (sorted.pixel(x, y) != plain.pixel(x, y))
                differs |= QRect(x, y, 1, 1);
        }
    }
    const int name = header->fontMetrics().horizontalAdvance(QStringLiteral("Time"));
    QVERIFY(!differs.isEmpty());
    QVERIFY2(differs.width() > name && differs.width() < name + 4 * Grid,
             qPrintable(QString::number(differs.width())));
}

void TestMarks::areCrisp_data()
{
    QTest::addColumn<double>("ratio");
    QTest::newRow("1x") << 1.0;
    QTest::newRow("1.25x") << 1.25;
    QTest::newRow("1.5x") << 1.5;
    QTest::newRow("2x") << 2.0;
}

/// As many pixels as the screen has under them, whether selected or not.
void TestMarks::areCrisp()
{
    QFETCH(double, ratio);
    const QIcon icon = markIcon(Mark::Star, Qt::blue);
    for (const QIcon::Mode mode : {QIcon::Normal, QIcon::Selected}) {
        const QPixmap pixmap = icon.pixmap(QSize(16, 16), ratio, mode);
        QCOMPARE(pixmap.size(), QSize(16, 16) * ratio);
        QCOMPARE(pixmap.devicePixelRatio(), ratio);
    }
}

/// Even in the very colour of the selection: there it has a rim.
void TestMarks::standOutInASelectedRow()
{
    const QColor accent = QGuiApplication::palette().color(QPalette::Highlight);
    const QRgb rim = QGuiApplication::palette().color(QPalette::HighlightedText).rgb();
    const QIcon icon = markIcon(Mark::Square, accent);
    const auto has = [&icon](QIcon::Mode mode, QRgb colour) {
        const QImage image = icon.pixmap(QSize(16, 16), 1.0, mode).toImage();
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixel(x, y) == colour)
                    return true;
            }
        }
        return false;
    };
    QVERIFY(has(QIcon::Normal, accent.rgb()) && has(QIcon::Selected, accent.rgb()));
    QVERIFY(has(QIcon::Selected, rim));
    QVERIFY(!has(QIcon::Normal, rim));
}

/// A list keeps its icons when the colours of the program change.
void TestMarks::rimFollowsThePalette()
{
    const QPalette before = QGuiApplication::palette();
    const QIcon icon = markIcon(Mark::Square, Qt::blue);
    const auto rim = [&icon] {
        return icon.pixmap(QSize(16, 16), 1.0, QIcon::Selected).toImage().pixelColor(8, 3);
    };
    for (const QColor colour : {QColor(Qt::yellow), QColor(Qt::magenta)}) {
        QPalette palette = before;
        palette.setColor(QPalette::HighlightedText, colour);
        QGuiApplication::setPalette(palette);
        QCOMPARE(rim(), colour);
    }
    QGuiApplication::setPalette(before);
}

} // namespace tst_marks

GHOSTLINE_TEST(tst_marks, TestMarks, QApplication)
#include "tst_marks.moc"
