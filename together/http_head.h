// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The first lines of a stranger's request, and which bytes it asks for. Any bytes, any thread.
#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ghostline::together {

inline constexpr qsizetype MostHeadBytes = 8 << 10;

struct HttpHead
{
    QByteArray method;                                     ///< GET or HEAD
    QByteArray target;                                     ///< as sent
    std::vector<std::pair<QByteArray, QByteArray>> fields; ///< names in lower case
    bool http11 = true;

    /// Empty = none, or several of that name.
    QByteArray value(const char* name) const;
    bool has(const char* name) const;
    /// Whether a comma-separated field has that word, however written.
    bool lists(const char* name, const QByteArray& word) const;
    bool keepAlive() const;
    /// One that a WebSocket can be made of.
    bool isUpgrade() const;
};

struct HeadRead
{
    enum class State : std::uint8_t { Incomplete, Complete, Broken };
    State state = State::Incomplete;
    HttpHead head{};
    qsizetype length = 0; ///< bytes that it took
};

/// Broken as early as it can be seen: what is no GET or HEAD, what has a body, what is longer than
/// MostHeadBytes.
HeadRead readHead(QByteArrayView bytes);

/// What is sent of a file.
struct RangeAnswer
{
    int status = 200; ///< 200, 206, 416
    std::uint64_t begin = 0;
    std::uint64_t end = 0; ///< without this byte
};
/// Several ranges in one request, and what is no range, are answered by the whole file. `etag` with its
/// quotes.
RangeAnswer rangeFor(const HttpHead& head, std::uint64_t size, const QByteArray& etag);

} // namespace ghostline::together
