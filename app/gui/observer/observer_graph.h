// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One figure of every player over the whole replay, with what lasted shaded behind it. A click goes there.
#include "app/gui/plots/plot_reader.h"
#include "app/gui/shell/replay_session.h"
#include "model/event.h"
#include "render/theme.h"

#include <QHash>
#include <QPointer>
#include <QWidget>

class QComboBox;
class QLabel;

namespace ghostline::app {

class PlotCanvas;

class ObserverGraph : public QWidget
{
    Q_OBJECT
public:
    explicit ObserverGraph(QWidget* parent = nullptr);
    ~ObserverGraph() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// The figures of a page to choose from. The one chosen on it before is shown, in whichever replay that
    /// was, else the first. A list that is offered already is left alone: it may be open.
    void setGraphs(const QString& page, const std::vector<model::PropertyId>& graphs);
    /// The session has another revision.
    void readIndex();
    /// Moves the line of now; reads the curves first, where that has not been done. For a graph that is seen.
    void showState();
    /// -1 = none.
    model::PropertyId shown() const;
    /// What draws the figure shown, for every player.
    std::vector<model::MetricRequest> requests() const;
    PlotCanvas* canvas() const { return m_canvas; }
    bool reading() const { return m_job != 0; }
    /// All curves of all pages have been read.
    bool known() const { return m_job == 0 && !m_series.isEmpty(); }

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    bool offers(const QString& page, const std::vector<model::PropertyId>& graphs) const;
    void offer(const QString& page, const std::vector<model::PropertyId>& graphs);
    std::vector<model::MetricRequest> requestsOf(const std::vector<model::PropertyId>& graphs) const;
    void read();
    void onArrived(quint64 number, const std::vector<model::MetricSeries>& series);
    void showCurves();
    void showBands();
    void align();
    void tell();
    const model::PropertyInfo* infoOf(model::PropertyId id) const;
    void choose();
    void moveNow();

    QPointer<ReplaySession> m_session;
    const render::Theme* m_theme;
    QComboBox* m_which;
    QString m_page;                   ///< whose figures are offered
    QHash<QString, QString> m_chosen; ///< by page, the property's id
    QLabel* m_message;
    PlotCanvas* m_canvas;
    std::vector<model::ActorId> m_players;
    std::shared_ptr<const model::EventTable> m_bandsOf;
    PlotReader m_reader;
    quint64 m_job = 0;
    std::vector<model::MetricRequest> m_asked; ///< those of the job
    model::FrameNumber m_read = 0;             ///< frames asked for
    /// By property, then by player as in m_players.
    QHash<model::PropertyId, std::vector<model::MetricSeries>> m_series;
    QString m_failure;
};

} // namespace ghostline::app
