// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the Plots dock: values in view, pictures and drawings, and what cannot be written.
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plot_exporter.h"
#include "app/gui/plots/plots_panel.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QSignalSpy>
#include <QXmlStreamReader>

namespace tst_plot_exports {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

/// The panel with curves of two actors, all read.
struct Plotted
{
    Plotted()
    {
        add("speed", 0);
        add("height", 1);
    }

    void add(const char* id, int actor)
    {
        for (const model::MetricInfo& info : model::metricsOf(replay.session->info())) {
            if (info.id == QLatin1String(id))
                panel.addPlot({info, actorId(actor), model::ActorId::None});
        }
        QTRY_VERIFY(!panel.reading());
    }

    QString file(const char* name) const { return replay.folder.filePath(QLatin1String(name)); }

    OpenReplay replay{{}};
    Shown<PlotsPanel> shown{replay, {1000, 500}};
    PlotsPanel& panel = shown.panel;
};

} // namespace

class TestPlotExports : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void values()
    {
        Plotted plotted;
        const QString path = plotted.file("plots.csv");
        QSignalSpy done(plotted.panel.exporter(), &PlotExporter::written);
        plotted.panel.exporter()->saveCsv(path);
        QTRY_COMPARE(done.count(), 1);
        QVERIFY2(done.front().at(1).toString().isEmpty(), qPrintable(done.front().at(1).toString()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QVERIFY(lines.front().startsWith("time_s,Speed"));
        QCOMPARE(lines.front().count(','), 2);
        // Every recorded frame in view, not every drawn point.
        QVERIFY2(lines.size() > 700, qPrintable(QString::number(lines.size())));
        double before = -1.0;
        for (qsizetype i = 1; i < lines.size(); ++i) {
            const QList<QByteArray> cells = lines[i].split(',');
            QCOMPARE(cells.size(), 3);
            QVERIFY(cells[0].toDouble() > before);
            before = cells[0].toDouble();
        }
    }

    void picture()
    {
        Plotted plotted;
        const QString path = plotted.file("plots.png");
        QVERIFY(plotted.panel.exporter()->savePng(path));
        const QImage picture(path);
        QCOMPARE(picture.width(), plotted.panel.canvas()->width() * 2);
        QVERIFY(picture.height() > plotted.panel.canvas()->height() * 2); // the names stand above
    }

    void drawing()
    {
        Plotted plotted;
        const QString path = plotted.file("plots.svg");
        QVERIFY(plotted.panel.exporter()->saveSvg(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        QString text;
        int curves = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isCharacters())
                text += xml.text();
            if (xml.isStartElement() && (xml.name() == u"polyline" || xml.name() == u"path"))
                ++curves;
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(text.contains(QStringLiteral("Speed")));
        QVERIFY(text.contains(QStringLiteral("m/s")));
        QVERIFY(curves > 0);
    }

    void anUnwritablePlaceIsTold()
    {
        Plotted plotted;
        QSignalSpy done(plotted.panel.exporter(), &PlotExporter::written);
        plotted.panel.exporter()->saveCsv(plotted.file("no/such/folder/plots.csv"));
        QTRY_COMPARE(done.count(), 1);
        QVERIFY(!done.front().at(1).toString().isEmpty());
        QVERIFY(!plotted.panel.exporter()->savePng(plotted.file("no/such/folder/plots.png")));
        QVERIFY(!plotted.panel.exporter()->saveSvg(plotted.file("no/such/folder/plots.svg")));
    }
};

} // namespace tst_plot_exports

GHOSTLINE_TEST(tst_plot_exports, TestPlotExports, QApplication)
#include "tst_plot_exports.moc"
