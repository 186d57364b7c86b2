// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Watching together, as the window has it: starts a host or joins one, sees to it that everybody has the same
// recording, and ends. What is seen and said in it is left to its participant() and its playback(). UI thread
// only.
#include "app/gui/together/own_recording.h"
#include "app/gui/together/recording_search.h"
#include "model/codec/codec_registry.h"
#include "together/guest.h"
#include "together/host.h"
#include "together/shared_playback.h"

#include <functional>

namespace ghostline::app {

/// What the party asks of its window.
struct PartyWindow
{
    std::shared_ptr<const model::CodecRegistry> registry;
    /// Opens a path or an address in this window, as a person would.
    std::function<void(const QString& path)> open;
    /// Recordings that were opened before: one of them may be the host's.
    std::function<QStringList()> recent;
};

/// How a host is started.
struct ShareChoice
{
    QString name;           ///< of the person
    bool everybody = false; ///< who reaches this machine; else this machine alone
    bool offersFile = true; ///< guests may fetch the recording
    bool mayDraw = true;
    std::uint16_t port = together::DefaultPort;
    QString certificatePath; ///< PEM; with a key everything is encrypted
    QString keyPath;
};

class WatchParty : public QObject
{
    Q_OBJECT
public:
    enum class Role : std::uint8_t { None, Host, Guest };
    enum class Phase : std::uint8_t {
        Idle,
        Starting,  ///< the host does not listen yet, or the guest has no Welcome
        Comparing, ///< which recording this is (its content is being worked out, here or in recent ones)
        NeedsFile, ///< guest: has no such recording, and did not say yet whether to fetch it
        Opening,   ///< guest: the recording is being opened, from here or from the host
        Together,  ///< all is there
        Lost       ///< guest: the line; it is being had again, the play goes on
    };

    explicit WatchParty(PartyWindow window, QObject* parent = nullptr);
    ~WatchParty() override;
    /// null = no recording is open. Not owned. A host whose recording is closed or exchanged ends; so does a
    /// guest who opens another one than the host's.
    void setSession(ReplaySession* session);

    Role role() const;
    Phase phase() const;
    /// null = nothing is going on.
    together::Participant* participant() const;
    together::Host* host() const;   ///< null unless hosting
    together::Guest* guest() const; ///< null unless a guest
    /// null unless participant() and the recording are there.
    together::SharedPlayback* playback() const;
    /// Of a host: how it is reached; nothing before it listens.
    const std::optional<together::HostReach>& reach() const;
    /// The line to paste: of the host, or the one that was joined.
    QString line() const;
    /// The host's, for a guest; one's own for a host.
    const together::RecordingName& recording() const;
    /// Guest: the host hands it out.
    bool isOffered() const;

    /// Begins to host the open recording. One that goes on is ended first.
    void share(const ShareChoice& choice);
    /// Joins; whatever went on is ended first.
    void join(const together::Invitation& invitation, const QString& name);
    /// Guest who NeedsFile: fetches and opens it from the host.
    void fetch();
    /// Guest who NeedsFile: has it here. Compared before it counts.
    void openOwn(const QString& path);
    /// The window could not open this, or was told not to: a guest who waits for it NeedsFile again.
    void openingFailed(const QString& path);
    /// Says goodbye.
    void end();

Q_SIGNALS:
    void changed();            ///< role(), phase(), reach(), recording()
    void participantChanged(); ///< another one, or none any more; before the old one goes
    void playbackChanged();    ///< another one, or none any more; before the old one goes
    /// Something to be told in the window's banner.
    void told(const QString& text);
    /// It did not begin, or is over without one's own doing. `detail` for people who want to know more.
    void failed(const QString& title, const QString& detail);

private:
    /// Of a guest: how the recording is come by.
    struct Sought
    {
        std::optional<FoundRecording> opening{}; ///< the window was asked for it
        bool searched = false;                   ///< among recent ones
        together::RecordingName said{};          ///< to the host, as one's own
    };

    void begin(Role role);
    void close();
    void fail(const QString& title, const QString& detail);
    void failDifferent(const together::RecordingName& own);
    void endWith(const QString& text);
    void setPhase(Phase phase);

    void onStarted(const together::HostReach& reach);
    void onWelcomed(const together::Welcome& welcome);
    void onLine(together::Guest::Line line);
    void onGuestFailed(const together::GuestFailure& failure);
    void onOwnChanged();

    // How a guest comes by the recording.
    Likeness likenessOfOpen() const;
    void settle();
    void search();
    void open(FoundRecording found);
    void bind();

    void updatePlayback();
    void makePlayback();
    void dropPlayback();

    PartyWindow m_window;
    OwnRecording m_own;
    Role m_role = Role::None;
    Phase m_phase = Phase::Idle;
    std::optional<together::HostReach> m_reach;
    together::Invitation m_invitation{};
    together::RecordingName m_recording{};
    QString m_path; ///< that everything goes by: another one ends it; empty = a guest does not have it yet
    Sought m_sought{};
    std::unique_ptr<together::Host> m_host;
    std::unique_ptr<together::Host> m_leaving; ///< lets its guests say goodbye
    std::unique_ptr<together::Guest> m_guest;
    std::unique_ptr<together::SharedPlayback> m_playback; ///< behind those it needs
    Job m_looking;                                        ///< last: reports here
};

} // namespace ghostline::app
