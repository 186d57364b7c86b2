// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/transport_bar.h"

#include "app/gui/session/replay_session.h"
#include "app/gui/timeline/speed_control.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int ButtonSize = 28;
constexpr int PlaySize = 32;

} // namespace

TransportBar::TransportBar(Actions* actions, QWidget* parent) : Panel(parent), m_actions(actions)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(0);
    setAccessibleName(tr("Transport"));
    addButton(QStringLiteral("playback.start"), ButtonSize);
    addButton(QStringLiteral("playback.stepBack"), ButtonSize);
    addButton(QStringLiteral("playback.backward"), ButtonSize);
    m_play = addButton(QStringLiteral("playback.toggle"), PlaySize);
    addButton(QStringLiteral("playback.forward"), ButtonSize);
    addButton(QStringLiteral("playback.stepForward"), ButtonSize);
    addButton(QStringLiteral("playback.end"), ButtonSize);
    row->addSpacing(12);
    addTime();
    row->addStretch(1);
    addLive();
    m_speed = new SpeedControl(this);
    row->addWidget(m_speed);
    row->addSpacing(12);

    m_loop = new QToolButton(this);
    m_loop->setAutoRaise(true);
    m_loop->setCheckable(true);
    m_loop->setIcon(themedIcon(QStringLiteral("loop")));
    m_loop->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_loop->setFixedHeight(ButtonSize);
    m_loop->setFont(tabularFont(smallFont(font())));
    m_loop->setAccessibleName(tr("Loop"));
    m_loop->setFocusPolicy(Qt::TabFocus);
    // With a loop: clear it. Without one: repeat the whole replay.
    connect(m_loop, &QToolButton::clicked, this, [this](bool on) {
        if (session()) {
            const model::FrameRange all{0, session()->index()->frames()};
            session()->playhead().setLoop(on && !all.empty() ? std::optional(all) : std::nullopt);
        }
        refreshLoop();
    });
    row->addWidget(m_loop);
    setSession(nullptr);
}

QToolButton* TransportBar::addButton(const QString& action, int size)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(m_actions->get(action));
    button->setObjectName(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setAutoRaise(true);
    button->setFixedSize(size, size);
    const int icon = size == PlaySize ? 24 : 20;
    button->setIconSize({icon, icon});
    button->setAccessibleName(m_actions->get(action)->text());
    button->setFocusPolicy(Qt::TabFocus);
    // Holding a step button is a slow run, as holding its key is.
    if (m_actions->get(action)->autoRepeat() && action.contains(QLatin1String("step"))) {
        button->setAutoRepeat(true);
        button->setAutoRepeatDelay(350);
        button->setAutoRepeatInterval(60);
    }
    layout()->addWidget(button);
    return button;
}

/// Only there while the recording grows; pressed while the picture sticks to its newest frame.
void TransportBar::addLive()
{
    m_live = addButton(QStringLiteral("playback.live"), ButtonSize);
    m_live->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_live->setText(tr("Live"));
    m_live->setFont(smallFont(font()));
    m_live->setMinimumWidth(0);
    m_live->setMaximumWidth(QWIDGETSIZE_MAX);
    m_live->hide();
    static_cast<QHBoxLayout*>(layout())->addSpacing(8);
}

void TransportBar::refreshLive()
{
    m_live->setVisible(session() && session()->index()->growing);
    m_live->setText(tr("Live")); // the button takes the action's longer text whenever that changes
}

void TransportBar::addTime()
{
    const QFont figures = tabularFont(font());
    m_time = new QLineEdit(this);
    m_time->setFont(figures);
    m_time->setAlignment(Qt::AlignRight);
    m_time->setFixedHeight(ButtonSize);
    m_time->setAccessibleName(tr("Time"));
    connect(m_time, &QLineEdit::textEdited, this, [this] { showRejected({}); });
    m_time->installEventFilter(this);
    connect(m_time, &QLineEdit::returnPressed, this, &TransportBar::applyTime);
    layout()->addWidget(m_time);

    m_clockButton = new QToolButton(this);
    m_clockButton->setAutoRaise(true);
    m_clockButton->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_clockButton->setFont(smallFont(font()));
    m_clockButton->setFixedHeight(ButtonSize);
    m_clockButton->setToolTip(tr("Click for the next clock: time, frame, wall clock, game clock"));
    m_clockButton->setFocusPolicy(Qt::TabFocus);
    connect(m_clockButton, &QToolButton::clicked, this, &TransportBar::nextClock);
    layout()->addWidget(m_clockButton);

    m_total = new QLabel(this);
    m_total->setFont(figures);
    m_total->setAccessibleName(tr("Length"));
    layout()->addWidget(m_total);
    static_cast<QHBoxLayout*>(layout())->addSpacing(16);
    m_frame = new QLabel(this);
    m_frame->setFont(figures);
    m_frame->setAccessibleName(tr("Frame"));
    layout()->addWidget(m_frame);
}

void TransportBar::onSessionChanged()
{
    if (session()) {
        model::Playhead& playhead = session()->playhead();
        connect(&playhead, &model::Playhead::moved, this, &TransportBar::refreshTime);
        connect(&playhead, &model::Playhead::playingChanged, this, &TransportBar::refreshPlaying);
        connect(&playhead, &model::Playhead::loopChanged, this, &TransportBar::refreshLoop);
        connect(session(), &ReplaySession::indexChanged, this, &TransportBar::refreshTotals);
        connect(session(), &ReplaySession::indexChanged, this, &TransportBar::refreshLive);
        connect(session()->playback(), &Playback::liveChanged, this, &TransportBar::refreshLive);
        connect(session()->playback(), &Playback::awaitsMoreChanged, this, &TransportBar::refreshPlaying);
        const std::vector<ClockChoice> clocks = clocksOf(session()->info());
        if (std::find(clocks.begin(), clocks.end(), m_clock) == clocks.end())
            m_clock = {};
    } else {
        m_clock = m_clock.kind == ClockKind::Frame ? m_clock : ClockChoice{};
    }
    m_speed->setSession(session());
    m_time->setEnabled(session());
    m_clockButton->setEnabled(session());
    m_loop->setEnabled(session());
    refreshTotals();
    refreshPlaying();
    refreshLoop();
    refreshLive();
}

void TransportBar::onThemeChanged()
{
    QPalette muted = m_frame->palette();
    muted.setColor(QPalette::WindowText, theme().textMuted);
    m_frame->setPalette(muted);
    m_total->setPalette(muted);
    showRejected({});
}

void TransportBar::nextClock()
{
    if (!session())
        return;
    const std::vector<ClockChoice> clocks = clocksOf(session()->info());
    const auto now = std::find(clocks.begin(), clocks.end(), m_clock);
    m_clock = now == clocks.end() || now + 1 == clocks.end() ? clocks.front() : *(now + 1);
    refreshTotals();
}

void TransportBar::applyTime()
{
    if (!session())
        return;
    QString text = m_time->text().trimmed();
    const bool digits =
        !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) { return c.isDigit(); });
    // Who reads frames in the field means a frame when typing a bare number.
    if (m_clock.kind == ClockKind::Frame && digits)
        text.prepend(QLatin1Char('#'));
    const auto at = model::parseTime(text, session()->playhead().timeAxis(), session()->playhead().at());
    if (!at) {
        showRejected(shownError(at.error()));
        m_time->selectAll();
        return;
    }
    m_time->setModified(false);
    session()->playhead().seek(*at);
    refreshTime();
    m_time->clearFocus(); // the next key is one of the player's again
}

/// What was typed stays, in the error colour, and the tooltip says what is understood.
void TransportBar::showRejected(const QString& why)
{
    QPalette colors = m_time->palette();
    colors.setColor(QPalette::Text, why.isEmpty() ? palette().color(QPalette::Text) : theme().error);
    m_time->setPalette(colors);
    m_time->setToolTip(why.isEmpty() ? tr("Type where to go: 12:34.5, #frame, +10s, -1f, 50%") : why);
    m_time->setAccessibleDescription(why);
}

bool TransportBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_time && event->type() == QEvent::FocusOut) {
        m_time->setModified(false);
        refreshTime();
    }
    if (watched == m_time && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        m_time->setModified(false);
        m_time->clearFocus();
        refreshTime();
        return true;
    }
    // While typing, Backspace, Home or a digit belong to the field and not to the window's keys.
    if (watched == m_time && event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (!(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) && key->key() != Qt::Key_Tab &&
            key->key() != Qt::Key_Backtab && key->key() < Qt::Key_F1) {
            event->accept();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TransportBar::refreshTotals()
{
    if (!session()) {
        m_clockButton->setText(tr("time"));
        m_total->clear();
        refreshTime();
        return;
    }
    const model::ReplayInfo& info = session()->info();
    const model::TimeAxis& axis = session()->index()->timeAxis;
    const QString last =
        clockText(m_clock, info, axis, {std::max<model::FrameNumber>(0, axis.frames() - 1), 0.0});
    const QString most = m_clock.kind == ClockKind::Elapsed ? QStringLiteral("-0:00.000") : QString();
    m_clockButton->setText(clockTitle(m_clock, info));
    m_clockButton->setAccessibleName(tr("Clock: %1").arg(m_clockButton->text()));
    m_total->setText(QStringLiteral("/ ") + last);
    const QFontMetrics metrics(m_time->font());
    // 20 px: frame and inner margins of the field.
    m_time->setFixedWidth(std::max({metrics.horizontalAdvance(last), metrics.horizontalAdvance(most), 64}) +
                          20);
    m_frame->setMinimumWidth(
        metrics.horizontalAdvance(frameText(std::max<model::FrameNumber>(axis.frames(), 1000))));
    refreshTime();
}

void TransportBar::refreshTime()
{
    if (!session()) {
        m_time->setText(model::formatTime(model::Micros{0}));
        m_frame->clear();
        return;
    }
    const model::FrameTime at = session()->playhead().at();
    if (!m_time->isModified()) {
        if (!m_time->accessibleDescription().isEmpty())
            showRejected({});
        const bool selected = m_time->hasFocus() && m_time->hasSelectedText();
        m_time->setText(clockText(m_clock, session()->info(), session()->index()->timeAxis, at));
        if (selected)
            m_time->selectAll();
    }
    m_frame->setText(frameText(at.frame));
}

void TransportBar::refreshPlaying()
{
    // Waiting for more to play is playing, too.
    const bool playing =
        session() && (session()->playhead().playing() || session()->playback()->awaitsMore());
    m_play->setIcon(themedIcon(playing ? QStringLiteral("pause") : QStringLiteral("play")));
    m_play->setAccessibleName(playing ? tr("Pause") : tr("Play"));
}

void TransportBar::refreshLoop()
{
    const auto loop = session() ? session()->playhead().loop() : std::nullopt;
    m_loop->setChecked(loop.has_value());
    if (!loop) {
        m_loop->setText(QString());
        m_loop->setToolTip(tr("Repeat the whole replay; Shift-drag on the timeline repeats a range"));
        return;
    }
    const model::TimeAxis& axis = session()->index()->timeAxis;
    m_loop->setText(model::formatTimeShort(axis.timeOf(loop->first)) + QStringLiteral(" \u2013 ") +
                    model::formatTimeShort(axis.timeOf(loop->end)));
    m_loop->setToolTip(tr("Repeating frames %1 to %2; click to clear").arg(loop->first).arg(loop->end - 1));
}

QJsonObject TransportBar::saveState() const
{
    return {{QStringLiteral("clock"), static_cast<int>(m_clock.kind)},
            {QStringLiteral("named"), m_clock.named}};
}

void TransportBar::restoreState(const QJsonObject& state)
{
    const ClockChoice wanted{static_cast<ClockKind>(std::clamp(state[QStringLiteral("clock")].toInt(), 0, 3)),
                             state[QStringLiteral("named")].toInt(-1)};
    const std::vector<ClockChoice> clocks = clocksOf(session() ? session()->info() : model::ReplayInfo());
    m_clock = std::find(clocks.begin(), clocks.end(), wanted) != clocks.end() ? wanted : ClockChoice{};
    refreshTotals();
}

} // namespace ghostline::app
