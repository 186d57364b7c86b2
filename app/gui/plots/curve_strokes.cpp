// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/curve_strokes.h"

#include <QtMath>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ghostline::app {

namespace {

// Places are no farther off than this, in pixels: beyond it a dash would be lost in rounding.
constexpr double Farthest = 1e12;
constexpr double UnseenMargin = 8.0; ///< pixels around a field that strokes may end in unseen

bool isGap(const QPointF& point) { return !std::isfinite(point.x()) || !std::isfinite(point.y()); }

QPointF within(const QPointF& point)
{
    return {std::clamp(point.x(), -Farthest, Farthest), std::clamp(point.y(), -Farthest, Farthest)};
}

QRectF reachOf(const QRect& field)
{
    return QRectF(field).adjusted(-UnseenMargin, -UnseenMargin, UnseenMargin, UnseenMargin);
}

/// A stretch of a line, in shares of its length.
struct Part
{
    double begin = 0.0;
    double end = 1.0;

    /// Keeps what lies between `low` and `high` of a coordinate that is `from` at first and grows by `by`.
    void keep(double from, double by, double low, double high)
    {
        if (by == 0.0) {
            if (from < low || from > high)
                begin = end = 1.0;
            return;
        }
        const auto [enters, leaves] = std::minmax({(low - from) / by, (high - from) / by});
        begin = std::clamp(enters, begin, end);
        end = std::clamp(leaves, begin, end);
    }
};

/// Of a line, what lies in a rectangle; without length when nothing does.
Part partIn(const QRectF& rect, const QLineF& line)
{
    Part part;
    part.keep(line.x1(), line.dx(), rect.left(), rect.right());
    part.keep(line.y1(), line.dy(), rect.top(), rect.bottom());
    return part;
}

/// Calls back with the ends of each line between neighbours that both have a value.
template<typename Step>
void forEachLine(const QVector<QPointF>& points, const Step& step)
{
    for (qsizetype i = 1; i < points.size(); ++i) {
        if (!isGap(points[i - 1]) && !isGap(points[i]))
            step(points[i - 1], points[i]);
    }
}

/// Cuts lines into dashes that run on from one to the next, also over what lies outside `reach`.
class Dasher
{
public:
    Dasher(const QVector<qreal>& dashes, const QRectF& reach, std::vector<QLineF>& strokes)
        : m_dashes(dashes), m_reach(reach), m_strokes(strokes),
          m_period(std::accumulate(dashes.begin(), dashes.end(), 0.0)), m_left(dashes.front())
    {
    }

    void add(const QLineF& line)
    {
        const double length = line.length();
        const Part part = partIn(m_reach, line);
        skip(length * part.begin);
        cut({line.pointAt(part.begin), line.pointAt(part.end)});
        skip(length * (1.0 - part.end));
    }

private:
    void cut(const QLineF& line)
    {
        const double length = line.length();
        double at = 0.0;
        while (at < length) {
            const double end = std::min(at + m_left, length);
            if (m_now % 2 == 0)
                m_strokes.emplace_back(line.pointAt(at / length), line.pointAt(end / length));
            if (end < length)
                next();
            else
                m_left -= end - at;
            at = end;
        }
    }

    void skip(double length)
    {
        double rest = std::fmod(length, m_period);
        while (rest >= m_left) {
            rest -= m_left;
            next();
        }
        m_left -= rest;
    }

    void next()
    {
        m_now = (m_now + 1) % m_dashes.size();
        m_left = m_dashes[m_now];
    }

    const QVector<qreal>& m_dashes;
    QRectF m_reach;
    std::vector<QLineF>& m_strokes;
    double m_period;
    qsizetype m_now = 0;
    double m_left;
};

/// Gathers how far up and down the line goes in the column it is in.
class Columns
{
public:
    Columns(double width, const QRect& field, std::vector<QRect>& columns)
        : m_half(width / 2.0), m_field(field), m_columns(columns)
    {
    }

    void add(const QPointF& from, const QPointF& to)
    {
        const double left = std::max(from.x(), static_cast<double>(m_field.left()));
        const double right = std::min(to.x(), static_cast<double>(m_field.right()) + 1.0);
        if (left > right)
            return;
        const double slope = to.x() > from.x() ? (to.y() - from.y()) / (to.x() - from.x()) : 0.0;
        const auto heightAt = [&](double x) {
            return x >= to.x() ? to.y() : from.y() + slope * (x - from.x());
        };
        const int last = qFloor(right);
        for (int column = qFloor(left); column <= last; ++column) {
            if (column != m_column)
                flush(column);
            take(heightAt(std::max(left, static_cast<double>(column))));
            take(heightAt(std::min(right, column + 1.0)));
        }
        if (left == right) // upright: both ends
            take(from.y());
    }

    void flush(int next)
    {
        const double highest = m_field.top() - 1.0;
        const double lowest = m_field.bottom() + 2.0;
        const bool seen = m_low - m_half < lowest && m_high + m_half > highest;
        if (seen && m_column >= m_field.left() && m_column <= m_field.right()) {
            const int top = qRound(std::max(m_low - m_half, highest));
            const int bottom = qRound(std::min(m_high + m_half, lowest));
            m_columns.emplace_back(m_column, top, 1, std::max(bottom - top, 1));
        }
        m_column = next;
        m_low = std::numeric_limits<double>::infinity();
        m_high = -m_low;
    }

private:
    void take(double y)
    {
        m_low = std::min(m_low, y);
        m_high = std::max(m_high, y);
    }

    double m_half;
    QRect m_field;
    std::vector<QRect>& m_columns;
    int m_column = 0;
    double m_low = std::numeric_limits<double>::infinity();
    double m_high = -std::numeric_limits<double>::infinity();
};

int bottomOf(const QRect& column) { return column.y() + column.height(); }

/// Of columns side by side.
void addBlocks(std::span<const QRect> columns, std::vector<QRect>& blocks)
{
    int top = columns.front().y();
    int bottom = bottomOf(columns.front());
    for (const QRect& column : columns) {
        top = std::max(top, column.y());
        bottom = std::min(bottom, bottomOf(column));
    }
    if (top >= bottom) {
        const std::size_t half = columns.size() / 2;
        addBlocks(columns.first(half), blocks);
        addBlocks(columns.subspan(half), blocks);
        return;
    }
    blocks.emplace_back(columns.front().x(), top, static_cast<int>(columns.size()), bottom - top);
    for (const QRect& column : columns) {
        if (column.y() < top)
            blocks.emplace_back(column.x(), column.y(), 1, top - column.y());
        if (bottomOf(column) > bottom)
            blocks.emplace_back(column.x(), bottom, 1, bottomOf(column) - bottom);
    }
}

} // namespace

qsizetype turnsOf(const QVector<QPointF>& points, double least)
{
    qsizetype turns = 0;
    double before = 0.0;
    for (qsizetype i = 1; i < points.size(); ++i) {
        const double step = points[i].y() - points[i - 1].y();
        if (before * step < 0.0 && std::abs(before) > least && std::abs(step) > least)
            ++turns;
        before = step;
    }
    return turns;
}

void strokesOf(const QVector<QPointF>& points, const QVector<qreal>& dashes, const QRect& field,
               std::vector<QLineF>& strokes)
{
    strokes.clear();
    const QRectF reach = reachOf(field);
    if (dashes.empty()) {
        forEachLine(points, [&](const QPointF& from, const QPointF& to) {
            const QLineF line(within(from), within(to));
            const Part part = partIn(reach, line);
            if (part.begin < part.end)
                strokes.emplace_back(line.pointAt(part.begin), line.pointAt(part.end));
        });
        return;
    }
    Dasher dasher(dashes, reach, strokes);
    forEachLine(points, [&](const QPointF& from, const QPointF& to) {
        dasher.add({within(from), within(to)});
    });
}

void singlesOf(const QVector<QPointF>& points, const QRect& field, std::vector<QPointF>& singles)
{
    singles.clear();
    const QRectF reach = reachOf(field);
    for (qsizetype i = 0; i < points.size(); ++i) {
        const bool alone =
            (i == 0 || isGap(points[i - 1])) && (i + 1 == points.size() || isGap(points[i + 1]));
        if (alone && !isGap(points[i]) && reach.contains(points[i]))
            singles.push_back(points[i]);
    }
}

void columnsOf(const QVector<QPointF>& points, double width, const QRect& field, std::vector<QRect>& columns)
{
    columns.clear();
    Columns gathered(width, field, columns);
    forEachLine(points, [&](const QPointF& from, const QPointF& to) { gathered.add(from, to); });
    gathered.flush(0);
}

void blocksOf(std::span<const QRect> columns, std::vector<QRect>& blocks)
{
    constexpr std::size_t Together = 16;
    blocks.clear();
    for (std::size_t first = 0; first < columns.size();) {
        std::size_t end = first + 1;
        while (end < columns.size() && end < first + Together && columns[end].x() == columns[end - 1].x() + 1)
            ++end;
        addBlocks(columns.subspan(first, end - first), blocks);
        first = end;
    }
}

} // namespace ghostline::app
