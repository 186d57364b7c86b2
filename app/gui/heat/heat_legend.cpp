// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/heat/heat_legend.h"

#include "app/gui/widgets/panel_style.h"

#include <QLocale>
#include <QPainter>

namespace ghostline::app {

namespace {

constexpr int LegendHeight = 3 * Grid;
constexpr int LeastWidth = 40 * Grid;

} // namespace

HeatLegend::HeatLegend(QWidget* parent) : QWidget(parent), m_theme(themeFor(palette()))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Legend of the heat map"));
    hide();
}

void HeatLegend::setHeat(const render::Shared<render::HeatOverlay>& heat)
{
    m_heat = heat;
    setVisible(!heat->empty());
    QStringList values;
    for (const model::HeatTick& tick : model::heatTicks(heat->grid, heat->lookIn(m_theme)))
        values += QLocale().toString(tick.value, 'f', tick.decimals);
    setAccessibleDescription(
        values.isEmpty() ? QString()
                         : tr("From %1 to %2 %3").arg(values.front(), values.back(), heat->grid.unit));
    update();
}

void HeatLegend::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    update();
}

QSize HeatLegend::sizeHint() const { return {60 * Grid, LegendHeight + fontMetrics().height() + 2 * Grid}; }

QSize HeatLegend::minimumSizeHint() const { return {LeastWidth, sizeHint().height()}; }

void HeatLegend::paintEvent(QPaintEvent*)
{
    if (m_heat->empty())
        return;
    QPainter painter(this);
    painter.setFont(tabularFont(font()));
    render::paintHeatLegend(painter, *m_heat, m_theme, QRectF(1.0, 0.0, width() - 2.0, LegendHeight));
}

} // namespace ghostline::app
