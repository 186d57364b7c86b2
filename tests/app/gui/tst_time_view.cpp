// SPDX-License-Identifier: GPL-3.0-or-later
// The time axis apart from any widget: mapping, zooming, panning, clamping, ticks, merging of markers.
#include "app/gui/timeline/event_clusters.h"
#include "app/gui/widgets/dates.h"
#include "app/gui/widgets/figures.h"
#include "app/gui/widgets/time_view.h"
#include "tests/support/test_driver.h"

#include <QScopeGuard>
#include <QTest>

#include <cmath>
#include <ctime>
#include <random>

namespace tst_time_view {

using namespace ghostline;
using app::TimeView;
using model::Micros;

namespace {

constexpr Micros Hour{3'600'000'000};

/// A view somewhere in a replay of some length, at some zoom: 4 ms to days over 100 to 4000 pixels.
TimeView randomView(std::mt19937_64& random)
{
    std::uniform_real_distribution<double> share(0.0, 1.0);
    TimeView view;
    view.setExtent(Micros{static_cast<std::int64_t>(std::pow(10.0, 4.0 + 7.5 * share(random)))});
    view.setWidth(100.0 + 3900.0 * share(random));
    view.zoom(std::pow(10.0, 6.0 * share(random)), view.width() * share(random));
    view.pan((share(random) - 0.5) * view.width());
    return view;
}

} // namespace

class TestTimeView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mapsThereAndBack();
    void zoomKeepsTheTimeUnderThePointer();
    void zoomInAndOutReturns();
    void panAndBackReturns();
    void staysInsideTheReplay();
    void fitsAndStaysFitted();
    void keepsAZoomedViewWhenTheReplayGrows();
    void showsARange();
    void refusesNonsense();
    void tickSteps_data();
    void tickSteps();
    void ticksAreMultiplesInView();
    void labelsTicks_data();
    void labelsTicks();
    void writesMoments_data();
    void writesMoments();
    void writesRates_data();
    void writesRates();
    void mergesMarkersThatWouldOverlap();
    void keepsTheMajorOneInFront();
    void clusterCounts();
};

void TestTimeView::mapsThereAndBack()
{
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i) {
        const TimeView view = randomView(random);
        std::uniform_real_distribution<double> pixel(-200.0, view.width() + 200.0);
        const double x = pixel(random);
        const Micros t = view.timeAt(x);
        // A time is whole microseconds: the pixel comes back to within half of one.
        QVERIFY(std::abs(view.x(t) - x) <= 0.51 / view.microsPerPixel() + 1e-6);
        QCOMPARE(view.timeAt(view.x(t)).count(), t.count());
    }
}

void TestTimeView::zoomKeepsTheTimeUnderThePointer()
{
    std::mt19937_64 random(2);
    for (int i = 0; i < 2000; ++i) {
        TimeView view = randomView(random);
        std::uniform_real_distribution<double> pixel(0.0, view.width());
        std::uniform_real_distribution<double> octave(-2.0, 2.0);
        const double x = pixel(random);
        const Micros before = view.timeAt(x);
        view.zoom(std::pow(2.0, octave(random)), x);
        const bool atAnEnd = view.begin() == Micros{0} || view.end() >= view.extent();
        if (!atAnEnd)
            QVERIFY2(std::abs(view.x(before) - x) < 1.0, qPrintable(QString::number(view.x(before) - x)));
    }
}

void TestTimeView::zoomInAndOutReturns()
{
    std::mt19937_64 random(3);
    for (int i = 0; i < 500; ++i) {
        TimeView view = randomView(random);
        const TimeView before = view;
        const double x = view.width() / 3.0;
        view.zoom(1.2, x);
        if (view.span() == TimeView::MinSpan)
            continue;
        view.zoom(1.0 / 1.2, x);
        QVERIFY(std::abs((view.begin() - before.begin()).count()) <= 3);
        QVERIFY(std::abs((view.span() - before.span()).count()) <= 3);
    }
}

void TestTimeView::panAndBackReturns()
{
    std::mt19937_64 random(4);
    for (int i = 0; i < 500; ++i) {
        TimeView view = randomView(random);
        TimeView moved = view;
        moved.pan(37.0);
        if (moved.begin() == Micros{0})
            continue;
        moved.pan(-37.0);
        QVERIFY(std::abs((moved.begin() - view.begin()).count()) <= 2);
        QCOMPARE(moved.span().count(), view.span().count());
    }
}

void TestTimeView::staysInsideTheReplay()
{
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> any(-1e7, 1e7);
    for (int i = 0; i < 2000; ++i) {
        TimeView view = randomView(random);
        view.pan(any(random));
        view.zoom(std::exp(any(random) / 1e6), any(random));
        view.place(Micros{static_cast<std::int64_t>(any(random) * 1e3)}, 0.5);
        QVERIFY(view.begin() >= Micros{0});
        QVERIFY(view.span() >= TimeView::MinSpan);
        QVERIFY(view.end() <= std::max(view.extent(), TimeView::MinSpan));
    }
}

void TestTimeView::fitsAndStaysFitted()
{
    TimeView view;
    QVERIFY(view.fitted());
    view.setExtent(Hour);
    QVERIFY(view.fitted());
    QCOMPARE(view.end().count(), Hour.count());
    view.setExtent(2 * Hour);
    QCOMPARE(view.end().count(), 2 * Hour.count());
    view.zoom(4.0, 0.0);
    QVERIFY(!view.fitted());
    view.fit();
    QVERIFY(view.fitted());
    // One frame has no length: there is still something to draw and nothing to divide by zero.
    view.setExtent(Micros{0});
    QCOMPARE(view.span().count(), TimeView::MinSpan.count());
}

void TestTimeView::keepsAZoomedViewWhenTheReplayGrows()
{
    TimeView view;
    view.setExtent(Hour);
    view.setWidth(1000.0);
    view.show(Micros{10'000'000}, Micros{20'000'000});
    view.setExtent(2 * Hour);
    QCOMPARE(view.begin().count(), 10'000'000);
    QCOMPARE(view.end().count(), 20'000'000);
    view.setExtent(Micros{15'000'000});
    QCOMPARE(view.end().count(), 15'000'000);
}

void TestTimeView::showsARange()
{
    TimeView view;
    view.setExtent(Hour);
    view.show(Micros{20'000'000}, Micros{10'000'000});
    QCOMPARE(view.begin().count(), 10'000'000);
    QCOMPARE(view.end().count(), 20'000'000);
    view.show(Micros{-5}, 3 * Hour);
    QVERIFY(view.fitted());
    view.show(Micros{10'000'000}, Micros{10'000'000});
    QCOMPARE(view.span().count(), TimeView::MinSpan.count());
}

void TestTimeView::refusesNonsense()
{
    TimeView view;
    view.setExtent(Hour);
    const TimeView before = view;
    for (const double factor : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
        view.zoom(factor, 10.0);
    QVERIFY(view == before);
    view.setWidth(0.0);
    QVERIFY(std::isfinite(view.microsPerPixel()));
    QVERIFY(view.ticks(Micros{0}).empty());
}

void TestTimeView::tickSteps_data()
{
    QTest::addColumn<qint64>("spanMicros");
    QTest::addColumn<qint64>("step");
    QTest::addColumn<qint64>("minor");
    // 1000 pixels, labels at least 80 apart: at most 12 of them.
    QTest::newRow("20 ms") << qint64{20'000} << qint64{2'000} << qint64{500};
    QTest::newRow("1 s") << qint64{1'000'000} << qint64{100'000} << qint64{20'000};
    QTest::newRow("4 s") << qint64{4'000'000} << qint64{500'000} << qint64{100'000};
    QTest::newRow("10 s") << qint64{10'000'000} << qint64{1'000'000} << qint64{200'000};
    QTest::newRow("100 s") << qint64{100'000'000} << qint64{10'000'000} << qint64{2'000'000};
    QTest::newRow("3 min") << qint64{180'000'000} << qint64{15'000'000} << qint64{5'000'000};
    QTest::newRow("10 min") << qint64{600'000'000} << qint64{60'000'000} << qint64{15'000'000};
    QTest::newRow("1 h") << qint64{3'600'000'000} << qint64{300'000'000} << qint64{60'000'000};
    QTest::newRow("1 d") << qint64{86'400'000'000} << qint64{7'200'000'000} << qint64{1'800'000'000};
    QTest::newRow("30 d") << qint64{2'592'000'000'000} << qint64{345'600'000'000} << qint64{86'400'000'000};
}

void TestTimeView::tickSteps()
{
    QFETCH(qint64, spanMicros);
    QFETCH(qint64, step);
    QFETCH(qint64, minor);
    TimeView view;
    view.setExtent(Micros{spanMicros});
    view.setWidth(1000.0);
    QCOMPARE(view.tickStep(80.0).count(), step);
    QCOMPARE(TimeView::minorStep(Micros{step}).count(), minor);
    QCOMPARE(step % minor, 0);
    QVERIFY(view.x(Micros{step}) - view.x(Micros{0}) >= 80.0);
}

void TestTimeView::ticksAreMultiplesInView()
{
    std::mt19937_64 random(6);
    for (int i = 0; i < 500; ++i) {
        const TimeView view = randomView(random);
        const Micros step = view.tickStep(80.0);
        Micros before{-1};
        for (const Micros t : view.ticks(step)) {
            QCOMPARE(t.count() % step.count(), 0);
            QVERIFY(view.contains(t));
            QVERIFY(before < Micros{0} || t - before == step);
            before = t;
        }
        QVERIFY(static_cast<double>(view.ticks(step).size()) <= view.width() / 80.0 + 2.0);
    }
}

void TestTimeView::labelsTicks_data()
{
    QTest::addColumn<qint64>("time");
    QTest::addColumn<qint64>("step");
    QTest::addColumn<QString>("label");
    QTest::newRow("seconds") << qint64{12'000'000} << qint64{1'000'000} << QStringLiteral("0:12");
    QTest::newRow("minutes") << qint64{750'000'000} << qint64{30'000'000} << QStringLiteral("12:30");
    QTest::newRow("tenths") << qint64{12'500'000} << qint64{500'000} << QStringLiteral("0:12.5");
    QTest::newRow("hundredths") << qint64{12'500'000} << qint64{20'000} << QStringLiteral("0:12.50");
    QTest::newRow("milliseconds") << qint64{61'007'000} << qint64{1'000} << QStringLiteral("1:01.007");
    QTest::newRow("microseconds") << qint64{7} << qint64{1} << QStringLiteral("0:00.000007");
    QTest::newRow("hours") << qint64{3'720'000'000} << qint64{60'000'000} << QStringLiteral("1:02:00");
}

void TestTimeView::labelsTicks()
{
    QFETCH(qint64, time);
    QFETCH(qint64, step);
    QFETCH(QString, label);
    QCOMPARE(TimeView::tickLabel(Micros{time}, Micros{step}), label);
}

void TestTimeView::writesRates_data()
{
    QTest::addColumn<double>("rate");
    QTest::addColumn<QString>("text");
    QTest::newRow("one") << 1.0 << QStringLiteral("1\u00D7");
    QTest::newRow("quarter back") << -0.25 << QStringLiteral("\u22120.25\u00D7");
    QTest::newRow("smallest") << 0.01 << QStringLiteral("0.01\u00D7");
    QTest::newRow("fine") << 0.013 << QStringLiteral("0.013\u00D7");
    QTest::newRow("largest") << 32.0 << QStringLiteral("32\u00D7");
    QTest::newRow("ten") << 10.0 << QStringLiteral("10\u00D7");
}

void TestTimeView::writesRates()
{
    QFETCH(double, rate);
    QFETCH(QString, text);
    QCOMPARE(app::rateText(rate), text);
}

// ---- markers ----

namespace {

/// Events at the given seconds; kind 1 is major.
model::EventList eventsAt(const std::vector<std::pair<double, int>>& events)
{
    auto table = std::make_shared<model::EventTable>();
    table->kinds = {{QStringLiteral("minor"), QStringLiteral("Minor"), false, false, true},
                    {QStringLiteral("major"), QStringLiteral("Major"), true, false, true}};
    for (const auto& [seconds, kind] : events) {
        model::Event event;
        event.time = model::fromSeconds(seconds);
        event.frame = event.time.count() / 1000;
        event.kind = kind;
        table->events.push_back(event);
    }
    return {table, {}, {}};
}

std::vector<int> allRows(const model::EventList& list)
{
    std::vector<int> rows;
    for (int i = 0; i < list.count(); ++i)
        rows.push_back(i);
    return rows;
}

} // namespace

void TestTimeView::mergesMarkersThatWouldOverlap()
{
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> seconds(0.0, 100.0);
    for (const int count : {1, 10, 300, 5000}) {
        std::vector<std::pair<double, int>> events;
        for (int i = 0; i < count; ++i)
            events.emplace_back(seconds(random), i % 50 == 0 ? 1 : 0);
        std::sort(events.begin(), events.end());
        const model::EventList list = eventsAt(events);
        for (const double microsPerPixel : {100.0, 10'000.0, 100'000.0, 10'000'000.0}) {
            const app::ClusterMetrics metrics{microsPerPixel, 14.0, 6.0};
            const auto clusters = app::clusterEvents(list, allRows(list), metrics);
            double right = -1e9;
            int next = 0;
            for (const app::EventCluster& c : clusters) {
                // Every event is in exactly one marker, in order, and no two markers overlap.
                QCOMPARE(c.first, next);
                QVERIFY(c.lead >= c.first && c.lead <= c.last);
                next = c.last + 1;
                const double left = static_cast<double>(list.at(c.lead).time.count()) / microsPerPixel -
                                    metrics.markWidth / 2.0;
                QVERIFY(left >= right);
                right = left + app::clusterWidth(c.count(), metrics);
            }
            QCOMPARE(next, count);
        }
    }
}

void TestTimeView::keepsTheMajorOneInFront()
{
    const model::EventList list = eventsAt({{1.0, 0}, {1.001, 0}, {1.002, 1}, {1.003, 0}, {50.0, 0}});
    const auto clusters = app::clusterEvents(list, allRows(list), {10'000.0, 14.0, 6.0});
    QCOMPARE(clusters.size(), std::size_t{2});
    QCOMPARE(clusters[0].count(), 4);
    QCOMPARE(clusters[0].lead, 2);
    QCOMPARE(clusters[1].count(), 1);
}

void TestTimeView::clusterCounts()
{
    QCOMPARE(app::clusterCountText(2), QStringLiteral("2"));
    QCOMPARE(app::clusterCountText(999), QStringLiteral("999"));
    QCOMPARE(app::clusterCountText(1234), QStringLiteral("1.2k"));
    QCOMPARE(app::clusterCountText(12345), QStringLiteral("12k"));
    QCOMPARE(app::clusterCountText(1'200'000), QStringLiteral("1.2M"));
}

void TestTimeView::writesMoments_data()
{
    QTest::addColumn<QByteArray>("zone");
    QTest::addColumn<QString>("day");
    QTest::addColumn<QString>("moment");
    QTest::newRow("UTC") << QByteArray("UTC0") << QStringLiteral("2026-03-04")
                         << QStringLiteral("2026-03-04 22:05 UTC");
    QTest::newRow("east, half an hour") << QByteArray("IST-5:30") << QStringLiteral("2026-03-05")
                                        << QStringLiteral("2026-03-05 03:35 UTC+05:30");
    QTest::newRow("west") << QByteArray("EST5") << QStringLiteral("2026-03-04")
                          << QStringLiteral("2026-03-04 17:05 UTC-05:00");
}

/// In no language in an order that has to be guessed.
void TestTimeView::writesMoments()
{
    QFETCH(QByteArray, zone);
    const QByteArray before = qgetenv("TZ");
    const auto restore = qScopeGuard([&before] {
        before.isNull() ? qunsetenv("TZ") : qputenv("TZ", before);
        tzset();
    });
    qputenv("TZ", zone);
    tzset();
    const QDateTime at(QDate(2026, 3, 4), QTime(22, 5, 33), Qt::UTC);
    QTEST(app::dayText(at), "day");
    QTEST(app::momentText(at), "moment");
    QVERIFY(app::dayText({}).isEmpty() && app::momentText({}).isEmpty());
}

} // namespace tst_time_view

GHOSTLINE_TEST(tst_time_view, TestTimeView)
#include "tst_time_view.moc"
