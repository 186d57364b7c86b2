// SPDX-License-Identifier: GPL-3.0-or-later
// Plots: curves arrive, follow the playhead and the timeline, and survive zooming.
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plot_chip.h"
#include "app/gui/plots/plot_picker.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/session/replay_session.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/timeline/timeline_view.h"
#include "app/gui/verbs/actions.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace tst_plots {

using namespace ghostline;
using app::TimeView;
using model::Micros;

class TestPlots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void saysHowToBegin();
    void seriesArrive();
    void sameCurveOnlyOnce();
    void unitsHaveTheirOwnFields();
    void cursorFollowsThePlayhead();
    void clickSeeks();
    void axisIsTheTimelinesToThePixel();
    void firstCurveEndsWhereOthersDo();
    void zoomAndPanAreTheTimelines();
    void lockedPlotsKeepTheirStretch();
    void guideIsShared();
    void longReplaysAreReadCloserWhenZoomedIn();
    void oldCurveStaysUntilTheNewOneComes();
    void removes();
    void picksFromTheForm();
    void stateComesBack();
    void survivesTheEndOfTheSession();

private:
    void arrange(int width);
    void open(const test::FakeReplayOptions& options);
    model::MetricRequest speedOf(std::uint32_t actor) const;
    model::MetricRequest metric(const QString& id, std::uint32_t actor) const;
    void addAndWait(const model::MetricRequest& request);
    void click(double x);

    QTemporaryDir m_folder;
    app::Actions m_actions;
    std::shared_ptr<test::FakeReplay> m_replay;
    std::unique_ptr<app::ReplaySession> m_session;
    std::unique_ptr<QWidget> m_window;
    app::PlotsPanel* m_plots = nullptr;
    app::TimelinePanel* m_timeline = nullptr;
};

void TestPlots::init()
{
    // Plots above the timeline but narrower, as when a dock stands beside them.
    m_window = std::make_unique<QWidget>();
    // No layout: the offscreen platform warns of windows with a smallest size.
    m_plots = new app::PlotsPanel(m_window.get());
    m_timeline = new app::TimelinePanel(&m_actions, m_window.get());
    m_plots->attach(m_timeline);
    m_window->resize(1200, 600);
    arrange(1200);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    open({});
}

void TestPlots::arrange(int width)
{
    m_plots->setGeometry(180, 0, width - 300, 360);
    m_timeline->setGeometry(0, 360, width, 240);
}

void TestPlots::cleanup()
{
    m_window.reset();
    m_session.reset();
    m_replay.reset();
}

void TestPlots::open(const test::FakeReplayOptions& options)
{
    m_timeline->setSession(nullptr);
    m_plots->setSession(nullptr);
    m_session.reset();
    m_replay = test::makeFakeReplay(options);
    m_session = std::make_unique<app::ReplaySession>(
        m_replay, m_folder.filePath(QStringLiteral("fake.replay")), std::size_t{64} << 20);
    m_timeline->setSession(m_session.get());
    m_plots->setSession(m_session.get());
}

model::MetricRequest TestPlots::metric(const QString& id, std::uint32_t actor) const
{
    for (const model::MetricInfo& info : model::metricsOf(m_session->info())) {
        if (info.id == id)
            return {info, static_cast<model::ActorId>(actor), model::ActorId::None};
    }
    return {};
}

model::MetricRequest TestPlots::speedOf(std::uint32_t actor) const
{
    return metric(QStringLiteral("speed"), actor);
}

void TestPlots::addAndWait(const model::MetricRequest& request)
{
    m_plots->addPlot(request);
    const int last = m_plots->plots().count() - 1;
    QTRY_VERIFY(m_plots->canvas()->pointCount(last) > 0);
    QTRY_VERIFY(!m_plots->reading());
}

void TestPlots::click(double x)
{
    auto* plot = m_plots->canvas()->findChild<QWidget*>();
    QVERIFY(plot);
    QTest::mouseClick(plot, Qt::LeftButton, {}, QPoint(static_cast<int>(std::lround(x)), plot->height() / 2));
}

void TestPlots::saysHowToBegin()
{
    QVERIFY(!m_plots->canvas()->isVisible());
    QVERIFY(m_plots->addButton()->isEnabled());
    const auto labels = m_plots->findChildren<QLabel*>();
    for (const char* way : {"Drag", "Inspector", "Metrics", "Add"}) {
        QVERIFY(std::any_of(labels.begin(), labels.end(), [way](const QLabel* label) {
            return label->isVisible() && label->text().contains(QLatin1String(way));
        }));
    }
    m_plots->setSession(nullptr);
    QVERIFY(!m_plots->addButton()->isEnabled());
}

void TestPlots::seriesArrive()
{
    addAndWait(speedOf(0));
    addAndWait(speedOf(1));
    QCOMPARE(m_plots->plots().count(), 2);
    QVERIFY(m_plots->canvas()->isVisible());
    QVERIFY(m_plots->canvas()->pointCount(0) > 500);
    m_session->playhead().seek({500, 0.0});
    bool isNumber = false;
    QVERIFY(m_plots->chip(0)->value().toDouble(&isNumber) > 0.0);
    QVERIFY(isNumber);
}

void TestPlots::sameCurveOnlyOnce()
{
    m_plots->addPlot(speedOf(0));
    m_plots->addPlot(speedOf(0));
    QCOMPARE(m_plots->plots().count(), 1);
}

void TestPlots::unitsHaveTheirOwnFields()
{
    addAndWait(speedOf(0));
    const QImage one = m_plots->canvas()->grab().toImage();
    addAndWait(metric(QStringLiteral("height"), 0));
    QTRY_VERIFY(m_plots->canvas()->grab().toImage() != one);
    QCOMPARE(m_plots->canvas()->curveCount(), 2);
}

void TestPlots::cursorFollowsThePlayhead()
{
    addAndWait(speedOf(0));
    m_session->playhead().seekTime(Micros{12'500'000});
    QCOMPARE(m_plots->canvas()->cursorTime().value(), 12.5);
}

void TestPlots::clickSeeks()
{
    addAndWait(speedOf(0));
    const double x = std::round(m_plots->canvas()->pixelOf(20.0));
    click(x);
    QVERIFY(std::abs(model::seconds(m_session->playhead().time()) - m_plots->canvas()->secondsAt(x)) < 0.05);
}

void TestPlots::axisIsTheTimelinesToThePixel()
{
    addAndWait(speedOf(0));
    QWidget* canvas = m_plots->canvas();
    const auto check = [&] {
        const TimeView& view = m_timeline->timeView();
        for (const double share : {0.3, 0.5, 0.8}) {
            const Micros t = view.timeAt(share * view.width());
            const double onTimeline = m_timeline->lanesLeftGlobal() + view.x(t);
            const double onPlot =
                canvas->mapToGlobal(QPoint(0, 0)).x() + m_plots->canvas()->pixelOf(model::seconds(t));
            QVERIFY2(std::abs(onTimeline - onPlot) < 0.51,
                     qPrintable(QStringLiteral("%1 and %2").arg(onTimeline).arg(onPlot)));
        }
    };
    check();
    TimeView view = m_timeline->timeView();
    view.show(Micros{10'000'000}, Micros{13'000'000});
    m_timeline->setTimeView(view);
    check();
    arrange(1000);
    check();
    m_plots->move(240, 0);
    check();
}

/// The canvas is hidden, and of another width, until it has a curve.
void TestPlots::firstCurveEndsWhereOthersDo()
{
    const auto drawn = [this] { return m_plots->canvas()->fieldRect(m_plots->plots().at(0).field); };
    const auto end = [this] {
        const TimeView& view = m_timeline->timeView();
        const int lanes = m_timeline->lanesLeftGlobal() - m_plots->mapToGlobal(QPoint(0, 0)).x();
        const int edge = m_plots->canvas()->width() - 4; // where the lanes run on beyond the panel
        return std::min(lanes + static_cast<int>(view.width()), edge);
    };
    addAndWait(speedOf(0));
    QTRY_COMPARE(drawn().right() + 1, end());
    addAndWait(speedOf(1));
    QTRY_COMPARE(drawn().right() + 1, end());
}

void TestPlots::zoomAndPanAreTheTimelines()
{
    addAndWait(speedOf(0));
    const double x = m_plots->canvas()->pixelOf(20.0);
    Q_EMIT m_plots->canvas()->zoomed(4.0, x);
    QVERIFY(m_timeline->timeView().span() < m_timeline->timeView().extent() / 3);
    QVERIFY(std::abs(m_plots->canvas()->pixelOf(20.0) - x) < 1.0);
    const Micros begin = m_timeline->timeView().begin();
    Q_EMIT m_plots->canvas()->dragBegun();
    Q_EMIT m_plots->canvas()->dragged(-80.0);
    QVERIFY(m_timeline->timeView().begin() > begin);
    QVERIFY(std::abs(m_plots->canvas()->pixelOf(20.0) - (x - 80.0)) < 1.0);
    Q_EMIT m_plots->canvas()->doubleClicked();
    QVERIFY(m_timeline->timeView().fitted());
}

void TestPlots::lockedPlotsKeepTheirStretch()
{
    addAndWait(speedOf(0));
    QVERIFY(!m_plots->lockButton()->accessibleName().isEmpty());
    TimeView view = m_timeline->timeView();
    view.show(Micros{10'000'000}, Micros{20'000'000});
    m_timeline->setTimeView(view);
    const double x = m_plots->canvas()->pixelOf(15.0);
    m_plots->lockButton()->click();
    view.show(Micros{30'000'000}, Micros{31'000'000});
    m_timeline->setTimeView(view);
    QVERIFY(std::abs(m_plots->canvas()->pixelOf(15.0) - x) < 1.0);
    // What zooms here now zooms here alone.
    Q_EMIT m_plots->canvas()->zoomed(4.0, x);
    QVERIFY(m_plots->canvas()->secondsAt(x + 100.0) - m_plots->canvas()->secondsAt(x) < 1.0);
    QVERIFY(std::abs(m_plots->canvas()->pixelOf(15.0) - x) < 1.0);
    QCOMPARE(m_timeline->timeView().begin(), Micros{30'000'000});
    m_plots->lockButton()->click();
    QVERIFY(m_plots->canvas()->secondsAt(x) > 29.0);
    // All there is, kept while the recording grows.
    view.fit();
    m_timeline->setTimeView(view);
    m_plots->lockButton()->click();
    const double end = m_plots->canvas()->pixelOf(30.0);
    view.setExtent(2 * view.extent());
    m_plots->setTimeView(view, m_timeline->lanesLeftGlobal());
    QVERIFY(std::abs(m_plots->canvas()->pixelOf(30.0) - end) < 1.0);
}

void TestPlots::guideIsShared()
{
    addAndWait(speedOf(0));
    Q_EMIT m_timeline->hoverTimeChanged(Micros{7'000'000});
    QCOMPARE(m_plots->canvas()->guideTime(), std::optional(7.0));
    Q_EMIT m_timeline->hoverTimeChanged(std::nullopt);
    QVERIFY(!m_plots->canvas()->guideTime().has_value());
    const QImage without = m_timeline->view()->grab().toImage();
    Q_EMIT m_plots->canvas()->hovered(20.0);
    QVERIFY(m_timeline->view()->grab().toImage() != without);
}

void TestPlots::longReplaysAreReadCloserWhenZoomedIn()
{
    test::FakeReplayOptions options;
    options.frames = 130'000;
    options.actors = 1;
    options.framesPerSegment = 1000;
    options.properties = false;
    open(options);
    addAndWait(speedOf(0));
    // Two points a pixel are all that is drawn of 130,000.
    QVERIFY(m_plots->canvas()->pointCount(0) < 4 * m_plots->width());
    TimeView view = m_timeline->timeView();
    view.show(Micros{1'000'000'000}, Micros{1'004'000'000});
    m_timeline->setTimeView(view);
    // The timeline shows 80 recorded frames; what lies above the plots of them is drawn one by one.
    QTRY_VERIFY(!m_plots->reading());
    QTRY_VERIFY2(m_plots->canvas()->pointCount(0) >= 55 && m_plots->canvas()->pointCount(0) <= 90,
                 qPrintable(QString::number(m_plots->canvas()->pointCount(0))));
}

void TestPlots::oldCurveStaysUntilTheNewOneComes()
{
    addAndWait(speedOf(0));
    TimeView view = m_timeline->timeView();
    for (int i = 0; i < 40; ++i) {
        view.zoom(1.3, view.width() / 2.0);
        m_timeline->setTimeView(view);
        QVERIFY(m_plots->canvas()->pointCount(0) > 0);
    }
}

void TestPlots::removes()
{
    addAndWait(speedOf(0));
    addAndWait(speedOf(1));
    QTest::mouseClick(m_plots->chip(0)->removeButton(), Qt::LeftButton);
    QCOMPARE(m_plots->plots().count(), 1);
    QVERIFY(m_plots->canvas()->pointCount(0) > 0);
    m_plots->removePlot(0);
    QCOMPARE(m_plots->plots().count(), 0);
    QVERIFY(!m_plots->canvas()->isVisible());
    m_plots->removePlot(5);
}

void TestPlots::picksFromTheForm()
{
    app::PlotPicker* picker = m_plots->picker();
    picker->setReplay(m_session->info(), m_session->zones(), static_cast<model::ActorId>(2));
    QCOMPARE(picker->actorBox()->currentIndex(), 2);
    QVERIFY(picker->otherBox()->isHidden());
    QTest::mouseClick(picker->addButton(), Qt::LeftButton);
    QCOMPARE(m_plots->plots().count(), 1);
    const auto metrics = model::metricsOf(m_session->info());
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        picker->metricBox()->setCurrentIndex(static_cast<int>(i));
        QCOMPARE(picker->actorBox()->isHidden(), !metrics[i].needsActor());
        QCOMPARE(picker->otherBox()->isHidden(), !metrics[i].needsOther());
    }
    picker->metricBox()->setCurrentIndex(0);
    picker->actorBox()->setEditText(QStringLiteral("nobody of that name"));
    QVERIFY(!picker->addButton()->isEnabled());
}

void TestPlots::stateComesBack()
{
    addAndWait(speedOf(0));
    addAndWait(metric(QStringLiteral("height"), 1));
    const QByteArray state = m_plots->saveState();
    app::PlotsPanel other;
    QVERIFY(other.restoreState(state)); // before a replay is open: kept until one is
    QCOMPARE(other.saveState(), state); // also over a start of the program without one
    other.setSession(m_session.get());
    QCOMPARE(other.plots().count(), 2);
    QVERIFY(!other.restoreState(QByteArray("nonsense")));
    // A replay without these actors shows what it can.
    test::FakeReplayOptions options;
    options.actors = 1;
    open(options);
    QVERIFY(m_plots->restoreState(state));
    QCOMPARE(m_plots->plots().count(), 1);
    other.setSession(nullptr);
}

void TestPlots::survivesTheEndOfTheSession()
{
    m_plots->addPlot(speedOf(0));
    m_session.reset();
    QCOMPARE(m_plots->plots().count(), 0);
    Q_EMIT m_plots->canvas()->clicked(3.0);
    QCoreApplication::processEvents();
}

} // namespace tst_plots

GHOSTLINE_TEST(tst_plots, TestPlots, QApplication)
#include "tst_plots.moc"
