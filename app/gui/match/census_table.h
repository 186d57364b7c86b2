// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What every team has by type, as a table: clicking goes through who is counted, Ctrl+C copies. For any panel
// that shows it.
#include "app/gui/session/replay_session.h"
#include "render/base/theme.h"

#include <QPointer>
#include <QTableView>

namespace ghostline::app {

class CensusModel;

class CensusTable : public QTableView
{
    Q_OBJECT
public:
    explicit CensusTable(QWidget* parent = nullptr);

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// The session has another revision.
    void readIndex();
    /// Shows the session's state.
    void showState();
    CensusModel* census() const { return m_model; }
    /// Puts the whole table into the clipboard.
    void copyAll() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
    void selectNext(const QModelIndex& at);
    void showMenu(QPoint at);

    QPointer<ReplaySession> m_session;
    CensusModel* m_model;
};

} // namespace ghostline::app
