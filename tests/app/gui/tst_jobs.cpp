// SPDX-License-Identifier: GPL-3.0-or-later
// Long work beside the window: nothing waits for it when a replay closes, and what it finds arrives.
#include "app/gui/jobs/job.h"
#include "app/gui/panels/inspector_panel.h"
#include "app/gui/panels/standing_still_dialog.h"
#include "app/gui/session/replay_loader.h"
#include "model/metrics/metrics.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QThread>

#include <atomic>

namespace tst_jobs {

using namespace ghostline;
using namespace ghostline::app;
using test::FakeReplayOptions;
using test::makeFakeReplay;
using test::named;
using test::OpenReplay;

namespace {

/// Holds every decoding thread until it is opened; in any case when the test is over.
class Gate
{
public:
    ~Gate() { open(); }
    void pass()
    {
        m_waiting = true;
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_open; });
    }
    void open()
    {
        const std::lock_guard lock(m_mutex);
        m_open = true;
        m_changed.notify_all();
    }
    bool waiting() const { return m_waiting; }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_open = false;
    std::atomic<bool> m_waiting{false};
};

FakeReplayOptions gated(const std::shared_ptr<Gate>& gate)
{
    FakeReplayOptions options;
    options.beforeDecode = [gate](int) { gate->pass(); };
    return options;
}

std::vector<model::MetricRequest> speedOfFirst(const model::ReplaySource& source)
{
    for (const model::MetricInfo& metric : model::metricsOf(*source.index()->info)) {
        if (metric.source == model::MetricSource::Speed)
            return {{.metric = metric, .actor = model::ActorId{0}, .other = model::ActorId::None}};
    }
    return {};
}

/// Car 0 stands for 20 s, walker 1 for 5 s, the rest never.
FakeReplayOptions withStops()
{
    FakeReplayOptions options;
    options.motion = [](int actor, model::FrameNumber, double seconds) {
        const double moving = actor == 0   ? (seconds < 10 ? seconds : std::max(seconds - 20.0, 10.0))
                              : actor == 1 ? (seconds < 20 ? seconds : std::max(seconds - 5.0, 20.0))
                                           : seconds;
        return glm::dvec3(moving * 3.0, 0.0, actor * 10.0);
    };
    return options;
}

} // namespace

/// The list in a plain window: the off-screen platform warns of any window that has a smallest size.
struct HostedDialog
{
    HostedDialog() : dialog(*new StandingStillDialog(&host))
    {
        dialog.setParent(&host, Qt::Widget);
        host.resize(720, 480);
        host.show();
    }
    QWidget host;
    StandingStillDialog& dialog;
};

class TestJobs : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    /// Those of the file that the user named, whatever format the recording has.
    void namedSurroundings()
    {
        const QTemporaryDir folder;
        QFile map(folder.filePath(QStringLiteral("town.xodr")));
        QVERIFY(map.open(QIODevice::WriteOnly));
        map.write(R"(<OpenDRIVE><road id="1" length="50" junction="-1"><planView>
            <geometry s="0" x="0" y="0" hdg="0" length="50"><line/></geometry></planView>
            <lanes><laneSection s="0"><center><lane id="0" type="none"/></center>
            <right><lane id="-1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></right>
            </laneSection></lanes></road></OpenDRIVE>)");
        map.close();
        ReplayLoader loader(std::make_shared<model::CodecRegistry>());
        loader.setOpener([](const QString&, const model::OpenOptions&) {
            return model::Result<std::unique_ptr<model::ReplaySource>>(
                std::make_unique<test::FakeReplay>(FakeReplayOptions()));
        });
        QSignalSpy opened(&loader, &ReplayLoader::opened);
        QSignalSpy loaded(&loader, &ReplayLoader::sceneLoaded);
        loader.setSceneChoice({.path = map.fileName(), .folders = {}});
        loader.open(QStringLiteral("a recording"), {});
        QTRY_COMPARE(opened.size(), 1);
        loader.loadScene(opened[0][0].value<std::shared_ptr<model::ReplaySource>>());
        QTRY_COMPARE(loaded.size(), 2); // the recording's own come first
        QCOMPARE(loaded[1][0].value<model::SceneDescription>().name, QStringLiteral("town.xodr"));
    }

    void resultsArriveInTheOwnersThread()
    {
        Job job;
        QSignalSpy running(&job, &Job::runningChanged);
        QSignalSpy progressed(&job, &Job::progressed);
        QThread* workedIn = nullptr;
        QThread* deliveredIn = nullptr;
        bool ranThen = true;
        job.start([&](const model::Progress& progress, const std::stop_token&) {
            workedIn = QThread::currentThread();
            for (int i = 0; i <= 1000; ++i) {
                if (!progress(i / 1000.0))
                    return std::function<void()>();
            }
            return std::function<void()>([&] {
                deliveredIn = QThread::currentThread();
                ranThen = job.running();
            });
        });
        QVERIFY(job.running());
        QTRY_VERIFY(deliveredIn != nullptr);
        QCOMPARE(deliveredIn, thread());
        QVERIFY(workedIn != thread());
        QVERIFY(!ranThen); // so that the next one can be started there
        QCOMPARE(running.size(), 2);
        QCOMPARE(progressed.size(), 101); // once for each percent
        QCOMPARE(progressed.last()[0].toDouble(), 1.0);
    }

    void workWithoutAResult()
    {
        Job job;
        job.start([](const model::Progress&, const std::stop_token&) { return std::function<void()>(); });
        QTRY_VERIFY(!job.running());
    }

    void theNextMayStartFromADelivery()
    {
        Job job;
        int delivered = 0;
        Job::Work again;
        again = [&](const model::Progress&, const std::stop_token&) {
            return [&] {
                if (++delivered < 3)
                    job.start(again);
            };
        };
        job.start(again);
        QTRY_COMPARE(delivered, 3);
        QVERIFY(!job.running());
    }

    void cancelledWorkIsNotWaitedFor()
    {
        const auto gate = std::make_shared<Gate>();
        Job job;
        QSignalSpy running(&job, &Job::runningChanged);
        QSignalSpy progressed(&job, &Job::progressed);
        bool delivered = false;
        bool second = false;
        std::atomic<bool> goesOn{true};
        auto held = std::make_shared<int>();
        const std::weak_ptr<int> result = held;
        job.start([&, held](const model::Progress& progress, std::stop_token) {
            gate->pass();
            goesOn = progress(0.5);
            return std::function<void()>([&delivered, held] { delivered = true; });
        });
        held.reset();
        QTRY_VERIFY(gate->waiting());
        job.cancel(); // would hang here
        QVERIFY(!job.running());
        QCOMPARE(running.size(), 2);
        // The next job does not stand in line behind the one that is leaving.
        job.start([&](const model::Progress&, std::stop_token) {
            return std::function<void()>([&] { second = true; });
        });
        QTRY_VERIFY(second);
        gate->open();
        QTRY_VERIFY(result.expired()); // dropped where it was made
        QVERIFY(!delivered);
        QVERIFY(!goesOn);
        QCOMPARE(progressed.size(), 0);
    }

    void theNewestRequestWins()
    {
        const auto gate = std::make_shared<Gate>();
        Job job;
        std::vector<int> delivered;
        const auto work = [&](int number) {
            return [&, number](const model::Progress&, const std::stop_token&) {
                if (number < 20)
                    gate->pass();
                return [&, number] { delivered.push_back(number); };
            };
        };
        for (int number = 1; number <= 20; ++number)
            job.start(work(number));
        QTRY_COMPARE(delivered, std::vector<int>{20}); // while the others are still held
        gate->open();
        job.start(work(21));
        QTRY_COMPARE(delivered, (std::vector<int>{20, 21}));
    }

    /// The result is on its way already: whoever cancelled does not get it any more.
    void nothingIsDeliveredAfterCancelling()
    {
        Job job;
        bool delivered = false;
        auto held = std::make_shared<int>();
        const std::weak_ptr<int> result = held;
        std::atomic<bool> worked{false};
        job.start([&, held](const model::Progress&, const std::stop_token&) {
            worked = true;
            return [&delivered, held] { delivered = true; };
        });
        held.reset();
        while (!worked) // without the event loop, which would deliver it
            QThread::msleep(1);
        QThread::msleep(20);
        job.cancel();
        QTRY_VERIFY(result.expired());
        QVERIFY(!delivered);
        QVERIFY(!job.running());
    }

    void destroyedWhileItRuns()
    {
        bool delivered = false;
        bool stopped = false;
        QThread* freedIn = nullptr;
        {
            Job job;
            std::atomic<bool> working{false};
            auto held = std::shared_ptr<int>(new int, [&](const int* value) {
                delete value;
                freedIn = QThread::currentThread();
            });
            job.start([&, held](const model::Progress& progress, const std::stop_token& stop) {
                working = true;
                while (progress(0.5))
                    QThread::msleep(1);
                stopped = stop.stop_requested();
                return [&delivered, held] { delivered = true; };
            });
            held.reset();
            QTRY_VERIFY(working);
        }
        QVERIFY(stopped); // it was waited for
        QCOMPARE(freedIn, thread());
        QCoreApplication::processEvents();
        QVERIFY(!delivered);
    }

    void destroyedBeforeTheResultArrives()
    {
        bool delivered = false;
        {
            Job job;
            std::atomic<bool> worked{false};
            job.start([&](const model::Progress&, const std::stop_token&) {
                worked = true;
                return [&delivered] { delivered = true; };
            });
            while (!worked)
                QThread::msleep(1);
        }
        QCoreApplication::processEvents();
        QVERIFY(!delivered);
    }

    void closingDoesNotWaitForReaders()
    {
        const auto gate = std::make_shared<Gate>();
        Job job;
        bool arrived = false;
        std::weak_ptr<model::ReplaySource> gone;
        QThread* closedIn = nullptr;
        {
            const std::shared_ptr<model::ReplaySource> source = makeFakeReplay(gated(gate));
            gone = source;
            connect(
                source.get(), &QObject::destroyed, this, [&] { closedIn = QThread::currentThread(); },
                Qt::DirectConnection);
            const auto curves = speedOfFirst(*source);
            QVERIFY(!curves.empty());
            job.start(
                [&arrived, source, curves](const model::Progress& progress, const std::stop_token& stop) {
                    const bool read =
                        model::readMetrics(*source, curves, {0, 1000}, 100, progress, stop).has_value();
                    return [&arrived, read] { arrived = read; };
                });
            QTRY_VERIFY(gate->waiting());
        }
        job.cancel(); // would hang here
        QVERIFY(!gone.expired());
        gate->open();
        QTRY_VERIFY(gone.expired());
        QCOMPARE(closedIn, thread());
        QVERIFY(!arrived);
    }

    void standingStillIsFound()
    {
        OpenReplay replay(withStops());
        HostedDialog hosted;
        StandingStillDialog& dialog = hosted.dialog;
        dialog.setSession(replay.session.get());
        auto* table = dialog.findChild<QTableView*>();
        dialog.present();
        QTRY_COMPARE(table->model()->rowCount(), 1); // ten seconds at least
        QCOMPARE(table->model()->index(0, 0).data().toString(), replay.session->info().cast[0].name);
        named<QDoubleSpinBox>(dialog, QStringLiteral("Shortest stop"))->setValue(2.0);
        dialog.findChild<QPushButton*>()->click();
        QTRY_COMPARE(table->model()->rowCount(), 2);
        // Longest first; a click leads there and selects.
        test::click(table, table->model()->index(1, 0));
        QCOMPARE(replay.session->actors()->selected(), replay.session->info().cast[1].id);
        QVERIFY(qAbs(replay.session->playhead().at().frame - 400) <= 1);
        table->sortByColumn(2, Qt::AscendingOrder);
        QCOMPARE(table->model()->index(0, 0).data().toString(), replay.session->info().cast[1].name);
        table->selectAll();
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text().count(QLatin1Char('\n')), 2);
        dialog.setSession(nullptr);
        QVERIFY(!dialog.isVisible());
        QCOMPARE(table->model()->rowCount(), 0);
    }

    void standingStillCanBeCancelled()
    {
        const auto gate = std::make_shared<Gate>();
        OpenReplay replay(gated(gate));
        HostedDialog hosted;
        StandingStillDialog& dialog = hosted.dialog;
        dialog.setSession(replay.session.get());
        dialog.present();
        auto* button = dialog.findChild<QPushButton*>();
        QCOMPARE(button->text(), QStringLiteral("Cancel"));
        button->click();
        QCOMPARE(button->text(), QStringLiteral("Search"));
        dialog.setSession(nullptr); // while the worker still holds the source
        gate->open();
    }
};

} // namespace tst_jobs

GHOSTLINE_TEST(tst_jobs, TestJobs, QApplication)
#include "tst_jobs.moc"
