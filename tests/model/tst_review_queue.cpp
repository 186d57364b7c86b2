// SPDX-License-Identifier: GPL-3.0-or-later
// Many recordings at once: in order, as soon as they are known, and none stops the others.
#include "model/review/review_queue.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

namespace tst_review_queue {

using namespace ghostline;
using namespace ghostline::model;
using namespace Qt::StringLiterals;

namespace {

using Opened = Result<std::unique_ptr<ReplaySource>>;

Opened flagged(const QString&, const OpenOptions&)
{
    test::FakeReplayOptions options;
    options.events = 9; // three of them flags, of the severities 2, 1 and 0
    return std::make_unique<test::FakeReplay>(options);
}

QStringList names(int count)
{
    QStringList all;
    for (int i = 0; i < count; ++i)
        all += QString::number(i);
    return all;
}

/// Lets nobody through before `count` have come.
class Gathering
{
public:
    explicit Gathering(std::size_t count) : m_count(count) {}
    bool wait()
    {
        std::unique_lock lock(m_mutex);
        m_threads.insert(std::this_thread::get_id());
        m_changed.notify_all();
        return m_changed.wait_for(lock, std::chrono::seconds(30),
                                  [this] { return m_threads.size() >= m_count; });
    }

    std::size_t came()
    {
        const std::scoped_lock lock(m_mutex);
        return m_threads.size();
    }

private:
    std::size_t m_count;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::set<std::thread::id> m_threads;
};

} // namespace

class TestReviewQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void inOrderFromManyThreads_data()
    {
        QTest::addColumn<int>("threads");
        QTest::addColumn<std::size_t>("openers");
        const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
        QTest::newRow("four") << 4 << std::size_t{4};
        QTest::newRow("all cores") << 0 << std::min<std::size_t>(2 * cores, 100);
    }
    void inOrderFromManyThreads()
    {
        QFETCH(int, threads);
        QFETCH(std::size_t, openers);
        Gathering all(openers);
        std::atomic<bool> gathered{true};
        const auto open = [&](const QString& path, const OpenOptions& options) -> Opened {
            if (!all.wait())
                gathered = false;
            return flagged(path, options);
        };
        QStringList seen;
        const std::thread::id caller = std::this_thread::get_id();
        bool inCaller = true;
        const auto done = reviewFiles(names(100), open, {}, threads,
                                      [&](ReviewedFile&& file) {
                                          seen += file.path;
                                          inCaller = inCaller && std::this_thread::get_id() == caller;
                                          return true;
                                      },
                                      {});
        QVERIFY(done);
        QVERIFY(gathered && inCaller);
        QCOMPARE(all.came(), openers);
        QCOMPARE(seen, names(100));
    }

    void namesThePeople()
    {
        const auto open = [](const QString&, const OpenOptions&) -> Opened {
            test::FakeReplayOptions options;
            options.events = 9;
            options.players = options.lineUp = true;
            return std::make_unique<test::FakeReplay>(options);
        };
        std::vector<ReviewedFile> files;
        const auto keep = [&files](ReviewedFile&& file) {
            files.push_back(std::move(file));
            return true;
        };
        QVERIFY(reviewFiles({u"a"_s}, open, {}, 1, keep, {}));
        QVERIFY(!files[0].flags.empty());
        const auto accused = static_cast<int>(files[0].flags.front().actor);
        QStringList people = files[0].people;
        QCOMPARE(people.front(), u"Player %1"_s.arg(accused));
        QCOMPARE(files[0].peopleIds.size(), people.size());
        people.sort();
        QCOMPARE(people, (QStringList{u"Player 0"_s, u"Player 1"_s, u"Player 2"_s, u"Player 3"_s}));
    }

    void saysWhatThereIs()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"a.log"_s);
        Sidecar sidecar;
        FlagReview review;
        review.check = u"cheat"_s;
        review.verdict = FlagVerdict::Rejected;
        const std::vector<Flag> flags = flagsOf(*(*flagged({}, {}))->index()->events);
        QCOMPARE(flags.size(), std::size_t{3});
        review.frame = flags[0].frame;
        sidecar.add(review);
        QVERIFY(saveSidecar(path, sidecar));
        std::vector<ReviewedFile> files;
        const auto keep = [&files](ReviewedFile&& file) {
            files.push_back(std::move(file));
            return true;
        };
        QVERIFY(reviewFiles({path, folder.filePath(u"b.log"_s)}, &flagged, {}, 0, keep, {}));
        const ReviewedFile& reviewed = files[0];
        QVERIFY(!reviewed.error && !reviewed.sidecarError && !reviewed.lostData);
        QCOMPARE(reviewed.flags.size(), std::size_t{3});
        QVERIFY(reviewed.duration > Micros{0});
        const auto worst = std::max_element(
            flags.begin(), flags.end(), [](const Flag& a, const Flag& b) { return a.severity < b.severity; });
        QCOMPARE(reviewed.worstSeverity(), worst->severity);
        QCOMPARE(reviewed.openFlags(), 2);
        QCOMPARE(files[1].openFlags(), 3);
        QCOMPARE(files[1].openFlags(worst->severity), 1);
        QCOMPARE(files[1].openFlags(4), 0);
        QCOMPARE(ReviewedFile{}.worstSeverity(), -1);
    }

    void oneBrokenStopsNothing()
    {
        const QTemporaryDir folder;
        QStringList files;
        for (const QString& name : names(9))
            files += folder.filePath(name);
        QFile notes(sidecarPath(files[6]));
        QVERIFY(notes.open(QIODevice::WriteOnly));
        notes.write("{");
        notes.close();
        const auto open = [&files](const QString& path, const OpenOptions& options) -> Opened {
            if (path == files[3])
                return fail(ErrorCode::Damaged, u"broken"_s);
            if (path != files[5])
                return flagged(path, options);
            test::FakeReplayOptions lost;
            lost.lost = {{{10, 20}, u"it breaks off"_s}};
            return std::make_unique<test::FakeReplay>(lost);
        };
        std::vector<ReviewedFile> seen;
        QVERIFY(reviewFiles(files, open, {}, 3,
                            [&seen](ReviewedFile&& file) {
                                seen.push_back(std::move(file));
                                return true;
                            },
                            {}));
        QCOMPARE(seen.size(), std::size_t{9});
        for (std::size_t i = 0; i < seen.size(); ++i) {
            QCOMPARE(seen[i].error.has_value(), i == 3);
            QCOMPARE(seen[i].lostData, i == 5);
            QCOMPARE(seen[i].lost.size(), i == 5 ? std::size_t{1} : std::size_t{0});
            QCOMPARE(seen[i].sidecarError.has_value(), i == 6);
        }
        QCOMPARE(seen[3].error->message, u"broken"_s);
        QCOMPARE(seen[6].flags.size(), std::size_t{3});
    }

    /// Results wait in memory for their turn: not more of them than a constant, however many files there are.
    void nobodyRunsFarAhead()
    {
        std::atomic<int> opened{0};
        const auto open = [&opened](const QString& path, const OpenOptions& options) {
            ++opened;
            return flagged(path, options);
        };
        int taken = 0;
        int most = 0;
        QVERIFY(reviewFiles(names(400), open, {}, 2,
                            [&](ReviewedFile&&) {
                                ++taken;
                                if (taken == 1) // the others go on until there is no room
                                    [&] { QTRY_COMPARE_WITH_TIMEOUT(opened.load(), 33, 30'000); }();
                                most = std::max(most, opened.load() - taken);
                                return true;
                            },
                            {}));
        QCOMPARE(opened.load(), 400);
        QVERIFY2(most <= 32, qPrintable(QString::number(most)));
    }

    void theSinkEndsIt()
    {
        std::atomic<int> opened{0};
        const auto open = [&opened](const QString& path, const OpenOptions& options) {
            ++opened;
            return flagged(path, options);
        };
        int taken = 0;
        QVERIFY(reviewFiles(names(1000), open, {}, 2, [&](ReviewedFile&&) { return ++taken < 5; }, {}));
        QCOMPARE(taken, 5);
        QVERIFY(opened < 1000);
    }

    void stopsWhileFilesAreOpened_data()
    {
        QTest::addColumn<bool>("before");
        QTest::newRow("before anything") << true;
        QTest::newRow("in the middle") << false;
    }
    void stopsWhileFilesAreOpened()
    {
        QFETCH(bool, before);
        std::stop_source stop;
        if (before)
            stop.request_stop();
        // Opening takes for ever unless it is stopped.
        const auto open = [&stop](const QString&, const OpenOptions& options) -> Opened {
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any never;
            stop.request_stop();
            never.wait(lock, options.stop, [] { return false; });
            return fail(ErrorCode::Cancelled, u"stopped"_s);
        };
        int taken = 0;
        const auto count = [&taken](ReviewedFile&&) { return ++taken > 0; };
        const auto done = reviewFiles(names(50), open, {}, 4, count, stop.get_token());
        QVERIFY(!done);
        QCOMPARE(done.error().code, ErrorCode::Cancelled);
        QCOMPARE(taken, 0);
        QVERIFY(reviewFiles({}, open, {}, 0, count, {}));
    }
};

} // namespace tst_review_queue

GHOSTLINE_TEST(tst_review_queue, TestReviewQueue)
#include "tst_review_queue.moc"
