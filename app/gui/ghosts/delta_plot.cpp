// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/delta_plot.h"

#include "app/gui/ghosts/ghost_words.h"
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/widgets/figures.h"
#include "app/gui/widgets/panel_style.h"

#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ghostline::app {

namespace {

constexpr double DeltaShare = 2.0; ///< height of the delta field, in heights of another
constexpr int ShareHeight = 60;    ///< pixels of another field, at least, its caption included
constexpr int LeftRoom = 56;       ///< for the values of the fields
constexpr int RightRoom = 12;
constexpr int AxisRoom = 24; ///< for the values of the horizontal axis
constexpr int FieldTop = 22; ///< for a field's caption

double shareOf(const DeltaField& field) { return field.quantity == DeltaQuantity::Delta ? DeltaShare : 1.0; }

QString caption(DeltaQuantity quantity, const DeltaChart& chart)
{
    switch (quantity) {
    case DeltaQuantity::Delta:
        return chart.byPlace
                   ? DeltaPlot::tr("Delta at the same place, s — below zero: the runner is faster")
                   : DeltaPlot::tr("Delta at the last checkpoint, s — below zero: the runner is faster");
    case DeltaQuantity::Speed:
        return DeltaPlot::tr("Speed, %1").arg(chart.unit + QStringLiteral("/s"));
    case DeltaQuantity::Height:
        return DeltaPlot::tr("Height, %1").arg(chart.unit);
    case DeltaQuantity::Distance:
        break;
    }
    return DeltaPlot::tr("Apart, %1").arg(chart.unit);
}

} // namespace

DeltaPlot::DeltaPlot(QWidget* parent)
    : QWidget(parent), m_theme(themeFor(palette())), m_canvas(new PlotCanvas(this))
{
    setFont(tabularFont(smallFont(font())));
    m_canvas->setTheme(m_theme);
    setAccessibleName(tr("Delta plot"));
    setAccessibleDescription(tr("How far each ghost is ahead or behind, along the way; below zero the runner "
                                "is faster"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_canvas);
    layout->setSizeConstraint(QLayout::SetNoConstraint); // the hints here know the fields
    connectCanvas();
}

void DeltaPlot::connectCanvas()
{
    m_canvas->setPainters({[this](QPainter& painter, int field, const QRect& box) {
                               drawBehind(painter, static_cast<std::size_t>(field), box);
                           },
                           [this](QPainter& painter) { drawReadOut(painter); }});
    connect(m_canvas, &PlotCanvas::clicked, this, [this](double x) {
        if (!m_chart.x.empty())
            Q_EMIT clicked(xAt(pixelOf(x)));
    });
    connect(m_canvas, &PlotCanvas::hovered, m_canvas, &PlotCanvas::setGuideTime);
    connect(m_canvas, &PlotCanvas::zoomed, this, [this](double factor, double pixel) {
        TimeView view = m_view;
        view.zoom(factor, std::clamp(pixel - LeftRoom, 0.0, view.width()));
        setView(view);
    });
    connect(m_canvas, &PlotCanvas::dragBegun, this, [this] { m_dragView = m_view; });
    connect(m_canvas, &PlotCanvas::dragged, this, [this](double pixels) {
        TimeView view = m_dragView;
        view.pan(pixels);
        setView(view);
    });
    connect(m_canvas, &PlotCanvas::doubleClicked, this, [this] {
        TimeView view = m_view;
        view.fit();
        setView(view);
    });
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
    m_canvas->setTheme(m_theme);
}

void DeltaPlot::setChart(DeltaChart chart)
{
    const bool overAnother = chart.over != m_chart.over || chart.fields.empty();
    m_chart = std::move(chart);
    m_view.setExtent(model::fromSeconds(m_chart.length));
    if (overAnother)
        m_view.fit();
    showCurves();
    updateGeometry();
}

void DeltaPlot::setPlayhead(std::optional<double> x)
{
    if (x != m_canvas->cursorTime())
        m_canvas->setCursorTime(x);
}

// ---- curves ----

PlotField DeltaPlot::settingsOf(const DeltaField& field) const
{
    PlotField settings;
    settings.share = shareOf(field);
    settings.leastAir = 0.05;
    if (field.quantity == DeltaQuantity::Delta)
        settings.zero = PlotField::Zero::InView;
    else if (field.quantity != DeltaQuantity::Height)
        settings.zero = PlotField::Zero::AtBottom;
    return settings;
}

void DeltaPlot::showCurves()
{
    PlotFormat format;
    format.metres = m_chart.over == DeltaOver::Progress;
    format.signedValues = true;
    format.singles = true;
    format.seeks = true;
    format.fieldTop = FieldTop;
    m_canvas->setFormat(format);
    std::vector<PlotCurve> curves;
    std::map<int, PlotField> settings;
    for (std::size_t i = 0; i < m_chart.fields.size(); ++i) {
        const int number = static_cast<int>(i);
        settings[number] = settingsOf(m_chart.fields[i]);
        for (const DeltaLine& line : m_chart.fields[i].lines)
            curves.push_back({line.name, {}, {line.hue}, {}, {}, number});
    }
    m_canvas->setCurves(curves);
    m_canvas->setFields(std::move(settings));
    showView();
}

void DeltaPlot::setView(const TimeView& view)
{
    m_view = view;
    showView();
}

void DeltaPlot::showView()
{
    const int right = std::max(width() - RightRoom, LeftRoom + 1);
    m_view.setWidth(right - LeftRoom);
    m_canvas->setTimeAxis(model::seconds(m_view.begin()), model::seconds(m_view.end()), LeftRoom, right);
    const Positions inView = positionsInView();
    int curve = 0;
    for (const DeltaField& field : m_chart.fields) {
        for (const DeltaLine& line : field.lines) {
            QVector<double> x;
            QVector<double> y;
            for (const model::MetricSample& sample :
                 samplesOf(m_chart, line, inView, static_cast<int>(m_view.width()))) {
                x.append(sample.time);
                y.append(sample.value);
            }
            m_canvas->setPoints(curve++, x, y);
        }
    }
    m_canvas->refresh();
}

void DeltaPlot::resizeEvent(QResizeEvent*) { showView(); }

double DeltaPlot::pixelOf(double x) const { return m_canvas->pixelOf(x); }

double DeltaPlot::xAt(double pixel) const
{
    const double right = std::min(model::seconds(m_view.end()), m_chart.length);
    return std::clamp(m_canvas->secondsAt(pixel), model::seconds(m_view.begin()),
                      std::max(right, model::seconds(m_view.begin())));
}

DeltaPlot::Positions DeltaPlot::positionsInView() const
{
    const auto& x = m_chart.x;
    const auto first = std::lower_bound(x.begin(), x.end(), model::seconds(m_view.begin()));
    const auto last = std::upper_bound(first, x.end(), model::seconds(m_view.end()));
    return {static_cast<std::size_t>(first - x.begin()) - (first != x.begin() ? 1 : 0),
            static_cast<std::size_t>(last - x.begin()) + (last != x.end() ? 1 : 0)};
}

std::vector<model::MetricSample> DeltaPlot::samplesOf(const DeltaChart& chart, const DeltaLine& line,
                                                      Positions positions, int columns)
{
    std::vector<model::MetricSample> all;
    all.reserve(positions.second - positions.first);
    for (std::size_t i = positions.first; i < positions.second; ++i)
        all.push_back({chart.x[i], line.y[i]});
    return model::decimate(all, 2 * columns);
}

std::size_t DeltaPlot::positionNear(double x) const
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

QString DeltaPlot::valueText(std::size_t field, std::size_t line, std::size_t position) const
{
    const DeltaField& shown = m_chart.fields[field];
    const double y = shown.lines[line].y[position];
    switch (shown.quantity) {
    case DeltaQuantity::Delta:
        if (!std::isfinite(y))
            return QStringLiteral("%1  %2").arg(noNumberDash(), whyNoNumber(m_chart.why[line][position]));
        return tr("%1 s").arg(deltaText(y));
    case DeltaQuantity::Speed:
        return std::isfinite(y) ? QStringLiteral("%L1 %2/s").arg(y, 0, 'f', 1).arg(m_chart.unit)
                                : noNumberDash();
    default:
        return lengthText(y, m_chart.unit);
    }
}

QStringList DeltaPlot::readOut(std::size_t field, double x) const
{
    if (m_chart.x.empty() || field >= m_chart.fields.size())
        return {};
    const std::size_t position = positionNear(x);
    QStringList out{m_chart.over == DeltaOver::Progress
                        ? lengthText(m_chart.x[position], m_chart.unit)
                        : tr("%1 s").arg(secondsText(model::fromSeconds(m_chart.x[position])))};
    const double at = m_chart.x[position];
    if (std::any_of(m_chart.inVain.begin(), m_chart.inVain.end(),
                    [at](const auto& attempt) { return attempt.first <= at && at <= attempt.second; }))
        out.first() += tr(", failed attempt");
    const auto& lines = m_chart.fields[field].lines;
    for (std::size_t line = 0; line < lines.size(); ++line) {
        const QString name = lines[line].hue < 0 ? tr("Runner") : lines[line].name;
        out << QStringLiteral("%1  %2").arg(name, valueText(field, line, position));
    }
    return out;
}

// ---- what is drawn beside the curves ----

void DeltaPlot::drawBehind(QPainter& painter, std::size_t field, const QRectF& box) const
{
    if (field >= m_chart.fields.size())
        return;
    const DeltaField& shown = m_chart.fields[field];
    painter.setFont(font());
    drawFailedAttempts(painter, box);
    drawCheckpoints(painter, box, field == 0);
    if (shown.quantity == DeltaQuantity::Delta)
        drawGaps(painter, box, shown);
    drawCaption(painter, box, shown);
}

/// Counted in time, but grey: hatched, so that it is not recognised by its shade alone.
void DeltaPlot::drawFailedAttempts(QPainter& painter, const QRectF& box) const
{
    for (const auto& [begin, end] : m_chart.inVain) {
        const double left = pixelOf(begin);
        const QRectF stretch(left, box.top(), pixelOf(end) - left, box.height());
        painter.fillRect(stretch.intersected(box), QBrush(m_theme.line, Qt::BDiagPattern));
    }
}

/// A dashed line through every field; the topmost has the names, as far as there is room for them.
void DeltaPlot::drawCheckpoints(QPainter& painter, const QRectF& box, bool named) const
{
    constexpr int NameRoom = 24; // below that a name says nothing
    painter.save();
    painter.setClipRect(box);
    const auto& all = m_chart.checkpoints;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double x = std::round(pixelOf(all[i].x));
        painter.setPen(QPen(m_theme.textMuted, 1.0, Qt::DashLine));
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()));
        const double next = i + 1 < all.size() ? pixelOf(all[i + 1].x) : box.right();
        const QRectF room(x + Grid, box.top(), next - x - 2 * Grid, FieldTop);
        if (!named || room.width() < NameRoom)
            continue;
        const QString name =
            painter.fontMetrics().elidedText(all[i].name, Qt::ElideMiddle, static_cast<int>(room.width()));
        // On the ground, so that no line of a value goes through it.
        const QRectF words = painter.boundingRect(room, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.fillRect(words, m_theme.raised);
        painter.setPen(m_theme.textMuted);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, name);
    }
    painter.restore();
}

/// Where no ghost has a number, why; what is too narrow for words has them under the pointer.
void DeltaPlot::drawGaps(QPainter& painter, const QRectF& box, const DeltaField& field) const
{
    constexpr double WordRoom = 96.0;
    if (m_chart.why.empty())
        return;
    const auto isGap = [&](std::size_t position) {
        return std::none_of(field.lines.begin(), field.lines.end(),
                            [position](const DeltaLine& line) { return std::isfinite(line.y[position]); });
    };
    const auto [first, end] = positionsInView();
    painter.setPen(m_theme.textMuted);
    for (std::size_t position = first; position < end; ++position) {
        if (!isGap(position))
            continue;
        const std::size_t begin = position;
        while (position + 1 < end && isGap(position + 1))
            ++position;
        const double left = std::max(box.left(), pixelOf(m_chart.x[begin]));
        const double right = std::min(box.right(), pixelOf(m_chart.x[position]));
        if (right - left < WordRoom)
            continue;
        const QRectF room(left + Grid, box.bottom() - FieldTop, right - left - 2 * Grid, FieldTop);
        painter.drawText(room, Qt::AlignCenter,
                         painter.fontMetrics().elidedText(whyNoNumber(m_chart.why.front()[begin]),
                                                          Qt::ElideRight, static_cast<int>(room.width())));
    }
}

void DeltaPlot::drawCaption(QPainter& painter, const QRectF& box, const DeltaField& field) const
{
    QRectF room(box.left(), box.top() - FieldTop, box.width(), FieldTop);
    // Who is who is told once, above all fields.
    if (field.quantity == m_chart.fields.front().quantity)
        room.setRight(drawLegend(painter, room, field));
    painter.setPen(m_theme.textMuted);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(caption(field.quantity, m_chart), Qt::ElideRight,
                                                      static_cast<int>(room.width())));
}

/// From the right; returns where it begins.
double DeltaPlot::drawLegend(QPainter& painter, const QRectF& room, const DeltaField& field) const
{
    constexpr double Sample = 20.0; // pixels of the stroke
    constexpr double LegendWidth = 1.5;
    const double share =
        room.width() * 0.6 / static_cast<double>(std::max<std::size_t>(field.lines.size(), 1));
    QStringList names;
    for (const DeltaLine& line : field.lines)
        names << line.name;
    names = toldApart(std::move(names));
    double right = room.right();
    for (auto line = field.lines.rbegin(); line != field.lines.rend(); ++line) {
        const QString name = painter.fontMetrics().elidedText(names.takeLast(), Qt::ElideMiddle,
                                                              static_cast<int>(share - Sample - 5 * Grid));
        const double left = right - painter.fontMetrics().horizontalAdvance(name);
        const double y = std::round(room.center().y());
        painter.setPen(m_theme.text);
        painter.drawText(QRectF(left, room.top(), right - left + 1, room.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.setPen(
            QPen(colourOf(*line), LegendWidth, plotStyle(line->hue, m_theme).stroke, Qt::RoundCap));
        painter.drawLine(QPointF(left - Grid - Sample, y), QPointF(left - Grid, y));
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        paintMark(painter, markFor(line->hue), QRectF(left - Grid - Sample / 2 - Grid, y - Grid, 8, 8),
                  colourOf(*line));
        painter.restore();
        right = left - Sample - 4 * Grid;
    }
    return right;
}

void DeltaPlot::drawReadOut(QPainter& painter) const
{
    const std::optional<double> guide = m_canvas->guideTime();
    if (!guide || m_chart.x.empty() || m_chart.fields.empty())
        return;
    const int last = static_cast<int>(m_chart.fields.size()) - 1;
    const int number = m_canvas->fieldAt(m_canvas->pointer().toPoint()).value_or(last);
    const auto field = static_cast<std::size_t>(number);
    const double x = xAt(pixelOf(*guide));
    const double pixel = std::round(pixelOf(x));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    const QStringList lines = readOut(field, x);
    const QFontMetrics metrics(font());
    const int lineHeight = metrics.height() + Grid / 2;
    int widest = 0;
    for (const QString& line : lines)
        widest = std::max(widest, metrics.horizontalAdvance(line));
    QRectF box(pixel + 2 * Grid, m_canvas->fieldRect(number).top() + Grid, widest + 9 * Grid,
               static_cast<double>(lines.size()) * lineHeight + 2 * Grid);
    if (box.right() > width())
        box.moveRight(std::max(pixel - 2 * Grid, box.width()));
    box.moveTop(std::max(0.0, std::min(box.top(), height() - box.height())));
    painter.setPen(m_theme.line);
    painter.setBrush(m_theme.base);
    painter.drawRoundedRect(box, Grid, Grid);
    const auto& shown = m_chart.fields[field].lines;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QRectF row(box.left() + 2 * Grid, box.top() + Grid + static_cast<double>(i) * lineHeight,
                         box.width() - 3 * Grid, lineHeight);
        const DeltaLine* line = i > 0 ? &shown[static_cast<std::size_t>(i - 1)] : nullptr;
        if (line != nullptr && line->hue >= 0)
            paintMark(painter, markFor(line->hue), QRectF(row.left(), row.center().y() - Grid, 8, 8),
                      colourOf(*line));
        painter.setPen(line != nullptr ? m_theme.text : m_theme.textMuted);
        painter.drawText(row.adjusted(line != nullptr ? 4 * Grid : 0, 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, lines[i]);
    }
}

} // namespace ghostline::app
