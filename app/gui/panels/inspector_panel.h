// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything about the selected actor now: values, short trends, and the way from each number to its plot.
#include "app/gui/session/panel.h"
#include "model/metrics/metrics.h"

#include <QSet>
#include <QTimer>

#include <memory>

class QLabel;
class QTreeView;

namespace ghostline::app {

class ElidedLabel;
class InspectorDistance;
class InspectorModel;
class Job;
class ScrollAnchor;
class TrendDelegate;

class InspectorPanel final : public Panel
{
    Q_OBJECT
public:
    explicit InspectorPanel(QWidget* parent = nullptr);
    ~InspectorPanel() override;

Q_SIGNALS:
    void plotRequested(const ghostline::model::MetricRequest& request);

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void refresh() override;
    void build();
    QWidget* buildHead();
    void onSelection();
    void onZones();
    void onIndexChanged();
    void showHead();
    void showHeadOf(const model::WorldState& frame);
    void requestPlot(const QModelIndex& at);
    void onClicked(const QModelIndex& at);
    void openGroups();
    void wantTrends();
    void showTrends(const std::vector<model::MetricSeries>& trends);
    void fetchTrends();
    model::FrameRange trendFrames(double reach) const;

    InspectorModel* m_model = nullptr;
    TrendDelegate* m_delegate = nullptr;
    Job* m_trendJob = nullptr;
    QTreeView* m_tree = nullptr;
    std::unique_ptr<ScrollAnchor> m_anchor;
    QWidget* m_head = nullptr;
    QLabel* m_swatch = nullptr;
    ElidedLabel* m_name = nullptr;
    ElidedLabel* m_what = nullptr;
    QLabel* m_how = nullptr; ///< provenance mark
    ElidedLabel* m_provenance = nullptr;
    QLabel* m_empty = nullptr;
    InspectorDistance* m_distanceRow = nullptr;
    QTimer m_settle;                    ///< trends are read when the playhead has settled for a moment
    model::FrameRange m_trendsFor;      ///< frames that the trends shown, or on their way, cover
    model::FrameNumber m_fetchedOf = 0; ///< frames the replay had when they were asked for
    QSet<QString> m_closed;             ///< groups the user closed, and those closed at first
    QSet<QString> m_known;
    int m_valueWidth = 0; ///< what a position takes
};

} // namespace ghostline::app
