// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The numbers of the metrics table over a stretch of the recording, as a file: what `ghostline-cli metrics
// --csv` prints.
#include "app/gui/jobs/job.h"
#include "model/base/error.h"
#include "model/metrics/metric_table.h"

#include <QObject>
#include <QPointer>

class QFileDialog;
class QWidget;

namespace ghostline::app {

class MetricsExporter : public QObject
{
    Q_OBJECT
public:
    struct Request
    {
        std::shared_ptr<const model::ReplaySource> source;
        std::shared_ptr<const model::ReplayIndex> index;
        std::vector<model::MetricColumn> columns;
        model::FrameRange frames;
    };

    /// Dialogs stand over `panel`.
    explicit MetricsExporter(QWidget* panel);

    /// Asks for a file; `shown` names it.
    void ask(const Request& request, const QString& shown);
    /// Beside the window; ends with written(). The old file stays when it fails or is cancelled.
    void write(const Request& request, const QString& path);
    /// Of another recording nobody asked: closes the question, too.
    void cancel();

Q_SIGNALS:
    /// `error` is empty when it was.
    void written(const QString& path, const QString& error);

private:
    QWidget* m_panel;
    QPointer<QFileDialog> m_asking;
    Job m_writing;
};

} // namespace ghostline::app
