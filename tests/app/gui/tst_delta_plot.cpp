// SPDX-License-Identifier: GPL-3.0-or-later
// The delta plot: lines that break where there is no number, and places that map both ways.
#include "app/gui/ghosts/delta_chart.h"
#include "app/gui/ghosts/delta_plot.h"
#include "tests/support/run_tracks.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

using Track = std::shared_ptr<const model::RunTrack>;

/// Waits 20 frames, then 60 m along x in `step` metres a frame; `aside`: 20 m off between 20 m and 40 m.
Track runOf(double step, bool aside = false)
{
    RunMaker run;
    run.stand(20).start();
    if (aside)
        run.walk({20.0, 0.0, 0.0}, step).walk({21.0, 20.0, 0.0}, step).walk({39.0, 20.0, 0.0}, step);
    run.walk({aside ? 40.0 : 30.0, 0.0, 0.0}, step).walk({60.0, 0.0, 0.0}, step).finish();
    return run.shared();
}

/// A runner, one ghost, and all that is between them.
struct Race
{
    Race(Track first, Track second, model::Alignment alignment = model::Alignment::Progress)
        : runner(std::move(first)), course(std::make_shared<const model::Course>(runner))
    {
        auto progress = model::compareProgress(*course, *second, {});
        ghosts = {{QStringLiteral("ghost"),
                   1,
                   second,
                   {runner, second, alignment, course,
                    std::make_shared<const model::ProgressComparison>(std::move(*progress))}}};
    }
    DeltaAxis axis(DeltaOver over) const { return {runner, course, over}; }
    DeltaChart chart(DeltaOver over, const std::vector<DeltaQuantity>& quantities) const
    {
        return makeDeltaChart(axis(over), *runner, ghosts, quantities);
    }
    Track runner;
    std::shared_ptr<const model::Course> course;
    std::vector<DeltaGhost> ghosts;
};

/// Where each quantity's values of the ghost are numbers, as [first, last] on the horizontal axis.
std::vector<std::pair<double, double>> stretches(const DeltaChart& chart, const DeltaLine& line)
{
    std::vector<std::pair<double, double>> out;
    bool inside = false;
    for (std::size_t i = 0; i < line.y.size(); ++i) {
        if (std::isfinite(line.y[i]) && !inside)
            out.emplace_back(chart.x[i], chart.x[i]);
        else if (std::isfinite(line.y[i]))
            out.back().second = chart.x[i];
        inside = std::isfinite(line.y[i]);
    }
    return out;
}

const std::vector<DeltaQuantity> All{DeltaQuantity::Delta, DeltaQuantity::Speed, DeltaQuantity::Height,
                                     DeltaQuantity::Distance};

} // namespace

class TestDeltaPlot : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void mapsBothWays_data();
    void mapsBothWays();
    void withoutACourseThereIsTime();
    void deltaGrowsWithTheLead();
    void breaksWhereThereIsNoNumber();
    void isDrawnBroken();
    void failedAttempts();
    void longRunsAreThinnedOut();
    void speeds();
    void pixelsMapBothWays();
    void readsOut();
    void clickAndDrag();
    void nothingToDraw();
};

void TestDeltaPlot::mapsBothWays_data()
{
    QTest::addColumn<int>("over");
    QTest::addColumn<double>("length");
    QTest::newRow("progress") << static_cast<int>(DeltaOver::Progress) << 60.0;
    QTest::newRow("time") << static_cast<int>(DeltaOver::Time) << 6.0;
}

void TestDeltaPlot::mapsBothWays()
{
    QFETCH(int, over);
    const Race race(runOf(0.5), runOf(0.6));
    const DeltaAxis axis = race.axis(static_cast<DeltaOver>(over));
    QTEST(axis.length(), "length");
    for (model::FrameNumber frame = race.runner->start; frame <= race.runner->last(); ++frame) {
        const model::FrameTime back = axis.at(axis.of({frame, 0.0}));
        QVERIFY2(std::abs(static_cast<double>(back.frame) + back.fraction - static_cast<double>(frame)) <
                     1e-3,
                 qPrintable(QString::number(frame)));
    }
    QVERIFY(axis.has({race.runner->start, 0.0}));
    QVERIFY(axis.has({race.runner->last(), 0.0}));
    QVERIFY(!axis.has({race.runner->start - 1, 0.0}));
    QCOMPARE(axis.at(-5.0).frame, race.runner->start);
    QCOMPARE(axis.at(1e9).frame, race.runner->last());
}

void TestDeltaPlot::withoutACourseThereIsTime()
{
    const DeltaAxis axis(runOf(0.5), nullptr, DeltaOver::Progress);
    QCOMPARE(axis.over(), DeltaOver::Time);
    QCOMPARE(axis.length(), 6.0);
}

void TestDeltaPlot::deltaGrowsWithTheLead()
{
    // 10 m/s against 12 m/s: a sixtieth of a second on every metre.
    const Race race(runOf(0.5), runOf(0.6));
    const DeltaChart chart = race.chart(DeltaOver::Progress, All);
    QCOMPARE(chart.fields.size(), 4U);
    const DeltaLine& line = chart.fields[0].lines.at(0);
    QCOMPARE(line.y.size(), chart.x.size());
    for (std::size_t i = 10; i + 10 < chart.x.size(); ++i)
        QVERIFY2(std::abs(line.y[i] + chart.x[i] / 60.0) < 0.02, qPrintable(QString::number(line.y[i])));
    // Speed and height have the runner's own line first.
    QCOMPARE(chart.fields[1].lines.size(), 2U);
    QCOMPARE(chart.fields[1].lines[0].hue, -1);
    QVERIFY(std::abs(chart.fields[1].lines[1].y[50] - 12.0) < 0.1);
    QCOMPARE(chart.fields[3].lines.size(), 1U);
}

void TestDeltaPlot::breaksWhereThereIsNoNumber()
{
    const Race race(runOf(0.5), runOf(0.5, true));
    const DeltaChart chart = race.chart(DeltaOver::Progress, {DeltaQuantity::Delta});
    const auto there = stretches(chart, chart.fields[0].lines[0]);
    QCOMPARE(there.size(), 2U);
    QVERIFY2(there[0].second < 22.0, qPrintable(QString::number(there[0].second)));
    QVERIFY2(there[1].first > 38.0, qPrintable(QString::number(there[1].first)));
    // Each gap has its reason.
    for (std::size_t i = 0; i < chart.x.size(); ++i)
        QCOMPARE(chart.why[0][i] == model::NoNumber::None, std::isfinite(chart.fields[0].lines[0].y[i]));
}

void TestDeltaPlot::isDrawnBroken()
{
    const Race race(runOf(0.5), runOf(0.5, true));
    DeltaPlot plot;
    plot.setTheme(render::Theme::dark());
    plot.resize(700, 300);
    plot.setChart(race.chart(DeltaOver::Progress, {DeltaQuantity::Delta}));
    const QImage picture = plot.grab().toImage();
    const QColor colour = render::Theme::dark().hue(1);
    const auto drawnAt = [&](double metres) {
        const int x = static_cast<int>(plot.pixelOf(metres));
        for (int dx = -6; dx <= 6; ++dx) { // wider than the gaps of a dashed stroke
            for (int y = 0; y < picture.height(); ++y) {
                const QColor pixel = picture.pixelColor(x + dx, y);
                if (std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green()) +
                        std::abs(pixel.blue() - colour.blue()) <
                    60)
                    return true;
            }
        }
        return false;
    };
    QVERIFY(drawnAt(10.0));
    QVERIFY(!drawnAt(30.0));
    QVERIFY(drawnAt(50.0));
}

/// At places they do not count; in time they do, and are told.
void TestDeltaPlot::failedAttempts()
{
    RunMaker maker;
    maker.walk({20.0, 0.0, 0.0}, 0.5)
        .checkpoint("p")
        .walk({30.0, 0.0, 0.0}, 0.5)
        .jump({20.0, 0.0, 0.0})
        .reset();
    maker.walk({60.0, 0.0, 0.0}, 0.5).finish();
    const Race race(maker.shared(), runOf(0.5));
    const DeltaChart byPlace = race.chart(DeltaOver::Progress, {DeltaQuantity::Delta});
    QVERIFY(std::all_of(byPlace.x.begin(), byPlace.x.end(), [](double x) { return std::isfinite(x); }));
    QVERIFY(std::is_sorted(byPlace.x.begin(), byPlace.x.end()));
    QVERIFY(byPlace.inVain.empty());
    const DeltaChart byTime = race.chart(DeltaOver::Time, {DeltaQuantity::Delta});
    QCOMPARE(byTime.inVain.size(), 1U);
    QVERIFY(std::abs(byTime.inVain[0].first - 2.0) < 0.11);
    QVERIFY(std::abs(byTime.inVain[0].second - 3.0) < 0.11);
    DeltaPlot plot;
    plot.setChart(byTime);
    QVERIFY(plot.readOut(0, 2.5)[0].contains(QStringLiteral("failed attempt")));
    QVERIFY(!plot.readOut(0, 4.0)[0].contains(QStringLiteral("failed attempt")));
}

void TestDeltaPlot::longRunsAreThinnedOut()
{
    RunMaker maker;
    maker.walk({2000.0, 0.0, 0.0}, 0.25).finish();
    const Race race(maker.shared(), maker.shared());
    const DeltaChart chart = race.chart(DeltaOver::Progress, {DeltaQuantity::Delta});
    QCOMPARE(chart.x.size(), std::size_t{MostChartPlaces});
    QCOMPARE(chart.x.front(), 0.0);
    QVERIFY(std::abs(chart.x.back() - 2000.0) < 1e-6);
    QVERIFY(std::is_sorted(chart.x.begin(), chart.x.end()));
}

void TestDeltaPlot::speeds()
{
    RunMaker maker;
    maker.walk({10.0, 0.0, 0.0}, 0.5).jump({50.0, 0.0, 0.0}).walk({60.0, 0.0, 0.0}, 0.5);
    const model::RunTrack track = maker.track();
    QVERIFY(std::abs(speedAt(track, 10) - 10.0) < 1e-9);
    QVERIFY(std::abs(speedAt(track, 0) - 10.0) < 1e-9);
    QVERIFY(std::isnan(speedAt(track, 21))); // across the jump
    QVERIFY(std::abs(speedAt(track, track.last()) - 10.0) < 1e-9);
}

void TestDeltaPlot::pixelsMapBothWays()
{
    const Race race(runOf(0.5), runOf(0.6));
    DeltaPlot plot;
    plot.resize(500, 200);
    plot.setChart(race.chart(DeltaOver::Progress, All));
    for (const double metres : {0.0, 12.5, 60.0})
        QVERIFY(std::abs(plot.xAt(plot.pixelOf(metres)) - metres) < 1e-9);
    QCOMPARE(plot.xAt(-10.0), 0.0);
    QCOMPARE(plot.xAt(5000.0), 60.0);
    // More fields want more room.
    const int all = plot.minimumSizeHint().height();
    plot.setChart(race.chart(DeltaOver::Progress, {DeltaQuantity::Delta}));
    QVERIFY(plot.minimumSizeHint().height() < all);
}

void TestDeltaPlot::readsOut()
{
    const Race race(runOf(0.5), runOf(0.5, true));
    DeltaPlot plot;
    plot.setChart(race.chart(DeltaOver::Progress, All));
    QCOMPARE(plot.readOut(0, 10.0),
             (QStringList{QStringLiteral("10.0 m"), QStringLiteral("ghost  0.000 s")}));
    const QStringList aside = plot.readOut(0, 30.0);
    QVERIFY2(aside[1].startsWith(QStringLiteral("ghost  –  More than 8 m off")), qPrintable(aside[1]));
    QCOMPARE(plot.readOut(1, 10.0)[1], QStringLiteral("Runner  10.0 m/s"));
    plot.setChart(race.chart(DeltaOver::Time, {DeltaQuantity::Delta}));
    QCOMPARE(plot.readOut(0, 1.0)[0], QStringLiteral("1.000 s"));
    QCOMPARE(plot.readOut(7, 1.0), QStringList());
}

void TestDeltaPlot::clickAndDrag()
{
    const Race race(runOf(0.5), runOf(0.6));
    DeltaPlot plot;
    plot.resize(500, 200);
    plot.setChart(race.chart(DeltaOver::Progress, {DeltaQuantity::Delta}));
    QSignalSpy clicked(&plot, &DeltaPlot::clicked);
    const QPoint at(static_cast<int>(plot.pixelOf(30.0)), 80);
    QTest::mouseClick(&plot, Qt::LeftButton, {}, at);
    QCOMPARE(clicked.size(), 1);
    QVERIFY(std::abs(clicked[0][0].toDouble() - 30.0) < 0.2);
    QTest::mouseClick(&plot, Qt::RightButton, {}, at);
    QCOMPARE(clicked.size(), 1);
    QTest::mousePress(&plot, Qt::LeftButton, {}, at);
    QTest::mouseMove(&plot, at + QPoint(40, 0));
    QTest::mouseRelease(&plot, Qt::LeftButton, {}, at + QPoint(40, 0));
    QVERIFY(clicked.size() >= 2);
}

void TestDeltaPlot::nothingToDraw()
{
    DeltaPlot plot;
    plot.resize(300, 120);
    plot.setPlayhead(3.0);
    QVERIFY(!plot.grab().isNull());
    QSignalSpy clicked(&plot, &DeltaPlot::clicked);
    QTest::mouseClick(&plot, Qt::LeftButton, {}, {100, 50});
    QCOMPARE(clicked.size(), 0);
    // A run of one frame.
    RunMaker maker;
    const Race race(maker.shared(), maker.shared(), model::Alignment::Start);
    plot.setChart(race.chart(DeltaOver::Time, All));
    QVERIFY(!plot.grab().isNull());
}

QTEST_MAIN(TestDeltaPlot)
#include "tst_delta_plot.moc"
