// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recordings that the reference .butter files were made of, read without the codec under test: ZIP, text,
// JSON.
#include "codecs/io/byte_cursor.h"
#include "codecs/io/decompress.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>

#include <optional>

namespace ghostline::test {

struct TruthFrame
{
    qint64 timeMs = 0;
    QJsonObject session;
    QJsonObject bones; ///< empty without a third column
};

/// First entry of a ZIP, found by its central directory.
QByteArray firstZipEntry(const QByteArray& zip);
qint64 truthTime(const QByteArray& text);
std::vector<TruthFrame> truthFrames(const QByteArray& zip);

} // namespace ghostline::test
