// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/course_lane.h"

#include "app/gui/widgets/figures.h"
#include "app/gui/widgets/replay_words.h"

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int CourseHeight = 34;
constexpr double CourseMargin = 2.0;
constexpr float BandOpacity = 0.55F;

} // namespace

CourseLane::CourseLane(Shows shows)
    : Lane(shows == Shows::Score ? QStringLiteral("score") : QStringLiteral("strength"),
           shows == Shows::Score ? QObject::tr("Score") : QObject::tr("Army"), CourseHeight),
      m_shows(shows)
{
}

const std::vector<CourseStep>& CourseLane::steps() const
{
    static const std::vector<CourseStep> none;
    if (data().course == nullptr)
        return none;
    return m_shows == Shows::Score ? data().course->score : data().course->strength;
}

void CourseLane::setData(const LaneData& data)
{
    Lane::setData(data);
    m_sides.clear();
    if (data.index)
        m_sides = m_shows == Shows::Score ? scoreSides(*data.index->info) : strengthSides(*data.index->info);
    m_most = 0.0;
    for (const CourseStep& step : steps()) {
        for (const double value : step.values) {
            if (std::isfinite(value))
                m_most = std::max(m_most, value);
        }
    }
}

double CourseLane::share(double value) const
{
    return m_most > 0.0 && std::isfinite(value) ? std::clamp(value / m_most, 0.0, 1.0) : 0.0;
}

QPolygonF CourseLane::outline(std::size_t side, double base, double room, const LaneFrame& frame) const
{
    QPolygonF corners;
    const std::vector<CourseStep>& all = steps();
    const std::size_t first = stepAt(all, frame.view.begin()).value_or(0);
    double y = base;
    for (std::size_t i = first; i < all.size(); ++i) {
        const double x = std::max(frame.view.x(all[i].time), 0.0);
        if (x > frame.view.width())
            break;
        if (!corners.isEmpty())
            corners << QPointF(x, y);
        y = base - room * share(side < all[i].values.size() ? all[i].values[side] : 0.0);
        corners << QPointF(x, y);
    }
    if (!corners.isEmpty()) {
        const double end = std::min(frame.view.x(frame.view.extent()), frame.view.width());
        corners << QPointF(std::max(end, corners.last().x()), y);
    }
    return corners;
}

void CourseLane::paint(QPainter& painter, const LaneFrame& frame)
{
    if (!data().index)
        return;
    const bool mirrored = m_sides.size() == 2;
    const double base = mirrored ? std::floor(frame.height / 2.0) : frame.height - CourseMargin;
    const double room = mirrored ? base - CourseMargin : base - 2.0 * CourseMargin;
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t side = 0; side < m_sides.size(); ++side) {
        const bool down = mirrored && side == 1;
        const QPolygonF rim = outline(side, base, down ? -room : room, frame);
        if (rim.isEmpty())
            continue;
        QColor colour = render::teamColor(frame.theme, data().index->info->teams, m_sides[side].team);
        if (m_sides.size() <= 2) {
            QPolygonF band = rim;
            band << QPointF(rim.last().x(), base) << QPointF(rim.first().x(), base);
            QColor fill = colour;
            fill.setAlphaF(BandOpacity);
            painter.setPen(Qt::NoPen);
            painter.setBrush(fill);
            painter.drawPolygon(band);
        }
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 1.25));
        painter.drawPolyline(rim);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(QRectF(0.0, base, frame.view.width(), 1.0), frame.theme.line);
}

std::optional<LaneHit> CourseLane::hit(QPointF at, const LaneFrame& frame)
{
    const auto step = stepAt(steps(), frame.view.timeAt(at.x()));
    if (!step)
        return std::nullopt;
    QStringList parts;
    for (std::size_t side = 0; side < m_sides.size(); ++side) {
        const model::Team& team = data().index->info->teams[static_cast<std::size_t>(m_sides[side].team)];
        const QString name = m_sides[side].joint ? shownSide(team) : shownTeam(team);
        const double value = side < steps()[*step].values.size() ? steps()[*step].values[side] : std::nan("");
        parts << (std::isfinite(value)
                      ? QObject::tr("%1 %2", "side and number").arg(name, groupedNumber(std::llround(value)))
                      : QObject::tr("%1 unknown").arg(name));
    }
    LaneHit hit;
    hit.x = at.x();
    hit.clickable = false;
    hit.text = QObject::tr("%1: %2", "lane and what it says")
                   .arg(shownName(title()), parts.join(QStringLiteral(", ")));
    return hit;
}

} // namespace ghostline::app
