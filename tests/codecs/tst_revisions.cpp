// SPDX-License-Identifier: GPL-3.0-or-later
// Every format as the window uses it: read from several threads while it is indexed, cancelled and closed at
// any moment, followed while it grows. What comes out is the same as when one thread takes its time. Meant
// for ThreadSanitizer; elsewhere it takes a second or two.
#include "model/base/thread_priority.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/made_replays.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <random>
#include <semaphore>
#include <thread>

namespace tst_revisions {

using namespace ghostline::model;
using namespace ghostline::test;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;
using Random = std::mt19937;
using SourcePtr = std::unique_ptr<ReplaySource>;

constexpr int Readers = 3;

/// Set in threads of the test, not in those of a codec.
thread_local bool asking = false;

/// A disk that is slow for a while to whoever indexes: when open() has returned there is something left to
/// do, however fast the machine.
class SlowDisk final : public ByteSource
{
public:
    explicit SlowDisk(std::unique_ptr<ByteSource> inner,
                      std::shared_ptr<std::atomic<int>> slowReads = std::make_shared<std::atomic<int>>(8))
        : m_inner(std::move(inner)), m_slowReads(std::move(slowReads))
    {
    }
    Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                             std::stop_token stop) const override
    {
        if (!asking && --*m_slowReads >= 0)
            std::this_thread::sleep_for(5ms);
        return m_inner->read(offset, out, std::move(stop));
    }
    std::uint64_t size() const override { return m_inner->size(); }
    Identity identity() const override { return m_inner->identity(); }
    Result<std::unique_ptr<ByteSource>> sibling(std::string_view name, std::stop_token stop) const override
    {
        return m_inner->sibling(name, std::move(stop)).map([this](std::unique_ptr<ByteSource> file) {
            return std::unique_ptr<ByteSource>(std::make_unique<SlowDisk>(std::move(file), m_slowReads));
        });
    }
    Result<QStringList> siblingNames() const override { return m_inner->siblingNames(); }

private:
    std::unique_ptr<ByteSource> m_inner;
    std::shared_ptr<std::atomic<int>> m_slowReads;
};

/// What went wrong, from any thread.
class Complaints
{
public:
    void add(const QString& what)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_list.size() < 10)
            m_list << what;
    }
    /// False, with a complaint, where it is an error, unless that is being cancelled where it may be.
    template<typename T>
    bool good(const Result<T>& result, const char* what, bool mayBeCancelled = false)
    {
        if (!result && !(mayBeCancelled && result.error().code == ErrorCode::Cancelled))
            add(QLatin1String(what) + QStringLiteral(": ") + result.error().message);
        return result.has_value();
    }
    QString text() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_list.join(u'\n');
    }

private:
    mutable std::mutex m_mutex;
    QStringList m_list;
};

Result<SourcePtr> open(const MadeReplay& replay, const QString& folder, const OpenOptions& options = {})
{
    auto bytes = openFile(folder + QLatin1Char('/') + QLatin1String(replay.file));
    if (!bytes)
        return tl::unexpected(bytes.error());
    return replay.codec->open(std::make_unique<SlowDisk>(std::move(*bytes)), options);
}

int randomBelow(Random& random, int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); }

/// Of a range that is not empty.
FrameNumber randomFrame(Random& random, FrameRange frames)
{
    return frames.first + static_cast<FrameNumber>(random() % static_cast<unsigned>(frames.count()));
}

/// Reads one of the segments of an index and looks at a state in it.
void readSegment(const ReplaySource& source, const ReplayIndex& index, Random& random,
                 std::shared_ptr<const Segment>& previous, const std::stop_token& stop,
                 Complaints& complaints)
{
    const int keyframe = randomBelow(random, index.keyframes.count());
    const auto segment = source.readSegment(keyframe, previous.get(), stop);
    if (!complaints.good(segment, "a segment", stop.stop_possible()))
        return;
    const FrameRange known = index.keyframes.range(keyframe);
    const FrameRange frames = (*segment)->frames();
    if (frames.first != known.first || frames.end < known.end)
        complaints.add(QStringLiteral("a segment is shorter than its index says"));
    WorldState state;
    const FrameNumber frame = randomFrame(random, known);
    (*segment)->sample({frame, 0.0}, SamplePolicy::Interpolate, state);
    if (state.at.frame != frame || state.time != index.timeAxis.timeOf(frame))
        complaints.add(QStringLiteral("a state of another time"));
    previous = *segment;
}

/// Whatever else a window asks of an open replay.
void askForMore(const ReplaySource& source, const ReplayIndex& index, Random& random,
                const std::stop_token& stop, Complaints& complaints)
{
    const bool may = stop.stop_possible();
    switch (randomBelow(random, 5)) {
    case 0:
        complaints.good(source.nativeState(randomFrame(random, {0, index.frames()}), stop), "a native state",
                        may);
        break;
    case 1:
        complaints.good(source.scene(stop), "the scene", may);
        break;
    case 2:
        complaints.good(source.readRaw(stop), "the bytes", may);
        break;
    case 3:
        (void)source.verify([&](double) { return !stop.stop_requested(); }, stop);
        break;
    default:
        if (const auto streams = source.streams(stop); complaints.good(streams, "the streams", may)) {
            int left = 20;
            const auto& stream = streams->at(random() % streams->size());
            complaints.good(source.readRecords(
                                stream.name, [&](const Record&) { return --left > 0; }, stop),
                            "records", may);
        }
    }
}

/// Asks for this and that until the replay is complete, or the reader is stopped.
void readOn(const ReplaySource& source, unsigned seed, const std::stop_token& stop, Complaints& complaints)
{
    asking = true;
    lowerThreadPriority(); // as whoever decodes for a window, and no more than what indexes
    Random random(seed);
    std::shared_ptr<const Segment> previous;
    Revision last = 0;
    int rounds = 0;
    for (bool complete = false; !stop.stop_requested() && (!complete || ++rounds < 3);) {
        const auto index = source.index();
        complete = index->complete && !index->growing;
        if (index->revision < last)
            complaints.add(QStringLiteral("an older revision came back"));
        last = index->revision;
        if (index->keyframes.count() == 0)
            continue;
        if (randomBelow(random, 4) == 0)
            askForMore(source, *index, random, stop, complaints);
        else
            readSegment(source, *index, random, previous, stop, complaints);
    }
}

/// States here and there in a complete replay, each decoded anew.
std::vector<WorldState> statesOf(const ReplaySource& source, Complaints& complaints)
{
    const auto index = source.index();
    std::vector<WorldState> states;
    const int count = index->keyframes.count();
    for (int k = 0; k < count; k += std::max(1, count / 6)) {
        const auto segment = source.readSegment(k, nullptr, {});
        if (!complaints.good(segment, "a segment of what is complete"))
            continue;
        const FrameRange frames = index->keyframes.range(k);
        for (const FrameNumber frame : {frames.first, (frames.first + frames.end) / 2, frames.end - 1}) {
            (*segment)->sample({frame, frame + 1 < index->frames() ? 0.5 : 0.0}, SamplePolicy::Interpolate,
                               states.emplace_back());
        }
    }
    return states;
}

bool sameStates(const std::vector<WorldState>& a, const std::vector<WorldState>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), &sameState);
}

/// What one thread finds that takes its time, and how long that takes.
struct Truth
{
    std::shared_ptr<const ReplayIndex> index;
    std::vector<WorldState> states;
    Clock::duration indexing{};
};

} // namespace

class TestRevisions : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        asking = true;
    }

    void together_data();
    void together();
    void cancelledAndClosed_data() { together_data(); }
    void cancelledAndClosed();
    void growing();
    void closedWhileGrowing();

private:
    const MadeReplay& growingReplay() const;
    Truth truthOf(const MadeReplay& replay, Complaints& complaints);

    const QTemporaryDir m_folder;
    const std::vector<MadeReplay> m_replays = madeReplays();
};

void TestRevisions::together_data()
{
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < m_replays.size(); ++i)
        QTest::newRow(m_replays[i].name) << static_cast<int>(i);
}

/// Writes it where that has not been done.
Truth TestRevisions::truthOf(const MadeReplay& replay, Complaints& complaints)
{
    Truth truth;
    if (!QFile::exists(m_folder.filePath(QLatin1String(replay.file))) &&
        !complaints.good(replay.write(m_folder.path()), "writing"))
        return truth;
    const auto begin = Clock::now();
    const auto source = open(replay, m_folder.path());
    if (!complaints.good(source, "opening"))
        return truth;
    if (const auto whole = (*source)->waitComplete(); complaints.good(whole, "indexing"))
        truth.index = *whole;
    truth.indexing = Clock::now() - begin;
    truth.states = statesOf(**source, complaints);
    return truth;
}

const MadeReplay& TestRevisions::growingReplay() const
{
    return *std::find_if(m_replays.begin(), m_replays.end(), [](const MadeReplay& replay) {
        return QLatin1String(replay.file).startsWith(QLatin1String("run/"));
    });
}

/// Everybody reads while it is indexed, and in the end everybody has the same.
void TestRevisions::together()
{
    QFETCH(int, number);
    const MadeReplay& replay = m_replays[static_cast<std::size_t>(number)];
    Complaints complaints;
    const Truth truth = truthOf(replay, complaints);
    QVERIFY2(truth.index && complaints.text().isEmpty(), qPrintable(complaints.text()));
    QVERIFY(!truth.states.empty());
    QVERIFY(!truth.index->lostData());

    for (unsigned round = 0; round < 2; ++round) {
        const auto source = open(replay, m_folder.path());
        QVERIFY(source);
        std::vector<Revision> told;
        const auto first = (*source)->index()->revision;
        connect(
            source->get(), &ReplaySource::changed, this, [&](quint64 revision) { told.push_back(revision); },
            Qt::QueuedConnection);
        {
            std::vector<std::jthread> threads;
            for (unsigned reader = 0; reader < Readers; ++reader) {
                threads.emplace_back([&, seed = round * Readers + reader] {
                    readOn(**source, seed, {}, complaints);
                    const auto whole = (*source)->waitComplete();
                    if (complaints.good(whole, "indexing") && (*whole)->frames() != truth.index->frames())
                        complaints.add(QStringLiteral("other frames"));
                    if (!sameStates(statesOf(**source, complaints), truth.states))
                        complaints.add(QStringLiteral("other states"));
                });
            }
        }
        QCoreApplication::processEvents();
        const auto index = (*source)->index();
        QVERIFY(index->events->events.size() == truth.index->events->events.size());
        QVERIFY(std::is_sorted(told.begin(), told.end()));
        QVERIFY(told.empty() || (told.front() >= first && told.back() <= index->revision));
        QVERIFY2(complaints.text().isEmpty(), qPrintable(complaints.text()));
    }
}

/// Opening, waiting and reading are given up at a moment of which nobody knows where it finds them.
void TestRevisions::cancelledAndClosed()
{
    QFETCH(int, number);
    const MadeReplay& replay = m_replays[static_cast<std::size_t>(number)];
    Complaints complaints;
    const Truth truth = truthOf(replay, complaints);
    QVERIFY2(truth.index && complaints.text().isEmpty(), qPrintable(complaints.text()));

    Random random(static_cast<unsigned>(number) + 1);
    for (unsigned round = 0; round < 8; ++round) {
        std::stop_source opening;
        std::stop_source reading;
        const auto cancelOpening = truth.indexing * randomBelow(random, 1000) / 1000;
        const auto cancelReading = truth.indexing * randomBelow(random, 1000) / 1000;
        const auto begin = Clock::now();
        const std::jthread impatient([&] {
            std::this_thread::sleep_until(begin + std::min(cancelOpening, cancelReading));
            (cancelOpening < cancelReading ? opening : reading).request_stop();
            std::this_thread::sleep_until(begin + std::max(cancelOpening, cancelReading));
            (cancelOpening < cancelReading ? reading : opening).request_stop();
        });
        OpenOptions options;
        // Half of them are opened in peace: else most would never be read.
        if (round % 2 == 0)
            options.stop = opening.get_token();
        const auto source = open(replay, m_folder.path(), options);
        if (!complaints.good(source, "opening", true))
            continue;
        std::vector<std::jthread> threads;
        for (unsigned reader = 0; reader < Readers; ++reader) {
            threads.emplace_back([&, seed = random()] {
                readOn(**source, static_cast<unsigned>(seed), reading.get_token(), complaints);
                const auto whole = (*source)->waitComplete(reading.get_token());
                if (complaints.good(whole, "waiting", true) && !(*whole)->complete)
                    complaints.add(QStringLiteral("waited for too little"));
            });
        }
        threads.clear(); // and closed, whatever goes on behind it
    }
    QVERIFY2(complaints.text().isEmpty(), qPrintable(complaints.text()));
}

/// A recorder goes on with what is open, when that has been seen.
void TestRevisions::growing()
{
    const QTemporaryDir folder;
    const QString run = folder.filePath(QStringLiteral("run"));
    Complaints complaints;
    std::atomic<int> there{0};
    std::atomic<int> seen{0};
    const std::jthread recorder([&] {
        complaints.good(recordRun(run,
                                  [&](int ticks) {
                                      there = ticks;
                                      there.notify_one();
                                      for (int now = seen; now < ticks; now = seen)
                                          seen.wait(now);
                                  }),
                        "recording");
    });
    there.wait(0);
    const auto source = open(growingReplay(), folder.path());
    QVERIFY(source);
    const auto look = [&] {
        seen = static_cast<int>((*source)->index()->frames());
        seen.notify_one();
    };
    connect(source->get(), &ReplaySource::changed, this, look, Qt::QueuedConnection);
    look();
    QVERIFY((*source)->index()->growing);
    std::stop_source stop;
    std::vector<std::jthread> threads;
    for (unsigned reader = 0; reader < Readers; ++reader)
        threads.emplace_back([&, reader] { readOn(**source, reader, stop.get_token(), complaints); });
    QTRY_VERIFY_WITH_TIMEOUT(!(*source)->index()->growing, 60'000);
    stop.request_stop();
    threads.clear();
    // What was followed is what is found by opening it in the end.
    const auto again = open(growingReplay(), folder.path());
    QVERIFY(again && (*again)->waitComplete());
    QCOMPARE((*source)->index()->frames(), (*again)->index()->frames());
    QCOMPARE((*source)->index()->events->events.size(), (*again)->index()->events->events.size());
    QVERIFY(sameStates(statesOf(**source, complaints), statesOf(**again, complaints)));
    QVERIFY2(complaints.text().isEmpty(), qPrintable(complaints.text()));
}

/// Closed and opened again at any moment of it.
void TestRevisions::closedWhileGrowing()
{
    const QTemporaryDir folder;
    const QString run = folder.filePath(QStringLiteral("run"));
    Complaints complaints;
    std::atomic<int> there{0};
    std::counting_semaphore<> goOn{0};
    std::jthread recorder([&] {
        complaints.good(recordRun(run,
                                  [&](int ticks) {
                                      there = ticks;
                                      there.notify_one();
                                      goOn.acquire();
                                  }),
                        "recording");
    });
    there.wait(0);
    Random random(1);
    for (unsigned round = 0; round < 4; ++round) {
        const auto source = open(growingReplay(), folder.path());
        if (!complaints.good(source, "opening"))
            break;
        goOn.release();
        std::vector<std::jthread> threads;
        for (unsigned reader = 0; reader < Readers; ++reader) {
            threads.emplace_back([&, seed = random()](const std::stop_token& stop) {
                readOn(**source, static_cast<unsigned>(seed), stop, complaints);
            });
        }
        // Longer than it takes until the folder is looked at again, or not.
        std::this_thread::sleep_for(std::chrono::milliseconds(randomBelow(random, 500)));
    }
    goOn.release(100);
    recorder.join();
    QVERIFY2(complaints.text().isEmpty(), qPrintable(complaints.text()));
}

} // namespace tst_revisions

GHOSTLINE_TEST(tst_revisions, TestRevisions)
#include "tst_revisions.moc"
