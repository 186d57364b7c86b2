// SPDX-License-Identifier: GPL-3.0-or-later
// The notes of a whole folder, merged at once: by content, else by name, and nothing is lost.
#include "model/review/notes_folder.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_notes_folder {

using namespace ghostline::model;
using namespace Qt::StringLiterals;
using Outcome = MergedNotes::Outcome;

namespace {

void write(const QString& path, const QByteArray& content)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
}

QByteArray read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

FlagReview said(const QString& by, FlagVerdict verdict, const QString& recording = {})
{
    FlagReview review;
    review.frame = 10;
    review.check = u"speed"_s;
    review.verdict = verdict;
    review.reviewer = by;
    review.created = QDateTime(QDate(2026, 10, 1), QTime(12, 0), Qt::UTC);
    if (!recording.isEmpty())
        review.content = *contentOf(recording);
    return review;
}

} // namespace

class TestNotesFolder : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        QStandardPaths::setTestModeEnabled(true);
        m_folder = std::make_unique<QTemporaryDir>();
        for (const QString& name : {u"a.run"_s, u"b.run"_s, u"deep/c.run"_s})
            write(mine(name), name.toUtf8());
    }

    void byContentBeforeName()
    {
        // Theirs of b is called otherwise; a is called as ours and is another recording.
        note(u"renamed.run"_s, said(u"Ben"_s, FlagVerdict::Confirmed, mine(u"b.run"_s)));
        FlagReview other = said(u"Ben"_s, FlagVerdict::Confirmed);
        other.content = {QByteArray(64, 'a'), 3};
        note(u"a.run"_s, other);
        const auto all = merged();
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].outcome, Outcome::OtherContent);
        QCOMPARE(all[0].recording, mine(u"a.run"_s));
        QVERIFY(!QFile::exists(sidecarPath(mine(u"a.run"_s))));
        QCOMPARE(all[1].outcome, Outcome::Merged);
        QCOMPARE(all[1].recording, mine(u"b.run"_s));
        QVERIFY(all[1].byContent);
        QCOMPARE(all[1].verdicts, 1);
        QCOMPARE(loadNotes(mine(u"b.run"_s))->sidecar.reviews.size(), std::size_t{1});
    }

    void theRecordingBesideTheNotesTells()
    {
        write(theirs(u"x.run"_s), "deep/c.run"); // the same bytes as ours
        note(u"x.run"_s, said(u"Ben"_s, FlagVerdict::Confirmed));
        QCOMPARE(merged().at(0).recording, mine(u"deep/c.run"_s));
    }

    void byNameWhereNothingElseIsKnown()
    {
        write(mine(u"twice/a.run"_s), "another");
        note(u"b.run"_s, said(u"Ben"_s, FlagVerdict::Rejected));       // one is called so
        note(u"twice/a.run"_s, said(u"Ben"_s, FlagVerdict::Rejected)); // two are, one in that place
        note(u"else/a.run"_s, said(u"Ben"_s, FlagVerdict::Rejected));  // two are, none in that place
        note(u"nowhere.run"_s, said(u"Ben"_s, FlagVerdict::Rejected));
        const auto all = merged();
        QCOMPARE(all.size(), std::size_t{4}); // in the order of names
        QCOMPARE(all[0].recording, mine(u"b.run"_s));
        QCOMPARE(all[1].outcome, Outcome::NoRecording);
        QCOMPARE(all[2].outcome, Outcome::NoRecording);
        QCOMPARE(all[3].recording, mine(u"twice/a.run"_s));
        QVERIFY(!all[3].byContent);
    }

    void whatBothWroteStays()
    {
        Sidecar own;
        own.add(said(u"Ada"_s, FlagVerdict::Confirmed));
        Bookmark mark;
        mark.id = u"same"_s;
        mark.title = u"mine"_s;
        own.add(mark);
        QVERIFY(saveSidecar(mine(u"a.run"_s), own));
        Sidecar their;
        their.add(said(u"Ben"_s, FlagVerdict::Rejected));
        mark.title = u"theirs"_s; // nobody can say which is newer
        mark.created = {};
        their.bookmarks.push_back(mark);
        mark.id = u"other"_s;
        mark.title = u"another"_s;
        their.bookmarks.push_back(mark);
        QVERIFY(QDir().mkpath(theirFolder()));
        QVERIFY(saveSidecar(theirs(u"a.run"_s), their));
        const QByteArray theirText = read(sidecarPath(theirs(u"a.run"_s)));

        const auto all = merged();
        QCOMPARE(all.at(0).outcome, Outcome::Merged);
        QCOMPARE(all[0].verdicts, 1);
        QCOMPARE(all[0].bookmarks, 1);
        QCOMPARE(all[0].bothKept, 1);
        QCOMPARE(all[0].disputed, 1);
        const Sidecar both = loadNotes(mine(u"a.run"_s))->sidecar;
        QCOMPARE(both.reviews.size(), std::size_t{2});
        QCOMPARE(both.bookmarks.size(), std::size_t{3});
        QCOMPARE(read(sidecarPath(theirs(u"a.run"_s))), theirText);

        const QByteArray once = read(sidecarPath(mine(u"a.run"_s)));
        QCOMPARE(merged().at(0).outcome, Outcome::NothingNew);
        QCOMPARE(read(sidecarPath(mine(u"a.run"_s))), once);
    }

    void blindTellsNoDispute()
    {
        Sidecar own;
        own.add(said(u"Ada"_s, FlagVerdict::Confirmed));
        QVERIFY(saveSidecar(mine(u"a.run"_s), own));
        note(u"a.run"_s, said(u"Ben"_s, FlagVerdict::Rejected));
        QCOMPARE(merged({.blind = true, .reviewer = u"Cleo"_s}).at(0).disputed, 0);
    }

    void damagedNotesAreNamed()
    {
        write(sidecarPath(theirs(u"a.run"_s)), "{");
        note(u"b.run"_s, said(u"Ben"_s, FlagVerdict::Confirmed));
        write(sidecarPath(mine(u"b.run"_s)), "torn");
        note(u"deep/c.run"_s, said(u"Ben"_s, FlagVerdict::Confirmed));
        const auto all = merged();
        QCOMPARE(all.size(), std::size_t{3});
        QCOMPARE(all[0].outcome, Outcome::Failed);
        QVERIFY(all[0].error->file.endsWith(u"a.run.ghostline.json"_s));
        QCOMPARE(all[1].outcome, Outcome::Failed);
        QCOMPARE(read(sidecarPath(mine(u"b.run"_s))), QByteArray("torn"));
        QCOMPARE(all[2].outcome, Outcome::Merged); // one broken file stops nothing
    }

    void ownNotesAreNotMergedIntoThemselves()
    {
        Sidecar own;
        own.add(said(u"Ada"_s, FlagVerdict::Confirmed));
        QVERIFY(saveSidecar(mine(u"a.run"_s), own));
        std::vector<MergedNotes> all;
        QVERIFY(mergeNotes({mineFolder(), recordings(), mineFolder()}, {}, [&all](MergedNotes&& each) {
            all.push_back(std::move(each));
            return true;
        }));
        QVERIFY(all.empty());
    }

    void stops()
    {
        note(u"a.run"_s, said(u"Ben"_s, FlagVerdict::Confirmed));
        std::stop_source stop;
        stop.request_stop();
        const auto done = mergeNotes(
            {mineFolder(), recordings(), theirFolder()}, {}, [](MergedNotes&&) { return true; },
            stop.get_token());
        QVERIFY(!done);
        QCOMPARE(done.error().code, ErrorCode::Cancelled);
        const auto nowhere = mergeNotes({mineFolder(), recordings(), theirFolder() + u"-no"_s}, {},
                                        [](MergedNotes&&) { return true; });
        QVERIFY(!nowhere);
        QCOMPARE(nowhere.error().code, ErrorCode::NotFound);
    }

private:
    QString mineFolder() const { return m_folder->filePath(u"mine"_s); }
    QString theirFolder() const { return m_folder->filePath(u"theirs"_s); }
    QString mine(const QString& name) const { return mineFolder() + u'/' + name; }
    QString theirs(const QString& name) const { return theirFolder() + u'/' + name; }
    void note(const QString& name, const FlagReview& review) const
    {
        Sidecar sidecar;
        sidecar.add(review);
        QVERIFY(QDir().mkpath(QFileInfo(theirs(name)).path()));
        QVERIFY(saveSidecar(theirs(name), sidecar));
    }
    QStringList recordings() const
    {
        QStringList found;
        QDirIterator each(mineFolder(), {u"*.run"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (each.hasNext())
            found << each.next();
        return found;
    }
    std::vector<MergedNotes> merged(const ReviewRules& rules = {}) const
    {
        std::vector<MergedNotes> all;
        const auto done =
            mergeNotes({mineFolder(), recordings(), theirFolder()}, rules, [&all](MergedNotes&& each) {
                all.push_back(std::move(each));
                return true;
            });
        return done ? all : std::vector<MergedNotes>();
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace tst_notes_folder

GHOSTLINE_TEST(tst_notes_folder, TestNotesFolder)
#include "tst_notes_folder.moc"
