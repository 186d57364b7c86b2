// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/bookmark_lane.h"

#include "model/sidecar/tags.h"

#include <QFontMetricsF>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr double FlagWidth = 10.0;

/// What is marked with a tag alone is called by it.
QString bookmarkText(const model::Bookmark& mark)
{
    return mark.title.isEmpty() ? model::tagsText(mark.tags) : mark.title;
}

} // namespace

BookmarkLane::BookmarkLane() : Lane(QStringLiteral("bookmarks"), QObject::tr("Bookmarks"), 20) {}

model::Micros BookmarkLane::time(const model::Bookmark& bookmark) const
{
    return notedTime(bookmark.frame, bookmark.time);
}

void BookmarkLane::paint(QPainter& painter, const LaneFrame& frame)
{
    if (!data().sidecar)
        return;
    const auto& marks = data().sidecar->bookmarks;
    const QFontMetricsF metrics(frame.font);
    painter.setFont(frame.font);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const double x = std::round(frame.view.x(time(marks[i])));
        const double next = i + 1 < marks.size() ? frame.view.x(time(marks[i + 1])) : frame.view.width();
        if (x > frame.view.width() || next < -200.0)
            continue;
        const QColor colour = marks[i].hue >= 0 ? frame.theme.hue(marks[i].hue) : frame.theme.plainMark();
        if (marks[i].length.count() > 0) {
            QColor band = colour;
            band.setAlphaF(0.25F);
            const double right = frame.view.x(time(marks[i]) + marks[i].length);
            painter.fillRect(QRectF(x, 2.0, right - x, frame.height - 4.0), band);
        }
        QPainterPath pennant;
        pennant.addRect(QRectF(x - 0.75, 3.0, 1.5, frame.height - 6.0));
        pennant.addPolygon(QPolygonF({QPointF(x, 3.0), QPointF(x + 8.0, 6.5), QPointF(x, 10.0)}));
        painter.fillPath(pennant.simplified(), colour);
        const double room = std::min(next - x - FlagWidth - 6.0, 200.0);
        if (room > 24.0) {
            painter.setPen(frame.theme.text);
            painter.drawText(QRectF(x + FlagWidth, 0, room, frame.height), Qt::AlignVCenter,
                             metrics.elidedText(bookmarkText(marks[i]), Qt::ElideMiddle, room));
        }
    }
}

std::optional<LaneHit> BookmarkLane::hit(QPointF at, const LaneFrame& frame)
{
    if (!data().sidecar)
        return std::nullopt;
    std::optional<LaneHit> hit;
    double nearest = FlagWidth;
    for (const model::Bookmark& mark : data().sidecar->bookmarks) {
        const double x = frame.view.x(time(mark));
        const double distance = std::abs(at.x() - x - 3.0);
        if (distance > nearest)
            continue;
        nearest = distance;
        hit = LaneHit{};
        hit->at = {mark.frame, 0.0};
        hit->x = x;
        hit->bookmark = mark.id;
        hit->text = bookmarkText(mark);
        hit->detail = mark.note;
    }
    return hit;
}

} // namespace ghostline::app
