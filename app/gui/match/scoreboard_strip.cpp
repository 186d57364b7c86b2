// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/scoreboard_strip.h"

#include "app/gui/docks/panel_style.h"
#include "app/gui/match/figures_text.h"
#include "app/gui/shell/replay_words.h"

#include <QPainter>

#include <cmath>

namespace ghostline::app {

namespace {

constexpr int MarkSide = 12;
constexpr int MiddleWidth = 36 * Grid;

model::PropertyValue valueOf(const model::WorldState& state, model::PropertyId id)
{
    const auto i = static_cast<std::size_t>(id);
    return id >= 0 && i < state.match.size() ? state.match[i] : model::PropertyValue();
}

} // namespace

ScoreboardStrip::ScoreboardStrip(QWidget* parent) : QWidget(parent), m_theme(themeFor(palette()))
{
    setObjectName(QStringLiteral("scoreboard"));
    setAccessibleName(tr("Scoreboard"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    hide();
}

void ScoreboardStrip::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->disconnect(this);
    m_session = session;
    m_content = {};
    if (session != nullptr) {
        connect(session, &ReplaySession::stateChanged, this, &ScoreboardStrip::refresh);
        connect(session, &ReplaySession::indexChanged, this, [this] {
            showIfAny();
            refresh();
        });
        refresh();
    }
    showIfAny();
}

void ScoreboardStrip::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    update();
}

void ScoreboardStrip::setWanted(bool wanted)
{
    m_wanted = wanted;
    showIfAny();
}

void ScoreboardStrip::showIfAny()
{
    setVisible(m_wanted && m_session != nullptr && !m_session->info().scoreboard.score.empty());
}

ScoreboardStrip::Content ScoreboardStrip::read() const
{
    Content content;
    const model::ReplayInfo& info = m_session->info();
    const model::Scoreboard& board = info.scoreboard;
    const model::WorldState& state = m_session->state();
    const auto figure = [&](model::PropertyId id) {
        const model::PropertyValue value = valueOf(state, id);
        return value.absent()
                   ? QString()
                   : figureText(nullptr, model::numericValue(
                                             info.matchProperties[static_cast<std::size_t>(id)], value));
    };
    const model::PropertyValue holder = valueOf(state, board.possession);
    for (std::size_t t = 0; t < std::min(board.score.size(), info.teams.size()); ++t) {
        if (board.score[t] < 0)
            continue;
        const bool has = !holder.absent() && holder.asInteger() == static_cast<std::int64_t>(t);
        content.sides.push_back({info.teams[t].name, figure(board.score[t]),
                                 t < board.roundScore.size() ? figure(board.roundScore[t]) : QString(),
                                 info.teams[t].hue, has});
    }
    if (const model::PropertyValue clock = valueOf(state, board.clock); !clock.absent())
        content.clock = clockText(clock.asReal());
    if (const model::PropertyValue status = valueOf(state, board.status); !status.absent())
        content.status =
            shownValue(info.matchProperties[static_cast<std::size_t>(board.status)], status, *info.strings);
    return content;
}

void ScoreboardStrip::refresh()
{
    if (m_session == nullptr || m_session->info().scoreboard.empty())
        return;
    Content content = read();
    if (content == m_content)
        return; // most frames change nothing that can be read here
    m_content = std::move(content);
    setAccessibleDescription(text());
    setToolTip(accessibleDescription()); // of long names the middle is left out
    update();
}

QString ScoreboardStrip::text() const
{
    QStringList parts;
    for (const Side& side : m_content.sides)
        parts << QStringLiteral("%1 %2").arg(side.name, side.score);
    parts.insert(std::min<qsizetype>(1, parts.size()),
                 QStringLiteral("%1 %2").arg(m_content.clock, m_content.status).trimmed());
    return parts.join(QStringLiteral(", "));
}

QFont ScoreboardStrip::scoreFont() const
{
    QFont large = tabularFont(font());
    large.setPointSizeF(large.pointSizeF() * 1.6);
    large.setBold(true);
    return large;
}

QSize ScoreboardStrip::sizeHint() const
{
    return {120 * Grid, QFontMetrics(scoreFont()).height() + 4 * Grid};
}

QSize ScoreboardStrip::minimumSizeHint() const { return {60 * Grid, sizeHint().height()}; }

/// Name and mark at the outside, the score beside the clock.
void ScoreboardStrip::paintSide(QPainter& painter, const Side& side, const QRect& room, bool left) const
{
    const QColor colour = m_theme.hue(side.hue);
    const Qt::Alignment inward = (left ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
    painter.setFont(scoreFont());
    painter.setPen(m_theme.text);
    const int scoreWidth = std::max(painter.fontMetrics().horizontalAdvance(side.score), 8 * Grid);
    const QRect score = left ? QRect(room.right() - scoreWidth, room.top(), scoreWidth, room.height())
                             : QRect(room.left(), room.top(), scoreWidth, room.height());
    painter.drawText(score, int(inward), side.score);

    QRect rest =
        left ? room.adjusted(0, 0, -scoreWidth - 3 * Grid, 0) : room.adjusted(scoreWidth + 3 * Grid, 0, 0, 0);
    const QRectF mark(left ? rest.right() - MarkSide : rest.left(), rest.center().y() - MarkSide / 2.0 + 0.5,
                      MarkSide, MarkSide);
    paintMark(painter, markFor(side.hue), mark, colour);
    rest = left ? rest.adjusted(0, 0, -MarkSide - 2 * Grid, 0) : rest.adjusted(MarkSide + 2 * Grid, 0, 0, 0);
    painter.setFont(font());
    const QString name = side.rounds.isEmpty() ? side.name : tr("%1 · rounds %2").arg(side.name, side.rounds);
    painter.drawText(rest, int(inward),
                     painter.fontMetrics().elidedText(name, Qt::ElideMiddle, rest.width()));
    if (side.possession) // a bar in the team's colour under what is theirs
        painter.fillRect(QRect(room.left(), height() - 4, room.width(), 3), colour);
}

void ScoreboardStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), m_theme.raised);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme.line);
    const QRect middle(width() / 2 - MiddleWidth / 2, 0, MiddleWidth, height());
    const QRect leftRoom(4 * Grid, 0, middle.left() - 6 * Grid, height());
    const QRect rightRoom(middle.right() + 2 * Grid, 0, width() - middle.right() - 6 * Grid, height());
    if (!m_content.sides.empty())
        paintSide(painter, m_content.sides[0], leftRoom, true);
    if (m_content.sides.size() > 1)
        paintSide(painter, m_content.sides[1], rightRoom, false);

    QFont clock = tabularFont(font());
    clock.setPointSizeF(clock.pointSizeF() * 1.25);
    clock.setBold(true);
    painter.setFont(clock);
    painter.setPen(m_theme.text);
    const int half = height() / 2;
    const bool both = !m_content.status.isEmpty();
    painter.drawText(both ? QRect(middle.left(), Grid, middle.width(), half) : middle, Qt::AlignCenter,
                     m_content.clock);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    painter.setFont(small);
    painter.setPen(m_theme.textMuted);
    painter.drawText(QRect(middle.left(), half, middle.width(), half - Grid), Qt::AlignCenter,
                     painter.fontMetrics().elidedText(m_content.status, Qt::ElideRight, middle.width()));
}

} // namespace ghostline::app
