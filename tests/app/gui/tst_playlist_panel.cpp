// SPDX-License-Identifier: GPL-3.0-or-later
// A play list that is worked on: put in order by dragging, edited in place, taken back, kept over a file.
#include "app/gui/playlist/camera_delegate.h"
#include "app/gui/playlist/listed_recordings.h"
#include "app/gui/playlist/play_list_model.h"
#include "app/gui/playlist/play_list_panel.h"
#include "app/gui/playlist/play_list_settings.h"
#include "app/gui/verbs/actions.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

namespace tst_playlist_panel {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;
using Tester = QAbstractItemModelTester;

namespace {

model::Clip clip(const QString& title, std::int64_t fromMs, std::int64_t toMs,
                 const QString& recording = QStringLiteral("/nowhere/match.replay"))
{
    model::Clip c;
    c.recording = recording;
    c.from = model::Micros{fromMs * 1000};
    c.to = model::Micros{toMs * 1000};
    c.title = title;
    return c;
}

std::vector<model::Clip> threeClips()
{
    return {clip(QStringLiteral("a"), 0, 1'000), clip(QStringLiteral("b"), 2'000, 3'000),
            clip(QStringLiteral("c"), 4'000, 5'000)};
}

QString titles(const PlayListDocument& document)
{
    QStringList all;
    for (const PlayListDocument::Row& row : document.rows())
        all << row.entry->clip.title;
    return all.join(QLatin1Char(' '));
}

void put(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

std::vector<int> ids(const PlayListDocument& document, std::initializer_list<int> rows)
{
    std::vector<int> all;
    for (const int row : rows)
        all.push_back(document.rows()[static_cast<std::size_t>(row)].id);
    return all;
}

/// As the view does it at the end of a drag.
bool drag(PlayListModel& model, std::initializer_list<int> rows, int before)
{
    QModelIndexList dragged;
    for (const int row : rows) {
        for (int column = 0; column < PlayListModel::ColumnCount; ++column)
            dragged << model.index(row, column);
    }
    const std::unique_ptr<QMimeData> mime(model.mimeData(dragged));
    return model.dropMimeData(mime.get(), Qt::MoveAction, before, 0, {});
}

} // namespace

class TestPlaylistPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope,
                           m_folder->filePath(QStringLiteral("config")));
    }

    void draggedIntoOrder()
    {
        PlayListDocument document;
        PlayListModel model(&document);
        const Tester tester(&model, Tester::FailureReportingMode::QtTest);
        document.append(threeClips());
        const QPersistentModelIndex c(model.index(2, PlayListModel::TitleColumn));
        QVERIFY(drag(model, {2}, 0));
        QCOMPARE(titles(document), QStringLiteral("c a b"));
        QCOMPARE(c.row(), 0); // what is selected goes with it
        QVERIFY(drag(model, {0, 1}, -1));
        QCOMPARE(titles(document), QStringLiteral("b c a"));
        QVERIFY(drag(model, {0, 2}, 1)); // gathered where the first of them stands
        QCOMPARE(titles(document), QStringLiteral("b a c"));
        QVERIFY(drag(model, {1}, 1)); // onto itself: no step
        document.history().undo();
        QCOMPARE(titles(document), QStringLiteral("b c a"));
        document.history().undo();
        document.history().undo();
        QCOMPARE(titles(document), QStringLiteral("a b c"));
        document.history().redo();
        QCOMPARE(titles(document), QStringLiteral("c a b"));
    }

    /// Rows of another window's list mean nothing here, and nothing is dropped onto a row.
    void foreignDropsAreRefused()
    {
        PlayListDocument document;
        PlayListDocument otherDocument;
        PlayListModel model(&document);
        PlayListModel other(&otherDocument);
        document.append(threeClips());
        otherDocument.append(threeClips());
        const std::unique_ptr<QMimeData> mime(other.mimeData({other.index(2, 0)}));
        QVERIFY(!model.dropMimeData(mime.get(), Qt::MoveAction, 0, 0, {}));
        const std::unique_ptr<QMimeData> own(model.mimeData({model.index(2, 0)}));
        QVERIFY(!model.dropMimeData(own.get(), Qt::MoveAction, -1, -1, model.index(0, 0)));
        QMimeData cut;
        cut.setData(QString::fromLatin1(PlayListModel::RowsMimeType), "xx");
        QVERIFY(!model.dropMimeData(&cut, Qt::MoveAction, 0, 0, {}));
        QCOMPARE(titles(document), QStringLiteral("a b c"));
    }

    void editedInPlace()
    {
        PlayListDocument document;
        PlayListModel model(&document);
        const Tester tester(&model, Tester::FailureReportingMode::QtTest);
        document.append({clip(QStringLiteral("a"), 10'000, 12'500)});
        const auto set = [&](int column, const char* text) {
            return model.setData(model.index(0, column), QString::fromUtf8(text));
        };
        const auto now = [&] { return document.rows().front().entry->clip; };
        QVERIFY(set(PlayListModel::TitleColumn, " Late run "));
        QVERIFY(set(PlayListModel::NoteColumn, "look left"));
        QVERIFY(set(PlayListModel::SpeedColumn, "1/4"));
        QVERIFY(set(PlayListModel::CameraColumn, "follow:Nilo"));
        QCOMPARE(now().title, QStringLiteral("Late run"));
        QCOMPARE(now().note, QStringLiteral("look left"));
        QCOMPARE(now().rate, 0.25);
        QCOMPARE(now().camera, QStringLiteral("follow:Nilo"));
        QCOMPARE(model.index(0, PlayListModel::SpeedColumn).data().toString(), QStringLiteral("0.25×"));
        QVERIFY(set(PlayListModel::FromColumn, "0:20"));
        QCOMPARE(now().from, model::Micros{20'000'000});
        QCOMPARE(now().to, model::Micros{22'500'000}); // another stretch of the same length
        QVERIFY(set(PlayListModel::ToColumn, "30.25"));
        QCOMPARE(now().to, model::Micros{30'250'000});
        const model::Clip before = now();
        for (const char* bad : {"0", "-1", "65", "fast", "1/0", "nan", "inf"})
            QVERIFY2(!set(PlayListModel::SpeedColumn, bad), bad);
        for (const char* bad : {"19", "soon", "#4", "-1"})
            QVERIFY2(!set(PlayListModel::ToColumn, bad), bad);
        QVERIFY(!set(PlayListModel::NumberColumn, "3"));
        QVERIFY(!set(PlayListModel::RecordingColumn, "other"));
        QCOMPARE(now(), before);
        for (int i = 0; i < 6; ++i)
            document.history().undo();
        QCOMPARE(now(), clip(QStringLiteral("a"), 10'000, 12'500));
    }

    /// A time is shown in milliseconds: looking at it with the editor does not round it.
    void unchangedTimesStayExact()
    {
        PlayListDocument document;
        PlayListModel model(&document);
        model::Clip exact = clip(QStringLiteral("a"), 0, 1'000);
        exact.to = model::Micros{1'000'123};
        document.append({exact});
        const QModelIndex to = model.index(0, PlayListModel::ToColumn);
        QVERIFY(model.setData(to, to.data(Qt::EditRole)));
        QCOMPARE(document.rows().front().entry->clip.to, model::Micros{1'000'123});
        QVERIFY(!document.history().canUndo() || document.history().count() == 1);
    }

    void whatDoesNotFitIsMadeToFit()
    {
        PlayListDocument document;
        model::Clip odd = clip(QStringLiteral("a"), 5'000, 1'000);
        odd.rate = 1000.0;
        model::Clip homeless = clip(QStringLiteral("b"), 0, 1);
        homeless.recording.clear();
        QCOMPARE(document.append({odd, homeless}), std::size_t{1});
        const model::Clip& taken = document.rows().front().entry->clip;
        QCOMPARE(taken.to, taken.from);
        QCOMPARE(taken.rate, model::PlayList::FastestRate);
        document.clear();
        QCOMPARE(document.append(std::vector(model::PlayList::MostEntries + 5, clip(QString(), 0, 1))),
                 model::PlayList::MostEntries);
    }

    void duplicatedAndRemoved()
    {
        PlayListDocument document;
        document.append(threeClips());
        document.duplicate(ids(document, {0, 1}));
        QCOMPARE(titles(document), QStringLiteral("a b a b c"));
        document.remove(ids(document, {1, 4}));
        QCOMPARE(titles(document), QStringLiteral("a a b"));
        document.history().undo();
        QCOMPARE(titles(document), QStringLiteral("a b a b c"));
    }

    void fileAndMark()
    {
        const QString path = m_folder->filePath(QStringLiteral("l.ghostline-list.json"));
        PlayListDocument document;
        QSignalSpy state(&document, &PlayListDocument::stateChanged);
        QVERIFY(!document.modified());
        document.append(threeClips());
        document.setTitle(QStringLiteral("Week"));
        QVERIFY(document.modified() && !state.empty());
        QVERIFY(document.save(path));
        QVERIFY(!document.modified());
        document.history().undo();
        QVERIFY(document.modified());
        document.history().redo();
        QVERIFY(!document.modified());

        PlayListDocument again;
        QVERIFY(again.open(path));
        QCOMPARE(titles(again), QStringLiteral("a b c"));
        QCOMPARE(again.title(), QStringLiteral("Week"));
        QVERIFY(!again.modified() && !again.history().canUndo());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{") == 1);
        file.close();
        QVERIFY(!again.open(path)); // damaged: what is open stays
        QCOMPARE(titles(again), QStringLiteral("a b c"));

        again.setTitle(QStringLiteral("Other"));
        PlayListDocument moved; // of another window, as when the language changes
        moved.take(again.draft());
        QVERIFY(moved.modified());
        QCOMPARE(moved.path(), path);
        QCOMPARE(moved.title(), QStringLiteral("Other"));
    }

    void panelAddsEditsAndTakesBack()
    {
        const QString recording = m_folder->filePath(QStringLiteral("match.replay"));
        QVERIFY(QFile(recording).open(QIODevice::WriteOnly));
        ReplaySession session(makeFakeReplay(), recording, std::size_t{64} << 20);
        Actions actions;
        QWidget host;
        host.resize(1000, 300);
        PlayListPanel panel(&actions, &host);
        panel.resize(host.size());
        host.show();
        panel.setSession(&session);
        auto* table = panel.findChild<QTableView*>(QStringLiteral("playListTable"));
        auto* unsaved = panel.findChild<QLabel*>(QStringLiteral("playListUnsavedMark"));
        QVERIFY(unsaved->isHidden());
        panel.addClips({clip(QStringLiteral("here"), 0, 1'000, QString())});
        QCOMPARE(panel.document().rows().front().entry->clip.recording, recording);
        QVERIFY(!unsaved->isHidden());
        panel.addClips({clip(QStringLiteral("gone"), 0, 1'000)});
        QCOMPARE(panel.selectedClips().size(), std::size_t{1}); // the new one is meant from now on
        QCOMPARE(panel.selectedClips().front().title, QStringLiteral("gone"));
        const QAbstractItemModel* model = table->model();
        QTRY_VERIFY(model->index(1, PlayListModel::TitleColumn).data(Qt::ForegroundRole).isValid());
        QVERIFY(!model->index(0, PlayListModel::TitleColumn).data(Qt::ForegroundRole).isValid());
        QVERIFY(model->index(1, PlayListModel::TitleColumn)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(u"not there"));

        const QSignalSpy played(&panel, &PlayListPanel::playFromRequested);
        const QModelIndex title = model->index(0, PlayListModel::TitleColumn);
        table->setCurrentIndex(title);
        table->edit(title);
        auto* editor = table->viewport()->findChild<QLineEdit*>();
        QVERIFY(editor != nullptr);
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("typed"));
        // As when a recording has been looked at meanwhile.
        qobject_cast<PlayListModel*>(table->model())->setTheme(render::Theme::light());
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(titles(panel.document()), QStringLiteral("typed gone"));
        table->selectRow(0);
        table->findChild<QAction*>(QStringLiteral("playListDown"))->trigger();
        QCOMPARE(titles(panel.document()), QStringLiteral("gone typed"));
        panel.document().history().undo();
        panel.document().history().undo();
        QCOMPARE(titles(panel.document()), QStringLiteral("here gone"));
        QVERIFY(played.empty()); // the key that ended the editor
        table->selectRow(1);
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(played.size(), 1);
        QCOMPARE(played.front().front().toInt(), 1);
        panel.setSession(nullptr);
    }

    /// What an entry does not say of its recording is found out, and saved; nothing of it is a change.
    void savesWhatRecordingsConsistOf()
    {
        const QString recording = m_folder->filePath(QStringLiteral("match.replay"));
        put(recording, "abc");
        const QString path = m_folder->filePath(QStringLiteral("l.ghostline-list.json"));
        model::PlayList old; // of a version that wrote nothing of it
        old.entries.push_back({.clip = clip(QStringLiteral("a"), 0, 1'000, recording)});
        QVERIFY(model::savePlayList(old, path));
        Actions actions;
        QWidget host;
        PlayListPanel panel(&actions, &host);
        PlayListDocument& document = panel.document();
        QVERIFY(document.open(path));
        const model::ContentId content = *model::contentOf(recording);
        QTRY_COMPARE(document.list().entries[0].content, content);
        QVERIFY(!document.modified());
        panel.addClips({clip(QStringLiteral("b"), 0, 1'000, recording),
                        clip(QStringLiteral("c"), 0, 1'000, QStringLiteral("https://example.org/c"))});
        QVERIFY(document.save(path));
        const auto saved = model::loadPlayList(path);
        QVERIFY(saved);
        QCOMPARE(saved->entries[0].content, content);
        QCOMPARE(saved->entries[1].content, content);
        QCOMPARE(saved->entries[2].content, model::ContentId{});
    }

    /// One that has another content keeps what its entry says, and a mark with the reason.
    void marksOtherRecordings()
    {
        const QString recording = m_folder->filePath(QStringLiteral("match.replay"));
        put(recording, "abc");
        const QString path = m_folder->filePath(QStringLiteral("l.ghostline-list.json"));
        model::PlayList list;
        list.entries.push_back(
            {.clip = clip(QStringLiteral("a"), 0, 1'000, recording), .content = {QByteArray(64, 'b'), 3}});
        QVERIFY(model::savePlayList(list, path));
        Actions actions;
        QWidget host;
        PlayListPanel panel(&actions, &host);
        QVERIFY(panel.document().open(path));
        QTRY_VERIFY(panel.differenceOf(0).contains(QLatin1String("its content is another")));
        const QModelIndex cell = panel.findChild<QTableView*>(QStringLiteral("playListTable"))
                                     ->model()
                                     ->index(0, PlayListModel::RecordingColumn);
        QVERIFY(cell.data(Qt::DecorationRole).isValid());
        QVERIFY(cell.data(Qt::ToolTipRole).toString().contains(panel.differenceOf(0)));
        QCOMPARE(panel.document().list(), list);
        panel.document().relocate(recording, recording);
        QCOMPARE(panel.differenceOf(0), QString());
        panel.document().history().undo();
        QVERIFY(!panel.differenceOf(0).isEmpty());
    }

    void recordingsAreLookedAtAgain()
    {
        const QString recording = m_folder->filePath(QStringLiteral("match.replay"));
        const QString gone = m_folder->filePath(QStringLiteral("gone.replay"));
        put(recording, "abc");
        ListedRecordings recordings;
        recordings.look({recording, gone, QStringLiteral("https://example.org/c")});
        QTRY_COMPARE(recordings.contents().value(recording), *model::contentOf(recording));
        QCOMPARE(recordings.missing(), QSet<QString>{gone});
        put(recording, "abcdef");
        recordings.look({recording});
        QTRY_COMPARE(recordings.contents().value(recording), *model::contentOf(recording));
        QVERIFY(recordings.missing().isEmpty());
        QSignalSpy changed(&recordings, &ListedRecordings::changed);
        recordings.look({recording}, recording); // it is still being written
        QTRY_VERIFY(!changed.isEmpty());
        QCOMPARE(recordings.contents().value(recording), model::ContentId{});
        QVERIFY(recordings.missing().isEmpty());
    }

    void camerasToChoose()
    {
        PlayListDocument document;
        PlayListModel model(&document);
        model::Clip first = clip(QStringLiteral("a"), 0, 1'000);
        first.camera = QStringLiteral("stand north");
        document.append({first});
        QWidget parent;
        CameraDelegate delegate;
        const QModelIndex cell = model.index(0, PlayListModel::CameraColumn);
        const std::unique_ptr<QWidget> editor(delegate.createEditor(&parent, {}, cell));
        auto* box = qobject_cast<QComboBox*>(editor.get());
        QVERIFY(box != nullptr);
        delegate.setEditorData(box, cell);
        QCOMPARE(box->currentText(), QStringLiteral("stand north"));
        delegate.setModelData(box, &model, cell);
        QCOMPARE(document.rows().front().entry->clip.camera, QStringLiteral("stand north"));
        const auto choose = [&](const QString& text) {
            box->setEditText(text);
            delegate.setModelData(box, &model, cell);
            return document.rows().front().entry->clip.camera;
        };
        QCOMPARE(choose(QStringLiteral("Directed")), QStringLiteral("directed"));
        QCOMPARE(choose(cameraText(QStringLiteral("view:3"))), QStringLiteral("view:3"));
        QCOMPARE(choose(QStringLiteral("follow:Nilo")), QStringLiteral("follow:Nilo"));
        QCOMPARE(choose(cameraText(QString())), QString());
    }

    void settings()
    {
        QCOMPARE(loadLeadIn(), model::Micros{1'000'000});
        saveLeadIn(model::Micros{3'000'000});
        QCOMPARE(loadLeadIn(), model::Micros{3'000'000});
        for (int i = 0; i < 12; ++i)
            rememberRecentList(QString::number(i % 10));
        QCOMPARE(loadRecentLists().size(), 8);
        QCOMPARE(loadRecentLists().front(), QStringLiteral("1"));
        QCOMPARE(loadRecentLists().count(QStringLiteral("1")), 1);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace tst_playlist_panel

GHOSTLINE_TEST(tst_playlist_panel, TestPlaylistPanel, QApplication)
#include "tst_playlist_panel.moc"
