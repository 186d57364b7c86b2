// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an observer wants to know of every player at the playhead, by page, as briefly or as fully as wished.
// For every format that declares such pages.
#include "app/gui/session/panel.h"
#include "model/metrics/metrics.h"
#include "model/replay/observer.h"

#include <QAction>

class QButtonGroup;
class QLabel;
class QTableView;
class QToolButton;

namespace ghostline::app {

class CensusTable;
class FlowLayout;
class ObserverDelegate;
class ObserverGraph;
class ObserverModel;

class ObserverPanel final : public Panel
{
    Q_OBJECT
public:
    explicit ObserverPanel(QWidget* parent = nullptr);

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
    /// `more`: what can be done with the table it was asked for in.
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos, QAction* more);
    /// A figure is wanted among the plots, for every player.
    void plotsRequested(const std::vector<ghostline::model::MetricRequest>& requests);

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void refresh() override;
    void build();
    QWidget* buildHead();
    void buildTable();
    void onIndexChanged();
    void buildPages();
    void showPage();
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

    model::Density m_density = model::Density::Normal;
    QString m_page; ///< wanted
    ObserverModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    CensusTable* m_census = nullptr;
    ObserverGraph* m_graph = nullptr;
    QWidget* m_pageBox = nullptr;
    FlowLayout* m_pageRow = nullptr;
    QButtonGroup* m_pageButtons = nullptr;
    QButtonGroup* m_densityButtons = nullptr;
    QToolButton* m_plot = nullptr;
    QLabel* m_when = nullptr;
    QLabel* m_nothing = nullptr; ///< in place of a page's table
    std::vector<int> m_widest;   ///< text of each column so far: figures that shake cannot be read
    bool m_wider = false;        ///< since the columns were fitted
    bool m_linesMoved = true;    ///< since lines were laid out
};

} // namespace ghostline::app
