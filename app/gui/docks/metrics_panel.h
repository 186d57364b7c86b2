// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All numbers of all actors at the playhead, side by side.
#include "app/gui/shell/replay_session.h"
#include "model/error.h"
#include "render/theme.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QWidget>

class QLabel;
class QMenu;
class QStackedLayout;
class QTableView;

namespace ghostline::app {

class MetricsModel;
class Pace;

class MetricsPanel : public QWidget
{
    Q_OBJECT
public:
    explicit MetricsPanel(QWidget* parent = nullptr);
    ~MetricsPanel() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// What the table shows now, as CSV; the old file stays when writing fails.
    model::Result<void> exportCsv(const QString& path) const;

private:
    void build();
    void onIndexChanged();
    void refresh();
    void chooseColumns();
    void fillColumnMenu();
    void showSelection();

    QPointer<ReplaySession> m_session;
    MetricsModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_when = nullptr;
    QMenu* m_columnMenu = nullptr;
    QStackedLayout* m_pages = nullptr;
    Pace* m_pace;
    QElapsedTimer m_sorted; ///< since rows last changed places
    bool m_columnsChosen = false;
    bool m_held = false; ///< the mouse went down on a row
};

} // namespace ghostline::app
