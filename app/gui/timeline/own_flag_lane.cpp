// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/own_flag_lane.h"

#include "app/gui/widgets/panel_style.h"

#include <cmath>

namespace ghostline::app {

namespace {

constexpr double OwnFlagRadius = 5.5;
constexpr double PoleShift = OwnFlagRadius * 0.62; // a flag stands on its pole, which is what marks the time
constexpr double OwnFlagReach = 9.0;               // pixels a click may miss by

QColor severityColour(int severity, const render::Theme& theme)
{
    return severity >= 3 ? theme.error : severity == 2 ? theme.warning : theme.textMuted;
}

} // namespace

OwnFlagLane::OwnFlagLane() : Lane(QStringLiteral("ownFlags"), QObject::tr("Own flags"), 20) {}

bool OwnFlagLane::used() const
{
    return data().index && data().sidecar != nullptr && !data().sidecar->ownFlags.empty();
}

model::Micros OwnFlagLane::time(const model::OwnFlag& flag) const { return notedTime(flag.frame, flag.time); }

void OwnFlagLane::paint(QPainter& painter, const LaneFrame& frame)
{
    if (!used())
        return;
    const double middle = frame.height / 2.0;
    painter.setRenderHint(QPainter::Antialiasing);
    for (const model::OwnFlag& flag : data().sidecar->ownFlags) {
        const double x = std::round(frame.view.x(time(flag)));
        const double right = frame.view.x(time(flag) + flag.length);
        if (right < -OwnFlagReach || x > frame.view.width() + OwnFlagReach)
            continue;
        const QColor shown = severityColour(flag.severity, frame.theme);
        if (flag.length.count() > 0) {
            QColor band = shown;
            band.setAlphaF(0.25F);
            painter.fillRect(QRectF(x, 2.0, right - x, frame.height - 4.0), band);
        }
        const QRectF box(x - OwnFlagRadius + PoleShift, middle - OwnFlagRadius, 2.0 * OwnFlagRadius,
                         2.0 * OwnFlagRadius);
        paintMark(painter, Mark::Flag, box.adjusted(-1.5, -1.5, 1.5, 1.5), frame.theme.raised);
        paintMark(painter, Mark::Flag, box, shown);
    }
}

std::optional<LaneHit> OwnFlagLane::hit(QPointF at, const LaneFrame& frame)
{
    if (!used())
        return std::nullopt;
    std::optional<LaneHit> hit;
    double nearest = OwnFlagReach;
    for (const model::OwnFlag& flag : data().sidecar->ownFlags) {
        const double x = frame.view.x(time(flag));
        const double distance = std::abs(at.x() - x - PoleShift);
        if (distance > nearest)
            continue;
        nearest = distance;
        hit = LaneHit{};
        hit->at = {std::min(flag.frame, data().index->frames() - 1), 0.0};
        hit->x = x;
        hit->text = flag.who.name.isEmpty() ? flag.check : flag.check + QStringLiteral(": ") + flag.who.name;
        hit->detail = flag.text;
    }
    return hit;
}

} // namespace ghostline::app
