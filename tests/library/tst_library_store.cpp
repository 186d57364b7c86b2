// SPDX-License-Identifier: GPL-3.0-or-later
// The library on disk: what goes in comes out again, several hold it at once, and whatever the file is.
#include "library/store/library_store.h"
#include "library/store/schema.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_library_store {

using namespace ghostline;
using namespace ghostline::library;
using namespace Qt::StringLiterals;
using model::ErrorCode;
using Access = LibraryStore::Access;

namespace {

/// Everything in it is something else than it is by itself.
Entry entry(const QString& path)
{
    return {.path = path,
            .stamp = {12'345, 1'790'000'000'123},
            .notes = {17, 1'790'000'000'456},
            .state = ReadState::Whole,
            .error = u"none"_s,
            .format = u"sc2"_s,
            .formatName = u"StarCraft II replay"_s,
            .version = u"5.0"_s,
            .map = u"Рубин 红宝石 👑"_s,
            .recordedAt = QDateTime::fromMSecsSinceEpoch(1'780'000'000'789, Qt::UTC),
            .duration = model::Micros{965'000'001},
            .people = {{u"herO"_s, u"2-s2-1-1"_s, u"CJ"_s, u"Blue"_s, u"1"_s, u"Protoss"_s, u"Win"_s},
                       {.name = u"Bunny"_s}},
            .flags = 5,
            .openFlags = 2,
            .worst = 3,
            .bookmarks = 7,
            .tags = {u"watch"_s, u"a tag with blanks"_s},
            .lostData = true};
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestLibraryStore : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatGoesInComesOut()
    {
        // A name that is no UTF-8, as a file system may have it.
        const QStringList paths{u"/a/one.SC2Replay"_s, u"/ä/κόσμε 漢字.log"_s,
                                u"/b/"_s + QChar(0xDCE4) + u".log"_s};
        {
            const auto store = open();
            QVERIFY(store);
            QVERIFY(store->begin());
            for (const QString& path : paths)
                QVERIFY(store->put(entry(path)));
            QVERIFY(store->put(Entry{.path = u"/c/bare.log"_s}));
            QVERIFY(store->addFolder(u"/ä"_s) && store->addFolder(u"/a"_s) && store->addFolder(u"/a"_s));
            QVERIFY(store->commit());
        }
        const auto store = open();
        QCOMPARE(*store->folders(), (QStringList{u"/a"_s, u"/ä"_s}));
        auto entries = store->entries();
        QVERIFY(entries && entries->size() == 4);
        for (std::size_t i = 0; i < 3; ++i) {
            Entry wanted = entry(paths[static_cast<qsizetype>(i)]);
            wanted.id = entries->at(i).id;
            QVERIFY(entries->at(i) == wanted);
        }
        Entry bare{.path = u"/c/bare.log"_s};
        bare.id = entries->at(3).id;
        QVERIFY(entries->at(3) == bare);
        const auto known = store->known();
        QCOMPARE(known->size(), 4);
        QVERIFY(known->value(paths[2]).stamp == entry({}).stamp &&
                known->value(paths[2]).notes == entry({}).notes);
    }

    void changesMovesAndRemoves()
    {
        const auto store = open();
        QVERIFY(store->put(entry(u"/a"_s)) && store->put(entry(u"/b"_s)) && store->pass(u"/c"_s, {1, 2}));
        Entry other = entry(u"/a"_s);
        other.people.resize(1);
        other.map = u"Other"_s;
        other.duration.reset();
        QVERIFY(store->put(other) && store->move(u"/b"_s, u"/d"_s));
        auto entries = store->entries();
        QCOMPARE(entries->size(), 2U);
        other.id = entries->at(0).id;
        QVERIFY(entries->at(0) == other); // in the row that it had
        QCOMPARE(entries->at(1).path, u"/d"_s);
        QCOMPARE(entries->at(1).people.size(), 2U);
        QCOMPARE(store->known()->value(u"/c"_s).id, 0);
        QVERIFY(store->put(entry(u"/c"_s)) && store->known()->value(u"/c"_s).id != 0); // is one after all
        QVERIFY(store->remove(u"/a"_s) && store->remove(u"/c"_s));
        QCOMPARE(store->known()->keys(), QStringList{u"/d"_s});
        QCOMPARE(store->entries()->at(0).people.size(), 2U);
        QVERIFY(store->pass(u"/d"_s, {}));
        QVERIFY(store->entries()->empty());
    }

    void othersSeeWhatWasCommitted()
    {
        const auto one = open();
        const auto other = open();
        const auto reader = LibraryStore::open(file(), Access::Read);
        QVERIFY(reader);
        const auto before = (*reader)->dataVersion();
        QVERIFY(one->begin() && one->put(entry(u"/a"_s)));
        QVERIFY((*reader)->entries()->empty()); // nobody waits for who writes
        QVERIFY(one->commit());
        QCOMPARE((*reader)->entries()->size(), 1U);
        QVERIFY(*(*reader)->dataVersion() != *before);
        QVERIFY(other->put(entry(u"/b"_s)));
        QCOMPARE(one->entries()->size(), 2U);
        QVERIFY(!(*reader)->put(entry(u"/c"_s)));
    }

    /// Whoever writes is waited for, but not for ever.
    void lockedIsSaid()
    {
        const auto one = open();
        const auto other = open();
        QVERIFY(one->begin());
        const auto refused = other->put(entry(u"/a"_s));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::NotReadable);
        QCOMPARE(refused.error().file, file());
        QVERIFY(one->commit());
        QVERIFY(other->put(entry(u"/a"_s)));
    }

    void noneIsReadOnlyWhereThereIsOne()
    {
        const auto none = LibraryStore::open(file(), Access::Read);
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::NotFound);
        QVERIFY(!QFile::exists(file()));
    }

    void theFutureIsLeftAlone()
    {
        {
            QVERIFY(open());
            const auto raw = Connection::open(file(), Connection::Access::Write);
            QVERIFY((*raw)->one(u"PRAGMA user_version = %1"_s.arg(SchemaVersion + 1)));
        }
        const QByteArray before = contentOf(file());
        for (const Access access : {Access::Read, Access::Write}) {
            const auto store = LibraryStore::open(file(), access);
            QVERIFY(!store);
            QCOMPARE(store.error().code, ErrorCode::Unsupported);
            QVERIFY(store.error().message.contains(u"newer"));
        }
        QCOMPARE(contentOf(file()), before);
    }

    void damagedIsMadeAnew_data()
    {
        QTest::addColumn<QString>("how");
        QTest::addColumn<bool>("foldersStay");
        QTest::newRow("no database at all") << u"text"_s << false;
        QTest::newRow("cut off") << u"cut"_s << false;
        QTest::newRow("torn in the middle") << u"torn"_s << true;
    }
    void damagedIsMadeAnew()
    {
        QFETCH(QString, how);
        {
            const auto store = open();
            QVERIFY(store->addFolder(u"/games"_s) && store->begin());
            for (int i = 0; i < 2000; ++i)
                QVERIFY(store->put(entry(u"/games/%1.log"_s.arg(i))));
            QVERIFY(store->commit());
        }
        QFile damaged(file());
        QVERIFY(damaged.open(QIODevice::ReadWrite));
        const qint64 size = damaged.size();
        QVERIFY(size > 200'000);
        if (how == u"text") {
            QVERIFY(damaged.resize(0));
            damaged.write(QByteArray("no database, but long enough to be one\n").repeated(500));
        } else if (how == u"cut") {
            QVERIFY(damaged.resize(size / 3));
        } else {
            damaged.seek(size / 2);
            damaged.write(QByteArray(8192, '\x5A'));
        }
        damaged.close();
        QVERIFY(!LibraryStore::open(file(), Access::Read)); // who only reads changes nothing
        const auto store = open();
        QVERIFY(store);
        QVERIFY(QFile::exists(store->asideAs()));
        QVERIFY(store->entries()->empty());
        QFETCH(bool, foldersStay);
        if (foldersStay)
            QCOMPARE(*store->folders(), QStringList{u"/games"_s});
        QVERIFY(store->put(entry(u"/a"_s)));
        QVERIFY(open()->asideAs().isEmpty()); // sound from now on
    }

private:
    QString file() const { return m_folder->filePath(u"below/library.sqlite"_s); }
    std::unique_ptr<LibraryStore> open() const
    {
        auto store = LibraryStore::open(file(), Access::Write);
        if (!store)
            qWarning("%s", qPrintable(store.error().message));
        return store ? std::move(*store) : nullptr;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace tst_library_store

GHOSTLINE_TEST(tst_library_store, TestLibraryStore)
#include "tst_library_store.moc"
