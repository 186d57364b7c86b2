// SPDX-License-Identifier: GPL-3.0-or-later
// What is shared by all panels in looks: three sizes of type, and an accent that says one thing.
#include "app/gui/match/scoreboard_content.h"
#include "app/gui/settings/theme_manager.h"
#include "app/gui/widgets/type_sizes.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QProgressBar>
#include <QSlider>
#include <QTest>

namespace tst_panel_look {

using namespace ghostline;
using namespace ghostline::app;

namespace {

/// Pixels of a colour that no grey comes near.
int strongPixels(QWidget& widget)
{
    const QImage image = widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y).hsvSaturationF() > 0.5F ? 1 : 0;
    }
    return count;
}

} // namespace

class TestPanelLook : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void sizesFollowTheFont_data()
    {
        QTest::addColumn<double>("points");
        for (const double points : {8.0, 10.0, 12.5, 20.0})
            QTest::addRow("%.1f", points) << points;
    }
    void sizesFollowTheFont()
    {
        QFETCH(double, points);
        QFont base;
        base.setPointSizeF(points);
        const auto size = [&](TypeSize of) { return typeFont(base, of).pointSizeF(); };
        QCOMPARE(size(TypeSize::Text), points);
        QVERIFY(size(TypeSize::Section) > 1.1 * points &&
                size(TypeSize::Title) > 1.25 * size(TypeSize::Section));
        QVERIFY(size(TypeSize::Small) <= points && size(TypeSize::Small) >= 8.0);
        QVERIFY(typeFont(base, TypeSize::Section).weight() > QFont::Normal);
        // Score and clock are the largest there is.
        QCOMPARE(scoreFont(base).pointSizeF(), size(TypeSize::Title));
    }

    void fontsInPixelsStay()
    {
        QFont base;
        base.setPixelSize(13);
        QCOMPARE(typeFont(base, TypeSize::Title).pixelSize(), 13);
    }

    void theAccentIsForWhatIsCurrent_data()
    {
        QTest::addColumn<bool>("light");
        QTest::newRow("dark") << false;
        QTest::newRow("light") << true;
    }
    void theAccentIsForWhatIsCurrent()
    {
        QFETCH(bool, light);
        const render::Theme& theme = light ? render::Theme::light() : render::Theme::dark();
        const QPalette palette = paletteFor(theme);
        for (int role = 0; role < QPalette::NColorRoles; ++role) {
            if (role == QPalette::Highlight || role == QPalette::NoRole)
                continue;
            QVERIFY2(palette.color(static_cast<QPalette::ColorRole>(role)) != theme.accent,
                     qPrintable(QString::number(role)));
        }
        QCOMPARE(palette.color(QPalette::Highlight), theme.accent);
        QVERIFY(render::contrast(palette.color(QPalette::Link), theme.base) >= render::TextContrast);
        QCOMPARE(menuPaletteFor(theme).color(QPalette::Base), theme.overlay());
        QVERIFY(theme.plainMark() != theme.accent);

        const ThemeManager manager(light ? ThemeChoice::Light : ThemeChoice::Dark);
        QProgressBar bar;
        bar.setRange(0, 100);
        bar.setValue(60);
        bar.setTextVisible(false);
        bar.resize(200, 24);
        QCOMPARE(strongPixels(bar), 0);
        QSlider slider(Qt::Horizontal);
        slider.setRange(0, 100);
        slider.setValue(60);
        slider.resize(200, 24);
        QCOMPARE(strongPixels(slider), 0);
    }
};

} // namespace tst_panel_look

GHOSTLINE_TEST(tst_panel_look, TestPanelLook, QApplication)
#include "tst_panel_look.moc"
