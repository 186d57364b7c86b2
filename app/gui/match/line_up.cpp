// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of a line-up side by side, below headings where several play together.
#include "app/gui/match/line_up.h"

#include "app/gui/match/player_card_view.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/base/shown_text.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int LeastWidth = 37 * Grid; ///< of a card before another column is given up
constexpr int MostBeside = 3;         ///< sides that stand beside each other
constexpr int MostFactLines = 3;

} // namespace

LineUp::LineUp(QWidget* parent) : QScrollArea(parent), m_theme(themeFor(palette()))
{
    setObjectName(QStringLiteral("lineUp"));
    setAccessibleName(tr("Line-up"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::NoFocus);
    m_ground = new QWidget;
    setWidget(m_ground);
    setWidgetResizable(true);
    m_ground->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    hide();
}

void LineUp::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    m_shown.reset();
    if (session != nullptr) {
        connect(session, &ReplaySession::indexChanged, this, &LineUp::rebuild);
        connect(session->actors(), &ActorSelection::selectedChanged, this, &LineUp::showSelection);
    }
    rebuild();
}

void LineUp::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    for (PlayerCardView* card : m_cards)
        colour(*card);
}

void LineUp::colour(PlayerCardView& card) const
{
    card.setTheme(m_theme, render::teamColor(m_theme, m_shown->teams, card.card().team));
}

void LineUp::setRoom(int height)
{
    m_room = height;
    arrange();
}

void LineUp::rebuild()
{
    const auto info = m_session != nullptr ? m_session->index()->info : nullptr;
    if (info != nullptr && info == m_shown)
        return; // a new revision, the same people
    m_shown = info;
    for (const Group& group : m_groups)
        delete group.heading;
    qDeleteAll(m_cards);
    m_groups.clear();
    m_cards.clear();
    setVisible(info != nullptr && !info->players.empty());
    if (info == nullptr)
        return;
    const auto teamOf = [&](const model::PlayerCard& card) {
        const bool known = card.team >= 0 && static_cast<std::size_t>(card.team) < info->teams.size();
        return known ? &info->teams[static_cast<std::size_t>(card.team)] : nullptr;
    };
    for (const model::PlayerCard& player : info->players) {
        const model::Team* team = teamOf(player);
        const QString side = team != nullptr ? team->side : QString();
        auto group = std::find_if(m_groups.begin(), m_groups.end(),
                                  [&](const Group& known) { return known.side == side; });
        if (group == m_groups.end()) {
            QLabel* heading = nullptr;
            if (!side.isEmpty()) {
                heading = new ElidedLabel(shownSide(*team), m_ground);
                heading->setForegroundRole(QPalette::PlaceholderText);
                heading->show();
            }
            group = m_groups.insert(m_groups.end(),
                                    {side, heading != nullptr ? shownSide(*team) : side, heading, {}});
        }
        auto* card = new PlayerCardView(player, team, render::teamHue(info->teams, player.team), m_ground);
        colour(*card);
        connect(card, &PlayerCardView::activated, this, [this, actor = player.actor] {
            if (m_session != nullptr && actor != model::ActorId::None)
                m_session->actors()->select(actor);
        });
        connect(card, &PlayerCardView::followRequested, this, [this, actor = player.actor] {
            if (m_session != nullptr && actor != model::ActorId::None)
                m_session->actors()->follow(actor);
        });
        card->show();
        group->cards.push_back(card);
        m_cards.push_back(card);
    }
    showSelection();
    arrange();
}

void LineUp::showSelection()
{
    const model::ActorId selected =
        m_session != nullptr ? m_session->actors()->selected() : model::ActorId::None;
    for (PlayerCardView* card : m_cards)
        card->setSelected(selected != model::ActorId::None && card->card().actor == selected);
}

/// Returns where the next thing below begins.
int LineUp::placeGroup(const Group& group, const QRect& room, int columns)
{
    int y = room.top();
    if (group.heading != nullptr) {
        const int height = group.heading->sizeHint().height();
        group.heading->setGeometry(room.left() + Grid, y, room.width() - Grid, height);
        y += height + Grid / 2;
    }
    const int count = static_cast<int>(group.cards.size());
    const int rows = (count + columns - 1) / columns;
    columns = rows > 0 ? (count + rows - 1) / rows : 1; // no lonely card in the last line
    const int width = (room.width() - (columns - 1) * Grid) / columns;
    for (int first = 0; first < count; first += columns) {
        const auto begin = group.cards.begin() + first;
        const auto end = group.cards.begin() + std::min(first + columns, count);
        int height = 0;
        for (auto card = begin; card != end; ++card)
            height = std::max(height, (*card)->heightForWidth(width));
        int x = room.left();
        for (auto card = begin; card != end; ++card, x += width + Grid)
            (*card)->setGeometry(x, y, width, height);
        y += height + Grid;
    }
    return y;
}

/// As many lines of facts as the room takes; returns where the cards end.
int LineUp::placeAll(int width)
{
    const int fit = std::max(1, (width + Grid) / (LeastWidth + Grid));
    const int groups = static_cast<int>(m_groups.size());
    int bottom = Grid;
    if (groups > 1 && groups <= std::min(MostBeside, fit)) {
        const int each = (width - (groups - 1) * 2 * Grid) / groups;
        for (int i = 0; i < groups; ++i)
            bottom = std::max(bottom, placeGroup(m_groups[static_cast<std::size_t>(i)],
                                                 QRect(2 * Grid + i * (each + 2 * Grid), Grid, each, 0),
                                                 std::max(1, each / LeastWidth)));
    } else {
        for (const Group& group : m_groups)
            bottom = placeGroup(group, QRect(2 * Grid, bottom, width, 0), fit);
    }
    return bottom;
}

void LineUp::arrange()
{
    if (m_groups.empty())
        return;
    const int room = std::max(m_room, 16 * Grid);
    int bottom = 0;
    for (int lines = MostFactLines; lines > 0; --lines) {
        for (PlayerCardView* card : m_cards)
            card->setFactLines(lines);
        bottom = placeAll(viewport()->width() - 4 * Grid);
        if (bottom <= room)
            break;
    }
    m_ground->setMinimumHeight(bottom);
    setFixedHeight(std::min(bottom, room));
}

void LineUp::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        arrange();
}

QString LineUp::copyText() const
{
    QStringList lines;
    for (const Group& group : m_groups) {
        if (group.heading != nullptr)
            lines << group.shown;
        for (const PlayerCardView* card : group.cards)
            lines << card->copyText();
    }
    return lines.join(QLatin1Char('\n'));
}

QByteArray LineUp::csvText() const
{
    const bool sides =
        std::any_of(m_groups.begin(), m_groups.end(), [](const Group& g) { return g.heading != nullptr; });
    QStringList labels;
    for (const PlayerCardView* card : m_cards) {
        for (const auto& [label, value] : card->card().facts) {
            if (!labels.contains(label))
                labels << label;
        }
    }
    const auto line = [](const QStringList& cells) {
        QByteArrayList fields;
        for (const QString& cell : cells)
            fields << model::csvField(cell);
        return fields.join(',') + '\n';
    };
    const QStringList side = sides ? QStringList{tr("Side")} : QStringList();
    QByteArray text = line(side + QStringList{tr("Player"), tr("Clan"), tr("Result")} + labels);
    for (const Group& group : m_groups) {
        for (const PlayerCardView* view : group.cards) {
            const model::PlayerCard& card = view->card();
            QStringList cells = sides ? QStringList{group.side} : QStringList();
            cells << card.name << card.clan << (card.result.isEmpty() ? QString() : view->resultText());
            for (const QString& label : labels) {
                const auto fact = std::find_if(card.facts.begin(), card.facts.end(),
                                               [&label](const auto& each) { return each.first == label; });
                cells << (fact == card.facts.end() ? QString() : fact->second);
            }
            text += line(cells);
        }
    }
    return text;
}

QMenu* LineUp::menuFor(const PlayerCardView* card, QPoint globalPos)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto copy = [](const QString& text) { QGuiApplication::clipboard()->setText(text); };
    if (card != nullptr)
        menu->addAction(tr("Copy this player"), this, [copy, text = card->copyText()] { copy(text); });
    menu->addAction(tr("Copy the line-up"), this, [copy, text = copyText()] { copy(text); });
    menu->addAction(tr("Export the line-up as CSV…"), this, [this] {
        askCsvExport(this, tr("Export the line-up"), tr("Line-up"), [this] { return csvText(); });
    });
    if (card != nullptr && card->card().actor != model::ActorId::None) {
        menu->addSeparator();
        menu->addAction(
            tr("More about %1…").arg(card->card().name), this,
            [this, actor = card->card().actor, globalPos] { Q_EMIT contextMenuRequested(actor, globalPos); });
    }
    return menu;
}

void LineUp::contextMenuEvent(QContextMenuEvent* event)
{
    const PlayerCardView* over = nullptr;
    for (const PlayerCardView* card : m_cards) {
        if (card->rect().contains(card->mapFromGlobal(event->globalPos())))
            over = card;
    }
    menuFor(over, event->globalPos())->popup(event->globalPos());
}

} // namespace ghostline::app
