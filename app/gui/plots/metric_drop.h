// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Values that are dragged onto the Plots dock: where they may go, and where they went.
#include "app/gui/plots/plot_list.h"

#include <QObject>
#include <QPointer>

class QDropEvent;
class QWidget;

namespace ghostline::app {

class PlotCanvas;
class ReplaySession;

class MetricDrop : public QObject
{
    Q_OBJECT
public:
    /// `dock` takes what is dropped, `canvas` in it shows where; `plots` are those there are. All outlive it.
    MetricDrop(QWidget* dock, PlotCanvas* canvas, const PlotList* plots);
    void setSession(ReplaySession* session);

Q_SIGNALS:
    /// Into a field that takes the first of them; nothing = into one of their own.
    void dropped(const std::vector<ghostline::model::MetricRequest>& requests, std::optional<int> field);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::vector<model::MetricRequest> requestsIn(const QDropEvent& event) const;
    std::optional<int> fieldAt(const QPoint& at, const QString& unit) const;
    void enter(QDropEvent& event) const;
    void move(QDropEvent& event) const;
    void drop(QDropEvent& event);

    QWidget* m_dock;
    PlotCanvas* m_canvas;
    const PlotList* m_plots;
    QPointer<ReplaySession> m_session;
};

} // namespace ghostline::app
