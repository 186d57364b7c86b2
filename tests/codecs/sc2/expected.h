// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The shared replays and what a reader must find in them. Names are file names without ".SC2Replay".
#include "codecs/io/decompress.h"
#include "tests/support/shared_data.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cstring>
#include <vector>

namespace ghostline::test {

/// All of them, sorted; empty without the shared data.
inline QStringList replays()
{
    const QString folder = sharedData(QStringLiteral("sc2/replays"));
    if (folder.isEmpty())
        return {};
    QStringList names = QDir(folder).entryList({QStringLiteral("*.SC2Replay")}, QDir::Files, QDir::Name);
    for (QString& name : names)
        name.chop(int(qstrlen(".SC2Replay")));
    return names;
}

inline QString replayPath(const QString& replay)
{
    return sharedData(QStringLiteral("sc2/replays/") + replay + QStringLiteral(".SC2Replay"));
}

/// Empty when it cannot be read.
inline std::vector<std::byte> fileBytes(const QString& path)
{
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray content = file.readAll();
    std::vector<std::byte> bytes(static_cast<std::size_t>(content.size()));
    if (!bytes.empty())
        std::memcpy(bytes.data(), content.constData(), bytes.size());
    return bytes;
}

inline std::vector<std::byte> replayBytes(const QString& replay) { return fileBytes(replayPath(replay)); }

/// Empty when there is none for it.
inline QJsonObject expected(const QString& replay)
{
    const auto packed = fileBytes(
        sharedData(QStringLiteral("sc2/expected/") + replay + QStringLiteral(".SC2Replay.json.gz")));
    const auto text = io::decompress(io::Compression::Gzip, packed, 64ULL << 20);
    if (!text)
        return {};
    return QJsonDocument::fromJson(QByteArray::fromRawData(reinterpret_cast<const char*>(text->data()),
                                                           static_cast<qsizetype>(text->size())))
        .object();
}

/// Rows for a data-driven test: one per replay but those left out. Column "replay".
inline void addReplayRows(const QStringList& without = {})
{
    QTest::addColumn<QString>("replay");
    const QStringList names = replays();
    if (names.isEmpty())
        QSKIP("reference data not found: set GHOSTLINE_SHARED to the folder that holds data/");
    for (const QString& name : names) {
        if (!without.contains(name))
            QTest::newRow(qPrintable(name)) << name;
    }
}

} // namespace ghostline::test
