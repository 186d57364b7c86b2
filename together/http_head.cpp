// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/http_head.h"

#include <algorithm>

namespace ghostline::together {

namespace {

constexpr std::size_t MostHeadFields = 64;

std::optional<std::uint64_t> wholeNumber(const QByteArray& text)
{
    const bool digits =
        !text.isEmpty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    bool fits = false;
    const qulonglong value = digits ? text.toULongLong(&fits) : 0;
    return fits ? std::optional<std::uint64_t>(value) : std::nullopt;
}

/// Whether it begins like a request that is answered, as far as it has come.
bool maybeRequest(QByteArrayView bytes)
{
    const auto beginsLike = [bytes](QByteArrayView word) {
        const qsizetype common = std::min(bytes.size(), word.size());
        return bytes.first(common) == word.first(common);
    };
    return beginsLike("GET /") || beginsLike("HEAD /");
}

bool readRequestLine(const QByteArray& line, HttpHead& head)
{
    const QList<QByteArray> words = line.split(' ');
    if (words.size() != 3 || (words[2] != "HTTP/1.1" && words[2] != "HTTP/1.0"))
        return false;
    head.method = words[0];
    head.target = words[1];
    head.http11 = words[2] == "HTTP/1.1";
    return std::ranges::all_of(head.target, [](char c) { return c > ' ' && c < '\x7f'; });
}

bool readField(const QByteArray& line, HttpHead& head)
{
    const qsizetype colon = line.indexOf(':');
    const QByteArray name = line.left(std::max<qsizetype>(colon, 0)).toLower();
    const bool named = !name.isEmpty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
    if (!named || head.fields.size() >= MostHeadFields)
        return false;
    head.fields.emplace_back(name, line.mid(colon + 1).trimmed());
    return true;
}

} // namespace

bool HttpHead::has(const char* name) const
{
    return std::ranges::any_of(fields, [name](const auto& field) { return field.first == name; });
}

QByteArray HttpHead::value(const char* name) const
{
    const auto named = [name](const auto& field) { return field.first == name; };
    return std::ranges::count_if(fields, named) == 1 ? std::ranges::find_if(fields, named)->second
                                                     : QByteArray();
}

bool HttpHead::lists(const char* name, const QByteArray& word) const
{
    const QList<QByteArray> words = value(name).toLower().split(',');
    return std::ranges::any_of(words, [&word](const QByteArray& w) { return w.trimmed() == word; });
}

bool HttpHead::keepAlive() const { return http11 && !lists("connection", "close"); }

bool HttpHead::isUpgrade() const
{
    return method == "GET" && http11 && lists("connection", "upgrade") && lists("upgrade", "websocket") &&
           value("sec-websocket-version") == "13" &&
           QByteArray::fromBase64(value("sec-websocket-key")).size() == 16;
}

HeadRead readHead(QByteArrayView bytes)
{
    if (!maybeRequest(bytes))
        return {HeadRead::State::Broken};
    const qsizetype end = bytes.first(std::min(bytes.size(), MostHeadBytes)).indexOf("\r\n\r\n");
    if (end < 0)
        return {bytes.size() < MostHeadBytes ? HeadRead::State::Incomplete : HeadRead::State::Broken};
    HeadRead read{HeadRead::State::Broken, {}, end + 4};
    const QByteArray text = bytes.first(end).toByteArray();
    qsizetype at = text.indexOf("\r\n");
    if (!readRequestLine(text.left(at < 0 ? text.size() : at), read.head))
        return read;
    while (at >= 0) {
        const qsizetype next = text.indexOf("\r\n", at + 2);
        if (!readField(text.mid(at + 2, next < 0 ? -1 : next - at - 2), read.head))
            return read;
        at = next;
    }
    // A body would be taken for the next request.
    if (read.head.has("content-length") || read.head.has("transfer-encoding"))
        return read;
    read.state = HeadRead::State::Complete;
    return read;
}

RangeAnswer rangeFor(const HttpHead& head, std::uint64_t size, const QByteArray& etag)
{
    const RangeAnswer whole{200, 0, size};
    const QByteArray range = head.value("range");
    if (!range.toLower().startsWith("bytes=") || (head.has("if-range") && head.value("if-range") != etag))
        return whole;
    const QList<QByteArray> ends = range.mid(6).trimmed().split('-');
    if (ends.size() != 2 || range.contains(','))
        return whole;
    const auto first = wholeNumber(ends[0]);
    const auto last = wholeNumber(ends[1]);
    if (!first) { // the last bytes of it
        if (!ends[0].isEmpty() || !last)
            return whole;
        return *last == 0 || size == 0 ? RangeAnswer{416}
                                       : RangeAnswer{206, size - std::min(size, *last), size};
    }
    if ((!ends[1].isEmpty() && !last) || (last && *last < *first))
        return whole;
    if (*first >= size)
        return {416};
    return {206, *first, last ? std::min(*last, size - 1) + 1 : size};
}

} // namespace ghostline::together
