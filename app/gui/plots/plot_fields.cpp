// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_fields.h"

#include "app/gui/plots/curve_graph.h"
#include "app/gui/widgets/figures.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/time_view.h"

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int TimeAxisRoom = 22;     // below the lowest field, for the times
constexpr int LeastFieldHeight = 32; // of a field
constexpr int UnitSide = 12;         // room between a unit and the panel's edge
constexpr double CurveWidth = 1.5;

} // namespace

PlotFields::PlotFields(QCustomPlot* plot) : m_plot(plot)
{
    plot->plotLayout()->clear();
    plot->plotLayout()->setColumnSpacing(0);
    plot->addLayer(QStringLiteral("now"), plot->layer(QStringLiteral("overlay")), QCustomPlot::limAbove);
    // Its own buffer: the cursor moves sixty times a second, the curves do not.
    plot->layer(QStringLiteral("now"))->setMode(QCPLayer::lmBuffered);
}

// ---- which there are ----

void PlotFields::setCurves(const std::vector<PlotCurve>& curves)
{
    m_plot->clearGraphs();
    m_plot->clearItems();
    m_plot->plotLayout()->clear();
    m_curves.clear();
    m_fields.clear();
    m_columns.fields = 0;
    std::vector<const PlotCurve*> ordered;
    ordered.reserve(curves.size());
    for (const PlotCurve& curve : curves)
        ordered.push_back(&curve);
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const PlotCurve* a, const PlotCurve* b) { return a->field < b->field; });
    for (const PlotCurve* curve : ordered)
        fieldFor(*curve);
    forgetSettings();
    arrange();
    for (const PlotCurve& curve : curves)
        addCurve(curve);
    if (m_painters.above)
        new PaintedItem(m_plot, QStringLiteral("now"), m_painters.above); // the plot owns its items
    applyColours();
}

void PlotFields::addCurve(const PlotCurve& curve)
{
    const Field& field = m_fields[fieldFor(curve)];
    auto* graph = new CurveGraph(field.axis(QCPAxis::atBottom), field.valueAxis(curve.unit));
    graph->setAdaptiveSampling(false); // two points a pixel are all it is given
    graph->setSinglesShown(m_format.singles);
    graph->setName(curve.name);
    graph->setData(curve.seconds, curve.values, true);
    m_curves.push_back({graph, curve.series});
}

std::size_t PlotFields::fieldFor(const PlotCurve& curve)
{
    const auto at = std::find_if(m_fields.begin(), m_fields.end(), [&](const Field& field) {
        return field.number == curve.field && (curve.field != PlotCurve::ByUnit || field.unit == curve.unit);
    });
    if (at == m_fields.end()) {
        addField(curve);
        return m_fields.size() - 1;
    }
    if (at->unit != curve.unit && !at->right)
        addRightAxis(*at, curve.unit);
    return static_cast<std::size_t>(at - m_fields.begin());
}

void PlotFields::addField(const PlotCurve& first)
{
    auto* rect = new QCPAxisRect(m_plot);
    // Its items look for it in the plot's layout; arrange() moves it where it belongs.
    m_plot->plotLayout()->addElement(static_cast<int>(m_fields.size()), 0, rect);
    rect->setAutoMargins(QCP::msNone);
    rect->setMinimumSize(1, LeastFieldHeight);
    // Its ground must lie below the grid.
    rect->setLayer(QStringLiteral("background"));
    rect->axis(QCPAxis::atBottom)->setTicker(m_ticker);
    rect->axis(QCPAxis::atBottom)->setRange(m_begin, m_end);
    if (m_format.signedValues)
        rect->axis(QCPAxis::atLeft)->setTicker(QSharedPointer<SignedTicker>::create());
    for (const QCPAxis::AxisType type :
         {QCPAxis::atBottom, QCPAxis::atLeft, QCPAxis::atTop, QCPAxis::atRight}) {
        rect->axis(type)->setLayer(QStringLiteral("axes"));
        rect->axis(type)->setSubTicks(false);
    }
    rect->axis(QCPAxis::atBottom)->grid()->setLayer(QStringLiteral("grid"));
    rect->axis(QCPAxis::atLeft)->grid()->setLayer(QStringLiteral("grid"));
    new BandItem(m_plot, rect, &m_bands); // the plot owns its items
    if (m_painters.behind)
        new PaintedItem(m_plot, QStringLiteral("grid"),
                        [this, rect, number = first.field](QPainter& painter) {
                            m_painters.behind(painter, number, rect->rect());
                        });
    Field& field = m_fields.emplace_back();
    m_columns.fields = m_fields.size();
    field.number = first.field;
    field.unit = first.unit;
    field.rect = rect;
    field.cursor = addRule(m_plot, rect);
    field.guide = addRule(m_plot, rect);
    field.guide->setVisible(false);
    field.label = addUnit(m_plot, rect, first.unit);
}

// ---- columns ----

void PlotFields::setColumns(int columns)
{
    const int before = m_columns.count();
    m_columns.wanted = std::max(1, columns);
    if (m_columns.count() == before)
        return;
    arrange();
    applyMargins(m_columns.room);
}

/// Each column divides its height for itself; times stand below its lowest field.
void PlotFields::arrange()
{
    for (const Field& field : m_fields) {
        if (field.rect->layout() != nullptr)
            field.rect->layout()->take(field.rect);
    }
    m_plot->plotLayout()->clear();
    std::vector<QCPLayoutGrid*> columns;
    for (int column = 0; column < m_columns.count() && !m_fields.empty(); ++column) {
        columns.push_back(new QCPLayoutGrid); // the plot owns it
        columns.back()->setRowSpacing(0);
        m_plot->plotLayout()->addElement(0, column, columns.back());
    }
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const auto row = static_cast<int>(i) / m_columns.count();
        columns[static_cast<std::size_t>(m_columns.of(i))]->addElement(row, 0, m_fields[i].rect);
        m_fields[i].axis(QCPAxis::atBottom)->setTickLabels(!m_columns.below(i));
    }
    applyShares();
}

void PlotFields::addRightAxis(Field& field, const QString& unit)
{
    field.right = unit;
    QCPAxis* axis = field.axis(QCPAxis::atRight);
    axis->setVisible(true);
    axis->setTicks(true);
    axis->setTickLabels(true);
    axis->grid()->setVisible(false); // one grid is enough to read by
    field.rightLabel = addUnit(m_plot, field.rect, unit);
    field.rightLabel->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
}

const PlotFields::Field* PlotFields::numbered(int number) const
{
    const auto at = std::find_if(m_fields.begin(), m_fields.end(),
                                 [number](const Field& field) { return field.number == number; });
    return at == m_fields.end() ? nullptr : &*at;
}

QStringList PlotFields::unitsOf(int field) const
{
    const Field* of = numbered(field);
    if (of == nullptr)
        return {};
    return of->right ? QStringList{of->unit, *of->right} : QStringList{of->unit};
}

void PlotFields::setSettings(std::map<int, PlotField> settings)
{
    m_settings = std::move(settings);
    forgetSettings();
    applyShares();
}

/// Fields and units that no curve has any more are not locked either.
void PlotFields::forgetSettings()
{
    std::erase_if(m_settings, [this](const auto& entry) { return numbered(entry.first) == nullptr; });
    for (auto& [number, settings] : m_settings) {
        const Field& field = *numbered(number);
        settings.fixed.removeIf([&](const std::pair<const QString&, PlotRange&>& fixed) {
            return fixed.first != field.unit && fixed.first != field.right;
        });
    }
}

// ---- time ----

void PlotFields::setTimeAxis(double begin, double end, int left, int right, int width)
{
    m_begin = begin;
    m_end = std::max(end, begin + 1e-6);
    m_left = left;
    m_right = std::max(right, left + 1);
    TimeView view;
    view.setExtent(model::fromSeconds(m_end));
    view.show(model::fromSeconds(begin), model::fromSeconds(m_end));
    view.setWidth(m_right - m_left);
    m_ticker->setMetres(m_format.metres);
    m_ticker->setTickStep(m_format.metres ? TimeTicker::metresStep(TickLabelRoom * secondsPerPixel())
                                          : model::seconds(view.tickStep(TickLabelRoom)));
    for (const Field& field : m_fields)
        field.rect->axis(QCPAxis::atBottom)->setRange(m_begin, m_end);
    applyMargins(width);
}

void PlotFields::applyMargins(int width)
{
    m_columns.room = width;
    const int column = m_columns.width();
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const int left = m_columns.left(m_columns.of(i));
        m_fields[i].rect->setMargins(QMargins(m_left, m_format.fieldTop, std::max(0, column - m_right),
                                              m_columns.below(i) ? 0 : TimeAxisRoom));
        m_fields[i].label->position->setCoords(left + UnitSide, 0.0);
        if (m_fields[i].rightLabel != nullptr)
            m_fields[i].rightLabel->position->setCoords(left + column - UnitSide, 0.0);
    }
}

double PlotFields::pixelOf(double seconds) const
{
    return m_left + (seconds - m_begin) / (m_end - m_begin) * (m_right - m_left);
}

double PlotFields::secondsAt(double pixel) const
{
    return m_begin + (m_columns.within(pixel) - m_left) / (m_right - m_left) * (m_end - m_begin);
}

bool PlotFields::inside(double pixel) const
{
    const double at = m_columns.within(pixel);
    return at >= m_left && at <= m_right;
}

void PlotFields::showCursor(std::optional<double> seconds) { showRule(&Field::cursor, seconds); }

void PlotFields::showGuide(std::optional<double> seconds) { showRule(&Field::guide, seconds); }

void PlotFields::showRule(QCPItemLine* Field::*rule, std::optional<double> seconds)
{
    for (const Field& field : m_fields) {
        (field.*rule)->setVisible(seconds.has_value());
        if (seconds)
            moveRule(field.*rule, *seconds);
    }
    if (!m_fields.empty())
        m_plot->layer(QStringLiteral("now"))->replot();
}

// ---- scales ----

void PlotFields::fitValues()
{
    for (const Field& field : m_fields) {
        fitAxis(field, field.axis(QCPAxis::atLeft), field.unit);
        if (field.right)
            fitAxis(field, field.axis(QCPAxis::atRight), *field.right);
    }
}

/// With a little air above and below; a constant sits in the middle.
void PlotFields::fitAxis(const Field& field, QCPAxis* axis, const QString& unit)
{
    const auto found = m_settings.find(field.number);
    const PlotField settings = found != m_settings.end() ? found->second : PlotField();
    if (settings.fixed.contains(unit)) {
        const PlotRange fixed = settings.fixed.value(unit);
        axis->setRange(fixed.low, fixed.high);
        return;
    }
    QCPRange all;
    bool any = false;
    for (const Curve& curve : m_curves) {
        if (curve.graph->valueAxis() != axis)
            continue;
        bool seen = false;
        const QCPRange range = curve.graph->getValueRange(seen, QCP::sdBoth, QCPRange(m_begin, m_end));
        if (!seen)
            continue;
        if (any)
            all.expand(range);
        else
            all = range;
        any = true;
    }
    if (!any)
        all = QCPRange(0.0, 1.0);
    if (settings.zero != PlotField::Zero::WhereItFalls)
        all.expand(QCPRange(0.0, 0.0));
    // What varies by less than a hundredth of itself is shown as the constant it is.
    const double least = settings.leastAir.value_or(std::max(std::abs(all.center()) * 0.02, 1e-3));
    const double air = std::max(all.size() * 0.08, least);
    const bool floor = settings.zero == PlotField::Zero::AtBottom && all.lower == 0.0;
    axis->setRange(floor ? 0.0 : all.lower - air, all.upper + air);
}

// ---- heights ----

void PlotFields::applyShares()
{
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const auto settings = m_settings.find(m_fields[i].number);
        if (auto* column = qobject_cast<QCPLayoutGrid*>(m_fields[i].rect->layout()))
            column->setRowStretchFactor(static_cast<int>(i) / m_columns.count(),
                                        settings == m_settings.end() ? 1.0 : settings->second.share);
    }
}

void PlotFields::shareHeight(std::size_t above, std::size_t below, int heightAbove, int heightBelow)
{
    PlotField& upper = m_settings[m_fields[above].number];
    PlotField& lower = m_settings[m_fields[below].number];
    const double both = upper.share + lower.share;
    upper.share = both * heightAbove / (heightAbove + heightBelow);
    lower.share = both - upper.share;
    applyShares();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotFields::sizeTicks()
{
    bool changed = false;
    for (const Field& field : m_fields) {
        const int count = std::clamp(field.rect->height() / FieldTickRoom, 2, 5);
        for (const QCPAxis::AxisType type : {QCPAxis::atLeft, QCPAxis::atRight}) {
            const auto ofAxis = field.axis(type)->ticker();
            changed = changed || ofAxis->tickCount() != count;
            ofAxis->setTickCount(count);
        }
    }
    if (changed)
        m_plot->replot(QCustomPlot::rpQueuedReplot);
}

// ---- colours ----

void PlotFields::setTheme(const render::Theme& theme)
{
    m_theme = &theme;
    applyColours();
}

void PlotFields::applyColours()
{
    m_plot->setBackground(QBrush(m_theme->base));
    for (const Field& field : m_fields) {
        field.rect->setBackground(QBrush(m_theme->raised));
        for (const QCPAxis::AxisType type : {QCPAxis::atBottom, QCPAxis::atTop})
            colourAxis(field, type, nullptr);
        colourAxis(field, QCPAxis::atLeft, field.label);
        colourAxis(field, QCPAxis::atRight, field.rightLabel);
        field.cursor->setPen(QPen(m_theme->text, 2.0));
        field.guide->setPen(QPen(m_theme->textMuted, 1.0));
    }
    for (const Curve& curve : m_curves) {
        const PlotStyle style = styleOf(curve.series);
        curve.graph->setPen(QPen(style.color, CurveWidth, style.stroke));
    }
}

/// Of two scales in a field, each has the colour of its curve, when it has but one.
void PlotFields::colourAxis(const Field& field, QCPAxis::AxisType type, QCPItemText* label) const
{
    QCPAxis* axis = field.axis(type);
    QColor colour = m_theme->textMuted;
    const auto ofAxis = [axis](const Curve& curve) { return curve.graph->valueAxis() == axis; };
    if (field.right && std::count_if(m_curves.begin(), m_curves.end(), ofAxis) == 1) {
        const auto only = std::find_if(m_curves.begin(), m_curves.end(), ofAxis);
        colour = render::readable(styleOf(only->series).color, *m_theme);
    }
    const QFont font = tabularFont(smallFont(m_plot->font()));
    axis->setBasePen(QPen(m_theme->line));
    axis->setTickPen(QPen(m_theme->line));
    axis->setTickLabelColor(colour);
    axis->setTickLabelFont(font);
    axis->grid()->setPen(QPen(m_theme->line, 1.0));
    const bool zeroStandsOut = m_format.signedValues && type == QCPAxis::atLeft;
    axis->grid()->setZeroLinePen(QPen(zeroStandsOut ? m_theme->textMuted : m_theme->line, 1.0));
    if (label != nullptr) {
        label->setPen(QPen(Qt::NoPen));
        label->setColor(colour);
        label->setFont(font);
    }
}

} // namespace ghostline::app
