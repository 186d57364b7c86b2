// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/first_run_hints.h"

#include "app/gui/settings/settings.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace ghostline::app {

namespace {

constexpr int HintIconPx = 16;
const QString FinishedKey = QStringLiteral("hints/finished");

struct NamedHint
{
    FirstRunHints::Hint hint;
    const char* id; ///< in the settings
};
/// In the order in which they are of use.
constexpr std::array<NamedHint, 4> Hints{{
    {FirstRunHints::Hint::Play, "play"},
    {FirstRunHints::Hint::Zoom, "zoom"},
    {FirstRunHints::Hint::Follow, "follow"},
    {FirstRunHints::Hint::Palette, "palette"},
}};

QString idOf(FirstRunHints::Hint hint)
{
    const auto found = std::find_if(Hints.begin(), Hints.end(),
                                    [hint](const NamedHint& named) { return named.hint == hint; });
    return QLatin1String(found->id);
}

QStringList allIds()
{
    QStringList ids;
    for (const NamedHint& named : Hints)
        ids << QLatin1String(named.id);
    return ids;
}

} // namespace

FirstRunHints::FirstRunHints(Actions* actions, QWidget* parent)
    : QFrame(parent), m_actions(actions), m_theme(render::Theme::dark()),
      m_finished(openStore()->value(FinishedKey).toStringList()), m_icon(new QLabel(this)),
      m_text(new QLabel(this)), m_count(new QLabel(this)), m_close(new QToolButton(this)),
      m_closeAll(new QToolButton(this))
{
    setObjectName(QStringLiteral("firstRunHints"));
    build();
    finishBy({QStringLiteral("playback.toggle"), QStringLiteral("playback.pause"),
              QStringLiteral("playback.forward"), QStringLiteral("playback.backward")},
             Hint::Play);
    finishBy({QStringLiteral("help.palette")}, Hint::Palette);
    m_actions->on(QStringLiteral("help.hints"), this, [this](bool) { showAgain(); });
    refresh();
}

void FirstRunHints::build()
{
    setAutoFillBackground(true);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_close->setObjectName(QStringLiteral("hintGotIt"));
    m_closeAll->setObjectName(QStringLiteral("hintNoMore"));
    m_close->setText(tr("Got it"));
    m_close->setAutoRaise(false);
    m_close->setToolTip(tr("Put this hint away for good"));
    m_closeAll->setAutoRaise(true);
    m_closeAll->setIcon(themedIcon(QStringLiteral("close")));
    m_closeAll->setToolTip(tr("No more hints; Help > Show the hints again brings them back"));
    m_closeAll->setAccessibleName(tr("No more hints"));
    for (QToolButton* button : {m_close, m_closeAll})
        button->setFocusPolicy(Qt::TabFocus);
    connect(m_close, &QToolButton::clicked, this, [this] {
        if (const auto hint = current())
            finish(*hint);
    });
    connect(m_closeAll, &QToolButton::clicked, this, &FirstRunHints::finishAll);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(3 * Grid, Grid, Grid, Grid);
    row->setSpacing(2 * Grid);
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    row->addWidget(m_count);
    row->addWidget(m_close);
    row->addWidget(m_closeAll);
}

/// The verbs are used by key, menu, button and palette alike; other keys change what the hint says.
void FirstRunHints::finishBy(const QStringList& verbs, Hint hint)
{
    for (const QString& verb : verbs) {
        connect(m_actions->get(verb), &QAction::triggered, this, [this, hint] { finish(hint); });
        connect(m_actions->get(verb), &QAction::changed, this, &FirstRunHints::refresh);
    }
}

void FirstRunHints::watch(QWidget* timeline, ReplayViews* views)
{
    m_timeline = timeline;
    timeline->installEventFilter(this);
    connect(views, &ReplayViews::doubleClicked, this, [this](model::ActorId actor) {
        if (actor != model::ActorId::None)
            finish(Hint::Follow);
    });
}

bool FirstRunHints::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_timeline && event->type() == QEvent::Wheel)
        finish(Hint::Zoom);
    return QFrame::eventFilter(watched, event);
}

void FirstRunHints::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    QPalette colours = palette();
    colours.setColor(QPalette::Window, theme.raised);
    setPalette(colours);
    m_icon->setPixmap(tintedPixmap(QStringLiteral("info"), theme.textMuted, HintIconPx, devicePixelRatioF()));
}

std::optional<FirstRunHints::Hint> FirstRunHints::current() const
{
    const auto found = std::find_if(Hints.begin(), Hints.end(), [this](const NamedHint& named) {
        return !m_finished.contains(QLatin1String(named.id));
    });
    return found == Hints.end() ? std::nullopt : std::optional(found->hint);
}

QString FirstRunHints::text() const { return m_text->text(); }

void FirstRunHints::finish(Hint hint)
{
    const QString id = idOf(hint);
    if (!m_finished.contains(id))
        setFinished(m_finished + QStringList{id});
}

void FirstRunHints::finishAll() { setFinished(allIds()); }

void FirstRunHints::showAgain() { setFinished({}); }

void FirstRunHints::storeAllFinished() { openStore()->setValue(FinishedKey, allIds()); }

void FirstRunHints::setFinished(const QStringList& ids)
{
    m_finished = ids;
    openStore()->setValue(FinishedKey, ids);
    refresh();
}

void FirstRunHints::refresh()
{
    const auto hint = current();
    setVisible(hint.has_value());
    if (!hint)
        return;
    m_text->setText(textOf(*hint));
    const int place = static_cast<int>(*hint) + 1;
    m_count->setText(tr("%1 of %2").arg(place).arg(Hints.size()));
    setAccessibleName(tr("Hint %1 of %2").arg(place).arg(Hints.size()));
    setAccessibleDescription(m_text->text());
    m_close->setAccessibleDescription(m_text->text());
}

QString FirstRunHints::keyOf(const char* verb) const
{
    const QAction* action = m_actions->get(QLatin1String(verb));
    const QKeySequence key = action->shortcut();
    return key.isEmpty() ? QStringLiteral("“%1”").arg(action->text())
                         : key.toString(QKeySequence::NativeText);
}

QString FirstRunHints::textOf(Hint hint) const
{
    switch (hint) {
    case Hint::Play:
        return tr("%1 plays and pauses. %2, %3, %4: backward, stand still, forward.")
            .arg(keyOf("playback.toggle"), keyOf("playback.backward"), keyOf("playback.pause"),
                 keyOf("playback.forward"));
    case Hint::Zoom:
        return tr("The wheel over the timeline zooms at the pointer; a drag on its ruler goes anywhere.");
    case Hint::Follow:
        return tr("A click on somebody in the picture shows their values, a double click follows them.");
    case Hint::Palette:
        break;
    }
    return tr("%1 finds any action by a few letters of its name.").arg(keyOf("help.palette"));
}

} // namespace ghostline::app
