// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/watch_together.h"

#include "app/gui/settings/language.h"
#include "app/gui/shell/docks.h"
#include "app/gui/shell/replay_opener.h"
#include "app/gui/shell/together_look.h"
#include "app/gui/together/drive_words.h"
#include "app/gui/together/join_dialog.h"
#include "app/gui/together/share_dialog.h"
#include "app/gui/together/together_panel.h"
#include "app/gui/together/together_settings.h"
#include "app/gui/together/together_strip.h"
#include "app/gui/view/view_area.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/dialogs.h"
#include "model/bytes/http_source.h"

#include <QDockWidget>
#include <QMessageBox>

#include <utility>

namespace ghostline::app {

namespace {

PartyWindow partyWindow(MainWindow* window, const WindowSetup& setup, ReplayOpener* opener)
{
    PartyWindow parts;
    parts.registry = setup.registry;
    parts.recent = recentPaths;
    // By the loader alone: a folder or a list would be no recording, and is not what is meant.
    parts.open = [window, opener, registry = setup.registry](const QString& path) {
        // The address of a host's file has a secret in it, and nobody answers there tomorrow.
        if (model::isWebAddress(path))
            opener->openWithoutRemembering(path, window->openOptions());
        else
            opener->loader().open(registry->replayPath(path), window->openOptions());
    };
    return parts;
}

} // namespace

WatchTogether::WatchTogether(MainWindow* window, const WindowSetup& setup, Docks* docks, ReplayOpener* opener)
    : QObject(window), m_window(window), m_opener(opener), m_filters(recordingFilters(*setup.registry)),
      m_strip(new TogetherStrip(&window->actions(), window)), m_look(new TogetherLook(&window->area(), this)),
      m_pointing(&window->area()), m_board(window), m_party(partyWindow(window, setup, opener))
{
    window->area().setHeader(m_strip);
    m_strip->setParty(&m_party);
    auto* panel = docks->panel<TogetherPanel>();
    panel->setParty(&m_party);
    bindChat(docks->dock(QStringLiteral("together")), panel);
    const auto failed = [this](const QString& path) {
        m_hostAt.reset(); // what is opened next was not meant
        m_party.openingFailed(path);
    };
    connect(&opener->loader(), &ReplayLoader::failed, this,
            [failed](const model::Error&, const QString& path) { failed(path); });
    connect(&opener->loader(), &ReplayLoader::cancelled, this, failed);
    bindVerbs();
    bindParty();
    bindFollowing();
    refresh();
}

WatchTogether::~WatchTogether()
{
    // What listens to the party goes with the window; nothing of its end is to be shown any more.
    m_party.disconnect(this);
}

void WatchTogether::bindVerbs()
{
    Actions& actions = m_window->actions();
    actions.on(id("together.share"), this, [this](bool) { ShareDialog::present(&m_party, m_window); });
    actions.on(id("together.join"), this, [this](bool) { showJoining({}); });
    actions.on(id("together.leave"), this, [this](bool) { m_party.end(); });
    actions.on(id("together.follow"), this, [this](bool) { m_look->followAgain(); });
    actions.on(id("together.point"), this, [this](bool) {
        if (!m_pointing.pointAtSelection())
            tell(tr("Nobody is selected who could be pointed at"), false);
    });
    actions.on(id("together.ask"), this, [this](bool) {
        if (together::Participant* own = m_party.participant())
            carryOut(driveWish(*own), *own);
        refreshAsk(); // what it says is what the others were told
    });
}

void WatchTogether::bindParty()
{
    connect(&m_party, &WatchParty::participantChanged, this, &WatchTogether::takeParticipant);
    connect(&m_party, &WatchParty::playbackChanged, this, &WatchTogether::takePlayback);
    connect(&m_party, &WatchParty::changed, this, &WatchTogether::refresh);
    connect(&m_party, &WatchParty::told, this, [this](const QString& text) { tell(text, false); });
    connect(&m_party, &WatchParty::failed, this, &WatchTogether::tellFailure);
}

void WatchTogether::bindFollowing()
{
    connect(m_look, &TogetherLook::lookingAroundChanged, this, [this] {
        m_strip->setLookingAround(m_look->isLookingAround());
        refresh();
    });
}

void WatchTogether::bindChat(QDockWidget* dock, TogetherPanel* panel)
{
    connect(&panel->log(), &ChatLog::appended, this, [this, panel](const ChatEntry& entry) {
        if (entry.kind == ChatEntry::Kind::Theirs && panel->visibleRegion().isEmpty())
            m_strip->setUnread(++m_unread);
    });
    const auto read = [this] { m_strip->setUnread(m_unread = 0); };
    connect(&panel->log(), &ChatLog::cleared, this, read);
    connect(dock, &QDockWidget::visibilityChanged, this, [read](bool seen) {
        if (seen)
            read();
    });
}

void WatchTogether::setSession(ReplaySession* session)
{
    // Who listens to the old one's playhead lets go first.
    if (session == nullptr)
        m_party.setSession(nullptr);
    m_look->setSession(session);
    m_board.setSession(session);
    if (session == nullptr)
        return;
    m_party.setSession(session);
    if (const auto port = std::exchange(m_hostAt, std::nullopt))
        hostAt(*port);
}

bool WatchTogether::takes(const QString& address)
{
    if (!together::isInvitation(address))
        return false;
    showJoining(address);
    return true;
}

void WatchTogether::hostAt(std::uint16_t port)
{
    if (m_window->session() == nullptr) {
        m_hostAt = port;
        return;
    }
    ShareChoice choice = loadShareChoice();
    choice.port = port;
    choice.everybody = false; // wider only where somebody has chosen it just now
    m_party.share(choice);
    ShareDialog::present(&m_party, m_window);
}

void WatchTogether::join(const together::Invitation& invitation)
{
    m_party.join(invitation, loadShareChoice().name);
    showJoining(invitation.text());
}

void WatchTogether::showJoining(const QString& line)
{
    JoinDialog::present(&m_party, line, m_filters, m_window);
}

void WatchTogether::speakWhenOver(LanguageChoice language)
{
    if (m_party.role() == WatchParty::Role::None) {
        speak(language);
        return;
    }
    m_language = language; // it makes another window, and the others look at what this one shows
    tell(tr("The other language comes when watching together has ended"), false);
}

void WatchTogether::takeParticipant()
{
    together::Participant* participant = m_party.participant();
    m_board.setParticipant(participant);
    if (participant != nullptr)
        connect(participant, &together::Participant::peopleChanged, this, &WatchTogether::refreshAsk);
    // The host says again what all drew, the first time and whenever the line is back.
    if (const together::Guest* guest = m_party.guest())
        connect(guest, &together::Guest::welcomed, &m_board, &PartyBoard::startOver);
    refresh();
}

void WatchTogether::takePlayback()
{
    together::SharedPlayback* playback = m_party.playback();
    m_look->setPlayback(playback);
    m_board.setTogether(playback != nullptr);
    m_pointing.setParticipant(playback != nullptr ? m_party.participant() : nullptr);
    if (playback != nullptr) {
        connect(playback, &together::SharedPlayback::followingChanged, this, &WatchTogether::refresh);
        m_opener->forgetPlace();
        if (!m_party.participant()->mayDraw())
            tell(tr("The host wants no drawings of guests: what you draw stays yours"), false);
    }
    refresh();
}

void WatchTogether::refresh()
{
    using enum WatchParty::Phase;
    const bool any = m_party.role() != WatchParty::Role::None;
    const WatchParty::Phase before = std::exchange(m_phase, m_party.phase());
    const auto* playback = m_party.playback();
    const bool apart = playback != nullptr && (playback->isApart() || m_look->isLookingAround());
    Actions& actions = m_window->actions();
    const QString alone = tr("Nobody watches together");
    actions.offer(id("together.leave"), any, alone);
    const bool points = playback != nullptr && m_party.participant()->mayDraw();
    actions.offer(id("together.point"), points, any ? tr("The host does not want it") : alone);
    actions.offer(id("together.follow"), apart, any ? tr("This is what whoever drives looks at") : alone);
    refreshAsk();
    if (m_phase == Together && std::exchange(m_toldEnd, false))
        m_window->area().banner()->hide(); // of the last time
    // The dialog may have been closed while the recording was being opened.
    if (m_phase == NeedsFile && before != NeedsFile)
        showJoining({});
    if (const auto language = any ? std::nullopt : std::exchange(m_language, std::nullopt))
        QMetaObject::invokeMethod(
            this, [language] { speak(*language); }, Qt::QueuedConnection);
}

void WatchTogether::refreshAsk()
{
    const together::Participant* participant = m_party.participant();
    const bool in = participant != nullptr && participant->me() != together::PersonId::None;
    const bool drives = in && participant->drives();
    const together::Person* me = in ? participant->person(participant->me()) : nullptr;
    Actions& actions = m_window->actions();
    actions.offer(id("together.ask"), in && !drives,
                  drives ? tr("The others follow what you do already") : tr("Nobody watches together"));
    actions.get(id("together.ask"))->setChecked(me != nullptr && me->asks);
}

void WatchTogether::tellFailure(const QString& title, const QString& detail)
{
    // The dialogs say it themselves, where the line can be mended.
    for (const char* dialog : {"joinDialog", "shareDialog"}) {
        if (m_window->findChild<QDialog*>(QLatin1String(dialog)) != nullptr)
            return;
    }
    tell(detail.isEmpty() ? title : tr("%1: %2").arg(title, detail), true);
}

void WatchTogether::tell(const QString& text, bool warning)
{
    if (!m_window->isVisible()) // it has just been closed: a box would outlive it
        return;
    if (m_window->session() != nullptr) {
        m_window->area().banner()->tell(warning ? Banner::Level::Warning : Banner::Level::Info, text);
        m_toldEnd = warning;
        return;
    }
    // The welcome page has no place for it; that something ended with the recording one has closed goes
    // without saying.
    if (!warning)
        return;
    auto* box = new QMessageBox(QMessageBox::Warning, tr("Watch together"), text, QMessageBox::Ok, m_window);
    box->setObjectName(QStringLiteral("togetherNotice"));
    box->setTextFormat(Qt::PlainText); // it holds other people's names
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    box->show();
}

} // namespace ghostline::app
