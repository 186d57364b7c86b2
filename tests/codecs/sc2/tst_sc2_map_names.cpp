// SPDX-License-Identifier: GPL-3.0-or-later
// What maps are called, learnt without reading them, and maps that are found by it.
#include "codecs/sc2/map/map_file.h"
#include "codecs/sc2/sample/ladder_game.h"
#include "codecs/sc2/sc2_codec.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/sc2/made_map.h"
#include "tests/support/test_driver.h"

#include <QCryptographicHash>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_sc2_map_names {

using namespace ghostline;
using namespace ghostline::sc2;
using model::ErrorCode;
using Bytes = std::vector<std::byte>;

namespace {

QString writeArchive(const QString& path, const made::MapMembers& members)
{
    const Bytes bytes = made::mapArchive(members);
    QFile file(path);
    const auto size = static_cast<qint64>(bytes.size());
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(reinterpret_cast<const char*>(bytes.data()), size) != size)
        qFatal("no file %s", qPrintable(path));
    return path;
}

/// The sample depends on nothing but the game's own modules: one of them becomes a map that nobody has.
void nameAMap(Bytes& member)
{
    const QByteArray hash =
        QCryptographicHash::hash("Standard Data: Void.SC2Mod", QCryptographicHash::Sha256);
    const auto known = std::as_bytes(std::span(hash.constData(), static_cast<std::size_t>(hash.size())));
    const auto at = std::search(member.begin(), member.end(), known.begin(), known.end());
    if (at != member.end())
        *at ^= std::byte{1};
}

} // namespace

class TestSc2MapNames : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nameAlone_data()
    {
        QTest::addColumn<QString>("without");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isMap"); ///< as a whole
        QTest::newRow("whole") << QString() << QStringLiteral("Made Up") << true;
        QTest::newRow("no heights") << QStringLiteral("t3.*HeightMap") << QStringLiteral("Made Up") << false;
        QTest::newRow("no name") << QStringLiteral("enUS.*") << QString() << true;
        QTest::newRow("a mod") << QStringLiteral("MapInfo") << QString() << false;
    }
    void nameAlone()
    {
        QFETCH(QString, without);
        QFETCH(QString, name);
        QFETCH(bool, isMap);
        made::MapMembers members = made::mapMembers();
        const QRegularExpression left(QRegularExpression::anchoredPattern(without));
        std::erase_if(members, [&left](const auto& member) {
            return left.match(QString::fromStdString(member.first)).hasMatch();
        });
        QTemporaryDir folder;
        const QString file = writeArchive(folder.filePath(QStringLiteral("made.SC2Map")), members);
        const QString components = folder.filePath(QStringLiteral("components"));
        QVERIFY(made::writeMapFolder(members, components));
        for (const QString& path : {file, components}) {
            QCOMPARE(readMap(path, {}).has_value(), isMap);
            const auto read = readMapName(path, {});
            QCOMPARE(read.has_value(), without != QLatin1String("MapInfo"));
            QCOMPARE(read.value_or(QString()), name);
            std::stop_source stop;
            stop.request_stop();
            QVERIFY(!readMapName(path, stop.get_token()));
        }
        QCOMPARE(readMapName(folder.filePath(QStringLiteral("none")), {}).error().code, ErrorCode::NotFound);
    }

    /// A search reads names: what else is in a map, or is broken in it, does not matter.
    void searchedByName()
    {
        LadderGame game = playLadderGame();
        for (MpqWriteMember& member : game.members)
            nameAMap(member.bytes);
        const auto replay =
            Sc2Codec().open(std::make_unique<model::MemorySource>(writeMpq(game.header, game.members),
                                                                  QStringLiteral("game.SC2Replay")),
                            {});
        QVERIFY(replay);
        made::MapMembers members = made::mapMembers();
        members["enUS.SC2Data\\LocalizedData\\GameStrings.txt"] =
            made::mapText("DocInfo/Name=Amber Terrace\r\n");
        std::erase_if(members, [](const auto& member) { return member.first.ends_with("HeightMap"); });
        QTemporaryDir folder;
        const QString file = writeArchive(folder.filePath(QStringLiteral("made.SC2Map")), members);
        const auto search = Sc2Codec().findScene(**replay, {folder.path()}, {});
        QCOMPARE(search.found.size(), std::size_t{1});
        QCOMPARE(search.found[0].path, file);
        QVERIFY(!search.found[0].doubt.isEmpty());
    }
};

} // namespace tst_sc2_map_names

GHOSTLINE_TEST(tst_sc2_map_names, TestSc2MapNames)
#include "tst_sc2_map_names.moc"
