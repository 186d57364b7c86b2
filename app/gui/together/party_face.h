// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is seen of a party, and what is done with it: all that panel, strip and dialogs know. Tests have one
// that says what they like.
#include "app/gui/together/watch_party.h"

namespace ghostline::app {

class PartyFace : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    virtual WatchParty::Role role() const = 0;
    virtual WatchParty::Phase phase() const = 0;
    /// null = nothing is going on.
    virtual together::Participant* participant() const = 0;
    /// As SharedPlayback has it; false without one.
    virtual bool isApart() const = 0;
    virtual std::optional<together::HostReach> reach() const = 0;
    virtual QString line() const = 0;
    virtual together::RecordingName recording() const = 0;
    virtual bool isOffered() const = 0;

    virtual void share(const ShareChoice& choice) = 0;
    virtual void join(const together::Invitation& invitation, const QString& name) = 0;
    virtual void fetch() = 0;
    virtual void openOwn(const QString& path) = 0;
    virtual void end() = 0;
    /// By the host.
    virtual void remove(together::PersonId who) = 0;

Q_SIGNALS:
    void changed(); ///< anything but the participant
    void participantChanged();
    void told(const QString& text);
    void failed(const QString& title, const QString& detail);
};

/// Of the window's party; shows none once that is gone.
PartyFace* faceOf(WatchParty* party, QObject* parent);

} // namespace ghostline::app
