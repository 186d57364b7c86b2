// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a host is started with, and what it says of itself.
#include "model/base/sentence.h"
#include "together/admission.h"
#include "together/invitation.h"
#include "together/message_budget.h"
#include "together/messages.h"
#include "together/shared_drawings.h"

#include <QHostAddress>
#include <QStringList>

namespace ghostline::together {

/// Tests are in a hurry.
struct HostTimes
{
    std::chrono::milliseconds silence = SilenceTimeout;
    std::chrono::milliseconds ping{3'000}; ///< of the line itself: answered without the other program's doing
    std::chrono::milliseconds state = StateInterval;
    std::chrono::milliseconds change = ChangeInterval;
    std::chrono::milliseconds people{250};      ///< the list comes at most so often
    std::chrono::milliseconds lags{2'000};      ///< ... and for lags alone so often
    std::chrono::milliseconds slow{5'000};      ///< behind for so long without catching up: cut off
    std::chrono::milliseconds lost{30'000};     ///< so long whoever lost the line is in the list
    std::chrono::milliseconds stale{2'000};     ///< unheard for so long: whoever comes back takes its place
    std::chrono::milliseconds goodbye{1'000};   ///< for the other end to close, too
    std::chrono::milliseconds fileIdle{30'000}; ///< a download that takes nothing, or asks for nothing
    std::chrono::milliseconds sweep{50};        ///< how often all that is looked at
};

struct HostOptions
{
    /// Who can reach it: this machine alone; QHostAddress::Any is everybody who reaches the machine.
    QHostAddress address = QHostAddress(QHostAddress::LocalHost);
    std::uint16_t port = DefaultPort; ///< where it is taken, one of the next, else any
    QString code{};                   ///< empty = one is made up
    QString name{};                   ///< of the person at the host, or of the server
    QString program{};                ///< version
    RecordingName recording{};
    QString recordingPath{}; ///< empty = a web address, or none
    bool offersFile = false; ///< guests may fetch it from here
    bool hostDrives = true;  ///< somebody sits at it
    bool mayDraw = true;
    bool mayChat = true;
    QByteArray certificate{}; ///< PEM, with those in between; with a key everything is encrypted
    QByteArray key{};         ///< PEM, without a password

    AdmissionLimits admission{};
    MessageLimits messages{};
    DrawingLimits drawings{};
    std::size_t behindBytes = 256 << 10; ///< unsent: gets nothing but what is newest and small
    std::size_t unsentBytes = MostUnsentBytes;
    /// Connections that fetch the file; then whoever comes takes the place of one that is idle.
    std::size_t downloads = 4 * MostGuests;
    HostTimes times{};
};

/// How it can be reached, once it listens.
struct HostReach
{
    std::vector<Invitation> invitations{}; ///< one for each address, the likeliest first
    std::uint16_t port = 0;
    bool otherPort = false; ///< the wanted one was taken
    bool everybody = false; ///< not this machine alone
    /// Of a recording that is to be handed out and cannot be: why, else empty.
    model::Sentence noFile{};
};

/// Something that whoever hosts may want to know; bounded in number.
struct HostNotice
{
    enum class Kind : std::uint8_t {
        Joined,
        CameBack,
        Left,
        Lost,
        Removed,   ///< by the host, or since it misbehaved
        Refused,   ///< at the door
        CutOff,    ///< an address, after too many wrong codes
        Disobeyed, ///< a guest did what it may not: it goes on
        Fetching,  ///< somebody begins to fetch the file
        Omitted    ///< so many were not said
    };
    Kind kind = Kind::Joined;
    PersonId who = PersonId::None;
    model::Sentence text{}; ///< one sentence without a stop
};

} // namespace ghostline::together
