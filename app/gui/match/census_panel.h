// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What every team has at the playhead, by type. For every format that declares a census.
#include "app/gui/shell/replay_session.h"
#include "render/theme.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace ghostline::app {

class CensusModel;

class CensusPanel : public QWidget
{
    Q_OBJECT
public:
    explicit CensusPanel(QWidget* parent = nullptr);
    ~CensusPanel() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    CensusModel* model() const { return m_model; }
    /// Puts the whole table into the clipboard.
    void copyAll() const;

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void onIndexChanged();
    void onState();
    void refresh();
    void fitColumns();
    void selectNext(const QModelIndex& at);

    QPointer<ReplaySession> m_session;
    CensusModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QToolButton* m_copy = nullptr;
    QLabel* m_when = nullptr;
    QLabel* m_nothing = nullptr;
    QStackedLayout* m_pages = nullptr;
    QTimer m_pace; ///< the shortest time between two refreshes
    bool m_stale = false;
};

} // namespace ghostline::app
