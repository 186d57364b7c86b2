// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The guests of a host, with and without a line, and how each is told: whoever reads slowly gets what is
// newest, and drawings as the line takes them.
#include "together/drive.h"
#include "together/host_link.h"

#include <memory>
#include <optional>
#include <vector>

namespace ghostline::together {

struct HostGuest
{
    PersonId id = PersonId::None;
    QString name{};  ///< as all see it
    QString asked{}; ///< as it called itself
    QHostAddress address{};
    std::optional<RecordingName> recording{};
    HostLink* link = nullptr; ///< null = the line is lost
    OwnInstant lostAt{};
    int lagMs = -1;
    std::uint64_t drawings = 0; ///< number up to which it has them
    bool stateDue = false;      ///< it was behind when there was a newer one
    bool peopleDue = false;
    std::optional<OwnInstant> behindSince{};
    std::size_t disobeyed = 0;
    TokenBucket points{10.0, 20.0};
    TokenBucket chats{1.0, 6.0};
};

class HostCrowd
{
public:
    HostCrowd(const HostOptions& options, const Drive& drive, const SharedDrawings& drawings);
    ~HostCrowd(); ///< with the lines

    const std::vector<std::unique_ptr<HostGuest>>& guests() const { return m_guests; }
    HostGuest* find(PersonId who) const;
    bool isLost(PersonId who) const;
    /// Those with a line.
    std::size_t here() const;
    People people() const;

    /// Whose place that is: his own again for whoever lost the line and comes from there, else null. A line
    /// that is stale counts as lost: the other end knows first.
    HostGuest* before(const QHostAddress& address, const QString& asked, OwnInstant now) const;
    /// A new one's.
    HostGuest& add(const QString& asked);
    void remove(PersonId who);
    /// The oldest one without a line, where the list is full.
    std::optional<PersonId> tooMany() const;

    void send(const HostGuest& guest, const Message& message) const;
    /// To all but `but`; `lossy`: not to whoever is behind.
    void tell(const Message& message, PersonId but, bool lossy = false) const;
    void tellState(const SharedState& state); ///< not to whoever drives, who knows
    void tellPeople();
    /// Of what it missed the newest, and drawings. Where it does not read: since when it is behind.
    void catchUp(HostGuest& guest, const std::optional<SharedState>& state, OwnInstant now);
    void catchUpAll(const std::optional<SharedState>& state, OwnInstant now);
    /// Who has to be cut off for it.
    std::vector<PersonId> tooSlow(OwnInstant now) const;

private:
    QString freeName(const QString& wanted) const;
    bool isBehind(const HostGuest& guest) const { return guest.link->unsent() > m_options.behindBytes; }

    const HostOptions& m_options;
    const Drive& m_drive;
    const SharedDrawings& m_drawings;
    std::vector<std::unique_ptr<HostGuest>> m_guests;
    std::uint32_t m_lastPerson = 0;
};

} // namespace ghostline::together
