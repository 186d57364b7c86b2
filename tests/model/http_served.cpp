// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/model/http_served.h"

namespace ghostline::test {

HttpOptions impatient()
{
    HttpOptions options;
    options.attempts = 3;
    options.firstPause = std::chrono::milliseconds(1);
    options.longestPause = std::chrono::milliseconds(4);
    options.silence = std::chrono::milliseconds(150);
    return options;
}

std::vector<Broken> brokenAnswers()
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
         "sent no answer for 0.15 s (tried 3 times)",
         3},
        // Qt reads on and on there, and takes up no other request meanwhile.
        {"headers without end",
         {.endlessHeaders = true},
         E::IoError,
         "sent no answer for 0.15 s (tried 3 times)",
         1},
    };
}

std::unique_ptr<ByteSource> HttpServed::opened()
{
    auto source = openUrl(m_server->url(), impatient());
    if (!source || !readAt(**source, 0, FirstBytes))
        return nullptr;
    return std::move(*source);
}

} // namespace ghostline::test
