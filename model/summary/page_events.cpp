// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/page_events.h"

#include "model/summary/page_charts.h"

#include <algorithm>

namespace ghostline::model {

void PageEvents::writeEvents()
{
    writeTimeline(m_page, m_words, m_summary);
    std::size_t listed = 0;
    for (const SummaryPeriod& period : m_summary.periods) {
        listed += period.events.size();
        if (!period.events.empty())
            writePeriod(period);
    }
    if (static_cast<int>(listed) < m_summary.notable)
        m_page.element("p", {{"class", QStringLiteral("note small")}},
                       m_words.tell("The weightiest %1 of %2 notable events are listed.",
                                    {QString::number(listed), QString::number(m_summary.notable)}));
    writeKinds();
}

void PageEvents::writePeriod(const SummaryPeriod& period)
{
    const Within box(m_page, "div", {{"class", QStringLiteral("period")}});
    if (period.round > 0 || m_summary.periods.size() > 1) {
        const Within heading(m_page, "h3");
        m_page.element("span", {},
                       period.round > 0 ? m_words.tell("Round %1", {QString::number(period.round)})
                                        : m_words.tell("Before the first round"));
        if (period.round > 0 && period.score.size() == 2)
            m_page.element(
                "span", {},
                QStringLiteral("%1 : %2").arg(scoreText(period.score[0]), scoreText(period.score[1])));
    }
    const Within list(m_page, "ol", {{"class", QStringLiteral("events")}});
    for (const std::size_t number : period.events) {
        const Event& event = m_summary.index->events->events[number];
        const EventKind& kind = m_summary.index->events->kinds[static_cast<std::size_t>(event.kind)];
        const Within item(m_page, "li", {{"class", colour(m_summary.teamOf(event))}});
        m_page.element("time", {}, timeText(event.time));
        m_page.element("i", {}, {});
        const QString said = m_words.sentence(event);
        m_page.element(
            "span",
            {{"class", event.severity >= 2 || kind.flag ? QStringLiteral("grave") : QStringLiteral("said")}},
            said.isEmpty() ? m_words.word(kind.name) : said);
    }
}

void PageEvents::writeKinds()
{
    if (m_summary.kinds.empty())
        return;
    const Within box(m_page, "details");
    m_page.element(
        "summary", {},
        m_words.tell("All events, by kind: %1", {QString::number(m_summary.index->events->events.size())}));
    std::vector<SummaryKind> kinds = m_summary.kinds;
    std::stable_sort(kinds.begin(), kinds.end(),
                     [](const SummaryKind& a, const SummaryKind& b) { return a.count > b.count; });
    const Within frame(m_page, "div", {{"class", QStringLiteral("scroll")}});
    const Within table(m_page, "table");
    const Within body(m_page, "tbody");
    for (const SummaryKind& kind : kinds) {
        const Within row(m_page, "tr");
        m_page.element(
            "th", {{"scope", QStringLiteral("row")}},
            m_words.word(m_summary.index->events->kinds[static_cast<std::size_t>(kind.kind)].name));
        m_page.element("td", {}, m_words.number(kind.count, 0));
    }
}

} // namespace ghostline::model
