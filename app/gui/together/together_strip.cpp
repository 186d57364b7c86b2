// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/together_strip.h"

#include "app/gui/together/drive_words.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/panel_style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ghostline::app {

namespace {

QToolButton* stripButton(const QString& text, const char* name, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QHBoxLayout* stripRow(QWidget* widget)
{
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2 * Grid);
    return row;
}

QLabel* stripLabel(const char* name, QWidget* parent)
{
    auto* label = new ElidedLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText); // names are other people's text
    return label;
}

} // namespace

TogetherStrip::TogetherStrip(Actions* actions, QWidget* parent)
    : QFrame(parent), m_followVerb(actions->get(id("together.follow"))),
      m_peopleVerb(actions->get(id("together.panel")))
{
    setObjectName(QStringLiteral("togetherStrip"));
    setAccessibleName(tr("Watching together"));
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2 * Grid, Grid, Grid, Grid);
    column->setSpacing(Grid);
    column->addWidget(makeState(actions));
    column->addWidget(makeRequest());
    connect(m_followVerb, &QAction::changed, this, &TogetherStrip::refresh);
    refresh();
}

QWidget* TogetherStrip::makeState(Actions* actions)
{
    auto* line = new QWidget(this);
    QHBoxLayout* row = stripRow(line);
    m_state = stripLabel("togetherState", line);
    m_count = new ElidedLabel(line);
    m_count->setObjectName(QStringLiteral("togetherCount"));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_follow = stripButton(tr("Follow again"), "togetherFollow", line);
    m_leave = stripButton(tr("Leave"), "togetherLeave", line);
    m_people = iconButton(QStringLiteral("together"), m_peopleVerb->toolTip(), line,
                          [verb = m_peopleVerb] { verb->trigger(); });
    m_people->setObjectName(QStringLiteral("togetherPeopleAndChat"));
    connect(m_peopleVerb, &QAction::changed, this, &TogetherStrip::describePeople);
    describePeople();
    const QAction* leave = actions->get(id("together.leave"));
    connect(m_follow, &QToolButton::clicked, m_followVerb, &QAction::trigger);
    connect(m_leave, &QToolButton::clicked, leave, &QAction::trigger);
    row->addWidget(m_state, 1);
    row->addWidget(m_follow);
    row->addWidget(m_count);
    row->addWidget(m_people);
    row->addWidget(m_leave);
    return line;
}

/// In a line of its own, so that it fits beside nothing else in a narrow window.
QWidget* TogetherStrip::makeRequest()
{
    m_request = new QWidget(this);
    QHBoxLayout* row = stripRow(m_request);
    m_requestText = stripLabel("togetherRequest", m_request);
    QToolButton* give = stripButton(tr("Hand over"), "togetherGive", m_request);
    QToolButton* later = stripButton(tr("Not now"), "togetherNotNow", m_request);
    row->addWidget(m_requestText, 1);
    row->addWidget(give);
    row->addWidget(later);
    connect(give, &QToolButton::clicked, this, [this] {
        if (participant() != nullptr && m_asking != together::PersonId::None)
            participant()->give(m_asking);
    });
    connect(later, &QToolButton::clicked, this, [this] {
        m_later.push_back(m_asking);
        refreshRequest();
    });
    return m_request;
}

QString TogetherStrip::text() const { return m_state->text(); }

QString TogetherStrip::requestText() const
{
    return m_request->isHidden() ? QString() : m_requestText->text();
}

void TogetherStrip::setParty(WatchParty* party)
{
    if (m_face && m_face->parent() == this)
        m_face->deleteLater();
    setFace(party != nullptr ? faceOf(party, this) : nullptr);
}

void TogetherStrip::setFace(PartyFace* face)
{
    if (m_face)
        m_face->disconnect(this);
    m_face = face;
    if (face != nullptr) {
        connect(face, &PartyFace::participantChanged, this, &TogetherStrip::takeParticipant);
        connect(face, &PartyFace::changed, this, &TogetherStrip::refresh);
    }
    takeParticipant();
}

void TogetherStrip::setLookingAround(bool on)
{
    m_lookingAround = on;
    refresh();
}

void TogetherStrip::setUnread(int messages)
{
    m_unread = messages;
    describePeople();
}

void TogetherStrip::describePeople()
{
    m_people->setEnabled(m_peopleVerb->isEnabled());
    m_people->setText(m_unread > 0 ? QLocale().toString(m_unread) : QString());
    m_people->setToolButtonStyle(m_unread > 0 ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    const QString unread = tr("%1. Not read yet: %L2").arg(m_peopleVerb->text()).arg(m_unread);
    m_people->setToolTip(m_unread > 0 ? unread : m_peopleVerb->toolTip());
    m_people->setAccessibleName(m_unread > 0 ? unread : m_peopleVerb->text());
}

together::Participant* TogetherStrip::participant() const { return m_face ? m_face->participant() : nullptr; }

void TogetherStrip::takeParticipant()
{
    if (m_heard)
        m_heard->disconnect(this);
    m_heard = participant();
    m_later.clear();
    if (m_heard)
        connect(m_heard, &together::Participant::peopleChanged, this, &TogetherStrip::refresh);
    refresh();
}

QString TogetherStrip::stateText() const
{
    switch (m_face->phase()) {
    case WatchParty::Phase::Lost:
        return tr("The connection is lost, trying again…");
    case WatchParty::Phase::Starting:
        return m_face->role() == WatchParty::Role::Host ? tr("Starting…") : tr("Connecting…");
    case WatchParty::Phase::Comparing:
        // A host lets in already while its recording is being looked at.
        if (m_face->role() == WatchParty::Role::Guest)
            return tr("Comparing the recording with the host's…");
        break;
    case WatchParty::Phase::NeedsFile:
        return tr("The host's recording is not here yet");
    case WatchParty::Phase::Opening:
        return tr("Opening the host's recording…");
    default:
        break;
    }
    if (m_face->isApart())
        return tr("You are looking on your own");
    return m_lookingAround ? tr("You look around while the play goes along") : driverText(*participant());
}

void TogetherStrip::refresh()
{
    const bool any = participant() != nullptr && m_face->phase() != WatchParty::Phase::Idle;
    setVisible(any);
    if (!any)
        return;
    const bool apart = (m_face->isApart() || m_lookingAround) && m_face->phase() != WatchParty::Phase::Lost;
    m_state->setText(stateText());
    colourState(m_face->phase() == WatchParty::Phase::Lost);
    const auto here = std::ranges::count_if(participant()->people(),
                                            [](const together::Person& person) { return !person.lost; });
    m_count->setText(tr("%1 here").arg(here));
    m_count->setVisible(here > 0);
    const QString key = m_followVerb->shortcut().toString(QKeySequence::NativeText);
    m_follow->setText(key.isEmpty() ? tr("Follow again") : tr("Follow again (%1)").arg(key));
    m_follow->setAccessibleName(tr("Follow again"));
    m_follow->setToolTip(m_followVerb->toolTip());
    m_follow->setVisible(apart);
    const bool host = m_face->role() == WatchParty::Role::Host;
    m_leave->setText(host ? tr("Stop") : tr("Leave"));
    m_leave->setAccessibleName(host ? tr("Stop watching together") : tr("Leave"));
    m_leave->setToolTip(host ? tr("Ends it for everybody") : tr("The recording stays open here"));
    refreshRequest();
}

void TogetherStrip::colourState(bool lost)
{
    QPalette colours; // as all others
    if (lost) {
        const render::Theme& theme = themeFor(palette());
        colours.setColor(QPalette::WindowText, render::readable(theme.warning, theme));
    }
    m_state->setPalette(colours);
}

void TogetherStrip::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_request != nullptr)
        refresh();
}

/// One at a time, in the order of the list; to those who can do something about it.
void TogetherStrip::refreshRequest()
{
    const together::Participant* own = participant();
    std::vector<together::Person> asking;
    if (own != nullptr && mayHandOver(*own) && m_face->phase() != WatchParty::Phase::Lost)
        asking = askingPeople(*own);
    // Whoever takes the request back, then asks again, is told again.
    std::erase_if(m_later, [&](together::PersonId who) {
        return std::ranges::find(asking, who, &together::Person::id) == asking.end();
    });
    std::erase_if(asking, [&](const together::Person& person) {
        return std::ranges::find(m_later, person.id) != m_later.end();
    });
    m_asking = asking.empty() ? together::PersonId::None : asking.front().id;
    m_request->setVisible(!asking.empty());
    if (!asking.empty())
        m_requestText->setText(tr("%1 asks for the drive").arg(personName(asking.front())));
}

} // namespace ghostline::app
