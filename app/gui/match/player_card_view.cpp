// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/player_card_view.h"

#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "render/base/selection.h"

#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int Pad = 2 * Grid;
constexpr int CardMarkSide = 10;
constexpr int Between = 3 * Grid;    ///< two facts
constexpr int LeastName = 10 * Grid; ///< of a name, before the result beside it is cut

QFont boldFont(QFont font)
{
    font.setBold(true);
    return font;
}

QFont factFont(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 0.92);
    return tabularFont(font);
}

} // namespace

PlayerCardView::PlayerCardView(model::PlayerCard card, const model::Team* team, int hue, QWidget* parent)
    : QWidget(parent), m_card(std::move(card)), m_team(team != nullptr ? shownTeam(*team) : QString()),
      m_hue(hue), m_theme(themeFor(palette())), m_colour(m_theme.textMuted)
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    // The heading above says that already.
    if (team != nullptr && !team->side.isEmpty())
        std::erase_if(m_card.facts, [&](const auto& fact) { return fact.second == team->side; });
    for (auto& [label, value] : m_card.facts)
        label = shownName(label);
    QStringList said{m_card.clan.isEmpty() ? m_card.name : tr("%1 of %2").arg(m_card.name, m_card.clan)};
    if (!m_team.isEmpty() && team->name != m_card.name)
        said << m_team;
    if (!m_card.result.isEmpty())
        said << resultText();
    for (const auto& [label, value] : m_card.facts)
        said << label + QLatin1Char(' ') + value;
    setAccessibleName(said.join(QStringLiteral(", ")));
}

void PlayerCardView::setTheme(const render::Theme& theme, const QColor& colour)
{
    m_theme = theme;
    m_colour = colour;
    update();
}

void PlayerCardView::setFactLines(int lines)
{
    m_factLines = lines;
    update();
}

void PlayerCardView::setSelected(bool selected)
{
    m_selected = selected;
    update();
}

QString PlayerCardView::resultText() const
{
    return m_card.resultInferred ? tr("%1 (inferred)").arg(m_card.result) : m_card.result;
}

QString PlayerCardView::copyText() const
{
    const QString name =
        m_card.clan.isEmpty() ? m_card.name : QStringLiteral("[%1] %2").arg(m_card.clan, m_card.name);
    QStringList cells{name};
    if (!m_card.result.isEmpty())
        cells << resultText();
    for (const auto& [label, value] : m_card.facts)
        cells << QStringLiteral("%1: %2").arg(label, value);
    return cells.join(QLatin1Char('\t'));
}

QString PlayerCardView::toolTipText() const
{
    QStringList lines{copyText().section(QLatin1Char('\t'), 0, 0)};
    if (!m_card.result.isEmpty())
        lines << (m_card.resultInferred
                      ? tr("%1: not recorded, inferred from what happened").arg(m_card.result)
                      : m_card.result);
    for (const auto& [label, value] : m_card.facts)
        lines << QStringLiteral("%1: %2").arg(label, value);
    return lines.join(QLatin1Char('\n'));
}

/// As many facts as there is room for, in lines like words. Shared by measuring and painting.
std::vector<PlayerCardView::Fact> PlayerCardView::place(int width) const
{
    const QFontMetrics metrics(factFont(font()));
    const int line = metrics.height() + 1;
    const int left = Pad + Grid;
    const int right = width - Pad;
    int x = left;
    int y = Pad - 1 + QFontMetrics(boldFont(font())).height() + Grid / 2;
    int lines = 1;
    std::vector<Fact> facts;
    for (std::size_t i = 0; i < m_card.facts.size(); ++i) {
        const int label = metrics.horizontalAdvance(m_card.facts[i].first);
        const int value = metrics.horizontalAdvance(m_card.facts[i].second);
        if (x > left && x + label + Grid + value > right) {
            x = left;
            y += line;
            ++lines;
        }
        if (lines > m_factLines) {
            makeRoomForMore(facts, right);
            break;
        }
        const int labelWidth = std::min(label, right - x);
        const int from = x + labelWidth + Grid;
        facts.push_back({QRect(x, y, labelWidth, line),
                         QRect(from, y, std::clamp(value + 1, 0, std::max(right - from, 0)), line), i});
        x = from + value + Between;
    }
    return facts;
}

/// The last line ends in a number where more is known than there is room for.
void PlayerCardView::makeRoomForMore(std::vector<Fact>& facts, int right) const
{
    if (facts.empty())
        return;
    const QFontMetrics metrics(factFont(font()));
    const int most = right - metrics.horizontalAdvance(moreText(hiddenFacts(facts))) - Grid;
    QRect& label = facts.back().label;
    QRect& value = facts.back().value;
    label.setRight(std::min(label.right(), most));
    value.setRight(std::max(std::min(value.right(), most), value.left() - 1));
}

std::size_t PlayerCardView::hiddenFacts(const std::vector<Fact>& facts) const
{
    return facts.empty() ? 0 : m_card.facts.size() - facts.size();
}

QRect PlayerCardView::moreRoom(const Fact& last) const
{
    return {Pad + Grid, last.label.top(), width() - 2 * Pad - Grid, last.label.height()};
}

QString PlayerCardView::moreText(std::size_t facts) { return QStringLiteral("+%1").arg(facts); }

int PlayerCardView::heightForWidth(int width) const
{
    const std::vector<Fact> facts = place(width);
    const int name = Pad - 1 + QFontMetrics(boldFont(font())).height();
    return (facts.empty() ? name : facts.back().label.bottom() + 1) + Pad - 2;
}

QSize PlayerCardView::sizeHint() const { return {44 * Grid, heightForWidth(44 * Grid)}; }

void PlayerCardView::paintName(QPainter& painter, const QRect& room) const
{
    const QFontMetrics bold(boldFont(font()));
    const QFontMetrics plain(font());
    const QString clan = m_card.clan.isEmpty() ? QString() : QStringLiteral("[%1] ").arg(m_card.clan);
    const int wanted = plain.horizontalAdvance(clan) + bold.horizontalAdvance(m_card.name);
    // What is only concluded says so, as everywhere: clan and name give way first. Where not even that is
    // enough, a question mark does.
    const int least = std::min(bold.horizontalAdvance(m_card.name), LeastName);
    const auto fits = [&](const QString& text) {
        return least + Between + plain.horizontalAdvance(text) <= room.width();
    };
    const QString mark = m_card.resultInferred ? QStringLiteral("?") : QString();
    const QString result = fits(resultText()) ? resultText() : m_card.result + mark;
    const int resultWidth = result.isEmpty() ? 0 : plain.horizontalAdvance(result) + Between;
    QFont resultFont = font();
    resultFont.setItalic(m_card.resultInferred);
    painter.setFont(resultFont);
    painter.setPen(m_theme.text);
    painter.drawText(room, int(Qt::AlignRight | Qt::AlignVCenter), result);

    QRect rest = room.adjusted(0, 0, -resultWidth, 0);
    // The clan gives way before the name does.
    if (!clan.isEmpty() && wanted <= rest.width()) {
        painter.setFont(font());
        painter.setPen(m_theme.textMuted);
        painter.drawText(rest, int(Qt::AlignLeft | Qt::AlignVCenter), clan);
        rest.setLeft(rest.left() + plain.horizontalAdvance(clan));
    }
    painter.setFont(boldFont(font()));
    painter.setPen(m_theme.text);
    painter.drawText(rest, int(Qt::AlignLeft | Qt::AlignVCenter),
                     bold.elidedText(m_card.name, Qt::ElideMiddle, rest.width()));
}

void PlayerCardView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(QPen(hasFocus() ? m_theme.accent : m_theme.line, hasFocus() ? 1.5 : 1.0));
    painter.setBrush(underMouse() ? render::blend(m_theme.raised, m_theme.line, 0.35) : m_theme.raised);
    painter.drawRoundedRect(frame, 4, 4);
    if (m_selected) {
        painter.setBrush(Qt::NoBrush);
        const QRectF inside = frame.adjusted(1.5, 1.5, -1.5, -1.5);
        render::outlineSelection(painter, 1.0, [&] { painter.drawRoundedRect(inside, 3, 3); });
        painter.setPen(Qt::NoPen);
    }
    painter.fillRect(QRectF(1, 4, 3, height() - 8), m_colour);

    const int line = QFontMetrics(boldFont(font())).height();
    const QRect name(Pad + Grid + CardMarkSide + Grid + 2, Pad - 1,
                     width() - 2 * Pad - 2 * Grid - CardMarkSide - 2, line);
    paintMark(painter, markFor(std::max(m_hue, 0)),
              QRectF(Pad + Grid, name.center().y() - CardMarkSide / 2.0 + 0.5, CardMarkSide, CardMarkSide),
              m_colour);
    paintName(painter, name);
    painter.setFont(factFont(font()));
    const std::vector<Fact> facts = place(width());
    if (const auto left = hiddenFacts(facts); left > 0) {
        painter.setPen(m_theme.textMuted);
        painter.drawText(moreRoom(facts.back()), int(Qt::AlignRight | Qt::AlignVCenter), moreText(left));
    }
    for (const Fact& fact : facts) {
        const auto& [label, value] = m_card.facts[fact.index];
        painter.setPen(m_theme.textMuted);
        painter.drawText(fact.label, int(Qt::AlignLeft | Qt::AlignVCenter),
                         painter.fontMetrics().elidedText(label, Qt::ElideRight, fact.label.width()));
        painter.setPen(m_theme.text);
        painter.drawText(fact.value, int(Qt::AlignLeft | Qt::AlignVCenter),
                         painter.fontMetrics().elidedText(value, Qt::ElideMiddle, fact.value.width()));
    }
}

bool PlayerCardView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), toolTipText(), this);
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy))
        event->accept();
    return QWidget::event(event);
}

void PlayerCardView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT activated();
}

void PlayerCardView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        Q_EMIT followRequested();
}

void PlayerCardView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        QGuiApplication::clipboard()->setText(copyText());
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        Q_EMIT activated();
    else
        QWidget::keyPressEvent(event);
}

} // namespace ghostline::app
