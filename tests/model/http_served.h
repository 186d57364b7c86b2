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
HttpOptions impatient();

struct Broken
{
    const char* name;
    HttpScript script;
    ErrorCode code;
    const char* says;
    std::size_t requests = 1; ///< made before it is given up
};

/// Answers to the request for bytes 0 to 262143 that nothing can be read from.
std::vector<Broken> brokenAnswers();

struct HttpServed
{
    void serve() { m_server = std::make_unique<ScriptedHttpServer>(m_bytes); }

    /// A source of which the first range is already there.
    std::unique_ptr<ByteSource> opened();

    QByteArray m_bytes = noise(Size, 1);
    std::unique_ptr<ScriptedHttpServer> m_server;
};

} // namespace ghostline::test
