// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics table over a stretch of the recording: a row for each frame, nothing where nothing was
// recorded, and the numbers that the command line prints.
#include "app/gui/panels/metrics_exporter.h"
#include "app/gui/panels/metrics_model.h"
#include "app/gui/panels/metrics_panel.h"
#include "model/base/shown_text.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QFile>
#include <QHeaderView>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

#include <limits>

namespace tst_metrics_range {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;
using model::FrameNumber;
using model::FrameRange;

constexpr FrameNumber Frames = 200;

FakeReplayOptions joinAndLeave()
{
    FakeReplayOptions options;
    options.frames = Frames;
    options.staggered = true;
    return options;
}

struct OpenPanel
{
    explicit OpenPanel(const FakeReplayOptions& options = joinAndLeave())
        : replay(options), shown(replay), table(shown.panel.findChild<QTableView*>())
    {
        replay.session->playhead().seek({100, 0.0});
    }
    bool ready() const
    {
        return QTest::qWaitFor([this] { return table->model()->rowCount() == 4; });
    }
    /// Heading and rows, cell by cell; empty when it failed.
    QList<QByteArrayList> written(FrameRange frames)
    {
        const QString path = replay.folder.filePath(QStringLiteral("out.csv"));
        QSignalSpy done(shown.panel.exporter(), &MetricsExporter::written);
        shown.panel.exporter()->write(
            {replay.session->source(), replay.session->index(), shown.panel.rangeColumns(), frames}, path);
        if (!QTest::qWaitFor([&done] { return !done.isEmpty(); }) || !done.front().at(1).toString().isEmpty())
            return {};
        QFile file(path);
        QList<QByteArrayList> rows;
        if (file.open(QIODevice::ReadOnly)) {
            for (const QByteArray& line : file.readAll().trimmed().split('\n'))
                rows << line.split(',');
        }
        return rows;
    }
    QStringList offered()
    {
        QStringList texts;
        for (QMenu* menu : shown.panel.findChildren<QMenu*>()) {
            Q_EMIT menu->aboutToShow();
            for (const QAction* action : menu->actions())
                texts << action->text();
        }
        return texts;
    }

    OpenReplay replay;
    Shown<MetricsPanel> shown;
    QTableView* table;
};

class TestMetricsRange : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aRowForEachFrame();
    void loopIsARange();
    void columnsThatAreShown();
    void selectedActors();
    void failuresAreTold();
};

void TestMetricsRange::aRowForEachFrame()
{
    OpenPanel w;
    QVERIFY(w.ready());
    const QList<QByteArrayList> rows = w.written({0, Frames});
    QCOMPARE(rows.size(), qsizetype(Frames) + 1);
    QCOMPARE(rows.front().mid(0, 2).join(','), QByteArray("time_s,frame"));
    // As the command line has it: of its own reading.
    const std::vector<model::MetricColumn> columns = w.shown.panel.rangeColumns();
    QCOMPARE(std::size_t(rows.front().size()), columns.size() + 2);
    std::vector<model::MetricRequest> requests;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        QCOMPARE(rows.front()[static_cast<qsizetype>(c) + 2], model::csvField(columns[c].title));
        requests.push_back(columns[c].request);
    }
    const auto series = model::readMetrics(*w.replay.session->source(), requests, {0, Frames},
                                           std::numeric_limits<int>::max(), {}, {});
    QVERIFY(series.has_value());
    bool empty = false;
    for (FrameNumber frame = 0; frame < Frames; ++frame) {
        const QByteArrayList& row = rows[frame + 1];
        QCOMPARE(row.size(), rows.front().size());
        QCOMPARE(row[1], QByteArray::number(qlonglong(frame)));
        const double seconds = row[0].toDouble();
        for (std::size_t c = 0; c < columns.size(); ++c) {
            double recorded = std::numeric_limits<double>::quiet_NaN();
            for (const model::MetricSample& sample : (*series)[c].samples) {
                if (std::abs(sample.time - seconds) < 1e-7)
                    recorded = sample.value;
            }
            const QByteArray& cell = row[static_cast<qsizetype>(c) + 2];
            QCOMPARE(cell, model::csvNumber(recorded));
            const int actor = static_cast<int>(columns[c].request.actor);
            if (!fakeAlive(joinAndLeave(), actor, frame)) {
                QVERIFY2(cell.isEmpty(), cell.constData());
                empty = true;
            }
        }
    }
    QVERIFY(empty);
}

void TestMetricsRange::loopIsARange()
{
    OpenPanel w;
    QVERIFY(w.ready());
    const auto overLoop = [](const QString& text) { return text.contains(u"loop"); };
    QStringList verbs = w.offered();
    QVERIFY(std::none_of(verbs.begin(), verbs.end(), overLoop));
    w.replay.session->playhead().setLoop(FrameRange{50, 60});
    verbs = w.offered();
    QVERIFY(std::any_of(verbs.begin(), verbs.end(), overLoop));
    const QList<QByteArrayList> rows = w.written({50, 60});
    QCOMPARE(rows.size(), qsizetype(11));
    QCOMPARE(rows[1][1], QByteArray("50"));
    QCOMPARE(rows.back()[1], QByteArray("59"));
}

void TestMetricsRange::columnsThatAreShown()
{
    OpenPanel w;
    QVERIFY(w.ready());
    QTRY_VERIFY(w.table->isColumnHidden(w.table->model()->columnCount() - 1) ||
                !w.shown.panel.rangeColumns().empty());
    for (int column = 2; column < w.table->model()->columnCount(); ++column)
        w.table->setColumnHidden(column, true);
    w.table->setColumnHidden(1, false);
    const std::vector<model::MetricColumn> columns = w.shown.panel.rangeColumns();
    QCOMPARE(columns.size(), std::size_t(4));
    for (const model::MetricColumn& column : columns)
        QVERIFY2(column.title.endsWith(u"/speed"), qPrintable(column.title));
}

void TestMetricsRange::selectedActors()
{
    OpenPanel w;
    QVERIFY(w.ready());
    QTRY_VERIFY(!w.shown.panel.rangeColumns().empty());
    const auto whose = [&w] {
        QSet<int> actors;
        for (const model::MetricColumn& column : w.shown.panel.rangeColumns())
            actors << static_cast<int>(column.request.actor);
        return actors;
    };
    w.table->selectRow(1);
    QCOMPARE(whose().size(), 4); // the selected actor is a row that nobody chose for this
    w.table->selectionModel()->select(w.table->model()->index(2, 0),
                                      QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QCOMPARE(whose().size(), 2);
}

void TestMetricsRange::failuresAreTold()
{
    OpenPanel w;
    QVERIFY(w.ready());
    QSignalSpy done(w.shown.panel.exporter(), &MetricsExporter::written);
    w.shown.panel.exporter()->write(
        {w.replay.session->source(), w.replay.session->index(), w.shown.panel.rangeColumns(), {0, Frames}},
        w.replay.folder.filePath(QStringLiteral("no/such/folder.csv")));
    QTRY_COMPARE(done.size(), 1);
    QVERIFY(!done.front().at(1).toString().isEmpty());
}

} // namespace tst_metrics_range

GHOSTLINE_TEST(tst_metrics_range, TestMetricsRange, ghostline::test::GraphicsApplication)
#include "tst_metrics_range.moc"
