// SPDX-License-Identifier: GPL-3.0-or-later
// Bookmarks with text, colour and range: edited in the panel, kept in the sidecar, played one after the
// other.
#include "app/gui/panels/bookmarks_menu.h"
#include "app/gui/panels/bookmarks_model.h"
#include "app/gui/panels/bookmarks_panel.h"
#include "app/gui/panels/mark_files.h"
#include "app/gui/panels/tag_chips.h"
#include "app/gui/session/bookmark_tour.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/banner.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

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
            QVERIFY(!model.setData(model.index(0, BookmarksModel::TimeColumn), QStringLiteral("soon")));
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

    /// Start and end as text: the other end stays where it is.
    void timesAreTyped()
    {
        const QTemporaryDir folder;
        const auto session = sessionAt(recordingIn(folder));
        BookmarksModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSession(session.get());
        model::Bookmark mark;
        mark.id = QStringLiteral("a");
        mark.frame = 200;
        mark.time = 10s;
        mark.length = 5s;
        session->notes()->editBookmarks(QStringLiteral("test"), {mark});
        const auto only = [&session] { return session->notes()->sidecar().bookmarks.front(); };
        QVERIFY(model.setData(model.index(0, BookmarksModel::TimeColumn), QStringLiteral("0:08.5")));
        QCOMPARE(only().time, model::Micros{8'500'000});
        QCOMPARE(only().frame, model::FrameNumber{170});
        QCOMPARE(only().length, model::Micros{6'500'000});
        QVERIFY(model.setData(model.index(0, BookmarksModel::LengthColumn), QStringLiteral("0:09")));
        QCOMPARE(only().length, model::Micros{500'000});
        QVERIFY(!model.setData(model.index(0, BookmarksModel::LengthColumn), QStringLiteral("0:08")));
        QVERIFY(model.setData(model.index(0, BookmarksModel::TimeColumn), QStringLiteral("0:20")));
        QCOMPARE(only().time, model::Micros{20s}); // behind its end: the length comes along
        QCOMPARE(only().length, model::Micros{500'000});
        session->notes()->history().undo();
        QCOMPARE(only().time, model::Micros{8'500'000});
    }

    void tagsAreTypedAndFiltered()
    {
        const QTemporaryDir folder;
        const auto session = sessionAt(recordingIn(folder));
        BookmarksModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSession(session.get());
        for (const model::FrameNumber frame : {100, 200, 300}) {
            session->playhead().seek({frame, 0.0});
            session->notes()->addBookmark(QString::number(frame));
        }
        const auto tags = [&model](int row) { return model.index(row, BookmarksModel::TagsColumn); };
        QVERIFY(model.setData(tags(0), QStringLiteral(" goal, left;goal ")));
        QVERIFY(model.setData(tags(1), QStringLiteral("save")));
        QCOMPARE(tags(0).data().toString(), QStringLiteral("goal; left"));
        QCOMPARE(tagsInUse(session->notes()->sidecar().bookmarks),
                 (std::vector<std::pair<QString, int>>{
                     {QStringLiteral("goal"), 1}, {QStringLiteral("left"), 1}, {QStringLiteral("save"), 1}}));

        model.setFilter({{QStringLiteral("left"), QStringLiteral("save")}, {}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.at(1)->title, QStringLiteral("200"));
        model.setFilter({{QStringLiteral("save")}, QStringLiteral("SAVE")});
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.shown().front().title, QStringLiteral("200"));
        // The row goes once its editor has.
        QVERIFY(model.setData(tags(0), QString()));
        QCOMPARE(model.rowCount(), 1);
        QTRY_COMPARE(model.rowCount(), 0);
        model.setFilter({{}, QStringLiteral("30")});
        QCOMPARE(model.rowCount(), 1);
        model.setFilter({});
        QCOMPARE(model.rowCount(), 3);
    }

    void severalAreTaggedInOneStep()
    {
        const QTemporaryDir folder;
        const auto session = sessionAt(recordingIn(folder));
        Actions actions;
        BookmarksPanel panel(&actions);
        panel.setSession(session.get());
        for (const model::FrameNumber frame : {100, 200, 300}) {
            session->playhead().seek({frame, 0.0});
            session->notes()->addBookmark(QString::number(frame));
        }
        const auto& marks = session->notes()->sidecar().bookmarks;
        auto* table = panel.findChild<QTableView*>();
        auto* menu = panel.findChild<BookmarksMenu*>();
        table->clearSelection();
        table->selectRow(0);
        table->selectionModel()->select(table->model()->index(2, 0),
                                        QItemSelectionModel::Select | QItemSelectionModel::Rows);
        const int before = session->notes()->history().count();
        menu->tagSelected(QStringLiteral("good"));
        QCOMPARE(marks[0].tags, QStringList{QStringLiteral("good")});
        QVERIFY(marks[1].tags.isEmpty());
        QCOMPARE(marks[2].tags, QStringList{QStringLiteral("good")});
        QCOMPARE(session->notes()->history().count(), before + 1);
        QCOMPARE(table->selectionModel()->selectedRows().size(), 2);
        menu->untagSelected(QStringLiteral("good"));
        QVERIFY(marks[0].tags.isEmpty() && marks[2].tags.isEmpty());
        session->notes()->history().undo();
        QVERIFY(!marks[0].tags.isEmpty() && !marks[2].tags.isEmpty());
        // The chip narrows the list down; what is new and does not fit is not shown.
        auto* chips = panel.findChild<TagChips*>();
        auto* chip = chips->findChild<QToolButton*>();
        QVERIFY(chip != nullptr);
        chip->click();
        QCOMPARE(table->model()->rowCount(), 2);
        session->notes()->addBookmark(QStringLiteral("another"));
        QCOMPARE(table->model()->rowCount(), 2);
        QCOMPARE(panel.shownBookmarks().size(), std::size_t{2});
        table->selectAll();
        menu->removeSelected();
        QCOMPARE(marks.size(), std::size_t{2});
        QCOMPARE(table->model()->rowCount(), 2); // nobody has the tag any more
    }

    void clipsAreAskedFor()
    {
        const QTemporaryDir folder;
        const auto session = sessionAt(recordingIn(folder));
        Actions actions;
        BookmarksPanel panel(&actions);
        panel.setSession(session.get());
        model::Bookmark instant;
        instant.id = QStringLiteral("a");
        instant.frame = 60;
        instant.time = 3s;
        instant.tags = QStringList{QStringLiteral("goal")};
        model::Bookmark range = instant;
        range.id = QStringLiteral("b");
        range.frame = 400;
        range.time = 20s;
        range.length = 4s;
        range.title = QStringLiteral("attack");
        session->notes()->editBookmarks(QStringLiteral("test"), {instant, range});
        std::vector<model::Clip> played;
        std::vector<model::Clip> exported;
        connect(&panel, &BookmarksPanel::playRequested, this,
                [&played](const auto& clips) { played = clips; });
        connect(&panel, &BookmarksPanel::exportRequested, this,
                [&exported](const auto& clips) { exported = clips; });
        std::vector<model::Clip> listed;
        connect(&panel, &BookmarksPanel::playListRequested, this,
                [&listed](const auto& clips) { listed = clips; });
        panel.findChild<QTableView*>()->selectRow(1);
        QMenu* menu = panel.findChild<BookmarksMenu*>()->makeMenu();
        menu->findChild<QAction*>(QStringLiteral("playThese"))->trigger();
        QCOMPARE(played.size(), std::size_t{1});
        QCOMPARE(played[0].from, model::Micros{20s});
        QCOMPARE(played[0].to, model::Micros{24s});
        QCOMPARE(played[0].title, QStringLiteral("attack"));
        menu->findChild<QAction*>(QStringLiteral("exportClip"))->trigger();
        QCOMPARE(exported, played);
        menu->findChild<QAction*>(QStringLiteral("exportAllShown"))->trigger();
        QCOMPARE(exported.size(), std::size_t{2});
        QCOMPARE(exported[0].from, model::Micros{0});
        QCOMPARE(exported[0].to, model::Micros{8s});
        QCOMPARE(exported[0].title, QStringLiteral("goal"));
        menu->findChild<QAction*>(QStringLiteral("addToPlayList"))->trigger();
        QCOMPARE(listed, played);
        delete menu;
        // Several at once, and all that is shown where none is selected.
        panel.findChild<QTableView*>()->selectAll();
        menu = panel.findChild<BookmarksMenu*>()->makeMenu();
        menu->findChild<QAction*>(QStringLiteral("addToPlayList"))->trigger();
        QCOMPARE(listed, exported);
        panel.findChild<QTableView*>()->clearSelection();
        listed.clear();
        menu->findChild<QAction*>(QStringLiteral("addToPlayList"))->trigger();
        QCOMPARE(listed, exported);
        delete menu;
    }

    /// The verbs behind their dialogs.
    void marksComeAndGo()
    {
        const QTemporaryDir folder;
        const auto session = sessionAt(recordingIn(folder));
        Actions actions;
        BookmarksPanel panel(&actions);
        QWidget window; // never shown
        Banner banner(&window);
        MarkFiles files(&actions, &panel, &banner, &window);
        actions.setReplayOpen(true);
        panel.setSession(session.get());
        files.setSession(session.get());
        QVERIFY(!actions.get(QStringLiteral("file.exportMarks"))->isEnabled());
        const QString table = folder.filePath(QStringLiteral("marks.csv"));
        QFile file(table);
        QVERIFY(file.open(QIODevice::WriteOnly) &&
                file.write("start;tags\n1,5;goal\n3;save\n900;behind\nx;bad\n") > 0);
        file.close();
        files.importFrom(table);
        const auto& marks = session->notes()->sidecar().bookmarks;
        QCOMPARE(marks.size(), std::size_t{2});
        QCOMPARE(marks[0].time, model::Micros{1'500'000});
        QVERIFY2(banner.text().contains(QStringLiteral("line 5")) &&
                     banner.text().contains(QStringLiteral("were left out: 1")),
                 qPrintable(banner.text()));
        files.importFrom(table); // nothing new
        QCOMPARE(marks.size(), std::size_t{2});
        QCOMPARE(session->notes()->history().count(), 1); // the whole file is one step
        QVERIFY(actions.get(QStringLiteral("file.exportMarks"))->isEnabled());

        const QString xml = folder.filePath(QStringLiteral("out.xml"));
        files.exportTo(xml);
        session->notes()->history().undo();
        QVERIFY(marks.empty());
        files.importFrom(xml);
        QCOMPARE(marks.size(), std::size_t{2});
        QCOMPARE(marks[1].tags, QStringList{QStringLiteral("save")});
        files.importFrom(folder.filePath(QStringLiteral("absent.csv")));
        QVERIFY2(banner.text().contains(QStringLiteral("not imported")), qPrintable(banner.text()));
        QCOMPARE(marks.size(), std::size_t{2});
        files.setSession(nullptr);
        panel.setSession(nullptr);
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
        sidecar.add(model::Bookmark{.id = QStringLiteral("a"), .frame = 20, .time = 1s, .length = 0s});
        sidecar.add(model::Bookmark{.id = QStringLiteral("b"), .frame = 400, .time = 20s, .length = 5s});
        sidecar.add(model::Bookmark{.id = QStringLiteral("c"), .frame = 460, .time = 23s, .length = 4s});
        sidecar.add(model::Bookmark{.id = QStringLiteral("d"), .frame = 980, .time = 49s, .length = 0s});
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
