// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/page_mast.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {
constexpr std::size_t MostNamesInTitle = 3; ///< of a side
}

QString PageMast::namesOf(const PageSide& side) const
{
    if (side.players.empty() || side.players.size() > MostNamesInTitle)
        return side.name;
    QStringList names;
    for (const PlayerCard* player : side.players)
        names << player->name;
    return names.join(QStringLiteral(", "));
}

bool PageMast::hasScore() const
{
    return std::any_of(m_summary.score.begin(), m_summary.score.end(),
                       [](double score) { return !std::isnan(score); });
}

bool PageMast::hasResults() const
{
    return std::any_of(m_info.players.begin(), m_info.players.end(),
                       [](const PlayerCard& player) { return !player.result.isEmpty(); });
}

QString PageMast::heading() const
{
    // Those who play: spectators may be a team, too.
    std::vector<PageSide> both = sides();
    std::erase_if(both, [this](const PageSide& side) {
        return side.players.empty() && std::none_of(side.teams.begin(), side.teams.end(), [this](int team) {
                   const auto t = static_cast<std::size_t>(team);
                   return t < m_summary.score.size() && !std::isnan(m_summary.score[t]);
               });
    });
    if (both.size() == 2 && (hasScore() || !m_info.players.empty()))
        return QStringLiteral("%1 – %2").arg(namesOf(both[0]), namesOf(both[1]));
    return m_info.map.isEmpty() ? m_summary.title() : m_info.map;
}

void PageMast::writeTitle()
{
    m_page.element("p", {{"class", QStringLiteral("eyebrow")}},
                   QStringLiteral("%1 · %2").arg(m_words.tell("Match summary"), m_info.formatName));
    m_page.element("h1", {}, heading());
    if (hasScore())
        m_summary.score.size() == 2 ? writeScore() : writeStanding();
    else if (hasResults())
        writeResults();
    writeFacts();
    writeWarning();
}

/// Of a match in rounds the result is who won how many of them: the score begins anew in each.
const std::vector<double>& PageMast::finalScore() const
{
    const auto scored =
        std::count_if(m_summary.periods.begin(), m_summary.periods.end(),
                      [](const SummaryPeriod& period) { return period.round > 0 && !period.score.empty(); });
    const std::vector<double>& rounds = m_summary.roundScore;
    const bool known = rounds.size() == m_summary.score.size() &&
                       std::none_of(rounds.begin(), rounds.end(), [](double won) { return std::isnan(won); });
    return scored > 1 && known ? rounds : m_summary.score;
}

QString PageMast::roundsWon(std::size_t team) const
{
    if (team >= m_summary.roundScore.size() || std::isnan(m_summary.roundScore[team]))
        return {};
    return m_words.tell("Rounds won: %1", {m_words.number(m_summary.roundScore[team], 0)});
}

void PageMast::writeSide(std::size_t team, const char* place)
{
    const Within side(
        m_page, "div",
        {{"class", QStringLiteral("side %1 %2").arg(QLatin1String(place), colour(static_cast<int>(team)))}});
    m_page.element("span", {{"class", QStringLiteral("name")}}, m_words.team(m_info.teams[team]));
    if (const QString rounds = roundsWon(team); !rounds.isEmpty())
        m_page.element("span", {{"class", QStringLiteral("note small")}}, rounds);
}

void PageMast::writeScore()
{
    {
        const Within result(m_page, "div", {{"class", QStringLiteral("result")}});
        writeSide(0, "first");
        {
            const Within figures(m_page, "p", {{"class", QStringLiteral("figures")}});
            const std::vector<double>& score = finalScore();
            const auto figure = [&](double own, double other) {
                m_page.element("b",
                               {{"class", own < other ? QStringLiteral("behind") : QStringLiteral("ahead")}},
                               scoreText(own));
            };
            figure(score[0], score[1]);
            m_page.element("span", {}, QStringLiteral(":"));
            figure(score[1], score[0]);
        }
        writeSide(1, "second");
    }
    writeRoundScores();
}

void PageMast::writeRoundScores()
{
    QStringList rounds;
    for (const SummaryPeriod& period : m_summary.periods) {
        if (period.round > 0 && period.score.size() == 2)
            rounds << m_words.tell(
                "Round %1: %2 : %3",
                {QString::number(period.round), scoreText(period.score[0]), scoreText(period.score[1])});
    }
    if (rounds.size() > 1)
        m_page.element("p", {{"class", QStringLiteral("note small")}}, rounds.join(QStringLiteral(" · ")));
}

void PageMast::writeLine(int team, const QString& name, const QString& value)
{
    const Within line(m_page, "li", {{"class", colour(team)}});
    m_page.element("i", {}, {});
    m_page.element("span", {{"class", QStringLiteral("name")}}, name);
    m_page.element("span", {{"class", QStringLiteral("value")}}, value);
}

void PageMast::writeStanding()
{
    std::vector<std::size_t> order;
    for (std::size_t team = 0; team < m_summary.score.size(); ++team) {
        if (!std::isnan(m_summary.score[team]))
            order.push_back(team);
    }
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
        return m_summary.score[a] > m_summary.score[b];
    });
    const Within list(m_page, "ol", {{"class", QStringLiteral("standing")}});
    for (const std::size_t team : order)
        writeLine(static_cast<int>(team), m_words.team(m_info.teams[team]), scoreText(m_summary.score[team]));
}

void PageMast::writeResults()
{
    const Within list(m_page, "ul", {{"class", QStringLiteral("standing")}});
    for (const PlayerCard& player : m_info.players) {
        if (!player.result.isEmpty())
            writeLine(player.team, player.name, resultOf(player));
    }
}

void PageMast::writeFacts()
{
    const Within list(m_page, "dl", {{"class", QStringLiteral("facts")}});
    const auto fact = [this](const char* name, const QString& value) {
        if (value.isEmpty())
            return;
        const Within pair(m_page, "div");
        m_page.element("dt", {}, m_words.tell(name));
        m_page.element("dd", {}, value);
    };
    fact("Map", m_info.map);
    fact("Recorded", m_words.date(m_info.recordedAt));
    fact("Length", timeText(m_summary.index->timeAxis.duration()));
    const auto rounds = std::count_if(m_summary.periods.begin(), m_summary.periods.end(),
                                      [](const SummaryPeriod& period) { return period.round > 0; });
    if (rounds > 1)
        fact("Rounds", QString::number(rounds));
}

void PageMast::writeWarning()
{
    QString text;
    if (m_summary.index->frames() == 0)
        text = m_words.tell("This recording is empty: nothing can be told of it.");
    else if (isDamaged())
        text = m_words.tell("Part of this recording is lost: figures and events may be incomplete.");
    else if (m_summary.index->growing)
        text = m_words.tell("This recording was still being made.");
    if (text.isEmpty())
        return;
    const Within box(m_page, "p", {{"class", QStringLiteral("warning")}, {"role", QStringLiteral("note")}});
    m_page.text(text + u' ');
    if (isDamaged())
        m_page.element("a", {{"href", QStringLiteral("#recording")}}, m_words.tell("What is lost"));
}

} // namespace ghostline::model
