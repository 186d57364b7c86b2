// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The shared golden files and what a reader must find in them. Names are file names without ".icrep".
#include "codecs/ironcurtain/container/replay_file.h"
#include "model/bytes/byte_sources.h"
#include "tests/support/shared_files.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace ghostline::test {

/// All of them, sorted; empty without the shared data.
inline QStringList goldenNames() { return sharedNames(QStringLiteral("iron-curtain"), ".icrep"); }

inline QString goldenPath(const QString& name)
{
    return sharedData(QStringLiteral("iron-curtain/") + name + QStringLiteral(".icrep"));
}

inline ironcurtain::Bytes goldenBytes(const QString& name) { return fileBytes(goldenPath(name)); }

/// What the independent reader found in one golden file; empty when there is none.
QJsonObject expected(const QString& name);
/// Null when the file cannot be opened; the reason is printed.
std::shared_ptr<const ironcurtain::ReplayFile> openBytes(ironcurtain::Bytes bytes);

inline std::shared_ptr<const ironcurtain::ReplayFile> openGolden(const QString& name)
{
    return openBytes(goldenBytes(name));
}

/// Rows for a data-driven test: one per golden file but those left out. Column "name".
void addGoldenRows(const QStringList& without = {});

} // namespace ghostline::test
