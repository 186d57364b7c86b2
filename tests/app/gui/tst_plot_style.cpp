// SPDX-License-Identifier: GPL-3.0-or-later
// Curves are in the colours of whose they are, and told apart without them, too.
#include "app/gui/plots/plot_chip.h"
#include "app/gui/plots/plot_style.h"
#include "tests/app/gui/plots_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>

namespace tst_plot_style {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

const std::vector<model::Team> Two{
    {.name = QStringLiteral("Red"), .hue = 3, .colour = model::Rgb{180, 20, 30}},
    {.name = QStringLiteral("Blue"), .hue = 0, .colour = model::Rgb{0, 66, 255}}};

bool alike(const PlotStyle& a, const PlotStyle& b)
{
    return a.stroke == b.stroke && render::difference(a.color, b.color) < render::TeamDifference;
}

double turn(const QColor& a, const QColor& b)
{
    const double between = std::abs(render::toOklch(a).hue - render::toOklch(b).hue);
    return std::min(between, 360.0 - between);
}

} // namespace

class TestPlotStyle : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void curvesKeepTheirTeamsHue_data()
    {
        QTest::addColumn<bool>("light");
        QTest::newRow("dark") << false;
        QTest::newRow("light") << true;
    }
    void curvesKeepTheirTeamsHue()
    {
        QFETCH(bool, light);
        const render::Theme& theme = light ? render::Theme::light() : render::Theme::dark();
        constexpr int Curves = 10; // of each
        std::vector<PlotStyle> styles;
        for (int team = 0; team < 2; ++team) {
            const QColor own = render::teamColor(theme, Two, team);
            QCOMPARE(plotStyle({0, team}, Two, theme).color, own);
            for (int number = 0; number < Curves; ++number) {
                const PlotStyle style = plotStyle({number, team}, Two, theme);
                QVERIFY2(turn(style.color, own) < 4.0, qPrintable(style.color.name()));
                for (const QColor& ground : theme.grounds())
                    QVERIFY(render::contrast(style.color, ground) >= render::MarkContrast);
                for (const PlotStyle& other : styles)
                    QVERIFY2(!alike(style, other), qPrintable(style.color.name()));
                styles.push_back(style);
            }
        }
        // Who plays against each other is told apart in black and white.
        QVERIFY(plotStyle({0, 0}, Two, theme).stroke != plotStyle({0, 1}, Two, theme).stroke);
    }

    void curvesOfNobodyHaveTheThemesHues()
    {
        const render::Theme& theme = render::Theme::dark();
        for (int series = -1; series < 21; ++series) {
            const PlotStyle style = plotStyle({series}, Two, theme);
            QCOMPARE(style.color, plotStyle(series, theme).color);
            QCOMPARE(style.stroke, plotStyle(series, theme).stroke);
        }
        // A damaged recording names a team that is not there.
        QCOMPARE(plotStyle({2, 7}, Two, theme).color, theme.hue(2));
    }

    void theDockDrawsPlayersInTheirColours()
    {
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, QSize(1000, 600));
        PlotsPanel& panel = shown.panel;
        const model::ReplayInfo& info = replay.session->info();
        for (const int actor : {1, 0, 2}) // of the second team first: no order decides
            panel.addPlot(metric(replay, "speed", actor));
        for (int plot = 0; plot < panel.plots().count(); ++plot) {
            const int team = info.actor(panel.plots().at(plot).spec.metric.actor)->team;
            QCOMPARE(panel.plots().at(plot).series.team, team);
            panel.chip(plot)->setTheme(render::Theme::light());
            QCOMPARE(panel.chip(plot)->style().color,
                     render::teamColor(render::Theme::light(), info.teams, team));
        }
        QCOMPARE(panel.plots().at(1).series.number, 0);
        QCOMPARE(panel.plots().at(2).series.number, 1); // one team's second
        panel.removePlot(1);
        panel.addPlot(metric(replay, "height", 0));
        QCOMPARE(panel.plots().at(2).series.number, 0); // given out again
    }

    void whoseACurveIs()
    {
        OpenReplay replay({});
        const model::ReplayInfo& info = replay.session->info();
        const PlotSpec first = metric(replay, "speed", 0);
        const PlotSpec mate = metric(replay, "speed", 2);
        const PlotSpec other = metric(replay, "speed", 1);
        QCOMPARE(first.team(info), 0);
        QCOMPARE(other.team(info), 1);
        QCOMPARE(PlotSpec::rate(other).team(info), 1);
        QCOMPARE(PlotSpec::difference(first, mate).team(info), 0);
        QCOMPARE(PlotSpec::difference(first, other).team(info), -1);
    }
};

} // namespace tst_plot_style

GHOSTLINE_TEST(tst_plot_style, TestPlotStyle, QApplication)
#include "tst_plot_style.moc"
