// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/scoreboard_strip.h"

#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QPainter>

#include <cmath>

namespace ghostline::app {

namespace {

constexpr int ScoreMarkSide = 12;
constexpr int MiddleWidth = 36 * Grid;

} // namespace

ScoreboardStrip::ScoreboardStrip(QWidget* parent) : Panel(parent)
{
    setObjectName(QStringLiteral("scoreboard"));
    setAccessibleName(tr("Scoreboard"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    hide();
}

void ScoreboardStrip::onSessionChanged()
{
    m_content = {};
    if (session() != nullptr) {
        connect(session()->playback(), &Playback::stateChanged, this, &ScoreboardStrip::readState);
        connect(session(), &ReplaySession::indexChanged, this, [this] {
            showIfAny();
            readState();
        });
        readState();
    }
    showIfAny();
}

void ScoreboardStrip::onThemeChanged() { update(); }

void ScoreboardStrip::setWanted(bool wanted)
{
    m_wanted = wanted;
    showIfAny();
}

void ScoreboardStrip::showIfAny()
{
    setVisible(m_wanted && session() != nullptr && !session()->info().scoreboard.score.empty());
}

ScoreboardStrip::Content ScoreboardStrip::read() const
{
    Content content;
    const model::ReplayInfo& info = session()->info();
    const model::Scoreboard& board = info.scoreboard;
    const model::WorldState& state = session()->playback()->state();
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

void ScoreboardStrip::readState()
{
    if (session() == nullptr || session()->info().scoreboard.empty())
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
    const auto& teams = session()->info().teams;
    const QColor colour = render::teamColor(theme(), teams, side.team);
    const Qt::Alignment inward = (left ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
    painter.setFont(scoreFont());
    painter.setPen(theme().text);
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
    painter.fillRect(rect(), theme().raised);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme().line);
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
    painter.setPen(theme().text);
    const int half = height() / 2;
    const bool both = !m_content.status.isEmpty();
    painter.drawText(both ? QRect(middle.left(), Grid, middle.width(), half) : middle, Qt::AlignCenter,
                     m_content.clock);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    painter.setFont(small);
    painter.setPen(theme().textMuted);
    painter.drawText(QRect(middle.left(), half, middle.width(), half - Grid), Qt::AlignCenter,
                     painter.fontMetrics().elidedText(m_content.status, Qt::ElideRight, middle.width()));
}

} // namespace ghostline::app
