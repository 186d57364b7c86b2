// SPDX-License-Identifier: GPL-3.0-or-later
// The window's scroll bars: the handle is seen on both grounds, and does what a handle does.
#include "app/gui/settings/theme_manager.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QScrollBar>
#include <QTest>

#include <cmath>

namespace tst_scroll_bars {

using namespace ghostline;

namespace {

double luminance(const QColor& colour)
{
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
    return (light + 0.05) / (dark + 0.05);
}

/// Half of what there is to scroll is seen: the handle is half as long as the bar.
std::unique_ptr<QScrollBar> halfBar(Qt::Orientation orientation)
{
    auto bar = std::make_unique<QScrollBar>(orientation);
    bar->setRange(0, 100);
    bar->setPageStep(100);
    const QSize standing(bar->sizeHint().width(), 200);
    bar->resize(orientation == Qt::Vertical ? standing : QSize(200, bar->sizeHint().height()));
    return bar;
}

/// So far along the bar.
QPoint along(const QScrollBar& bar, int distance)
{
    return bar.orientation() == Qt::Vertical ? QPoint(bar.width() / 2, distance)
                                             : QPoint(distance, bar.height() / 2);
}

} // namespace

class TestScrollBars : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void handlesAreSeen_data();
    void handlesAreSeen();
    void handlesScroll_data();
    void handlesScroll();
};

void TestScrollBars::handlesAreSeen_data()
{
    QTest::addColumn<app::ThemeChoice>("theme");
    QTest::newRow("dark") << app::ThemeChoice::Dark;
    QTest::newRow("light") << app::ThemeChoice::Light;
}

void TestScrollBars::handlesAreSeen()
{
    QFETCH(app::ThemeChoice, theme);
    const app::ThemeManager themes(theme);
    const auto bar = halfBar(Qt::Vertical);
    const QImage image = bar->grab().toImage();
    QVERIFY(contrast(image.pixelColor(along(*bar, 50)), image.pixelColor(along(*bar, 150))) >= 3.0);
    // From end to end of the bar: no arrows.
    QVERIFY(contrast(image.pixelColor(along(*bar, 5)), image.pixelColor(along(*bar, 150))) >= 3.0);
    bar->setRange(0, 0);
    const QImage none = bar->grab().toImage();
    QCOMPARE(none.pixelColor(along(*bar, 50)), none.pixelColor(along(*bar, 150)));
}

void TestScrollBars::handlesScroll_data()
{
    QTest::addColumn<Qt::Orientation>("orientation");
    QTest::newRow("standing") << Qt::Vertical;
    QTest::newRow("lying") << Qt::Horizontal;
}

void TestScrollBars::handlesScroll()
{
    QFETCH(Qt::Orientation, orientation);
    const app::ThemeManager themes(app::ThemeChoice::Dark);
    const auto bar = halfBar(orientation);
    QTest::mousePress(bar.get(), Qt::LeftButton, {}, along(*bar, 50));
    QTest::mouseMove(bar.get(), along(*bar, 100));
    QTest::mouseRelease(bar.get(), Qt::LeftButton, {}, along(*bar, 100));
    QCOMPARE(bar->value(), 50); // half of the way that the handle can go
    QTest::mouseClick(bar.get(), Qt::LeftButton, {}, along(*bar, 190));
    QCOMPARE(bar->value(), 100);
    QTest::mouseClick(bar.get(), Qt::LeftButton, {}, along(*bar, 10));
    QCOMPARE(bar->value(), 0);
}

} // namespace tst_scroll_bars

GHOSTLINE_TEST(tst_scroll_bars, TestScrollBars, QApplication)
#include "tst_scroll_bars.moc"
