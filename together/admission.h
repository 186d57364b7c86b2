// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who may come in: counts wrong codes, bounds connections that have not shown one yet, and guests. Knows no
// socket and no clock.
#include "together/instants.h"
#include "together/limits.h"

#include <QByteArray>
#include <QHostAddress>
#include <QString>

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <vector>

namespace ghostline::together {

/// Of one connection, never given to two.
using ConnectionId = std::uint64_t;

struct AdmissionLimits
{
    std::size_t guests = MostGuests;
    std::size_t halfMade = 128;          ///< connections that have not shown the code yet
    std::size_t halfMadePerAddress = 64; ///< a club comes from one address, at once
    std::chrono::milliseconds handshake = HelloTimeout;
    std::size_t wrongPerAddress = 10; ///< then it is cut off ...
    std::size_t wrongInAll = 500;     ///< ... and here every address that has not shown the code before
    std::chrono::milliseconds firstDelay{250}; ///< of the answer to a wrong code; doubles each time
    std::chrono::milliseconds longestDelay{4'000};
    std::chrono::milliseconds forgotten = std::chrono::minutes(10); ///< a wrong code, after so long
    std::size_t addresses = 1'024;                                  ///< remembered at most
};

class Admission
{
public:
    enum class Verdict : std::uint8_t {
        Right,
        Wrong,
        Later, ///< too many wrong ones; whether this one is right was not looked at
        Full,
        Other ///< the secret of another file, or of another host: wrong, and no guess
    };
    struct Answer
    {
        Verdict verdict = Verdict::Wrong;
        std::chrono::milliseconds delay{}; ///< to be waited before it is said
        bool cutOff = false;               ///< it was the one too many
    };

    explicit Admission(AdmissionLimits limits = {}) : m_limits(limits) {}

    /// Somebody connects; whom to drop for that, oldest first: who is honest has the code ready at once.
    std::vector<ConnectionId> connected(ConnectionId id, const QHostAddress& address, OwnInstant now);
    /// Its answer is being delayed.
    void extend(ConnectionId id, OwnInstant until);
    /// Let in, or gone.
    void settled(ConnectionId id);
    /// Whose time is up; they are settled.
    std::vector<ConnectionId> overdue(OwnInstant now);
    std::size_t halfMade() const { return m_halfMade.size(); }

    /// Whether that address is heard at all.
    bool isCutOff(const QHostAddress& address, OwnInstant now);
    /// The code of an invitation, as typed, against the right one.
    Answer checkCode(const QHostAddress& address, const QString& typed, const QString& right,
                     std::size_t guests, OwnInstant now);
    /// The secret in an address of the file; `wellFormed`: it could be one.
    Answer checkSecret(const QHostAddress& address, const QByteArray& given, const QByteArray& right,
                       bool wellFormed, OwnInstant now);
    std::size_t addressesKnown() const { return m_wrong.size(); }

private:
    struct HalfMade
    {
        ConnectionId id = 0;
        QByteArray address;
        OwnInstant until{};
    };
    struct WrongCodes
    {
        std::size_t count = 0;
        OwnInstant last{};
    };

    Answer check(const QHostAddress& address, bool right, OwnInstant now);
    Answer wrong(const QByteArray& key, OwnInstant now);
    void forget(OwnInstant now);

    AdmissionLimits m_limits;
    std::vector<HalfMade> m_halfMade; ///< oldest first
    std::map<QByteArray, WrongCodes> m_wrong;
    std::deque<OwnInstant> m_wrongInAll; ///< oldest first, no more than matter
    std::set<QByteArray> m_right;        ///< addresses from which somebody has come in
};

/// What counts as one address: of IPv6 the 64 bits that a household gets; IPv4 also where it is written as
/// IPv6.
QByteArray addressKey(const QHostAddress& address);

/// Takes as long for what is nearly right as for what is all wrong; only the length of `right` shows.
bool sameSecret(const QByteArray& given, const QByteArray& right);

} // namespace ghostline::together
