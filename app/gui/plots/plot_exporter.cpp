// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_exporter.h"

#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plot_values.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/replay_words.h"
#include "model/base/shown_text.h"
#include "model/bytes/atomic_file.h"

#include <QMenu>

#include <cmath>
#include <limits>

namespace ghostline::app {

namespace {

constexpr int PictureScale = 2;

/// One row a recorded frame, one column a curve; all series come from one walk over the frames.
QByteArray csvOf(const QStringList& names, const std::vector<model::MetricSeries>& series)
{
    QByteArray text("time_s");
    for (std::size_t i = 0; i < series.size(); ++i) {
        const QString& unit = series[i].unit;
        const QString& name = names[static_cast<qsizetype>(i)];
        text += ',' + model::csvField(unit.isEmpty() ? name : QStringLiteral("%1 [%2]").arg(name, unit));
    }
    text += '\n';
    for (std::size_t row = 0; row < series.front().samples.size(); ++row) {
        text += QByteArray::number(series.front().samples[row].time, 'f', 6);
        for (const model::MetricSeries& column : series) {
            text += ',';
            if (!std::isnan(column.samples[row].value))
                text += QByteArray::number(column.samples[row].value, 'g', 10);
        }
        text += '\n';
    }
    return text;
}

} // namespace

PlotExporter::PlotExporter(PlotCanvas* canvas, std::function<std::optional<Values>()> values, QWidget* panel)
    : QObject(panel), m_canvas(canvas), m_values(std::move(values)), m_panel(panel)
{
}

QMenu* PlotExporter::makeMenu(QWidget* parent)
{
    auto* menu = new QMenu(parent);
    menu->addAction(tr("Picture (PNG)\u2026"), this, [this] { askPicture(false); });
    menu->addAction(tr("Drawing (SVG)\u2026"), this, [this] { askPicture(true); });
    menu->addAction(tr("Values in view (CSV)\u2026"), this, &PlotExporter::askCsv);
    return menu;
}

void PlotExporter::askPicture(bool vectors)
{
    const auto save = [this, vectors](const QString& path) {
        const model::Result<void> done = vectors ? saveSvg(path) : savePng(path);
        if (!done)
            tellExportFailed(m_panel, path, shownError(done.error()));
    };
    if (vectors)
        askExportFile(
            m_panel,
            {tr("Export the plots as a drawing"), tr("Plots"), tr("Drawings (*.svg)"), QStringLiteral("svg")},
            save);
    else
        askExportFile(
            m_panel,
            {tr("Export the plots as a picture"), tr("Plots"), tr("Pictures (*.png)"), QStringLiteral("png")},
            save);
}

void PlotExporter::askCsv()
{
    askExportFile(m_panel,
                  {tr("Export plotted values"), tr("Plots"), tr("Tables (*.csv)"), QStringLiteral("csv")},
                  [this](const QString& path) {
                      connect(
                          this, &PlotExporter::written, m_panel,
                          [this](const QString& file, const QString& error) {
                              if (!error.isEmpty())
                                  tellExportFailed(m_panel, file, error);
                          },
                          Qt::SingleShotConnection);
                      saveCsv(path);
                  });
}

model::Result<void> PlotExporter::savePng(const QString& path)
{
    return m_canvas->savePng(path, PictureScale);
}

model::Result<void> PlotExporter::saveSvg(const QString& path) { return m_canvas->saveSvg(path); }

void PlotExporter::saveCsv(const QString& path)
{
    std::optional<Values> values = m_values();
    if (!values)
        return;
    m_writing.start([this, path, values = std::move(*values)](const model::Progress& progress,
                                                              const std::stop_token& stop) {
        QString error;
        const auto series = readPlots(*values.source, values.curves, values.frames,
                                      std::numeric_limits<int>::max(), progress, stop);
        if (!series)
            error = shownError(series.error());
        else if (const auto done = model::replaceFile(path, csvOf(values.names, *series)); !done)
            error = shownError(done.error());
        return std::function<void()>([this, path, error] { Q_EMIT written(path, error); });
    });
}

} // namespace ghostline::app
