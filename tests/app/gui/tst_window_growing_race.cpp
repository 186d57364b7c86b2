// SPDX-License-Identifier: GPL-3.0-or-later
// A run that is still being recorded races a ghost: figure, gap and splits come along as it grows, to the
// finish.
#include "app/gui/ghosts/ghost_words.h"
#include "app/gui/ghosts/ghosts_panel.h"
#include "app/gui/ghosts/splits_model.h"
#include "codecs/recording/recorder/recording_writer.h"
#include "render/view/still.h"
#include "tests/app/gui/race_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QTableView>

#include <cmath>

namespace tst_window_growing_race {

using namespace ghostline;
using namespace ghostline::test;
using app::MainWindow;
using app::SplitsModel;
using model::Alignment;
using model::FrameNumber;

namespace {

/// The slow run as a recorder writes it, bit by bit.
struct LiveRun
{
    static std::unique_ptr<LiveRun> begin(const QString& folder)
    {
        auto writer = recording::RecordingWriter::create(folder, raceHead(Slow));
        return writer ? std::unique_ptr<LiveRun>(new LiveRun(std::move(*writer))) : nullptr;
    }
    /// What is there so far is on the disk.
    bool to(double metres) { return walk.to(metres) && writer.flush(); }
    bool finish() { return to(CourseLength) && writer.finish(QStringLiteral("finish")); }

    recording::RecordingWriter writer;
    RaceWalk walk;

private:
    explicit LiveRun(recording::RecordingWriter made) : writer(std::move(made)), walk(writer, Slow) {}
};

} // namespace

class TestWindowGrowingRace : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void toTheFinish_data();
    void toTheFinish();
    void theGhostNeverLeaves_data();
    void theGhostNeverLeaves();

private:
    app::GhostSet& ghosts() { return *m_window->findChild<app::GhostSet*>(); }
    app::ReplaySession& session() { return *m_window->session(); }
    int ghost() { return ghosts().ghosts().front().id; }
    bool open(double metres, Alignment alignment);
    QString split(int row, int column);
    double gap();
    double ghostAt();
    bool shown(FrameNumber frame);

    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<LiveRun> m_run;
    std::unique_ptr<MainWindow> m_window;
};

void TestWindowGrowingRace::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestWindowGrowingRace::init()
{
    m_place = std::make_unique<WindowPlace>();
    QVERIFY(record(pathOf(*m_place, Fast), Fast));
    m_run = LiveRun::begin(m_place->folder.filePath(QStringLiteral("live")));
    QVERIFY(m_run != nullptr);
}

void TestWindowGrowingRace::cleanup()
{
    m_window.reset();
    m_run.reset();
    m_place.reset();
}

/// The run so far against the fast ghost, live.
bool TestWindowGrowingRace::open(double metres, Alignment alignment)
{
    if (!m_run->to(metres))
        return false;
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    setup.ghosts = {pathOf(*m_place, Fast)};
    m_window = std::make_unique<MainWindow>(std::move(setup));
    m_window->resize(1400, 900);
    if (!bringUp(*m_window) || !openAndWait(*m_window, m_place->folder.filePath(QStringLiteral("live"))) ||
        !raceReady(ghosts(), 1))
        return false;
    ghosts().setAlignment(alignment);
    session().playback()->setLive(true);
    return session().index()->growing && session().playback()->live();
}

QString TestWindowGrowingRace::split(int row, int column)
{
    return raised<app::GhostsPanel>(*m_window, "ghosts")
        ->splits()
        ->model()
        ->index(row, column)
        .data()
        .toString();
}

double TestWindowGrowingRace::gap()
{
    const auto now = ghosts().gap(ghost());
    return now ? now->delta : std::nan("");
}

/// Metres; NaN where the ghost is not to be seen.
double TestWindowGrowingRace::ghostAt()
{
    const auto figure = ghosts().figure(ghost());
    return figure ? figure->position.x : std::nan("");
}

bool TestWindowGrowingRace::shown(FrameNumber frame)
{
    return session().playback()->state().at.frame >= frame;
}

void TestWindowGrowingRace::toTheFinish_data()
{
    QTest::addColumn<Alignment>("alignment");
    QTest::addColumn<double>("ghostStep"); // metres a frame of the runner
    QTest::newRow("start") << Alignment::Start << Fast.step;
    QTest::newRow("progress") << Alignment::Progress << Slow.step;
}

void TestWindowGrowingRace::toTheFinish()
{
    QFETCH(Alignment, alignment);
    QFETCH(double, ghostStep);
    QVERIFY(open(15.0, alignment));
    QTRY_COMPARE(split(0, SplitsModel::PlaceColumn), QStringLiteral("p"));
    QCOMPARE(split(0, SplitsModel::TotalDeltaColumn), app::noNumberDash());
    QVERIFY(!std::isnan(ghostAt()));

    // It passes p, and is 16 ticks behind there.
    const FrameNumber before = session().index()->frames();
    QVERIFY(m_run->to(25.0));
    QTRY_VERIFY_WITH_TIMEOUT(session().index()->frames() == before + 40, OpenMs);
    QTRY_COMPARE_WITH_TIMEOUT(split(0, SplitsModel::TotalDeltaColumn), QStringLiteral("+0.800"), OpenMs);
    QCOMPARE(split(1, SplitsModel::TotalDeltaColumn), app::noNumberDash());
    QCOMPARE(ghosts().runnerTrack()->axis.frames(), before + 40);
    // The picture goes with it, and the ghost with the picture.
    QTRY_VERIFY_WITH_TIMEOUT(shown(before + 39), OpenMs);
    const auto run = [this] {
        return static_cast<double>(session().playback()->state().at.frame - StartTick);
    };
    QTRY_VERIFY(std::abs(ghostAt() - run() * ghostStep) < 0.1);
    QTRY_VERIFY(gap() < -0.75 && gap() > -1.05);
    QVERIFY(session().playback()->live());

    // And it arrives.
    QVERIFY(m_run->finish());
    QTRY_VERIFY_WITH_TIMEOUT(!session().index()->growing, OpenMs);
    QTRY_COMPARE_WITH_TIMEOUT(split(2, SplitsModel::TotalDeltaColumn), QStringLiteral("+2.400"), OpenMs);
    QCOMPARE(split(1, SplitsModel::TotalDeltaColumn), QStringLiteral("+1.600"));
    QVERIFY(ghosts().runnerTrack()->finished && !ghosts().runnerTrack()->growing);
    QVERIFY(std::abs(ghosts().course()->length() - CourseLength) < 0.1);
    QVERIFY(!session().playback()->live());
    session().playhead().seek({StartTick + 180, 0.0});
    QTRY_VERIFY(std::abs(ghostAt() - 180 * ghostStep) < 0.1);
}

void TestWindowGrowingRace::theGhostNeverLeaves_data()
{
    QTest::addColumn<Alignment>("alignment");
    for (const Alignment alignment :
         {Alignment::Start, Alignment::Tick, Alignment::Checkpoint, Alignment::Progress})
        QTest::newRow(qPrintable(model::alignmentName(alignment))) << alignment;
}

/// Bit by bit, faster than the way is read: what is new is not known for a moment.
void TestWindowGrowingRace::theGhostNeverLeaves()
{
    QFETCH(Alignment, alignment);
    QVERIFY(open(22.0, alignment));
    QTRY_VERIFY(!std::isnan(ghostAt()) && !std::isnan(gap()));
    int missed = 0;
    const auto watched = connect(&ghosts(), &app::GhostSet::figuresChanged, this,
                                 [&] { missed += std::isnan(ghostAt()) || std::isnan(gap()) ? 1 : 0; });
    for (int part = 1; part <= 6; ++part) {
        const FrameNumber before = session().index()->frames();
        QVERIFY(m_run->to(22.0 + part));
        QTRY_VERIFY_WITH_TIMEOUT(session().index()->frames() > before, OpenMs);
        QTRY_VERIFY_WITH_TIMEOUT(shown(session().index()->frames() - 2), OpenMs);
    }
    QTRY_VERIFY_WITH_TIMEOUT(ghosts().runnerTrack()->isAt(session().index()->frames() - 1), OpenMs);
    disconnect(watched);
    QCOMPARE(missed, 0);
}

} // namespace tst_window_growing_race

GHOSTLINE_TEST(tst_window_growing_race, TestWindowGrowingRace, ghostline::test::GraphicsApplication)
#include "tst_window_growing_race.moc"
