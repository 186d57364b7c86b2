// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/sc2/expected.h"

namespace ghostline::test {

QJsonObject expected(const QString& replay)
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

void addReplayRows(const QStringList& without)
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
