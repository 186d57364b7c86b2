// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the Plots dock: what is dropped where, two scales in one, heights and ranges that are kept.
#include "app/gui/panels/inspector_model.h"
#include "app/gui/panels/metrics_model.h"
#include "app/gui/panels/metrics_panel.h"
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plot_columns.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/plots/value_range_dialog.h"
#include "app/gui/widgets/metric_mime.h"
#include "tests/app/gui/plots_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

#include <cmath>

namespace tst_plot_fields {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

const QSize PanelSize(1000, 600);

bool drop(PlotsPanel& panel, const QPoint& onCanvas, const QMimeData& mime)
{
    const QPoint at = panel.canvas()->mapTo(&panel, onCanvas);
    QDragEnterEvent enter(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    enter.setAccepted(false);
    QCoreApplication::sendEvent(&panel, &enter);
    if (!enter.isAccepted())
        return false;
    QDragMoveEvent move(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&panel, &move);
    QDropEvent event(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&panel, &event);
    return event.isAccepted();
}

bool drop(PlotsPanel& panel, const QPoint& onCanvas, const model::MetricRequest& request)
{
    const std::unique_ptr<QMimeData> mime(metricMime({request}));
    return drop(panel, onCanvas, *mime);
}

QPoint middleOf(const PlotsPanel& panel, int field) { return panel.canvas()->fieldRect(field).center(); }
QPoint belowAll(const PlotsPanel& panel) { return {panel.width() / 2, panel.canvas()->height() - 4}; }

} // namespace

class TestPlotFields : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsOfTheInspectorCarryTheirMetric()
    {
        OpenReplay replay({});
        InspectorModel inspector;
        inspector.setSubject(replay.session->index(), actorId(2));
        QTreeView view;
        view.setModel(&inspector);
        const QModelIndex speed = find(view, QStringLiteral("Speed"));
        const QModelIndex position = find(view, QStringLiteral("Position"));
        QVERIFY(inspector.flags(speed) & Qt::ItemIsDragEnabled);
        QVERIFY(!(inspector.flags(position) & Qt::ItemIsDragEnabled));
        QCOMPARE(inspector.mimeData({position}), nullptr);
        const std::unique_ptr<QMimeData> mime(
            inspector.mimeData({speed, speed.siblingAtColumn(InspectorModel::ValueColumn), position}));
        const auto carried =
            metricsFromMime(*mime, replay.session->info(), model::metricsOf(replay.session->info()));
        QCOMPARE(carried.size(), std::size_t{1});
        QVERIFY(sameMetric(carried.front(), metric(replay, "speed", 2)));
        QVERIFY(speed.siblingAtColumn(InspectorModel::PlotColumn)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("Enter")));
    }

    void rowsOfTheMetricsTableCarryTheirActors_data()
    {
        QTest::addColumn<int>("column"); // where the drag begins
        QTest::addColumn<QString>("metric");
        QTest::newRow("a name") << int(MetricsModel::ActorColumn) << QString();
        QTest::newRow("speed") << 1 << QStringLiteral("speed");
        QTest::newRow("a property") << 2 << QStringLiteral("throttle");
    }
    void rowsOfTheMetricsTableCarryTheirActors()
    {
        QFETCH(int, column);
        QFETCH(QString, metric);
        OpenReplay replay({});
        Shown<MetricsPanel> metrics(replay, PanelSize);
        auto* table = metrics.panel.findChild<QTableView*>();
        const QAbstractItemModel& model = *table->model();
        QTRY_COMPARE(model.rowCount(), 4);
        QCOMPARE(table->dragDropMode(), QAbstractItemView::DragOnly);
        QCOMPARE((model.flags(model.index(0, column)) & Qt::ItemIsDragEnabled) != 0, !metric.isEmpty());
        click(table, model.index(2, column));
        table->selectionModel()->select(model.index(0, column),
                                        QItemSelectionModel::Select | QItemSelectionModel::Rows);
        const std::unique_ptr<QMimeData> mime(model.mimeData(table->selectionModel()->selectedIndexes()));
        QCOMPARE(mime != nullptr, !metric.isEmpty());
        if (mime == nullptr)
            return;
        const auto carried =
            metricsFromMime(*mime, replay.session->info(), model::metricsOf(replay.session->info()));
        QCOMPARE(carried.size(), std::size_t{2});
        for (const int row : {0, 2}) {
            const model::MetricRequest& request = carried[static_cast<std::size_t>(row / 2)];
            QCOMPARE(request.metric.id, metric);
            QCOMPARE(model::index(request.actor), model.index(row, 0).data(MetricsModel::ActorRole).toUInt());
        }
        Shown<PlotsPanel> plots(replay, PanelSize);
        QVERIFY(drop(plots.panel, {20, 20}, *mime));
        QCOMPARE(plots.panel.plots().count(), 2);
        QCOMPARE(plots.panel.plots().at(1).field, plots.panel.plots().at(0).field);
        draw(plots.panel);
    }

    void rowsThatAreHeldStayChosen()
    {
        OpenReplay replay({});
        Shown<MetricsPanel> metrics(replay, PanelSize);
        auto* table = metrics.panel.findChild<QTableView*>();
        QTRY_COMPARE(table->model()->rowCount(), 4);
        replay.session->actors()->select(actorId(0));
        QVERIFY(table->selectionModel()->isRowSelected(0));
        const QPoint cell = table->visualRect(table->model()->index(2, 1)).center();
        const QPoint at = table->viewport()->mapTo(&metrics.host, cell);
        QTest::mousePress(metrics.host.windowHandle(), Qt::LeftButton, {}, at);
        QVERIFY(table->selectionModel()->isRowSelected(2));
        QSignalSpy refreshed(table->model(), &QAbstractItemModel::dataChanged);
        replay.session->playhead().seek({10, 0.0}); // as while it plays
        QTRY_VERIFY(!refreshed.empty());
        QVERIFY(table->selectionModel()->isRowSelected(2));
        QTest::mouseRelease(metrics.host.windowHandle(), Qt::LeftButton, {}, at);
        QCOMPARE(replay.session->actors()->selected(), actorId(2));
    }

    void dropsGoWhereTheyFall()
    {
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, PanelSize);
        PlotsPanel& panel = shown.panel;
        QVERIFY(drop(panel, {20, 20}, metric(replay, "speed", 0))); // nothing there yet
        draw(panel);
        const int first = panel.plots().at(0).field;
        QVERIFY(drop(panel, middleOf(panel, first), metric(replay, "height", 0)));
        QCOMPARE(panel.plots().at(1).field, first);
        QCOMPARE(panel.canvas()->unitsOf(first), QStringList({QStringLiteral("m/s"), QStringLiteral("m")}));
        QVERIFY(panel.canvas()->hasRightAxis());
        draw(panel);
        QVERIFY(drop(panel, belowAll(panel), metric(replay, "speed", 1)));
        QVERIFY(panel.plots().at(2).field > first); // its unit has a field, and yet it was meant for another
        draw(panel);
        QVERIFY(drop(panel, middleOf(panel, first), metric(replay, "turn_rate", 0)));
        QVERIFY(panel.plots().at(3).field >
                panel.plots().at(2).field); // two units are all that a field takes
        draw(panel);
        QVERIFY(drop(panel, middleOf(panel, first), metric(replay, "speed", 1)));
        QCOMPARE(panel.plots().count(), 4); // there already: it moves
        QCOMPARE(panel.plots().at(2).field, first);
    }

    void severalDropTogether()
    {
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, PanelSize);
        const std::unique_ptr<QMimeData> mime(metricMime(
            {metric(replay, "speed", 0), metric(replay, "height", 0), metric(replay, "turn_rate", 0)}));
        QVERIFY(drop(shown.panel, {20, 20}, *mime));
        QCOMPARE(shown.panel.plots().count(), 3);
        QCOMPARE(shown.panel.plots().at(1).field, shown.panel.plots().at(0).field);
        QVERIFY(shown.panel.plots().at(2).field != shown.panel.plots().at(0).field);
    }

    void foreignDropsAreRefused_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QByteArray>("bytes");
        const QString ours = QString::fromLatin1(MetricMimeType);
        QTest::newRow("text") << QStringLiteral("text/plain") << QByteArray("speed");
        QTest::newRow("rubbish") << ours << QByteArray("\x00\xff{[");
        QTest::newRow("somebody else") << ours << QByteArray(R"([{"metric":"speed","actor":77}])");
        QTest::newRow("nobody") << ours << QByteArray(R"([{"metric":"speed"}])");
        QTest::newRow("no such value") << ours << QByteArray(R"([{"metric":"mood","actor":0}])");
    }
    void foreignDropsAreRefused()
    {
        QFETCH(QString, type);
        QFETCH(QByteArray, bytes);
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, PanelSize);
        QMimeData mime;
        mime.setData(type, bytes);
        QVERIFY(!drop(shown.panel, {20, 20}, mime));
        QCOMPARE(shown.panel.plots().count(), 0);
    }

    void theMenuMovesCurves()
    {
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, PanelSize);
        PlotsPanel& panel = shown.panel;
        panel.addPlot(metric(replay, "speed", 0));
        panel.addPlot(metric(replay, "height", 0));
        QVERIFY(panel.plots().at(0).field != panel.plots().at(1).field);
        const auto choose = [&](int plot, const QString& text) {
            const std::unique_ptr<QMenu> menu(panel.makeMenu(plot));
            for (QAction* action : menu->findChildren<QAction*>()) {
                if (action->text() == text) {
                    action->trigger();
                    return;
                }
            }
            QFAIL(qPrintable(text));
        };
        choose(1, QStringLiteral("1: m/s"));
        QCOMPARE(panel.plots().at(1).field, panel.plots().at(0).field);
        choose(0, QStringLiteral("A new one below"));
        QVERIFY(panel.plots().at(0).field > panel.plots().at(1).field);
        QVERIFY(!panel.canvas()->hasRightAxis());
    }

    void theSecondScaleLeavesRoom()
    {
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, PanelSize);
        shown.panel.addPlot(metric(replay, "speed", 0));
        draw(shown.panel);
        const int alone = shown.panel.canvas()->fieldRect(0).right();
        shown.panel.addPlot(metric(replay, "height", 0));
        shown.panel.movePlot(1, 0);
        draw(shown.panel);
        QVERIFY(shown.panel.canvas()->fieldRect(0).right() < alone - 40);
    }

    void edgesSizeFields()
    {
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, PanelSize);
        PlotsPanel& panel = shown.panel;
        panel.addPlot(metric(replay, "speed", 0));
        panel.addPlot(metric(replay, "height", 0));
        draw(panel);
        PlotCanvas* canvas = panel.canvas();
        const int before = canvas->fieldRect(0).height();
        auto* plot = canvas->findChild<QWidget*>();
        const QPoint edge(500, canvas->fieldRect(0).bottom() + 4);
        QTest::mousePress(plot, Qt::LeftButton, {}, edge);
        QTest::mouseMove(plot, edge + QPoint(0, 60));
        QTest::mouseRelease(plot, Qt::LeftButton, {}, edge + QPoint(0, 60));
        draw(panel);
        QVERIFY(std::abs(canvas->fieldRect(0).height() - (before + 60)) <= 2);
        QCOMPARE(replay.session->playhead().time(), model::Micros{0}); // no click
        const int tall = canvas->fieldRect(0).height();
        Shown<PlotsPanel> other(replay, PanelSize);
        QVERIFY(other.panel.restoreState(panel.saveState()));
        draw(other.panel);
        QCOMPARE(other.panel.canvas()->fieldRect(0).height(), tall);
        canvas->grow(0, 0.5);
        draw(panel);
        QVERIFY(canvas->fieldRect(0).height() < tall);
    }

    void aRangeIsKept()
    {
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, PanelSize);
        PlotsPanel& panel = shown.panel;
        panel.addPlot(metric(replay, "height", 0));
        draw(panel);
        const QString unit = QStringLiteral("m");
        auto* lock = panel.canvas()->findChild<QToolButton*>();
        QVERIFY(lock->accessibleName().contains(unit));
        lock->click();
        QVERIFY(panel.canvas()->locked(0));
        const PlotRange kept = panel.canvas()->range(0, unit);
        panel.canvas()->setTimeAxis(3.0, 3.2, 88, 900);
        QCOMPARE(panel.canvas()->range(0, unit).low, kept.low);
        panel.canvas()->setRange(0, unit, PlotRange{-5.0, 25.0});
        QCOMPARE(panel.canvas()->range(0, unit).high, 25.0);
        Shown<PlotsPanel> other(replay, PanelSize);
        QVERIFY(other.panel.restoreState(panel.saveState()));
        QCOMPARE(other.panel.canvas()->range(0, unit).low, -5.0);
        QVERIFY(other.panel.canvas()->findChild<QToolButton*>()->isChecked());
        lock->click();
        QVERIFY(!panel.canvas()->locked(0));
        QVERIFY(panel.canvas()->range(0, unit).high < 25.0);
        draw(other.panel);
    }

    void aRangeGoesWithTheLastCurveOfItsUnit()
    {
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, PanelSize);
        PlotsPanel& panel = shown.panel;
        panel.addPlot(metric(replay, "speed", 0));
        panel.addPlot(metric(replay, "height", 0));
        panel.movePlot(1, 0);
        draw(panel);
        panel.canvas()->setRange(0, QStringLiteral("m/s"), PlotRange{-5.0, 25.0});
        QVERIFY(panel.canvas()->locked(0));
        panel.removePlot(0);
        draw(panel);
        QVERIFY(!panel.canvas()->locked(0));
        QVERIFY(!panel.canvas()->findChild<QToolButton*>()->isChecked());
    }

    void damagedFieldsAreLeftOut()
    {
        OpenReplay replay({});
        Shown<PlotsPanel> shown(replay, PanelSize);
        QVERIFY(shown.panel.restoreState(
            R"({"version":1,"plots":[{"metric":"height","actor":0,"field":0},{"metric":"height","actor":0}],)"
            R"("fields":{"0":{"share":-4,"fixed":{"m":[7,3]}},"9":{"share":2},"x":7}})"));
        QCOMPARE(shown.panel.plots().count(), 1);
        draw(shown.panel);
        QVERIFY(!shown.panel.canvas()->locked(0));
        QVERIFY(shown.panel.canvas()->fieldRect(0).height() > 100);
    }

    void columnsFollowTheRoom_data()
    {
        QTest::addColumn<int>("fields");
        QTest::addColumn<QSize>("lines"); // of the dock, in lines of text
        QTest::addColumn<int>("columns");
        QTest::newRow("nothing") << 0 << QSize(200, 40) << 1;
        QTest::newRow("one alone") << 1 << QSize(200, 40) << 1;
        QTest::newRow("two, very wide") << 2 << QSize(120, 40) << 2;
        QTest::newRow("two, as the timeline") << 2 << QSize(80, 40) << 1;
        QTest::newRow("two, too low for one column") << 2 << QSize(60, 9) << 2;
        QTest::newRow("two, low and narrow") << 2 << QSize(40, 9) << 1;
        QTest::newRow("five, low") << 5 << QSize(60, 20) << 2;
    }
    void columnsFollowTheRoom()
    {
        QFETCH(int, fields);
        QFETCH(QSize, lines);
        QFETCH(int, columns);
        for (const int line : {13, 17, 40})
            QCOMPARE(plotColumns(static_cast<std::size_t>(fields), lines * line, line), columns);
    }

    /// Side by side in a wide dock, below each other in a narrow one; times are the same in both.
    void wideDocksHaveTwoColumns()
    {
        OpenReplay replay({});
        const int line = QFontMetrics(QApplication::font()).height();
        const QSize wide(120 * line, 30 * line);
        Shown<PlotsPanel> shown(replay, wide);
        PlotsPanel& panel = shown.panel;
        PlotCanvas& canvas = *panel.canvas();
        for (const char* id : {"speed", "height", "turn_rate"})
            panel.addPlot(metric(replay, id, 0));
        const std::vector<int> fields = panel.plots().fields();
        QCOMPARE(fields.size(), std::size_t{3});
        draw(panel);
        QCOMPARE(canvas.columns(), 2);
        const auto at = [&](std::size_t field) { return canvas.fieldRect(fields[field]); };
        QVERIFY(at(1).left() > at(0).right());
        QCOMPARE(at(1).top(), at(0).top()); // by rows
        QCOMPARE(at(2).left(), at(0).left());
        QVERIFY(at(2).top() > at(0).bottom());
        QVERIFY(std::abs(at(0).width() - at(1).width()) <= 1);
        for (std::size_t field = 0; field < fields.size(); ++field)
            QCOMPARE(canvas.fieldAt(at(field).center()), std::optional(fields[field]));
        QCOMPARE(canvas.fieldAt({at(1).center().x(), canvas.height() - 2}), std::optional<int>());
        QVERIFY(std::abs(canvas.secondsAt(at(0).center().x()) - canvas.secondsAt(at(1).center().x())) < 0.2);
        // A click in either seeks to what stands there.
        QTest::mouseClick(canvas.surface(), Qt::LeftButton, {}, at(1).center());
        const double seconds = model::seconds(replay.session->playhead().time());
        QVERIFY(std::abs(seconds - canvas.secondsAt(at(0).center().x())) < 0.2);
        // The edge between two of a column moves those.
        const int before = at(0).height();
        const QPoint edge(at(0).center().x(), at(0).bottom() + 4);
        QTest::mousePress(canvas.surface(), Qt::LeftButton, {}, edge);
        QTest::mouseMove(canvas.surface(), edge + QPoint(0, 20));
        QTest::mouseRelease(canvas.surface(), Qt::LeftButton, {}, edge + QPoint(0, 20));
        draw(panel);
        QVERIFY(std::abs(at(0).height() - (before + 20)) <= 2);
        QVERIFY(at(1).height() > at(0).height());

        panel.resize(40 * line, 30 * line);
        draw(panel);
        QCOMPARE(canvas.columns(), 1);
        QCOMPARE(at(1).left(), at(0).left());
        QVERIFY(at(1).top() > at(0).bottom() && at(2).top() > at(1).bottom());
        panel.resize(wide);
        draw(panel);
        QCOMPARE(canvas.columns(), 2);
        panel.removePlot(2);
        panel.removePlot(1);
        draw(panel);
        QCOMPARE(canvas.columns(), 1); // one field has the dock for itself
        QVERIFY(at(0).width() > wide.width() / 2);
    }

    void theRangeDialogSaysBoth()
    {
        ValueRangeDialog dialog;
        dialog.addUnit(QStringLiteral("m"), {0.0, 10.0});
        const auto boxes = dialog.findChildren<QDoubleSpinBox*>();
        QCOMPARE(boxes.size(), 2);
        QVERIFY(!boxes[0]->accessibleName().isEmpty());
        auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        boxes[0]->setValue(11.0);
        QVERIFY(!ok->isEnabled()); // the lowest above the highest
        boxes[1]->setValue(12.5);
        std::optional<PlotRange> chosen;
        connect(&dialog, &ValueRangeDialog::chosen, this,
                [&](const QString&, const PlotRange& range) { chosen = range; });
        ok->click();
        QVERIFY(chosen.has_value());
        QCOMPARE(chosen->low, 11.0);
        QCOMPARE(chosen->high, 12.5);
    }
};

} // namespace tst_plot_fields

GHOSTLINE_TEST(tst_plot_fields, TestPlotFields, QApplication)
#include "tst_plot_fields.moc"
