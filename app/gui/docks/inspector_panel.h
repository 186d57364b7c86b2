// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything about the selected actor now: values, short trends, and the way from each number to its plot.
#include "app/gui/shell/replay_session.h"
#include "model/metrics.h"
#include "render/theme.h"

#include <QPointer>
#include <QSet>
#include <QTimer>
#include <QWidget>

#include <memory>

class QLabel;
class QStackedLayout;
class QTreeView;

namespace ghostline::app {

class ElidedLabel;
class InspectorDistance;
class InspectorModel;
class KeptPlace;
class SeriesFetcher;
class TrendDelegate;

class InspectorPanel : public QWidget
{
    Q_OBJECT
public:
    explicit InspectorPanel(QWidget* parent = nullptr);
    ~InspectorPanel() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);

Q_SIGNALS:
    void plotRequested(const ghostline::model::MetricRequest& request);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    QWidget* buildHead();
    void onSelection();
    void onZones();
    void onIndexChanged();
    void onState();
    void refresh();
    void showHead();
    void requestPlot(const QModelIndex& at);
    void onClicked(const QModelIndex& at);
    void openGroups();
    void wantTrends();
    void fetchTrends();
    model::FrameRange trendFrames(double reach) const;

    QPointer<ReplaySession> m_session;
    render::Theme m_theme;
    InspectorModel* m_model = nullptr;
    TrendDelegate* m_delegate = nullptr;
    SeriesFetcher* m_fetcher = nullptr;
    QTreeView* m_tree = nullptr;
    std::unique_ptr<KeptPlace> m_place;
    QWidget* m_head = nullptr;
    QLabel* m_swatch = nullptr;
    ElidedLabel* m_name = nullptr;
    ElidedLabel* m_what = nullptr;
    QLabel* m_how = nullptr; ///< provenance mark
    ElidedLabel* m_provenance = nullptr;
    QLabel* m_empty = nullptr;
    InspectorDistance* m_distanceRow = nullptr;
    QStackedLayout* m_pages = nullptr;
    QTimer m_pace;                      ///< the shortest time between two refreshes
    QTimer m_settle;                    ///< trends are read when the playhead has settled for a moment
    model::WorldState m_before;         ///< the frame before, reused
    model::FrameRange m_trendsFor;      ///< frames that the trends shown, or on their way, cover
    model::FrameNumber m_fetchedOf = 0; ///< frames the replay had when they were asked for
    QSet<QString> m_closed;             ///< groups the user closed, and those closed at first
    QSet<QString> m_known;
    int m_valueWidth = 0; ///< what a position takes
    bool m_stale = false;
};

} // namespace ghostline::app
