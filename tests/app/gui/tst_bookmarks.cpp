// SPDX-License-Identifier: GPL-3.0-or-later
// Bookmarks with text, colour and range: edited in the panel, kept in the sidecar, played one after the
// other.
#include "app/gui/panels/bookmarks_model.h"
#include "app/gui/panels/bookmarks_panel.h"
#include "app/gui/session/bookmark_tour.h"
#include "app/gui/verbs/actions.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

namespace tst_bookmarks {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<ReplaySession> sessionAt(const QString& path)
{
    return std::make_unique<ReplaySession>(makeFakeReplay(), path, std::size_t{64} << 20);
}

QString recordingIn(const QTemporaryDir& folder)
{
    const QString path = folder.filePath(QStringLiteral("match.replay"));
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write("content");
    return path;
}

} // namespace

class TestBookmarks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void editedAndFoundAgain()
    {
        const QTemporaryDir folder;
        const QString path = recordingIn(folder);
        QString id;
        {
            const auto session = sessionAt(path);
            BookmarksModel model;
            const QAbstractItemModelTester tester(&model,
                                                  QAbstractItemModelTester::FailureReportingMode::QtTest);
            model.setSession(session.get());
            session->playhead().setLoop(model::FrameRange{100, 151});
            session->playhead().seek({120, 0.0});
            id = session->notes()->addBookmark(QStringLiteral("plain"));
            QCOMPARE(model.rowCount(), 1);
            QCOMPARE(model.at(0)->frame, model::FrameNumber{100}); // the loop it lies in
            QCOMPARE(model.index(0, BookmarksModel::LengthColumn).data().toString(), QStringLiteral("2.5 s"));
            QVERIFY(model.setData(model.index(0, BookmarksModel::TitleColumn), QStringLiteral("keeper out")));
            QVERIFY(model.setData(model.index(0, BookmarksModel::NoteColumn), QStringLiteral("missed run")));
            QVERIFY(model.setData(model.index(0, BookmarksModel::LengthColumn), QStringLiteral("4,5")));
            QVERIFY(!model.setData(model.index(0, BookmarksModel::LengthColumn), QStringLiteral("-1")));
            QVERIFY(!model.setData(model.index(0, BookmarksModel::LengthColumn), QStringLiteral("soon")));
            QVERIFY(!model.setData(model.index(0, BookmarksModel::TimeColumn), QStringLiteral("0")));
            model::Bookmark coloured = *model.at(0);
            coloured.hue = 3;
            session->notes()->updateBookmark(coloured);
        }
        const auto again = model::loadNotes(path);
        QVERIFY(again && again->sidecar.bookmarks.size() == 1);
        const model::Bookmark& mark = again->sidecar.bookmarks.front();
        QCOMPARE(mark.id, id);
        QCOMPARE(mark.title, QStringLiteral("keeper out"));
        QCOMPARE(mark.note, QStringLiteral("missed run"));
        QCOMPARE(mark.length, model::Micros{4'500'000});
        QCOMPARE(mark.hue, 3);
    }

    void panelGoesThereAndRemoves()
    {
        const QTemporaryDir folder;
        const auto session = sessionAt(recordingIn(folder));
        Actions actions;
        QWidget host;
        host.resize(500, 300);
        BookmarksPanel panel(&actions, &host);
        panel.resize(host.size());
        host.show();
        panel.setSession(session.get());
        session->playhead().seek({50, 0.0});
        session->notes()->addBookmark(QStringLiteral("first"));
        session->playhead().seek({200, 0.0});
        session->notes()->addBookmark(QStringLiteral("second"));
        auto* table = panel.findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), 2);
        // What is selected stays so, whatever changes in it.
        table->selectAll();
        model::Bookmark coloured = session->notes()->sidecar().bookmarks.front();
        coloured.hue = 2;
        session->notes()->updateBookmark(coloured);
        QCOMPARE(table->selectionModel()->selectedRows().size(), 2);
        table->selectRow(1);
        session->playhead().seek({20, 0.0});
        const QString early = session->notes()->addBookmark(QStringLiteral("early"));
        QCOMPARE(table->selectionModel()->selectedRows().size(),
                 1); // the newest is the one that is meant now
        QCOMPARE(table->selectionModel()->selectedRows().front().row(), 0);
        session->notes()->removeBookmark(early);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, BookmarksModel::TitleColumn)).center());
        QCOMPARE(session->playhead().at().frame, model::FrameNumber{50});
        // A note typed in place; a warning about its editor would be fatal here.
        const QModelIndex note = table->model()->index(0, BookmarksModel::NoteColumn);
        table->setCurrentIndex(note);
        table->edit(note);
        auto* editor = table->viewport()->findChild<QLineEdit*>();
        QVERIFY(editor != nullptr);
        QTest::keyClicks(editor, QStringLiteral("too far out"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(session->notes()->sidecar().bookmarks.front().note, QStringLiteral("too far out"));
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(table->model()->rowCount(), 1);
        QCOMPARE(session->notes()->sidecar().bookmarks.front().title, QStringLiteral("second"));
        panel.setSession(nullptr);
    }

    void eachNewOneIsSelectedAlone()
    {
        const QTemporaryDir folder;
        const auto session = sessionAt(recordingIn(folder));
        Actions actions;
        QWidget host; // off-screen platforms warn of a window that has a smallest size
        BookmarksPanel panel(&actions, &host);
        host.show();
        panel.setSession(session.get());
        auto* table = panel.findChild<QTableView*>();
        for (const model::FrameNumber frame : {300, 100, 200}) {
            session->playhead().seek({frame, 0.0});
            QTest::keyPress(&panel, Qt::Key_B, Qt::ControlModifier); // still down while its note is opened
            session->notes()->addBookmark(QString::number(frame));
            panel.editNewest();
            QTest::keyRelease(&panel, Qt::Key_B);
            QTest::keyClick(table->viewport()->findChild<QLineEdit*>(), Qt::Key_Return);
            QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
        }
        QTest::keyClick(table, Qt::Key_Delete);
        const auto& left = session->notes()->sidecar().bookmarks;
        QCOMPARE(left.size(), std::size_t{2});
        QCOMPARE(left[0].frame, model::FrameNumber{100});
        QCOMPARE(left[1].frame, model::FrameNumber{300});
    }

    /// What was done to several at once is one step.
    void severalAreTakenBackTogether()
    {
        const QTemporaryDir folder;
        const auto session = sessionAt(recordingIn(folder));
        Actions actions;
        BookmarksPanel panel(&actions);
        panel.setSession(session.get());
        for (const char* title : {"one", "two", "three"})
            session->notes()->addBookmark(QString::fromLatin1(title));
        auto* table = panel.findChild<QTableView*>();
        table->selectAll();
        QTest::keyClick(table, Qt::Key_Delete);
        QVERIFY(session->notes()->sidecar().bookmarks.empty());
        session->notes()->history().undo();
        QCOMPARE(session->notes()->sidecar().bookmarks.size(), std::size_t{3});
        session->notes()->history().redo();
        QVERIFY(session->notes()->sidecar().bookmarks.empty());
    }

    void stretches()
    {
        model::Sidecar sidecar;
        sidecar.add({.id = QStringLiteral("a"), .frame = 20, .time = 1s, .length = 0s});
        sidecar.add({.id = QStringLiteral("b"), .frame = 400, .time = 20s, .length = 5s});
        sidecar.add({.id = QStringLiteral("c"), .frame = 460, .time = 23s, .length = 4s});
        sidecar.add({.id = QStringLiteral("d"), .frame = 980, .time = 49s, .length = 0s});
        const auto played = BookmarkTour::stretches(sidecar.bookmarks, 50s);
        QCOMPARE(played.size(), std::size_t{3});
        QCOMPARE(played[0], std::make_pair(model::Micros{0s}, model::Micros{6s}));
        QCOMPARE(played[1], std::make_pair(model::Micros{20s}, model::Micros{27s})); // two that overlap
        QCOMPARE(played[2], std::make_pair(model::Micros{46s}, model::Micros{50s}));
    }

    /// A loop that was marked is no choice: everything is played.
    void aMarkedLoopIsOneOfThem()
    {
        const QTemporaryDir folder;
        const auto session = sessionAt(recordingIn(folder));
        model::Playhead& head = session->playhead();
        head.seek({300, 0.0});
        session->notes()->addBookmark(QStringLiteral("an instant"));
        head.setLoop(model::FrameRange{500, 600});
        head.seek({550, 0.0});
        session->notes()->addBookmark(QStringLiteral("the loop"));
        BookmarkTour tour;
        tour.start(session.get());
        QCOMPARE(head.at().frame, model::FrameNumber{240}); // three seconds before
        tour.stop();
    }

    void playsOneAfterTheOther()
    {
        const QTemporaryDir folder;
        const auto session = sessionAt(recordingIn(folder));
        model::Playhead& head = session->playhead();
        for (const model::FrameNumber first : {model::FrameNumber{100}, model::FrameNumber{600}}) {
            head.setLoop(model::FrameRange{first, first + 21}); // one second each
            head.seek({first, 0.0});
            session->notes()->addBookmark(QStringLiteral("range"));
        }
        head.seek({300, 0.0});
        // Time stands still while a place is being read; a test does not count that.
        const auto play = [&head](std::chrono::milliseconds time) {
            if (QTest::qWaitFor([&head] { return !head.held(); }))
                head.advance(time);
        };
        BookmarkTour tour;
        QSignalSpy running(&tour, &BookmarkTour::runningChanged);
        tour.start(session.get());
        QVERIFY(tour.running() && head.playing());
        QCOMPARE(head.at().frame, model::FrameNumber{100}); // the first, though the other one is nearer
        head.seek({601, 0.0});
        QVERIFY(!tour.running());
        head.pause();

        head.setLoop(model::FrameRange{500, 900});
        tour.start(session.get());
        QCOMPARE(head.at().frame, model::FrameNumber{600}); // the first in the loop
        QVERIFY(!head.loop());
        play(900ms);
        QVERIFY(tour.running());
        play(200ms);
        QVERIFY(!tour.running() && !head.playing()); // that was the last
        QCOMPARE(running.last()[0].toBool(), false);

        head.seek({110, 0.0}); // inside of the first: from its start
        tour.start(session.get());
        QCOMPARE(head.at().frame, model::FrameNumber{100});
        play(1100ms);
        QCOMPARE(head.at().frame, model::FrameNumber{600});
        QVERIFY(tour.running() && head.playing());
        head.seek({10, 0.0}); // the user goes elsewhere
        QVERIFY(!tour.running());
        QVERIFY(head.playing()); // and what he plays goes on
    }
};

} // namespace tst_bookmarks

GHOSTLINE_TEST(tst_bookmarks, TestBookmarks, QApplication)
#include "tst_bookmarks.moc"
