// SPDX-License-Identifier: GPL-3.0-or-later
// What lasts: shaded behind curves, named by the legend and the tooltip, switched off and on again, and drawn
// with its length in the timeline.
#include "app/gui/plots/event_bands.h"
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/timeline/event_lane.h"
#include "app/gui/widgets/event_strength.h"
#include "app/gui/widgets/kind_chip.h"
#include "app/gui/widgets/strongest_bands.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>

namespace tst_bands {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

/// Ten fights of 2 s, 5 s apart, in 50 s.
FakeReplayOptions withFights(int fights = 10)
{
    FakeReplayOptions options;
    options.bands = fights;
    return options;
}

model::MetricRequest speed()
{
    model::MetricRequest request;
    for (const model::MetricInfo& metric : model::metricsOf(model::ReplayInfo{})) {
        if (metric.source == model::MetricSource::Speed)
            request.metric = metric;
    }
    request.actor = actorId(0);
    return request;
}

KindChip* chipOf(PlotsPanel& panel) { return panel.findChild<KindChip*>(); }

/// Whether a pixel of the field is shaded: more so than the plain ground beside it.
bool shaded(PlotsPanel& panel, double at)
{
    const QImage picture = panel.canvas()->grab().toImage();
    const auto colour = [&](double seconds) {
        const int x = static_cast<int>(panel.canvas()->pixelOf(seconds) * picture.devicePixelRatio());
        // Off the curve and the grid as often as not: the commonest of a column.
        QHash<QRgb, int> seen;
        for (int y = picture.height() / 4; y < picture.height() * 3 / 4; ++y)
            ++seen[picture.pixel(x, y)];
        return std::max_element(seen.begin(), seen.end()).key();
    };
    return colour(at) != colour(4.0); // nobody fights then
}

} // namespace

class TestBands : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void shadesBehindCurves()
    {
        OpenReplay replay(withFights());
        Shown<PlotsPanel> shown(replay, {1000, 300});
        shown.panel.setTheme(render::Theme::dark());
        KindChip* chip = chipOf(shown.panel);
        QVERIFY(chip != nullptr);
        QVERIFY(!chip->isVisible()); // there is nothing yet to shade
        QSignalSpy arrived(&shown.panel, &PlotsPanel::dataArrived);
        shown.panel.addPlot(speed());
        QVERIFY(arrived.wait());
        QVERIFY(chip->isVisible() && chip->isChecked());
        QCOMPARE(chip->count(), 10);
        QTRY_VERIFY(shaded(shown.panel, 11.0));
        QVERIFY(!shaded(shown.panel, 13.5));
        QCOMPARE(shown.panel.canvas()->bandsAt(11.0),
                 QStringList{QStringLiteral("0:10\u20130:12  Fight: fight 2")});
        QVERIFY(shown.panel.canvas()->bandsAt(13.5).isEmpty());
        chip->click();
        QVERIFY(shown.panel.canvas()->bandsAt(11.0).isEmpty());
        QTRY_VERIFY(!shaded(shown.panel, 11.0));
    }

    void choiceComesBack()
    {
        OpenReplay replay(withFights());
        QByteArray state;
        {
            Shown<PlotsPanel> shown(replay, {1000, 300});
            shown.panel.addPlot(speed());
            chipOf(shown.panel)->click();
            state = shown.panel.saveState();
        }
        Shown<PlotsPanel> shown(replay, {1000, 300});
        QVERIFY(chipOf(shown.panel)->isChecked());
        QVERIFY(shown.panel.restoreState(state));
        QVERIFY(!chipOf(shown.panel)->isChecked());
        QVERIFY(shown.panel.canvas()->bandsAt(1.0).isEmpty());
    }

    void noneWhereNothingLasts()
    {
        OpenReplay replay(withEvents(30));
        Shown<PlotsPanel> shown(replay, {1000, 300});
        QVERIFY(chipOf(shown.panel) == nullptr);
        OpenReplay fights(withFights());
        shown.panel.setSession(fights.session.get());
        QVERIFY(chipOf(shown.panel) != nullptr);
        shown.panel.setSession(nullptr);
        QVERIFY(chipOf(shown.panel) == nullptr);
    }

    void aGreatFightIsShadedStronger_data()
    {
        QTest::addColumn<double>("begin"); // of the weaker one, until 40 s
        QTest::newRow("than one behind it") << 30.0;
        QTest::newRow("than the one around it") << 5.0;
        QTest::newRow("than one that begins within it") << 12.0;
    }

    void aGreatFightIsShadedStronger()
    {
        QFETCH(double, begin);
        model::EventTable table;
        table.kinds.resize(1);
        table.kinds[0].band = true;
        table.events.resize(2);
        const std::size_t great = begin < 10.0 ? 1 : 0; // by their beginning
        table.events[great].time = model::fromSeconds(10.0);
        table.events[great].length = model::fromSeconds(10.0);
        table.events[great].weight = 1.0F;
        table.events[1 - great].time = model::fromSeconds(begin);
        table.events[1 - great].length = model::fromSeconds(40.0 - begin);
        table.events[1 - great].weight = 0.2F;
        const PlotBands bands = eventBands(table, 0, render::Theme::dark());
        QCOMPARE(bands.bands.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i) // as in the timeline
            QCOMPARE(bands.bands[i].strength, bandStrength(table.events[i]));
        QCOMPARE(bands.bands[great].strength, 1.0F);

        PlotCanvas canvas;
        canvas.resize(600, 200);
        canvas.setTheme(render::Theme::dark());
        canvas.setTimeAxis(0.0, 50.0, 60, 580);
        PlotCurve flat;
        flat.seconds = {0.0, 50.0};
        flat.values = {1.0, 1.0};
        canvas.setCurves({flat});
        canvas.setBands({bands});
        canvas.refresh();
        // How far a fight's ground is from that of peace.
        const auto strength = [&canvas](double seconds) {
            const QImage picture = canvas.grab().toImage();
            const auto at = [&](double when) {
                const double x = canvas.pixelOf(when) * picture.devicePixelRatio();
                return picture.pixelColor(static_cast<int>(x), picture.height() / 4);
            };
            const QColor fought = at(seconds);
            const QColor plain = at(43.0);
            return std::abs(fought.red() - plain.red()) + std::abs(fought.green() - plain.green()) +
                   std::abs(fought.blue() - plain.blue());
        };
        QTRY_VERIFY(strength(33.0) > 0);
        QVERIFY2(strength(13.0) > strength(33.0) * 3 / 2, qPrintable(QString::number(strength(13.0))));
    }

    void ofManyBandsAPixelShowsTheStrongest()
    {
        const auto strength = [](int band) { return static_cast<float>(band % 100) / 100.0F; };
        constexpr int Width = 1000;
        constexpr int Many = 100'000; // each to beyond the end, a hundred beginning in each pixel
        StrongestBands bands;
        bands.begin(0, Width);
        for (int band = 0; band < Many; ++band)
            bands.add(band / 100.0, 2.0 * Width, strength(band), band);
        int reached = 0;
        int runs = 0;
        float weakest = 1.0F;
        bands.forEachRun([&](int left, int width, int band) {
            QCOMPARE(left, reached);
            reached += width;
            ++runs;
            if (left > 0) // in the first pixel only half of them begin
                weakest = std::min(weakest, strength(band));
        });
        QCOMPARE(reached, Width);
        QVERIFY2(runs < 10, qPrintable(QString::number(runs)));
        QVERIFY2(weakest > 0.95F, qPrintable(QString::number(static_cast<double>(weakest))));
        bands.begin(10, 20); // nothing is left of what was
        bands.add(-1e12, 0.0, 1.0F, 0);
        bands.add(12.2, 12.3, 0.1F, 1);
        bands.add(1e12, 2e12, 1.0F, 2);
        int shown = 0;
        bands.forEachRun([&](int left, int width, int band) {
            ++shown;
            QCOMPARE(left, 12);
            QCOMPARE(width, 1);
            QCOMPARE(band, 1);
        });
        QCOMPARE(shown, 1);
    }

    void laneKeepsLengthsWhereMarkersMerge()
    {
        const auto source = makeFakeReplay(withFights(500)); // one every 0.1 s: all merged, all one bar
        const auto index = source->index();
        EventLane lane(EventLane::Shows::Events);
        LaneData data;
        data.index = index;
        data.events =
            std::make_shared<model::EventList>(index->events, index->info->cast, model::EventFilter{});
        lane.setData(data);
        TimeView view;
        view.setExtent(index->timeAxis.duration());
        view.setWidth(400.0);
        view.fit();
        QImage picture(400, lane.height(), QImage::Format_ARGB32_Premultiplied);
        picture.fill(render::Theme::dark().raised);
        QPainter painter(&picture);
        lane.paint(painter, {view, render::Theme::dark(), QGuiApplication::font(), lane.height()});
        painter.end();
        int covered = 0;
        for (int x = 0; x < picture.width(); ++x)
            covered += picture.pixelColor(x, lane.height() - 2) != render::Theme::dark().raised ? 1 : 0;
        QVERIFY2(covered > 390, qPrintable(QString::number(covered)));
    }
};

} // namespace tst_bands

GHOSTLINE_TEST(tst_bands, TestBands, QApplication)
#include "tst_bands.moc"
