// SPDX-License-Identifier: GPL-3.0-or-later
// Derived curves: what they say, at jumps and wherever they are cut or decimated, and that they are curves
// like any other.
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plot_exporter.h"
#include "app/gui/plots/plot_values.h"
#include "app/gui/plots/plots_panel.h"
#include "model/metrics/metric_series.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMenu>
#include <QSignalSpy>

#include <cmath>
#include <limits>

namespace tst_plot_derived {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;
using model::FrameRange;
using model::MetricSample;

namespace {

PlotSpec plotOf(const model::ReplaySource& source, const char* id, int actor, int other = -1)
{
    for (const model::MetricInfo& info : model::metricsOf(*source.index()->info)) {
        if (info.id == QLatin1String(id))
            return model::MetricRequest{info, actorId(actor),
                                        other < 0 ? model::ActorId::None : actorId(other)};
    }
    return {};
}

model::MetricSeries read(const model::ReplaySource& source, const PlotSpec& spec, FrameRange frames,
                         int maxPoints = std::numeric_limits<int>::max())
{
    auto series = readPlots(source, {spec}, frames, maxPoints, {}, {});
    return series ? series->front() : model::MetricSeries{};
}

bool same(const std::vector<MetricSample>& a, const std::vector<MetricSample>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        const bool close = std::abs(x.value - y.value) <= 1e-6 * std::max(1.0, std::abs(y.value));
        return x.time == y.time && (std::isnan(x.value) ? std::isnan(y.value) : close);
    });
}

std::pair<double, double> extremes(const std::vector<MetricSample>& samples)
{
    std::pair<double, double> range{INFINITY, -INFINITY};
    for (const MetricSample& sample : samples) {
        range.first = std::fmin(range.first, sample.value);
        range.second = std::fmax(range.second, sample.value);
    }
    return range;
}

QAction* actionNamed(QMenu* menu, const QString& text)
{
    for (QAction* action : menu->findChildren<QAction*>()) {
        if (action->text() == text)
            return action;
    }
    return nullptr;
}

void addAndWait(PlotsPanel& panel, const PlotSpec& spec)
{
    panel.addCurve(spec);
    QTRY_VERIFY(panel.canvas()->pointCount(panel.plots().count() - 1) > 0);
    QTRY_VERIFY(!panel.reading());
}

} // namespace

class TestPlotDerived : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStretchSaysWhatTheWholeSays_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"rate", "mean", "mean of rate", "difference", "distance covered"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }
    void aStretchSaysWhatTheWholeSays()
    {
        QFETCH(QString, kind);
        FakeReplayOptions options;
        options.irregular = true;
        options.jumpEvery = 90;
        const auto source = makeFakeReplay(options);
        const PlotSpec speed = plotOf(*source, "speed", 0);
        PlotSpec spec = plotOf(*source, "distance_covered", 0);
        if (kind == QLatin1String("rate"))
            spec = PlotSpec::rate(speed);
        else if (kind == QLatin1String("mean"))
            spec = PlotSpec::mean(speed, 1.0);
        else if (kind == QLatin1String("mean of rate"))
            spec = PlotSpec::mean(PlotSpec::rate(speed), 5.0);
        else if (kind == QLatin1String("difference"))
            spec = PlotSpec::difference(speed, PlotSpec::mean(plotOf(*source, "speed", 1), 0.5));
        const std::vector<MetricSample> whole = read(*source, spec, {0, 1000}).samples;
        QCOMPARE(whole.size(), std::size_t{1000});
        const FrameRange stretch{333, 512};
        const std::vector<MetricSample> part = read(*source, spec, stretch).samples;
        QVERIFY(same(part, {whole.begin() + stretch.first, whole.begin() + stretch.end}));
        QVERIFY(std::isfinite(extremes(part).second));
    }

    void derivedBeforeDecimated()
    {
        FakeReplayOptions options;
        options.frames = 6000;
        options.motion = [](int, model::FrameNumber frame, double seconds) {
            // A jolt of one frame, which no coarse reading of the height would have at its right size.
            return glm::dvec3(seconds, frame == 4321 ? 1.0 : std::sin(seconds), 0.0);
        };
        const auto source = makeFakeReplay(options);
        const PlotSpec height = plotOf(*source, "height", 0);
        for (const PlotSpec& spec : {PlotSpec::rate(height), PlotSpec::mean(height, 0.5)}) {
            const auto coarse = read(*source, spec, {0, 6000}, 300);
            const auto fine = read(*source, spec, {0, 6000});
            QVERIFY(coarse.decimated && !fine.decimated);
            QVERIFY(coarse.samples.size() < 500);
            QCOMPARE(extremes(coarse.samples), extremes(fine.samples));
        }
    }

    void jumpsAreNotBridged_data()
    {
        QTest::addColumn<bool>("rate");
        QTest::newRow("rate") << true;
        QTest::newRow("mean") << false;
    }
    void jumpsAreNotBridged()
    {
        QFETCH(bool, rate);
        FakeReplayOptions options;
        options.jumpEvery = 100;
        const auto source = makeFakeReplay(options);
        const PlotSpec distance = plotOf(*source, "distance_between", 0, 1);
        const auto derived =
            read(*source, rate ? PlotSpec::rate(distance) : PlotSpec::mean(distance, 0.5), {0, 1000}).samples;
        const auto plain = read(*source, distance, {0, 1000}).samples;
        for (std::size_t jump = 100; jump < 1000; jump += 100) {
            if (rate) {
                QVERIFY(std::isnan(derived[jump].value));
                QVERIFY(std::abs(derived[jump + 1].value) < 100.0);
            } else {
                // Half a window before and after a jump of 100 m nothing of it is to be seen.
                QVERIFY(std::abs(derived[jump - 1].value - plain[jump - 1].value) < 10.0);
                QVERIFY(std::abs(derived[jump].value - plain[jump].value) < 10.0);
            }
        }
    }

    void saysItsNameAndUnit()
    {
        const auto source = makeFakeReplay();
        const model::ReplayInfo& info = *source->index()->info;
        const PlotSpec a = plotOf(*source, "speed", 0);
        const PlotSpec b = plotOf(*source, "speed", 1);
        const QString speed = a.name(info);
        QCOMPARE(PlotSpec::rate(a).name(info), QStringLiteral("d/dt ") + speed);
        QCOMPARE(PlotSpec::rate(a).unit(), QStringLiteral("m/s\u00B2"));
        QCOMPARE(PlotSpec::rate(PlotSpec::rate(a)).unit(), QStringLiteral("m/s\u00B3"));
        QCOMPARE(PlotSpec::rate(plotOf(*source, "height", 0)).unit(), QStringLiteral("m/s"));
        QCOMPARE(PlotSpec::mean(a, 0.5).unit(), a.unit());
        QVERIFY(PlotSpec::mean(a, 0.5).name(info).contains(speed));
        const PlotSpec difference = PlotSpec::difference(a, b);
        QCOMPARE(difference.name(info), QStringLiteral("%1 \u2212 %2").arg(speed, b.name(info)));
        QCOMPARE(PlotSpec::rate(difference).name(info),
                 QStringLiteral("d/dt (%1)").arg(difference.name(info)));
    }

    void comesBackFromItsSavedForm()
    {
        const auto source = makeFakeReplay();
        const model::ReplayInfo& info = *source->index()->info;
        const auto metrics = model::metricsOf(info);
        const PlotSpec a = plotOf(*source, "speed", 0);
        const PlotSpec b = plotOf(*source, "speed", 1);
        const PlotSpec apart = plotOf(*source, "distance_between", 2, 3);
        for (const PlotSpec& spec :
             {a, apart, PlotSpec::difference(PlotSpec::mean(a, 2.5), b), PlotSpec::rate(PlotSpec::rate(a))}) {
            const auto back = PlotSpec::fromJson(spec.toJson(), info, metrics);
            QVERIFY(back.has_value());
            QVERIFY(*back == spec);
        }
    }

    void damagedFormsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("json");
        const QByteArray speed = R"({"metric":"speed","actor":0})";
        QTest::newRow("nothing") << QByteArray("{}");
        QTest::newRow("unknown metric") << QByteArray(R"({"metric":"no such","actor":0})");
        QTest::newRow("unknown actor") << QByteArray(R"({"metric":"speed","actor":99})");
        QTest::newRow("actor beyond all numbers") << QByteArray(R"({"metric":"speed","actor":4294967296})");
        QTest::newRow("unknown derivation") << R"({"derived":"guess","of":[)" + speed + "]}";
        QTest::newRow("of nothing") << QByteArray(R"({"derived":"rate"})");
        QTest::newRow("of too many") << R"({"derived":"rate","of":[)" + speed + ',' + speed + "]}";
        QTest::newRow("of one") << R"({"derived":"difference","of":[)" + speed + "]}";
        QTest::newRow("of two units")
            << R"({"derived":"difference","of":[)" + speed + R"(,{"metric":"height","actor":0}]})";
        QTest::newRow("no window") << R"({"derived":"mean","of":[)" + speed + "]}";
        QTest::newRow("window beyond all time")
            << R"({"derived":"mean","window":1e300,"of":[)" + speed + "]}";
        QTest::newRow("window backwards") << R"({"derived":"mean","window":-1,"of":[)" + speed + "]}";
    }
    void damagedFormsAreRefused()
    {
        QFETCH(QByteArray, json);
        const auto source = makeFakeReplay();
        const model::ReplayInfo& info = *source->index()->info;
        QVERIFY(!PlotSpec::fromJson(QJsonDocument::fromJson(json).object(), info, model::metricsOf(info)));
    }

    void madeFromTheMenu()
    {
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, {1000, 500});
        const PlotSpec a = plotOf(*replay.source, "speed", 0);
        const PlotSpec b = plotOf(*replay.source, "speed", 1);
        addAndWait(shown.panel, a);
        addAndWait(shown.panel, b);
        const std::unique_ptr<QMenu> menu(shown.panel.makeMenu(0));
        actionNamed(menu.get(), QStringLiteral("Rate of change"))->trigger();
        actionNamed(menu.get(), QStringLiteral("Over 0.5 s"))->trigger();
        actionNamed(menu.get(), b.name(replay.session->info()))->trigger();
        QCOMPARE(shown.panel.plots().count(), 5);
        QVERIFY(shown.panel.plots().at(2).spec == PlotSpec::rate(a));
        QVERIFY(shown.panel.plots().at(3).spec == PlotSpec::mean(a, 0.5));
        QVERIFY(shown.panel.plots().at(4).spec == PlotSpec::difference(a, b));
        QVERIFY(shown.panel.plots().at(2).field != shown.panel.plots().at(0).field); // m/s² is no m/s
        QCOMPARE(shown.panel.plots().at(4).field, shown.panel.plots().at(0).field);
        QTRY_VERIFY(!shown.panel.reading());
        for (int i = 0; i < 5; ++i)
            QVERIFY(shown.panel.canvas()->pointCount(i) > 500);
    }

    void outlivesWhatItWasMadeOf()
    {
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, {1000, 500});
        const PlotSpec a = plotOf(*replay.source, "speed", 0);
        addAndWait(shown.panel, a);
        addAndWait(shown.panel, PlotSpec::mean(a, 1.0));
        shown.panel.removePlot(0);
        QCOMPARE(shown.panel.plots().count(), 1);
        QVERIFY(shown.panel.canvas()->pointCount(0) > 500);
        Shown<PlotsPanel> other(replay, {1000, 500});
        QVERIFY(other.panel.restoreState(shown.panel.saveState()));
        QCOMPARE(other.panel.plots().count(), 1);
        QVERIFY(other.panel.plots().at(0).spec == PlotSpec::mean(a, 1.0));
        QTRY_VERIFY(!other.panel.reading());
    }

    void isExported()
    {
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, {1000, 500});
        const PlotSpec height = plotOf(*replay.source, "height", 0);
        addAndWait(shown.panel, height);
        addAndWait(shown.panel, PlotSpec::rate(height));
        const QString path = replay.folder.filePath(QStringLiteral("plots.csv"));
        QSignalSpy done(shown.panel.exporter(), &PlotExporter::written);
        shown.panel.exporter()->saveCsv(path);
        QTRY_COMPARE(done.count(), 1);
        QCOMPARE(done.front().at(1).toString(), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 1001);
        QVERIFY(lines.front().contains("d/dt Height"));
        const auto rate = read(*replay.source, PlotSpec::rate(height), {0, 1000}).samples;
        for (const std::size_t row : {std::size_t{1}, std::size_t{500}, std::size_t{999}}) {
            const double written = lines[static_cast<qsizetype>(row) + 1].split(',')[2].toDouble();
            QVERIFY(std::abs(written - rate[row].value) < 1e-6);
        }
    }
};

} // namespace tst_plot_derived

GHOSTLINE_TEST(tst_plot_derived, TestPlotDerived, QApplication)
#include "tst_plot_derived.moc"
