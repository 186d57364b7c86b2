// SPDX-License-Identifier: GPL-3.0-or-later
// What each quality adds to a picture: shadows, smooth edges, darker corners.
#include "baseline.h"
#include "grid_fixture.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"
#include "view_fixture.h"

#include <algorithm>

namespace tst_quality_pictures {

using namespace ghostline;
using namespace ghostline::render;
using test::World;

namespace {

const QSize Size{320, 180};
constexpr double Height = 24.0; // metres that the picture from above is high

/// A tall box in the middle of plain ground.
World tower()
{
    World w;
    w.add({.position = {0.0, 0.0, 0.0}, .half = {1.0F, 3.0F, 1.0F}});
    return w;
}

StillRequest request(bool light, Quality quality)
{
    StillRequest r;
    r.pixels = Size;
    r.content.theme = light ? Theme::light() : Theme::dark();
    r.content.quality = quality;
    r.content.options.labels = r.content.options.grid = r.content.options.axesGizmo = false;
    r.content.options.provenance = false;
    return r;
}

/// Straight down.
CameraPose fromAbove()
{
    CameraPose c;
    c.position = {0.0, 40.0, 0.0};
    c.target = {0.0, 0.0, 0.0};
    c.up = {0.0, 0.0, -1.0};
    c.orthographic = true;
    c.orthographicHeight = Height;
    return c;
}

/// The pixel of a place on the ground, seen from above.
QPoint pixelOf(double x, double z)
{
    const double scale = Size.height() / Height;
    return {static_cast<int>(Size.width() / 2 + x * scale), static_cast<int>(Size.height() / 2 + z * scale)};
}

int brightness(const QImage& image, QPoint at)
{
    int sum = 0;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x)
            sum += qGray(image.pixel(at + QPoint(x, y)));
    }
    return sum / 9;
}

} // namespace

class TestQualityPictures : public QObject
{
    Q_OBJECT
private:
    static void themesAndQualities()
    {
        QTest::addColumn<bool>("light");
        QTest::addColumn<Quality>("quality");
        for (const bool light : {false, true}) {
            const char* theme = light ? "light" : "dark";
            QTest::addRow("%s, low", theme) << light << Quality::Low;
            QTest::addRow("%s, medium", theme) << light << Quality::Medium;
            QTest::addRow("%s, high", theme) << light << Quality::High;
        }
    }

private Q_SLOTS:
    void shadowOfATower_data() { themesAndQualities(); }
    void shadowOfATower()
    {
        QFETCH(bool, light);
        QFETCH(Quality, quality);
        StillRequest r = request(light, quality);
        r.look.pose = fromAbove();
        const auto image = test::stillOf(tower(), r);
        QVERIFY(image);
        // The sun is in the north-west: away from it, and toward it.
        const int shadow = brightness(*image, pixelOf(2.2, 2.3));
        const int open = brightness(*image, pixelOf(-2.2, -2.3));
        const int side = brightness(*image, pixelOf(2.2, -2.3));
        QVERIFY(std::abs(open - side) <= 2);
        if (quality == Quality::Low) {
            QVERIFY2(std::abs(shadow - open) <= 2, qPrintable(QString::number(shadow - open)));
            return;
        }
        const double share = static_cast<double>(shadow) / open;
        QVERIFY2(share < 0.9, qPrintable(QString::number(share)));
        QVERIFY2(share > 0.4, qPrintable(QString::number(share)));
    }

    void shadowFallsOnThingsToo_data() { themesAndQualities(); }
    void shadowFallsOnThingsToo()
    {
        QFETCH(bool, light);
        QFETCH(Quality, quality);
        test::Cells cells;
        const auto stone = cells.kind(QStringLiteral("stone"), 0x9AA3AF);
        cells.box({-10, -1, -8}, {10, -1, 8}, stone);
        cells.box({-1, 0, -1}, {0, 5, 0}, stone);
        World w;
        w.scene.groundHeight = -20.0;
        w.state.grids = {cells.layer()};
        StillRequest r = request(light, quality);
        r.look.pose = fromAbove();
        const auto image = test::stillOf(w, r);
        QVERIFY(image);
        // In the middles of cells, whose edges are drawn.
        const double shadow = brightness(*image, pixelOf(2.5, 2.5));
        const double open = brightness(*image, pixelOf(-4.5, -4.5));
        if (quality == Quality::Low)
            QVERIFY2(std::abs(shadow / open - 1.0) < 0.03, qPrintable(QString::number(shadow / open)));
        else
            QVERIFY2(shadow / open < 0.9 && shadow / open > 0.4, qPrintable(QString::number(shadow / open)));
    }

    /// What is within a hall throws no shadow onto the ground outside, or below.
    void hallsKeepTheirShadows()
    {
        World w = tower();
        const auto brightnessOfShadow = [&w] {
            StillRequest r = request(true, Quality::Medium);
            r.look.pose = fromAbove();
            const auto image = test::stillOf(w, r);
            return image ? brightness(*image, pixelOf(2.2, 2.3)) - brightness(*image, pixelOf(-2.2, -2.3))
                         : 0;
        };
        QVERIFY(brightnessOfShadow() < -10);
        w.quad(model::SceneRole::Shell, -40.0F, -40.0F, -39.0F, -39.0F);
        QVERIFY(std::abs(brightnessOfShadow()) <= 2);
    }

    /// Neither stripes nor spots where nothing stands in the light.
    void openGroundIsEven_data() { themesAndQualities(); }
    void openGroundIsEven()
    {
        QFETCH(bool, light);
        QFETCH(Quality, quality);
        World w = tower();
        w.quad(model::SceneRole::Road, -40.0, -40.0, 40.0, 40.0);
        StillRequest r = request(light, quality);
        r.look.pose = test::lookingAt({-8.0, 9.0, 14.0}, {-8.0, 0.0, 2.0});
        const auto image = test::stillOf(w, r);
        QVERIFY(image);
        int low = 255;
        int high = 0;
        for (int y = Size.height() / 2; y < Size.height() - 2; ++y) {
            for (int x = 2; x < Size.width() / 2; ++x) {
                const int grey = qGray(image->pixel(x, y));
                low = std::min(low, grey);
                high = std::max(high, grey);
            }
        }
        QVERIFY2(high - low <= 3, qPrintable(QStringLiteral("%1 to %2").arg(low).arg(high)));
    }

    void cornersAreDarker_data()
    {
        QTest::addColumn<bool>("light");
        QTest::newRow("dark") << false;
        QTest::newRow("light") << true;
    }
    void cornersAreDarker()
    {
        QFETCH(bool, light);
        World w;
        w.quad(model::SceneRole::Road, -40.0, -40.0, 40.0, 40.0);
        // The sun is behind the eye: no shadow falls to this side.
        w.add({.position = {6.0, 0.0, 6.0}, .half = {6.0F, 3.0F, 2.0F}});
        const auto picture = [&](Quality quality) {
            StillRequest r = request(light, quality);
            r.look.pose = test::lookingAt({5.0, 5.0, -4.0}, {5.0, 0.0, 4.0});
            return test::stillOf(w, r);
        };
        const auto medium = picture(Quality::Medium);
        const auto high = picture(Quality::High);
        QVERIFY(medium && high);
        // The ground at the wall's foot is in the middle of the picture, open ground below.
        double darkest = 1.0;
        for (int y = Size.height() / 2 - 20; y < Size.height() / 2 + 20; ++y) {
            const QPoint at(Size.width() / 2, y);
            darkest = std::min(darkest, static_cast<double>(brightness(*high, at)) /
                                            std::max(brightness(*medium, at), 1));
        }
        const QPoint open(Size.width() / 2, Size.height() - 10);
        const double share = static_cast<double>(brightness(*high, open)) / brightness(*medium, open);
        QVERIFY2(darkest < 0.93, qPrintable(QString::number(darkest)));
        QVERIFY2(darkest > 0.4, qPrintable(QString::number(darkest)));
        QVERIFY2(share > 0.97, qPrintable(QString::number(share)));
    }

    void edgesAreSmooth_data() { themesAndQualities(); }
    void edgesAreSmooth()
    {
        QFETCH(bool, light);
        QFETCH(Quality, quality);
        StillRequest r = request(light, quality);
        r.samples = 1; // of the low quality; the others smooth in any case
        r.look.pose = test::lookingAt({0.0, 60.0, 0.1}, {0.0, 0.0, 0.0});
        World w = World();
        w.add({.position = {0.0, 0.0, 0.0}, .yaw = 20.0F, .half = {12.0F, 0.05F, 12.0F}});
        const auto image = test::stillOf(w, r);
        QVERIFY(image);
        const int inside = qGray(image->pixel(Size.width() / 2, Size.height() / 2));
        const int outside = qGray(image->pixel(4, Size.height() / 2));
        QVERIFY(std::abs(inside - outside) > 30);
        int between = 0;
        for (int y = 0; y < Size.height(); ++y) {
            for (int x = 0; x < Size.width() / 2; ++x) { // toward the sun: no shadow there
                const int grey = qGray(image->pixel(x, y));
                if (std::min(std::abs(grey - inside), std::abs(grey - outside)) > 8 &&
                    grey > std::min(inside, outside) && grey < std::max(inside, outside))
                    ++between;
            }
        }
        if (quality == Quality::Low)
            QVERIFY2(between < 12, qPrintable(QString::number(between)));
        else
            QVERIFY2(between > 40, qPrintable(QString::number(between)));
    }

    /// Back and forth in one window: each is as it was, and the window goes on.
    void changesWhileItRuns()
    {
        Viewport view;
        view.setReducedMotion(true);
        view.resize(Size);
        const World w = tower();
        ViewContent content = request(true, Quality::Low).content;
        content.index = w.index();
        content.scene = w.scene;
        content.state = w.state;
        view.setContent(content);
        view.camera().setPose(fromAbove(), false);
        view.show();
        QTRY_VERIFY(view.isReady());
        const auto shown = [&](Quality quality) {
            content.quality = quality;
            view.setContent(content);
            return view.capture(Size);
        };
        const QImage low = shown(Quality::Low);
        const QImage medium = shown(Quality::Medium);
        QVERIFY(!low.isNull() && !medium.isNull());
        QVERIFY(brightness(medium, pixelOf(2.2, 2.3)) < brightness(low, pixelOf(2.2, 2.3)) - 5);
        QVERIFY(!shown(Quality::High).isNull());
        QCOMPARE(shown(Quality::Low), low);
        QCOMPARE(shown(Quality::Medium), medium);
        QSignalSpy drawn(&view, &Viewport::frameDrawn);
        view.resize(Size + QSize(40, 30));
        QTRY_VERIFY(drawn.count() > 0);
    }
};

} // namespace tst_quality_pictures

GHOSTLINE_TEST(tst_quality_pictures, TestQualityPictures, ghostline::test::GraphicsApplication)
#include "tst_quality_pictures.moc"
