// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/possession_lane.h"

#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QLocale>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr double BlockMargin = 4.0;
constexpr double NarrowestBlock = 1.0;
constexpr float BlockOpacity = 0.8F;

} // namespace

PossessionLane::PossessionLane() : Lane(QStringLiteral("possession"), QObject::tr("Possession"), 18) {}

bool PossessionLane::used() const
{
    return data().index && data().index->info->property(data().index->info->scoreboard.possession) != nullptr;
}

void PossessionLane::paint(QPainter& painter, const LaneFrame& frame)
{
    if (!data().index || !data().course)
        return;
    for (const Possession& held : data().course->possession) {
        const double left = frame.view.x(held.begin);
        const double right = std::max(frame.view.x(held.end), left + NarrowestBlock);
        if (right < 0.0 || left > frame.view.width())
            continue;
        QColor colour = render::teamColor(frame.theme, data().index->info->teams, held.team);
        colour.setAlphaF(BlockOpacity);
        painter.fillRect(QRectF(left, BlockMargin, right - left, frame.height - 2.0 * BlockMargin), colour);
    }
}

std::optional<LaneHit> PossessionLane::hit(QPointF at, const LaneFrame& frame)
{
    if (!data().index || !data().course)
        return std::nullopt;
    const model::Micros t = frame.view.timeAt(at.x());
    const auto& all = data().course->possession;
    auto held = std::ranges::upper_bound(all, t, {}, &Possession::begin);
    if (held == all.begin() || (--held)->end < t)
        return std::nullopt;
    const auto team = static_cast<std::size_t>(held->team);
    LaneHit hit;
    hit.at = data().index->timeAxis.at(held->begin);
    hit.x = frame.view.x(held->begin);
    hit.text = QObject::tr("%1 has the disc").arg(shownTeam(data().index->info->teams[team]));
    hit.detail = QObject::tr("%1 to %2 (%3 s)")
                     .arg(model::formatTime(held->begin), model::formatTime(held->end),
                          QLocale().toString(model::seconds(held->end - held->begin), 'f', 1));
    return hit;
}

} // namespace ghostline::app
