// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an observer wants to know of every player at the playhead, by page, as briefly or as fully as wished.
// For every format that declares such pages.
#include "app/gui/shell/replay_session.h"
#include "model/metrics.h"
#include "model/observer.h"
#include "render/theme.h"

#include <QPointer>
#include <QWidget>

class QButtonGroup;
class QLabel;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace ghostline::app {

class CensusTable;
class FlowLayout;
class ObserverDelegate;
class ObserverGraph;
class ObserverModel;
class Pace;

class ObserverPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ObserverPanel(QWidget* parent = nullptr);
    ~ObserverPanel() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// How much is shown; remembered with the layout.
    void setDensity(model::Density density);
    model::Density density() const { return m_density; }
    /// By id; one that the replay has not is kept in mind for another.
    void setPage(const QString& id);
    /// The one shown; empty = none.
    QString page() const;
    ObserverModel* model() const { return m_model; }
    ObserverGraph* graph() const { return m_graph; }

    QByteArray saveState() const;
    bool restoreState(const QByteArray& state);

Q_SIGNALS:
    void densityChanged(ghostline::model::Density density);
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos);
    /// A figure is wanted among the plots, for every player.
    void plotsRequested(const std::vector<ghostline::model::MetricRequest>& requests);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    QWidget* buildHead();
    void buildTable();
    void onIndexChanged();
    void buildPages();
    void showPage();
    void refresh();
    QString whenText(const model::WorldState& state) const;
    void followModel();
    void measureHeadings();
    void measure(int firstRow, int lastRow, int firstColumn, int lastColumn);
    void layOut();
    void fitColumns();
    void fitHeight();
    void explain();
    void showSelection();
    void activate(const QModelIndex& at);
    void copyAll() const;
    void showMenu(QPoint at);
    void plot();

    QPointer<ReplaySession> m_session;
    model::Density m_density = model::Density::Normal;
    QString m_page; ///< wanted
    ObserverModel* m_model = nullptr;
    ObserverDelegate* m_delegate = nullptr;
    QTableView* m_table = nullptr;
    CensusTable* m_census = nullptr;
    ObserverGraph* m_graph = nullptr;
    QWidget* m_pageBox = nullptr;
    FlowLayout* m_pageRow = nullptr;
    QButtonGroup* m_pageButtons = nullptr;
    QButtonGroup* m_densityButtons = nullptr;
    QToolButton* m_plot = nullptr;
    QLabel* m_when = nullptr;
    QLabel* m_absent = nullptr;  ///< in place of everything: why there is nothing
    QLabel* m_nothing = nullptr; ///< in place of a page's table
    QStackedLayout* m_pages = nullptr;
    Pace* m_pace;
    std::vector<int> m_widest; ///< text of each column so far: figures that shake cannot be read
    bool m_wider = false;      ///< since the columns were fitted
    bool m_linesMoved = true;  ///< since lines were laid out
};

} // namespace ghostline::app
