// SPDX-License-Identifier: GPL-3.0-or-later
// `library`: scan, search and stats, over recordings of our own and over real replays.
#include "tests/app/cli/cli_process.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cli_library {

using namespace ghostline;
using namespace Qt::StringLiterals;

class TestCliLibrary : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir().mkpath(path(u"games"_s)));
    }

    void scanSearchStats()
    {
        QVERIFY(QFile::copy(test::sampleLog(), path(u"games/town.log"_s)));
        QFile other(path(u"games/server.log"_s)); // called like a recording
        QVERIFY(other.open(QIODevice::WriteOnly) && other.write("10:00 started\n") > 0);
        other.close();
        const auto scanned = library({u"scan"_s, path(u"games"_s), u"--json"_s});
        QCOMPARE(scanned.code, 0);
        QCOMPARE(scanned.json()["recordings"_L1].toInt(), 1);
        QCOMPARE(scanned.json()["new"_L1].toInt(), 1);
        QCOMPARE(scanned.json()["others"_L1].toInt(), 1);
        // What is none stays none under another name, and is no recording that went.
        QVERIFY(QFile::rename(path(u"games/server.log"_s), path(u"games/other.log"_s)));
        for (int looks = 0; looks < 2; ++looks) {
            const auto moved = library({u"scan"_s, u"--json"_s}).json();
            QCOMPARE(moved["others"_L1].toInt(), 1);
            QCOMPARE(moved["moved"_L1].toInt() + moved["gone"_L1].toInt() + moved["new"_L1].toInt(), 0);
        }
        const auto again = library({u"scan"_s, u"--json"_s});
        QCOMPARE(again.json()["new"_L1].toInt() + again.json()["changed"_L1].toInt(), 0);

        const QJsonArray all = library({u"search"_s, u"--json"_s}).json()["recordings"_L1].toArray();
        QCOMPARE(all.size(), 1);
        QCOMPARE(all[0]["file"_L1].toString(), path(u"games/town.log"_s));
        QCOMPARE(all[0]["state"_L1].toString(), u"whole"_s);
        QCOMPARE(all[0]["format"_L1].toString(), u"carla"_s);
        QVERIFY(all[0]["duration_s"_L1].toDouble() > 1.0);
        QVERIFY(library({u"search"_s, u"format:carla"_s, u"town"_s}).out.contains("town.log"));
        QVERIFY(library({u"search"_s, u"format:sc2"_s}).out.contains("no recording is like that"));
        const auto wrong = library({u"search"_s, u"length:long"_s});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("length:>15m"), wrong.err.constData());

        const auto stats = library({u"stats"_s, u"--json"_s}).json();
        QCOMPARE(stats["folders"_L1][0].toString(), path(u"games"_s));
        QCOMPARE(stats["formats"_L1]["carla"_L1]["recordings"_L1].toInt(), 1);
        QVERIFY(library({u"stats"_s}).out.contains("carla"));
        QCOMPARE(library({u"forget"_s, path(u"games"_s)}).code, 0);
        QVERIFY(library({u"search"_s, u"--json"_s}).json()["recordings"_L1].toArray().isEmpty());
    }

    void wrongWishes()
    {
        QCOMPARE(library({u"search"_s, u"x"_s}).code, 2); // there is none yet
        QVERIFY(!QFile::exists(path(u"library.sqlite"_s)));
        QCOMPARE(library({u"scan"_s}).code, 2); // nothing is watched
        QCOMPARE(library({u"scan"_s, path(u"nowhere"_s)}).code, 2);
        QCOMPARE(library({u"forget"_s, path(u"games"_s)}).code, 2);
        QCOMPARE(library({u"forget"_s}).code, 2);
        QCOMPARE(library({u"dance"_s}).code, 2);
    }

    /// The head alone, and the whole, of the same files.
    void realReplays()
    {
        GHOSTLINE_REQUIRE_SHARED("sc2/replays");
        const QString replays = test::sharedData(u"sc2/replays"_s);
        const auto files = QDir(replays).entryList({u"*.SC2Replay"_s}, QDir::Files);
        QCOMPARE(library({u"scan"_s, replays, u"--outlines"_s}).code, 0);
        const QJsonArray heads = library({u"search"_s, u"--json"_s}).json()["recordings"_L1].toArray();
        QCOMPARE(library({u"scan"_s}).code, 0);
        const QJsonArray whole = library({u"search"_s, u"--json"_s}).json()["recordings"_L1].toArray();
        QCOMPARE(heads.size(), files.size());
        QCOMPARE(whole.size(), files.size());
        QHash<QString, QJsonObject> byFile;
        for (const QJsonValue& head : heads)
            byFile.insert(head["file"_L1].toString(), head.toObject());
        for (const QJsonValue& one : whole) {
            const QJsonObject head = byFile.value(one["file"_L1].toString());
            QCOMPARE(head["state"_L1].toString(), u"outline"_s);
            QCOMPARE(one["state"_L1].toString(), u"whole"_s);
            for (const QString& key : {u"map"_s, u"version"_s, u"match_up"_s})
                QCOMPARE(one[key].toString(), head[key].toString());
            QCOMPARE(one["people"_L1].toArray().size(), head["people"_L1].toArray().size());
        }
        const auto mirror =
            library({u"search"_s, u"race:TvT"_s, u"--json"_s}).json()["recordings"_L1].toArray();
        QVERIFY(!mirror.isEmpty());
        for (const QJsonValue& one : mirror)
            QCOMPARE(one["match_up"_L1].toString(), u"TvT"_s);
    }

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    test::CliOutcome library(const QStringList& words) const
    {
        return test::runCli(QStringList{u"library"_s} + words +
                            QStringList{u"--library"_s, path(u"library.sqlite"_s)});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace tst_cli_library

GHOSTLINE_TEST(tst_cli_library, TestCliLibrary)
#include "tst_cli_library.moc"
