// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the Plots dock: pictures, and the values in view.
#include "app/gui/docks/csv_export.h"
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/shell/replay_session.h"
#include "model/atomic_file.h"

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
        text += ',' + csvField(unit.isEmpty() ? name : QStringLiteral("%1 [%2]").arg(name, unit));
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

void PlotsPanel::askPicture(bool vectors)
{
    const auto save = [this, vectors](const QString& path) {
        const model::Result<void> done = vectors ? exportSvg(path) : exportPng(path);
        if (!done)
            tellExportFailed(this, path, done.error().message);
    };
    if (vectors)
        askExportFile(this, tr("Export the plots as a drawing"), tr("Drawings (*.svg)"),
                      QStringLiteral("svg"), save);
    else
        askExportFile(this, tr("Export the plots as a picture"), tr("Pictures (*.png)"),
                      QStringLiteral("png"), save);
}

void PlotsPanel::askCsv()
{
    askExportFile(this, tr("Export plotted values"), tr("Tables (*.csv)"), QStringLiteral("csv"),
                  [this](const QString& path) {
                      connect(
                          this, &PlotsPanel::exported, this, &PlotsPanel::tellExported,
                          static_cast<Qt::ConnectionType>(Qt::UniqueConnection | Qt::SingleShotConnection));
                      exportCsv(path);
                  });
}

void PlotsPanel::tellExported(const QString& path, const QString& error)
{
    if (!error.isEmpty())
        tellExportFailed(this, path, error);
}

model::Result<void> PlotsPanel::exportPng(const QString& path)
{
    return m_canvas->savePng(path, PictureScale);
}

model::Result<void> PlotsPanel::exportSvg(const QString& path) { return m_canvas->saveSvg(path); }

void PlotsPanel::exportCsv(const QString& path)
{
    if (!m_session || m_plots.empty())
        return;
    std::vector<PlotSpec> curves;
    curves.reserve(m_plots.size());
    QStringList names;
    for (const Plot& plot : m_plots) {
        curves.push_back(plot.spec);
        names << plot.name;
    }
    m_exporting.start([this, path, names, curves, source = m_session->source(), frames = visibleFrames()](
                          const model::Progress& progress, const std::stop_token& stop) {
        QString error;
        const auto series =
            readPlots(*source, curves, frames, std::numeric_limits<int>::max(), progress, stop);
        if (!series)
            error = series.error().message;
        else if (const auto done = model::replaceFile(path, csvOf(names, *series)); !done)
            error = done.error().message;
        return std::function<void()>([this, path, error] { Q_EMIT exported(path, error); });
    });
}

} // namespace ghostline::app
