// SPDX-License-Identifier: GPL-3.0-or-later
// Play lists in the real window: played through recordings of different formats, what comes next open
// already, what is missing passed over, the user's own moves, files that are dropped and not lost.
#include "app/gui/highlights/highlights_panel.h"
#include "app/gui/panels/bookmarks_menu.h"
#include "app/gui/panels/bookmarks_panel.h"
#include "app/gui/playlist/play_list_desk.h"
#include "app/gui/playlist/play_list_model.h"
#include "app/gui/playlist/play_list_panel.h"
#include "app/gui/playlist/play_list_strip.h"
#include "app/gui/timeline/timeline_menu.h"
#include "app/gui/timeline/timeline_view.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/widgets/banner.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QDropEvent>
#include <QFile>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

#include <algorithm>
#include <atomic>

namespace tst_window_playlist {

using namespace ghostline;
using namespace ghostline::test;
using app::PlayListPlayer;
using Phase = PlayListPlayer::Phase;

class TestWindowPlaylist : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void throughSeveralFormats();
    void nextIsOpenedAhead();
    void sameRecordingStaysOpen();
    void leadInAtNormalSpeed();
    void pausingPausesAndSeekingLeaves();
    void backAndOn();
    void clipsOfTheOpenRecording();
    void rangesThatLieElsewhere();
    void nothingCanBeShown();
    void addsWhatIsShown();
    void menusAddWhatIsSelected();
    void otherRecordingsAreTold();
    void droppedListOpensWithItsFirstRecording();
    void damagedListIsRefused();
    void closingAsksFirst();
    void undoWhereTheKeyboardIs();

private:
    QString path(const QString& name) const { return m_place->folder.filePath(name); }
    std::unique_ptr<WindowPlace> m_place;
};

namespace {

model::Clip clip(const QString& recording, double from, double to, double rate = 32.0)
{
    model::Clip c;
    c.recording = recording;
    c.from = model::fromSeconds(from);
    c.to = model::fromSeconds(to);
    c.rate = rate;
    return c;
}

/// What was shown, by entry.
class Shown : public QObject
{
public:
    explicit Shown(PlayListPlayer& player)
    {
        connect(&player, &PlayListPlayer::changed, this, [this, &player] {
            if (player.phase() == Phase::Showing && (m_entries.empty() || m_entries.back() != player.entry()))
                m_entries.push_back(player.entry());
        });
        connect(&player, &PlayListPlayer::ended, this, [this](PlayListPlayer::End how) { m_end = how; });
    }
    const std::vector<int>& entries() const { return m_entries; }
    std::optional<PlayListPlayer::End> end() const { return m_end; }

private:
    std::vector<int> m_entries;
    std::optional<PlayListPlayer::End> m_end;
};

/// The player opens closed-form replays of 50 s; counts how often which.
std::shared_ptr<std::atomic<int>> fakeOpener(app::MainWindow& window)
{
    auto opened = std::make_shared<std::atomic<int>>(0);
    window.playLists().player().loader().setOpener(
        [opened](const QString& path,
                 const model::OpenOptions&) -> model::Result<std::unique_ptr<model::ReplaySource>> {
            ++*opened;
            if (path.contains(QLatin1String("missing")))
                return model::fail(model::ErrorCode::NotFound, QStringLiteral("there is no such file"));
            return std::make_unique<FakeReplay>(FakeReplayOptions{});
        });
    return opened;
}

app::PlayListPanel& panelOf(app::MainWindow& window) { return *window.playLists().panel(); }

} // namespace

void TestWindowPlaylist::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestWindowPlaylist::init() { m_place = std::make_unique<WindowPlace>(); }

void TestWindowPlaylist::throughSeveralFormats()
{
    const QString run = path(QStringLiteral("run.hcrp"));
    const QString game = path(QStringLiteral("skirmish.icrep"));
    QVERIFY(runMaker(QStringLiteral(GHOSTLINE_MAKE_RUN),
                     {QStringLiteral("--out"), run, QStringLiteral("--ticks"), QStringLiteral("600")}));
    QVERIFY(runMaker(QStringLiteral(GHOSTLINE_MAKE_SKIRMISH), {QStringLiteral("--out"), game}));
    model::PlayList list;
    const QString missing = path(QStringLiteral("missing.hcrp"));
    for (const model::Clip& each :
         {clip(run, 1, 2), clip(missing, 0, 1), clip(game, 1, 2.5, 1.0), clip(run, 3, 4)})
        list.entries.push_back({.clip = each});
    list.entries[2].clip.camera = QStringLiteral("top-down");
    const QString file = path(QStringLiteral("l.ghostline-list.json"));
    QVERIFY(model::savePlayList(list, file));

    const auto window = showWindow({1400, 900});
    QVERIFY(window != nullptr);
    window->openFile(file);
    QTRY_VERIFY_WITH_TIMEOUT(window->session() != nullptr && window->session()->index()->complete, OpenMs);
    QCOMPARE(window->session()->path(), run);
    QTRY_COMPARE(window->session()->playhead().time(), model::Micros{1'000'000});
    QCOMPARE(panelOf(*window).document().rows().size(), std::size_t{4});

    PlayListPlayer& player = window->playLists().player();
    player.setLeadIn({});
    const Shown shown(player);
    QStringList opened;
    connect(window.get(), &app::MainWindow::replayOpened, window.get(),
            [&] { opened << window->session()->path(); });
    QSignalSpy cameras(&window->area().camera(), &app::ViewCamera::modeChanged);
    QAction* play = window->actions().get(QStringLiteral("playlist.play"));
    play->trigger();
    QVERIFY(player.active() && play->isChecked());
    QTRY_VERIFY_WITH_TIMEOUT(!player.active(), OpenMs);
    QCOMPARE(shown.entries(), (std::vector{0, 2, 3}));
    QCOMPARE(shown.end(), std::optional(PlayListPlayer::End::Finished));
    QCOMPARE(opened, (QStringList{game, run}));
    const auto isTopDown = [](const QList<QVariant>& mode) {
        return mode.front().value<render::CameraMode>() == render::CameraMode::TopDown;
    };
    QVERIFY(std::ranges::any_of(cameras, isTopDown));
    QVERIFY(window->session()->playhead().time() >= model::Micros{4'000'000});
    QVERIFY(!window->session()->playhead().playing() && !play->isChecked());
    QCOMPARE(player.leftOut(), 1);
    const app::Banner* banner = window->area().banner();
    QVERIFY2(banner->isVisible() && banner->text().contains(QLatin1String("Entry 2")),
             qPrintable(banner->text()));
    const QAbstractItemModel* table =
        panelOf(*window).findChild<QTableView*>(QStringLiteral("playListTable"))->model();
    QVERIFY(table->index(1, 1).data(Qt::ForegroundRole).isValid());
    QVERIFY(!table->index(2, 1).data(Qt::ForegroundRole).isValid());
}

void TestWindowPlaylist::nextIsOpenedAhead()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    const QString first = w.session().path();
    const QString second = m_place->file(QStringLiteral("second.bin"));
    const auto opened = fakeOpener(*w.window);
    PlayListPlayer& player = w.window->playLists().player();
    player.playClips({clip(first, 5, 40, 1.0), clip(second, 1, 2, 0.1), clip(first, 6, 7, 1.0)});
    QTRY_COMPARE(opened->load(), 1); // while the first is still shown
    QTRY_VERIFY(!player.loader().busy());
    QCOMPARE(player.entry(), 0);
    QCOMPARE(w.session().path(), first);
    player.next();
    QCOMPARE(w.session().path(), second); // at once
    QCOMPARE(player.phase(), Phase::Showing);
    QTRY_COMPARE(opened->load(), 2); // and one ahead again
    auto* strip = w.window->playLists().strip();
    QVERIFY(strip->isVisible());
    QVERIFY2(strip->text().startsWith(QLatin1String("2 of 3")), qPrintable(strip->text()));
    player.stop();
    QVERIFY(!player.active() && !w.session().playhead().playing());
    QTRY_VERIFY(!strip->isVisible());
}

void TestWindowPlaylist::sameRecordingStaysOpen()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    const app::ReplaySession* before = w.window->session();
    const auto opened = fakeOpener(*w.window);
    PlayListPlayer& player = w.window->playLists().player();
    player.setLeadIn({});
    const Shown shown(player);
    const QString recording = w.session().path();
    player.playClips({clip(recording, 5, 7), clip(recording, 20, 22), clip(recording, 1, 1)});
    QTRY_VERIFY(!player.active());
    QCOMPARE(shown.entries(), (std::vector{0, 1, 2}));
    QCOMPARE(w.window->session(), before);
    QCOMPARE(opened->load(), 0);
}

void TestWindowPlaylist::leadInAtNormalSpeed()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    model::Playhead& head = w.session().playhead();
    PlayListPlayer& player = w.window->playLists().player();
    player.setLeadIn(model::Micros{500'000});
    player.playClips({clip(w.session().path(), 10, 40, 4.0)});
    QVERIFY(head.time() >= model::Micros{9'500'000} && head.time() < model::Micros{10'000'000});
    QCOMPARE(head.rate(), 1.0);
    QTRY_COMPARE(head.rate(), 4.0);
    QVERIFY(head.time() >= model::Micros{10'000'000});
    // Clamped at the start; what the user chose of the speed stays for this clip.
    player.playClips({clip(w.session().path(), 0.2, 40, 4.0)});
    QVERIFY(head.time() < model::Micros{200'000});
    head.setRate(2.0);
    QTRY_VERIFY(head.time() > model::Micros{400'000});
    QCOMPARE(head.rate(), 2.0);
    player.stop();
    QCOMPARE(head.rate(), 1.0); // as it was before
}

void TestWindowPlaylist::pausingPausesAndSeekingLeaves()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    model::Playhead& head = w.session().playhead();
    PlayListPlayer& player = w.window->playLists().player();
    player.setLeadIn({});
    const Shown shown(player);
    player.playClips({clip(w.session().path(), 10, 20, 1.0), clip(w.session().path(), 40, 41, 1.0)});
    head.pause();
    QVERIFY(player.active() && player.paused());
    head.seekTime(model::Micros{15'000'000}); // within it
    QVERIFY(player.active());
    head.play();
    QVERIFY(player.active() && !player.paused());
    head.seekTime(model::Micros{30'000'000});
    QVERIFY(!player.active());
    QCOMPARE(shown.end(), std::optional(PlayListPlayer::End::Left));
    QVERIFY(head.playing()); // what is shown is the user's again
    QVERIFY(!w.window->area().banner()->text().isEmpty());
    // Another recording ends it, too, and closing it.
    player.playClips({clip(w.session().path(), 10, 20, 1.0)});
    QVERIFY(player.active());
    QVERIFY(w.open(QStringLiteral("other.bin")));
    QVERIFY(!player.active());
    player.playClips({clip(w.session().path(), 10, 20, 1.0)});
    w.window->closeReplay();
    QVERIFY(!player.active());
}

void TestWindowPlaylist::backAndOn()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    model::Playhead& head = w.session().playhead();
    app::Actions& actions = w.window->actions();
    QVERIFY(!actions.get(QStringLiteral("playlist.next"))->isEnabled());
    PlayListPlayer& player = w.window->playLists().player();
    player.setLeadIn({});
    const QString recording = w.session().path();
    player.playClips({clip(recording, 10, 20, 1.0), clip(recording, 30, 40, 1.0)});
    QVERIFY(actions.get(QStringLiteral("playlist.next"))->isEnabled());
    w.key(Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(player.entry(), 1);
    head.seekTime(model::Micros{35'000'000});
    w.key(Qt::Key_PageUp, Qt::ControlModifier); // to its start first
    QCOMPARE(player.entry(), 1);
    QVERIFY(head.time() < model::Micros{31'000'000});
    w.key(Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(player.entry(), 0);
    w.key(Qt::Key_PageDown, Qt::ControlModifier);
    w.key(Qt::Key_PageDown, Qt::ControlModifier); // behind the last one
    QVERIFY(!player.active() && !head.playing());
}

void TestWindowPlaylist::clipsOfTheOpenRecording()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    const auto opened = fakeOpener(*w.window);
    PlayListPlayer& player = w.window->playLists().player();
    player.setLeadIn({});
    const Shown shown(player);
    // The open one is the one that was open when it began.
    w.window->playLists().playClips(
        {clip(QString(), 1, 2), clip(m_place->file(QStringLiteral("b.bin")), 1, 2), clip(QString(), 3, 4)});
    const QString first = w.session().path();
    QTRY_VERIFY(!player.active());
    QCOMPARE(shown.entries(), (std::vector{0, 1, 2}));
    QCOMPARE(w.session().path(), first);
    QVERIFY(panelOf(*w.window).document().rows().empty()); // nothing of it is in the list
    w.window->closeReplay();
    player.playClips({clip(QString(), 1, 2)});
    QTRY_VERIFY(!player.active());
    QCOMPARE(player.leftOut(), 1);
}

void TestWindowPlaylist::rangesThatLieElsewhere()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    PlayListPlayer& player = w.window->playLists().player();
    player.setLeadIn({});
    const Shown shown(player);
    const QString recording = w.session().path();
    // Behind the end; over the end; the last frame itself.
    const double last = model::seconds(w.session().index()->timeAxis.duration());
    player.playClips({clip(recording, 1000, 1001), clip(recording, 48, 90), clip(recording, last, last + 5)});
    QTRY_VERIFY(!player.active());
    QCOMPARE(shown.entries(), (std::vector{1, 2}));
    QCOMPARE(player.leftOut(), 1);
    QVERIFY(player.trouble().contains(QLatin1String("behind the end")));
    QCOMPARE(w.frame(), w.session().index()->frames() - 1);
}

void TestWindowPlaylist::nothingCanBeShown()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    fakeOpener(*w.window);
    PlayListPlayer& player = w.window->playLists().player();
    std::vector<model::Clip> many(500, clip(path(QStringLiteral("missing.bin")), 0, 1));
    w.window->playLists().playClips(many);
    QTRY_VERIFY(!player.active());
    QCOMPARE(player.leftOut(), 500);
    QVERIFY(w.window->area().banner()->text().contains(QLatin1String("no such file")));
    QVERIFY(w.window->session() != nullptr); // what was open stays open
}

void TestWindowPlaylist::addsWhatIsShown()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    const auto clipAt = [&](std::size_t row) {
        return panelOf(*w.window).document().rows()[row].entry->clip;
    };
    w.session().playhead().seekTime(model::Micros{10'000'000});
    w.window->area().camera().setMode(render::CameraMode::Orbit);
    w.key(Qt::Key_L, Qt::AltModifier);
    QCOMPARE(clipAt(0).from, model::Micros{5'000'000});
    QCOMPARE(clipAt(0).to, model::Micros{15'000'000});
    QCOMPARE(clipAt(0).recording, w.session().path());
    QVERIFY(app::poseFromWord(clipAt(0).camera)); // from where it is looked at now
    QTRY_VERIFY(panelOf(*w.window).isVisible());
    w.session().playhead().setLoop(model::FrameRange{100, 151});
    w.window->actions().get(QStringLiteral("playlist.addNow"))->trigger();
    QCOMPARE(clipAt(1).from, model::Micros{5'000'000});
    QCOMPARE(clipAt(1).to, model::Micros{7'500'000});
    QSignalSpy exported(&w.window->playLists(), &app::PlayListDesk::exportRequested);
    w.window->actions().get(QStringLiteral("playlist.export"))->trigger();
    QCOMPARE(exported.size(), 1);
    QCOMPARE(exported.front().front().value<std::vector<model::Clip>>().size(), std::size_t{2});
}

void TestWindowPlaylist::menusAddWhatIsSelected()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    for (const int at : {10, 30}) {
        w.session().playhead().seekTime(model::Micros{std::int64_t{at} * 1'000'000});
        w.key(Qt::Key_B);
    }
    auto* bookmarks = raised<app::BookmarksPanel>(*w.window, "bookmarks");
    QVERIFY(bookmarks != nullptr);
    bookmarks->findChild<QTableView*>()->selectAll();
    const std::unique_ptr<QMenu> menu(bookmarks->findChild<app::BookmarksMenu*>()->makeMenu());
    menu->findChild<QAction*>(QStringLiteral("addToPlayList"))->trigger();
    const auto& rows = panelOf(*w.window).document().rows();
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[1].entry->clip.from, model::Micros{25'000'000});
    QCOMPARE(rows[1].entry->clip.recording, w.session().path());
    QTRY_VERIFY(panelOf(*w.window).isVisible());
    // Of highlights there is no clip to make here: what they ask for arrives, too.
    Q_EMIT w.window->findChild<app::HighlightsPanel*>()->playListRequested({clip(QString(), 1, 2)});
    QCOMPARE(rows.size(), std::size_t{3});
    // The timeline's menu has the verb that takes the loop.
    const app::TimelineMenu timeline(w.window->findChild<app::TimelineView*>(), QPoint());
    QVERIFY(timeline.actions().contains(w.window->actions().get(QStringLiteral("playlist.addNow"))));
}

/// On opening and on playing, which goes on; before exporting they may be left out.
void TestWindowPlaylist::otherRecordingsAreTold()
{
    const QString run = m_place->file(QStringLiteral("run.bin"), "first");
    const QString kept = m_place->file(QStringLiteral("kept.bin"), "kept");
    model::PlayList list;
    for (const QString& recording : {run, kept})
        list.entries.push_back({.clip = clip(recording, 1, 2), .content = *model::contentOf(recording)});
    const QString file = path(QStringLiteral("l.ghostline-list.json"));
    QVERIFY(model::savePlayList(list, file));
    m_place->file(QStringLiteral("run.bin"), "another");

    OpenWindow w(*m_place);
    QVERIFY(w.show());
    w.window->openFile(file);
    QTRY_VERIFY(w.window->session() != nullptr && w.window->session()->index()->complete);
    app::Banner* banner = w.window->area().banner();
    const QString says = QStringLiteral("Entry 1: run.bin is not the recording that the entry was made of: "
                                        "it has 7 bytes, not 5");
    QTRY_COMPARE(banner->text(), says);

    banner->tell(app::Banner::Level::Info, QStringLiteral("-"));
    fakeOpener(*w.window);
    PlayListPlayer& player = w.window->playLists().player();
    player.setLeadIn({});
    const Shown shown(player);
    w.window->actions().get(QStringLiteral("playlist.play"))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!player.active(), OpenMs);
    QCOMPARE(shown.entries(), (std::vector{0, 1}));
    QCOMPARE(banner->text(), says);

    QSignalSpy exported(&w.window->playLists(), &app::PlayListDesk::exportRequested);
    const auto exportAfter = [&](QMessageBox::ButtonRole answer) -> std::size_t {
        const qsizetype before = exported.size();
        w.window->actions().get(QStringLiteral("playlist.export"))->trigger();
        auto* box = w.window->findChild<QMessageBox*>(QStringLiteral("playListDiffers"));
        if (box == nullptr || exported.size() != before || box->text() != says)
            return 0;
        const QPointer<QMessageBox> asked = box;
        for (QAbstractButton* button : box->buttons()) {
            if (box->buttonRole(button) == answer)
                button->click();
        }
        const bool gone = QTest::qWaitFor([&] { return asked.isNull(); });
        return gone && exported.size() > before
                   ? exported.back().front().value<std::vector<model::Clip>>().size()
                   : 0;
    };
    QCOMPARE(exportAfter(QMessageBox::AcceptRole), std::size_t{1});
    QCOMPARE(exportAfter(QMessageBox::DestructiveRole), std::size_t{2});
    QCOMPARE(exportAfter(QMessageBox::RejectRole), std::size_t{0});

    // Taken as it is now there is nothing to ask, and that is saved.
    app::PlayListDocument& document = panelOf(*w.window).document();
    document.relocate(run, run);
    const qsizetype before = exported.size();
    w.window->actions().get(QStringLiteral("playlist.export"))->trigger();
    QCOMPARE(exported.size(), before + 1);
    QTRY_COMPARE(document.list().entries[0].content, *model::contentOf(run));
    QVERIFY(document.save(file));
    const auto saved = model::loadPlayList(file);
    QVERIFY(saved);
    QCOMPARE(saved->entries[0].content, *model::contentOf(run));
    QCOMPARE(saved->entries[1].content, list.entries[1].content);
}

void TestWindowPlaylist::droppedListOpensWithItsFirstRecording()
{
    const QString recording = m_place->file(QStringLiteral("match.bin"));
    model::PlayList list;
    list.title = QStringLiteral("Week");
    list.entries.push_back({.clip = clip(path(QStringLiteral("missing.bin")), 0, 1)});
    list.entries.push_back({.clip = clip(recording, 7, 8)});
    const QString file = path(QStringLiteral("l.ghostline-list.json"));
    QVERIFY(model::savePlayList(list, file));
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(w.window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(w.window.get(), &drop);
    QTRY_VERIFY(w.window->session() != nullptr);
    QCOMPARE(w.session().path(), recording);
    QTRY_COMPARE(w.session().playhead().time(), model::Micros{7'000'000});
    QCOMPARE(panelOf(*w.window).document().title(), QStringLiteral("Week"));
}

void TestWindowPlaylist::damagedListIsRefused()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    w.window->openFile(m_place->file(QStringLiteral("bad.ghostline-list.json"), "{\"schema\":1}"));
    auto* dialog = w.window->findChild<QDialog*>(QStringLiteral("errorDialog"));
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QVERIFY(w.window->session() == nullptr);
    QVERIFY(panelOf(*w.window).document().rows().empty());
    dialog->close();
}

void TestWindowPlaylist::closingAsksFirst()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    const QString file = path(QStringLiteral("l.ghostline-list.json"));
    panelOf(*w.window).addClips({clip(QString(), 0, 1)});
    QVERIFY(panelOf(*w.window).document().save(file));
    panelOf(*w.window).addClips({clip(QString(), 2, 3)});
    const auto question = [&] {
        return w.window->findChild<QMessageBox*>(QStringLiteral("playListUnsaved"));
    };
    QVERIFY(!w.window->close());
    QVERIFY(w.window->isVisible() && w.window->session() != nullptr);
    QVERIFY(question() != nullptr && question()->isVisible());
    const QPointer<QMessageBox> box = question();
    for (QAbstractButton* button : box->buttons()) {
        if (box->buttonRole(button) == QMessageBox::AcceptRole)
            button->click();
    }
    QTRY_VERIFY(!w.window->isVisible());
    const auto saved = model::loadPlayList(file);
    QVERIFY(saved);
    QCOMPARE(saved->entries.size(), std::size_t{2});
}

void TestWindowPlaylist::undoWhereTheKeyboardIs()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.key(Qt::Key_B);
    QCOMPARE(w.session().notes()->sidecar().bookmarks.size(), std::size_t{1});
    auto* panel = raised<app::PlayListPanel>(*w.window, "playlist");
    QVERIFY(panel != nullptr);
    panel->addClips({clip(QString(), 0, 1)});
    auto* table = panel->findChild<QTableView*>(QStringLiteral("playListTable"));
    table->setFocus();
    QTRY_VERIFY(table->hasFocus());
    QAction* undo = w.window->actions().get(QStringLiteral("edit.undo"));
    undo->trigger();
    QVERIFY(panel->document().rows().empty());
    QCOMPARE(w.session().notes()->sidecar().bookmarks.size(), std::size_t{1});
    w.window->area().viewWidget()->setFocus();
    QTRY_VERIFY(!table->hasFocus());
    undo->trigger();
    QVERIFY(w.session().notes()->sidecar().bookmarks.empty());
}

} // namespace tst_window_playlist

GHOSTLINE_TEST(tst_window_playlist, TestWindowPlaylist, ghostline::test::GraphicsApplication)
#include "tst_window_playlist.moc"
