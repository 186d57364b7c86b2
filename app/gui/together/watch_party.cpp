// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/watch_party.h"

#include "app/gui/together/file_fetch.h"
#include "app/gui/together/party_words.h"
#include "app/gui/together/share_options.h"
#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/replay_words.h"
#include "model/base/thread_priority.h"

#include <utility>

namespace ghostline::app {

using together::Guest;
using together::Host;
using together::SharedPlayback;

namespace {

/// As a session of the window calls it.
QString sessionPath(const PartyWindow& window, const QString& path)
{
    return wholeAddress(window.registry ? window.registry->replayPath(path) : path);
}

/// Who follows is where the others are, and not at the newest frame of what grows; nor does he play on by
/// himself once there is more behind his end, since whoever drives may have paused by then. Before it is
/// known who drives, nobody is taken for somebody who follows: a host drives at first.
void keepFromLive(SharedPlayback* shared, together::Participant* participant, Playback* playback)
{
    const auto follows = [shared, participant] {
        return !participant->people().empty() && shared->follows();
    };
    const auto leaveLive = [follows, playback] {
        if (follows())
            playback->setLive(false);
    };
    QObject::connect(shared, &SharedPlayback::followingChanged, shared, leaveLive);
    QObject::connect(participant, &together::Participant::peopleChanged, shared, leaveLive);
    QObject::connect(playback, &Playback::awaitsMoreChanged, shared, [leaveLive, playback] {
        if (playback->awaitsMore() && !playback->live()) // who wants to be live breaks away, see below
            leaveLive();
    });
    QObject::connect(playback, &Playback::liveChanged, shared, [shared, follows](bool live) {
        if (live && follows())
            shared->breakAway();
    });
    leaveLive();
}

} // namespace

WatchParty::WatchParty(PartyWindow window, QObject* parent) : QObject(parent), m_window(std::move(window))
{
    connect(&m_own, &OwnRecording::changed, this, &WatchParty::onOwnChanged);
    connect(&m_own, &OwnRecording::failed, this, [this](const model::Error& error) {
        if (m_role == Role::Host)
            Q_EMIT told(words::notComparable(error));
    });
}

/// Without a word to the window, which may be on its way out, too.
WatchParty::~WatchParty()
{
    for (const QObject* part : {static_cast<QObject*>(m_host.get()), static_cast<QObject*>(m_leaving.get()),
                                static_cast<QObject*>(m_guest.get())}) {
        if (part)
            part->disconnect(this);
    }
}

// ---- what it is ----

WatchParty::Role WatchParty::role() const { return m_role; }

WatchParty::Phase WatchParty::phase() const { return m_phase; }

together::Participant* WatchParty::participant() const
{
    if (m_host)
        return m_host.get();
    return m_guest.get();
}

Host* WatchParty::host() const { return m_host.get(); }

Guest* WatchParty::guest() const { return m_guest.get(); }

SharedPlayback* WatchParty::playback() const { return m_playback.get(); }

const std::optional<together::HostReach>& WatchParty::reach() const { return m_reach; }

QString WatchParty::line() const
{
    if (m_role == Role::Guest)
        return m_invitation.text();
    return m_reach && !m_reach->invitations.empty() ? m_reach->invitations.front().text() : QString();
}

const together::RecordingName& WatchParty::recording() const { return m_recording; }

bool WatchParty::isOffered() const { return m_guest && m_guest->welcome() && m_guest->welcome()->offer; }

// ---- beginning and ending ----

void WatchParty::share(const ShareChoice& choice)
{
    auto options = shareOptions(choice, m_own); // before what goes on is ended for it
    if (!options) {
        Q_EMIT failed(words::didNotBegin(), options.error());
        return;
    }
    end();
    m_leaving.reset(); // waits for its thread: the port is free then
    m_path = options->recordingPath;
    m_recording = options->recording;
    m_host = std::make_unique<Host>(this);
    connect(m_host.get(), &Host::started, this, &WatchParty::onStarted);
    connect(m_host.get(), &Host::failed, this,
            [this](const model::Error& error) { fail(words::didNotBegin(), shownError(error)); });
    begin(Role::Host);
    if (!m_host)
        return; // somebody thought better of it
    m_host->start(std::move(*options));
    m_own.identify();
    if (choice.offersFile && m_own.isGrowing())
        Q_EMIT told(words::stillGrowing());
}

void WatchParty::join(const together::Invitation& invitation, const QString& name)
{
    end();
    m_invitation = invitation;
    m_guest = std::make_unique<Guest>(this);
    connect(m_guest.get(), &Guest::welcomed, this, &WatchParty::onWelcomed);
    connect(m_guest.get(), &Guest::recordingKnown, this, [this] { onWelcomed(*m_guest->welcome()); });
    connect(m_guest.get(), &Guest::lineChanged, this, &WatchParty::onLine);
    connect(m_guest.get(), &Guest::failed, this, &WatchParty::onGuestFailed);
    begin(Role::Guest);
    if (!m_guest)
        return; // somebody thought better of it
    m_own.identify();
    // Which recording is open is not said yet: who has another one open is to be let in, and to find the
    // host's.
    m_guest->join({.invitation = invitation,
                   .name = name,
                   .program = QStringLiteral(GHOSTLINE_VERSION),
                   .recording = std::nullopt,
                   .times = {}});
}

void WatchParty::begin(Role role)
{
    m_role = role;
    m_phase = Phase::Starting;
    Q_EMIT participantChanged();
    Q_EMIT changed();
}

void WatchParty::end()
{
    if (m_role != Role::None)
        close();
}

void WatchParty::close()
{
    dropPlayback();
    m_looking.cancel();
    m_own.forget();
    auto host = std::move(m_host);
    auto guest = std::move(m_guest);
    m_role = Role::None;
    m_phase = Phase::Idle;
    m_reach.reset();
    m_invitation = {};
    m_recording = {};
    m_path.clear();
    m_sought = {};
    Q_EMIT participantChanged();
    Q_EMIT changed();
    // Both may be in the middle of telling something.
    if (guest) {
        guest->disconnect(this);
        if (guest->line() != Guest::Line::None)
            guest->leave();
        guest.release()->deleteLater();
    }
    if (host && host->isRunning()) {
        host->disconnect(this);
        m_leaving = std::move(host);
        const auto gone = [this] {
            if (Host* left = m_leaving.release())
                left->deleteLater();
        };
        connect(m_leaving.get(), &Host::stopped, this, gone);
        connect(m_leaving.get(), &Host::failed, this, gone);
        m_leaving->stop();
    } else if (host) {
        host.release()->deleteLater();
    }
}

void WatchParty::fail(const QString& title, const QString& detail)
{
    close();
    Q_EMIT failed(title, detail);
}

void WatchParty::failDifferent(const together::RecordingName& own)
{
    fail(words::differentRecording(), words::differ(m_recording, own));
}

void WatchParty::endWith(const QString& text)
{
    close();
    Q_EMIT told(text);
}

void WatchParty::setPhase(Phase phase)
{
    const bool isOther = std::exchange(m_phase, phase) != phase;
    updatePlayback();
    if (isOther)
        Q_EMIT changed();
}

// ---- what the other end says ----

void WatchParty::onStarted(const together::HostReach& reach)
{
    m_reach = reach;
    setPhase(Phase::Together);
    if (m_host && !reach.noFile.isEmpty())
        Q_EMIT told(words::notHandedOut(reach.noFile));
}

/// For the first time, or again after the line was lost.
void WatchParty::onWelcomed(const together::Welcome& welcome)
{
    if (welcome.recording != m_recording) {
        m_recording = welcome.recording;
        m_sought.searched = false; // not for this one
        Q_EMIT changed();
    }
    if (!m_guest)
        return;
    if (m_path.isEmpty())
        settle();
    else if (model::differ(m_sought.said.content, m_recording.content))
        failDifferent(m_sought.said);
    else
        setPhase(Phase::Together);
}

void WatchParty::onLine(Guest::Line line)
{
    if (line == Guest::Line::Lost && m_phase == Phase::Together)
        setPhase(Phase::Lost);
    else if (line == Guest::Line::In && m_phase == Phase::Lost)
        setPhase(Phase::Together);
}

void WatchParty::onGuestFailed(const together::GuestFailure& failure)
{
    const bool isOther = failure.kind == together::GuestFailure::Kind::Refused &&
                         failure.refusal == together::RefusalReason::Recording && failure.recording;
    if (isOther)
        fail(words::differentRecording(), words::differ(*failure.recording, m_sought.said));
    else
        fail(m_guest->welcome() ? words::isOver() : words::didNotBegin(), words::reasonOf(failure));
}

// ---- the recording ----

void WatchParty::setSession(ReplaySession* session)
{
    if (session == m_own.session())
        return;
    dropPlayback();
    m_own.setSession(session);
    if (m_role == Role::None)
        return;
    const auto& opening = m_sought.opening;
    const bool isOpened = opening && m_own.isOpen(opening->path);
    if (isOpened)
        m_own.know(opening->content);
    if (session)
        m_own.identify();
    if (isOpened) {
        bind();
    } else if (m_path.isEmpty()) {
        if (session)
            m_sought.opening.reset(); // somebody opened another one meanwhile
        settle();
    } else if (m_own.isOpen(m_path)) {
        updatePlayback();
    } else if (session) {
        endWith(words::exchanged());
    } else {
        // The window closes one before it shows the next, which may be the same again.
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (!m_path.isEmpty() && !m_own.session())
                    endWith(words::closed());
            },
            Qt::QueuedConnection);
    }
}

void WatchParty::onOwnChanged()
{
    if (m_role == Role::Host && m_own.isOpen(m_path)) {
        m_recording = m_own.name();
        m_host->setRecording(m_recording);
        Q_EMIT changed();
    } else if (m_role == Role::Guest && m_path.isEmpty()) {
        settle();
    } else if (m_role == Role::Guest && m_own.isOpen(m_path) && !m_own.isOnWeb()) {
        m_sought.said = m_own.name();
        if (model::differ(m_own.name().content, m_recording.content))
            failDifferent(m_own.name());
        else
            m_guest->setRecording(m_sought.said);
    }
}

Likeness WatchParty::likenessOfOpen() const
{
    const ReplaySession* session = m_own.session();
    if (!session)
        return Likeness::Other;
    const bool isTheHosts =
        isOffered() && session->path() == fetchAddress(m_invitation, *m_guest->welcome()->offer);
    if (isTheHosts)
        return Likeness::Same;
    if (m_own.isOnWeb())
        return Likeness::Other; // nobody will know
    const Likeness like = likeness(m_own.name(), m_recording);
    return like == Likeness::Undecided && !m_own.isIdentifying() ? Likeness::Other : like;
}

/// What comes next for a guest who does not have the host's recording open.
void WatchParty::settle()
{
    if (!m_guest || !m_guest->welcome() || m_sought.opening)
        return;
    const Likeness like = likenessOfOpen();
    if (like == Likeness::Same || like == Likeness::Likely)
        bind();
    else if (like == Likeness::Undecided || m_looking.running())
        setPhase(Phase::Comparing);
    else if (!m_sought.searched)
        search();
    else
        setPhase(Phase::NeedsFile);
}

void WatchParty::search()
{
    m_sought.searched = true;
    QStringList paths = m_window.recent ? m_window.recent() : QStringList();
    if (m_own.session())
        paths.removeAll(m_own.session()->path());
    m_looking.start([this, paths, wanted = m_recording](
                        const model::Progress&, const std::stop_token& stop) -> std::function<void()> {
        model::lowerThreadPriority();
        return [this, found = findRecording(paths, wanted, stop)] {
            if (found)
                open(*found);
            else
                settle();
        };
    });
    setPhase(Phase::Comparing);
}

void WatchParty::fetch()
{
    if (m_phase == Phase::NeedsFile && isOffered())
        open({fetchAddress(m_invitation, *m_guest->welcome()->offer), m_recording.content});
}

void WatchParty::openOwn(const QString& path)
{
    if (m_phase != Phase::NeedsFile)
        return;
    const QString whole = sessionPath(m_window, path);
    if (model::isWebAddress(whole)) {
        Q_EMIT told(words::notComparableOnWeb());
        return;
    }
    m_looking.start(
        [this, whole](const model::Progress&, const std::stop_token& stop) -> std::function<void()> {
            return [this, whole, content = model::contentOf(whole, stop)] {
                if (!content) {
                    settle();
                    Q_EMIT told(words::unreadable(whole, content.error()));
                } else if (model::differ(*content, m_recording.content)) {
                    failDifferent({shortName(whole), *content});
                } else {
                    open({whole, *content});
                }
            };
        });
    setPhase(Phase::Comparing);
}

void WatchParty::openingFailed(const QString& path)
{
    if (!m_sought.opening || m_sought.opening->path != path)
        return;
    m_sought.opening.reset();
    settle();
}

void WatchParty::open(FoundRecording found)
{
    found.path = sessionPath(m_window, found.path);
    if (m_own.isOpen(found.path)) {
        m_own.know(found.content);
        bind();
        return;
    }
    m_looking.cancel();
    m_sought.opening = found;
    setPhase(Phase::Opening);
    if (m_sought.opening)
        m_window.open(found.path);
}

/// What is open is the host's recording, as far as anybody knows: what that is may have been told only while
/// this one was being opened.
void WatchParty::bind()
{
    m_looking.cancel();
    m_sought.opening.reset();
    const together::RecordingName own = m_own.isOnWeb() ? m_recording : m_own.name();
    if (model::differ(own.content, m_recording.content)) {
        failDifferent(own);
        return;
    }
    m_path = m_own.session()->path();
    m_sought.said = own;
    m_guest->setRecording(m_sought.said);
    setPhase(m_guest->line() == Guest::Line::Lost ? Phase::Lost : Phase::Together);
}

// ---- its playback ----

void WatchParty::updatePlayback()
{
    const bool isWanted = (m_phase == Phase::Together || m_phase == Phase::Lost) && m_own.isOpen(m_path);
    if (!isWanted)
        dropPlayback();
    else if (!m_playback)
        makePlayback();
}

void WatchParty::makePlayback()
{
    ReplaySession* session = m_own.session();
    m_playback = std::make_unique<SharedPlayback>(participant(), &session->playhead());
    connect(session->playback(), &Playback::bufferingChanged, m_playback.get(), &SharedPlayback::setHeld);
    m_playback->setHeld(session->playback()->buffering());
    keepFromLive(m_playback.get(), participant(), session->playback());
    Q_EMIT playbackChanged();
}

void WatchParty::dropPlayback()
{
    const auto old = std::move(m_playback);
    if (old)
        Q_EMIT playbackChanged();
}

} // namespace ghostline::app
