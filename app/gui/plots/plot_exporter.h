// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What leaves the Plots dock: its picture, and the values in view.
#include "app/gui/jobs/job.h"
#include "app/gui/plots/plot_spec.h"
#include "model/base/error.h"

#include <QStringList>

#include <functional>
#include <memory>
#include <optional>

class QMenu;

namespace ghostline::app {

class PlotCanvas;

class PlotExporter : public QObject
{
    Q_OBJECT
public:
    /// Curves and the frames to write of them.
    struct Values
    {
        std::shared_ptr<model::ReplaySource> source;
        std::vector<PlotSpec> curves;
        QStringList names; ///< of the curves
        model::FrameRange frames;
    };

    /// `canvas` outlives it. `values` is asked when they are written; nothing = there are none. Dialogs stand
    /// over `panel`.
    PlotExporter(PlotCanvas* canvas, std::function<std::optional<Values>()> values, QWidget* panel);

    /// What can be written, each asks for a file.
    QMenu* makeMenu(QWidget* parent);
    model::Result<void> savePng(const QString& path);
    model::Result<void> saveSvg(const QString& path);
    /// Every recorded frame in view, one column a curve; ends with written().
    void saveCsv(const QString& path);
    void cancel() { m_writing.cancel(); }

Q_SIGNALS:
    void written(const QString& path, const QString& error);

private:
    void askPicture(bool vectors);
    void askCsv();

    PlotCanvas* m_canvas;
    std::function<std::optional<Values>()> m_values;
    QWidget* m_panel;
    Job m_writing;
};

} // namespace ghostline::app
