// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/highlight_lane.h"

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr double HighlightReach = 4.0; // pixels beside one that are still its
constexpr double DiamondHalf = 4.0;
constexpr double BarHalf = 3.0;

} // namespace

HighlightLane::HighlightLane() : Lane(QStringLiteral("highlights"), QObject::tr("Highlights"), 16) {}

double HighlightLane::peakOf(const MomentMark& mark, const LaneFrame& frame) const
{
    return std::round(frame.view.x(data().index->timeAxis.timeOf(mark.frame)));
}

/// What is shown of each as a bar, its height as a diamond.
void HighlightLane::paint(QPainter& painter, const LaneFrame& frame)
{
    if (!used() || !data().index)
        return;
    QColor bar = frame.theme.plainMark();
    bar.setAlphaF(0.3F);
    const double middle = std::floor(frame.height / 2.0);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (const MomentMark& mark : *data().moments) {
        const double left = frame.view.x(mark.from);
        const double right = frame.view.x(mark.to);
        const double peak = peakOf(mark, frame);
        if (std::max(right, peak + DiamondHalf) < 0.0 ||
            std::min(left, peak - DiamondHalf) > frame.view.width())
            continue;
        painter.fillRect(QRectF(left, middle - BarHalf, right - left, 2.0 * BarHalf), bar);
        painter.setBrush(frame.theme.plainMark());
        painter.drawPolygon(
            QPolygonF({QPointF(peak, middle - DiamondHalf), QPointF(peak + DiamondHalf, middle),
                       QPointF(peak, middle + DiamondHalf), QPointF(peak - DiamondHalf, middle)}));
    }
}

/// Of those under the pointer the one whose height is nearest.
std::optional<LaneHit> HighlightLane::hit(QPointF at, const LaneFrame& frame)
{
    if (!used() || !data().index)
        return std::nullopt;
    std::optional<LaneHit> hit;
    double nearest = 0.0;
    for (const MomentMark& mark : *data().moments) {
        const double peak = peakOf(mark, frame);
        const double left = std::min(frame.view.x(mark.from), peak);
        const double right = std::max(frame.view.x(mark.to), peak);
        const double distance = std::abs(at.x() - peak);
        if (at.x() < left - HighlightReach || at.x() > right + HighlightReach || (hit && distance >= nearest))
            continue;
        nearest = distance;
        hit = LaneHit{};
        hit->at = {mark.frame, 0.0};
        hit->x = peak;
        hit->text = mark.text;
        hit->detail = mark.detail;
    }
    return hit;
}

} // namespace ghostline::app
