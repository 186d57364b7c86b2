// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A file behind a server that answers as it is told, and answers that are none.
#include "tests/support/http_reads.h"
#include "tests/support/http_server.h"

#include <QtTest>

namespace ghostline::test {

using namespace ghostline::model;

inline constexpr qint64 Size = 1'000'000;

/// Few and quick attempts: what fails here fails soon.
inline HttpOptions impatient()
{
    HttpOptions options;
    options.attempts = 3;
    options.firstPause = std::chrono::milliseconds(1);
    options.longestPause = std::chrono::milliseconds(4);
    options.silence = std::chrono::milliseconds(150);
    return options;
}

struct Broken
{
    const char* name;
    HttpScript script;
    ErrorCode code;
    const char* says;
    std::size_t requests = 1; ///< made before it is given up
};

/// Answers to the request for bytes 0 to 262143 that nothing can be read from.
inline std::vector<Broken> brokenAnswers()
{
    using E = ErrorCode;
    const QByteArray gzip = "Content-Encoding: gzip";
    const QByteArray parts = "Content-Type: multipart/byteranges; boundary=x";
    const char* const other = "sent other bytes than asked for";
    return {
        {"ranges ignored", {.status = 200}, E::Unsupported, "does not support ranges"},
        {"ranges ignored, endless",
         {.status = 200, .untilClose = true, .endless = true},
         E::Unsupported,
         "does not support ranges"},
        {"not there", {.status = 404}, E::NotFound, "there is no such file on 127.0.0.1:"},
        {"not there, endless",
         {.status = 404, .untilClose = true, .endless = true},
         E::NotFound,
         "no such file"},
        {"forbidden", {.status = 403}, E::NotReadable, "answered 403 (reading it is not allowed)"},
        {"password wanted",
         {.status = 401, .moreHeaders = {"WWW-Authenticate: Basic realm=\"x\""}},
         E::NotReadable,
         "answered 401"},
        {"not satisfiable", {.status = 416}, E::IoError, "416"},
        {"no content", {.status = 204}, E::NotReadable, "answered 204"},
        {"redirect to nowhere", {.status = 302}, E::NotReadable, "answered 302"},
        {"redirect to a file",
         {.status = 302, .moreHeaders = {"Location: file:///etc/passwd"}},
         E::NotReadable,
         "not a web address"},
        {"redirects in a circle",
         {.status = 302, .moreHeaders = {"Location: /run.bin"}},
         E::NotReadable,
         "redirects in a row",
         6},
        {"gzip", {.moreHeaders = {gzip}}, E::Unsupported, "Content-Encoding gzip"},
        {"several parts", {.moreHeaders = {parts}}, E::Unsupported, "several parts"},
        {"no Content-Range", {.contentRange = ""}, E::IoError, other},
        {"other start", {.contentRange = "bytes 1-262143/1000000"}, E::IoError, other},
        {"other end", {.contentRange = "bytes 0-262142/1000000"}, E::IoError, other},
        {"past the end", {.contentRange = "bytes 0-262143/262143"}, E::IoError, other},
        {"backwards", {.contentRange = "bytes 262143-0/1000000"}, E::IoError, other},
        {"other unit", {.contentRange = "lines 0-262143/1000000"}, E::IoError, other},
        {"too big a number", {.contentRange = "bytes 0-262143/99999999999999999999"}, E::IoError, other},
        {"negative", {.contentRange = "bytes -1-262143/1000000"}, E::IoError, other},
        {"no length known", {.contentRange = "bytes 0-262143/*"}, E::Unsupported, "does not tell how long"},
        {"no part", {.contentRange = "bytes */1000000"}, E::IoError, other},
        {"more announced",
         {.contentLength = "262145", .endless = true},
         E::IoError,
         "more than was asked for"},
        {"length is no number", {.contentLength = "262144, 5"}, E::IoError, "more than was asked for"},
        {"always 503",
         {.status = 503},
         E::IoError,
         "answered 503 (not available at the moment) (tried 3 times)",
         3},
        {"always 500", {.status = 500}, E::IoError, "(tried 3 times)", 3},
        {"never answers",
         {.stallBeforeHeaders = true},
         E::IoError,
         "sent nothing for 0.15 s (tried 3 times)",
         3},
    };
}

struct HttpServed
{
    void serve() { m_server = std::make_unique<ScriptedHttpServer>(m_bytes); }

    /// A source of which the first range is already there.
    std::unique_ptr<ByteSource> opened()
    {
        auto source = openUrl(m_server->url(), impatient());
        if (!source || !readAt(**source, 0, FirstBytes))
            return nullptr;
        return std::move(*source);
    }

    QByteArray m_bytes = noise(Size, 1);
    std::unique_ptr<ScriptedHttpServer> m_server;
};

} // namespace ghostline::test
