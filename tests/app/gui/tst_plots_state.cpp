// SPDX-License-Identifier: GPL-3.0-or-later
// The Plots dock between arrangements and replays: what it remembers takes the place of what is there, and
// nothing of one replay reaches into the next.
#include "app/gui/plots/plot_chip.h"
#include "app/gui/widgets/kind_chip.h"
#include "tests/app/gui/plots_driver.h"
#include "tests/support/test_driver.h"

#include <QAccessible>
#include <QApplication>
#include <QGuiApplication>
#include <QMenu>
#include <QScopeGuard>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace tst_plots_state {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

const QSize PanelSize(1000, 600);

/// Menus, dialogs and the like of a panel that are open.
qsizetype openForms(const PlotsPanel& panel)
{
    const auto all = panel.findChildren<QWidget*>();
    return std::count_if(all.begin(), all.end(),
                         [](const QWidget* widget) { return widget->isWindow() && widget->isVisible(); });
}

/// As a screen reader does that is told of something.
void askAtOnce(QAccessibleEvent* event) { event->accessibleInterface(); }

} // namespace

class TestPlotsState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Stands first: there must not have been another chip.
    void screenReadersHearTheFirstChip()
    {
        const auto before = QAccessible::installUpdateHandler(askAtOnce);
        QAccessible::setActive(true);
        const auto restored = qScopeGuard([before] {
            QAccessible::setActive(false);
            QAccessible::installUpdateHandler(before);
        });
        PlotChip chip(QStringLiteral("Speed"), {});
        chip.setValue(QStringLiteral("12.50"));
        QCOMPARE(QAccessible::queryAccessibleInterface(&chip)->text(QAccessible::Value), chip.value());
    }

    void replacesWhatIsThere_data()
    {
        QTest::addColumn<bool>("withPlots");
        QTest::newRow("other curves") << true;
        QTest::newRow("none") << false;
    }
    void replacesWhatIsThere()
    {
        QFETCH(bool, withPlots);
        OpenReplay replay({});
        Shown<PlotsPanel> saved(replay, PanelSize);
        if (withPlots) {
            saved.panel.addPlot(metric(replay, "height", 1));
            saved.panel.addPlot(metric(replay, "speed", 0));
        }
        draw(saved.panel);
        const QByteArray state = saved.panel.saveState();
        Shown<PlotsPanel> shown(replay, PanelSize);
        PlotsPanel& panel = shown.panel;
        panel.addPlot(metric(replay, "speed", 0));
        panel.addPlot(metric(replay, "speed", 2));
        panel.movePlot(0, std::nullopt);
        draw(panel);
        QVERIFY(panel.restoreState(state));
        QCOMPARE(panel.saveState(), state);
        QCOMPARE(panel.plots().count(), withPlots ? 2 : 0);
        if (withPlots)
            QVERIFY(panel.canvas()->pointCount(1) > 0); // both have it: it is not read again
        draw(panel);
        QTRY_COMPARE(panel.findChildren<PlotChip*>().size(), panel.plots().count());
    }

    void replacesWhatIsShaded()
    {
        FakeReplayOptions options;
        options.bands = 3;
        OpenReplay replay(options);
        Shown<PlotsPanel> shown(replay, PanelSize);
        PlotsPanel& panel = shown.panel;
        panel.addPlot(metric(replay, "speed", 0));
        const QByteArray untouched = panel.saveState();
        auto* chip = panel.findChild<KindChip*>();
        QVERIFY(chip != nullptr);
        const bool before = chip->isChecked();
        chip->click();
        QVERIFY(panel.restoreState(untouched));
        QCOMPARE(chip->isChecked(), before);
        QCOMPARE(panel.saveState(), untouched);
        draw(panel);
    }

    void forgetsRangesOfOtherUnits()
    {
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, PanelSize);
        PlotsPanel& panel = shown.panel;
        QVERIFY(panel.restoreState(
            R"({"version":1,"plots":[{"metric":"height","actor":0,"field":0}],)"
            R"("fields":{"0":{"share":2,"fixed":{"furlong":[3,7]}},"4":{"share":3,"fixed":{"m":[3,7]}}}})"));
        draw(panel);
        const auto& fields = panel.canvas()->fields();
        QCOMPARE(fields.size(), std::size_t{1});
        QCOMPARE(fields.at(0).share, 2.0);
        QVERIFY(fields.at(0).fixed.isEmpty());
        QVERIFY(!panel.canvas()->locked(0));
        QVERIFY(!panel.canvas()->findChild<QToolButton*>()->isChecked());
        QVERIFY(!panel.saveState().contains("furlong"));
    }

    void endlessValuesAreNone()
    {
        FakeReplayOptions options;
        options.motion = [](int, model::FrameNumber frame, double seconds) {
            constexpr double Endless = std::numeric_limits<double>::infinity();
            return glm::dvec3(seconds, frame == 500 ? Endless : 100.0 + seconds, 0.0);
        };
        OpenReplay replay(options);
        Shown<PlotsPanel> shown(replay, PanelSize);
        PlotsPanel& panel = shown.panel;
        panel.addPlot(metric(replay, "height", 0));
        draw(panel);
        const PlotRange range = panel.canvas()->range(0, QStringLiteral("m"));
        QVERIFY(range.low > 90.0 && range.low < 101.0);
        QVERIFY(range.high > 140.0 && range.high < 160.0);
        replay.session->playhead().seek({499, 0.0});
        QVERIFY(panel.chip(0)->value().toDouble() > 100.0);
        replay.session->playhead().seek({500, 0.0});
        QCOMPARE(panel.chip(0)->value(), QString(QChar(0x2013)));
    }

    void formsOfTheReplayBeforeClose_data()
    {
        QTest::addColumn<QString>("entry"); // of a curve's menu; none = the form behind "Add"
        QTest::newRow("moving mean") << QStringLiteral("Over\u2026");
        QTest::newRow("range of values") << QStringLiteral("Range of values\u2026");
        QTest::newRow("another curve") << QString();
    }
    void formsOfTheReplayBeforeClose()
    {
        QFETCH(QString, entry);
        if (QGuiApplication::platformName() == QLatin1String("offscreen"))
            QSKIP("windows that have a smallest size are warned of here");
        OpenReplay replay({});
        OpenReplay next({});
        Shown<PlotsPanel> shown(replay, PanelSize);
        PlotsPanel& panel = shown.panel;
        panel.addPlot(metric(replay, "speed", 0));
        draw(panel);
        const std::unique_ptr<QMenu> menu(panel.makeMenu(0));
        for (QAction* action : menu->findChildren<QAction*>()) {
            if (!entry.isEmpty() && action->text() == entry)
                action->trigger();
        }
        if (entry.isEmpty())
            panel.addButton()->click();
        QCOMPARE(openForms(panel), 1);
        panel.setSession(next.session.get());
        QCOMPARE(openForms(panel), 0);
        QCOMPARE(panel.plots().count(), 0);
        panel.setSession(nullptr);
    }

    void fortyNamesLeaveTheCurvesTheirRoom()
    {
        FakeReplayOptions options;
        options.actors = 40;
        OpenReplay replay(options);
        Shown<PlotsPanel> shown(replay, PanelSize);
        PlotsPanel& panel = shown.panel;
        for (int actor = 0; actor < options.actors; ++actor)
            panel.addPlot(metric(replay, "speed", actor));
        draw(panel);
        QTRY_VERIFY(panel.canvas()->height() > panel.height() * 2 / 3);
        while (panel.plots().count() > 1)
            panel.removePlot(0);
        draw(panel);
        QTRY_VERIFY(panel.canvas()->height() > panel.height() * 9 / 10); // the room of the others comes back
    }

    void screenReadersHearTheValue()
    {
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, PanelSize);
        shown.panel.addPlot(metric(replay, "speed", 0));
        draw(shown.panel);
        replay.session->playhead().seek({500, 0.0});
        PlotChip* chip = shown.panel.chip(0);
        QAccessibleInterface* said = QAccessible::queryAccessibleInterface(chip);
        QVERIFY(said != nullptr);
        QVERIFY(said->text(QAccessible::Name).contains(QStringLiteral("Speed")));
        QVERIFY(chip->value().toDouble() > 0.0);
        QCOMPARE(said->text(QAccessible::Value), chip->value());
        QVERIFY(said->text(QAccessible::Description).contains(chip->value()));
    }
};

} // namespace tst_plots_state

GHOSTLINE_TEST(tst_plots_state, TestPlotsState, QApplication)
#include "tst_plots_state.moc"
