// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/labels/map_labels.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <tuple>

namespace ghostline::render {

namespace {

constexpr double LongestText = 180.0; // pixels
constexpr double MapPadding = 4.0;    // left and right of the text
constexpr double Edge = 2.0;          // between a plate and the edge of the map
constexpr double Beside = 5.0;        // from the middle of a mark to its plate
constexpr double Clearance = 1.0;     // between a mark and its plate
constexpr double Nearest = 3.0;       // from the middle of a small mark to its plate, up or down
constexpr std::size_t MostMarks = 256;

/// Right before left, above before below.
std::array<QRectF, 4> sides(const QRectF& mark, QSizeF size)
{
    const QPointF at = mark.center();
    const double away = std::max(Nearest, mark.height() * 0.5 + Clearance);
    const double right = at.x() + Beside;
    const double left = at.x() - Beside - size.width();
    const double above = at.y() - away - size.height();
    const double below = at.y() + away;
    return {QRectF(QPointF(right, above), size), QRectF(QPointF(right, below), size),
            QRectF(QPointF(left, above), size), QRectF(QPointF(left, below), size)};
}

QRectF inside(QRectF plate, QSizeF view)
{
    plate.moveLeft(std::max(Edge, std::min(plate.left(), view.width() - plate.width() - Edge)));
    plate.moveTop(std::max(Edge, std::min(plate.top(), view.height() - plate.height() - Edge)));
    return plate;
}

} // namespace

void MapLabels::clear()
{
    m_labels.clear();
    m_marks.clear();
    m_room.clear();
}

void MapLabels::add(const QString& text, const QRectF& mark, Rank rank)
{
    m_labels.push_back({text, mark, rank, m_labels.size()});
}

void MapLabels::addMark(const QRectF& mark)
{
    // Among more marks than these there is no room that matters.
    if (m_marks.size() < MostMarks)
        m_marks.push_back(mark);
}

bool MapLabels::asksForMarks() const { return !m_labels.empty() && m_marks.size() < MostMarks; }

/// Null where there is no room.
QRectF MapLabels::plate(const Label& label, QSizeF size, QSizeF view) const
{
    std::array<QRectF, 4> plates = sides(label.mark, size);
    for (QRectF& each : plates)
        each = inside(each, view);
    const auto apart = [this](const QRectF& plate) { return m_room.free(plate); };
    const auto clear = [this, &apart](const QRectF& plate) {
        return apart(plate) && std::none_of(m_marks.begin(), m_marks.end(),
                                            [&plate](const QRectF& m) { return m.intersects(plate); });
    };
    auto found = std::find_if(plates.begin(), plates.end(), clear);
    if (found == plates.end() && label.rank <= Rank::Followed)
        found = std::find_if(plates.begin(), plates.end(), apart);
    if (found != plates.end())
        return *found;
    return label.rank == Rank::Chosen ? plates.front() : QRectF();
}

void MapLabels::place(const QFontMetrics& metrics, QSizeF view)
{
    // Measuring a text is dear: what is behind these would hardly find room.
    const std::size_t tried = std::min<std::size_t>(m_labels.size(), MaxLabels);
    std::partial_sort(
        m_labels.begin(), m_labels.begin() + static_cast<std::ptrdiff_t>(tried), m_labels.end(),
        [](const Label& a, const Label& b) { return std::tie(a.rank, a.order) < std::tie(b.rank, b.order); });
    m_labels.resize(tried);
    const int longest = static_cast<int>(std::min(LongestText, view.width() - 2.0 * (MapPadding + Edge)));
    for (Label& label : m_labels) {
        label.text = metrics.elidedText(label.text, Qt::ElideMiddle, longest);
        label.plate = plate(
            label, QSizeF(metrics.horizontalAdvance(label.text) + 2.0 * MapPadding, metrics.height() + 4.0),
            view);
        if (!label.plate.isNull())
            m_room.take(label.plate);
    }
    std::erase_if(m_labels, [](const Label& label) { return label.plate.isNull(); });
}

void MapLabels::paintPlates(QPainter& painter, const Theme& theme) const
{
    QColor plate = theme.raised;
    plate.setAlphaF(0.85F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(plate);
    for (const Label& label : m_labels)
        painter.drawRoundedRect(label.plate, 4.0, 4.0);
}

void MapLabels::paintTexts(QPainter& painter, const Theme& theme) const
{
    const double ascent = painter.fontMetrics().ascent();
    painter.setPen(theme.text);
    for (const Label& label : m_labels)
        painter.drawText(label.plate.topLeft() + QPointF(MapPadding, ascent + 2.0), label.text);
}

} // namespace ghostline::render
