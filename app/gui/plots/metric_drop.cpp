// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/metric_drop.h"

#include "app/gui/plots/plot_canvas.h"
#include "app/gui/session/replay_session.h"
#include "app/gui/widgets/metric_mime.h"

#include <QDropEvent>
#include <QMimeData>

namespace ghostline::app {

MetricDrop::MetricDrop(QWidget* dock, PlotCanvas* canvas, const PlotList* plots)
    : QObject(dock), m_dock(dock), m_canvas(canvas), m_plots(plots)
{
    dock->setAcceptDrops(true);
    dock->installEventFilter(this);
}

void MetricDrop::setSession(ReplaySession* session) { m_session = session; }

bool MetricDrop::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::DragEnter:
        enter(*static_cast<QDropEvent*>(event));
        return true;
    case QEvent::DragMove:
        move(*static_cast<QDropEvent*>(event));
        return true;
    case QEvent::DragLeave:
        m_canvas->hideDropPlace();
        return true;
    case QEvent::Drop:
        drop(*static_cast<QDropEvent*>(event));
        return true;
    default:
        return QObject::eventFilter(watched, event);
    }
}

std::vector<model::MetricRequest> MetricDrop::requestsIn(const QDropEvent& event) const
{
    if (!m_session || !event.mimeData()->hasFormat(QString::fromLatin1(MetricMimeType)))
        return {};
    return metricsFromMime(*event.mimeData(), m_session->info(),
                           model::metricsOf(m_session->info(), m_session->zones()));
}

/// The field under a point of the dock, when it takes such values.
std::optional<int> MetricDrop::fieldAt(const QPoint& at, const QString& unit) const
{
    if (m_plots->empty())
        return std::nullopt;
    const std::optional<int> field = m_canvas->fieldAt(m_canvas->mapFrom(m_dock, at));
    return field && m_plots->takes(*field, unit) ? field : std::nullopt;
}

void MetricDrop::enter(QDropEvent& event) const
{
    if (!requestsIn(event).empty())
        event.acceptProposedAction();
}

void MetricDrop::move(QDropEvent& event) const
{
    const auto requests = requestsIn(event);
    if (requests.empty())
        return;
    const QPoint at = event.position().toPoint();
    const bool intoField = fieldAt(at, requests.front().metric.unit).has_value();
    if (!m_plots->empty())
        m_canvas->showDropPlace(m_canvas->mapFrom(m_dock, at), intoField);
    event.acceptProposedAction();
}

void MetricDrop::drop(QDropEvent& event)
{
    m_canvas->hideDropPlace();
    const auto requests = requestsIn(event);
    if (requests.empty())
        return;
    Q_EMIT dropped(requests, fieldAt(event.position().toPoint(), requests.front().metric.unit));
    event.acceptProposedAction();
}

} // namespace ghostline::app
