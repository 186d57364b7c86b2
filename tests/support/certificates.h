// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Certificates for servers of tests, made anew each time: one in the tree would be out of date one day.
#include <QByteArray>
#include <QSslConfiguration>

#include <optional>

namespace ghostline::test {

/// PEM, for 127.0.0.1, signed by itself.
struct ServerCertificate
{
    QByteArray certificate;
    QByteArray key;

    /// SHA-256, hexadecimal in lower case.
    QByteArray fingerprint() const;
    /// Of a server that shows it.
    QSslConfiguration server() const;
};

/// Nothing where no program can make one.
std::optional<ServerCertificate> makeCertificate();

} // namespace ghostline::test
