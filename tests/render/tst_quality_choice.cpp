// SPDX-License-Identifier: GPL-3.0-or-later
// Which quality a machine gets, from how long its frames take.
#include "render/base/quality_choice.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_quality_choice {

using namespace ghostline::render;

namespace {

constexpr double FramesPerSecond = 60.0;

/// Frame times by quality, as of one machine.
using Machine = std::array<double, 3>;

struct Run
{
    QList<int> qualities; ///< one after the other
    double end = 0.0;     ///< seconds
};

/// Runs so many seconds. Every tenth frame takes `hitch` instead.
Run runOf(QualityChoice& choice, const Machine& machine, double seconds, double hitch = 0.0,
          double start = 0.0)
{
    Run run{{static_cast<int>(choice.quality())}, start};
    int frame = 0;
    while (run.end < start + seconds) {
        const double usual = machine[static_cast<std::size_t>(choice.quality())];
        const double ms = hitch > 0.0 && ++frame % 10 == 0 ? hitch : usual;
        run.end += std::max(ms * 1.0e-3, 1.0 / FramesPerSecond);
        if (choice.addFrame(ms, run.end, frameInterval(FramesPerSecond)))
            run.qualities << static_cast<int>(choice.quality());
    }
    return run;
}

} // namespace

class TestQualityChoice : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void software_data()
    {
        QTest::addColumn<QByteArray>("renderer");
        QTest::addColumn<bool>("software");
        QTest::newRow("llvmpipe") << QByteArray("llvmpipe (LLVM 15.0.6, 256 bits)") << true;
        QTest::newRow("softpipe") << QByteArray("softpipe") << true;
        QTest::newRow("SwiftShader") << QByteArray("Google SwiftShader") << true;
        QTest::newRow("Windows without a driver") << QByteArray("GDI Generic") << true;
        QTest::newRow("NVIDIA") << QByteArray("NVIDIA GeForce RTX 3060/PCIe/SSE2") << false;
        QTest::newRow("AMD by Mesa") << QByteArray("AMD Radeon RX 6600 (radeonsi, navi23, LLVM 15.0.6)")
                                     << false;
        QTest::newRow("Intel") << QByteArray("Mesa Intel(R) UHD Graphics 620 (KBL GT2)") << false;
    }
    void software()
    {
        QFETCH(QByteArray, renderer);
        QFETCH(bool, software);
        QCOMPARE(drawsBySoftware(renderer.toStdString()), software);
    }

    void settles_data()
    {
        QTest::addColumn<bool>("software");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("medium");
        QTest::addColumn<double>("high");
        QTest::addColumn<double>("hitch");
        QTest::addColumn<QList<int>>("qualities"); // within five minutes
        QTest::newRow("by software: low, however fast") << true << 2.0 << 2.0 << 2.0 << 0.0 << QList<int>{0};
        QTest::newRow("fast: high") << false << 2.0 << 3.0 << 5.0 << 0.0 << QList<int>{1, 2};
        QTest::newRow("waits for a screen of 60 Hz: high")
            << false << 16.7 << 16.7 << 16.7 << 0.0 << QList<int>{1, 2};
        QTest::newRow("high is too much: tried once")
            << false << 16.7 << 16.7 << 33.3 << 0.0 << QList<int>{1, 2, 1};
        QTest::newRow("medium is too much: not tried again")
            << false << 9.0 << 30.0 << 40.0 << 0.0 << QList<int>{1, 0};
        QTest::newRow("all is too much: low") << false << 25.0 << 30.0 << 40.0 << 0.0 << QList<int>{1, 0};
        QTest::newRow("between in time and late: stays")
            << false << 5.0 << 18.5 << 40.0 << 0.0 << QList<int>{1};
        QTest::newRow("a tenth of the frames hitches: high")
            << false << 2.0 << 3.0 << 5.0 << 90.0 << QList<int>{1, 2};
    }
    void settles()
    {
        QFETCH(bool, software);
        QFETCH(double, low);
        QFETCH(double, medium);
        QFETCH(double, high);
        QFETCH(double, hitch);
        QFETCH(QList<int>, qualities);
        QualityChoice choice(software);
        QCOMPARE(runOf(choice, {low, medium, high}, 300.0, hitch).qualities, qualities);
    }

    void settlesWithTheScreen_data()
    {
        QTest::addColumn<double>("screen"); // Hz
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("medium");
        QTest::addColumn<double>("high");
        QTest::addColumn<QList<int>>("qualities");
        const auto row = [](const char* name, double screen, const Machine& machine,
                            const QList<int>& qualities) {
            QTest::newRow(name) << screen << machine[0] << machine[1] << machine[2] << qualities;
        };
        row("waits for 30 Hz: high", 30.0, {33.4, 33.4, 33.4}, {1, 2});
        row("waits for 48 Hz: high", 48.0, {20.9, 20.9, 20.9}, {1, 2});
        row("waits for 50 Hz: high", 50.0, {20.1, 20.1, 20.1}, {1, 2});
        row("too much for 30 Hz: low", 30.0, {33.4, 66.7, 66.7}, {1, 0});
        row("high is too much for 50 Hz: tried once", 50.0, {20.0, 20.0, 40.0}, {1, 2, 1});
        row("60 pictures a second do at 144 Hz", 144.0, {7.0, 16.7, 16.7}, {1, 2});
        row("too much at 144 Hz: low", 144.0, {7.0, 25.0, 30.0}, {1, 0});
        row("a screen that does not know its rate, in time", 0.0, {16.7, 16.7, 16.7}, {1, 2});
        row("a screen that does not know its rate, late", 1.0, {16.7, 33.3, 33.3}, {1, 0});
    }
    void settlesWithTheScreen()
    {
        QFETCH(double, screen);
        QFETCH(double, low);
        QFETCH(double, medium);
        QFETCH(double, high);
        QFETCH(QList<int>, qualities);
        QualityChoice choice(false);
        double end = 0.0;
        QList<int> seen{static_cast<int>(choice.quality())};
        for (int frame = 0; frame < 3000; ++frame) {
            const double ms = Machine{low, medium, high}[static_cast<std::size_t>(choice.quality())];
            if (choice.addFrame(ms, end += ms * 1.0e-3, frameInterval(screen)))
                seen << static_cast<int>(choice.quality());
        }
        QCOMPARE(seen, qualities);
    }

    /// A machine that was busy for a while gets another chance, later and later.
    void triesAgainAfterLong()
    {
        QualityChoice choice(false);
        const Machine machine{5.0, 5.0, 30.0};
        Run run = runOf(choice, machine, 0.9 * QualityChoice::RetrySeconds);
        QCOMPARE(run.qualities, QList<int>({1, 2, 1}));
        run = runOf(choice, machine, 0.2 * QualityChoice::RetrySeconds, 0.0, run.end);
        QCOMPARE(run.qualities, QList<int>({1, 2, 1}));
        run = runOf(choice, machine, 1.8 * QualityChoice::RetrySeconds, 0.0, run.end);
        QCOMPARE(run.qualities, QList<int>({1}));
        run = runOf(choice, machine, 0.4 * QualityChoice::RetrySeconds, 0.0, run.end);
        QCOMPARE(run.qualities, QList<int>({1, 2, 1}));
    }

    void framesRightAfterAChangeDoNotCount()
    {
        QualityChoice choice(false);
        double now = 0.0;
        const auto add = [&](std::size_t frames, double ms) {
            bool changed = false;
            for (std::size_t i = 0; i < frames; ++i)
                changed = choice.addFrame(ms, now += 1.0 / FramesPerSecond, frameInterval(FramesPerSecond)) ||
                          changed;
            return changed;
        };
        add(QualityChoice::Unsteady, 500.0); // loads
        QVERIFY(add(QualityChoice::Frames, 5.0));
        QCOMPARE(choice.quality(), Quality::High);
        add(QualityChoice::Unsteady, 500.0);
        QVERIFY(!add(QualityChoice::Frames, 5.0));
        QCOMPARE(choice.quality(), Quality::High);
    }
};

} // namespace tst_quality_choice

GHOSTLINE_TEST(tst_quality_choice, TestQualityChoice, void)
#include "tst_quality_choice.moc"
