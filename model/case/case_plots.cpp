// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/case/case_plots.h"

#include "model/base/numbers.h"
#include "model/summary/page_charts.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ghostline::model {

namespace {

using namespace Qt::StringLiterals;

// The drawing's own units.
constexpr double Width = 720.0;
constexpr double Height = 150.0;
constexpr double Left = 56.0; ///< for the figures of the axis
constexpr double Bottom = 20.0;
constexpr double Margin = 8.0;
constexpr double PlanHeight = 420.0;
/// A way shorter than that is not drawn larger: places have no more in them.
constexpr double LeastPlan = 1.0;

std::vector<double> numbers(const QJsonValue& list)
{
    std::vector<double> out;
    for (const QJsonValue value : list.toArray())
        out.push_back(value.isDouble() ? value.toDouble() : NoValue);
    return out;
}

struct Extent
{
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();

    void add(double value)
    {
        if (std::isfinite(value)) {
            least = std::min(least, value);
            most = std::max(most, value);
        }
    }
    void add(const std::vector<double>& values)
    {
        for (const double value : values)
            add(value);
    }
    bool empty() const { return !(most >= least); }
    double length() const { return most - least; }
};

/// A line that is broken where a value is missing; a value that stands alone is a dot.
template<typename At>
QString pathOf(std::size_t count, const At& at)
{
    QString path;
    bool draws = false;
    for (std::size_t i = 0; i < count; ++i) {
        const glm::dvec2 place = at(i);
        const bool there = std::isfinite(place.x) && std::isfinite(place.y);
        if (there) {
            path += draws ? u'L' : u'M';
            path += coordinate(place.x) + u' ' + coordinate(place.y);
            if (!draws)
                path += u"h.01"_s;
        }
        draws = there;
    }
    return path;
}

void line(Markup& page, const char* kind, double x1, double y1, double x2, double y2)
{
    page.leaf("line", {{"class", QLatin1StringView(kind)},
                       {"x1", coordinate(x1)},
                       {"y1", coordinate(y1)},
                       {"x2", coordinate(x2)},
                       {"y2", coordinate(y2)}});
}

void label(Markup& page, double x, double y, const char* anchor, const QString& text)
{
    page.element("text",
                 {{"x", coordinate(x)}, {"y", coordinate(y)}, {"text-anchor", QLatin1StringView(anchor)}},
                 text);
}

QString viewBox(double height) { return u"0 0 %1 %2"_s.arg(coordinate(Width), coordinate(height)); }

QString headingOf(const QJsonObject& column)
{
    const QString unit = column[u"unit"_s].toString();
    const QString name = column[u"name"_s].toString();
    return unit.isEmpty() ? name : u"%1, %2"_s.arg(name, unit);
}

} // namespace

QString caseFigure(const QJsonValue& value)
{
    if (!value.isDouble())
        return {};
    const double figure = value.toDouble();
    constexpr double Plain = 1e9; // beyond it decimals say nothing
    if (std::abs(figure) >= Plain)
        return QString::number(figure, 'g', 9);
    QString text = QString::number(figure, 'f', 3);
    while (text.endsWith(u'0'))
        text.chop(1);
    if (text.endsWith(u'.'))
        text.chop(1);
    return text == "-0"_L1 ? u"0"_s : text;
}

void writeCasePlot(Markup& page, const QJsonObject& figures, const QJsonObject& column)
{
    const std::vector<double> times = numbers(figures[u"times_s"_s]);
    const std::vector<double> values = numbers(column[u"values"_s]);
    const auto known = std::ranges::count_if(values, [](double v) { return std::isfinite(v); });
    if (column[u"words"_s].toBool() || known < 2 || times.size() < 2)
        return;
    Extent across;
    across.add(times);
    Extent up;
    up.add(values);
    const QJsonValue limit = column[u"limit"_s];
    if (limit.isDouble())
        up.add(limit.toDouble());
    if (!(up.length() > 0.0))
        up = {up.least - 1.0, up.most + 1.0};
    const auto x = [&](double t) {
        return Left +
               (Width - Left - Margin) * (across.length() > 0.0 ? (t - across.least) / across.length() : 0.0);
    };
    const auto y = [&](double v) {
        return Margin + (Height - Margin - Bottom) * (1.0 - (v - up.least) / up.length());
    };
    const bool recorded = column[u"recorded"_s].toBool();
    const Within figure(page, "figure", {{"class", recorded ? u"recorded"_s : u"worked"_s}});
    page.element("figcaption", {},
                 u"%1 (%2)"_s.arg(headingOf(column), recorded ? u"recorded"_s : u"worked out"_s));
    const Within svg(page, "svg",
                     {{"viewBox", viewBox(Height)},
                      {"role", u"img"_s},
                      {"aria-label", u"%1 over time, %2 to %3"_s.arg(headingOf(column), caseFigure(up.least),
                                                                     caseFigure(up.most))}});
    for (const double tick : roundTicks(up.least, up.most, 3)) {
        if (tick < up.least || tick > up.most)
            continue;
        line(page, "grid", Left, y(tick), Width - Margin, y(tick));
        label(page, Left - 4.0, y(tick) + 4.0, "end", caseFigure(tick));
    }
    for (const double tick : roundTicks(across.least, across.most, 6)) {
        if (tick >= across.least && tick <= across.most)
            label(page, x(tick), Height - 5.0, "middle", caseFigure(tick) + u" s"_s);
    }
    if (limit.isDouble())
        line(page, "limit", Left, y(limit.toDouble()), Width - Margin, y(limit.toDouble()));
    const double moment = x(figures[u"flag"_s][u"time_s"_s].toDouble());
    line(page, "moment", moment, Margin, moment, Height - Bottom);
    const QString path = pathOf(std::min(times.size(), values.size()),
                                [&](std::size_t i) { return glm::dvec2(x(times[i]), y(values[i])); });
    page.leaf("path", {{"class", u"curve"_s}, {"d", path}});
}

void writeCasePlan(Markup& page, const QJsonObject& figures)
{
    std::vector<double> xs;
    std::vector<double> zs;
    for (const QJsonValue column : figures[u"columns"_s].toArray()) {
        if (column[u"id"_s].toString() == "x"_L1)
            xs = numbers(column[u"values"_s]);
        if (column[u"id"_s].toString() == "z"_L1)
            zs = numbers(column[u"values"_s]);
    }
    Extent east;
    east.add(xs);
    Extent south;
    south.add(zs);
    if (east.empty() || south.empty())
        return;
    const double scale = std::min((Width - 8.0 * Margin) / std::max(east.length(), LeastPlan),
                                  (PlanHeight - 8.0 * Margin) / std::max(south.length(), LeastPlan));
    // East to the right and south downwards, as on a map.
    const auto at = [&](std::size_t i) {
        return glm::dvec2(Width / 2.0 + (xs[i] - (east.least + east.most) / 2.0) * scale,
                          PlanHeight / 2.0 + (zs[i] - (south.least + south.most) / 2.0) * scale);
    };
    const QString unit = figures[u"recording"_s][u"length_unit"_s].toString();
    const Within figure(page, "figure", {{"class", u"recorded"_s}});
    page.element("figcaption", {},
                 u"The way from above (recorded): x to the right, z downwards; the dot is where the flag is. "
                 u"The bar is %1 %2 long."_s.arg(caseFigure(roundTicks(0.0, 120.0 / scale, 1).back()), unit));
    const Within svg(page, "svg",
                     {{"viewBox", viewBox(PlanHeight)},
                      {"role", u"img"_s},
                      {"aria-label", u"The way of the accused from above"_s}});
    const std::size_t count = std::min(xs.size(), zs.size());
    page.leaf("path", {{"class", u"curve"_s}, {"d", pathOf(count, at)}});
    const auto spot = static_cast<std::size_t>(std::max<qint64>(
        figures[u"flag"_s][u"frame"_s].toInteger() - figures[u"first_frame"_s].toInteger(), 0));
    if (spot < count && std::isfinite(at(spot).x) && std::isfinite(at(spot).y))
        page.leaf("circle", {{"class", u"spot"_s},
                             {"cx", coordinate(at(spot).x)},
                             {"cy", coordinate(at(spot).y)},
                             {"r", u"4"_s}});
    const double bar = roundTicks(0.0, 120.0 / scale, 1).back() * scale;
    line(page, "moment", Margin, PlanHeight - Margin, Margin + bar, PlanHeight - Margin);
}

} // namespace ghostline::model
