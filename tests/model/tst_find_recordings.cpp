// SPDX-License-Identifier: GPL-3.0-or-later
// Which recordings files and folders stand for.
#include "model/bytes/file_names.h"
#include "model/codec/find_recordings.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tst_find_recordings {

using namespace ghostline::model;
using namespace Qt::StringLiterals;

class TestFindRecordings : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    const CodecRegistry m_registry{QStringList{QFileInfo(QStringLiteral(FAKE_CODEC)).path()}};

    QString path(const QString& name) const
    {
        return name.isEmpty() ? m_folder.path() : QDir::cleanPath(m_folder.filePath(name));
    }
    void put(const QString& name, const QByteArray& content = "nothing known")
    {
        QVERIFY(QDir().mkpath(QFileInfo(path(name)).path()));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }
    QStringList below(const QStringList& paths) const
    {
        QStringList names;
        for (const QString& name : paths)
            names += QDir(m_folder.path()).relativeFilePath(name);
        return names;
    }

private Q_SLOTS:
    void initTestCase()
    {
        put(u"b/by name.fake"_s);
        put(u"a/by content"_s, "FAKE replay");
        put(u"a/notes.txt"_s);
        put(u"run/head.part"_s, "FAKE");
        put(u"run/part-1.part"_s, "FAKE");
        put(u"run/z/more.fake"_s, "FAKE");
    }

    void finds_data()
    {
        QTest::addColumn<QStringList>("named");
        QTest::addColumn<QStringList>("found");
        QTest::addColumn<int>("skipped");
        QTest::newRow("a folder, to the bottom")
            << QStringList{u""_s}
            << QStringList{u"a/by content"_s, u"b/by name.fake"_s, u"run"_s, u"run/z/more.fake"_s} << 1;
        QTest::newRow("a file, whatever it is")
            << QStringList{u"a/notes.txt"_s, u"absent"_s} << QStringList{u"a/notes.txt"_s, u"absent"_s} << 0;
        QTest::newRow("a folder that is one recording")
            << QStringList{u"run"_s} << QStringList{u"run"_s} << 0;
        QTest::newRow("the file it is opened by")
            << QStringList{u"run/head.part"_s} << QStringList{u"run"_s} << 0;
        QTest::newRow("another part of it")
            << QStringList{u"run/part-1.part"_s} << QStringList{u"run"_s} << 0;
        QTest::newRow("as named") << QStringList{u"b"_s, u"a"_s}
                                  << QStringList{u"b/by name.fake"_s, u"a/by content"_s} << 1;
    }
    void finds()
    {
        QFETCH(QStringList, named);
        QStringList paths;
        for (const QString& name : named)
            paths += path(name);
        const FoundRecordings found = findRecordings(paths, m_registry);
        QTEST(below(found.files), "found");
        QTEST(found.skipped, "skipped");
        QVERIFY(found.missing.empty());
    }

    void whatIsNoFileIsPassedOver()
    {
        const QTemporaryDir folder;
        const auto at = [&folder](const char* name) {
            return QFile::encodeName(folder.filePath(QLatin1String(name)));
        };
        QVERIFY(QDir(folder.path()).mkdir(u"below"_s));
        QVERIFY(QFile::copy(path(u"a/by content"_s), folder.filePath(u"below/run.fake"_s)));
        QCOMPARE(::symlink("nowhere", at("dangling.fake")), 0);
        QCOMPARE(::symlink("loop.fake", at("loop.fake")), 0);
        QCOMPARE(::symlink("..", at("below/up")), 0);
        QCOMPARE(::symlink("run.fake", at("below/same.fake")), 0);
        QCOMPARE(::mkfifo(at("pipe.fake"), 0600), 0);
        const FoundRecordings found = findRecordings({folder.path()}, m_registry);
        QCOMPARE(found.files,
                 (QStringList{folder.filePath(u"below/run.fake"_s), folder.filePath(u"below/same.fake"_s)}));
        QHash<QString, QString> passed;
        for (const Error& entry : found.passedOver)
            passed.insert(QDir(folder.path()).relativeFilePath(entry.file), entry.message);
        QCOMPARE(passed, (QHash<QString, QString>{{u"dangling.fake"_s, u"this link leads nowhere"_s},
                                                  {u"loop.fake"_s, u"this link leads to itself"_s},
                                                  {u"below/up"_s, u"links to folders are not followed"_s},
                                                  {u"pipe.fake"_s, u"this is not a regular file"_s}}));
        QVERIFY(found.without.isEmpty());
    }

    void anyNameIsFound()
    {
        const QTemporaryDir folder;
        const QByteArray inside = QFile::encodeName(folder.path()) + "/dir\xFE";
        QCOMPARE(::mkdir(inside, 0700), 0);
        for (const QByteArray& name : {inside + "/a\xFF.fake", inside + "/\xC3\xB6.fake",
                                       QFile::encodeName(folder.path()) + "/\xED\xA0\x80.fake"}) {
            const int file = ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
            QCOMPARE(::write(file, "FAKE replay", 11), ssize_t{11});
            ::close(file);
        }
        const FoundRecordings found = findRecordings({folder.path()}, m_registry);
        QCOMPARE(found.files.size(), 3);
        for (const QString& file : found.files) {
            QCOMPARE(pathFromBytes(pathToBytes(file)), file);
            QVERIFY2(m_registry.open(file, {}).has_value(), pathToBytes(file));
            QCOMPARE(::unlink(pathToBytes(file)), 0); // QTemporaryDir cannot
        }
        QCOMPARE(::rmdir(inside), 0);
    }

    void namesSurvive_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("plain") << QByteArray("run.log") << u"run.log"_s;
        QTest::newRow("UTF-8") << u"\u00F6\U0001F47B"_s.toUtf8() << u"\u00F6\U0001F47B"_s;
        QTest::newRow("Latin-1") << QByteArray("M\xFCnchen") << QString(u"M"_s + QChar(0xDCFC) + u"nchen"_s);
        QTest::newRow("cut") << QByteArray("a\xE2\x82") << QString(u"a"_s + QChar(0xDCE2) + QChar(0xDC82));
        QTest::newRow("behind two halves")
            << u"\U0001F47B"_s.toUtf8() + "\x80" << QString(u"\U0001F47B"_s + QChar(0xDC80));
    }
    void namesSurvive()
    {
        QFETCH(QByteArray, bytes);
        QTEST(pathFromBytes(bytes), "text");
        QCOMPARE(pathToBytes(pathFromBytes(bytes)), bytes);
    }

    void aFolderWithoutRecordingsIsTold()
    {
        const QTemporaryDir folder;
        QCOMPARE(findRecordings({folder.path(), path(u"b"_s)}, m_registry).without,
                 QStringList{folder.path()});
    }

    void anAddressStaysAsItIs()
    {
        const QString address = u"http://127.0.0.1:1/runs/a.fake"_s;
        QCOMPARE(findRecordings({address}, m_registry).files, QStringList{address});
    }

    void aClosedFolderIsTold()
    {
        if (::geteuid() == 0)
            QSKIP("root may read everything");
        put(u"closed/x.fake"_s);
        QVERIFY(QFile::setPermissions(path(u"closed"_s), QFile::ExeOwner));
        const FoundRecordings found = findRecordings({path(u"closed"_s)}, m_registry);
        QFile::setPermissions(path(u"closed"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QCOMPARE(found.missing.size(), std::size_t{1});
        QCOMPARE(found.missing[0].code, ErrorCode::NotReadable);
        QCOMPARE(found.missing[0].file, path(u"closed"_s));
    }

    void stops()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(findRecordings({m_folder.path()}, m_registry, stop.get_token()).files.isEmpty());
    }
};

} // namespace tst_find_recordings

GHOSTLINE_TEST(tst_find_recordings, TestFindRecordings)
#include "tst_find_recordings.moc"
