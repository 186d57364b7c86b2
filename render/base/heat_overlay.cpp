// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/base/heat_overlay.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cstring>

namespace ghostline::render {

namespace {

constexpr double TickLength = 3.0; // pixels
constexpr double TextGap = 6.0;

QString tickText(const model::HeatTick& tick, const QString& unit)
{
    const QString number = QLocale().toString(tick.value, 'f', tick.decimals);
    return unit.isEmpty() ? number : number + QChar(0x00A0) + unit;
}

} // namespace

model::HeatLook HeatOverlay::lookIn(const Theme& theme) const
{
    model::HeatLook own = look;
    own.dark = theme.ground != Ground::Light;
    return own;
}

QRectF HeatOverlay::ground() const
{
    const model::HeatLayout& layout = grid.layout;
    return {QPointF(layout.x, layout.z), QPointF(layout.endX(), layout.endZ())};
}

QImage heatImage(const HeatOverlay& heat, const Theme& theme, int side)
{
    const model::HeatPixels pixels = model::heatPixels(heat.grid, heat.lookIn(theme), side);
    if (pixels.rgba.empty())
        return {};
    QImage image(pixels.width, pixels.height, QImage::Format_RGBA8888);
    const auto stride = static_cast<std::size_t>(pixels.width) * 4;
    for (int row = 0; row < pixels.height; ++row)
        std::memcpy(image.scanLine(row), pixels.rgba.data() + static_cast<std::size_t>(row) * stride, stride);
    return image;
}

double paintHeatLegend(QPainter& painter, const HeatOverlay& heat, const Theme& theme, const QRectF& bar)
{
    const model::HeatLook look = heat.lookIn(theme);
    QLinearGradient ramp(bar.topLeft(), bar.topRight());
    constexpr int Stops = 16;
    for (int i = 0; i <= Stops; ++i) {
        const double share = static_cast<double>(i) / Stops;
        const model::HeatColour colour = model::heatColour(share, look.dark);
        ramp.setColorAt(share, QColor(colour[0], colour[1], colour[2]));
    }
    painter.fillRect(bar, ramp);
    const QFontMetricsF metrics(painter.font());
    const double top = bar.bottom() + TickLength;
    painter.setPen(theme.text);
    // From the end with the unit on: what finds no room is left out.
    double free = bar.right() + bar.width();
    const std::vector<model::HeatTick> ticks = model::heatTicks(heat.grid, look);
    for (std::size_t i = ticks.size(); i-- > 0;) {
        const double x = bar.left() + ticks[i].share * bar.width();
        const QString text = tickText(ticks[i], i + 1 == ticks.size() ? heat.grid.unit : QString());
        const double width = metrics.horizontalAdvance(text);
        const double left =
            std::clamp(x - width / 2.0, bar.left(), std::max(bar.right() - width, bar.left()));
        painter.drawLine(QPointF(x, bar.bottom()), QPointF(x, top));
        if (left + width > free - TextGap)
            continue;
        painter.drawText(QPointF(left, top + metrics.ascent()), text);
        free = left;
    }
    return top + metrics.height();
}

} // namespace ghostline::render
