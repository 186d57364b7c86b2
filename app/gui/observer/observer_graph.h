// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One figure of every player over the whole replay, with what lasted shaded behind it. A click goes there.
#include "app/gui/jobs/job.h"
#include "app/gui/session/panel.h"
#include "model/metrics/metrics.h"
#include "model/replay/event.h"

#include <QHash>

class QComboBox;
class QLabel;

namespace ghostline::app {

class PlotCanvas;

class ObserverGraph final : public Panel
{
    Q_OBJECT
public:
    explicit ObserverGraph(QWidget* parent = nullptr);

    /// The figures of a page to choose from. The one chosen on it before is shown, in whichever replay that
    /// was, else the first. A list that is offered already is left alone: it may be open.
    void setGraphs(const QString& page, const std::vector<model::ActorPropertyId>& graphs);
    /// The session has another revision.
    void readIndex();
    /// Moves the line of now; reads the curves first, where that has not been done. For a graph that is seen.
    void showState();
    /// -1 = none.
    model::ActorPropertyId shown() const;
    /// What draws the figure shown, for every player.
    std::vector<model::MetricRequest> requests() const;
    PlotCanvas* canvas() const { return m_canvas; }
    bool reading() const { return m_job.running(); }
    /// All curves of all pages have been read.
    bool known() const { return !m_job.running() && !m_series.isEmpty(); }

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    bool offers(const QString& page, const std::vector<model::ActorPropertyId>& graphs) const;
    void offer(const QString& page, const std::vector<model::ActorPropertyId>& graphs);
    std::vector<model::MetricRequest> requestsOf(const std::vector<model::ActorPropertyId>& graphs) const;
    void read();
    void take(const std::vector<model::MetricRequest>& curves,
              const std::vector<model::MetricSeries>& series);
    void showCurves();
    void showBands();
    void align();
    void tell();
    const model::PropertyInfo* infoOf(model::ActorPropertyId id) const;
    void choose();
    void moveNow();

    QComboBox* m_which;
    QString m_page;                   ///< whose figures are offered
    QHash<QString, QString> m_chosen; ///< by page, the property's id
    QLabel* m_message;
    PlotCanvas* m_canvas;
    std::vector<model::ActorId> m_players;
    std::shared_ptr<const model::EventTable> m_bandsOf;
    model::FrameNumber m_read = 0; ///< frames asked for
    /// By property, then by player as in m_players.
    QHash<model::ActorPropertyId, std::vector<model::MetricSeries>> m_series;
    QString m_failure;
    Job m_job; ///< last member: joined before what it reports to
};

} // namespace ghostline::app
