// SPDX-License-Identifier: GPL-3.0-or-later
// Notes of one recording in two places, beside it and in the user's data folder: nothing of either is lost.
#include "model/sidecar/sidecar.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <thread>
#include <vector>

namespace tst_sidecar_files {

using namespace ghostline::model;
using namespace Qt::StringLiterals;

namespace {

const QByteArray Damaged = R"({"schema": 1, "bookmarks": [{"frame": 3,)";

/// A notes file with one bookmark and one verdict of the same name.
QByteArray notesOf(const QString& name, const QByteArray& hash = {})
{
    const QString text = uR"({"schema": 1, "replay_sha256": "%2",
        "bookmarks": [{"id": "b-%1", "frame": 3, "title": "%1"}],
        "verdicts": [{"id": "v-%1", "frame": 3, "check": "speed", "verdict": "unsure", "reviewer": "%1",
                      "created": "2026-05-02T10:00:00Z"}]})"_s;
    return text.arg(name, QString::fromLatin1(hash)).toUtf8();
}

void put(const QString& path, const QByteArray& text)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

/// So that which one is newer does not hang on the clock.
void age(const QString& path, int minutes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-60 * minutes),
                             QFileDevice::FileModificationTime));
}

QByteArray content(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What is in it, in order of the alphabet: "a b|a b".
QString saidIn(const Sidecar& sidecar)
{
    QStringList titles;
    for (const Bookmark& bookmark : sidecar.bookmarks)
        titles << bookmark.title;
    QStringList reviewers;
    for (const FlagReview& review : sidecar.reviews)
        reviewers << review.reviewer;
    titles.sort();
    reviewers.sort();
    return titles.join(u' ') + u'|' + reviewers.join(u' ');
}

} // namespace

class TestSidecarFiles : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_replay;
    QString m_beside;
    QString m_own;

    void openRecording(const QString& name)
    {
        m_replay = m_folder->filePath(name);
        m_beside = sidecarPath(m_replay);
        m_own = privateSidecarPath(m_replay);
    }
    /// One beside which notes can lie but none can be written: the temporary file's name would be too long.
    void openArchived() { openRecording(QString(235, u'a')); }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", QFile::encodeName(m_folder->filePath(u"home"_s)));
        openRecording(u"a.run"_s);
        QVERIFY(m_own.startsWith(m_folder->path()));
    }

    void bothCount_data()
    {
        QTest::addColumn<QByteArray>("beside");
        QTest::addColumn<QByteArray>("own");
        QTest::addColumn<bool>("ownIsNewer");
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("leftOut"); // "beside", "own" or neither
        const QByteArray ada = notesOf(u"ada"_s, "aa");
        const QByteArray ben = notesOf(u"ben"_s);
        const QByteArray other = notesOf(u"other"_s, "bb");
        const QString none;
        QTest::newRow("own is newer") << ada << ben << true << u"ada ben|ada ben"_s << none;
        QTest::newRow("beside is newer") << ada << ben << false << u"ada ben|ada ben"_s << none;
        QTest::newRow("the same in both") << ada << ada << true << u"ada|ada"_s << none;
        QTest::newRow("only beside") << ada << QByteArray() << true << u"ada|ada"_s << none;
        QTest::newRow("only own") << QByteArray() << ben << true << u"ben|ben"_s << none;
        QTest::newRow("damaged beside") << Damaged << ben << false << u"ben|ben"_s << u"beside"_s;
        QTest::newRow("damaged own") << ada << Damaged << true << u"ada|ada"_s << u"own"_s;
        QTest::newRow("own of another recording, newer")
            << ada << other << true << u"other|other"_s << u"beside"_s;
        QTest::newRow("own of another recording, older") << ada << other << false << u"ada|ada"_s << u"own"_s;
    }
    void bothCount()
    {
        QFETCH(QByteArray, beside);
        QFETCH(QByteArray, own);
        QFETCH(bool, ownIsNewer);
        QFETCH(QString, said);
        QFETCH(QString, leftOut);
        if (!beside.isEmpty())
            put(m_beside, beside);
        if (!own.isEmpty())
            put(m_own, own);
        if (!beside.isEmpty() && !own.isEmpty())
            age(ownIsNewer ? m_beside : m_own, 5);

        auto notes = loadNotes(m_replay);
        QVERIFY(notes);
        QCOMPARE(saidIn(notes->sidecar), said);
        QCOMPARE(notes->leftOut.has_value(), !leftOut.isEmpty());
        const QString left = leftOut == u"own" ? m_own : m_beside;
        if (notes->leftOut) {
            QCOMPARE(notes->leftOut->file, left);
            QVERIFY(!notes->leftOut->message.isEmpty());
        }
        const QByteArray before = content(left);

        FlagReview more;
        more.check = u"speed"_s;
        more.verdict = FlagVerdict::Confirmed;
        more.reviewer = u"zoe"_s;
        notes->sidecar.add(more);
        const auto saved = saveSidecar(m_replay, notes->sidecar);
        QCOMPARE(saved.map(&SavedSidecar::path).value_or(QString()), leftOut == u"beside" ? m_own : m_beside);
        QCOMPARE(saidIn(loadNotes(m_replay)->sidecar), said + u" zoe"_s);
        if (notes->leftOut)
            QCOMPARE(content(left), before);
        else
            QVERIFY(!QFile::exists(m_own)); // all of it lies beside the recording now
        QVERIFY(!content(m_beside).contains("beside_sha256"));
    }

    void neitherCanBeUsed()
    {
        put(m_beside, Damaged);
        put(m_own, Damaged);
        QCOMPARE(loadNotes(m_replay).error().code, ErrorCode::Damaged);
        QCOMPARE(loadNotes(m_replay).error().file, m_beside);
        QCOMPARE(saveSidecar(m_replay, {}).error().code, ErrorCode::Damaged);
        QCOMPARE(content(m_beside), Damaged);
        QCOMPARE(content(m_own), Damaged);
    }

    /// The one beside the recording cannot be written: what is taken off there must not come back from it.
    void whatIsRemovedStaysRemoved()
    {
        openArchived();
        put(m_beside, notesOf(u"ada"_s));
        Sidecar mine = loadNotes(m_replay)->sidecar;
        QVERIFY(mine.remove(u"b-ada"_s));
        QCOMPARE(saveSidecar(m_replay, mine).map(&SavedSidecar::path).value_or(QString()), m_own);
        mine = loadNotes(m_replay)->sidecar;
        QCOMPARE(saidIn(mine), u"|ada"_s);
        Bookmark again;
        again.title = u"again"_s;
        mine.add(again);
        QCOMPARE(saveSidecar(m_replay, mine).map(&SavedSidecar::path).value_or(QString()), m_own);
        QCOMPARE(saidIn(loadNotes(m_replay)->sidecar), u"again|ada"_s);

        // Somebody else's, once there are some, are another matter.
        put(m_beside, notesOf(u"ben"_s));
        QCOMPARE(saidIn(loadNotes(m_replay)->sidecar), u"again ben|ada ben"_s);
    }

    /// Two windows hold one recording; each writes what it did.
    void bookmarksOfAnotherWindowStay()
    {
        Sidecar first;
        for (const FrameNumber frame : {10, 20})
            first.add(Bookmark{.id = QString::number(frame), .frame = frame});
        QVERIFY(saveSidecar(m_replay, first));
        Sidecar mine = loadNotes(m_replay)->sidecar;
        Sidecar theirs = loadNotes(m_replay)->sidecar;

        theirs.add(Bookmark{.id = u"30"_s, .frame = 30});
        Bookmark edited = theirs.bookmarks[1];
        QVERIFY(theirs.remove(edited.id));
        edited.title = u"edited"_s;
        theirs.add(edited);
        QVERIFY(saveSidecar(m_replay, theirs));
        QVERIFY(mine.remove(u"10"_s));
        QVERIFY(saveSidecar(m_replay, mine));

        const Sidecar both = loadNotes(m_replay)->sidecar;
        QCOMPARE(both.bookmarks.size(), std::size_t{2}); // 10 was removed here, 30 came there
        QCOMPARE(both.bookmarks[0].title, u"edited"_s);
        QCOMPARE(both.bookmarks[1].frame, 30);
    }

    /// What one window removes or puts away the other one, which still has it, does not write again.
    void removedInAnotherWindowStaysRemoved()
    {
        Sidecar first;
        for (const FrameNumber frame : {10, 20})
            first.add(Bookmark{.id = QString::number(frame), .frame = frame});
        QVERIFY(saveSidecar(m_replay, first));
        const auto opened = [this] {
            Sidecar notes = loadNotes(m_replay)->sidecar;
            notes.bookmarks.push_back(Bookmark{.id = u"held"_s, .frame = 30, .recorded = true});
            return notes;
        };
        Sidecar mine = opened();
        Sidecar theirs = opened();
        QVERIFY(theirs.remove(u"20"_s));
        QVERIFY(theirs.remove(u"held"_s));
        QVERIFY(saveSidecar(m_replay, theirs));

        mine.add(Bookmark{.id = u"40"_s, .frame = 40});
        const auto saved = saveSidecar(m_replay, mine);
        QVERIFY(saved);
        const auto frames = [](const Sidecar& notes) {
            QStringList all;
            for (const Bookmark& bookmark : notes.bookmarks)
                all += QString::number(bookmark.frame);
            return all.join(u' ');
        };
        QCOMPARE(frames(saved->sidecar), u"10 40"_s); // as the window shows it from then on
        QCOMPARE(frames(loadNotes(m_replay)->sidecar), u"10 40"_s);

        // Taken back there, it is there again here.
        theirs = saved->sidecar;
        theirs.add(Bookmark{.id = u"20"_s, .frame = 20});
        QVERIFY(saveSidecar(m_replay, theirs));
        QCOMPARE(frames(saveSidecar(m_replay, saved->sidecar)->sidecar), u"10 20 40"_s);
    }

    void removedOnesWithoutAnIdStayRemoved()
    {
        const QByteArray entry = "{\"frame\": 5, \"time_us\": 0, \"length_us\": 0, \"title\": \"a\"}";
        put(m_beside, "{\"schema\": 1, \"bookmarks\": [" + entry + "," + entry + "]}");
        Sidecar notes = loadNotes(m_replay)->sidecar;
        QCOMPARE(notes.bookmarks.size(), std::size_t{2});
        QVERIFY(notes.bookmarks[0].id != notes.bookmarks[1].id);
        QVERIFY(notes.remove(notes.bookmarks[0].id));
        QVERIFY(saveSidecar(m_replay, notes));
        QCOMPARE(loadNotes(m_replay)->sidecar.bookmarks.size(), std::size_t{1});
    }

    void savesAtOnceWaitForEachOther()
    {
        constexpr int Windows = 8;
        constexpr int Each = 5;
        const auto reviewer = [this](int window) {
            for (int i = 0; i < Each; ++i) {
                Sidecar mine;
                FlagReview review;
                review.check = u"speed"_s;
                review.reviewer = QString::number(window * Each + i);
                mine.add(review);
                if (!saveSidecar(m_replay, mine))
                    qWarning("a save failed");
            }
        };
        std::vector<std::thread> windows;
        windows.reserve(Windows);
        for (int window = 0; window < Windows; ++window)
            windows.emplace_back(reviewer, window);
        for (std::thread& window : windows)
            window.join();
        QCOMPARE(loadNotes(m_replay)->sidecar.reviews.size(), static_cast<std::size_t>(Windows * Each));
    }

    /// Written there after these notes were loaded, and so not seen by who saves them.
    void whatWasNotSeenIsMerged()
    {
        openArchived();
        put(m_beside, notesOf(u"ada"_s));
        const Sidecar mine = loadNotes(m_replay)->sidecar;
        put(m_beside, notesOf(u"ben"_s));
        QCOMPARE(saveSidecar(m_replay, mine).map(&SavedSidecar::path).value_or(QString()), m_own);
        QCOMPARE(saidIn(loadNotes(m_replay)->sidecar), u"ada ben|ada ben"_s);
    }

    void ownUnusableAndNothingCanBeWrittenBeside()
    {
        openArchived();
        put(m_beside, notesOf(u"ada"_s));
        put(m_own, Damaged);
        const auto notes = loadNotes(m_replay);
        QCOMPARE(notes->leftOut->file, m_own);
        QCOMPARE(saveSidecar(m_replay, notes->sidecar).error().code, ErrorCode::Damaged);
        QCOMPARE(content(m_own), Damaged);
    }
};

} // namespace tst_sidecar_files

GHOSTLINE_TEST(tst_sidecar_files, TestSidecarFiles)
#include "tst_sidecar_files.moc"
