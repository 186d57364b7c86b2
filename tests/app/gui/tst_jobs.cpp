// SPDX-License-Identifier: GPL-3.0-or-later
// Long work beside the window: nothing waits for it when a replay closes, and what it finds arrives.
#include "app/gui/docks/background_job.h"
#include "app/gui/docks/inspector_panel.h"
#include "app/gui/docks/series_fetcher.h"
#include "app/gui/docks/standing_still_dialog.h"
#include "app/gui/plots/plot_reader.h"
#include "app/gui/shell/replay_loader.h"
#include "tests/app/gui/docks_driver.h"

#include <QApplication>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

#include <semaphore>

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
        loader.open({QStringLiteral("a recording"), {}, map.fileName(), {}});
        QTRY_COMPARE(opened.size(), 1);
        loader.loadScene(opened[0][0].value<std::shared_ptr<model::ReplaySource>>());
        QTRY_COMPARE(loaded.size(), 1);
        QCOMPARE(loaded[0][0].value<model::SceneDescription>().name, QStringLiteral("town.xodr"));
    }

    void cancelledWorkIsNotWaitedFor()
    {
        const auto gate = std::make_shared<Gate>();
        BackgroundJob job;
        QSignalSpy running(&job, &BackgroundJob::runningChanged);
        bool delivered = false;
        bool second = false;
        auto held = std::make_shared<int>();
        const std::weak_ptr<int> result = held;
        job.start([&, held](const model::Progress&, std::stop_token) {
            gate->pass();
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
    }

    void closingDoesNotWaitForReaders()
    {
        const auto gate = std::make_shared<Gate>();
        SeriesFetcher fetcher;
        PlotReader plots;
        QSignalSpy arrived(&fetcher, &SeriesFetcher::arrived);
        std::weak_ptr<model::ReplaySource> gone;
        QThread* closedIn = nullptr;
        {
            const std::shared_ptr<model::ReplaySource> source = makeFakeReplay(gated(gate));
            gone = source;
            connect(
                source.get(), &QObject::destroyed, this, [&] { closedIn = QThread::currentThread(); },
                Qt::DirectConnection);
            const auto wish = speedOfFirst(*source);
            QVERIFY(!wish.empty());
            fetcher.request(source, wish, {0, 1000}, 100);
            plots.read({PlotReader::Sort::Whole, 0, source, {wish.front()}, {0, 1000}, 100});
            QTRY_VERIFY(gate->waiting());
        }
        fetcher.cancel(); // either would hang here
        plots.cancelAll();
        QVERIFY(!gone.expired());
        gate->open();
        QTRY_VERIFY(gone.expired());
        QCOMPARE(closedIn, thread());
        QCOMPARE(arrived.size(), 0);
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
        QCOMPARE(replay.session->selection(), replay.session->info().cast[1].id);
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

QTEST_MAIN(TestJobs)
#include "tst_jobs.moc"
