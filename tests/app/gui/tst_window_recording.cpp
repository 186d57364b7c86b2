// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in the real window: played both ways, followed while they are made, over a slow server, torn.
#include "app/gui/match/scoreboard_strip.h"
#include "app/gui/timeline/timeline_view.h"
#include "app/gui/timeline/transport_bar.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/widgets/banner.h"
#include "render/actors/goal_mark.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/nginx.h"
#include "tests/support/test_driver.h"

#include <QLabel>
#include <QProcess>
#include <QSignalSpy>
#include <QToolButton>

#include <set>

namespace tst_window_recording {

using namespace ghostline;
using namespace ghostline::test;
using app::MainWindow;

namespace {

bool makeRun(const QStringList& arguments) { return runMaker(QStringLiteral(GHOSTLINE_MAKE_RUN), arguments); }

model::EventKind kindOf(const model::ReplayIndex& index, const model::Event& event)
{
    return index.events->kinds[static_cast<std::size_t>(event.kind)];
}

} // namespace

class TestWindowRecording : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void playedBothWays();
    void theNextCheckpointIsMarked();
    void followedWhileItIsMade();
    void overASlowServer();
    void aServerThatStopsIsWaitedFor();
    void torn();

private:
    bool open(const QString& path, bool whole = true) { return openAndWait(*m_window, path, whole); }
    app::ReplaySession& session() { return *m_window->session(); }
    QString path(const QString& name) const { return m_place->folder.filePath(name); }

    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<MainWindow> m_window;
};

void TestWindowRecording::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestWindowRecording::init()
{
    m_place = std::make_unique<WindowPlace>();
    m_window = showWindow({1280, 800});
    QVERIFY(m_window != nullptr);
}

void TestWindowRecording::cleanup()
{
    m_window.reset();
    m_place.reset();
}

void TestWindowRecording::playedBothWays()
{
    const QString run = path(QStringLiteral("run.hcrp"));
    QVERIFY(makeRun({QStringLiteral("--out"), run, QStringLiteral("--ticks"), QStringLiteral("600"),
                     QStringLiteral("--chunk-ticks"), QStringLiteral("200")}));
    QVERIFY(open(run));
    const model::FrameNumber last = session().index()->frames() - 1;
    QCOMPARE(last, 599);

    // What is shown on the way, by frame; each way must show the same.
    std::map<model::FrameNumber, glm::dvec3> seen;
    std::set<std::size_t> actors;
    std::size_t mostBlocks = 0;
    bool same = true;
    int compared = 0;
    const auto look = [&] {
        const model::WorldState& state = session().playback()->state();
        const std::ptrdiff_t player = state.row(static_cast<model::ActorId>(0));
        if (player < 0 || state.at.fraction != 0.0)
            return;
        actors.insert(state.size());
        if (!state.grids.empty() && state.grids.front())
            mostBlocks = std::max(mostBlocks, state.grids.front()->cellCount());
        const auto [place, isNew] =
            seen.emplace(state.at.frame, state.positions[static_cast<std::size_t>(player)]);
        if (!isNew) {
            ++compared;
            same = same && place->second == state.positions[static_cast<std::size_t>(player)];
        }
    };
    connect(session().playback(), &app::Playback::stateChanged, this, look);
    session().playback()->setSamplePolicy(model::SamplePolicy::Hold);
    model::Playhead& head = session().playhead();
    head.seek({});
    head.setRate(16.0);
    head.play();
    QTRY_VERIFY_WITH_TIMEOUT(!head.playing(), OpenMs);
    QCOMPARE(head.at().frame, last);
    head.setRate(-16.0);
    head.play();
    QTRY_VERIFY_WITH_TIMEOUT(!head.playing(), OpenMs);
    QCOMPARE(head.at().frame, 0);
    // Step by step, both ways, over the border of two chunks.
    for (int i = 0; i < 210; ++i)
        head.step(1);
    for (int i = 0; i < 20; ++i) {
        head.step(-1);
        QTRY_COMPARE(session().playback()->state().at.frame, head.at().frame);
        look();
    }
    QVERIFY(same);
    QVERIFY2(mostBlocks > 0, "no block was ever there");
    QVERIFY2(*actors.rbegin() > 1, "the player was always alone");
    // The inspector's values of the player are there: what it holds, how it stands.
    const auto& properties = session().info().actorProperties;
    const auto has = [&](const char* id) {
        return std::any_of(properties.begin(), properties.end(),
                           [id](const auto& p) { return p.id == QLatin1String(id); });
    };
    QVERIFY(has("held_item") && has("pose") && has("hotbar_1"));
    // A run has its checkpoints as events.
    const auto& events = session().index()->events->events;
    QVERIFY(std::any_of(events.begin(), events.end(), [&](const model::Event& e) {
        return kindOf(*session().index(), e).id == QLatin1String("checkpoint");
    }));
    disconnect(&session(), nullptr, this, nullptr);
}

void TestWindowRecording::theNextCheckpointIsMarked()
{
    const QString run = path(QStringLiteral("run.hcrp"));
    QVERIFY(makeRun({QStringLiteral("--out"), run}));
    QVERIFY(open(run));
    const auto content = [this]() -> const render::ViewContent& {
        return m_window->area().views().content();
    };
    QTRY_COMPARE_WITH_TIMEOUT(content().goals->goals.size(), std::size_t{6}, OpenMs); // with the finish
    for (const model::RunGoal& goal : content().goals->goals)
        QVERIFY(goal.place);
    // Where the runner stands when he passes it, a frame later the next one is marked.
    const model::RunGoal springs = content().goals->goals[1];
    QCOMPARE(springs.name, QStringLiteral("springs"));
    session().playhead().seek({springs.frame - 1, 0.0});
    QTRY_COMPARE(content().state->at.frame, springs.frame - 1);
    QVERIFY(render::goalNow(content()));
    QCOMPARE(render::goalNow(content())->place, *springs.place);
    session().playhead().seek({springs.frame, 0.0});
    QTRY_COMPARE(content().state->at.frame, springs.frame);
    QCOMPARE(content().state->positions[static_cast<std::size_t>(content().state->row(springs.actor))],
             *springs.place);
    QCOMPARE(render::goalNow(content())->goal->name, QStringLiteral("rainbow"));
    // Switched off, it is still told in the strip.
    QAction* verb = m_window->actions().get(QStringLiteral("view.nextGoal"));
    QVERIFY(verb->isEnabled() && verb->isChecked());
    verb->trigger();
    QTRY_VERIFY(!content().options.nextGoal);
    QVERIFY(!render::goalNow(content()));
    const auto* strip = m_window->findChild<app::ScoreboardStrip*>();
    QVERIFY(strip != nullptr && strip->isVisible());
    QVERIFY2(strip->text().contains(QStringLiteral("Next: rainbow")), qPrintable(strip->text()));
}

void TestWindowRecording::followedWhileItIsMade()
{
    const QString run = path(QStringLiteral("live"));
    QProcess maker;
    maker.start(QStringLiteral(GHOSTLINE_MAKE_RUN),
                {QStringLiteral("--out"), run, QStringLiteral("--segments"), QStringLiteral("--live"),
                 QStringLiteral("--speed"), QStringLiteral("100"), QStringLiteral("--ticks"),
                 QStringLiteral("20000")});
    QVERIFY(maker.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(run + QStringLiteral("/preamble.dat")), OpenMs);
    QVERIFY(open(run));
    QVERIFY(session().index()->growing);
    auto* transport = m_window->findChild<app::TransportBar*>();
    QTRY_VERIFY(transport->liveButton()->isVisible());
    QVERIFY(!transport->liveButton()->isChecked());
    QTest::mouseClick(transport->liveButton(), Qt::LeftButton);
    QVERIFY(session().playback()->live());
    QVERIFY(transport->liveButton()->isChecked());

    // New ticks appear, and the picture goes with them.
    for (int growth = 0; growth < 3; ++growth) {
        const model::FrameNumber before = session().index()->frames();
        QTRY_VERIFY_WITH_TIMEOUT(session().index()->frames() > before, OpenMs);
        QTRY_VERIFY_WITH_TIMEOUT(session().playback()->state().at.frame >= before, OpenMs);
        QVERIFY(session().playback()->live());
    }
    // Looking back leaves live; the recording grows on without moving the picture.
    session().playhead().pause();
    QTest::keyClick(m_window.get(), Qt::Key_Home);
    QVERIFY(!session().playback()->live());
    QTRY_VERIFY(!transport->liveButton()->isChecked());
    const model::FrameNumber before = session().index()->frames();
    QTRY_VERIFY_WITH_TIMEOUT(session().index()->frames() > before, OpenMs);
    QCOMPARE(session().playhead().at().frame, 0);
    maker.kill();
    QVERIFY(maker.waitForFinished());
}

void TestWindowRecording::overASlowServer()
{
    GHOSTLINE_REQUIRE_NGINX();
    const QString run = path(QStringLiteral("run.hcrp"));
    QVERIFY(makeRun({QStringLiteral("--out"), run, QStringLiteral("--ticks"), QStringLiteral("36000"),
                     QStringLiteral("--chunk-ticks"), QStringLiteral("6000")}));
    QVERIFY(QFileInfo(run).size() > 300'000);
    NginxServer server;
    QVERIFY2(server.start(m_place->folder.path(), 128 * 1024), qPrintable(server.problem()));
    QVERIFY(open(server.url(QStringLiteral("run.hcrp")).toString(), false));
    QVERIFY2(!session().index()->complete, "it came too quickly to be waited for");
    QCOMPARE(session().index()->frames(), 36000);

    auto* pill = m_window->findChild<QLabel*>(QStringLiteral("bufferingPill"));
    QVERIFY(pill != nullptr);
    model::Playhead& head = session().playhead();
    // Far beyond what has been loaded: the playhead goes there at once, the picture waits for it.
    head.seek({30000, 0.0});
    head.play();
    QVERIFY(session().playback()->buffering());
    QTRY_VERIFY(pill->isVisible());
    QCOMPARE(head.at().frame, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(!session().playback()->buffering(), OpenMs);
    QVERIFY(!pill->isVisible());
    // Time stood still meanwhile: it goes on from there, nothing was skipped.
    QTRY_VERIFY_WITH_TIMEOUT(session().playback()->state().at.frame >= 30000, OpenMs);
    QVERIFY2(session().playback()->state().at.frame < 30060,
             qPrintable(QString::number(session().playback()->state().at.frame)));
    QTRY_VERIFY_WITH_TIMEOUT(head.at().frame > 30020, OpenMs);
}

void TestWindowRecording::aServerThatStopsIsWaitedFor()
{
    GHOSTLINE_REQUIRE_NGINX();
    const QString run = path(QStringLiteral("run.hcrp"));
    QVERIFY(makeRun({QStringLiteral("--out"), run, QStringLiteral("--ticks"), QStringLiteral("72000")}));
    NginxServer server;
    QVERIFY2(server.start(m_place->folder.path(), 128 * 1024), qPrintable(server.problem()));
    QVERIFY(open(server.url(QStringLiteral("run.hcrp")).toString(), false));
    server.kill();
    model::Playhead& head = session().playhead();
    head.seek({60000, 0.0});
    head.play();
    QVERIFY(session().playback()->buffering());
    QVERIFY(server.restart());
    QTRY_VERIFY_WITH_TIMEOUT(!session().playback()->buffering(), 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(session().playback()->state().at.frame >= 60000, OpenMs);
    QVERIFY(session().playback()->state().at.frame < 60100);
}

void TestWindowRecording::torn()
{
    const QString run = path(QStringLiteral("torn"));
    QVERIFY(makeRun({QStringLiteral("--out"), run, QStringLiteral("--segments"), QStringLiteral("--ticks"),
                     QStringLiteral("6000")}));
    const QStringList segments =
        QDir(run).entryList({QStringLiteral("segment-*.dat")}, QDir::Files, QDir::Name);
    QVERIFY(segments.size() >= 2);
    QFile lastSegment(run + QLatin1Char('/') + segments.last());
    QVERIFY(lastSegment.resize(lastSegment.size() / 2));
    QVERIFY(open(run));
    const model::ReplayIndex& index = *session().index();
    QCOMPARE(index.frames(), 6000);
    QVERIFY(!index.lost.empty());
    QVERIFY(!index.lost.front().reason.isEmpty());
    QCOMPARE(index.lost.back().frames.end, 6000);
    // The banner says what, where and why.
    QVERIFY(m_window->area().banner()->isVisible());
    QVERIFY2(m_window->area().banner()->text().contains(QStringLiteral("Lost:")),
             qPrintable(m_window->area().banner()->text()));
    // What is there still plays up to the tear, and the lost part can be entered without harm.
    session().playhead().seek({index.lost.front().frames.first - 1, 0.0});
    QTRY_COMPARE(session().playback()->state().at.frame, index.lost.front().frames.first - 1);
    session().playhead().seek({5990, 0.0});
    QTRY_VERIFY(!session().playback()->buffering());
    // Nothing was written into the folder of the evidence.
    QCOMPARE(QDir(run).entryList({QStringLiteral("*.json")}, QDir::Files).size(), 0);
}

} // namespace tst_window_recording

GHOSTLINE_TEST(tst_window_recording, TestWindowRecording, ghostline::test::GraphicsApplication)
#include "tst_window_recording.moc"
