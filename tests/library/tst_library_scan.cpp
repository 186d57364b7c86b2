// SPDX-License-Identifier: GPL-3.0-or-later
// Folders are looked through, and once more after something has happened in them.
#include "library/scan/scan.h"
#include "model/sidecar/sidecar.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

namespace tst_library_scan {

using namespace ghostline;
using namespace ghostline::library;
using namespace Qt::StringLiterals;
using model::ErrorCode;

class TestLibraryScan : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store.reset();
        QVERIFY(QDir().mkpath(path(u"games/cup"_s)));
        auto store = LibraryStore::open(path(u"library.sqlite"_s), LibraryStore::Access::Write);
        QVERIFY(store);
        m_store = std::move(*store);
        QVERIFY(m_store->addFolder(path(u"games"_s)));
        write(u"games/a.fake"_s);
        write(u"games/cup/b.fake"_s);
        write(u"games/cup/short.fake"_s, "FAKE"); // is damaged
        write(u"games/readme.txt"_s, "FAKE as well, but not by its name");
        write(u"games/.hidden.fake"_s);
        write(u"games/parts/head.part"_s);
        write(u"games/parts/part-1.part"_s);
    }

    void findsAndReads()
    {
        const ScanReport report = look();
        QCOMPARE(report.recordings, 4); // the folder of parts is one
        QCOMPARE(report.fresh, 4);
        QCOMPARE(report.unreadable, 1);
        QCOMPARE(report.others, 1);
        QVERIFY(report.missing.empty());
        const Entry a = *entryOf(u"games/a.fake"_s);
        QVERIFY(a.state == ReadState::Whole);
        QCOMPARE(a.format, u"fake"_s);
        QCOMPARE(a.duration, model::Micros{999 * 50'000});
        QCOMPARE(a.stamp.bytes, QFileInfo(path(u"games/a.fake"_s)).size());
        const Entry torn = *entryOf(u"games/cup/short.fake"_s);
        QVERIFY(torn.state == ReadState::Unreadable);
        QCOMPARE(torn.error, u"the header is cut"_s);
        QVERIFY(entryOf(u"games/parts"_s));
        QVERIFY(!entryOf(u"games/.hidden.fake"_s));
    }

    void nothingNewIsNotReadAgain()
    {
        look();
        const auto before = m_store->entries();
        const ScanReport again = look();
        QCOMPARE(again.fresh + again.changed + again.moved + again.gone, 0);
        QCOMPARE(m_steps, QList<int>({static_cast<int>(ScanStep::Looking)})); // no file was opened
        QVERIFY(*m_store->entries() == *before);
    }

    void outlinesFirstDetailsLater()
    {
        look({.outlinesOnly = true});
        QVERIFY(entryOf(u"games/a.fake"_s)->state == ReadState::Outline);
        QVERIFY(entryOf(u"games/cup/short.fake"_s)->state == ReadState::Unreadable);
        const ScanReport later = look();
        QCOMPARE(later.fresh + later.changed, 0);
        QVERIFY(entryOf(u"games/a.fake"_s)->state == ReadState::Whole);
    }

    void whatHappensInTheFolders()
    {
        look();
        const qint64 id = entryOf(u"games/a.fake"_s)->id;
        QVERIFY(QDir().mkpath(path(u"games/old"_s)));
        QVERIFY(QFile::rename(path(u"games/a.fake"_s), path(u"games/old/a.fake"_s)));
        QVERIFY(QFile::remove(path(u"games/cup/b.fake"_s)));
        write(u"games/cup/short.fake"_s, "FAKE and whole now");
        write(u"games/parts/part-1.part"_s, "FAKE and grown");
        write(u"games/new.fake"_s);
        const ScanReport report = look();
        QCOMPARE(report.moved, 1);
        QCOMPARE(report.gone, 1);
        QCOMPARE(report.changed, 2);
        QCOMPARE(report.fresh, 1);
        QCOMPARE(report.unreadable, 0);
        QCOMPARE(report.recordings, 4);
        QCOMPARE(entryOf(u"games/old/a.fake"_s)->id, id);
        QVERIFY(!entryOf(u"games/a.fake"_s));
    }

    void newerNotesAreSeen()
    {
        look();
        QCOMPARE(entryOf(u"games/a.fake"_s)->bookmarks, 0);
        model::Sidecar notes;
        notes.add(model::Bookmark{.id = {}, .frame = 5, .title = u"here"_s, .tags = {u"watch"_s}});
        QVERIFY(model::saveSidecar(path(u"games/a.fake"_s), notes));
        const ScanReport report = look();
        QCOMPARE(report.changed, 0);
        QCOMPARE(entryOf(u"games/a.fake"_s)->bookmarks, 1);
        QCOMPARE(entryOf(u"games/a.fake"_s)->tags, QStringList{u"watch"_s});
    }

    /// A disk that is not there takes nothing with it.
    void aFolderThatVanishesKeepsItsEntries()
    {
        QVERIFY(m_store->addFolder(path(u"disk"_s)));
        write(u"disk/x.fake"_s);
        look();
        QVERIFY(QFile::rename(path(u"disk"_s), path(u"unmounted"_s)));
        const ScanReport report = look();
        QCOMPARE(report.missing.size(), 1U);
        QCOMPARE(report.missing.front().file, path(u"disk"_s));
        QCOMPARE(report.gone, 0);
        QVERIFY(entryOf(u"disk/x.fake"_s));
        QVERIFY(m_store->removeFolder(path(u"disk"_s)));
        QCOMPARE(look().gone, 1); // nobody watches it any more
    }

    void linksLeadNowhere()
    {
        QVERIFY(QFile::link(path(u"games"_s), path(u"games/cup/loop"_s)));
        QVERIFY(QFile::link(u"nowhere"_s, path(u"games/gone.fake"_s)));
        QVERIFY(m_store->addFolder(path(u"games/cup"_s))); // lies in one that is watched
        const ScanReport report = look();
        QCOMPARE(report.recordings, 4);
    }

    void namesThatAreNoText()
    {
        const QByteArray name = QFile::encodeName(path(u"games/"_s)) + "\xE4\xFF \xE6\xBC\xA2.fake";
        QFile first(path(u"games/a.fake"_s));
        QVERIFY(::link(QFile::encodeName(first.fileName()).constData(), name.constData()) == 0);
        const qint64 recordings = look().recordings;
        const qint64 fresh = look().fresh;
        QCOMPARE(::unlink(name.constData()), 0); // Qt cannot
        QCOMPARE(recordings, 5);
        QCOMPARE(fresh, 0);
    }

    void stopped()
    {
        std::stop_source source;
        source.request_stop();
        const auto nothing = scan(
            *m_store, m_registry, {}, [](const ScanProgress&) {}, source.get_token());
        QVERIFY(!nothing);
        QCOMPARE(nothing.error().code, ErrorCode::Cancelled);
        // In the middle: what was read stays, the rest comes the next time.
        std::stop_source later;
        const auto some = scan(
            *m_store, m_registry, {},
            [&later](const ScanProgress& progress) {
                if (progress.step == ScanStep::Details)
                    later.request_stop();
            },
            later.get_token());
        QVERIFY(!some);
        QCOMPARE(some.error().code, ErrorCode::Cancelled);
        QCOMPARE(m_store->entries()->size(), 4U);
        const ScanReport rest = look();
        QCOMPARE(rest.fresh, 0);
        QVERIFY(entryOf(u"games/a.fake"_s)->state == ReadState::Whole);
    }

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    void write(const QString& name, const QByteArray& content = "FAKE and more") const
    {
        QVERIFY(QDir().mkpath(QFileInfo(path(name)).path()));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }
    ScanReport look(const ScanRequest& request = {})
    {
        m_steps.clear();
        const auto report =
            scan(*m_store, m_registry, request,
                 [this](const ScanProgress& progress) { m_steps << static_cast<int>(progress.step); }, {});
        if (!report)
            qWarning("%s", qPrintable(report.error().message));
        return report.value_or(ScanReport{});
    }
    std::optional<Entry> entryOf(const QString& name) const
    {
        const auto entries = m_store->entries();
        for (const Entry& entry : *entries) {
            if (entry.path == path(name))
                return entry;
        }
        return std::nullopt;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LibraryStore> m_store;
    model::CodecRegistry m_registry{{QFileInfo(QStringLiteral(FAKE_CODEC)).path()}};
    QList<int> m_steps;
};

} // namespace tst_library_scan

GHOSTLINE_TEST(tst_library_scan, TestLibraryScan)
#include "tst_library_scan.moc"
