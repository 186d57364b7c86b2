// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/page_plans.h"

#include "model/heat/png_writer.h"
#include "model/summary/page_style.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace ghostline::model {

namespace {

// A plan's own units: lines and letters have the same size whatever piece of ground it shows.
constexpr double PlanWidth = 1000.0;
constexpr double PlanHeight = 625.0;
constexpr double ScreenHeight = 562.5;
constexpr double LabelHeight = 40.0;
constexpr double LetterWidth = 23.0;
constexpr qsizetype MostLetters = 18;
constexpr double MarkRadius = 14.0;
constexpr std::size_t Crowd = 60; ///< from so many on marks are smaller

QString point(glm::dvec2 place) { return coordinate(place.x) + u' ' + coordinate(place.y); }

QString pathOf(std::span<const glm::dvec2> points, bool closed)
{
    QString path;
    for (const glm::dvec2& place : points)
        path += (path.isEmpty() ? u'M' : u'L') + point(place);
    return closed ? path + u'Z' : path;
}

/// A long arena lies across the page, north to the left, on all plans of one map alike.
bool isTurned(const MatchSummary& summary, const GroundRect& view)
{
    const GroundRect& whole = summary.ground.bounds.empty() ? view : summary.ground.bounds;
    return whole.depth > 1.3 * whole.width;
}

/// From metres to the plan's units.
class Projection
{
public:
    Projection(const GroundRect& view, bool turned, double width = PlanWidth, double height = PlanHeight)
        : m_turned(turned)
    {
        const double across = turned ? view.depth : view.width;
        const double down = turned ? view.width : view.depth;
        m_scale = std::min(width / across, height / down);
        // What is left of the room lies around it.
        m_edge = {(width - across * m_scale) / 2.0, (height - down * m_scale) / 2.0};
        m_corner = turned ? glm::dvec2(view.z, view.x + view.width) : glm::dvec2(view.x, view.z);
    }
    glm::dvec2 operator()(glm::dvec2 place) const
    {
        if (m_turned)
            return m_edge + glm::dvec2(place.y - m_corner.x, m_corner.y - place.x) * m_scale;
        return m_edge + (place - m_corner) * m_scale;
    }
    std::vector<glm::dvec2> operator()(std::span<const glm::dvec2> places) const
    {
        std::vector<glm::dvec2> out;
        for (const glm::dvec2& place : places)
            out.push_back((*this)(place));
        return out;
    }
    /// What brings there what is drawn in metres. Its scale may need more digits than a place does.
    QString transform() const
    {
        const QString scale = QString::number(m_scale, 'g', 8);
        const glm::dvec2 origin = (*this)(glm::dvec2(0.0));
        const QString turn =
            m_turned ? QStringLiteral("0 -%1 %1 0").arg(scale) : QStringLiteral("%1 0 0 %1").arg(scale);
        return QStringLiteral("matrix(%1 %2 %3)").arg(turn, coordinate(origin.x), coordinate(origin.y));
    }

private:
    bool m_turned;
    double m_scale = 1.0;
    glm::dvec2 m_edge{0.0};
    glm::dvec2 m_corner{0.0}; ///< of the ground, as it lies on the plan
};

QString cssColour(std::uint32_t argb)
{
    return QStringLiteral("#%1").arg(argb & 0xFF'FFFFU, 6, 16, QLatin1Char('0'));
}

void writeArrowHead(Markup& page, glm::dvec2 from, glm::dvec2 to, const QString& style)
{
    const glm::dvec2 way = to - from;
    const double length = std::hypot(way.x, way.y);
    if (!(length > 0.0))
        return;
    const glm::dvec2 along = way / length;
    const glm::dvec2 across(-along.y, along.x);
    const std::array head{to - along * 28.0 + across * 16.0, to, to - along * 28.0 - across * 16.0};
    page.leaf("path", {{"class", QStringLiteral("drawn")}, {"d", pathOf(head, false)}, {"style", style}});
}

/// In the plan's units.
void writeShape(Markup& page, const GroundPlan::Shape& shape, const std::vector<glm::dvec2>& points)
{
    if (points.empty())
        return;
    const QString colour = cssColour(shape.colour);
    const double width = std::clamp(shape.width * 0.75, 1.5, 8.0);
    const QString stroke = QStringLiteral("stroke:%1;stroke-width:%2").arg(colour, coordinate(width));
    const auto path = [&](bool closed, const QString& style) {
        page.leaf("path",
                  {{"class", QStringLiteral("drawn")}, {"d", pathOf(points, closed)}, {"style", style}});
    };
    const auto words = [&](glm::dvec2 at, const char* anchor) {
        page.element(
            "text",
            {{"x", coordinate(at.x)}, {"y", coordinate(at.y)}, {"text-anchor", QLatin1String(anchor)}},
            shape.text);
    };
    switch (shape.kind) {
    case DrawingKind::Pen:
    case DrawingKind::Line:
    case DrawingKind::Link:
        return path(false, stroke);
    case DrawingKind::Arrow:
    case DrawingKind::MovedActor:
        path(false, shape.kind == DrawingKind::MovedActor ? stroke + QStringLiteral(";stroke-dasharray:10 6")
                                                          : stroke);
        if (points.size() > 1)
            writeArrowHead(page, points[points.size() - 2], points.back(), stroke);
        return;
    case DrawingKind::Distance:
        path(false, stroke);
        return words((points.front() + points.back()) / 2.0, "middle");
    case DrawingKind::Polygon:
        return path(true, stroke + QStringLiteral(";fill:%1;fill-opacity:.18").arg(colour));
    case DrawingKind::Ellipse: {
        const glm::dvec2 low = glm::min(points.front(), points.back());
        const glm::dvec2 high = glm::max(points.front(), points.back());
        page.leaf("ellipse", {{"class", QStringLiteral("drawn")},
                              {"cx", coordinate((low.x + high.x) / 2.0)},
                              {"cy", coordinate((low.y + high.y) / 2.0)},
                              {"rx", coordinate((high.x - low.x) / 2.0)},
                              {"ry", coordinate((high.y - low.y) / 2.0)},
                              {"style", stroke}});
        return;
    }
    case DrawingKind::Text:
        return words(points.front(), "start");
    case DrawingKind::Number:
    case DrawingKind::Spotlight: {
        const bool number = shape.kind == DrawingKind::Number;
        page.leaf("circle", {{"class", QStringLiteral("drawn")},
                             {"cx", coordinate(points.front().x)},
                             {"cy", coordinate(points.front().y)},
                             {"r", number ? QStringLiteral("26") : QStringLiteral("42")},
                             {"style", stroke + QStringLiteral(";fill:%1;fill-opacity:.25").arg(colour)}});
        if (number)
            words(points.front() + glm::dvec2(0.0, 13.0), "middle");
        return;
    }
    case DrawingKind::Unknown:
        return;
    }
}

struct NameBox
{
    glm::dvec2 low, high;
    bool meets(const NameBox& other) const
    {
        return low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y;
    }
};

constexpr double LabelGap = 22.0;   ///< from the middle of a mark
constexpr double PlanMargin = 12.0; ///< between a name and the plan's edge

/// To the right of a mark, to the left, over and under it; what would leave the plan is not among them.
std::vector<NameBox> nameBoxes(glm::dvec2 at, double width)
{
    const double half = LabelHeight / 2.0;
    const double y = std::clamp(at.y, half, PlanHeight - half);
    const double left = width / 2.0 + PlanMargin;
    const double x = std::clamp(at.x, left, std::max(PlanWidth - left, left));
    const auto centred = [&](glm::dvec2 middle) {
        const glm::dvec2 reach(width / 2.0, half);
        return NameBox{middle - reach, middle + reach};
    };
    std::vector<NameBox> places{centred({at.x + LabelGap + width / 2.0, y}),
                                centred({at.x - LabelGap - width / 2.0, y}),
                                centred({x, at.y - LabelGap - half}), centred({x, at.y + LabelGap + half})};
    std::erase_if(places, [](const NameBox& label) {
        return label.low.x < PlanMargin || label.high.x > PlanWidth - PlanMargin || label.low.y < 0.0 ||
               label.high.y > PlanHeight;
    });
    return places;
}

/// Names beside their marks, where no other name lies already and as few other marks as can be.
void writeNames(Markup& page, const MatchSummary& summary, const GroundPlan& plan, const Projection& project)
{
    std::vector<NameBox> labels;
    for (const GroundPlan::Mark& mark : plan.marks) {
        const ActorInfo* actor = summary.info().actor(mark.actor);
        if (!mark.named || mark.focus || actor == nullptr)
            continue;
        QString name = actor->name;
        if (name.size() > MostLetters)
            name = name.left(MostLetters - 1) + u'…';
        const double width = static_cast<double>(name.size()) * LetterWidth;
        std::optional<NameBox> best;
        std::ptrdiff_t fewest = std::numeric_limits<std::ptrdiff_t>::max();
        for (const NameBox& place : nameBoxes(project(mark.place), width)) {
            if (std::ranges::any_of(labels, [&place](const NameBox& other) { return place.meets(other); }))
                continue;
            const std::ptrdiff_t covered = std::ranges::count_if(plan.marks, [&](const auto& other) {
                const glm::dvec2 at = project(other.place);
                return place.meets({at - MarkRadius, at + MarkRadius});
            });
            if (covered < fewest) {
                best = place;
                fewest = covered;
            }
        }
        if (!best)
            continue;
        labels.push_back(*best);
        // From its mark on: letters are narrower than the room that is kept for them.
        const double x = project(mark.place).x;
        const char* const anchor = best->low.x > x ? "start" : best->high.x < x ? "end" : "middle";
        const double at = best->low.x > x    ? best->low.x
                          : best->high.x < x ? best->high.x
                                             : (best->low.x + best->high.x) / 2.0;
        page.element("text",
                     {{"x", coordinate(at)},
                      {"y", coordinate((best->low.y + best->high.y) / 2.0 + 12.0)},
                      {"text-anchor", QLatin1String(anchor)}},
                     name);
    }
}

void writeMarks(Markup& page, const MatchSummary& summary, const GroundPlan& plan, const Projection& project)
{
    const std::vector<Team>& teams = summary.info().teams;
    for (const GroundPlan::Mark& mark : plan.marks) {
        if (!mark.trail.empty())
            page.leaf("path", {{"class", mark.focus ? QStringLiteral("trail of-focus")
                                                    : QStringLiteral("trail ") + teamClass(teams, mark.team)},
                               {"d", pathOf(project(mark.trail), false)}});
    }
    for (const bool focus : {false, true}) { // what it is about lies over everybody
        for (const GroundPlan::Mark& mark : plan.marks) {
            if (mark.focus != focus)
                continue;
            const glm::dvec2 at = project(mark.place);
            const double radius = plan.marks.size() > Crowd ? MarkRadius / 2.0 : MarkRadius;
            const ActorInfo* actor = summary.info().actor(mark.actor);
            const Within circle(page, "circle",
                                {{"class", focus ? QStringLiteral("focus")
                                                 : QStringLiteral("place ") + teamClass(teams, mark.team)},
                                 {"cx", coordinate(at.x)},
                                 {"cy", coordinate(at.y)},
                                 {"r", coordinate(focus ? 11.0 : radius)}});
            page.element("title", {}, actor != nullptr ? actor->name : QString());
        }
    }
}

/// A team's colour, the more the longer somebody was there. By the square root: where one passed is seen
/// beside where one stood.
QByteArray heatPicture(const HeatGrid& grid, Rgb colour)
{
    std::vector<std::uint8_t> pixels;
    pixels.reserve(grid.values.size() * 4);
    for (const float value : grid.values) {
        const double share = std::sqrt(std::clamp(static_cast<double>(value) / grid.most, 0.0, 1.0));
        pixels.insert(pixels.end(), colour.begin(), colour.end());
        pixels.push_back(static_cast<std::uint8_t>(std::lround(share * 235.0)));
    }
    return pngBytes(grid.layout.columns, grid.layout.rows, pixels).value_or(QByteArray());
}

} // namespace

void writeGround(Markup& page, const MatchSummary& summary)
{
    const Within drawing(page, "svg",
                         {{"width", QStringLiteral("0")},
                          {"height", QStringLiteral("0")},
                          {"style", QStringLiteral("position:absolute")},
                          {"aria-hidden", QStringLiteral("true")}});
    const Within defs(page, "defs");
    const Within group(page, "g", {{"id", QStringLiteral("ground")}});
    // One path for all of a colour.
    std::vector<std::pair<int, QString>> paths;
    for (const GroundMap::Line& line : summary.ground.lines) {
        auto path = std::find_if(paths.begin(), paths.end(),
                                 [&line](const auto& known) { return known.first == line.team; });
        if (path == paths.end())
            path = paths.insert(paths.end(), {line.team, QString()});
        path->second += pathOf(line.points, false);
    }
    for (const auto& [team, path] : paths)
        page.leaf("path",
                  {{"class", team < 0 ? QStringLiteral("rim")
                                      : QStringLiteral("rim own ") + teamClass(summary.info().teams, team)},
                   {"d", path}});
}

void writePlan(Markup& page, const MatchSummary& summary, const GroundPlan& plan, const QString& title)
{
    const GroundRect view = plan.view.empty() ? plan.view.around(0.0, 1.0) : plan.view;
    const Projection project(view, isTurned(summary, view));
    const Within drawing(page, "svg",
                         {{"class", QStringLiteral("plan")},
                          {"viewBox", QStringLiteral("0 0 1000 625")},
                          {"role", QStringLiteral("img")}});
    page.element("title", {}, title);
    if (!summary.ground.lines.empty())
        page.leaf("use", {{"href", QStringLiteral("#ground")}, {"transform", project.transform()}});
    writeMarks(page, summary, plan, project);
    for (const GroundPlan::Shape& shape : plan.shapes) {
        if (!shape.onScreen)
            writeShape(page, shape, project(shape.points));
    }
    writeNames(page, summary, plan, project);
}

void writeScreen(Markup& page, const GroundPlan& plan, const QString& title)
{
    if (std::none_of(plan.shapes.begin(), plan.shapes.end(),
                     [](const GroundPlan::Shape& shape) { return shape.onScreen; }))
        return;
    const Within drawing(page, "svg",
                         {{"class", QStringLiteral("plan")},
                          {"viewBox", QStringLiteral("0 0 1000 562.5")},
                          {"role", QStringLiteral("img")}});
    page.element("title", {}, title);
    for (const GroundPlan::Shape& shape : plan.shapes) {
        std::vector<glm::dvec2> points;
        points.reserve(shape.points.size());
        for (const glm::dvec2& share : shape.points)
            points.emplace_back(share.x * PlanWidth, share.y * ScreenHeight);
        if (shape.onScreen)
            writeShape(page, shape, points);
    }
}

void writeHeat(Markup& page, const PageWords& words, const MatchSummary& summary, const SummaryHeat& heat)
{
    const HeatLayout& layout = heat.grid.layout;
    if (layout.empty() || !(heat.grid.most > 0.0))
        return;
    const std::vector<Team>& teams = summary.info().teams;
    const bool own = heat.team >= 0 && static_cast<std::size_t>(heat.team) < teams.size();
    const QString name =
        own ? words.team(teams[static_cast<std::size_t>(heat.team)]) : words.tell("Everybody");
    const QString colour = own ? teamClass(teams, heat.team) : QStringLiteral("h0");
    const QByteArray png = heatPicture(heat.grid, teamRgb(teams, heat.team));
    const double width = layout.cell * layout.columns;
    const double depth = layout.cell * layout.rows;
    const GroundRect view{layout.x, layout.z, width, depth};
    const bool turned = isTurned(summary, view);
    const double height = PlanWidth * (turned ? width / depth : depth / width);
    const Projection project(view, turned, PlanWidth, height);

    const Within figure(page, "figure", {{"class", QStringLiteral("moment ") + colour}});
    {
        const Within drawing(page, "svg",
                             {{"class", QStringLiteral("plan")},
                              {"viewBox", QStringLiteral("0 0 1000 ") + coordinate(height)},
                              {"role", QStringLiteral("img")}});
        page.element("title", {}, words.tell("Heat map: %1", {name}));
        page.leaf("image",
                  {{"x", coordinate(layout.x)},
                   {"y", coordinate(layout.z)},
                   {"width", coordinate(width)},
                   {"height", coordinate(depth)},
                   {"transform", project.transform()},
                   {"preserveAspectRatio", QStringLiteral("none")},
                   {"href", QStringLiteral("data:image/png;base64,") + QString::fromLatin1(png.toBase64())}});
        if (!summary.ground.lines.empty())
            page.leaf("use", {{"href", QStringLiteral("#ground")}, {"transform", project.transform()}});
    }
    const Within caption(page, "figcaption");
    page.element("h3", {}, name);
    page.element("span", {{"class", QStringLiteral("ramp")}, {"aria-hidden", QStringLiteral("true")}}, {});
    const Within ends(page, "p", {{"class", QStringLiteral("ends small muted")}});
    page.element("span", {}, QStringLiteral("0"));
    page.element(
        "span", {},
        words.tell("%1 a field of %2",
                   {QStringLiteral("%1 %2").arg(words.number(heat.grid.most, heat.grid.most < 100.0 ? 1 : 0),
                                                heat.grid.unit),
                    QStringLiteral("%1 %2").arg(words.number(layout.cell, layout.cell < 10.0 ? 1 : 0),
                                                summary.info().lengthUnit)}));
}

} // namespace ghostline::model
