// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the tests of the HTTP source have in common.
#include "model/bytes/http_source.h"

#include <QByteArray>
#include <QRandomGenerator>

namespace ghostline::test {

/// What is asked for when a resource is opened.
constexpr qsizetype FirstBytes = 262'144;

QByteArray noise(qsizetype size, quint32 seed);
model::Result<QByteArray> readAt(const model::ByteSource& source, std::uint64_t offset, std::size_t count,
                                 std::stop_token stop = {});

template<typename T>
QString problemOf(const model::Result<T>& result)
{
    return result ? QString() : result.error().message;
}

} // namespace ghostline::test

/// Opens an address or fails the test; what follows the address are further arguments of openUrl().
#define GHOSTLINE_OPEN_URL(source, url, ...)                                                                 \
    auto source##Opened = ghostline::model::openUrl(url __VA_OPT__(, ) __VA_ARGS__);                         \
    QVERIFY2(source##Opened, qPrintable(ghostline::test::problemOf(source##Opened)));                        \
    const std::unique_ptr<ghostline::model::ByteSource> source = std::move(*source##Opened)
