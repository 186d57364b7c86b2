// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/page_people.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

void PagePeople::writeCard(const PlayerCard& player)
{
    const Within card(m_page, "li", {{"class", QStringLiteral("card ") + colour(player.team)}});
    if (!player.result.isEmpty())
        m_page.element("span", {{"class", QStringLiteral("tag")}}, resultOf(player));
    m_page.element("b", {},
                   player.clan.isEmpty() ? player.name
                                         : QStringLiteral("[%1] %2").arg(player.clan, player.name));
    QStringList facts;
    for (const auto& [name, value] : player.facts)
        facts << QStringLiteral("%1 %2").arg(m_words.word(name), m_words.word(value));
    if (!facts.isEmpty())
        m_page.element("span", {{"class", QStringLiteral("small muted")}}, facts.join(QStringLiteral(" · ")));
}

void PagePeople::writeLineUp()
{
    if (!m_info.players.empty())
        return writeCards();
    bool people = false;
    for (int team = 0; team <= static_cast<int>(m_info.teams.size()); ++team)
        people = writePeople(team < static_cast<int>(m_info.teams.size()) ? team : -1) || people;
    if (!people)
        writeCounts();
}

void PagePeople::writeCards()
{
    std::vector<const PlayerCard*> left;
    left.reserve(m_info.players.size());
    for (const PlayerCard& player : m_info.players)
        left.push_back(&player);
    for (const PageSide& side : sides()) {
        if (side.players.empty())
            continue;
        const Within group(m_page, "div", {{"class", QStringLiteral("group")}});
        if (side.players.size() > 1)
            m_page.element("h3", {}, side.name);
        const Within list(m_page, "ul", {{"class", QStringLiteral("cards")}});
        for (const PlayerCard* player : side.players) {
            writeCard(*player);
            std::erase(left, player);
        }
    }
    if (left.empty())
        return;
    const Within group(m_page, "div", {{"class", QStringLiteral("group")}});
    const Within list(m_page, "ul", {{"class", QStringLiteral("cards")}});
    for (const PlayerCard* player : left)
        writeCard(*player);
}

bool PagePeople::writePeople(int team)
{
    std::vector<const ActorInfo*> people;
    for (const ActorInfo& actor : m_info.cast) {
        if ((actor.kind == ActorKind::Player || actor.principal) && !actor.focus && actor.team == team)
            people.push_back(&actor);
    }
    if (people.empty())
        return false;
    const Within group(m_page, "div", {{"class", QStringLiteral("group")}});
    if (team >= 0)
        m_page.element("h3", {}, m_words.team(m_info.teams[static_cast<std::size_t>(team)]));
    const Within list(m_page, "ul", {{"class", QStringLiteral("cards")}});
    for (const ActorInfo* actor : people) {
        const Within card(m_page, "li", {{"class", QStringLiteral("card ") + colour(team)}});
        m_page.element("b", {}, actor->name);
        // Who was not there all the time.
        const TimeAxis& axis = m_summary.index->timeAxis;
        if (actor->life.first > 0 || actor->life.end < m_summary.index->frames())
            m_page.element("span", {{"class", QStringLiteral("small muted")}},
                           m_words.tell("from %1 to %2", {timeText(axis.timeOf(actor->life.first)),
                                                          timeText(axis.timeOf(actor->life.end))}));
    }
    return true;
}

void PagePeople::writeCounts()
{
    const Within list(m_page, "ul", {{"class", QStringLiteral("plain")}});
    for (int team = -1; team < static_cast<int>(m_info.teams.size()); ++team) {
        const auto count =
            std::count_if(m_info.cast.begin(), m_info.cast.end(),
                          [team](const ActorInfo& actor) { return !actor.background && actor.team == team; });
        const QString name =
            team < 0 ? m_words.tell("Other") : m_words.team(m_info.teams[static_cast<std::size_t>(team)]);
        if (count > 0)
            m_page.element("li", {}, QStringLiteral("%1: %2").arg(name, QString::number(count)));
    }
}

void PagePeople::writeStatistics()
{
    if (!m_summary.possession.empty())
        writePossession();
    if (!m_summary.roster.empty())
        writeRoster();
}

void PagePeople::writePossession()
{
    const Within group(m_page, "div", {{"class", QStringLiteral("group")}});
    m_page.element("h3", {}, m_words.tell("Possession"));
    {
        const Within bar(m_page, "div",
                         {{"class", QStringLiteral("share")}, {"aria-hidden", QStringLiteral("true")}});
        for (std::size_t team = 0; team < m_summary.possession.size(); ++team)
            m_page.element(
                "i",
                {{"class", colour(static_cast<int>(team))},
                 {"style",
                  QStringLiteral("flex:%1 1 0").arg(coordinate(m_summary.possession[team] * 100.0))}},
                {});
    }
    const Within list(m_page, "ul", {{"class", QStringLiteral("legend")}});
    for (std::size_t team = 0; team < m_summary.possession.size(); ++team) {
        const Within item(m_page, "li", {{"class", colour(static_cast<int>(team))}});
        m_page.element("span", {{"class", QStringLiteral("dot")}}, {});
        m_page.element("span", {}, m_words.team(m_info.teams[team]));
        m_page.element("b", {}, m_words.percent(m_summary.possession[team]));
    }
}

bool PagePeople::isTold(std::size_t statistic) const
{
    return std::any_of(m_summary.roster.begin(), m_summary.roster.end(), [statistic](const SummaryRow& row) {
        return statistic < row.values.size() && !std::isnan(row.values[statistic]);
    });
}

void PagePeople::writeRoster()
{
    const std::vector<Statistic>& statistics = m_info.scoreboard.statistics;
    std::vector<std::size_t> columns;
    for (std::size_t s = 0; s < statistics.size(); ++s) {
        if (isTold(s))
            columns.push_back(s);
    }
    if (columns.empty())
        return;
    const bool teams = std::any_of(m_summary.roster.begin(), m_summary.roster.end(),
                                   [](const SummaryRow& row) { return row.actor == ActorId::None; });
    const Within group(m_page, "div", {{"class", QStringLiteral("group")}});
    // A table that is wider than a phone is moved with the keys, too.
    const Within box(m_page, "div",
                     {{"class", QStringLiteral("scroll")},
                      {"tabindex", QStringLiteral("0")},
                      {"role", QStringLiteral("region")},
                      {"aria-label", m_words.tell("Statistics")}});
    const Within table(m_page, "table");
    {
        const Within head(m_page, "thead");
        const Within row(m_page, "tr");
        m_page.element("th", {{"scope", QStringLiteral("col")}}, m_words.tell("Player"));
        for (const std::size_t s : columns) {
            const Within cell(m_page, "th", {{"scope", QStringLiteral("col")}});
            m_page.element("abbr", {{"title", m_words.word(statistics[s].name)}},
                           m_words.word(statistics[s].shortName));
        }
    }
    const Within body(m_page, "tbody");
    for (const SummaryRow& row : m_summary.roster)
        writeRow(row, columns, teams);
}

void PagePeople::writeRow(const SummaryRow& row, const std::vector<std::size_t>& columns, bool teams)
{
    const bool team = row.actor == ActorId::None;
    const ActorInfo* actor = m_info.actor(row.actor);
    QString classes = team ? QStringLiteral("team ") : teams ? QString() : QStringLiteral("alone ");
    classes += (row.left ? QStringLiteral("left ") : QString()) + colour(row.team);
    const Within line(m_page, "tr", {{"class", classes}});
    QString name = team && row.team >= 0 ? m_words.team(m_info.teams[static_cast<std::size_t>(row.team)])
                                         : (actor != nullptr ? actor->name : QString());
    if (row.left)
        name = m_words.tell("%1 (left)", {name});
    m_page.element("th", {{"scope", QStringLiteral("row")}}, name);
    for (const std::size_t s : columns) {
        const double value = s < row.values.size() ? row.values[s] : NoValue;
        m_page.element("td", {{"class", value > 0.0 ? QStringLiteral("some") : QStringLiteral("nil")}},
                       m_words.figure(m_info.property(m_info.scoreboard.statistics[s].actor), value));
    }
}

} // namespace ghostline::model
