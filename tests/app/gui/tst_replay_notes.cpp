// SPDX-License-Identifier: GPL-3.0-or-later
// The notes of an open replay: where a bookmark stands, what is saved when, and that nothing is lost or
// overwritten.
#include "app/gui/session/replay_notes.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

namespace tst_replay_notes {

using namespace ghostline;
using app::ReplayNotes;

namespace {

QString written(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(content);
    return path;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

model::Flag flag()
{
    model::Flag flag;
    flag.frame = 7;
    flag.check = QStringLiteral("speed");
    return flag;
}

} // namespace

class TestReplayNotes : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_recording = written(m_folder->filePath(QStringLiteral("match.replay")), "content");
        m_playhead.setLoop(std::nullopt);
        m_playhead.setTimeAxis(test::makeFakeReplay()->index()->timeAxis);
        m_playhead.seek({20, 0.0});
    }

    /// Shown, changed and removed like one's own; the recording stays as it is, and neither comes back.
    void bookmarksOfTheRecording()
    {
        model::EventTable events;
        model::EventKind kind;
        kind.id = QStringLiteral("bookmark");
        events.kinds = {kind};
        for (const char* id : {"a", "b"}) {
            model::Event event;
            event.kind = 0;
            event.frame = 5;
            event.data = {{QStringLiteral("source"), QStringLiteral("metadata")},
                          {QStringLiteral("id"), QLatin1String(id)},
                          {QStringLiteral("detail"), QLatin1String(id)}};
            events.events.push_back(event);
        }
        const auto titles = [](const ReplayNotes& notes) {
            QStringList all;
            for (const model::Bookmark& bookmark : notes.sidecar().bookmarks)
                all << bookmark.title;
            return all.join(QLatin1Char(' '));
        };
        {
            ReplayNotes notes(m_recording, m_playhead);
            const QSignalSpy changed(&notes, &ReplayNotes::bookmarksChanged);
            notes.takeRecorded(events);
            notes.takeRecorded(events);
            QCOMPARE(changed.count(), 1);
            QCOMPARE(titles(notes), QStringLiteral("a b"));
            QVERIFY(contentOf(model::sidecarPath(m_recording)).isEmpty()); // nobody has written anything
            notes.removeBookmark(QStringLiteral("a"));
            model::Bookmark renamed = notes.sidecar().bookmarks.front();
            renamed.title = QStringLiteral("mine");
            notes.updateBookmark(renamed);
        }
        {
            ReplayNotes notes(m_recording, m_playhead);
            notes.takeRecorded(events);
            QCOMPARE(titles(notes), QStringLiteral("mine"));
            notes.removeBookmark(QStringLiteral("b"));
            notes.history().undo();
            QCOMPARE(titles(notes), QStringLiteral("mine"));
        }
        ReplayNotes notes(m_recording, m_playhead);
        notes.takeRecorded(events);
        QCOMPARE(titles(notes), QStringLiteral("mine"));
    }

    void aBookmarkStandsWhereThePlayheadDoes()
    {
        ReplayNotes notes(m_recording, m_playhead);
        const QSignalSpy changed(&notes, &ReplayNotes::bookmarksChanged);
        const QString here = notes.addBookmark(QStringLiteral("here"));
        m_playhead.setLoop(model::FrameRange{10, 31});
        notes.addBookmark(QStringLiteral("the loop"), QStringLiteral("why"));
        QCOMPARE(changed.count(), 2);
        const auto saved = model::loadNotes(m_recording); // at once
        QVERIFY(saved);
        const model::Sidecar* kept = &saved->sidecar;
        QCOMPARE(kept->bookmarks.size(), 2U);
        QCOMPARE(kept->bookmarks[0].frame, model::FrameNumber{10});
        QCOMPARE(kept->bookmarks[0].length,
                 m_playhead.timeAxis().timeOf(30) - m_playhead.timeAxis().timeOf(10));
        QCOMPARE(kept->bookmarks[0].note, QStringLiteral("why"));
        QCOMPARE(kept->bookmarks[1].id, here);
        QCOMPARE(kept->bookmarks[1].frame, model::FrameNumber{20});
        QCOMPARE(kept->bookmarks[1].length, model::Micros{});
        notes.removeBookmark(here);
        QCOMPARE(model::loadNotes(m_recording)->sidecar.bookmarks.size(), 1U);
    }

    void drawingsAreStepsOfTheHistory()
    {
        ReplayNotes notes(m_recording, m_playhead);
        const QSignalSpy changed(&notes, &ReplayNotes::drawingsChanged);
        const QSignalSpy bookmarks(&notes, &ReplayNotes::bookmarksChanged);
        const auto kept = [this] { return model::loadNotes(m_recording)->sidecar.drawings; };
        model::Drawing text;
        text.kind = model::DrawingKind::Text;
        QVERIFY(notes.addDrawing(text).isEmpty()); // nowhere
        QCOMPARE(notes.history().count(), 0);
        text.points = {{0.5, 0.5, 0.0}};
        text.pin = model::DrawingPin::Screen;
        text.text = QStringLiteral("here");
        const QString id = notes.addDrawing(text);
        QVERIFY(!id.isEmpty());
        QCOMPARE(kept().size(), 1U); // at once
        QVERIFY(kept().front().created.isValid());
        model::Drawing changedText = notes.sidecar().drawings.front();
        changedText.text = QStringLiteral("there");
        notes.updateDrawing(changedText);
        notes.updateDrawing(changedText); // the same is no step
        QCOMPARE(kept().front().text, QStringLiteral("there"));
        QCOMPARE(kept().front().id, id);
        notes.removeDrawing(notes.sidecar().drawings.front().id);
        QVERIFY(kept().empty());
        QCOMPARE(notes.history().count(), 3);
        QCOMPARE(changed.count(), 3);
        notes.history().undo();
        QCOMPARE(kept().front().text, QStringLiteral("there"));
        notes.history().undo();
        QCOMPARE(kept().front().text, QStringLiteral("here"));
        notes.history().undo();
        QVERIFY(kept().empty());
        notes.history().redo();
        QCOMPARE(kept().front().id, id);
        QCOMPARE(bookmarks.count(), 0);
    }

    void verdictsAreBoundToTheContent()
    {
        {
            ReplayNotes notes(m_recording, m_playhead);
            QVERIFY(notes.addReview(flag(), model::FlagVerdict::Confirmed, {}, QStringLiteral("Ana")));
            const auto saved = [this] { return model::loadNotes(m_recording)->sidecar.reviews; };
            QCOMPARE(saved().at(0).content.size, qint64{7}); // at once
            QTRY_COMPARE(saved().at(0).content, *model::contentOf(m_recording));
            QCOMPARE(saved().size(), 1U);
            QVERIFY(model::isReviewed(flag(), notes.sidecar()));
        }
        // Longer, and of the same length: what was said of it holds no more, and is told once.
        for (const char* other : {"content!", "contenT"}) {
            written(m_recording, other);
            ReplayNotes notes(m_recording, m_playhead);
            const QSignalSpy problem(&notes, &ReplayNotes::problem);
            QTRY_COMPARE(problem.count(), 1);
            QVERIFY(problem[0][0].toString().contains(QLatin1String("another content")));
            QVERIFY(!model::isReviewed(flag(), notes.sidecar()));
            QTRY_VERIFY(!notes.sidecar().recording.sha256.isEmpty());
            QCOMPARE(problem.count(), 1);
        }
        // A verdict on what it is now counts, whatever was said before.
        ReplayNotes notes(m_recording, m_playhead);
        QTRY_VERIFY(!notes.sidecar().recording.sha256.isEmpty());
        QVERIFY(notes.addReview(flag(), model::FlagVerdict::Rejected, {}, QStringLiteral("Ana")));
        QCOMPARE(model::verdictOf(flag(), notes.sidecar()), model::FlagVerdict::Rejected);
        notes.history().undo();
        QVERIFY(!model::isReviewed(flag(), notes.sidecar()));
    }

    /// What is said while it is written is bound to what it is in the end.
    void verdictsOnWhatStillGrows()
    {
        ReplayNotes notes(m_recording, m_playhead);
        notes.setGrowing(true);
        QVERIFY(notes.addReview(flag(), model::FlagVerdict::Confirmed, {}, QStringLiteral("Ana")));
        QCOMPARE(model::loadNotes(m_recording)->sidecar.reviews.at(0).content, model::ContentId{});
        written(m_recording, "content and more");
        QVERIFY(model::isReviewed(flag(), notes.sidecar()));
        notes.setGrowing(false);
        QTRY_COMPARE(model::loadNotes(m_recording)->sidecar.reviews.at(0).content,
                     *model::contentOf(m_recording));
        QVERIFY(model::isReviewed(flag(), notes.sidecar()));
    }

    void theRecordingIsNamedByItsContent()
    {
        ReplayNotes notes(m_recording, m_playhead);
        notes.addBookmark(QStringLiteral("here"));
        QTRY_VERIFY(!notes.sidecar().replayHash.isEmpty());
        QCOMPARE(notes.sidecar().replayHash, model::contentOf(m_recording)->sha256);
        written(m_recording, "other content");
        ReplayNotes again(m_recording, m_playhead);
        const QSignalSpy problem(&again, &ReplayNotes::problem);
        QTRY_COMPARE(problem.count(), 1); // made for another recording
        QCOMPARE(again.sidecar().bookmarks.size(), 1U);
    }

    void aDamagedFileIsLeftAsItIs()
    {
        const QString file = written(model::sidecarPath(m_recording), "torn");
        ReplayNotes notes(m_recording, m_playhead);
        const QSignalSpy problem(&notes, &ReplayNotes::problem);
        QTRY_COMPARE(problem.count(), 1);
        notes.addBookmark(QStringLiteral("here"));
        QCOMPARE(problem.count(), 2);
        QCOMPARE(contentOf(file), QByteArray("torn"));
    }

    void aVerdictThatIsNotKeptIsNotGiven()
    {
        written(model::sidecarPath(m_recording), "torn");
        ReplayNotes notes(m_recording, m_playhead);
        const QSignalSpy changed(&notes, &ReplayNotes::reviewsChanged);
        QVERIFY(!notes.addReview(flag(), model::FlagVerdict::Confirmed, {}, QStringLiteral("Ada")));
        QVERIFY(notes.sidecar().reviews.empty());
        QCOMPARE(changed.count(), 0);
    }

    void theNotesOfAnotherJoin()
    {
        ReplayNotes notes(m_recording, m_playhead);
        QVERIFY(notes.addReview(flag(), model::FlagVerdict::Confirmed, {}, QStringLiteral("Ada")));
        model::Sidecar theirs;
        theirs.add(model::FlagReview{.id = QStringLiteral("theirs"), .check = QStringLiteral("speed")});
        const auto file = model::saveSidecar(m_folder->filePath(QStringLiteral("bob.replay")), theirs);
        QVERIFY(file);
        const QSignalSpy merged(&notes, &ReplayNotes::merged);
        notes.merge(file->path);
        QTRY_COMPARE(merged.count(), 1);
        QCOMPARE(merged[0][0].toInt(), 1);
        QCOMPARE(model::loadNotes(m_recording)->sidecar.reviews.size(), 2U);
        const QSignalSpy problem(&notes, &ReplayNotes::problem);
        notes.merge(m_folder->filePath(QStringLiteral("nowhere.json")));
        QCOMPARE(problem.count(), 1);
    }

    void everyChangeIsTakenBack_data()
    {
        using Change = std::function<void(ReplayNotes&)>;
        QTest::addColumn<Change>("change");
        QTest::newRow("add") << Change([](ReplayNotes& notes) { notes.addBookmark(QStringLiteral("new")); });
        QTest::newRow("remove") << Change(
            [](ReplayNotes& notes) { notes.removeBookmark(notes.sidecar().bookmarks.front().id); });
        QTest::newRow("change") << Change([](ReplayNotes& notes) {
            model::Bookmark bookmark = notes.sidecar().bookmarks.front();
            bookmark.note = QStringLiteral("changed");
            bookmark.frame = 400;
            notes.updateBookmark(bookmark);
        });
        QTest::newRow("several at once") << Change([](ReplayNotes& notes) {
            model::Bookmark changed = notes.sidecar().bookmarks.front();
            changed.title = QStringLiteral("other");
            notes.editBookmarks(QStringLiteral("test"), {changed, model::Bookmark{.id = {}, .frame = 9}});
        });
        QTest::newRow("several removed") << Change([](ReplayNotes& notes) {
            notes.editBookmarks(QStringLiteral("test"), {model::Bookmark{.id = {}, .frame = 5}},
                                {notes.sidecar().bookmarks.front().id});
        });
        QTest::newRow("merge") << Change([this](ReplayNotes& notes) {
            model::Sidecar theirs;
            theirs.add(model::Bookmark{.id = QStringLiteral("b"), .frame = 3});
            theirs.add(model::FlagReview{.id = QStringLiteral("r"), .check = QStringLiteral("speed")});
            const auto file = model::saveSidecar(m_folder->filePath(QStringLiteral("bob.replay")), theirs);
            if (file)
                notes.merge(file->path);
        });
    }

    /// In the window and in the file alike, and made again as it was.
    void everyChangeIsTakenBack()
    {
        QFETCH(std::function<void(ReplayNotes&)>, change);
        const auto said = [](const model::Sidecar& sidecar) {
            QStringList all;
            for (const model::Bookmark& each : sidecar.bookmarks)
                all << QStringLiteral("%1 %2 %3").arg(each.frame).arg(each.title, each.note);
            for (const model::FlagReview& each : sidecar.reviews)
                all << each.id;
            return all;
        };
        ReplayNotes notes(m_recording, m_playhead);
        notes.addBookmark(QStringLiteral("first"), QStringLiteral("why"));
        const QStringList before = said(notes.sidecar());
        change(notes);
        const QStringList after = said(notes.sidecar());
        QVERIFY(after != before);
        for (int times = 0; times < 2; ++times) {
            notes.history().undo();
            QCOMPARE(said(notes.sidecar()), before);
            QCOMPARE(said(model::loadNotes(m_recording)->sidecar), before);
            notes.history().redo();
            QCOMPARE(said(notes.sidecar()), after);
            QCOMPARE(said(model::loadNotes(m_recording)->sidecar), after);
        }
    }

    void whatChangesNothingIsNoStep()
    {
        ReplayNotes notes(m_recording, m_playhead);
        notes.addBookmark(QStringLiteral("first"));
        notes.updateBookmark(notes.sidecar().bookmarks.front());
        notes.removeBookmark(QStringLiteral("nobody"));
        QCOMPARE(notes.history().count(), 1);
    }

    /// What was done to others since stays when a step among several bookmarks is taken back.
    void aStepTouchesItsOwnBookmarksOnly()
    {
        ReplayNotes notes(m_recording, m_playhead);
        notes.editBookmarks(QStringLiteral("test"), {model::Bookmark{.id = QStringLiteral("a"), .frame = 3}});
        model::Sidecar theirs;
        theirs.add(model::Bookmark{.id = QStringLiteral("b"), .frame = 4});
        QVERIFY(model::saveSidecar(m_recording, theirs)); // another window, meanwhile
        notes.history().undo();
        QCOMPARE(notes.sidecar().bookmarks.size(), std::size_t{1});
        QCOMPARE(notes.sidecar().bookmarks.front().id, QStringLiteral("b"));
    }

    void oldStepsAreForgotten()
    {
        ReplayNotes notes({}, m_playhead);
        for (int i = 0; i < ghostline::app::History::MostSteps + 5; ++i)
            notes.editBookmarks(QStringLiteral("test"), {model::Bookmark{.id = {}, .frame = i + 1}});
        QCOMPARE(notes.history().count(), ghostline::app::History::MostSteps);
        while (notes.history().canUndo())
            notes.history().undo();
        QCOMPARE(notes.sidecar().bookmarks.size(), std::size_t{5});
    }

    /// The trail of verdicts stays: taking one back is one more line, what the reviewer said before.
    void aVerdictIsTakenBackByAnother()
    {
        ReplayNotes notes(m_recording, m_playhead);
        const QString ada = QStringLiteral("Ada");
        QVERIFY(notes.addReview(flag(), model::FlagVerdict::Confirmed, QStringLiteral("seen"), ada));
        QVERIFY(notes.addReview(flag(), model::FlagVerdict::Rejected, {}, ada));
        notes.history().undo();
        QCOMPARE(model::verdictOf(flag(), notes.sidecar()), model::FlagVerdict::Confirmed);
        QCOMPARE(notes.sidecar().reviews.back().note, QStringLiteral("seen"));
        notes.history().undo();
        QVERIFY(!model::isReviewed(flag(), notes.sidecar()));
        notes.history().redo();
        QCOMPARE(model::verdictOf(flag(), notes.sidecar()), model::FlagVerdict::Confirmed);
        QCOMPARE(model::loadNotes(m_recording)->sidecar.reviews.size(), 5U);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_recording;
    model::Playhead m_playhead;
};

} // namespace tst_replay_notes

GHOSTLINE_TEST(tst_replay_notes, TestReplayNotes)
#include "tst_replay_notes.moc"
