// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All numbers of all actors at the playhead, side by side.
#include "app/gui/session/panel.h"
#include "model/base/error.h"

#include <QElapsedTimer>

class QLabel;
class QMenu;
class QTableView;

namespace ghostline::app {

class MetricsModel;

class MetricsPanel final : public Panel
{
    Q_OBJECT
public:
    explicit MetricsPanel(QWidget* parent = nullptr);

    /// What the table shows now, as CSV; the old file stays when writing fails.
    model::Result<void> exportCsv(const QString& path) const;

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void refresh() override;
    void build();
    void onIndexChanged();
    void chooseColumns();
    void fillColumnMenu();
    void showSelection();

    MetricsModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_when = nullptr;
    QMenu* m_columnMenu = nullptr;
    QElapsedTimer m_sorted; ///< since rows last changed places
    bool m_columnsChosen = false;
    bool m_held = false; ///< the mouse went down on a row
};

} // namespace ghostline::app
