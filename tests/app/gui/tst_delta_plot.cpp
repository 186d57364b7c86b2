// SPDX-License-Identifier: GPL-3.0-or-later
// The delta plot: lines that break where there is no number, and places that map both ways.
#include "app/gui/ghosts/delta_chart.h"
#include "app/gui/ghosts/delta_plot.h"
#include "app/gui/plots/plot_canvas.h"
#include "tests/app/gui/delta_runs.h"
#include "tests/support/run_tracks.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>

namespace tst_delta_plot {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

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
    void gapsSayWhy();
    void checkpointsAreMarked_data();
    void checkpointsAreMarked();
    void failedAttempts();
    void longRunsKeepNarrowGaps_data();
    void longRunsKeepNarrowGaps();
    void stopsBetweenLines();
    void speeds();
    void pixelsMapBothWays();
    void readsOut();
    void readsOutUnderThePointer();
    void clickAndDrag();
    void zoomsAboutThePointer();
    void pans_data();
    void pans();
    void zoomOutlivesAChart();
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
    const DeltaRace race(runOf(0.5), runOf(0.6));
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
    // 10 m/s against 12 m/s: later by a sixtieth of a second on every metre.
    const DeltaRace race(runOf(0.5), runOf(0.6));
    const DeltaChart chart = race.chart(DeltaOver::Progress, All);
    QCOMPARE(chart.fields.size(), 4U);
    const DeltaLine& line = chart.fields[0].lines.at(0);
    QCOMPARE(line.y.size(), chart.x.size());
    for (std::size_t i = 10; i + 10 < chart.x.size(); ++i)
        QVERIFY2(std::abs(line.y[i] - chart.x[i] / 60.0) < 0.02, qPrintable(QString::number(line.y[i])));
    // Speed and height have the runner's own line first.
    QCOMPARE(chart.fields[1].lines.size(), 2U);
    QCOMPARE(chart.fields[1].lines[0].hue, -1);
    QVERIFY(std::abs(chart.fields[1].lines[1].y[50] - 12.0) < 0.1);
    QCOMPARE(chart.fields[3].lines.size(), 1U);
}

void TestDeltaPlot::breaksWhereThereIsNoNumber()
{
    const DeltaRace race(runOf(0.5), runOf(0.5, true));
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
    const DeltaRace race(runOf(0.5), runOf(0.5, true));
    DeltaPlot plot;
    showOn(plot, race.chart(DeltaOver::Progress, {DeltaQuantity::Delta}));
    const QImage picture = plot.grab().toImage();
    const auto drawnAt = [&](double metres) {
        const int x = static_cast<int>(plot.pixelOf(metres));
        return isDrawnBetween(picture, x - 6, x + 6); // wider than the gaps of a dashed stroke
    };
    QVERIFY(drawnAt(10.0));
    QVERIFY(!drawnAt(30.0));
    QVERIFY(drawnAt(50.0));
}

void TestDeltaPlot::gapsSayWhy()
{
    const DeltaRace race(runOf(0.5), runOf(0.5, true));
    const DeltaChart chart = race.chart(DeltaOver::Progress, {DeltaQuantity::Delta});
    const auto pictureOf = [](DeltaChart shown) {
        DeltaPlot plot;
        showOn(plot, std::move(shown));
        const QRect gap(QPoint(static_cast<int>(plot.pixelOf(23.0)), 0),
                        QPoint(static_cast<int>(plot.pixelOf(37.0)), plot.height()));
        return plot.grab(gap).toImage();
    };
    DeltaChart silent = chart;
    silent.why.clear();
    QVERIFY(pictureOf(chart) != pictureOf(silent));
    QVERIFY(pictureOf(chart) == pictureOf(chart));
}

void TestDeltaPlot::checkpointsAreMarked_data()
{
    QTest::addColumn<DeltaOver>("over");
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("second");
    QTest::newRow("way") << DeltaOver::Progress << 20.0 << 40.0;
    QTest::newRow("time") << DeltaOver::Time << 2.0 << 4.0;
}

void TestDeltaPlot::checkpointsAreMarked()
{
    QFETCH(DeltaOver, over);
    RunMaker maker;
    maker.walk({20.0, 0.0, 0.0}, 0.5).checkpoint("p").walk({40.0, 0.0, 0.0}, 0.5).checkpoint("q");
    maker.walk({60.0, 0.0, 0.0}, 0.5).finish();
    const DeltaRace race(maker.shared(), runOf(0.5));
    const DeltaChart chart = race.chart(over, {DeltaQuantity::Delta});
    QCOMPARE(chart.checkpoints.size(), 2U);
    QCOMPARE(chart.checkpoints[0].name, QStringLiteral("p"));
    QFETCH(double, first);
    QFETCH(double, second);
    QVERIFY(std::abs(chart.checkpoints[0].x - first) < 0.06);
    QVERIFY(std::abs(chart.checkpoints[1].x - second) < 0.06);

    DeltaChart unmarked = chart;
    unmarked.checkpoints.clear();
    const auto columnAt = [second](DeltaChart shown) {
        DeltaPlot plot;
        showOn(plot, std::move(shown));
        return plot.grab(QRect(static_cast<int>(plot.pixelOf(second)) - 1, 0, 3, plot.height())).toImage();
    };
    QVERIFY(columnAt(chart) != columnAt(unmarked));
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
    const DeltaRace race(maker.shared(), runOf(0.5));
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

void TestDeltaPlot::longRunsKeepNarrowGaps_data()
{
    QTest::addColumn<double>("middle");
    QTest::addColumn<int>("strokes"); // what the ghost's line is drawn as
    QTest::newRow("gap") << std::numeric_limits<double>::quiet_NaN() << 2;
    QTest::newRow("peak") << 5.0 << 1;
}

/// A single frame without a number breaks the line although twenty of them share a column; a single peak is
/// drawn to its top.
void TestDeltaPlot::longRunsKeepNarrowGaps()
{
    QFETCH(double, middle);
    QFETCH(int, strokes);
    const DeltaChart chart = longChart(middle);
    const auto drawn = DeltaPlot::samplesOf(chart, chart.fields[0].lines[0], {0, chart.x.size()}, 600);
    QCOMPARE(strokesIn(drawn), strokes);
    double top = 0.0;
    for (const model::MetricSample& point : drawn)
        top = std::isfinite(point.value) ? std::max(top, point.value) : top;
    QCOMPARE(top, std::isnan(middle) ? 1.0 : middle);
    QVERIFY2(drawn.size() <= 1300, qPrintable(QString::number(drawn.size())));
    // Every frame of a real run is in its chart.
    RunMaker maker;
    maker.walk({2000.0, 0.0, 0.0}, 0.25).finish();
    const DeltaRace race(maker.shared(), maker.shared());
    const DeltaChart whole = race.chart(DeltaOver::Progress, {DeltaQuantity::Delta});
    QCOMPARE(whole.x.size(), static_cast<std::size_t>(race.runner->last() - race.runner->start + 1));
    QCOMPARE(whole.x.front(), 0.0);
    QVERIFY(std::abs(whole.x.back() - 2000.0) < 1e-6);
    QVERIFY(std::is_sorted(whole.x.begin(), whole.x.end()));
}

void TestDeltaPlot::stopsBetweenLines()
{
    const DeltaRace race(runOf(0.5), runOf(0.6));
    std::stop_source stop;
    stop.request_stop();
    const DeltaChart chart =
        makeDeltaChart(race.axis(DeltaOver::Time), *race.runner, race.ghosts, All, stop.get_token());
    for (const DeltaField& field : chart.fields)
        QVERIFY(std::all_of(field.lines.begin(), field.lines.end(),
                            [](const DeltaLine& line) { return line.hue < 0; }));
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
    const DeltaRace race(runOf(0.5), runOf(0.6));
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
    const DeltaRace race(runOf(0.5), runOf(0.5, true));
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

void TestDeltaPlot::readsOutUnderThePointer()
{
    const DeltaRace race(runOf(0.5), runOf(0.6));
    DeltaPlot plot;
    showOn(plot, race.chart(DeltaOver::Progress, {DeltaQuantity::Delta}));
    const QImage before = plot.grab().toImage();
    const QPointF at(plot.pixelOf(30.0), 100.0);
    QMouseEvent move(QEvent::MouseMove, at, plot.mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(plot.canvas()->surface(), &move);
    QVERIFY(plot.grab().toImage() != before);
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(plot.canvas()->surface(), &leave);
    QVERIFY(plot.grab().toImage() == before);
}

void TestDeltaPlot::clickAndDrag()
{
    const DeltaRace race(runOf(0.5), runOf(0.6));
    DeltaPlot plot;
    plot.resize(500, 200);
    plot.setChart(race.chart(DeltaOver::Progress, {DeltaQuantity::Delta}));
    QSignalSpy clicked(&plot, &DeltaPlot::clicked);
    const QPoint at(static_cast<int>(plot.pixelOf(30.0)), 80);
    QTest::mouseClick(plot.canvas()->surface(), Qt::LeftButton, {}, at);
    QCOMPARE(clicked.size(), 1);
    QVERIFY(std::abs(clicked[0][0].toDouble() - 30.0) < 0.2);
    QTest::mouseClick(plot.canvas()->surface(), Qt::RightButton, {}, at);
    QCOMPARE(clicked.size(), 1);
    QTest::mousePress(plot.canvas()->surface(), Qt::LeftButton, {}, at);
    QTest::mouseMove(plot.canvas()->surface(), at + QPoint(40, 0));
    QTest::mouseRelease(plot.canvas()->surface(), Qt::LeftButton, {}, at + QPoint(40, 0));
    QVERIFY(clicked.size() >= 2);
}

void TestDeltaPlot::zoomsAboutThePointer()
{
    DeltaPlot plot;
    showOn(plot, longChart(1.0));
    const QPointF at(plot.pixelOf(6000.0), 100.0);
    wheel(*plot.canvas()->surface(), at, 4);
    QVERIFY(!plot.view().fitted());
    QVERIFY(std::abs(plot.xAt(at.x()) - 6000.0) < 0.5);
    QVERIFY(plot.pixelOf(0.0) < 0.0);
    QVERIFY(std::abs(plot.xAt(plot.pixelOf(5000.0)) - 5000.0) < 1e-6);
    QVERIFY(isDrawnBetween(plot.grab().toImage(), 60, 680));
    wheel(*plot.canvas()->surface(), at, -10);
    QVERIFY(plot.view().fitted());
    wheel(*plot.canvas()->surface(), at, 4);
    QTest::mouseDClick(plot.canvas()->surface(), Qt::LeftButton, {}, at.toPoint());
    QVERIFY(plot.view().fitted());
}

void TestDeltaPlot::pans_data()
{
    QTest::addColumn<Qt::MouseButton>("button");
    QTest::addColumn<Qt::KeyboardModifier>("modifier");
    QTest::newRow("middle button") << Qt::MiddleButton << Qt::NoModifier;
    QTest::newRow("shift") << Qt::LeftButton << Qt::ShiftModifier;
}

void TestDeltaPlot::pans()
{
    QFETCH(Qt::MouseButton, button);
    QFETCH(Qt::KeyboardModifier, modifier);
    DeltaPlot plot;
    showOn(plot, longChart(1.0));
    wheel(*plot.canvas()->surface(), {plot.pixelOf(6000.0), 100.0}, 8);
    const double before = plot.pixelOf(6000.0);
    QSignalSpy clicked(&plot, &DeltaPlot::clicked);
    QTest::mousePress(plot.canvas()->surface(), button, modifier, {300, 100});
    QTest::mouseMove(plot.canvas()->surface(), {360, 100});
    QVERIFY(std::abs(plot.pixelOf(6000.0) - before - 60.0) < 0.01);
    QTest::mouseRelease(plot.canvas()->surface(), button, modifier, {360, 100});
    QTest::mouseMove(plot.canvas()->surface(), {380, 100});
    QVERIFY(std::abs(plot.pixelOf(6000.0) - before - 60.0) < 0.01);
    QCOMPARE(clicked.size(), 0);
}

/// A run that grows renews its chart all the time; another axis is another matter.
void TestDeltaPlot::zoomOutlivesAChart()
{
    DeltaPlot plot;
    showOn(plot, longChart(1.0));
    wheel(*plot.canvas()->surface(), {plot.pixelOf(6000.0), 100.0}, 8);
    const TimeView zoomed = plot.view();
    plot.setChart(longChart(2.0));
    QCOMPARE(plot.view().begin(), zoomed.begin());
    QCOMPARE(plot.view().end(), zoomed.end());
    DeltaChart other = longChart(1.0);
    other.over = DeltaOver::Progress;
    plot.setChart(std::move(other));
    QVERIFY(plot.view().fitted());
}

void TestDeltaPlot::nothingToDraw()
{
    DeltaPlot plot;
    plot.resize(300, 120);
    plot.setPlayhead(3.0);
    QVERIFY(!plot.grab().isNull());
    QSignalSpy clicked(&plot, &DeltaPlot::clicked);
    QTest::mouseClick(plot.canvas()->surface(), Qt::LeftButton, {}, {100, 50});
    QCOMPARE(clicked.size(), 0);
    // A run of one frame.
    RunMaker maker;
    const DeltaRace race(maker.shared(), maker.shared(), model::Alignment::Start);
    plot.setChart(race.chart(DeltaOver::Time, All));
    QVERIFY(!plot.grab().isNull());
}

} // namespace tst_delta_plot

GHOSTLINE_TEST(tst_delta_plot, TestDeltaPlot, QApplication)
#include "tst_delta_plot.moc"
