// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a PlotCanvas: their axes, heights, scales and colours.
#include "app/gui/docks/panel_style.h"
#include "app/gui/plots/plot_canvas_private.h"
#include "app/gui/timeline/figures.h"

#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int AxisRoom = 22;    // below the lowest field, for the times
constexpr int LeastHeight = 32; // of a field
constexpr int TickRoom = 28;    // height that a labelled tick takes
constexpr int LockSide = 20;
constexpr int UnitSide = 12; // room between a unit and the panel's edge
constexpr double TextContrast = 4.5;
constexpr double StrokeWidth = 1.5;

/// The hue itself, or as near to it as a text on this ground may come.
QColor readable(const QColor& hue, const render::Theme& theme)
{
    constexpr int Steps = 10;
    for (int step = 0; step < Steps; ++step) {
        const QColor colour = render::blend(hue, theme.text, static_cast<double>(step) / Steps);
        if (render::contrast(colour, theme.base) >= TextContrast)
            return colour;
    }
    return theme.text;
}

} // namespace

std::size_t PlotCanvas::Private::fieldFor(const PlotCurve& curve)
{
    const auto at = std::find_if(fields.begin(), fields.end(), [&](const Field& field) {
        return field.number == curve.field && (curve.field != PlotCurve::ByUnit || field.unit == curve.unit);
    });
    if (at == fields.end()) {
        addField(curve);
        return fields.size() - 1;
    }
    if (at->unit != curve.unit && !at->right)
        addRightAxis(*at, curve.unit);
    return static_cast<std::size_t>(at - fields.begin());
}

PlotCanvas::Private::Field& PlotCanvas::Private::addField(const PlotCurve& first)
{
    auto* rect = new QCPAxisRect(plot);
    plot->plotLayout()->addElement(static_cast<int>(fields.size()), 0, rect);
    rect->setAutoMargins(QCP::msNone);
    rect->setMinimumSize(1, LeastHeight);
    // Its ground must lie below the grid.
    rect->setLayer(QStringLiteral("background"));
    rect->axis(QCPAxis::atBottom)->setTicker(ticker);
    for (const QCPAxis::AxisType type :
         {QCPAxis::atBottom, QCPAxis::atLeft, QCPAxis::atTop, QCPAxis::atRight}) {
        rect->axis(type)->setLayer(QStringLiteral("axes"));
        rect->axis(type)->setSubTicks(false);
    }
    rect->axis(QCPAxis::atBottom)->grid()->setLayer(QStringLiteral("grid"));
    rect->axis(QCPAxis::atLeft)->grid()->setLayer(QStringLiteral("grid"));
    new BandItem(plot, rect, &bands); // the plot owns its items
    Field& field = fields.emplace_back();
    field.number = first.field;
    field.unit = first.unit;
    field.rect = rect;
    field.cursor = addRule(plot, rect);
    field.guide = addRule(plot, rect);
    field.guide->setVisible(false);
    field.label = addUnit(plot, rect, first.unit);
    return field;
}

void PlotCanvas::Private::addRightAxis(Field& field, const QString& unit)
{
    field.right = unit;
    QCPAxis* axis = field.axis(QCPAxis::atRight);
    axis->setVisible(true);
    axis->setTicks(true);
    axis->setTickLabels(true);
    axis->grid()->setVisible(false); // one grid is enough to read by
    field.rightLabel = addUnit(plot, field.rect, unit);
    field.rightLabel->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
}

const PlotCanvas::Private::Field* PlotCanvas::Private::fieldNumbered(int number) const
{
    const auto at = std::find_if(fields.begin(), fields.end(),
                                 [number](const Field& field) { return field.number == number; });
    return at == fields.end() ? nullptr : &*at;
}

void PlotCanvas::buildFields(const std::vector<PlotCurve>& curves)
{
    for (const Private::Field& field : d->fields)
        delete field.lock;
    d->fields.clear();
    std::vector<const PlotCurve*> ordered;
    ordered.reserve(curves.size());
    for (const PlotCurve& curve : curves)
        ordered.push_back(&curve);
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const PlotCurve* a, const PlotCurve* b) { return a->field < b->field; });
    for (const PlotCurve* curve : ordered)
        d->fieldFor(*curve);
    d->forgetLooks();
    for (std::size_t i = 0; i < d->fields.size(); ++i) {
        d->fields[i].axis(QCPAxis::atBottom)->setTickLabels(i + 1 == d->fields.size());
        if (d->adjustable)
            buildLock(i);
    }
    d->applyShares();
}

/// Fields and units that no curve has any more are not locked either.
void PlotCanvas::Private::forgetLooks()
{
    std::erase_if(looks, [this](const auto& look) { return fieldNumbered(look.first) == nullptr; });
    for (auto& [number, look] : looks) {
        const Field& field = *fieldNumbered(number);
        look.fixed.removeIf([&](const std::pair<const QString&, PlotRange&>& fixed) {
            return fixed.first != field.unit && fixed.first != field.right;
        });
    }
}

// ---- scales ----

void PlotCanvas::buildLock(std::size_t field)
{
    const Private::Field& of = d->fields[field];
    QStringList units = unitsOf(of.number);
    units.removeAll(QString());
    const QString name = units.isEmpty()
                             ? tr("Keep this range of values")
                             : tr("Keep this range of values (%1)").arg(units.join(QStringLiteral(", ")));
    auto* lock = iconButton(QStringLiteral("lock"), name, true, this);
    lock->setToolTip(tr("%1\nOtherwise it fits what is in view").arg(name));
    lock->setIconSize({12, 12});
    lock->setFixedSize(LockSide, LockSide);
    lock->setChecked(locked(of.number));
    lock->show();
    connect(lock, &QToolButton::toggled, this,
            [this, number = of.number](bool on) { setLocked(number, on); });
    d->fields[field].lock = lock;
}

/// Below the unit, beside the numbers it holds.
void PlotCanvas::placeLocks()
{
    for (const Private::Field& field : d->fields) {
        if (field.lock != nullptr)
            field.lock->move(UnitSide - 4, field.rect->top() + TickRoom - 8);
    }
    d->sizeTicks();
}

void PlotCanvas::setLocked(int field, bool locked)
{
    const Private::Field* of = d->fieldNumbered(field);
    if (of == nullptr)
        return;
    QHash<QString, PlotRange> fixed;
    for (const QString& unit : locked ? unitsOf(field) : QStringList())
        fixed.insert(unit, range(field, unit));
    d->looks[field].fixed = fixed;
    if (of->lock != nullptr)
        of->lock->setChecked(locked);
    refresh();
}

bool PlotCanvas::locked(int field) const
{
    const auto look = d->looks.find(field);
    return look != d->looks.end() && !look->second.fixed.isEmpty();
}

PlotRange PlotCanvas::range(int field, const QString& unit) const
{
    const Private::Field* of = d->fieldNumbered(field);
    if (of == nullptr)
        return {};
    const QCPRange shown = of->valueAxis(unit)->range();
    return {shown.lower, shown.upper};
}

void PlotCanvas::setRange(int field, const QString& unit, std::optional<PlotRange> range)
{
    const Private::Field* of = d->fieldNumbered(field);
    if (of == nullptr)
        return;
    if (range && range->low < range->high)
        d->looks[field].fixed.insert(unit, *range);
    else
        d->looks[field].fixed.remove(unit);
    if (of->lock != nullptr) {
        const QSignalBlocker quiet(of->lock);
        of->lock->setChecked(locked(field));
    }
    refresh();
}

/// Each scale takes in what is visible, with a little air; a constant sits in the middle.
void PlotCanvas::Private::fitValues()
{
    for (const Field& field : fields) {
        fitAxis(field, field.axis(QCPAxis::atLeft), field.unit);
        if (field.right)
            fitAxis(field, field.axis(QCPAxis::atRight), *field.right);
    }
}

void PlotCanvas::Private::fitAxis(const Field& field, QCPAxis* axis, const QString& unit)
{
    const auto look = looks.find(field.number);
    if (look != looks.end() && look->second.fixed.contains(unit)) {
        const PlotRange fixed = look->second.fixed.value(unit);
        axis->setRange(fixed.low, fixed.high);
        return;
    }
    QCPRange all;
    bool any = false;
    for (QCPGraph* graph : graphs) {
        if (graph->valueAxis() != axis)
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
    axis->setRange(all.lower - air, all.upper + air);
}

// ---- heights ----

void PlotCanvas::Private::applyShares()
{
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto look = looks.find(fields[i].number);
        plot->plotLayout()->setRowStretchFactor(static_cast<int>(i),
                                                look == looks.end() ? 1.0 : look->second.share);
    }
}

/// Two neighbours share what they had together anew.
void PlotCanvas::Private::shareHeight(std::size_t above, int heightAbove, int heightBelow)
{
    PlotField& upper = looks[fields[above].number];
    PlotField& lower = looks[fields[above + 1].number];
    const double both = upper.share + lower.share;
    upper.share = both * heightAbove / (heightAbove + heightBelow);
    lower.share = both - upper.share;
    applyShares();
    plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotCanvas::grow(int field, double factor)
{
    if (d->fieldNumbered(field) == nullptr)
        return;
    constexpr double Most = 8.0;
    double& share = d->looks[field].share;
    share = std::clamp(share * factor, 1.0 / Most, Most);
    d->applyShares();
    refresh();
}

/// As many labels as find room.
void PlotCanvas::Private::sizeTicks()
{
    bool changed = false;
    for (const Field& field : fields) {
        const int count = std::clamp(field.rect->height() / TickRoom, 2, 5);
        for (const QCPAxis::AxisType type : {QCPAxis::atLeft, QCPAxis::atRight}) {
            const auto ofAxis = field.axis(type)->ticker();
            changed = changed || ofAxis->tickCount() != count;
            ofAxis->setTickCount(count);
        }
    }
    if (changed)
        plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotCanvas::Private::applyMargins(int width)
{
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const bool lowest = i + 1 == fields.size();
        fields[i].rect->setMargins(
            QMargins(left, FieldTop, std::max(0, width - right), lowest ? AxisRoom : 0));
        if (fields[i].rightLabel != nullptr)
            fields[i].rightLabel->position->setCoords(width - UnitSide, 0.0);
    }
}

const std::map<int, PlotField>& PlotCanvas::fields() const { return d->looks; }

void PlotCanvas::setFields(std::map<int, PlotField> fields)
{
    d->looks = std::move(fields);
    d->forgetLooks();
    d->applyShares();
    for (const Private::Field& field : d->fields) {
        if (field.lock != nullptr) {
            const QSignalBlocker quiet(field.lock);
            field.lock->setChecked(locked(field.number));
        }
    }
    refresh();
}

QStringList PlotCanvas::unitsOf(int field) const
{
    const Private::Field* of = d->fieldNumbered(field);
    if (of == nullptr)
        return {};
    return of->right ? QStringList{of->unit, *of->right} : QStringList{of->unit};
}

bool PlotCanvas::hasRightAxis() const
{
    return std::any_of(d->fields.begin(), d->fields.end(),
                       [](const Private::Field& field) { return field.right.has_value(); });
}

// ---- colours ----

void PlotCanvas::Private::applyColors()
{
    plot->setBackground(QBrush(theme->base));
    for (const Field& field : fields) {
        field.rect->setBackground(QBrush(theme->raised));
        for (const QCPAxis::AxisType type : {QCPAxis::atBottom, QCPAxis::atTop})
            colourAxis(field, type, nullptr);
        colourAxis(field, QCPAxis::atLeft, field.label);
        colourAxis(field, QCPAxis::atRight, field.rightLabel);
        field.cursor->setPen(QPen(theme->text, 2.0));
        field.guide->setPen(QPen(theme->textMuted, 1.0));
    }
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        const PlotStyle style = plotStyle(series[i], *theme);
        graphs[i]->setPen(QPen(style.color, StrokeWidth, style.stroke));
    }
}

/// Of two scales in a field, each has the colour of its curve, when it has but one.
void PlotCanvas::Private::colourAxis(const Field& field, QCPAxis::AxisType type, QCPItemText* label) const
{
    QCPAxis* axis = field.axis(type);
    QColor colour = theme->textMuted;
    const auto ofAxis = [axis](const QCPGraph* graph) { return graph->valueAxis() == axis; };
    if (field.right && std::count_if(graphs.begin(), graphs.end(), ofAxis) == 1) {
        const auto only = std::find_if(graphs.begin(), graphs.end(), ofAxis) - graphs.begin();
        colour = readable(plotStyle(series[static_cast<std::size_t>(only)], *theme).color, *theme);
    }
    const QFont font = tabularFont(smallFont(plot->font()));
    axis->setBasePen(QPen(theme->line));
    axis->setTickPen(QPen(theme->line));
    axis->setTickLabelColor(colour);
    axis->setTickLabelFont(font);
    axis->grid()->setPen(QPen(theme->line, 1.0));
    axis->grid()->setZeroLinePen(QPen(theme->line, 1.0));
    if (label != nullptr) {
        label->setPen(QPen(Qt::NoPen));
        label->setColor(colour);
        label->setFont(font);
    }
}

} // namespace ghostline::app
