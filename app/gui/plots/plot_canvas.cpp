// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_canvas.h"

#include "app/gui/plots/curve_graph.h"
#include "app/gui/plots/plot_canvas_private.h"
#include "app/gui/timeline/time_view.h"

#include <QRubberBand>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ghostline::app {

namespace {

constexpr double TickLabelRoom = 84.0;
constexpr double BandReach = 2.0; // pixels beside a narrow band that still ask for it

} // namespace

PlotStyle plotStyle(int series, const render::Theme& theme)
{
    // Three strokes against seven hues: look-alike hues never share a stroke, 21 series are all different.
    constexpr std::array Strokes{Qt::SolidLine, Qt::DashLine, Qt::DashDotLine};
    return {theme.hue(series), Strokes[static_cast<std::size_t>(series) % Strokes.size()]};
}

PlotCanvas::PlotCanvas(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>())
{
    d->plot = new QCustomPlot(this);
    d->plot->plotLayout()->clear();
    d->plot->plotLayout()->setRowSpacing(0);
    d->plot->addLayer(QStringLiteral("now"), d->plot->layer(QStringLiteral("overlay")),
                      QCustomPlot::limAbove);
    // Its own buffer: the cursor moves sixty times a second, the curves do not.
    d->plot->layer(QStringLiteral("now"))->setMode(QCPLayer::lmBuffered);
    d->plot->setNoAntialiasingOnDrag(true);
    d->plot->setMouseTracking(true);
    d->plot->installEventFilter(this);
    d->plot->setAccessibleName(tr("Plots"));
    connect(d->plot, &QCustomPlot::afterLayout, this, &PlotCanvas::placeLocks);
    setAccessibleName(tr("Plots over time"));
    d->dropPlace = new QRubberBand(QRubberBand::Rectangle, this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(d->plot);
    setMinimumHeight(96);
}

PlotCanvas::~PlotCanvas() = default;

// ---- curves ----

void PlotCanvas::setCurves(const std::vector<PlotCurve>& curves)
{
    d->press = {}; // what is dragged may be gone
    d->plot->clearGraphs();
    d->plot->clearItems();
    d->plot->plotLayout()->clear();
    d->graphs.clear();
    d->series.clear();
    buildFields(curves);
    for (const PlotCurve& curve : curves) {
        const Private::Field& field = d->fields[d->fieldFor(curve)];
        // The plot owns its graphs.
        auto* graph = new CurveGraph(field.axis(QCPAxis::atBottom), field.valueAxis(curve.unit));
        graph->setAdaptiveSampling(false); // two points a pixel are all it is given
        graph->setName(curve.name);
        graph->setData(curve.seconds, curve.values, true);
        d->graphs.push_back(graph);
        d->series.push_back(curve.series);
    }
    d->applyColors();
    setTimeAxis(d->begin, d->end, d->left, d->right);
    setCursorTime(m_cursor);
    setGuideTime(m_guide);
}

void PlotCanvas::setPoints(int curve, const QVector<double>& seconds, const QVector<double>& values)
{
    if (curve >= 0 && curve < curveCount())
        d->graphs[static_cast<std::size_t>(curve)]->setData(seconds, values, true);
}

void PlotCanvas::setBands(std::vector<PlotBands> bands)
{
    d->bands = std::move(bands);
    d->plot->replot(QCustomPlot::rpQueuedReplot);
}

QStringList PlotCanvas::bandsAt(double seconds) const
{
    const double reach = BandReach * (d->end - d->begin) / (d->right - d->left);
    QStringList texts;
    for (const PlotBands& kind : d->bands) {
        for (const PlotBand& band : kind.bands) {
            if (band.begin - reach <= seconds && seconds <= band.end + reach)
                texts << band.text;
        }
    }
    return texts;
}

void PlotCanvas::refresh()
{
    d->fitValues();
    d->plot->replot(QCustomPlot::rpQueuedReplot);
}

int PlotCanvas::curveCount() const { return static_cast<int>(d->graphs.size()); }

int PlotCanvas::pointCount(int curve) const
{
    return curve >= 0 && curve < curveCount() ? d->graphs[static_cast<std::size_t>(curve)]->dataCount() : 0;
}

// ---- looks ----

void PlotCanvas::setTheme(const render::Theme& theme)
{
    d->theme = &theme;
    d->applyColors();
    refresh();
}

// ---- time ----

void PlotCanvas::setTimeAxis(double begin, double end, int left, int right)
{
    d->begin = begin;
    d->end = std::max(end, begin + 1e-6);
    d->left = left;
    d->right = std::max(right, left + 1);
    TimeView view;
    view.setExtent(model::fromSeconds(d->end));
    view.show(model::fromSeconds(begin), model::fromSeconds(d->end));
    view.setWidth(d->right - d->left);
    d->ticker->setTickStep(model::seconds(view.tickStep(TickLabelRoom)));
    for (const Private::Field& field : d->fields)
        field.rect->axis(QCPAxis::atBottom)->setRange(d->begin, d->end);
    d->applyMargins(width());
    refresh();
}

/// The margins are counted from the edges: a canvas that is shown with its first curve has its width only
/// now.
void PlotCanvas::resizeEvent(QResizeEvent*)
{
    d->applyMargins(width());
    d->plot->replot(QCustomPlot::rpQueuedReplot);
}

double PlotCanvas::pixelOf(double seconds) const
{
    return d->left + (seconds - d->begin) / (d->end - d->begin) * (d->right - d->left);
}

double PlotCanvas::secondsAt(double pixel) const
{
    return d->begin + (pixel - d->left) / (d->right - d->left) * (d->end - d->begin);
}

void PlotCanvas::setCursorTime(double seconds)
{
    m_cursor = seconds;
    for (const Private::Field& field : d->fields)
        moveRule(field.cursor, seconds);
    if (!d->fields.empty())
        d->plot->layer(QStringLiteral("now"))->replot();
}

void PlotCanvas::setGuideTime(std::optional<double> seconds)
{
    m_guide = seconds;
    for (const Private::Field& field : d->fields) {
        field.guide->setVisible(seconds.has_value());
        if (seconds)
            moveRule(field.guide, *seconds);
    }
    if (!d->fields.empty())
        d->plot->layer(QStringLiteral("now"))->replot();
}

} // namespace ghostline::app
