// SPDX-License-Identifier: GPL-3.0-or-later
// Where things are in the delta plot, what stands under the pointer, and what the mouse does. It is drawn in
// delta_plot_paint.cpp.
#include "app/gui/ghosts/delta_plot.h"

#include "app/gui/docks/panel_style.h"
#include "app/gui/ghosts/ghost_words.h"
#include "app/gui/timeline/figures.h"

#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr double DeltaShare = 2.0;  ///< height of the delta field, in heights of another
constexpr double WheelFactor = 1.2; ///< for each notch
constexpr int ShareHeight = 60;     ///< pixels of another field, at least, its caption included

double shareOf(const DeltaField& field) { return field.quantity == DeltaQuantity::Delta ? DeltaShare : 1.0; }

} // namespace

DeltaPlot::DeltaPlot(QWidget* parent) : QWidget(parent), m_theme(themeFor(palette()))
{
    setMouseTracking(true);
    setCursor(Qt::PointingHandCursor);
    setFont(tabularFont(smallFont(font())));
    setAccessibleName(tr("Delta plot"));
    setAccessibleDescription(
        tr("How far each ghost is ahead or behind, along the way; below zero the ghost is "
           "faster"));
}

QSize DeltaPlot::sizeHint() const { return {480, 200}; }

/// Enough for the scale of every field to be read.
QSize DeltaPlot::minimumSizeHint() const
{
    double shares = m_chart.fields.empty() ? DeltaShare : 0.0;
    for (const DeltaField& field : m_chart.fields)
        shares += shareOf(field);
    return {160, AxisRoom + static_cast<int>(shares * ShareHeight)};
}

void DeltaPlot::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    m_curves = {};
    update();
}

void DeltaPlot::setChart(DeltaChart chart)
{
    const bool overAnother = chart.over != m_chart.over || chart.fields.empty();
    m_chart = std::move(chart);
    m_view.setExtent(model::fromSeconds(m_chart.length));
    if (overAnother)
        m_view.fit();
    m_curves = {};
    updateGeometry();
    update();
}

void DeltaPlot::setPlayhead(std::optional<double> x)
{
    if (x == m_playhead)
        return;
    m_playhead = x;
    update();
}

// ---- where things are ----

QRectF DeltaPlot::plotRect() const { return QRectF(rect()).adjusted(LeftRoom, 0, -RightRoom, -AxisRoom); }

QRectF DeltaPlot::fieldRect(std::size_t field) const
{
    double all = 0.0;
    double before = 0.0;
    for (std::size_t i = 0; i < m_chart.fields.size(); ++i) {
        before += i < field ? shareOf(m_chart.fields[i]) : 0.0;
        all += shareOf(m_chart.fields[i]);
    }
    const QRectF whole = plotRect();
    const double unit = whole.height() / all;
    QRectF box = whole;
    box.setTop(std::round(whole.top() + before * unit) + FieldTop);
    box.setBottom(std::round(whole.top() + (before + shareOf(m_chart.fields[field])) * unit));
    return box;
}

double DeltaPlot::pixelOf(double x) const
{
    const QRectF box = plotRect();
    return box.left() + (x - model::seconds(m_view.begin())) / model::seconds(m_view.span()) * box.width();
}

double DeltaPlot::xAt(double pixel) const
{
    const QRectF box = plotRect();
    const double share = box.width() > 0.0 ? std::clamp((pixel - box.left()) / box.width(), 0.0, 1.0) : 0.0;
    const double x = model::seconds(m_view.begin()) + share * model::seconds(m_view.span());
    return std::clamp(x, 0.0, m_chart.length);
}

DeltaPlot::Places DeltaPlot::placesInView() const
{
    const auto& x = m_chart.x;
    const auto first = std::lower_bound(x.begin(), x.end(), model::seconds(m_view.begin()));
    const auto last = std::upper_bound(first, x.end(), model::seconds(m_view.end()));
    return {static_cast<std::size_t>(first - x.begin()) - (first != x.begin() ? 1 : 0),
            static_cast<std::size_t>(last - x.begin()) + (last != x.end() ? 1 : 0)};
}

std::vector<DeltaPlot::Stroke> DeltaPlot::strokesOf(const DeltaChart& chart, const DeltaLine& line,
                                                    Places places, int columns)
{
    Stroke all;
    all.reserve(places.second - places.first);
    for (std::size_t i = places.first; i < places.second; ++i)
        all.push_back({chart.x[i], line.y[i]});
    std::vector<Stroke> strokes;
    bool broken = true;
    for (const model::MetricSample& place : model::decimate(all, 2 * columns)) {
        const bool there = std::isfinite(place.value);
        if (there && broken)
            strokes.emplace_back();
        if (there)
            strokes.back().push_back(place);
        broken = !there;
    }
    return strokes;
}

/// A field takes in what is in view of its lines with a little air, the delta field zero as well.
DeltaPlot::Scale DeltaPlot::scaleOf(const DeltaField& field) const
{
    const bool fromZero = field.quantity != DeltaQuantity::Height;
    double low = fromZero ? 0.0 : std::numeric_limits<double>::infinity();
    double high = fromZero ? 0.0 : -std::numeric_limits<double>::infinity();
    const auto [first, end] = placesInView();
    for (const DeltaLine& line : field.lines) {
        for (std::size_t i = first; i < end; ++i) {
            if (std::isfinite(line.y[i])) {
                low = std::min(low, line.y[i]);
                high = std::max(high, line.y[i]);
            }
        }
    }
    if (!(low <= high))
        return {};
    const double air = std::max((high - low) * 0.08, 0.05);
    return {low == 0.0 && field.quantity != DeltaQuantity::Delta ? 0.0 : low - air, high + air};
}

std::size_t DeltaPlot::placeNear(double x) const
{
    const auto after = std::lower_bound(m_chart.x.begin(), m_chart.x.end(), x);
    if (after == m_chart.x.end())
        return m_chart.x.size() - 1;
    const auto i = static_cast<std::size_t>(after - m_chart.x.begin());
    return i > 0 && x - m_chart.x[i - 1] < *after - x ? i - 1 : i;
}

QColor DeltaPlot::colourOf(const DeltaLine& line) const
{
    return line.hue < 0 ? m_theme.text : m_theme.hue(line.hue);
}

// ---- what lies under the pointer ----

QString DeltaPlot::valueText(std::size_t field, std::size_t line, std::size_t place) const
{
    const DeltaField& shown = m_chart.fields[field];
    const double y = shown.lines[line].y[place];
    switch (shown.quantity) {
    case DeltaQuantity::Delta:
        if (!std::isfinite(y))
            return QStringLiteral("%1  %2").arg(noNumberDash(), whyNoNumber(m_chart.why[line][place]));
        return tr("%1 s").arg(deltaText(y));
    case DeltaQuantity::Speed:
        return std::isfinite(y) ? tr("%L1 m/s").arg(y, 0, 'f', 1) : noNumberDash();
    default:
        return metresText(y);
    }
}

QStringList DeltaPlot::readOut(std::size_t field, double x) const
{
    if (m_chart.x.empty() || field >= m_chart.fields.size())
        return {};
    const std::size_t place = placeNear(x);
    QStringList out{m_chart.over == DeltaOver::Progress
                        ? metresText(m_chart.x[place])
                        : tr("%1 s").arg(secondsText(model::fromSeconds(m_chart.x[place])))};
    const double at = m_chart.x[place];
    if (std::any_of(m_chart.inVain.begin(), m_chart.inVain.end(),
                    [at](const auto& vain) { return vain.first <= at && at <= vain.second; }))
        out.first() += tr(", failed attempt");
    const auto& lines = m_chart.fields[field].lines;
    for (std::size_t line = 0; line < lines.size(); ++line) {
        const QString name = lines[line].hue < 0 ? tr("Runner") : lines[line].name;
        out << QStringLiteral("%1  %2").arg(name, valueText(field, line, place));
    }
    return out;
}

// ---- events ----

void DeltaPlot::setView(const TimeView& view)
{
    m_view = view;
    m_curves = {};
    update();
}

void DeltaPlot::mousePressEvent(QMouseEvent* event)
{
    if (m_chart.x.empty())
        return;
    const bool pans = event->button() == Qt::MiddleButton ||
                      (event->button() == Qt::LeftButton && (event->modifiers() & Qt::ShiftModifier) != 0);
    if (pans) {
        m_panFrom = event->position();
        m_panned = m_view;
    } else if (event->button() == Qt::LeftButton) {
        Q_EMIT clicked(xAt(event->position().x()));
    }
}

/// Drawing on with the button down goes on seeking, as on the timeline's ruler.
void DeltaPlot::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    if (m_panFrom) {
        TimeView view = m_panned;
        view.setWidth(plotRect().width());
        view.pan(event->position().x() - m_panFrom->x());
        setView(view);
    } else if ((event->buttons() & Qt::LeftButton) != 0 && !m_chart.x.empty()) {
        Q_EMIT clicked(xAt(event->position().x()));
    }
    update();
}

void DeltaPlot::mouseReleaseEvent(QMouseEvent*) { m_panFrom.reset(); }

void DeltaPlot::mouseDoubleClickEvent(QMouseEvent*)
{
    TimeView view = m_view;
    view.fit();
    setView(view);
}

void DeltaPlot::wheelEvent(QWheelEvent* event)
{
    TimeView view = m_view;
    view.setWidth(plotRect().width());
    view.zoom(std::pow(WheelFactor, event->angleDelta().y() / 120.0),
              std::clamp(event->position().x() - plotRect().left(), 0.0, view.width()));
    setView(view);
    event->accept();
}

void DeltaPlot::leaveEvent(QEvent*)
{
    m_pointer.reset();
    update();
}

void DeltaPlot::resizeEvent(QResizeEvent*) { m_curves = {}; }

} // namespace ghostline::app
