// SPDX-License-Identifier: GPL-3.0-or-later
// Which recordings files and folders stand for.
#include "model/find_recordings.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <unistd.h>

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
            << QStringList{u"run/part-1.part"_s} << QStringList{u"run/part-1.part"_s} << 0;
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

QTEST_GUILESS_MAIN(TestFindRecordings)
#include "tst_find_recordings.moc"
