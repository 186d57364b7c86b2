// SPDX-License-Identifier: GPL-3.0-or-later
// Which field of the Plots dock a curve stands in: by its unit, where it was dropped, or where it was moved.
#include "app/gui/docks/metric_mime.h"
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/shell/replay_session.h"

#include <QDropEvent>
#include <QMimeData>

#include <algorithm>

namespace ghostline::app {

namespace {
constexpr qsizetype UnitsOfAField = 2; // an axis on its left and one on its right
}

/// Ascending, as they stand.
std::vector<int> PlotsPanel::fieldNumbers() const
{
    std::vector<int> numbers;
    numbers.reserve(m_plots.size());
    for (const Plot& plot : m_plots)
        numbers.push_back(plot.field);
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

/// Of the curves in a field, without one that is about to leave it.
QStringList PlotsPanel::unitsOf(int field, int besides) const
{
    QStringList units;
    for (int i = 0; i < plotCount(); ++i) {
        const QString unit = at(i).spec.unit();
        if (i != besides && at(i).field == field && !units.contains(unit))
            units << unit;
    }
    return units;
}

bool PlotsPanel::takes(int field, const QString& unit, int besides) const
{
    const QStringList units = unitsOf(field, besides);
    return units.contains(unit) || units.size() < UnitsOfAField;
}

int PlotsPanel::newField() const
{
    const std::vector<int> numbers = fieldNumbers();
    return numbers.empty() ? 0 : numbers.back() + 1;
}

/// The first field with such values; else a new one.
int PlotsPanel::fieldForUnit(const QString& unit) const
{
    const auto numbers = fieldNumbers();
    const auto at = std::find_if(numbers.begin(), numbers.end(),
                                 [&](int field) { return unitsOf(field).contains(unit); });
    return at == numbers.end() ? newField() : *at;
}

void PlotsPanel::movePlot(int plot, std::optional<int> field)
{
    if (plot < 0 || plot >= plotCount() || (field && !takes(*field, at(plot).spec.unit(), plot)))
        return;
    m_plots[static_cast<std::size_t>(plot)].field = field ? *field : newField();
    showCurves();
}

// ---- dropping ----

std::vector<model::MetricInfo> PlotsPanel::metrics() const
{
    return model::metricsOf(m_session->info(), m_session->zones());
}

std::vector<model::MetricRequest> PlotsPanel::dropped(const QMimeData* mime) const
{
    if (!m_session || !mime->hasFormat(QString::fromLatin1(MetricMimeType)))
        return {};
    return metricsFromMime(*mime, m_session->info(), metrics());
}

/// The field under a place of this panel, when it takes such values.
std::optional<int> PlotsPanel::dropField(const QPoint& place, const QString& unit) const
{
    if (m_plots.empty())
        return std::nullopt;
    const std::optional<int> field = m_canvas->fieldAt(m_canvas->mapFrom(this, place));
    return field && takes(*field, unit) ? field : std::nullopt;
}

void PlotsPanel::dragEnterEvent(QDragEnterEvent* event)
{
    if (!dropped(event->mimeData()).empty())
        event->acceptProposedAction();
}

void PlotsPanel::dragMoveEvent(QDragMoveEvent* event)
{
    const auto requests = dropped(event->mimeData());
    if (requests.empty())
        return;
    const QPoint place = event->position().toPoint();
    const bool intoField = dropField(place, requests.front().metric.unit).has_value();
    if (!m_plots.empty())
        m_canvas->showDropPlace(m_canvas->mapFrom(this, place), intoField);
    event->acceptProposedAction();
}

void PlotsPanel::dragLeaveEvent(QDragLeaveEvent*) { m_canvas->hideDropPlace(); }

/// The first decides where all go that go together.
void PlotsPanel::dropEvent(QDropEvent* event)
{
    m_canvas->hideDropPlace();
    const auto requests = dropped(event->mimeData());
    if (requests.empty())
        return;
    std::optional<int> field = dropField(event->position().toPoint(), requests.front().metric.unit);
    for (const model::MetricRequest& request : requests) {
        placePlot(request, field && takes(*field, request.metric.unit) ? field : std::nullopt);
        field = at(indexOf(request)).field;
    }
    event->acceptProposedAction();
}

} // namespace ghostline::app
