// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_canvas.h"

#include "app/gui/docks/panel_style.h"
#include "app/gui/plots/plot_items.h"
#include "app/gui/timeline/figures.h"
#include "app/gui/timeline/time_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QSaveFile>
#include <QToolTip>
#include <QVBoxLayout>

#include <array>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int FieldTop = 8;  // room above and below a field
constexpr int AxisRoom = 22; // below the lowest one, for the times
constexpr double ClickReach = 4.0;
constexpr double TickLabelRoom = 84.0;
constexpr double BandReach = 2.0; // pixels beside a narrow band that still ask for it
constexpr int ListedInTooltip = 6;

} // namespace

struct PlotCanvas::Private
{
    struct Field
    {
        QString unit;
        QCPAxisRect* rect = nullptr;
        QCPItemLine* cursor = nullptr;
        QCPItemLine* guide = nullptr;
        QCPItemText* label = nullptr;
    };
    QCustomPlot* plot = nullptr;
    QSharedPointer<TimeTicker> ticker = QSharedPointer<TimeTicker>::create();
    std::vector<Field> fields;
    std::vector<PlotBands> bands;
    std::vector<QCPGraph*> graphs;
    std::vector<int> series;
    const render::Theme* theme = &render::Theme::dark();
    double begin = 0.0;
    double end = 1.0;
    int left = 56;
    int right = 100;
    bool pressed = false;
    bool dragging = false;
    QPointF press;

    Field& fieldFor(const QString& unit);
    void applyColors();
    void applyMargins(int width);
    void fitValues();
};

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
    setAccessibleName(tr("Plots over time"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(d->plot);
    setMinimumHeight(96);
}

PlotCanvas::~PlotCanvas() = default;

// ---- curves ----

PlotCanvas::Private::Field& PlotCanvas::Private::fieldFor(const QString& unit)
{
    for (Field& field : fields) {
        if (field.unit == unit)
            return field;
    }
    auto* rect = new QCPAxisRect(plot);
    plot->plotLayout()->addElement(static_cast<int>(fields.size()), 0, rect);
    rect->setAutoMargins(QCP::msNone);
    // Its ground must lie below the grid.
    rect->setLayer(QStringLiteral("background"));
    rect->axis(QCPAxis::atBottom)->setTicker(ticker);
    rect->axis(QCPAxis::atBottom)->setSubTicks(false);
    rect->axis(QCPAxis::atLeft)->ticker()->setTickCount(4);
    rect->axis(QCPAxis::atLeft)->setSubTicks(false);
    for (const QCPAxis::AxisType type :
         {QCPAxis::atBottom, QCPAxis::atLeft, QCPAxis::atTop, QCPAxis::atRight})
        rect->axis(type)->setLayer(QStringLiteral("axes"));
    rect->axis(QCPAxis::atBottom)->grid()->setLayer(QStringLiteral("grid"));
    rect->axis(QCPAxis::atLeft)->grid()->setLayer(QStringLiteral("grid"));
    new BandItem(plot, rect, &bands); // the plot owns its items
    fields.push_back({unit, rect, addRule(plot, rect), addRule(plot, rect), addUnit(plot, rect, unit)});
    fields.back().guide->setVisible(false);
    return fields.back();
}

void PlotCanvas::setCurves(const std::vector<PlotCurve>& curves)
{
    d->plot->clearGraphs();
    d->plot->clearItems();
    d->plot->plotLayout()->clear();
    d->fields.clear();
    d->graphs.clear();
    d->series.clear();
    for (const PlotCurve& curve : curves) {
        const Private::Field& field = d->fieldFor(curve.unit);
        QCPGraph* graph =
            d->plot->addGraph(field.rect->axis(QCPAxis::atBottom), field.rect->axis(QCPAxis::atLeft));
        graph->setName(curve.name);
        graph->setData(curve.seconds, curve.values, true);
        d->graphs.push_back(graph);
        d->series.push_back(curve.series);
    }
    for (std::size_t i = 0; i < d->fields.size(); ++i)
        d->fields[i].rect->axis(QCPAxis::atBottom)->setTickLabels(i + 1 == d->fields.size());
    d->applyColors();
    d->applyMargins(width());
    setTimeAxis(d->begin, d->end, d->left, d->right);
    setCursorTime(m_cursor);
    setGuideTime(m_guide);
    refresh();
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

/// Each field's scale takes in what is visible, with a little air; a constant sits in the middle.
void PlotCanvas::Private::fitValues()
{
    for (const Field& field : fields) {
        QCPRange all;
        bool any = false;
        for (QCPGraph* graph : graphs) {
            if (graph->keyAxis() != field.rect->axis(QCPAxis::atBottom))
                continue;
            bool found = false;
            const QCPRange range = graph->getValueRange(found, QCP::sdBoth, QCPRange(begin, end));
            if (!found)
                continue;
            if (any)
                all.expand(range);
            else
                all = range;
            any = true;
        }
        if (!any)
            all = QCPRange(0.0, 1.0);
        // What varies by less than a hundredth of itself is shown as the constant it is.
        const double air = std::max({all.size() * 0.08, std::abs(all.center()) * 0.02, 1e-3});
        field.rect->axis(QCPAxis::atLeft)->setRange(all.lower - air, all.upper + air);
    }
}

// ---- looks ----

void PlotCanvas::setTheme(const render::Theme& theme)
{
    d->theme = &theme;
    d->applyColors();
    refresh();
}

void PlotCanvas::Private::applyColors()
{
    const QFont font = tabularFont(smallFont(plot->font()));
    plot->setBackground(QBrush(theme->base));
    for (const Field& field : fields) {
        field.rect->setBackground(QBrush(theme->raised));
        for (const QCPAxis::AxisType type :
             {QCPAxis::atBottom, QCPAxis::atLeft, QCPAxis::atTop, QCPAxis::atRight}) {
            QCPAxis* axis = field.rect->axis(type);
            axis->setBasePen(QPen(theme->line));
            axis->setTickPen(QPen(theme->line));
            axis->setTickLabelColor(theme->textMuted);
            axis->setTickLabelFont(font);
            axis->grid()->setPen(QPen(theme->line, 1.0));
            axis->grid()->setZeroLinePen(QPen(theme->line, 1.0));
        }
        field.cursor->setPen(QPen(theme->text, 2.0));
        field.guide->setPen(QPen(theme->textMuted, 1.0));
        field.label->setPen(QPen(Qt::NoPen));
        field.label->setColor(theme->textMuted);
        field.label->setFont(font);
    }
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        const PlotStyle style = plotStyle(series[i], *theme);
        graphs[i]->setPen(QPen(style.color, 1.5, style.stroke));
    }
}

void PlotCanvas::Private::applyMargins(int width)
{
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const bool lowest = i + 1 == fields.size();
        fields[i].rect->setMargins(
            QMargins(left, FieldTop, std::max(0, width - right), lowest ? AxisRoom : 0));
    }
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

bool PlotCanvas::savePng(const QString& path, int width, int height, double scale)
{
    // Written beside and renamed, so that a full disk does not leave half a picture.
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    const QPixmap picture = d->plot->toPixmap(width, height, scale);
    return picture.save(&file, "PNG") && file.commit();
}

// ---- mouse ----

bool PlotCanvas::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != d->plot)
        return QWidget::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        const bool inside = help->pos().x() >= d->left && help->pos().x() <= d->right;
        const QStringList texts = inside ? bandsAt(secondsAt(help->pos().x())) : QStringList();
        QToolTip::showText(help->globalPos(), texts.mid(0, ListedInTooltip).join(QLatin1Char('\n')), d->plot);
        return true;
    }
    case QEvent::Leave:
        Q_EMIT hovered(std::nullopt);
        break;
    case QEvent::Wheel: {
        auto* wheel = static_cast<QWheelEvent*>(event);
        Q_EMIT zoomed(std::pow(1.2, wheel->angleDelta().y() / 120.0), wheel->position().x());
        wheel->accept();
        return true;
    }
    case QEvent::MouseButtonPress:
        d->press = static_cast<QMouseEvent*>(event)->position();
        d->pressed = true;
        d->dragging = false;
        return true;
    case QEvent::MouseMove: {
        const QPointF at = static_cast<QMouseEvent*>(event)->position();
        if (d->pressed && !d->dragging && std::abs(at.x() - d->press.x()) >= ClickReach) {
            d->dragging = true;
            Q_EMIT dragBegun();
        }
        if (d->dragging)
            Q_EMIT dragged(at.x() - d->press.x());
        const bool inside = at.x() >= d->left && at.x() <= d->right;
        Q_EMIT hovered(inside && !d->dragging ? std::optional(secondsAt(at.x())) : std::nullopt);
        return true;
    }
    case QEvent::MouseButtonRelease: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const bool click = d->pressed && !d->dragging && mouse->button() == Qt::LeftButton;
        d->pressed = d->dragging = false;
        if (click)
            Q_EMIT clicked(secondsAt(mouse->position().x()));
        return true;
    }
    case QEvent::MouseButtonDblClick:
        Q_EMIT doubleClicked();
        return true;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ghostline::app
