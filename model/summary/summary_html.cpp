// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/summary_html.h"

#include "model/summary/page_charts.h"
#include "model/summary/page_markup.h"
#include "model/summary/page_plans.h"
#include "model/summary/page_style.h"
#include "model/time/time_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr std::size_t MostNamesInTitle = 3; ///< of a side
constexpr std::size_t MostDiagnostics = 40;

QString timeText(Micros time) { return formatTimeShort(time); }

/// Several teams that play together, or one for itself.
struct Side
{
    QString name; ///< for people; may be empty
    std::vector<int> teams;
    std::vector<const PlayerCard*> players;
};

class Page
{
public:
    Page(const MatchSummary& summary, const SummaryLanguage& language)
        : m_summary(summary), m_info(summary.info()), m_words(language), m_sides(sidesOfTeams())
    {
    }

    QByteArray bytes()
    {
        m_page.raw(QLatin1StringView("<!DOCTYPE html>\n"));
        {
            const Within html(m_page, "html", {{"lang", m_words.code()}});
            writeHead();
            const Within body(m_page, "body");
            writeGround(m_page, m_summary);
            const Within page(m_page, "div", {{"class", QStringLiteral("page")}});
            writeMast();
            writeMain();
            writeFooter();
        }
        return m_page.bytes();
    }

private:
    using Write = void (Page::*)();
    struct Section
    {
        const char* id;
        const char* title;
        bool there;
        Write write;
    };

    std::vector<Section> sections() const
    {
        const bool cast = std::any_of(m_info.cast.begin(), m_info.cast.end(),
                                      [](const ActorInfo& actor) { return !actor.background; });
        return {{"line-up", "Line-up", !m_info.players.empty() || cast, &Page::writeLineUp},
                {"statistics", "Statistics", !m_summary.roster.empty() || !m_summary.possession.empty(),
                 &Page::writeStatistics},
                {"highlights", "Highlights", !m_summary.highlights.empty(), &Page::writeHighlights},
                {"notes", "Coach's notes", !m_summary.bookmarks.empty(), &Page::writeNotes},
                {"drawings", "Drawings", !m_summary.boards.empty(), &Page::writeDrawings},
                {"curves", "Over time", !m_summary.plots.empty() && m_summary.duration() > 0.0,
                 &Page::writeCurves},
                {"events", "What happened", m_summary.notable > 0 || !m_summary.kinds.empty(),
                 &Page::writeEvents},
                {"heat", "Where they were", !m_summary.heat.empty(), &Page::writeHeatMaps},
                {"recording", "The recording", true, &Page::writeRecording}};
    }

    // ---- what it is about ----

    std::vector<Side> sidesOfTeams() const
    {
        std::vector<Side> sides;
        for (std::size_t t = 0; t < m_info.teams.size(); ++t) {
            const Team& team = m_info.teams[t];
            auto side = std::find_if(sides.begin(), sides.end(), [&](const Side& known) {
                return !team.side.isEmpty() &&
                       m_info.teams[static_cast<std::size_t>(known.teams.front())].side == team.side;
            });
            if (side == sides.end())
                side = sides.insert(sides.end(),
                                    {team.side.isEmpty() ? m_words.team(team) : m_words.side(team), {}, {}});
            side->teams.push_back(static_cast<int>(t));
        }
        for (const PlayerCard& player : m_info.players) {
            for (Side& side : sides) {
                if (std::find(side.teams.begin(), side.teams.end(), player.team) != side.teams.end())
                    side.players.push_back(&player);
            }
        }
        return sides;
    }

    QString namesOf(const Side& side) const
    {
        if (side.players.empty() || side.players.size() > MostNamesInTitle)
            return side.name;
        QStringList names;
        for (const PlayerCard* player : side.players)
            names << player->name;
        return names.join(QStringLiteral(", "));
    }

    bool hasScore() const
    {
        return std::any_of(m_summary.score.begin(), m_summary.score.end(),
                           [](double score) { return !std::isnan(score); });
    }
    bool hasResults() const
    {
        return std::any_of(m_info.players.begin(), m_info.players.end(),
                           [](const PlayerCard& player) { return !player.result.isEmpty(); });
    }

    QString heading() const
    {
        if (m_sides.size() == 2 && (hasScore() || !m_info.players.empty()))
            return QStringLiteral("%1 – %2").arg(namesOf(m_sides[0]), namesOf(m_sides[1]));
        return m_info.map.isEmpty() ? m_summary.title() : m_info.map;
    }

    QString colour(int team) const { return teamClass(m_info.teams, team); }

    // ---- the head ----

    void writeHead()
    {
        const Within head(m_page, "head");
        m_page.leaf("meta", {{"charset", QStringLiteral("utf-8")}});
        m_page.leaf("meta", {{"http-equiv", QStringLiteral("Content-Security-Policy")},
                             {"content", QStringLiteral("default-src 'none'; style-src 'unsafe-inline'; "
                                                        "img-src data:; base-uri 'none'; form-action 'none'")}});
        m_page.leaf("meta", {{"name", QStringLiteral("viewport")},
                             {"content", QStringLiteral("width=device-width, initial-scale=1")}});
        m_page.leaf("meta", {{"name", QStringLiteral("color-scheme")},
                             {"content", QStringLiteral("light dark")}});
        m_page.leaf("meta", {{"name", QStringLiteral("generator")},
                             {"content", QStringLiteral("Ghostline ") + m_summary.version}});
        m_page.element("title", {}, QStringLiteral("%1 · %2").arg(heading(), m_words.tell("Match summary")));
        m_page.open("style");
        // Nothing in it has a meaning in markup: hues are figures, the rest are ours.
        m_page.raw(QLatin1StringView(pageStyle(m_info.teams)));
        m_page.close();
    }

    void writeMast()
    {
        const Within mast(m_page, "header");
        m_page.element("p", {{"class", QStringLiteral("eyebrow")}},
                       QStringLiteral("%1 · %2").arg(m_words.tell("Match summary"), m_info.formatName));
        m_page.element("h1", {}, heading());
        if (hasScore())
            m_summary.score.size() == 2 ? writeScore() : writeStanding();
        else if (hasResults())
            writeResults();
        writeFacts();
        writeWarning();
        const Within contents(m_page, "nav", {{"class", QStringLiteral("contents")},
                                              {"aria-label", m_words.tell("Contents")}});
        for (const Section& section : sections()) {
            if (section.there)
                m_page.element("a", {{"href", u'#' + QLatin1String(section.id)}}, m_words.tell(section.title));
        }
    }

    QString scoreText(double score) const { return m_words.number(score, 0); }

    QString roundsWon(std::size_t team) const
    {
        if (team >= m_summary.roundScore.size() || std::isnan(m_summary.roundScore[team]))
            return {};
        return m_words.tell("Rounds won: %1", {m_words.number(m_summary.roundScore[team], 0)});
    }

    void writeSide(std::size_t team, const char* place)
    {
        const Within side(m_page, "div",
                          {{"class", QStringLiteral("side %1 %2").arg(QLatin1String(place),
                                                                      colour(static_cast<int>(team)))}});
        m_page.element("span", {{"class", QStringLiteral("name")}}, m_words.team(m_info.teams[team]));
        if (const QString rounds = roundsWon(team); !rounds.isEmpty())
            m_page.element("span", {{"class", QStringLiteral("note small")}}, rounds);
    }

    void writeScore()
    {
        {
            const Within result(m_page, "div", {{"class", QStringLiteral("result")}});
            writeSide(0, "first");
            {
                const Within figures(m_page, "p", {{"class", QStringLiteral("figures")}});
                const std::vector<double>& score = m_summary.score;
                const auto figure = [&](double own, double other) {
                    m_page.element("b", {{"class", own < other ? QStringLiteral("behind")
                                                               : QStringLiteral("ahead")}},
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

    void writeRoundScores()
    {
        QStringList rounds;
        for (const SummaryPeriod& period : m_summary.periods) {
            if (period.round > 0 && period.score.size() == 2)
                rounds << m_words.tell("Round %1: %2 : %3",
                                       {QString::number(period.round), scoreText(period.score[0]),
                                        scoreText(period.score[1])});
        }
        if (rounds.size() > 1)
            m_page.element("p", {{"class", QStringLiteral("note small")}}, rounds.join(QStringLiteral(" · ")));
    }

    void writeLine(int team, const QString& name, const QString& value)
    {
        const Within line(m_page, "li", {{"class", colour(team)}});
        m_page.element("i", {}, {});
        m_page.element("span", {{"class", QStringLiteral("name")}}, name);
        m_page.element("span", {{"class", QStringLiteral("value")}}, value);
    }

    void writeStanding()
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
            writeLine(static_cast<int>(team), m_words.team(m_info.teams[team]),
                      scoreText(m_summary.score[team]));
    }

    QString resultOf(const PlayerCard& player) const
    {
        const QString result = m_words.word(player.result);
        return player.resultInferred ? m_words.tell("%1 (concluded)", {result}) : result;
    }

    void writeResults()
    {
        const Within list(m_page, "ul", {{"class", QStringLiteral("standing")}});
        for (const PlayerCard& player : m_info.players) {
            if (!player.result.isEmpty())
                writeLine(player.team, player.name, resultOf(player));
        }
    }

    void writeFacts()
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

    bool isDamaged() const
    {
        return m_summary.index->lostData() || !m_summary.unread.empty() || !m_summary.gaps.empty();
    }

    void writeWarning()
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

    void writeMain()
    {
        const Within main(m_page, "main");
        for (const Section& section : sections()) {
            if (!section.there)
                continue;
            const Within box(m_page, "section", {{"id", QLatin1String(section.id)}});
            {
                const Within head(m_page, "div", {{"class", QStringLiteral("head")}});
                m_page.element("h2", {}, m_words.tell(section.title));
            }
            const Within body(m_page, "div", {{"class", QStringLiteral("body")}});
            (this->*section.write)();
        }
    }

    // ---- sections ----

    void writeCard(const PlayerCard& player)
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
            m_page.element("span", {{"class", QStringLiteral("small muted")}},
                           facts.join(QStringLiteral(" · ")));
    }

    void writeLineUp()
    {
        if (!m_info.players.empty())
            return writeCards();
        bool people = false;
        for (int team = 0; team <= static_cast<int>(m_info.teams.size()); ++team)
            people = writePeople(team < static_cast<int>(m_info.teams.size()) ? team : -1) || people;
        if (!people)
            writeCounts();
    }

    void writeCards()
    {
        std::vector<const PlayerCard*> left;
        for (const PlayerCard& player : m_info.players)
            left.push_back(&player);
        for (const Side& side : m_sides) {
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

    /// Players of a team, or whom the recording is about.
    bool writePeople(int team)
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

    /// Where nobody is special: how many there are of each team.
    void writeCounts()
    {
        const Within list(m_page, "ul", {{"class", QStringLiteral("plain")}});
        for (int team = -1; team < static_cast<int>(m_info.teams.size()); ++team) {
            const auto count =
                std::count_if(m_info.cast.begin(), m_info.cast.end(), [team](const ActorInfo& actor) {
                    return !actor.background && actor.team == team;
                });
            const QString name = team < 0 ? m_words.tell("Other")
                                          : m_words.team(m_info.teams[static_cast<std::size_t>(team)]);
            if (count > 0)
                m_page.element("li", {}, QStringLiteral("%1: %2").arg(name, QString::number(count)));
        }
    }

    void writeStatistics()
    {
        if (!m_summary.possession.empty())
            writePossession();
        if (!m_summary.roster.empty())
            writeRoster();
    }

    void writePossession()
    {
        const Within group(m_page, "div", {{"class", QStringLiteral("group")}});
        m_page.element("h3", {}, m_words.tell("Possession"));
        {
            const Within bar(m_page, "div", {{"class", QStringLiteral("share")},
                                             {"aria-hidden", QStringLiteral("true")}});
            for (std::size_t team = 0; team < m_summary.possession.size(); ++team)
                m_page.element("i",
                               {{"class", colour(static_cast<int>(team))},
                                {"style", QStringLiteral("flex:%1 1 0")
                                              .arg(coordinate(m_summary.possession[team] * 100.0))}},
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

    bool isTold(std::size_t statistic) const
    {
        return std::any_of(m_summary.roster.begin(), m_summary.roster.end(), [statistic](const SummaryRow& row) {
            return statistic < row.values.size() && !std::isnan(row.values[statistic]);
        });
    }

    void writeRoster()
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
        const Within box(m_page, "div", {{"class", QStringLiteral("scroll")},
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

    void writeRow(const SummaryRow& row, const std::vector<std::size_t>& columns, bool teams)
    {
        const bool team = row.actor == ActorId::None;
        const ActorInfo* actor = m_info.actor(row.actor);
        QString classes = team ? QStringLiteral("team ") : teams ? QString() : QStringLiteral("alone ");
        classes += (row.left ? QStringLiteral("left ") : QString()) + colour(row.team);
        const Within line(m_page, "tr", {{"class", classes}});
        QString name = team && row.team >= 0
                           ? m_words.team(m_info.teams[static_cast<std::size_t>(row.team)])
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

    // ---- pictures ----

    void writePicture(const QByteArray& picture, const GroundPlan& plan, const QString& title)
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

    QString span(Micros from, Micros to) const
    {
        return to > from ? QStringLiteral("%1–%2").arg(timeText(from), timeText(to)) : timeText(from);
    }

    void writeHighlights()
    {
        const Within list(m_page, "div", {{"class", QStringLiteral("moments")}});
        for (const SummaryMoment& moment : m_summary.highlights) {
            const Within figure(m_page, "figure",
                                {{"class", QStringLiteral("moment ") + colour(moment.team)}});
            const QString title = m_words.sentence(moment.title, moment.wording);
            writePicture(moment.picture, moment.plan, title);
            const Within caption(m_page, "figcaption");
            m_page.element("p", {{"class", QStringLiteral("when")}}, span(moment.from, moment.to));
            m_page.element("h3", {}, title);
            writeParts(moment);
        }
    }

    /// What made it one.
    void writeParts(const SummaryMoment& moment)
    {
        static constexpr std::array Names{"Engagement", "Momentum", "Anomaly", "Rarity"};
        double sum = 0.0;
        for (const auto& [id, part] : moment.parts)
            sum += std::max(part, 0.0);
        if (!(sum > 0.0))
            return;
        QStringList told;
        {
            const Within bar(m_page, "div", {{"class", QStringLiteral("parts")},
                                             {"aria-hidden", QStringLiteral("true")}});
            for (std::size_t i = 0; i < moment.parts.size(); ++i) {
                const double part = moment.parts[i].second;
                if (!(part > 0.0))
                    continue;
                const int hue = static_cast<int>(i % static_cast<std::size_t>(TeamHues));
                m_page.element("i", {{"class", QStringLiteral("h%1").arg(hue)},
                                     {"style", QStringLiteral("flex:%1 1 0").arg(coordinate(part * 100.0))}},
                               {});
                const QString name = i < Names.size() ? m_words.tell(Names[i]) : moment.parts[i].first;
                told << QStringLiteral("%1 %2").arg(name, m_words.number(part, 2));
            }
        }
        m_page.element("p", {{"class", QStringLiteral("small muted")}},
                       m_words.tell("Score %1: %2",
                                    {m_words.number(moment.score, 2), told.join(QStringLiteral(" · "))}));
    }

    void writeNotes()
    {
        const Within list(m_page, "div", {{"class", QStringLiteral("moments")}});
        for (std::size_t i = 0; i < m_summary.bookmarks.size(); ++i) {
            const Bookmark& mark = m_summary.bookmarks[i];
            const QString hue = mark.hue >= 0 ? QStringLiteral("h%1").arg(mark.hue % TeamHues)
                                              : QStringLiteral("t-none");
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

    QString kindOf(const Drawing& drawing) const
    {
        static constexpr std::array Names{"Pen",  "Arrow",  "Line",      "Ellipse",       "Area",        "Text",
                                          "Number", "Spotlight", "Link", "Distance", "Moved figure"};
        const auto kind = static_cast<std::size_t>(drawing.kind);
        return kind < Names.size() ? m_words.tell(Names[kind]) : QString();
    }

    void writeDrawings()
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
            m_page.element("p", {{"class", QStringLiteral("when")}},
                           span(board.drawings.front().from, end));
            const Within lines(m_page, "ul", {{"class", QStringLiteral("lines small")}});
            for (const QString& line : told)
                m_page.element("li", {}, line);
        }
    }

    void writeCurves()
    {
        const Within list(m_page, "div", {{"class", QStringLiteral("plots")}});
        for (const SummaryPlot& plot : m_summary.plots)
            writePlot(m_page, m_words, m_summary, plot);
    }

    void writeHeatMaps()
    {
        const Within list(m_page, "div", {{"class", QStringLiteral("moments")}});
        for (const SummaryHeat& heat : m_summary.heat)
            writeHeat(m_page, m_words, m_summary, heat);
    }

    // ---- what happened ----

    void writeEvents()
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

    void writePeriod(const SummaryPeriod& period)
    {
        const Within box(m_page, "div", {{"class", QStringLiteral("period")}});
        if (period.round > 0 || m_summary.periods.size() > 1) {
            const Within heading(m_page, "h3");
            m_page.element("span", {},
                           period.round > 0 ? m_words.tell("Round %1", {QString::number(period.round)})
                                            : m_words.tell("Before the first round"));
            if (period.round > 0 && period.score.size() == 2)
                m_page.element("span", {}, QStringLiteral("%1 : %2").arg(scoreText(period.score[0]),
                                                                         scoreText(period.score[1])));
        }
        const Within list(m_page, "ol", {{"class", QStringLiteral("events")}});
        for (const std::size_t number : period.events) {
            const Event& event = m_summary.index->events->events[number];
            const EventKind& kind = m_summary.index->events->kinds[static_cast<std::size_t>(event.kind)];
            const Within item(m_page, "li", {{"class", colour(m_summary.teamOf(event))}});
            m_page.element("time", {}, timeText(event.time));
            m_page.element("i", {}, {});
            const QString said = m_words.sentence(event);
            m_page.element("span", {{"class", event.severity >= 2 || kind.flag ? QStringLiteral("grave")
                                                                               : QStringLiteral("said")}},
                           said.isEmpty() ? m_words.word(kind.name) : said);
        }
    }

    void writeKinds()
    {
        if (m_summary.kinds.empty())
            return;
        const Within box(m_page, "details");
        m_page.element("summary", {},
                       m_words.tell("All events, by kind: %1",
                                    {QString::number(m_summary.index->events->events.size())}));
        std::vector<SummaryKind> kinds = m_summary.kinds;
        std::stable_sort(kinds.begin(), kinds.end(),
                         [](const SummaryKind& a, const SummaryKind& b) { return a.count > b.count; });
        const Within frame(m_page, "div", {{"class", QStringLiteral("scroll")}});
        const Within table(m_page, "table");
        const Within body(m_page, "tbody");
        for (const SummaryKind& kind : kinds) {
            const Within row(m_page, "tr");
            m_page.element("th", {{"scope", QStringLiteral("row")}},
                           m_words.word(m_summary.index->events->kinds[static_cast<std::size_t>(kind.kind)].name));
            m_page.element("td", {}, m_words.number(kind.count, 0));
        }
    }

    // ---- how far it can be trusted ----

    QString framesText(FrameRange frames) const
    {
        const TimeAxis& axis = m_summary.index->timeAxis;
        return m_words.tell("%1 to %2 (frames %3 to %4)",
                            {formatTime(axis.timeOf(frames.first)), formatTime(axis.timeOf(frames.end - 1)),
                             QString::number(frames.first), QString::number(frames.end - 1)});
    }

    void writeRecording()
    {
        const ReplayIndex& index = *m_summary.index;
        if (!isDamaged())
            m_page.element("p", {}, m_words.tell("All of the recording could be read."));
        else
            writeLosses();
        std::vector<const Diagnostic*> worth;
        for (const Diagnostic& diagnostic : index.diagnostics) {
            if (diagnostic.severity != Severity::Info)
                worth.push_back(&diagnostic);
        }
        if (!worth.empty()) {
            const Within box(m_page, "details");
            m_page.element("summary", {}, m_words.tell("What was noticed: %1", {QString::number(worth.size())}));
            const Within list(m_page, "ul", {{"class", QStringLiteral("plain small")}});
            for (std::size_t i = 0; i < std::min(worth.size(), MostDiagnostics); ++i)
                m_page.element("li", {}, worth[i]->message);
        }
        writeChecks();
    }

    void writeLosses()
    {
        const Within list(m_page, "ul", {{"class", QStringLiteral("plain")}});
        for (const LostSpan& lost : m_summary.index->lost) {
            const QString where = framesText(lost.frames);
            m_page.element("li", {},
                           lost.reason.isEmpty() ? m_words.tell("Lost: %1", {where})
                                                 : m_words.tell("Lost: %1: %2", {where, lost.reason}));
        }
        for (const FrameRange& frames : m_summary.unread)
            m_page.element("li", {}, m_words.tell("Cannot be decoded: %1", {framesText(frames)}));
        for (const Diagnostic& diagnostic : m_summary.index->diagnostics) {
            if (diagnostic.severity == Severity::Error)
                m_page.element("li", {}, diagnostic.message);
        }
        for (const SummaryGap& gap : m_summary.gaps)
            m_page.element("li", {},
                           m_words.tell("%1 could not be read: %2",
                                        {m_words.tell(gap.what.toUtf8().constData()),
                                         m_words.sentence(gap.why.message, gap.why.wording)}));
    }

    void writeChecks()
    {
        if (m_summary.verdicts.empty())
            return;
        static constexpr std::array States{"ok", "failed", "not recorded", "cannot be checked"};
        const Within box(m_page, "details");
        m_page.element("summary", {}, m_words.tell("Integrity checks of the format"));
        const Within list(m_page, "ul", {{"class", QStringLiteral("plain small")}});
        for (const Verdict& verdict : m_summary.verdicts) {
            const Within item(m_page, "li");
            m_page.text(QString(verdict.check).replace(u'_', u' ') + QStringLiteral(": "));
            m_page.element("b", {{"class", verdict.state == VerdictState::Failed ? QStringLiteral("bad")
                                                                                 : QStringLiteral("good")}},
                           m_words.tell(States[static_cast<std::size_t>(verdict.state)]));
            if (!verdict.detail.isEmpty())
                m_page.text(QStringLiteral(" · ") + verdict.detail);
        }
    }

    void writeFooter()
    {
        const Within footer(m_page, "footer");
        {
            const Within line(m_page, "p");
            m_page.text(m_words.tell("Recording: %1", {m_summary.file}));
            if (!m_info.formatVersion.isEmpty())
                m_page.text(QStringLiteral(" · %1 %2").arg(m_info.formatName, m_info.formatVersion));
        }
        if (!m_summary.sha256.isEmpty()) {
            const Within line(m_page, "p");
            m_page.text(QStringLiteral("SHA-256 "));
            m_page.element("code", {}, QString::fromLatin1(m_summary.sha256));
        }
        m_page.element("p", {}, m_words.tell("Made with Ghostline %1", {m_summary.version}));
    }

    const MatchSummary& m_summary;
    const ReplayInfo& m_info;
    PageWords m_words;
    std::vector<Side> m_sides;
    Markup m_page;
};

} // namespace

QByteArray summaryHtml(const MatchSummary& summary, const SummaryLanguage& language)
{
    return Page(summary, language).bytes();
}

} // namespace ghostline::model
