// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/page_part.h"

#include "model/summary/page_style.h"
#include "model/time/time_text.h"

#include <algorithm>

namespace ghostline::model {

bool PagePart::isDamaged() const
{
    return m_summary.index->lostData() || !m_summary.unread.empty() || !m_summary.gaps.empty();
}

QString PagePart::colour(int team) const { return teamClass(m_info.teams, team); }

QString PagePart::teamName(int team) const
{
    const bool known = team >= 0 && static_cast<std::size_t>(team) < m_info.teams.size();
    return known ? m_words.team(m_info.teams[static_cast<std::size_t>(team)]) : QString();
}

QString PagePart::resultOf(const PlayerCard& player) const
{
    const QString result = m_words.word(player.result);
    return player.resultInferred ? m_words.tell("%1 (concluded)", {result}) : result;
}

QString PagePart::timeText(Micros time) const { return formatTimeShort(time); }

QString PagePart::span(Micros from, Micros to) const
{
    return to > from ? QStringLiteral("%1–%2").arg(timeText(from), timeText(to)) : timeText(from);
}

std::vector<PageSide> PagePart::sides() const
{
    std::vector<PageSide> sides;
    for (std::size_t t = 0; t < m_info.teams.size(); ++t) {
        const Team& team = m_info.teams[t];
        auto side = std::find_if(sides.begin(), sides.end(), [&](const PageSide& known) {
            return !team.side.isEmpty() &&
                   m_info.teams[static_cast<std::size_t>(known.teams.front())].side == team.side;
        });
        if (side == sides.end())
            side = sides.insert(sides.end(),
                                {team.side.isEmpty() ? m_words.team(team) : m_words.side(team), {}, {}});
        side->teams.push_back(static_cast<int>(t));
    }
    for (const PlayerCard& player : m_info.players) {
        for (PageSide& side : sides) {
            if (std::find(side.teams.begin(), side.teams.end(), player.team) != side.teams.end())
                side.players.push_back(&player);
        }
    }
    return sides;
}

} // namespace ghostline::model
