// SPDX-License-Identifier: GPL-3.0-or-later
// Ghosts of an hour each: what takes long is done once and elsewhere, so that the panel answers at once.
#include "app/gui/ghosts/ghost_list_model.h"
#include "app/gui/ghosts/ghosts_panel.h"
#include "app/gui/verbs/actions.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QTableView>
#include <QThread>
#include <QToolButton>

namespace tst_ghosts_long {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;
using model::Alignment;

namespace {

constexpr model::FrameNumber Hour = 72'000;
constexpr model::FrameNumber Part = 1200; // frames of a segment

/// What was decoded, of all recordings, and where.
struct Decoding
{
    std::atomic<int> segments{0};
    std::atomic<int> inUiThread{0};
};

/// An hour straight east, at so many metres a second.
FakeReplayOptions hourOf(double speed, Decoding& decoding)
{
    FakeReplayOptions options;
    options.frames = Hour;
    options.framesPerSegment = Part;
    options.actors = 1;
    options.properties = false;
    options.motion = [speed](int, model::FrameNumber, double seconds) {
        return glm::dvec3(speed * seconds, 0.0, 0.0);
    };
    options.beforeDecode = [&decoding](int) {
        ++decoding.segments;
        if (QThread::currentThread() == QCoreApplication::instance()->thread())
            ++decoding.inUiThread;
    };
    return options;
}

/// A race against a faster and a slower one.
struct LongRace
{
    LongRace()
        : session(makeFakeReplay(hourOf(4.0, decoding)), QString(), std::size_t{64} << 20),
          panel(&actions, &ghosts)
    {
        ghosts.setOpener([this](const QString& path, const model::OpenOptions&) {
            return model::Result<std::unique_ptr<model::ReplaySource>>(
                std::make_unique<FakeReplay>(hourOf(path.contains(u"fast") ? 4.5 : 3.5, decoding)));
        });
        ghosts.setSession(&session);
        panel.setSession(&session);
        panel.addRuns({QStringLiteral("fast"), QStringLiteral("slow")}, false);
    }
    ~LongRace()
    {
        panel.setSession(nullptr);
        ghosts.setSession(nullptr);
    }
    bool compared() const
    {
        const auto& all = ghosts.ghosts();
        return all.size() == 2 && all[0].progress != nullptr && all[1].progress != nullptr;
    }
    double x(int id) const
    {
        const auto figure = ghosts.figure(id);
        return figure ? figure->position.x : -1.0;
    }

    Decoding decoding;
    Actions actions;
    ReplaySession session;
    GhostSet ghosts{nullptr};
    GhostsPanel panel;
};

/// For a place of the runner and both ghosts: its segment, and those that playing on would need.
constexpr int AroundAPlace = 3 * 4;

} // namespace

class TestGhostsLong : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void waysAreReadOnceAndElsewhere()
    {
        LongRace race;
        QTRY_VERIFY_WITH_TIMEOUT(race.compared(), OpenMs);
        QCOMPARE(race.ghosts.runnerTrack()->positions.size(), static_cast<std::size_t>(Hour));
        QCOMPARE(race.decoding.inUiThread, 0);
        const int whole = static_cast<int>(3 * Hour / Part);
        QVERIFY2(race.decoding.segments >= whole && race.decoding.segments <= whole + AroundAPlace,
                 qPrintable(QString::number(race.decoding.segments)));
    }

    void nothingIsReadAgain_data()
    {
        QTest::addColumn<std::function<void(LongRace&)>>("act");
        QTest::addColumn<int>("most"); // segments decoded
        const auto row = [](const char* name, int most, std::function<void(LongRace&)> act) {
            QTest::newRow(name) << std::move(act) << most;
        };
        row("another alignment", AroundAPlace, [](LongRace& race) {
            for (const Alignment alignment :
                 {Alignment::Progress, Alignment::Tick, Alignment::Checkpoint, Alignment::Start})
                race.panel.alignmentButton(alignment)->click();
        });
        row("the same of the set", AroundAPlace, [](LongRace& race) {
            for (const Alignment alignment : {Alignment::Progress, Alignment::Start})
                race.ghosts.setAlignment(alignment);
        });
        row("another ghost", 0, [](LongRace& race) {
            for (const int ghost : {1, 0, 1}) {
                race.panel.list()->selectRow(ghost);
                QCOMPARE(race.panel.selected(), race.ghosts.ghosts()[static_cast<std::size_t>(ghost)].id);
            }
        });
        row("hidden and shown", AroundAPlace, [](LongRace& race) {
            race.ghosts.setVisible(race.ghosts.ghosts()[0].id, false);
            race.ghosts.setVisible(race.ghosts.ghosts()[0].id, true);
        });
        row("another place", AroundAPlace, [](LongRace& race) {
            race.session.playhead().seek({Hour / 2, 0.0});
        });
    }
    void nothingIsReadAgain()
    {
        QFETCH(std::function<void(LongRace&)>, act);
        QFETCH(int, most);
        LongRace race;
        race.session.playhead().seek({Hour / 4, 0.0});
        QTRY_VERIFY_WITH_TIMEOUT(race.compared(), OpenMs);
        const int fast = race.ghosts.ghosts()[0].id;
        const int slow = race.ghosts.ghosts()[1].id;
        QTRY_VERIFY(race.x(fast) > 0.0 && race.x(slow) > 0.0);
        const auto track = race.ghosts.runnerTrack();
        const auto progress = race.ghosts.ghost(fast)->progress;
        const int before = race.decoding.segments;

        act(race);
        // Whatever was begun has come to its end when the place is shown.
        QTRY_COMPARE(race.session.playback()->state().at.frame, race.session.playhead().at().frame);
        QTRY_COMPARE(race.x(slow), 3.5 * model::seconds(race.session.index()->timeAxis.timeOf(
                                             race.session.playhead().at().frame)));
        const int decoded = race.decoding.segments - before;
        QVERIFY2(decoded <= most, qPrintable(QString::number(decoded)));
        QCOMPARE(race.decoding.inUiThread, 0);
        // Nobody was compared anew.
        QCOMPARE(race.ghosts.runnerTrack(), track);
        QCOMPARE(race.ghosts.ghost(fast)->progress, progress);
    }
};

} // namespace tst_ghosts_long

GHOSTLINE_TEST(tst_ghosts_long, TestGhostsLong, QApplication)
#include "tst_ghosts_long.moc"
