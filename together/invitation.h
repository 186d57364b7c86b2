// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one line that is pasted to join: ghostline://HOST:PORT/CODE, with ?fingerprint=SHA256 where the line is
// encrypted.
#include "model/base/error.h"

#include <QByteArray>
#include <QString>
#include <QUrl>

#include <cstdint>

namespace ghostline::together {

/// Where nobody says another one.
inline constexpr std::uint16_t DefaultPort = 24'611;

/// Ten signs of 32: 2^50 codes, so that a million guesses a second for a year find one of 36. Nothing in it
/// is taken for something else when read aloud or copied by hand: no 0 and O, no 1 and I.
inline constexpr int CodeSigns = 10;
inline constexpr char CodeAlphabet[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// Another one each time, of the system's random numbers.
QString makeCode();
/// As people read it: two groups of five, with a hyphen.
QString groupedCode(const QString& code);
/// Of what somebody typed: small letters, hyphens and spaces are nothing to stumble over. Empty where it is
/// no code.
QString readCode(const QString& typed);
/// Takes as long for a code that is nearly right as for one that is all wrong.
bool sameCode(const QString& a, const QString& b);

struct Invitation
{
    QString host{}; ///< name or address; of IPv6 without its brackets, a zone stays ("fe80::1%eth0")
    std::uint16_t port = DefaultPort;
    QString code{}; ///< without hyphens
    QByteArray
        fingerprint{}; ///< SHA-256 of the host's certificate, 64 hexadecimal in lower case; empty = no TLS

    bool encrypted() const { return !fingerprint.isEmpty(); }
    /// The line to paste.
    QString text() const;
    /// Where the socket connects to: ws or wss, without the code, which is said in Hello alone.
    QUrl socketAddress() const;
    /// Of a file that the host hands out (RecordingOffer): http or https.
    QUrl fileAddress(std::uint16_t filePort, const QString& path) const;

    friend bool operator==(const Invitation&, const Invitation&) = default;
};

/// Whether it begins like one: whoever is given an address asks this first.
bool isInvitation(const QString& text);
/// InvalidArgument says what is missing or wrong. Blanks round it are left out; the code may have hyphens.
model::Result<Invitation> parseInvitation(const QString& text);

/// "ab:cd:..." or "ABCD..." as programs print fingerprints; empty where it is no SHA-256.
QByteArray readFingerprint(const QString& typed);

} // namespace ghostline::together
