// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/ironcurtain/golden.h"

namespace ghostline::test {

QJsonObject expected(const QString& name)
{
    static const QJsonObject all = sharedJson(QStringLiteral("iron-curtain/expected.json"));
    return all[name + QStringLiteral(".icrep")].toObject();
}

std::shared_ptr<const ironcurtain::ReplayFile> openBytes(ironcurtain::Bytes bytes)
{
    auto file =
        ironcurtain::ReplayFile::open(std::make_unique<model::MemorySource>(std::move(bytes)), {}, {});
    if (!file) {
        qInfo("not opened: %s", qPrintable(file.error().message));
        return nullptr;
    }
    return *file;
}

void addGoldenRows(const QStringList& without)
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
