// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/scoreboard_content.h"

#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/type_sizes.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <numeric>
#include <optional>

namespace ghostline::app {

namespace {

constexpr int ScoreMarkSide = 12;
constexpr int MiddleWidth = 36 * Grid;
constexpr int MostNames = 64 * Grid;
constexpr int MostColumn = 34 * Grid; ///< a figure further away from its side is not read with it

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

/// More lines take too much of the picture; who has fallen out shows nothing anyway.
constexpr std::size_t MostSides = 4;

/// Sum over the players of a team; nothing where none of them has it.
std::optional<double> sumOf(const model::ReplayInfo& info, const model::WorldState& state,
                            model::ActorPropertyId id, int team)
{
    std::optional<double> sum;
    if (!id)
        return sum;
    for (std::size_t row = 0; row < state.size(); ++row) {
        const model::ActorInfo* actor = info.actor(state.ids[row]); // a newer state may know more of them
        const model::PropertyValue value = state.value(row, id);
        if (actor != nullptr && actor->kind == model::ActorKind::Player && actor->team == team &&
            !value.absent())
            sum = sum.value_or(0.0) + info.number(id, value);
    }
    return sum;
}

void readFigures(const model::ReplayInfo& info, const model::WorldState& state, ScoreboardContent& content)
{
    const model::Scoreboard& board = info.scoreboard;
    for (std::size_t t = 0; t < std::min(info.teams.size(), MostSides); ++t) {
        const auto at = static_cast<qsizetype>(t);
        content.sides.push_back(
            {.name = shownTeam(info.teams[t]),
             .note = at < board.sideNotes.size() ? shownName(board.sideNotes[at]) : QString(),
             .team = static_cast<int>(t)});
    }
    for (const model::SideFigure& figure : board.sideFigures) {
        ScoreboardContent::Figure& shown = content.figures.emplace_back();
        shown.name = shownName(figure.shortName);
        std::optional<double> most;
        for (std::size_t side = 0; side < content.sides.size(); ++side) {
            const int team = content.sides[side].team;
            const auto value = sumOf(info, state, figure.value, team);
            const auto of = sumOf(info, state, figure.of, team);
            const QString text = value ? numberText(*value, 0) : QStringLiteral("–");
            shown.texts << (of ? QStringLiteral("%1/%2").arg(text, numberText(*of, 0)) : text);
            if (value && (!most || *value > *most)) {
                shown.ahead = static_cast<int>(side);
                most = value;
            } else if (value && *value == *most) {
                shown.ahead = -1;
            }
        }
    }
}

QFont captionFont(const QFont& base) { return typeFont(base, TypeSize::Small); }

int lineHeight(const QFont& base) { return QFontMetrics(base).height() + Grid / 2; }

/// How it ended stands beside the name, before what was played: that gives way where both do not fit.
void paintName(QPainter& painter, const ScoreboardContent::Side& side, QRect room, const Drawn& drawn)
{
    const auto& [teams, theme, base] = drawn;
    const QFont caption = captionFont(base);
    QFont strong = base;
    strong.setBold(true);
    const auto widthOf = [](const QFont& font, const QString& text) {
        return text.isEmpty() ? 0 : QFontMetrics(font).horizontalAdvance(text) + 2 * Grid;
    };
    const QFont& resultFont = side.result.won ? strong : base;
    const int result = widthOf(resultFont, side.result.text);
    int note = widthOf(caption, side.note);
    if (result > 0 && widthOf(base, side.name) + result + note > room.width())
        note = 0;
    const auto draw = [&](const QFont& font, const QColor& colour, const QString& text) {
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(room, int(Qt::AlignLeft | Qt::AlignVCenter), text);
        room.setLeft(room.left() + widthOf(font, text));
    };
    draw(base, theme.text,
         QFontMetrics(base).elidedText(side.name, Qt::ElideRight, room.width() - result - note));
    draw(resultFont, side.result.won ? theme.text : theme.textMuted, side.result.text);
    if (note > 0)
        draw(caption, theme.textMuted, side.note);
}

/// How wide each column has to be, with what is between it and the next.
std::vector<int> columnNeeds(const ScoreboardContent& content, const QFont& caption, const QFont& figures)
{
    std::vector<int> needs;
    needs.reserve(content.figures.size());
    for (const ScoreboardContent::Figure& figure : content.figures) {
        int widest = QFontMetrics(caption).horizontalAdvance(figure.name);
        for (const QString& text : figure.texts)
            widest = std::max(widest, QFontMetrics(figures).horizontalAdvance(text));
        needs.push_back(widest + 3 * Grid);
    }
    return needs;
}

/// A line for each side: mark and name at the left, figures in columns; clock and captions above them.
void paintFigures(QPainter& painter, const QRect& room, const ScoreboardContent& content, const Drawn& drawn)
{
    const auto& [teams, theme, base] = drawn;
    const QFont caption = captionFont(base);
    const QFont figures = tabularFont(base);
    QFont ahead = figures;
    ahead.setBold(true);
    const int captions = QFontMetrics(caption).height();
    const int line = lineHeight(base);
    const auto count = static_cast<int>(content.figures.size());
    const int top = room.top() + Grid + captions;
    // The clock stands before both, as large as a score. What is wider than figures need is left at both
    // sides.
    const QFont large = scoreFont(base);
    const int clock =
        content.clock.isEmpty() ? 0 : QFontMetrics(large).horizontalAdvance(content.clock) + 4 * Grid;
    const int most = clock + MostNames + count * MostColumn;
    const int spare = std::max(0, room.width() - 4 * Grid - most);
    const QRect block = room.adjusted(2 * Grid + spare / 2, 0, -2 * Grid - spare / 2, 0);
    // Names give way to figures: one that is cut off reads like another one.
    const std::vector<int> needs = columnNeeds(content, caption, ahead);
    const int needed = std::accumulate(needs.begin(), needs.end(), 0);
    const int wanted = std::clamp((block.width() - clock) * 30 / 100, 26 * Grid, MostNames);
    const int names = std::clamp(block.width() - clock - needed, 18 * Grid, wanted);
    const int columns = block.width() - clock - names;

    painter.setFont(large);
    painter.setPen(theme.text);
    painter.drawText(QRect(block.left(), room.top(), clock, room.height()),
                     int(Qt::AlignLeft | Qt::AlignVCenter), content.clock);
    for (int side = 0; side < static_cast<int>(content.sides.size()); ++side) {
        const ScoreboardContent::Side& own = content.sides[static_cast<std::size_t>(side)];
        const QColor colour = render::teamColor(theme, teams, own.team);
        const QRect row(block.left() + clock, top + side * line, names, line);
        painter.fillRect(QRect(row.left(), row.top() + 1, Grid, line - 2), colour);
        const QRectF mark(row.left() + 2 * Grid, row.center().y() - ScoreMarkSide / 2.0 + 0.5, ScoreMarkSide,
                          ScoreMarkSide);
        paintMark(painter, markFor(render::teamHue(teams, own.team)), mark, colour);
        paintName(painter, own, row.adjusted(ScoreMarkSide + 4 * Grid, 0, 0, 0), drawn);
    }
    int before = 0; // what the columns at the left of this one need
    for (int column = 0; column < count; ++column) {
        const ScoreboardContent::Figure& figure = content.figures[static_cast<std::size_t>(column)];
        const int need = needs[static_cast<std::size_t>(column)];
        const auto edge = [&](int taken, int number) {
            return columns < needed ? columns * taken / needed : taken + (columns - needed) * number / count;
        };
        const int left = block.left() + clock + names + edge(before, column);
        before += need;
        const int width = block.left() + clock + names + edge(before, column + 1) - left - Grid;
        painter.setFont(caption);
        painter.setPen(theme.textMuted);
        painter.drawText(QRect(left, room.top() + Grid, width, captions),
                         int(Qt::AlignRight | Qt::AlignVCenter),
                         painter.fontMetrics().elidedText(figure.name, Qt::ElideRight, width));
        for (int side = 0; side < static_cast<int>(figure.texts.size()); ++side) {
            painter.setFont(figure.ahead == side ? ahead : figures);
            painter.setPen(figure.ahead == side || figure.ahead < 0 ? theme.text : theme.textMuted);
            painter.drawText(QRect(left, top + side * line, width, line),
                             int(Qt::AlignRight | Qt::AlignVCenter),
                             painter.fontMetrics().elidedText(figure.texts[side], Qt::ElideLeft, width));
        }
    }
}

/// At one side of the clock: what matters beside it, what is less looked at outside, each cut short in its
/// own room.
void paintBeside(QPainter& painter, const QRect& room, bool left, const QString& inner, const QString& outer,
                 const Drawn& drawn)
{
    constexpr int Apart = 4 * Grid;
    const auto draw = [&](const QFont& font, const QColor& colour, const QRect& at, bool atRight,
                          const QString& text) {
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(at, int((atRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter),
                         QFontMetrics(font).elidedText(text, Qt::ElideRight, at.width()));
    };
    const QFont quiet = tabularFont(captionFont(drawn.base));
    const int wide = std::min(QFontMetrics(quiet).horizontalAdvance(outer) + 1, room.width() / 3);
    QRect outside = room, inside = room;
    if (left) {
        outside.setWidth(wide);
        inside.setLeft(room.left() + wide + Apart);
    } else {
        outside.setLeft(room.right() - wide + 1);
        inside.setRight(room.right() - wide - Apart);
    }
    draw(quiet, drawn.theme.textMuted, outside, !left, outer);
    draw(tabularFont(drawn.base), drawn.theme.text, inside, left, inner);
}

/// One line: resets and checkpoint, the clock, what comes next and what the run is doing.
void paintRun(QPainter& painter, const QRect& room, const ScoreboardContent& content, const Drawn& drawn)
{
    const int clock = std::min(MiddleWidth, room.width() / 3);
    const QRect middle(room.left() + (room.width() - clock) / 2, room.top(), clock, room.height());
    painter.setFont(scoreFont(drawn.base));
    painter.setPen(drawn.theme.text);
    painter.drawText(middle, Qt::AlignCenter, content.clock);
    const QRect left(room.left() + 3 * Grid, room.top(), middle.left() - room.left() - 5 * Grid,
                     room.height());
    const QRect right(middle.right() + 2 * Grid, room.top(), room.right() - middle.right() - 5 * Grid,
                      room.height());
    paintBeside(painter, left, true, content.run->checkpoint, content.run->resets, drawn);
    paintBeside(painter, right, false, content.run->next, content.status, drawn);
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
        content.sides.push_back(
            {.name = shownTeam(info.teams[t]),
             .score = figure(board.score[t]),
             .rounds = t < board.roundScore.size() ? figure(board.roundScore[t]) : QString(),
             .team = static_cast<int>(t),
             .possession = has});
    }
    if (board.score.empty() && !board.sideFigures.empty())
        readFigures(info, state, content);
    if (const model::PropertyValue clock = state.value(board.clock); !clock.absent())
        content.clock = clockText(clock.asReal());
    if (const model::PropertyValue status = state.value(board.status); !status.absent())
        content.status = shownValue(*info.property(board.status), status, *info.strings);
    return content;
}

QString ScoreboardContent::text() const
{
    QStringList parts;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        QString part = QStringLiteral("%1 %2").arg(sides[i].name, sides[i].score).trimmed();
        if (!sides[i].result.text.isEmpty())
            part += QLatin1Char(' ') + sides[i].result.text;
        for (const Figure& figure : figures)
            part += QStringLiteral(" %1 %2").arg(figure.name, figure.texts[static_cast<qsizetype>(i)]);
        parts << part;
    }
    parts.insert(std::min<qsizetype>(1, parts.size()), QStringLiteral("%1 %2").arg(clock, status).trimmed());
    if (run) {
        parts << run->checkpoint << run->next << run->resets;
        parts.removeAll(QString());
    }
    return parts.join(QStringLiteral(", "));
}

QFont scoreFont(const QFont& base) { return typeFont(tabularFont(base), TypeSize::Title); }

int scoreboardHeight(const ScoreboardContent& content, const QFont& base)
{
    if (content.run)
        return QFontMetrics(scoreFont(base)).height() + Grid;
    if (content.figures.empty())
        return QFontMetrics(scoreFont(base)).height() + QFontMetrics(captionFont(base)).height() + Grid;
    return QFontMetrics(captionFont(base)).height() +
           static_cast<int>(content.sides.size()) * lineHeight(base) + 2 * Grid;
}

void paintScoreboard(QPainter& painter, const QRect& room, const ScoreboardContent& content,
                     const std::vector<model::Team>& teams, const render::Theme& theme, const QFont& base)
{
    const Drawn drawn{teams, theme, base};
    const int width = room.width();
    const int height = room.height();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(room, theme.raised);
    painter.fillRect(QRect(room.left(), room.bottom(), width, 1), theme.line);
    if (content.run)
        return paintRun(painter, room, content, drawn);
    if (!content.figures.empty())
        return paintFigures(painter, room, content, drawn);
    const QRect middle(room.left() + width / 2 - MiddleWidth / 2, room.top(), MiddleWidth, height);
    const QRect leftRoom(room.left() + 4 * Grid, room.top(), middle.left() - room.left() - 6 * Grid, height);
    const QRect rightRoom(middle.right() + 2 * Grid, room.top(), room.right() - middle.right() - 6 * Grid,
                          height);
    if (!content.sides.empty())
        paintSide(painter, content.sides[0], leftRoom, true, drawn);
    if (content.sides.size() > 1)
        paintSide(painter, content.sides[1], rightRoom, false, drawn);

    // The clock is as large as the score; what goes on stands below it.
    const int status = QFontMetrics(captionFont(base)).height();
    const int below = content.status.isEmpty() ? 0 : status;
    painter.setFont(scoreFont(base));
    painter.setPen(theme.text);
    painter.drawText(middle.adjusted(0, Grid / 2, 0, -below - Grid / 2), Qt::AlignCenter, content.clock);
    painter.setFont(captionFont(base));
    painter.setPen(theme.textMuted);
    painter.drawText(QRect(middle.left(), middle.bottom() - status - Grid / 2, middle.width(), status),
                     Qt::AlignCenter,
                     painter.fontMetrics().elidedText(content.status, Qt::ElideRight, middle.width()));
}

} // namespace ghostline::app
