// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/bytes/http_reply_check.h"

#include "model/base/shown_text.h"

#include <algorithm>

namespace ghostline::model {

namespace {

using Refused = tl::unexpected<HttpRefusal>;

Refused refuse(ErrorCode code, const Sentence& message, const Sentence& advice = {})
{
    auto error = fail(code, message);
    error.value().advise(advice);
    return Refused(HttpRefusal{std::move(error.value()), false});
}

/// A header in a message: short, and without what a terminal would obey.
QString quoted(const QByteArray& header) { return shownText(QString::fromLatin1(header.left(80))); }

std::optional<std::uint64_t> number(const QByteArray& text)
{
    const bool digits = !text.isEmpty() && std::all_of(text.begin(), text.end(), [](char letter) {
        return letter >= '0' && letter <= '9';
    });
    bool fits = false;
    const qulonglong value = digits ? text.toULongLong(&fits) : 0;
    return fits ? std::optional<std::uint64_t>(value) : std::nullopt;
}

Sentence versionText(const QByteArray& etag, const QByteArray& lastModified)
{
    if (!etag.isEmpty())
        return QStringLiteral("ETag %1").arg(quoted(etag));
    if (!lastModified.isEmpty())
        return Sentence::of(QStringLiteral("of %1"), {quoted(lastModified)});
    return Sentence::of(QStringLiteral("no version named"));
}

Sentence bytesText(std::uint64_t count)
{
    return Sentence::of(QStringLiteral("%1 bytes"), {QString::number(count)});
}

Refused changed(const Sentence& before, const Sentence& now)
{
    return refuse(
        ErrorCode::Changed,
        Sentence::of(
            QStringLiteral("the recording changed on the server while it was being read (%1 before, %2 now)"),
            {before, now}),
        Sentence::of(QStringLiteral("Open it again")));
}

Refused changedVersion(const HttpFacts& known, const HttpAnswer& answer)
{
    return changed(versionText(known.etag, known.etag.isEmpty() ? known.lastModified : QByteArray{}),
                   versionText(answer.etag, known.etag.isEmpty() ? answer.lastModified : QByteArray{}));
}

Refused changedSize(std::uint64_t before, std::uint64_t now)
{
    return changed(bytesText(before), bytesText(now));
}

bool sameVersion(const HttpFacts& known, const HttpAnswer& answer)
{
    return known.etag.isEmpty() ? answer.lastModified == known.lastModified : answer.etag == known.etag;
}

Refused ignoresRanges(const QString& host)
{
    return refuse(
        ErrorCode::Unsupported,
        Sentence::of(
            QStringLiteral("%1 does not support ranges: it sends the whole file where a part was asked for"),
            {host}),
        Sentence::of(
            QStringLiteral("Download the file and open the copy, or allow range requests on the server")));
}

/// 200: ranges are ignored, unless that is how If-Range tells of a change.
tl::expected<HttpFacts, HttpRefusal> wholeBody(const HttpAnswer& answer, const HttpFacts* known,
                                               const QString& host)
{
    const std::optional<std::uint64_t> length = number(answer.contentLength);
    if (!known) {
        // There is no part of nothing, so that this is how an empty file is answered.
        if (length == std::uint64_t{0} && answer.contentEncoding.isEmpty())
            return HttpFacts{0, answer.etag, answer.lastModified, {}};
        return ignoresRanges(host);
    }
    if (!sameVersion(*known, answer))
        return changedVersion(*known, answer);
    if (length && *length != known->size)
        return changedSize(known->size, *length);
    return ignoresRanges(host);
}

tl::expected<HttpFacts, HttpRefusal> notSatisfiable(const HttpAnswer& answer, const HttpFacts* known,
                                                    const QString& host)
{
    const auto range = parseContentRange(answer.contentRange);
    if (known && range && range->total)
        return changedSize(known->size, *range->total);
    // Only bytes that it has had are ever asked for.
    if (known)
        return changed(bytesText(known->size), Sentence::of(QStringLiteral("fewer")));
    if (range && range->total == std::uint64_t{0})
        return HttpFacts{0, answer.etag, answer.lastModified, {}};
    return refuse(
        ErrorCode::IoError,
        Sentence::of(QStringLiteral("%1 answered that the file does not have the bytes asked for (416)"),
                     {host}));
}

QString meaning(int status)
{
    switch (status) {
    case 400:
        return QStringLiteral("the request was not understood");
    case 401:
        return QStringLiteral("a user name and password are needed");
    case 403:
        return QStringLiteral("reading it is not allowed");
    case 407:
        return QStringLiteral("the proxy wants a user name and password");
    case 429:
        return QStringLiteral("too many requests");
    case 500:
        return QStringLiteral("internal error");
    case 502:
        return QStringLiteral("bad gateway");
    case 503:
        return QStringLiteral("not available at the moment");
    case 504:
        return QStringLiteral("gateway timed out");
    default:
        return {};
    }
}

Refused badStatus(const HttpAnswer& answer, const HttpFacts* known, const QString& host)
{
    const int status = answer.status;
    if (status == 404 || status == 410) {
        const QString pattern = known ? QStringLiteral("the recording is no longer on %1 (%2)")
                                      : QStringLiteral("there is no such file on %1 (%2)");
        return refuse(ErrorCode::NotFound, Sentence::of(pattern, {host, QString::number(status)}));
    }
    const QString why = meaning(status);
    const Sentence message =
        why.isEmpty() ? Sentence::of(QStringLiteral("%1 answered %2"), {host, QString::number(status)})
                      : Sentence::of(QStringLiteral("%1 answered %2 (%3)"),
                                     {host, QString::number(status), Sentence::of(why)});
    const bool again = status >= 500 && status <= 599;
    const Sentence advice =
        status == 401
            ? Sentence::of(QStringLiteral("Give them in the address: https://name:password@host/..."))
            : Sentence();
    Refused refused = refuse(again ? ErrorCode::IoError : ErrorCode::NotReadable, message, advice);
    refused.value().again = again;
    return refused;
}

Refused wrongRange(const HttpAnswer& answer, ByteRange asked, const QString& host)
{
    return refuse(
        ErrorCode::IoError,
        Sentence::of(QStringLiteral("%1 sent other bytes than asked for: bytes %2 to %3 were wanted, the "
                                    "answer has Content-Range \"%4\""),
                     {host, QString::number(asked.begin), QString::number(asked.end - 1),
                      quoted(answer.contentRange)}));
}

tl::expected<HttpFacts, HttpRefusal> part(const HttpAnswer& answer, ByteRange asked, const HttpFacts* known,
                                          const QString& host)
{
    if (answer.contentType.toLower().trimmed().startsWith("multipart/byteranges"))
        return refuse(ErrorCode::Unsupported,
                      Sentence::of(QStringLiteral("%1 sent several parts where one was asked for"), {host}));
    if (!answer.contentEncoding.isEmpty() && answer.contentEncoding.toLower() != "identity")
        return refuse(
            ErrorCode::Unsupported,
            Sentence::of(QStringLiteral("%1 sent packed bytes (Content-Encoding %2) although they were asked "
                                        "for as they are"),
                         {host, quoted(answer.contentEncoding)}),
            Sentence::of(QStringLiteral("Download the file and open the copy")));
    const auto range = parseContentRange(answer.contentRange);
    if (!range || !range->range)
        return wrongRange(answer, asked, host);
    if (!range->total)
        return refuse(
            ErrorCode::Unsupported,
            Sentence::of(QStringLiteral("%1 does not tell how long the file is (Content-Range \"%2\")"),
                         {host, quoted(answer.contentRange)}),
            Sentence::of(QStringLiteral("Download the file and open the copy")));
    if (known && !sameVersion(*known, answer))
        return changedVersion(*known, answer);
    if (known && *range->total != known->size)
        return changedSize(known->size, *range->total);
    const ByteRange expected{asked.begin, std::min(asked.end, *range->total)};
    if (*range->range != expected)
        return wrongRange(answer, asked, host);
    const auto length = number(answer.contentLength);
    if (!answer.contentLength.isEmpty() && (!length || *length > expected.size()))
        return refuse(ErrorCode::IoError,
                      Sentence::of(QStringLiteral("%1 sends more than was asked for: %2 bytes were wanted, "
                                                  "Content-Length is \"%3\""),
                                   {host, QString::number(expected.size()), quoted(answer.contentLength)}));
    return HttpFacts{*range->total, answer.etag, answer.lastModified, {}};
}

} // namespace

std::optional<ContentRange> parseContentRange(const QByteArray& text)
{
    const QByteArray trimmed = text.trimmed();
    if (!trimmed.toLower().startsWith("bytes "))
        return std::nullopt;
    const QList<QByteArray> halves = trimmed.mid(6).trimmed().split('/');
    if (halves.size() != 2)
        return std::nullopt;
    ContentRange result;
    if (halves[1] != "*") {
        result.total = number(halves[1]);
        if (!result.total)
            return std::nullopt;
    }
    if (halves[0] == "*")
        return result;
    const QList<QByteArray> ends = halves[0].split('-');
    if (ends.size() != 2)
        return std::nullopt;
    const auto first = number(ends[0]);
    const auto last = number(ends[1]);
    if (!first || !last || *first > *last || *last + 1 == 0 || (result.total && *last >= *result.total))
        return std::nullopt;
    result.range = ByteRange{*first, *last + 1};
    return result;
}

tl::expected<HttpFacts, HttpRefusal> checkAnswer(const HttpAnswer& answer, ByteRange asked,
                                                 const HttpFacts* known, const QString& host)
{
    switch (answer.status) {
    case 200:
        return wholeBody(answer, known, host);
    case 206:
        return part(answer, asked, known, host);
    case 416:
        return notSatisfiable(answer, known, host);
    default:
        return badStatus(answer, known, host);
    }
}

QString hostText(const QUrl& url)
{
    return url.port() < 0 ? url.host() : QStringLiteral("%1:%2").arg(url.host()).arg(url.port());
}

QString addressText(const QUrl& url) { return url.toString(QUrl::RemoveUserInfo | QUrl::RemoveFragment); }

} // namespace ghostline::model
