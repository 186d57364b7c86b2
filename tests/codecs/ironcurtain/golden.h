// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The shared golden files and what a reader must find in them. Names are file names without ".icrep".
#include "codecs/ironcurtain/container/replay_file.h"
#include "model/byte_sources.h"
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
inline QJsonObject expected(const QString& name)
{
    static const QJsonObject all = [] {
        QFile file(sharedData(QStringLiteral("iron-curtain/expected.json")));
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                              : QJsonObject();
    }();
    return all[name + QStringLiteral(".icrep")].toObject();
}

/// Null when the file cannot be opened; the reason is printed.
inline std::shared_ptr<const ironcurtain::ReplayFile> openBytes(ironcurtain::Bytes bytes)
{
    auto file =
        ironcurtain::ReplayFile::open(std::make_unique<model::MemorySource>(std::move(bytes)), {}, {});
    if (!file) {
        qInfo("not opened: %s", qPrintable(file.error().message));
        return nullptr;
    }
    return *file;
}

inline std::shared_ptr<const ironcurtain::ReplayFile> openGolden(const QString& name)
{
    return openBytes(goldenBytes(name));
}

/// Rows for a data-driven test: one per golden file but those left out. Column "name".
inline void addGoldenRows(const QStringList& without = {})
{
    QTest::addColumn<QString>("name");
    const QStringList names = goldenNames();
    if (names.isEmpty())
        QSKIP("reference data not found: set GHOSTLINE_SHARED to the folder that holds data/");
    for (const QString& name : names) {
        if (!without.contains(name))
            QTest::newRow(qPrintable(name)) << name;
    }
}

} // namespace ghostline::test
