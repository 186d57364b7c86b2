// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a source publishes what it knows: the newest revision, those who wait for it, and the thread that makes
// it.
#include "model/base/out_of_memory.h"
#include "model/base/thread_priority.h"
#include "model/replay/replay_source.h"

#include <algorithm>
#include <chrono>
#include <concepts>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace ghostline::model {

/// A revision with what belongs to it for the codec's own use; immutable once it is published.
template<typename T>
concept RevisionSnapshot = std::copyable<T> && requires(const T& snapshot) {
    {
        snapshot.revision
    } -> std::convertible_to<std::shared_ptr<const ReplayIndex>>;
};

/// The revision that ends what cannot be read on: what `before` says is all there will be, and all of it may
/// lack something, which is said in a diagnostic and a span over the whole of it.
GHOSTLINE_MODEL_EXPORT std::shared_ptr<const ReplayIndex> lastRevision(const ReplayIndex& before,
                                                                       Revision number, const Error& why);

/// What makes a source a revisioned one. It is a member of the source, its last one, and not a base class
/// (`RevisionedSource`): the thread has to end before the members go that it works with, and members of a
/// base class go after those.
///
/// One makes revisions at a time: open(), or the work that start() was given. Anybody may read them.
template<RevisionSnapshot Snapshot>
class RevisionPublisher
{
public:
    using Clock = std::chrono::steady_clock;
    using Pointer = std::shared_ptr<const Snapshot>;

    /// `source` says `changed` for each revision after the first, which is there when open() returns.
    explicit RevisionPublisher(ReplaySource& source) : m_source(source) {}

    // For everybody.

    /// The newest; null before the first.
    Pointer current() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_current;
    }

    /// Blocks until one is complete. Cancelled, or why there will never be one.
    Result<Pointer> waitComplete(const std::stop_token& stop) const
    {
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait(lock, stop, [this] { return m_failure || isComplete(); }))
            return cancelled(QStringLiteral("waiting for the index was cancelled"));
        if (isComplete())
            return m_current;
        return tl::unexpected(*m_failure);
    }

    Result<std::shared_ptr<const ReplayIndex>> waitCompleteIndex(const std::stop_token& stop) const
    {
        return waitComplete(stop).map([](const Pointer& snapshot) { return snapshot->revision; });
    }

    // For open().

    /// Runs `Result<void> work(const std::stop_token&)` in the background. An error that is not its being
    /// stopped is given up on, running out of memory included: what was published last is all there will be.
    /// Without a revision by then, opened() fails.
    template<typename Work>
    void start(Work work)
    {
        m_thread = std::jthread(
            [this, work = std::optional<Work>(std::move(work))](const std::stop_token& stop) mutable {
                m_awaited.begin();
                const Result<void> done = withinMemory([&] { return (*work)(stop); });
                work.reset(); // with what it has gathered: ending takes memory too
                if (!done && !stop.stop_requested())
                    giveUp(done.error());
                m_awaited.end();
            });
    }

    /// The end of open(): waits for the first revision, and `time` longer for the last, so that what is short
    /// is whole at once. From then on nobody waits, and the thread runs at low priority.
    Result<void> opened(Clock::duration time, const std::stop_token& stop)
    {
        {
            std::unique_lock lock(m_mutex);
            if (m_changed.wait(lock, stop, [this] { return m_failure || m_current; }))
                m_changed.wait_for(lock, stop, time, [this] { return m_failure || isComplete(); });
            if (!m_current && m_failure)
                return tl::unexpected(*m_failure);
        }
        m_awaited.lower();
        if (stop.stop_requested())
            return cancelled(QStringLiteral("opening was cancelled"));
        return {};
    }

    // For whoever makes revisions.

    /// `make(number)`: the next revision.
    template<typename Make>
    void publish(const Make& make)
    {
        const auto begin = Clock::now();
        const Pointer before = current();
        Pointer next = make(before ? before->revision->revision + 1 : Revision{1});
        const Revision number = next->revision->revision;
        const auto end = Clock::now();
        change([&] {
            m_current = std::move(next);
            m_due = end + std::max<Clock::duration>(PublishTime, (end - begin) * PublishShare);
        });
        if (number > 1)
            Q_EMIT m_source.changed(number);
    }

    /// Before this there should be no further revision unless everything is known.
    Clock::time_point due() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_due;
    }

    /// Waits without working; false when stopped.
    bool pause(Clock::duration time, const std::stop_token& stop) const
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, stop, time, [] { return false; });
        return !stop.stop_requested();
    }

    /// What open() and the work hand each other beside revisions is changed and looked at under the one lock.
    template<typename Change>
    void change(const Change& change)
    {
        {
            const std::scoped_lock lock(m_mutex);
            change();
        }
        m_changed.notify_all();
    }
    /// Waits until `there()`; false when stopped before.
    template<typename There>
    bool waitFor(const There& there, const std::stop_token& stop) const
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait(lock, stop, there);
    }

    /// Waits for the first revision, where open() makes it while the work goes on; false when stopped before.
    bool waitFirst(const std::stop_token& stop) const
    {
        return waitFor([this] { return m_current != nullptr; }, stop);
    }

private:
    /// Revisions come no closer than this ...
    static constexpr std::chrono::milliseconds PublishTime{100};
    /// ... and making them takes no more than this share of the work.
    static constexpr int PublishShare = 20;

    bool isComplete() const { return m_current && m_current->revision->complete; }

    void giveUp(const Error& why)
    {
        const Result<void> ended = withinMemory([&]() -> Result<void> {
            const Pointer before = current();
            if (!before)
                return tl::unexpected(why);
            publish([&](Revision number) {
                auto last = std::make_shared<Snapshot>(*before);
                last->revision = lastRevision(*before->revision, number, why);
                return last;
            });
            return {};
        });
        if (!ended)
            change([&] { m_failure = ended.error(); });
    }

    ReplaySource& m_source;
    mutable std::mutex m_mutex;
    mutable std::condition_variable_any m_changed;
    Pointer m_current;
    std::optional<Error> m_failure; ///< why no complete revision will ever come
    Clock::time_point m_due{};
    AwaitedThread m_awaited;
    std::jthread m_thread; ///< last: stopped and joined before the rest goes
};

} // namespace ghostline::model
