// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which bytes a recording consists of: what is said of it holds as long as they are the same.
#include "model/base/error.h"
#include "model/base/export.h"

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <stop_token>

namespace ghostline::model {

struct ContentId
{
    QByteArray sha256{};    ///< hexadecimal, lower case; empty = unknown
    std::int64_t size = -1; ///< bytes, -1 = unknown

    friend bool operator==(const ContentId&, const ContentId&) = default;
};

/// Whether the two are known to be of other bytes; what either does not say is not compared.
GHOSTLINE_MODEL_EXPORT bool differ(const ContentId& a, const ContentId& b);

/// The size alone, which costs nothing: of a folder that of its files together. Unknown for web addresses and
/// for what is not there.
GHOSTLINE_MODEL_EXPORT ContentId sizeOfContent(const QString& recordingPath);

/// Reads all of it, streamed. A folder's SHA-256 is that of the text which `sha256sum *` prints within it (C
/// locale), notes files left out. InvalidArgument for web addresses. Any thread.
GHOSTLINE_MODEL_EXPORT Result<ContentId> contentOf(const QString& recordingPath, std::stop_token stop = {});

} // namespace ghostline::model
