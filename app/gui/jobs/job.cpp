// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/jobs/job.h"

#include <atomic>
#include <memory>
#include <utility>

namespace ghostline::app {

Job::~Job()
{
    for (auto& [number, thread] : m_threads)
        thread.request_stop();
    m_threads.clear(); // joins
}

void Job::start(Work work)
{
    cancel();
    const int number = ++m_number;
    m_running = true;
    m_threads.emplace(
        number, std::jthread([this, number, work = std::move(work)](const std::stop_token& stop) mutable {
            std::function<void()> result = work(reporter(number, stop), stop);
            // The work goes back, too, and out of the call, which may end in either thread.
            QMetaObject::invokeMethod(
                this,
                [this, number, carried = std::move(result), done = std::move(work)]() mutable {
                    const auto deliver = std::move(carried);
                    const auto held = std::move(done);
                    finish(number, deliver);
                },
                Qt::QueuedConnection);
        }));
    Q_EMIT runningChanged(true);
}

/// May be copied and called from any thread while the work runs.
model::Progress Job::reporter(int number, const std::stop_token& stop)
{
    return [this, number, stop, told = std::make_shared<std::atomic<int>>(-1)](double share) {
        const int percent = static_cast<int>(share * 100);
        if (told->exchange(percent) != percent) {
            QMetaObject::invokeMethod(
                this,
                [this, number, share] {
                    if (m_running && number == m_number)
                        Q_EMIT progressed(share);
                },
                Qt::QueuedConnection);
        }
        return !stop.stop_requested();
    };
}

void Job::cancel()
{
    if (!std::exchange(m_running, false))
        return;
    m_threads.at(m_number).request_stop();
    Q_EMIT runningChanged(false);
}

void Job::finish(int number, const std::function<void()>& deliver)
{
    m_threads.erase(number); // it has nothing left to do but return
    if (!m_running || number != m_number)
        return;
    m_running = false;
    Q_EMIT runningChanged(false);
    if (deliver)
        deliver();
}

} // namespace ghostline::app
