// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/key_point_lane.h"

#include "model/time/time_text.h"

#include <cmath>

namespace ghostline::app {

namespace {

constexpr double KeyHalf = 4.5;
constexpr double KeyReach = 6.0; // pixels to either side

} // namespace

KeyPointLane::KeyPointLane() : Lane(QStringLiteral("camera"), QObject::tr("Camera path"), 16) {}

bool KeyPointLane::used() const
{
    return data().index && data().sidecar != nullptr && !data().sidecar->cameraPath.empty();
}

double KeyPointLane::x(const model::CameraKey& key, const LaneFrame& frame) const
{
    return std::round(frame.view.x(notedTime(key.frame, key.time)));
}

/// Diamonds on a line from the first to the last.
void KeyPointLane::paint(QPainter& painter, const LaneFrame& frame)
{
    if (!used())
        return;
    const auto& path = data().sidecar->cameraPath;
    const double middle = std::floor(frame.height / 2.0);
    const double first = std::max(x(path.front(), frame), 0.0);
    const double last = std::min(x(path.back(), frame), frame.view.width());
    painter.fillRect(QRectF(first, middle - 0.5, std::max(last - first, 0.0), 1.0), frame.theme.textMuted);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(frame.theme.plainMark());
    for (const model::CameraKey& key : path) {
        const double at = x(key, frame);
        if (at < -KeyHalf || at > frame.view.width() + KeyHalf)
            continue;
        painter.drawPolygon(QPolygonF({QPointF(at, middle - KeyHalf), QPointF(at + KeyHalf, middle),
                                       QPointF(at, middle + KeyHalf), QPointF(at - KeyHalf, middle)}));
    }
}

std::optional<LaneHit> KeyPointLane::hit(QPointF at, const LaneFrame& frame)
{
    if (!used())
        return std::nullopt;
    std::optional<LaneHit> hit;
    double nearest = KeyReach;
    const auto& path = data().sidecar->cameraPath;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const double distance = std::abs(x(path[i], frame) - at.x());
        if (distance > nearest)
            continue;
        nearest = distance;
        hit = LaneHit{};
        hit->at = {std::min(path[i].frame, data().index->frames() - 1), 0.0};
        hit->x = x(path[i], frame);
        hit->text = QObject::tr("Camera key point %L1 at %2")
                        .arg(i + 1)
                        .arg(model::formatTime(data().index->timeAxis.timeOf(hit->at.frame)));
    }
    return hit;
}

} // namespace ghostline::app
