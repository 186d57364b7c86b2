// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/page_moments.h"

#include "model/summary/page_plans.h"

#include <algorithm>
#include <array>

namespace ghostline::model {

void PageMoments::writePicture(const QByteArray& picture, const GroundPlan& plan, const QString& title)
{
    if (!picture.isEmpty()) {
        const char* kind = picture.startsWith("\x89PNG") ? "image/png" : "image/jpeg";
        m_page.leaf("img", {{"alt", title},
                            {"src", QStringLiteral("data:%1;base64,%2")
                                        .arg(QLatin1String(kind), QString::fromLatin1(picture.toBase64()))}});
    } else if (!plan.empty()) {
        writePlan(m_page, m_summary, plan, title);
    }
}

double PageMoments::partsOf(const SummaryMoment& moment)
{
    double sum = 0.0;
    for (const auto& [id, part] : moment.parts)
        sum += std::max(part, 0.0);
    return sum;
}

void PageMoments::writeHighlights()
{
    // All bars have one measure: the best one's may be longer than a whole with weights of one's own.
    m_most = 1.0;
    for (const SummaryMoment& moment : m_summary.highlights)
        m_most = std::max(m_most, partsOf(moment));
    const Within list(m_page, "div", {{"class", QStringLiteral("moments")}});
    for (const SummaryMoment& moment : m_summary.highlights) {
        const Within figure(m_page, "figure", {{"class", QStringLiteral("moment ") + colour(moment.team)}});
        const QString title = m_words.sentence(moment.title, moment.wording);
        writePicture(moment.picture, moment.plan, title);
        const Within caption(m_page, "figcaption");
        m_page.element("p", {{"class", QStringLiteral("when")}}, span(moment.from, moment.to));
        m_page.element("h3", {}, title);
        writeParts(moment);
    }
}

void PageMoments::writeParts(const SummaryMoment& moment)
{
    static constexpr std::array Names{"Engagement", "Momentum", "Anomaly", "Rarity"};
    // The window's: blue, orange, green, purple, which differ for everybody.
    static constexpr std::array Hues{0, 1, 2, 5};
    const double sum = partsOf(moment);
    if (!(sum > 0.0))
        return;
    QStringList told;
    {
        const Within bar(m_page, "div",
                         {{"class", QStringLiteral("parts")}, {"aria-hidden", QStringLiteral("true")}});
        for (std::size_t i = 0; i < moment.parts.size(); ++i) {
            const double part = moment.parts[i].second;
            if (!(part > 0.0))
                continue;
            const int hue = Hues[i % Hues.size()];
            m_page.element("i",
                           {{"class", QStringLiteral("h%1").arg(hue)},
                            {"style", QStringLiteral("flex:%1 1 0").arg(coordinate(part * 100.0))}},
                           {});
            const QString name = i < Names.size() ? m_words.tell(Names[i]) : moment.parts[i].first;
            told << QStringLiteral("%1 %2").arg(name, m_words.number(part, 2));
        }
        if (m_most - sum > 0.005)
            m_page.element("i",
                           {{"class", QStringLiteral("rest")},
                            {"style", QStringLiteral("flex:%1 1 0").arg(coordinate((m_most - sum) * 100.0))}},
                           {});
    }
    m_page.element(
        "p", {{"class", QStringLiteral("small muted")}},
        m_words.tell("Score %1: %2", {m_words.number(moment.score, 2), told.join(QStringLiteral(" · "))}));
}

void PageMoments::writeNotes()
{
    const Within list(m_page, "div", {{"class", QStringLiteral("moments")}});
    for (std::size_t i = 0; i < m_summary.bookmarks.size(); ++i) {
        const Bookmark& mark = m_summary.bookmarks[i];
        const QString hue =
            mark.hue >= 0 ? QStringLiteral("h%1").arg(mark.hue % TeamHues) : QStringLiteral("t-none");
        const Within figure(m_page, "figure", {{"class", QStringLiteral("moment ") + hue}});
        const QString title = mark.title.isEmpty() ? m_words.tell("Bookmark") : mark.title;
        if (i < m_summary.marked.size())
            writePicture(m_summary.marked[i].picture, m_summary.marked[i].plan, title);
        const Within caption(m_page, "figcaption");
        QString when = span(mark.time, mark.time + mark.length);
        if (!mark.author.isEmpty())
            when += QStringLiteral(" · ") + mark.author;
        m_page.element("p", {{"class", QStringLiteral("when")}}, when);
        m_page.element("h3", {}, title);
        m_page.paragraphs(mark.note);
        for (const QString& tag : mark.tags)
            m_page.element("span", {{"class", QStringLiteral("tag")}}, tag);
    }
}

QString PageMoments::kindOf(const Drawing& drawing) const
{
    static constexpr std::array Names{"Pen",    "Arrow",     "Line", "Ellipse",  "Area",        "Text",
                                      "Number", "Spotlight", "Link", "Distance", "Moved figure"};
    const auto kind = static_cast<std::size_t>(drawing.kind);
    return kind < Names.size() ? m_words.tell(Names[kind]) : QString();
}

void PageMoments::writeDrawings()
{
    const Within list(m_page, "div", {{"class", QStringLiteral("moments")}});
    for (const SummaryBoard& board : m_summary.boards) {
        const Within figure(m_page, "figure", {{"class", QStringLiteral("moment")}});
        QStringList told;
        for (const Drawing& drawing : board.drawings) {
            QStringList parts{kindOf(drawing)};
            for (const DrawnActor& actor : drawing.actors)
                parts << actor.name;
            if (!drawing.text.isEmpty())
                parts << QStringLiteral("“%1”").arg(drawing.text);
            told << parts.join(u' ');
        }
        const QString title = m_words.tell("Drawn at %1", {timeText(board.at)});
        const bool onlyScreen = std::all_of(board.plan.shapes.begin(), board.plan.shapes.end(),
                                            [](const GroundPlan::Shape& shape) { return shape.onScreen; });
        if (!board.picture.isEmpty() || !onlyScreen)
            writePicture(board.picture, board.plan, title);
        if (board.picture.isEmpty())
            writeScreen(m_page, board.plan, title);
        const Within caption(m_page, "figcaption");
        Micros end{};
        for (const Drawing& drawing : board.drawings)
            end = std::max(end, drawing.to);
        m_page.element("p", {{"class", QStringLiteral("when")}}, span(board.drawings.front().from, end));
        const Within lines(m_page, "ul", {{"class", QStringLiteral("lines small")}});
        for (const QString& line : told)
            m_page.element("li", {}, line);
    }
}

} // namespace ghostline::model
