// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/scoreboard_content.h"

#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QCoreApplication>
#include <QPainter>

#include <cmath>

namespace ghostline::app {

namespace {

constexpr int ScoreMarkSide = 12;
constexpr int MiddleWidth = 36 * Grid;

struct Drawn
{
    const std::vector<model::Team>& teams;
    const render::Theme& theme;
    const QFont& base;
};

/// Name and mark at the outside, the score beside the clock.
void paintSide(QPainter& painter, const ScoreboardContent::Side& side, const QRect& room, bool left,
               const Drawn& drawn)
{
    const auto& [teams, theme, base] = drawn;
    const QColor colour = render::teamColor(theme, teams, side.team);
    const Qt::Alignment inward = (left ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
    painter.setFont(scoreFont(base));
    painter.setPen(theme.text);
    const int scoreWidth = std::max(painter.fontMetrics().horizontalAdvance(side.score), 8 * Grid);
    const QRect score = left ? QRect(room.right() - scoreWidth, room.top(), scoreWidth, room.height())
                             : QRect(room.left(), room.top(), scoreWidth, room.height());
    painter.drawText(score, int(inward), side.score);

    QRect rest =
        left ? room.adjusted(0, 0, -scoreWidth - 3 * Grid, 0) : room.adjusted(scoreWidth + 3 * Grid, 0, 0, 0);
    const QRectF mark(left ? rest.right() - ScoreMarkSide : rest.left(),
                      rest.center().y() - ScoreMarkSide / 2.0 + 0.5, ScoreMarkSide, ScoreMarkSide);
    paintMark(painter, markFor(render::teamHue(teams, side.team)), mark, colour);
    rest = left ? rest.adjusted(0, 0, -ScoreMarkSide - 2 * Grid, 0)
                : rest.adjusted(ScoreMarkSide + 2 * Grid, 0, 0, 0);
    painter.setFont(base);
    const QString name =
        side.rounds.isEmpty()
            ? side.name
            : QCoreApplication::translate("ghostline::app::ScoreboardStrip", "%1 · rounds %2")
                  .arg(side.name, side.rounds);
    painter.drawText(rest, int(inward),
                     painter.fontMetrics().elidedText(name, Qt::ElideMiddle, rest.width()));
    if (side.possession) // a bar in the team's colour under what is theirs
        painter.fillRect(QRect(room.left(), room.bottom() - 3, room.width(), 3), colour);
}

} // namespace

ScoreboardContent readScoreboard(const model::ReplayInfo& info, const model::WorldState& state)
{
    ScoreboardContent content;
    const model::Scoreboard& board = info.scoreboard;
    const auto figure = [&](model::MatchPropertyId id) {
        const model::PropertyValue value = state.value(id);
        return value.absent() ? QString() : figureText(nullptr, info.number(id, value));
    };
    const model::PropertyValue holder = state.value(board.possession);
    for (std::size_t t = 0; t < std::min(board.score.size(), info.teams.size()); ++t) {
        if (!board.score[t])
            continue;
        const bool has = !holder.absent() && holder.asInteger() == static_cast<std::int64_t>(t);
        content.sides.push_back({shownTeam(info.teams[t]), figure(board.score[t]),
                                 t < board.roundScore.size() ? figure(board.roundScore[t]) : QString(),
                                 static_cast<int>(t), has});
    }
    if (const model::PropertyValue clock = state.value(board.clock); !clock.absent())
        content.clock = clockText(clock.asReal());
    if (const model::PropertyValue status = state.value(board.status); !status.absent())
        content.status = shownValue(*info.property(board.status), status, *info.strings);
    return content;
}

QString ScoreboardContent::text() const
{
    QStringList parts;
    for (const Side& side : sides)
        parts << QStringLiteral("%1 %2").arg(side.name, side.score);
    parts.insert(std::min<qsizetype>(1, parts.size()), QStringLiteral("%1 %2").arg(clock, status).trimmed());
    return parts.join(QStringLiteral(", "));
}

QFont scoreFont(const QFont& base)
{
    QFont large = tabularFont(base);
    large.setPointSizeF(large.pointSizeF() * 1.6);
    large.setBold(true);
    return large;
}

int scoreboardHeight(const QFont& base) { return QFontMetrics(scoreFont(base)).height() + 4 * Grid; }

void paintScoreboard(QPainter& painter, const QRect& room, const ScoreboardContent& content,
                     const std::vector<model::Team>& teams, const render::Theme& theme, const QFont& base)
{
    const Drawn drawn{teams, theme, base};
    const int width = room.width();
    const int height = room.height();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(room, theme.raised);
    painter.fillRect(QRect(room.left(), room.bottom(), width, 1), theme.line);
    const QRect middle(room.left() + width / 2 - MiddleWidth / 2, room.top(), MiddleWidth, height);
    const QRect leftRoom(room.left() + 4 * Grid, room.top(), middle.left() - room.left() - 6 * Grid, height);
    const QRect rightRoom(middle.right() + 2 * Grid, room.top(), room.right() - middle.right() - 6 * Grid,
                          height);
    if (!content.sides.empty())
        paintSide(painter, content.sides[0], leftRoom, true, drawn);
    if (content.sides.size() > 1)
        paintSide(painter, content.sides[1], rightRoom, false, drawn);

    QFont clock = tabularFont(base);
    clock.setPointSizeF(clock.pointSizeF() * 1.25);
    clock.setBold(true);
    painter.setFont(clock);
    painter.setPen(theme.text);
    const int half = height / 2;
    const bool both = !content.status.isEmpty();
    painter.drawText(both ? QRect(middle.left(), room.top() + Grid, middle.width(), half) : middle,
                     Qt::AlignCenter, content.clock);
    QFont small = base;
    small.setPointSizeF(small.pointSizeF() * 0.9);
    painter.setFont(small);
    painter.setPen(theme.textMuted);
    painter.drawText(QRect(middle.left(), room.top() + half, middle.width(), half - Grid), Qt::AlignCenter,
                     painter.fontMetrics().elidedText(content.status, Qt::ElideRight, middle.width()));
}

} // namespace ghostline::app
