// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A match at the playhead: roster with every statistic, possession, and tables of what happened. For every
// format that declares a scoreboard.
#include "app/gui/session/events_behind.h"
#include "app/gui/session/panel.h"
#include "model/metrics/stat_history.h"

#include <QAction>

class QButtonGroup;
class QLabel;
class QSortFilterProxyModel;
class QTableView;
class QTabWidget;

namespace ghostline::app {

class Job;
class HappeningsModel;
class LineUp;
class PossessionBar;
class RosterModel;

class MatchPanel final : public Panel
{
    Q_OBJECT
public:
    explicit MatchPanel(QWidget* parent = nullptr);

    void setSpan(model::StatSpan span);
    model::StatSpan span() const { return m_span; }
    /// The statistics of the whole recording have been read.
    bool historyKnown() const { return m_history != nullptr; }

Q_SIGNALS:
    /// A figure was clicked.
    void eventsRequested(const ghostline::app::EventsBehind& figure);
    /// `more`: what can be done with the table it was asked for in; null = in none.
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos, QAction* more);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void refresh() override;
    /// One tab below the roster's.
    struct Table
    {
        QString kind;
        HappeningsModel* model = nullptr;
        QSortFilterProxyModel* sorted = nullptr;
        QTableView* view = nullptr;
    };
    void build();
    QWidget* buildRoster();
    void onIndexChanged();
    void buildTables();
    void fillTables();
    void readHistory();
    void fitColumns();
    void showSelection();
    void onRosterClicked(const QModelIndex& at);
    void goTo(const Table& table, const QModelIndex& at);

    model::StatSpan m_span = model::StatSpan::Recorded;
    std::shared_ptr<const model::StatHistory> m_history;
    std::shared_ptr<const model::EventTable> m_shownEvents;
    Job* m_job;
    RosterModel* m_roster = nullptr;
    QTableView* m_rosterView = nullptr;
    QWidget* m_head = nullptr; ///< spans, round, possession: nothing for a roster of gauges
    QButtonGroup* m_spans = nullptr;
    QLabel* m_when = nullptr;
    PossessionBar* m_possession = nullptr;
    LineUp* m_lineUp = nullptr;
    QTabWidget* m_tabs = nullptr;
    std::vector<Table> m_tables;
};

} // namespace ghostline::app
