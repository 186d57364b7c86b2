// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The shared replays and what a reader must find in them. Names are file names without ".SC2Replay".
#include "codecs/io/decompress.h"
#include "tests/support/shared_files.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace ghostline::test {

/// All of them, sorted; empty without the shared data.
inline QStringList replays() { return sharedNames(QStringLiteral("sc2/replays"), ".SC2Replay"); }

inline QString replayPath(const QString& replay)
{
    return sharedData(QStringLiteral("sc2/replays/") + replay + QStringLiteral(".SC2Replay"));
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
