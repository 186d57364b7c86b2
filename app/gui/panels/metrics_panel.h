// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All numbers of all actors at the playhead, side by side.
#include "app/gui/session/panel.h"
#include "model/base/error.h"
#include "model/metrics/metric_table.h"

#include <QElapsedTimer>

class QLabel;
class QMenu;
class QTableView;

namespace ghostline::app {

class MetricsExporter;
class MetricsModel;

class MetricsPanel final : public Panel
{
    Q_OBJECT
public:
    explicit MetricsPanel(QWidget* parent = nullptr);

    /// What the table shows now, as CSV; the old file stays when writing fails.
    model::Result<void> exportCsv(const QString& path) const;
    /// What is written over a stretch of the recording: the columns that are shown, of the selected actors
    /// where several are, else of everybody whom the command line would take.
    std::vector<model::MetricColumn> rangeColumns() const;
    MetricsExporter* exporter() const { return m_exporter; }

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void refresh() override;
    void build();
    void onIndexChanged();
    void chooseColumns();
    void fillColumnMenu();
    void fillExportMenu();
    void askRange(model::FrameRange frames, const QString& shown);
    void showSelection();

    MetricsModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_when = nullptr;
    QMenu* m_columnMenu = nullptr;
    QMenu* m_exportMenu = nullptr;
    MetricsExporter* m_exporter = nullptr;
    QElapsedTimer m_sorted; ///< since rows last changed places
    bool m_columnsChosen = false;
    bool m_held = false; ///< the mouse went down on a row
};

} // namespace ghostline::app
