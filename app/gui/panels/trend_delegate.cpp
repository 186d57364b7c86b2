// SPDX-License-Identifier: GPL-3.0-or-later
// Sparklines: a glance at what a value did just before and what it does next.
#include "app/gui/panels/trend_delegate.h"

#include "app/gui/panels/inspector_model.h"
#include "app/gui/widgets/icons.h"

#include <QPainter>
#include <QTreeView>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

/// A value without a trend has the trend's room, too: a place of three figures is seen whole.
QStyleOptionViewItem withRoom(QStyleOptionViewItem option, const QModelIndex& index)
{
    const auto* model = qobject_cast<const InspectorModel*>(index.model());
    const auto* tree = qobject_cast<const QTreeView*>(option.widget);
    if (model != nullptr && tree != nullptr && index.column() == InspectorModel::ValueColumn &&
        !model->hasTrendAt(index))
        option.rect.setLeft(option.rect.left() - tree->columnWidth(InspectorModel::TrendColumn));
    return option;
}

} // namespace

std::vector<QPolygonF> trendLines(const model::MetricSeries& series, double now, const QRectF& box)
{
    const auto begin = std::lower_bound(series.samples.begin(), series.samples.end(), now - TrendReach,
                                        [](const model::MetricSample& s, double t) { return s.time < t; });
    const auto end = std::upper_bound(begin, series.samples.end(), now + TrendReach,
                                      [](double t, const model::MetricSample& s) { return t < s.time; });
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (auto sample = begin; sample != end; ++sample) {
        if (std::isfinite(sample->value)) {
            low = std::min(low, sample->value);
            high = std::max(high, sample->value);
        }
    }
    // A value that hardly moves is a level line, not noise blown up.
    const double span = high - low;
    const bool level = !(span > std::max(1e-6, 1e-4 * std::max(std::abs(low), std::abs(high))));
    std::vector<QPolygonF> lines(1);
    for (auto sample = begin; sample != end; ++sample) {
        if (!std::isfinite(sample->value)) {
            if (!lines.back().isEmpty())
                lines.emplace_back();
            continue;
        }
        const double share = level ? 0.5 : (sample->value - low) / span;
        lines.back() << QPointF(box.left() +
                                    (sample->time - now + TrendReach) / (2 * TrendReach) * box.width(),
                                box.bottom() - share * box.height());
    }
    if (lines.back().isEmpty())
        lines.pop_back();
    return lines;
}

TrendDelegate::TrendDelegate(QObject* parent)
    : PanelDelegate(parent), m_theme(render::Theme::dark()), m_plot(themedIcon(QStringLiteral("plot")))
{
}

void TrendDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const
{
    PanelDelegate::paint(painter, withRoom(option, index), index);
    if (index.column() == InspectorModel::TrendColumn)
        paintTrend(painter, option, index);
    else if (index.column() == InspectorModel::PlotColumn &&
             index.data(InspectorModel::PlottableRole).toBool())
        paintPlotButton(painter, option);
}

bool TrendDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                              const QModelIndex& index)
{
    const auto* model = qobject_cast<const InspectorModel*>(index.model());
    if (model == nullptr || index.column() != InspectorModel::TrendColumn || model->hasTrendAt(index))
        return PanelDelegate::helpEvent(event, view, withRoom(option, index), index);
    // What is written here is the value.
    const QModelIndex value = index.siblingAtColumn(InspectorModel::ValueColumn);
    QStyleOptionViewItem there = option;
    there.rect = view->visualRect(value);
    return PanelDelegate::helpEvent(event, view, withRoom(there, value), value);
}

void TrendDelegate::paintTrend(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const
{
    const auto* model = qobject_cast<const InspectorModel*>(index.model());
    const model::MetricSeries* series = model != nullptr ? model->trendAt(index) : nullptr;
    if (series == nullptr)
        return;
    const QRectF box = QRectF(option.rect).adjusted(Grid, Grid + 1, -Grid, -Grid - 1);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const QColor line = selected ? option.palette.color(QPalette::HighlightedText)
                                 : render::blend(m_theme.textMuted, m_theme.text, 0.5);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    QColor middle = selected ? line : m_theme.textMuted;
    middle.setAlphaF(0.5F);
    painter->setPen(QPen(middle, 1));
    const double x = std::floor(box.center().x()) + 0.5;
    painter->drawLine(QLineF(x, option.rect.top() + 2, x, option.rect.bottom() - 1));
    painter->setPen(QPen(line, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (const QPolygonF& piece : trendLines(*series, model->now(), box))
        painter->drawPolyline(piece);
    painter->restore();
}

void TrendDelegate::paintPlotButton(QPainter* painter, const QStyleOptionViewItem& option) const
{
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool hover = option.state.testFlag(QStyle::State_MouseOver);
    painter->save();
    painter->setOpacity(selected || hover ? 1.0 : 0.55);
    QRect box(0, 0, 16, 16);
    box.moveCenter(option.rect.center());
    m_plot.paint(painter, box, Qt::AlignCenter, selected ? QIcon::Selected : QIcon::Normal);
    painter->restore();
}

} // namespace ghostline::app
