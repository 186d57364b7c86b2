// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether what a web server answered to a range request is the part that was asked for.
#include "model/base/error.h"
#include "model/base/export.h"
#include "model/bytes/http_cache.h"

#include <QByteArray>
#include <QUrl>

#include <optional>

namespace ghostline::model {

/// What the first answer told of a resource; later answers must agree.
struct HttpFacts
{
    std::uint64_t size = 0;
    QByteArray etag;         ///< as sent, quotes and all; empty when there is none
    QByteArray lastModified; ///< as sent
    QUrl url;                ///< where redirects led
};

/// Status and headers of one answer, as sent.
struct HttpAnswer
{
    int status = 0;
    QByteArray contentRange;
    QByteArray contentLength;
    QByteArray contentType;
    QByteArray contentEncoding;
    QByteArray etag;
    QByteArray lastModified;
};

/// "bytes 0-99/1234", "bytes */1234", "bytes 0-99/*".
struct ContentRange
{
    std::optional<ByteRange> range;
    std::optional<std::uint64_t> total;
};
GHOSTLINE_MODEL_EXPORT std::optional<ContentRange> parseContentRange(const QByteArray& text);

struct HttpRefusal
{
    Error error;
    bool again = false; ///< the same request may well succeed later
};

/// What an acceptable answer says. `asked` may reach past the end of the resource. `known`: what the first
/// answer said, null for the first. `host`: for messages.
GHOSTLINE_MODEL_EXPORT tl::expected<HttpFacts, HttpRefusal>
checkAnswer(const HttpAnswer& answer, ByteRange asked, const HttpFacts* known, const QString& host);

/// "example.org" or "127.0.0.1:8080": how messages name a server.
GHOSTLINE_MODEL_EXPORT QString hostText(const QUrl& url);
/// The address without user name and password.
GHOSTLINE_MODEL_EXPORT QString addressText(const QUrl& url);

} // namespace ghostline::model
