// SPDX-License-Identifier: GPL-3.0-or-later
// The publisher of revisions by itself: what comes first, who waits for what, and how it ends.
#include "model/replay/revision_publisher.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <atomic>
#include <new>
#include <semaphore>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tst_revision_publisher {

using namespace ghostline::model;
using namespace std::chrono_literals;

namespace {

using Signal = std::counting_semaphore<>;
using Clock = std::chrono::steady_clock;

/// Released whenever the thread that sets it looks into a revision. Those who wait look before they sleep,
/// and do so under the lock: what is published afterwards finds them asleep.
thread_local Signal* looked = nullptr;

class WatchedIndex
{
public:
    WatchedIndex(std::shared_ptr<const ReplayIndex> index = nullptr) : m_index(std::move(index)) {}
    operator std::shared_ptr<const ReplayIndex>() const { return m_index; }
    const ReplayIndex& operator*() const { return *m_index; }
    const ReplayIndex* operator->() const
    {
        if (looked != nullptr)
            looked->release();
        return m_index.get();
    }

private:
    std::shared_ptr<const ReplayIndex> m_index;
};

/// Copied only where there is memory for it.
class CopyCost
{
public:
    CopyCost() = default;
    CopyCost(const CopyCost&)
    {
        if (noMemory)
            throw std::bad_alloc();
    }
    CopyCost& operator=(const CopyCost&) = default;
    static inline std::atomic<bool> noMemory{false};
};

struct Snapshot
{
    WatchedIndex revision;
    int own = 0; ///< what a codec keeps beside the revision
    CopyCost cost{};
};

using Publisher = RevisionPublisher<Snapshot>;

class PublishingSource final : public ReplaySource
{
public:
    std::shared_ptr<const ReplayIndex> index() const override { return revisions.current()->revision; }
    Result<std::shared_ptr<const ReplayIndex>> waitComplete(std::stop_token stop) const override
    {
        return revisions.waitCompleteIndex(stop);
    }
    Result<std::shared_ptr<const Segment>> readSegment(int, const Segment*, std::stop_token) const override
    {
        return fail(ErrorCode::InvalidArgument, QStringLiteral("there is no segment"));
    }
    Result<std::uint64_t> readRaw(std::stop_token) const override { return 0; }

    Publisher revisions{*this};
};

/// What a source has said, in the order and in the thread in which it was said.
class Changes
{
public:
    explicit Changes(const PublishingSource& source)
    {
        QObject::connect(
            &source, &ReplaySource::changed, &m_here,
            [this](quint64 number) {
                if (then)
                    then(number);
                const std::scoped_lock lock(m_mutex);
                m_numbers.push_back(number);
            },
            Qt::DirectConnection);
    }
    std::vector<Revision> numbers() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_numbers;
    }
    std::function<void(Revision)> then; ///< set before anything is published

private:
    QObject m_here;
    mutable std::mutex m_mutex;
    std::vector<Revision> m_numbers;
};

/// A longer time than any test takes: who waits for it to pass hangs.
constexpr std::chrono::hours Long{1};

void publish(Publisher& revisions, FrameNumber frames, bool complete = false)
{
    revisions.publish([&](Revision number) {
        ReplayIndex index;
        index.revision = number;
        index.complete = complete;
        index.growing = !complete;
        index.progress = complete ? 1.0 : 0.5;
        index.timeAxis = TimeAxis::uniform(frames, 1, 20);
        return std::make_shared<Snapshot>(
            Snapshot{std::make_shared<const ReplayIndex>(std::move(index)), static_cast<int>(number) * 100});
    });
}

/// Work that goes on until it is stopped.
Result<void> untilStopped(const Publisher& revisions, const std::stop_token& stop)
{
    (void)revisions.waitFor([] { return false; }, stop);
    return cancelled();
}

Error diskGone() { return {ErrorCode::IoError, QStringLiteral("the disk is gone"), {.offset = 7}, {}, {}}; }

int niceness() { return ::getpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid))); }

} // namespace

class TestRevisionPublisher : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { CopyCost::noMemory = false; }

    void numbersAscend()
    {
        PublishingSource source;
        Changes changes(source);
        std::atomic<int> late{0};
        changes.then = [&](Revision number) {
            if (source.index()->revision < number)
                ++late; // told before it could be fetched
        };
        QVERIFY(!source.revisions.current());
        publish(source.revisions, 10); // by whoever opens
        const auto first = source.revisions.current();
        QCOMPARE(first->revision->revision, Revision{1});
        QCOMPARE(first->own, 100);
        QVERIFY(changes.numbers().empty());

        source.revisions.start([&](const std::stop_token&) -> Result<void> {
            for (const FrameNumber frames : {20, 30, 40})
                publish(source.revisions, frames);
            publish(source.revisions, 50, true);
            return {};
        });
        QVERIFY(source.revisions.opened(Long, {}));
        QCOMPARE(source.index()->revision, Revision{5});
        QCOMPARE(source.index()->frames(), 50);
        QCOMPARE(first->revision->frames(), 10); // what a revision said stays
        QVERIFY(!first->revision->complete);
        QTRY_COMPARE(changes.numbers(), (std::vector<Revision>{2, 3, 4, 5}));
        QCOMPARE(late.load(), 0);
    }

    void openedWaitsForTheFirst()
    {
        PublishingSource source;
        Changes changes(source);
        source.revisions.start([&](const std::stop_token& stop) {
            (void)source.revisions.pause(20ms, stop); // who does not wait finds nothing
            publish(source.revisions, 10);
            return untilStopped(source.revisions, stop);
        });
        QVERIFY(source.revisions.opened(0ms, {}));
        QVERIFY(source.revisions.current());
        QVERIFY(!source.index()->complete);
        QVERIFY(changes.numbers().empty());
    }

    void openedWaitsForTheLast()
    {
        PublishingSource source;
        Signal waiting{0};
        source.revisions.start([&](const std::stop_token&) -> Result<void> {
            publish(source.revisions, 10);
            waiting.acquire();
            publish(source.revisions, 20);
            waiting.acquire();
            publish(source.revisions, 30, true);
            return {};
        });
        looked = &waiting;
        const auto opened = source.revisions.opened(Long, {});
        looked = nullptr;
        QVERIFY(opened);
        QVERIFY(source.index()->complete);
    }

    void openedWaitsNoLonger()
    {
        PublishingSource source;
        source.revisions.start([&](const std::stop_token& stop) {
            publish(source.revisions, 10);
            return untilStopped(source.revisions, stop);
        });
        const auto begin = Clock::now();
        QVERIFY(source.revisions.opened(20ms, {}));
        QVERIFY(Clock::now() - begin >= 20ms);
        QVERIFY(!source.index()->complete);
    }

    void lowPriorityOnceOpened()
    {
        PublishingSource source;
        Signal opened{0};
        std::atomic<int> before{-100};
        std::atomic<int> after{-100};
        source.revisions.start([&](const std::stop_token&) -> Result<void> {
            before = niceness();
            publish(source.revisions, 10);
            opened.acquire();
            after = niceness();
            publish(source.revisions, 20, true);
            return {};
        });
        QVERIFY(source.revisions.opened(0ms, {}));
        opened.release();
        QVERIFY(source.waitComplete({}));
        QCOMPARE(before.load(), niceness());
        QVERIFY(after >= 10);
    }

    void openingIsCancelled_data()
    {
        QTest::addColumn<bool>("published");
        QTest::newRow("before the first") << false;
        QTest::newRow("after the first") << true;
    }
    void openingIsCancelled()
    {
        QFETCH(bool, published);
        PublishingSource source;
        std::stop_source opening;
        source.revisions.start([&](const std::stop_token& stop) {
            if (published)
                publish(source.revisions, 10);
            opening.request_stop();
            return untilStopped(source.revisions, stop);
        });
        const auto opened = source.revisions.opened(Long, opening.get_token());
        QVERIFY(!opened);
        QVERIFY(opened.error().code == ErrorCode::Cancelled);
        QCOMPARE(source.revisions.current() != nullptr, published);
    }

    void dueWithTime()
    {
        PublishingSource source;
        QVERIFY(source.revisions.due() <= Clock::now());
        auto begin = Clock::now();
        publish(source.revisions, 10);
        QVERIFY(source.revisions.due() >= begin + 100ms);
        auto took = Clock::now() - begin;
        QVERIFY(source.revisions.due() <= begin + took + std::max<Clock::duration>(100ms, took * 20));

        // Making one took 15 ms: twenty times as long until the next.
        begin = Clock::now();
        source.revisions.publish([&](Revision number) {
            while (Clock::now() - begin < 15ms) {
            }
            ReplayIndex index;
            index.revision = number;
            return std::make_shared<Snapshot>(Snapshot{std::make_shared<const ReplayIndex>(index)});
        });
        took = Clock::now() - begin;
        QVERIFY(source.revisions.due() >= begin + 15ms + 300ms);
        QVERIFY(source.revisions.due() <= begin + took + took * 20);
    }

    void waitCompleteInManyThreads()
    {
        constexpr int Threads = 4;
        PublishingSource source;
        publish(source.revisions, 10);
        Signal waiting{0};
        std::array<Result<Publisher::Pointer>, Threads> got;
        std::vector<std::jthread> threads;
        for (auto& result : got) {
            threads.emplace_back([&] {
                looked = &waiting;
                result = source.revisions.waitComplete({});
            });
        }
        for (int i = 0; i < Threads; ++i)
            waiting.acquire();
        publish(source.revisions, 20);
        for (int i = 0; i < Threads; ++i)
            waiting.acquire(); // woken, and asleep again
        publish(source.revisions, 30, true);
        threads.clear();
        for (const auto& result : got) {
            QVERIFY(result);
            QCOMPARE(result->get(), source.revisions.current().get());
            QCOMPARE((*result)->revision->frames(), 30);
        }
        QCOMPARE(*source.waitComplete({}), source.index()); // nobody waits any more
    }

    void waitingIsCancelled()
    {
        PublishingSource source;
        publish(source.revisions, 10);
        Signal waiting{0};
        std::stop_source stop;
        Result<std::shared_ptr<const ReplayIndex>> stopped;
        Result<std::shared_ptr<const ReplayIndex>> patient;
        std::jthread one([&] {
            looked = &waiting;
            stopped = source.waitComplete(stop.get_token());
        });
        std::jthread other([&] {
            looked = &waiting;
            patient = source.waitComplete({});
        });
        waiting.acquire();
        waiting.acquire();
        stop.request_stop();
        one.join();
        publish(source.revisions, 20, true);
        other.join();
        QVERIFY(!stopped);
        QVERIFY(stopped.error().code == ErrorCode::Cancelled);
        QVERIFY(patient);
        QCOMPARE((*patient)->frames(), 20);
        QVERIFY(source.waitComplete(stop.get_token())); // there is nothing to wait for
    }

    void fails_data()
    {
        QTest::addColumn<bool>("noMemory");
        QTest::newRow("an error") << false;
        QTest::newRow("out of memory") << true;
    }
    /// Without a revision there is no replay.
    void fails()
    {
        QFETCH(bool, noMemory);
        PublishingSource source;
        Changes changes(source);
        source.revisions.start([&](const std::stop_token&) -> Result<void> {
            if (noMemory)
                throw std::bad_alloc();
            return tl::unexpected(diskGone());
        });
        const Error expected = noMemory ? outOfMemory() : diskGone();
        const auto opened = source.revisions.opened(Long, {});
        QVERIFY(!opened);
        QVERIFY(opened.error().code == expected.code);
        QCOMPARE(opened.error().message, expected.message);
        QVERIFY(!source.revisions.current());
        const auto waited = source.waitComplete({});
        QVERIFY(!waited);
        QVERIFY(waited.error().code == expected.code);
        QVERIFY(changes.numbers().empty());
    }

    void givesUp_data() { fails_data(); }
    /// What was published is all there will be, and says so.
    void givesUp()
    {
        QFETCH(bool, noMemory);
        PublishingSource source;
        Changes changes(source);
        Signal published{0};
        Signal gate{0};
        auto gathered = std::make_shared<int>(0);
        const std::weak_ptr<int> kept = gathered;
        std::atomic<bool> keptLong{true};
        changes.then = [&](Revision number) {
            if (number == 3)
                keptLong = !kept.expired();
        };
        source.revisions.start([&, gathered = std::move(gathered)](const std::stop_token&) -> Result<void> {
            publish(source.revisions, 10);
            publish(source.revisions, 20);
            published.release();
            gate.acquire();
            if (noMemory)
                throw std::bad_alloc();
            return tl::unexpected(diskGone());
        });
        published.acquire();
        const auto before = source.revisions.current();
        Signal waiting{0};
        Result<std::shared_ptr<const ReplayIndex>> whole;
        std::jthread waiter([&] {
            looked = &waiting;
            whole = source.waitComplete({});
        });
        waiting.acquire();
        gate.release();
        waiter.join();
        QVERIFY(source.revisions.opened(Long, {}));

        const Error why = noMemory ? outOfMemory() : diskGone();
        QVERIFY(whole);
        const ReplayIndex& last = **whole;
        QCOMPARE(last.revision, Revision{3});
        QVERIFY(last.complete && !last.growing);
        QCOMPARE(last.progress, 1.0);
        QCOMPARE(last.frames(), 20);
        QCOMPARE(last.diagnostics.size(), std::size_t{1});
        QVERIFY(last.diagnostics[0].severity == Severity::Error);
        QCOMPARE(last.diagnostics[0].message, why.message);
        QVERIFY(last.diagnostics[0].where == why.where);
        QCOMPARE(last.lost.size(), std::size_t{1});
        QCOMPARE(last.lost[0].frames, (FrameRange{0, 20}));
        QCOMPARE(last.lost[0].reason, why.message);
        QVERIFY(last.lostData());
        QCOMPARE(source.revisions.current()->own, 200); // the codec's own stays what it was
        QVERIFY(!before->revision->complete && !before->revision->lostData());
        QTRY_COMPARE(changes.numbers(), (std::vector<Revision>{2, 3}));
        QVERIFY(!keptLong); // ending takes memory: what the work had gathered was gone by then
    }

    void noMemoryToGiveUp()
    {
        PublishingSource source;
        source.revisions.start([&](const std::stop_token&) -> Result<void> {
            publish(source.revisions, 10);
            CopyCost::noMemory = true;
            return tl::unexpected(diskGone());
        });
        QVERIFY(source.revisions.opened(Long, {}));
        const auto waited = source.waitComplete({});
        QVERIFY(!waited);
        QVERIFY(waited.error().code == ErrorCode::LimitExceeded);
        QCOMPARE(source.index()->revision, Revision{1}); // what there was is there still
    }

    void destroyedWhileWorking_data()
    {
        QTest::addColumn<bool>("published");
        QTest::newRow("before the first") << false;
        QTest::newRow("after the first") << true;
    }
    void destroyedWhileWorking()
    {
        QFETCH(bool, published);
        auto source = std::make_unique<PublishingSource>();
        const Changes changes(*source);
        Signal works{0};
        std::atomic<bool> ended{false};
        source->revisions.start([&, &revisions = source->revisions](const std::stop_token& stop) {
            if (published)
                publish(revisions, 10);
            works.release();
            auto done = untilStopped(revisions, stop);
            ended = true;
            return done;
        });
        works.acquire();
        source.reset();
        QVERIFY(ended);
        QVERIFY(changes.numbers().empty()); // being stopped is no error to tell of
    }

    void pause()
    {
        PublishingSource source;
        std::atomic<bool> paused{false};
        // Others may publish and change what they like: who pauses is not woken.
        std::jthread busy([&] {
            while (!paused)
                source.revisions.change([] {});
        });
        const auto begin = Clock::now();
        QVERIFY(source.revisions.pause(20ms, {}));
        QVERIFY(Clock::now() - begin >= 20ms);
        paused = true;
        busy.join();

        std::stop_source stop;
        const std::jthread stops([&] { stop.request_stop(); });
        QVERIFY(!source.revisions.pause(Long, stop.get_token()));
        QVERIFY(!source.revisions.pause(Long, stop.get_token())); // nor begun
    }

    void handsOver()
    {
        PublishingSource source;
        Signal waiting{0};
        int handed = 0; // under the publisher's lock alone
        std::atomic<int> got{0};
        source.revisions.start([&](const std::stop_token& stop) -> Result<void> {
            const auto there = [&] {
                waiting.release();
                return handed > 1;
            };
            if (!source.revisions.waitFor(there, stop))
                return cancelled();
            got = handed;
            if (!source.revisions.waitFirst(stop))
                return cancelled();
            publish(source.revisions, 20, true);
            return {};
        });
        waiting.acquire();
        source.revisions.change([&] { handed = 1; });
        waiting.acquire(); // not enough: asleep again
        QCOMPARE(got.load(), 0);
        source.revisions.change([&] { handed = 2; });
        publish(source.revisions, 10);
        QVERIFY(source.revisions.opened(Long, {}));
        QCOMPARE(got.load(), 2);
        QCOMPARE(source.index()->revision, Revision{2});
    }

    void waitingForWhatNeverComes()
    {
        PublishingSource source;
        std::stop_source stop;
        std::jthread stops;
        const auto never = [&] {
            if (!stops.joinable())
                stops = std::jthread([&] { stop.request_stop(); });
            return false;
        };
        QVERIFY(!source.revisions.waitFor(never, stop.get_token()));
        QVERIFY(!source.revisions.waitFirst(stop.get_token()));
    }
};

} // namespace tst_revision_publisher

GHOSTLINE_TEST(tst_revision_publisher, TestRevisionPublisher)
#include "tst_revision_publisher.moc"
