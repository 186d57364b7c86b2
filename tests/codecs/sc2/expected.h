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
QJsonObject expected(const QString& replay);
/// Rows for a data-driven test: one per replay but those left out. Column "replay".
void addReplayRows(const QStringList& without = {});

} // namespace ghostline::test
