// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line says of a recording's map: which it is, where it was looked for, what does not fit.
#include "tests/app/cli/cli_process.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cli_maps {

using namespace ghostline::test;
using namespace Qt::StringLiterals;

class TestCliMaps : public QObject
{
    Q_OBJECT

    /// The log alone: its map lies elsewhere.
    QString lonelyLog() const { return m_folder.filePath(u"town.log"_s); }
    static QString map() { return QStringLiteral(GHOSTLINE_SAMPLES "/SampleTown.xodr"); }
    bool put(const QString& name, const QByteArray& content) const
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
               file.write(content) == content.size();
    }
    QJsonObject sceneOf(const QStringList& arguments = {}) const
    {
        const CliOutcome told = runCli(QStringList{u"info"_s, lonelyLog(), u"--json"_s} + arguments);
        return told.code == 0 ? told.json()[u"scene"_s].toObject() : QJsonObject();
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void initTestCase()
    {
        if (!QFileInfo::exists(sampleLog()))
            QSKIP("no samples were made");
        qunsetenv("CARLA_ROOT");
        QVERIFY(QFile::copy(sampleLog(), lonelyLog()));
    }
    void cleanup() { qunsetenv("CARLA_ROOT"); }

    void besideTheLog()
    {
        const QJsonObject scene = runCli({u"info"_s, sampleLog(), u"--json"_s}).json()[u"scene"_s].toObject();
        QCOMPARE(scene[u"name"_s].toString(), u"SampleTown.xodr"_s);
        QCOMPARE(QFileInfo(scene[u"path"_s].toString()).fileName(), u"SampleTown.xodr"_s);
        QVERIFY(scene[u"doubt"_s].isNull());
    }

    void missing()
    {
        const QString empty = m_folder.filePath(u"empty"_s);
        QVERIFY(QDir().mkpath(empty));
        const QJsonObject scene = sceneOf({u"--scene-folder"_s, empty});
        QVERIFY(scene[u"name"_s].isNull() && scene[u"path"_s].isNull());
        QVERIFY2(scene[u"note"_s].toString().startsWith(
                     u"No map: add its folder in Settings > Maps; SampleTown.xodr would show the ground"_s),
                 qPrintable(scene[u"note"_s].toString()));
        QCOMPARE(scene[u"looked_in"_s].toArray(), QJsonArray{empty});
        QVERIFY(scene[u"candidates"_s].toArray().isEmpty());
        const QByteArray text = runCli({u"info"_s, lonelyLog(), u"--scene-folder"_s, empty}).out;
        QVERIFY2(text.contains("Looked in") && text.contains(empty.toUtf8()), text.constData());
    }

    void inAFolder()
    {
        const QJsonObject scene = sceneOf({u"--scene-folder"_s, QStringLiteral(GHOSTLINE_SAMPLES)});
        QCOMPARE(scene[u"name"_s].toString(), u"SampleTown.xodr"_s);
        QCOMPARE(scene[u"path"_s].toString(), QFileInfo(map()).absoluteFilePath());
        QVERIFY(scene[u"doubt"_s].isNull());
    }

    void inTheInstallation()
    {
        QFile file(map());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString place = u"carla/CarlaUE4/Content/Carla/Maps/OpenDrive/SampleTown.xodr"_s;
        QVERIFY(put(place, file.readAll()));
        qputenv("CARLA_ROOT", m_folder.filePath(u"carla"_s).toLocal8Bit());
        QCOMPARE(sceneOf()[u"path"_s].toString(), m_folder.filePath(place));
    }

    /// A map of that name whose roads are a kilometre away.
    void another()
    {
        const QByteArray far = R"(<OpenDRIVE><road id="1" length="50" junction="-1"><planView>
            <geometry s="0" x="9000" y="9000" hdg="0" length="50"><line/></geometry></planView>
            <lanes><laneSection s="0"><center><lane id="0" type="none"/></center>
            <right><lane id="-1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></right>
            </laneSection></lanes></road></OpenDRIVE>)";
        QVERIFY(put(u"far/SampleTown.xodr"_s, far));
        const QString folder = m_folder.filePath(u"far"_s);
        const QJsonObject offered = sceneOf({u"--scene-folder"_s, folder});
        QVERIFY(offered[u"path"_s].isNull());
        const QJsonObject candidate = offered[u"candidates"_s].toArray().first().toObject();
        QCOMPARE(candidate[u"path"_s].toString(), folder + u"/SampleTown.xodr"_s);
        QVERIFY(candidate[u"doubt"_s].toString().contains(u"0 %"_s));
        // Who asks for it gets it, and is told.
        const QJsonObject named = sceneOf({u"--scene"_s, folder + u"/SampleTown.xodr"_s});
        QCOMPARE(named[u"name"_s].toString(), u"SampleTown.xodr"_s);
        QVERIFY(named[u"doubt"_s].toString().contains(u"0 %"_s));
    }

    void wrongWishes_data()
    {
        QTest::addColumn<QStringList>("wish");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("radius") << QStringList{u"--scene-radius"_s, u"far"_s} << QByteArray("--scene-radius");
        QTest::newRow("place") << QStringList{u"--scene-at"_s, u"1,2"_s} << QByteArray("X,Y,Z");
        QTest::newRow("folder") << QStringList{u"--scene-folder"_s, u"/nowhere"_s} << QByteArray("/nowhere");
        QTest::newRow("file") << QStringList{u"--scene"_s, u"/nowhere.xodr"_s} << QByteArray("/nowhere.xodr");
    }
    void wrongWishes()
    {
        QFETCH(QStringList, wish);
        QFETCH(QByteArray, says);
        for (const QStringList& verb :
             {QStringList{u"info"_s, lonelyLog()}, QStringList{u"state"_s, lonelyLog(), u"--at"_s, u"1"_s}}) {
            const CliOutcome told = runCli(verb + wish);
            QCOMPARE(told.code, 2);
            QVERIFY2(told.err.contains(says), told.err.constData());
        }
    }
};

} // namespace tst_cli_maps

GHOSTLINE_TEST(tst_cli_maps, TestCliMaps)
#include "tst_cli_maps.moc"
