// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, legend and PNG of heat maps.
#include "model/heat/heat_colours.h"
#include "model/heat/png_writer.h"
#include "tests/support/test_driver.h"

#include <QtEndian>
#include <QtTest>

#include <cmath>

namespace tst_heat_image {

using namespace ghostline::model;

namespace {

HeatGrid grid(int columns, int rows, std::vector<float> values)
{
    HeatGrid made;
    made.layout = {0.0, 0.0, 1.0, columns, rows};
    made.values = std::move(values);
    made.samples = 1;
    made.unit = QStringLiteral("s");
    made.sumUp();
    return made;
}

/// Relative luminance, sRGB.
double lightness(const HeatColour& colour)
{
    const auto linear = [](std::uint8_t byte) {
        const double c = byte / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const double y = 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
    return 116.0 * std::cbrt(y) - 16.0;
}

std::uint8_t alpha(const HeatPixels& pixels, int x, int y)
{
    return pixels.rgba[static_cast<std::size_t>(y * pixels.width + x) * 4 + 3];
}

} // namespace

class TestHeatImage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// More is lighter on dark ground and darker on light ground, all the way.
    void theRampIsEven()
    {
        for (const bool dark : {true, false}) {
            double last = lightness(heatColour(0.0, dark));
            for (int i = 1; i <= 20; ++i) {
                const double now = lightness(heatColour(i / 20.0, dark));
                QVERIFY2(dark ? now > last : now < last, qPrintable(QString::number(i)));
                QVERIFY(std::abs(now - last) < 9.0);
                last = now;
            }
        }
        QCOMPARE(heatColour(std::nan(""), true), heatColour(0.0, true));
        QCOMPARE(heatColour(7.0, true), heatColour(1.0, true));
    }

    void nothingIsTransparent()
    {
        const HeatPixels pixels = heatPixels(grid(3, 1, {0.0F, 1.0F, 4.0F}), {});
        QCOMPARE(pixels.width, 3);
        QCOMPARE(pixels.height, 1);
        QCOMPARE(int{alpha(pixels, 0, 0)}, 0);
        QVERIFY(alpha(pixels, 1, 0) > 0);
        QVERIFY(alpha(pixels, 2, 0) > alpha(pixels, 1, 0));
        HeatGrid mean = grid(2, 1, {5.0F, 5.0F});
        mean.weights = {0.0F, 1.0F};
        mean.sumUp();
        const HeatPixels means = heatPixels(mean, {});
        QCOMPARE(int{alpha(means, 0, 0)}, 0);
        QVERIFY(alpha(means, 1, 0) > 0);
    }

    void anySize()
    {
        HeatLook look;
        look.blend = false;
        const HeatGrid two = grid(2, 1, {0.0F, 1.0F});
        const HeatPixels large = heatPixels(two, look, 100);
        QCOMPARE(large.width, 100);
        QCOMPARE(large.height, 50);
        QCOMPARE(int{alpha(large, 49, 20)}, 0); // squares have edges
        QVERIFY(alpha(large, 50, 20) > 0);
        look.blend = true;
        const HeatPixels soft = heatPixels(two, look, 100);
        QVERIFY(alpha(soft, 60, 20) > alpha(soft, 35, 20) && alpha(soft, 35, 20) > 0);
        const HeatPixels most = heatPixels(grid(64, 1, std::vector<float>(64, 1.0F)), look, 1 << 30);
        QCOMPARE(most.width, MostHeatSide);
        QCOMPARE(most.height, MostHeatSide / 64);
        QVERIFY(heatPixels({}, look, 100).rgba.empty());
        HeatGrid torn = two;
        torn.values.pop_back();
        QVERIFY(heatPixels(torn, look).rgba.empty());
    }

    void scalesShowWhatIsRare()
    {
        const HeatGrid values = grid(2, 1, {1.0F, 100.0F});
        const auto share = [&values](HeatScale scale) { return heatShare(values, {.scale = scale}, 1.0); };
        QVERIFY(std::abs(share(HeatScale::Linear) - 0.01) < 1e-9);
        QVERIFY(std::abs(share(HeatScale::Root) - 0.1) < 1e-9);
        QVERIFY(share(HeatScale::Log) > 0.3);
        for (const HeatScale scale : {HeatScale::Linear, HeatScale::Root, HeatScale::Log}) {
            QCOMPARE(heatShare(values, {.scale = scale}, 0.0), 0.0);
            QCOMPARE(heatShare(values, {.scale = scale}, 100.0), 1.0);
            QCOMPARE(heatShare(values, {.scale = scale}, 1e9), 1.0);
            QCOMPARE(heatShare(values, {.scale = scale}, std::nan("")), 0.0);
            QVERIFY(heatScaleOf(heatScaleWord(scale)) == scale);
        }
        QVERIFY(!heatScaleOf(QStringLiteral("cubic")));
        // Two maps that compare share the end of their scale.
        QCOMPARE(heatShare(values, {.most = 200.0}, 100.0), 0.5);
    }

    void ticksAreRoundAndApart_data()
    {
        QTest::addColumn<float>("most");
        for (const float most : {0.037F, 0.9F, 1.0F, 7.3F, 99.0F, 1234.0F, 5.0e6F})
            QTest::addRow("%g", static_cast<double>(most)) << most;
    }
    void ticksAreRoundAndApart()
    {
        QFETCH(float, most);
        const HeatGrid values = grid(2, 1, {0.0F, most});
        for (const HeatScale scale : {HeatScale::Linear, HeatScale::Root, HeatScale::Log}) {
            const HeatLook look{.scale = scale};
            const std::vector<HeatTick> ticks = heatTicks(values, look);
            QVERIFY(ticks.size() >= 3 && ticks.size() <= 9);
            for (std::size_t i = 0; i < ticks.size(); ++i) {
                const HeatTick& tick = ticks[i];
                QVERIFY(std::abs(tick.share - heatShare(values, look, tick.value)) < 1e-9);
                if (i > 0)
                    QVERIFY(tick.value > ticks[i - 1].value && tick.share - ticks[i - 1].share > 0.1);
                // It reads back as what it stands for.
                const QString text = QString::number(tick.value, 'f', tick.decimals);
                QVERIFY2(std::abs(text.toDouble() - tick.value) <= 1e-6 * static_cast<double>(most),
                         qPrintable(text));
            }
        }
        QVERIFY(heatTicks({}, {}).empty());
    }

    void aPngIsReadByAnybody()
    {
        const std::vector<std::uint8_t> pixels{255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 0, 1, 2, 3, 4};
        const auto png = pngBytes(2, 2, pixels, "over there");
        QVERIFY(png);
        QVERIFY(png->startsWith("\x89PNG\r\n\x1a\n"));
        // Chunk by chunk; the check sum of an empty IEND is known.
        qsizetype at = 8;
        QByteArray names;
        QByteArray rows;
        while (at + 12 <= png->size()) {
            const auto length = static_cast<qsizetype>(qFromBigEndian<quint32>(png->constData() + at));
            const QByteArray name = png->mid(at + 4, 4);
            const QByteArray data = png->mid(at + 8, length);
            names += name + ' ';
            if (name == "IHDR") {
                QCOMPARE(qFromBigEndian<quint32>(data.constData()), 2U);
                QCOMPARE(data.mid(8), QByteArray("\x08\x06\x00\x00\x00", 5));
            }
            if (name == "IDAT") {
                QByteArray packed(4, '\0');
                qToBigEndian(quint32{18}, packed.data());
                rows = qUncompress(packed + data);
            }
            at += 12 + length;
        }
        QCOMPARE(at, png->size());
        QCOMPARE(names, QByteArray("IHDR sRGB tEXt IDAT IEND "));
        QCOMPARE(rows.size(), qsizetype{18});
        QCOMPARE(rows.mid(1, 8), QByteArray(reinterpret_cast<const char*>(pixels.data()), 8));
        QVERIFY(png->endsWith(QByteArray("\x00\x00\x00\x00IEND\xAE\x42\x60\x82", 12)));
        QVERIFY(!pngBytes(2, 3, pixels));
        QVERIFY(!pngBytes(0, 0, {}));
        QVERIFY(!pngBytes(-1, -4, pixels));
    }
};

} // namespace tst_heat_image

GHOSTLINE_TEST(tst_heat_image, TestHeatImage, void)
#include "tst_heat_image.moc"
