// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/page_charts.h"

#include "model/summary/page_style.h"
#include "model/time/time_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ghostline::model {

namespace {

// The drawing's own units; it is stretched to whatever room there is.
constexpr double ChartWidth = 1000.0;
constexpr double ChartHeight = 300.0;
constexpr double LaneHeight = 28.0;
constexpr int MostTimeTicks = 7;
constexpr std::size_t MostLanes = 8;

struct Scale
{
    double least = 0.0;
    double most = 1.0;
    double duration = 1.0;

    double x(double time) const { return std::clamp(time / duration, 0.0, 1.0) * ChartWidth; }
    double y(double value) const { return ChartHeight * (1.0 - (value - least) / (most - least)); }
};

std::vector<double> timeTicks(double duration)
{
    static constexpr std::array Steps{1.0,   2.0,   5.0,   10.0,   15.0,   30.0,   60.0,    120.0,
                                      300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0, 14400.0, 43200.0};
    double step = Steps.back();
    for (const double candidate : Steps) {
        if (duration / candidate <= MostTimeTicks) {
            step = candidate;
            break;
        }
    }
    while (duration / step > MostTimeTicks)
        step *= 2.0;
    std::vector<double> ticks;
    for (int i = 0; i * step <= duration; ++i)
        ticks.push_back(i * step);
    return ticks;
}

QString timeText(double time) { return formatTimeShort(fromSeconds(time)); }

void writeTimeAxis(Markup& page, double duration)
{
    const Within axis(page, "div", {{"class", QStringLiteral("x")}, {"aria-hidden", QStringLiteral("true")}});
    for (const double tick : timeTicks(duration)) {
        const double share = tick / duration * 100.0;
        const QString place = share < 3.0    ? QStringLiteral("first")
                              : share > 97.0 ? QStringLiteral("last")
                                             : QStringLiteral("mid");
        page.element("span", {{"class", place}, {"style", QStringLiteral("left:%1%").arg(coordinate(share))}},
                     timeText(tick));
    }
}

/// Where a line goes; broken where there is no value.
QString pathOf(const std::vector<MetricSample>& samples, const Scale& scale, bool steps)
{
    QString path;
    bool pen = false;
    for (const MetricSample& sample : samples) {
        if (!std::isfinite(sample.value)) {
            pen = false;
            continue;
        }
        const QString x = coordinate(scale.x(sample.time));
        const QString y = coordinate(scale.y(sample.value));
        if (!pen)
            path += u'M' + x + u' ' + y;
        else if (steps)
            path += u'H' + x + u'V' + y;
        else
            path += u'L' + x + u' ' + y;
        pen = true;
    }
    return path;
}

/// The part of a stepped curve that is on one side of nought, closed along it.
QString areaOf(const std::vector<MetricSample>& samples, const Scale& scale, bool above)
{
    const QString zero = coordinate(scale.y(0.0));
    QString path;
    for (std::size_t i = 0; i + 1 < samples.size(); ++i) {
        const double value = samples[i].value;
        if (!std::isfinite(value) || value == 0.0 || (value > 0.0) != above)
            continue;
        path += u'M' + coordinate(scale.x(samples[i].time)) + u' ' + zero + u'V' +
                coordinate(scale.y(value)) + u'H' + coordinate(scale.x(samples[i + 1].time)) + u'V' + zero +
                u'Z';
    }
    return path;
}

/// A class for its colour, and a stroke of its own where the colour is taken.
struct CurveLook
{
    QString colour;
    int stroke = 0;
    QString classes(const char* what) const
    {
        return QStringLiteral("%1 %2 d%3").arg(QLatin1String(what), colour).arg(stroke);
    }
};

std::vector<CurveLook> looksOf(const SummaryPlot& plot, const std::vector<Team>& teams)
{
    std::vector<CurveLook> looks;
    for (std::size_t i = 0; i < plot.curves.size(); ++i) {
        const int team = plot.curves[i].team;
        CurveLook look{team >= 0 ? teamClass(teams, team)
                                 : QStringLiteral("h%1").arg(static_cast<int>(i) % TeamHues)};
        look.stroke = static_cast<int>(std::count_if(
                          looks.begin(), looks.end(),
                          [&](const CurveLook& other) { return other.colour == look.colour; })) %
                      4;
        looks.push_back(look);
    }
    return looks;
}

double lastOf(const SummaryCurve& curve)
{
    for (auto sample = curve.samples.rbegin(); sample != curve.samples.rend(); ++sample) {
        if (std::isfinite(sample->value))
            return sample->value;
    }
    return NoValue;
}

double mostOf(const SummaryCurve& curve)
{
    double most = NoValue;
    for (const MetricSample& sample : curve.samples) {
        if (std::isfinite(sample.value) && !(sample.value <= most))
            most = sample.value;
    }
    return most;
}

Scale scaleOf(const SummaryPlot& plot, double duration)
{
    double least = 0.0; // nought belongs to the picture unless all is far from it
    double most = 0.0;
    for (const SummaryCurve& curve : plot.curves) {
        for (const MetricSample& sample : curve.samples) {
            if (std::isfinite(sample.value)) {
                least = std::min(least, sample.value);
                most = std::max(most, sample.value);
            }
        }
    }
    if (!(most > least))
        most = least + 1.0;
    const std::vector<double> ticks = roundTicks(least, most, 4);
    return {std::min(least, ticks.front()), std::max(most, ticks.back()), duration};
}

QString tickText(const PageWords& words, double tick, double step)
{
    const int decimals = step >= 1.0 ? 0 : std::min(3, static_cast<int>(std::ceil(-std::log10(step))));
    return words.number(tick, decimals);
}

QString curveName(const PageWords& words, const SummaryCurve& curve)
{
    return words.sentence(curve.name, curve.wording);
}

/// What a screen reader says in place of the picture.
QString plotText(const PageWords& words, const SummaryPlot& plot)
{
    QStringList parts;
    for (const SummaryCurve& curve : plot.curves) {
        const double value = plot.steps ? lastOf(curve) : mostOf(curve);
        const QString figure = words.number(value, std::abs(value) < 100.0 && !plot.steps ? 1 : 0);
        if (!curve.name.isEmpty())
            parts << QStringLiteral("%1 %2").arg(curveName(words, curve), figure);
    }
    const QString title = words.word(plot.title);
    return parts.isEmpty() ? title : title + QStringLiteral(": ") + parts.join(QStringLiteral(", "));
}

void writeLegend(Markup& page, const PageWords& words, const SummaryPlot& plot,
                 const std::vector<CurveLook>& looks)
{
    const Within list(page, "ul", {{"class", QStringLiteral("legend")}});
    for (std::size_t i = 0; i < plot.curves.size(); ++i) {
        const Within item(page, "li");
        page.element("span", {{"class", looks[i].classes("key")}}, {});
        page.element("span", {}, curveName(words, plot.curves[i]));
        const double value = plot.steps ? lastOf(plot.curves[i]) : mostOf(plot.curves[i]);
        const QString figure = words.number(value, std::abs(value) < 100.0 && !plot.steps ? 1 : 0);
        page.element("b", {}, plot.steps ? figure : words.tell("max. %1", {figure}));
    }
}

void writeLeadLegend(Markup& page, const PageWords& words, const MatchSummary& summary)
{
    const Within list(page, "ul", {{"class", QStringLiteral("legend")}});
    const std::vector<Team>& teams = summary.info().teams;
    for (int team = 0; team < 2 && static_cast<std::size_t>(team) < teams.size(); ++team) {
        const Within item(page, "li");
        page.element("span", {{"class", QStringLiteral("dot ") + teamClass(teams, team)}}, {});
        page.element("span", {}, words.tell("%1 leads", {words.team(teams[static_cast<std::size_t>(team)])}));
    }
}

void writeRounds(Markup& page, const PageWords& words, const MatchSummary& summary, double height)
{
    for (const SummaryPeriod& period : summary.periods) {
        if (period.round < 1 || period.frames.first == 0)
            continue;
        const double time = seconds(summary.index->timeAxis.timeOf(period.frames.first));
        const QString x = coordinate(time / summary.duration() * ChartWidth);
        const Within line(page, "path",
                          {{"class", QStringLiteral("round")},
                           {"d", QStringLiteral("M%1 0V%2").arg(x, coordinate(height))}});
        page.element("title", {}, words.tell("Round %1", {QString::number(period.round)}));
    }
}

void writeLost(Markup& page, const PageWords& words, const MatchSummary& summary, double height)
{
    const auto rect = [&](FrameRange frames, const QString& why) {
        const TimeAxis& axis = summary.index->timeAxis;
        const double from = seconds(axis.timeOf(frames.first)) / summary.duration() * ChartWidth;
        const double to = seconds(axis.timeOf(frames.end)) / summary.duration() * ChartWidth;
        const Within shape(page, "rect",
                           {{"class", QStringLiteral("lost")},
                            {"x", coordinate(from)},
                            {"y", QStringLiteral("0")},
                            {"width", coordinate(std::max(to - from, 2.0))},
                            {"height", coordinate(height)}});
        page.element("title", {}, why.isEmpty() ? words.tell("Lost") : words.tell("Lost: %1", {why}));
    };
    for (const LostSpan& span : summary.index->lost)
        rect(span.frames, span.reason);
    for (const FrameRange& frames : summary.unread)
        rect(frames, {});
}

// ---- the timeline ----

struct Lane
{
    QString name;
    QString colour;
    int team = -1;
};

void writeEventMark(Markup& page, const PageWords& words, const MatchSummary& summary, const Event& event,
                    const QString& colour)
{
    const double duration = summary.duration();
    const double from = std::clamp(seconds(event.time) / duration, 0.0, 1.0) * ChartWidth;
    const double to = std::clamp(seconds(event.time + event.length) / duration, 0.0, 1.0) * ChartWidth;
    const QString said = words.sentence(event);
    const QString title = QStringLiteral("%1  %2").arg(timeText(seconds(event.time)), said);
    const bool grave = event.severity >= 2;
    if (event.length.count() > 0 && to - from > 3.0) {
        const Within band(page, "rect",
                          {{"class", QStringLiteral("band ") + colour},
                           {"x", coordinate(from)},
                           {"y", QStringLiteral("7")},
                           {"width", coordinate(to - from)},
                           {"height", QStringLiteral("14")}});
        page.element("title", {}, title);
        return;
    }
    const Within tick(page, "path",
                      {{"class", (grave ? QStringLiteral("tick grave ") : QStringLiteral("tick ")) + colour},
                       {"d", QStringLiteral("M%1 5V23").arg(coordinate(from))}});
    page.element("title", {}, title);
}

/// A name on the left, on the right a strip of the whole time.
template<typename Marks>
void writeLane(Markup& page, const PageWords& words, const MatchSummary& summary, const QString& name,
               const QString& colour, bool top, const Marks& marks)
{
    {
        const Within label(page, "div", {{"class", QStringLiteral("lane ") + colour}});
        if (colour != QLatin1String("t-none"))
            page.element("span", {{"class", QStringLiteral("dot")}}, {});
        page.text(name);
    }
    const Within strip(page, "svg",
                       {{"class", top ? QStringLiteral("row top") : QStringLiteral("row")},
                        {"viewBox", QStringLiteral("0 0 1000 28")},
                        {"preserveAspectRatio", QStringLiteral("none")},
                        {"role", QStringLiteral("img")},
                        {"aria-label", name}});
    writeLost(page, words, summary, LaneHeight);
    writeRounds(page, words, summary, LaneHeight);
    marks();
}

std::vector<Lane> lanesOf(const PageWords& words, const MatchSummary& summary)
{
    const std::vector<Team>& teams = summary.info().teams;
    std::vector<bool> have(teams.size(), false);
    bool others = false;
    for (const SummaryPeriod& period : summary.periods) {
        for (const std::size_t event : period.events) {
            const int team = summary.teamOf(summary.index->events->events[event]);
            const bool own = team >= 0 && static_cast<std::size_t>(team) < std::min(teams.size(), MostLanes);
            own ? have[static_cast<std::size_t>(team)] = true : others = true;
        }
    }
    std::vector<Lane> lanes;
    for (std::size_t team = 0; team < std::min(teams.size(), MostLanes); ++team) {
        if (have[team])
            lanes.push_back(
                {words.team(teams[team]), teamClass(teams, static_cast<int>(team)), static_cast<int>(team)});
    }
    if (others)
        lanes.push_back(
            {lanes.empty() ? words.tell("Events") : words.tell("Other"), QStringLiteral("t-none"), -1});
    return lanes;
}

} // namespace

std::vector<double> roundTicks(double least, double most, int count)
{
    const double rough = (most - least) / std::max(count, 1);
    if (!std::isfinite(rough) || !(rough > 0.0))
        return {least};
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10.0 * power;
    for (const double nice : {1.0, 2.0, 5.0}) {
        if (nice * power >= rough * 0.999) {
            step = nice * power;
            break;
        }
    }
    std::vector<double> ticks;
    const double first = std::floor(least / step + 1e-9);
    for (int i = 0; i < 4 * count + 8; ++i) {
        const double tick = (first + i) * step;
        ticks.push_back(tick);
        if (tick >= most - step * 1e-9)
            break;
    }
    return ticks;
}

void writePlot(Markup& page, const PageWords& words, const MatchSummary& summary, const SummaryPlot& plot)
{
    if (!(summary.duration() > 0.0))
        return;
    const std::vector<Team>& teams = summary.info().teams;
    const std::vector<CurveLook> looks = looksOf(plot, teams);
    const Scale scale = scaleOf(plot, summary.duration());
    std::vector<double> ticks = roundTicks(scale.least, scale.most, 4);
    std::erase_if(ticks, [&](double tick) { return tick > scale.most || tick < scale.least; });
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1.0;

    const Within figure(page, "figure", {{"class", QStringLiteral("plot")}});
    {
        const Within caption(page, "figcaption");
        {
            const Within heading(page, "h3");
            page.text(words.word(plot.title));
            if (!plot.unit.isEmpty())
                page.element("span", {}, QStringLiteral(" (%1)").arg(plot.unit));
        }
        plot.lead ? writeLeadLegend(page, words, summary) : writeLegend(page, words, plot, looks);
    }
    const Within chart(page, "div", {{"class", QStringLiteral("chart")}});
    {
        const Within axis(page, "div",
                          {{"class", QStringLiteral("y")}, {"aria-hidden", QStringLiteral("true")}});
        QString longest;
        for (const double tick : ticks) {
            // Who leads is told by colour: by how much has no sign.
            const QString text = tickText(words, plot.lead ? std::abs(tick) : tick, step);
            longest = text.size() > longest.size() ? text : longest;
            page.element(
                "span",
                {{"style", QStringLiteral("top:%1%").arg(coordinate(scale.y(tick) / ChartHeight * 100.0))}},
                text);
        }
        page.element("b", {}, longest);
    }
    {
        const Within pane(page, "div", {{"class", QStringLiteral("pane")}});
        const Within drawing(page, "svg",
                             {{"viewBox", QStringLiteral("0 0 1000 300")},
                              {"preserveAspectRatio", QStringLiteral("none")},
                              {"role", QStringLiteral("img")}});
        page.element("title", {}, plotText(words, plot));
        QString grid;
        for (const double tick : ticks)
            grid += QStringLiteral("M0 %1H1000").arg(coordinate(scale.y(tick)));
        for (const double tick : timeTicks(summary.duration()))
            grid += QStringLiteral("M%1 0V300").arg(coordinate(scale.x(tick)));
        page.leaf("path", {{"class", QStringLiteral("grid")}, {"d", grid}});
        writeLost(page, words, summary, ChartHeight);
        writeRounds(page, words, summary, ChartHeight);
        if (plot.lead) {
            for (const bool above : {true, false}) {
                page.leaf("path", {{"class", QStringLiteral("area ") + teamClass(teams, above ? 0 : 1)},
                                   {"d", areaOf(plot.curves.front().samples, scale, above)}});
            }
        }
        if (scale.least < 0.0)
            page.leaf("path", {{"class", QStringLiteral("zero")},
                               {"d", QStringLiteral("M0 %1H1000").arg(coordinate(scale.y(0.0)))}});
        for (std::size_t i = 0; i < plot.curves.size() && !plot.lead; ++i)
            page.leaf("path", {{"class", looks[i].classes("curve")},
                               {"d", pathOf(plot.curves[i].samples, scale, plot.steps)}});
    }
    writeTimeAxis(page, summary.duration());
}

void writeTimeline(Markup& page, const PageWords& words, const MatchSummary& summary)
{
    const std::vector<Lane> lanes = lanesOf(words, summary);
    if (!(summary.duration() > 0.0) || (lanes.empty() && summary.bookmarks.empty()))
        return;
    const Within figure(page, "figure", {{"class", QStringLiteral("timeline")}});
    const Within chart(page, "div", {{"class", QStringLiteral("chart")}});
    bool top = true;
    for (const Lane& lane : lanes) {
        writeLane(page, words, summary, lane.name, lane.colour, top, [&] {
            for (const SummaryPeriod& period : summary.periods) {
                for (const std::size_t number : period.events) {
                    const Event& event = summary.index->events->events[number];
                    const int team = summary.teamOf(event);
                    const bool own = std::any_of(lanes.begin(), lanes.end(),
                                                 [team](const Lane& l) { return l.team == team; });
                    if ((own ? team : -1) == lane.team)
                        writeEventMark(page, words, summary, event, lane.colour);
                }
            }
        });
        top = false;
    }
    if (!summary.bookmarks.empty()) {
        writeLane(page, words, summary, words.tell("Notes"), QStringLiteral("t-none"), top, [&] {
            for (const Bookmark& mark : summary.bookmarks) {
                const double x = std::clamp(seconds(mark.time) / summary.duration(), 0.0, 1.0) * ChartWidth;
                const Within tick(page, "path",
                                  {{"class", QStringLiteral("mark")},
                                   {"d", QStringLiteral("M%1 5V23").arg(coordinate(x))}});
                page.element("title", {},
                             QStringLiteral("%1  %2").arg(timeText(seconds(mark.time)), mark.title));
            }
        });
    }
    writeTimeAxis(page, summary.duration());
}

} // namespace ghostline::model
