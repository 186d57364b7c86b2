// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panels/metrics_exporter.h"

#include "app/gui/session/job_progress.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/replay_words.h"
#include "model/bytes/atomic_file.h"

#include <QFileDialog>

namespace ghostline::app {

namespace {

constexpr qsizetype WrittenAtOnce = 1 << 20; // bytes

model::Result<void> writeTable(const MetricsExporter::Request& request, const QString& path,
                               const model::Progress& progress, const std::stop_token& stop)
{
    const auto table =
        model::readMetricTable(*request.source, request.columns, request.frames, progress, stop);
    if (!table)
        return tl::unexpected(table.error());
    auto file = model::AtomicFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    QByteArray waiting;
    const auto flush = [&file, &waiting] {
        auto done = file->write(
            std::as_bytes(std::span(waiting.constData(), static_cast<std::size_t>(waiting.size()))));
        waiting.clear();
        return done;
    };
    const auto take = [&](const QByteArray& line) -> model::Result<void> {
        if (stop.stop_requested())
            return model::fail(model::ErrorCode::Cancelled, QString());
        waiting += line;
        return waiting.size() < WrittenAtOnce ? model::Result<void>() : flush();
    };
    return model::writeMetricCsv(*table, request.index->timeAxis, take).and_then(flush).and_then([&file] {
        return file->commit();
    });
}

} // namespace

MetricsExporter::MetricsExporter(QWidget* panel) : QObject(panel), m_panel(panel), m_writing(this)
{
    connect(this, &MetricsExporter::written, panel, [panel](const QString& path, const QString& error) {
        if (!error.isEmpty())
            tellExportFailed(panel, path, error);
    });
}

void MetricsExporter::ask(const Request& request, const QString& shown)
{
    if (m_writing.running()) // a second one would end it
        return tellExportFailed(m_panel, shown, tr("Another table is still being written"));
    const ExportQuestion question{tr("Export metrics"), shown, tr("CSV files (*.csv)"),
                                  QStringLiteral("csv")};
    const auto frames = static_cast<int>(request.frames.count());
    m_asking = askExportFile(m_panel, question, [this, request, frames](const QString& path) {
        write(request, path);
        showJobProgress(&m_writing, tr("Writing the metrics of %n frame(s)…", nullptr, frames), m_panel);
    });
}

void MetricsExporter::cancel()
{
    if (m_asking != nullptr)
        m_asking->close();
    m_writing.cancel();
}

void MetricsExporter::write(const Request& request, const QString& path)
{
    m_writing.start([this, request, path](const model::Progress& progress, const std::stop_token& stop) {
        const model::Result<void> done = writeTable(request, path, progress, stop);
        const QString error = done ? QString() : shownError(done.error());
        return std::function<void()>([this, path, error] { Q_EMIT written(path, error); });
    });
}

} // namespace ghostline::app
