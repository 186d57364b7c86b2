// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bytes of a resource on a web server, fetched in ranges as they are wanted.
#include "model/bytes/byte_source.h"

#include <QUrl>

#include <chrono>

namespace ghostline::model {

struct HttpOptions
{
    /// What has been read is kept up to this, siblings included; what was used longest ago goes first.
    std::size_t cacheBytes = std::size_t{64} << 20;
    /// In a row, of one range; one that brought 64 KiB or more was no failure. Fewer when nobody answers
    /// while opening.
    int attempts = 6;
    std::chrono::milliseconds firstPause{250}; ///< before the second attempt; doubles each time
    std::chrono::milliseconds longestPause{8000};
    /// A connection is given up on which for so long no answer begins, nothing arrives, or less than 64 bytes
    /// a second.
    std::chrono::milliseconds silence{15000};
    /// SHA-256 of the server's certificate, 64 hexadecimal in lower case: no other is spoken to, and this one
    /// is, whoever signed it. Empty = whatever this computer trusts.
    QByteArray fingerprint{};
};

/// True for http:// and https:// addresses; everything else is a path.
GHOSTLINE_MODEL_EXPORT bool isWebAddress(const QString& path);

/// An address without user name and password, for whatever is printed or shown; every other path as it is.
GHOSTLINE_MODEL_EXPORT QString withoutPassword(const QString& path);

/// The address that accepts only the certificate of that fingerprint, as openUrl() reads it:
/// "https://...#fingerprint=HEX". As it is where there is none.
GHOSTLINE_MODEL_EXPORT QUrl withFingerprint(QUrl address, const QByteArray& fingerprint);

/// An address without the fingerprint at its end, for what goes by where a recording lies; every other path
/// as it is.
GHOSTLINE_MODEL_EXPORT QString withoutFingerprint(const QString& path);

/// Learns size and ETag from the first range (which is kept: reading the start afterwards costs nothing).
/// Every answer must be 206 with the Content-Range that was asked for, and the ETag (or Last-Modified) of the
/// first one: a resource that changed is Changed, for good, never a mixture. A read goes on where a broken
/// connection left it; what keeps failing is IoError and says how often it was tried. A server that ignores
/// ranges is Unsupported, with advice to download the file. One read() of what is not kept is one request, or
/// two when what lies between is kept; reads of neighbouring bytes by several threads share what arrives.
/// siblings are addresses in the same folder. A fingerprint at the end of the address counts before the
/// options; one that is none is InvalidArgument, and so is one of http. Thread-safe; requests run in a thread
/// of its own, so no caller needs an event loop.
GHOSTLINE_MODEL_EXPORT Result<std::unique_ptr<ByteSource>> openUrl(const QUrl& url, HttpOptions options = {},
                                                                   std::stop_token stop = {});

} // namespace ghostline::model
