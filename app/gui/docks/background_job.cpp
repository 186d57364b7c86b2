// SPDX-License-Identifier: GPL-3.0-or-later
// Thread and delivery of a background job.
#include "app/gui/docks/background_job.h"

namespace ghostline::app {

BackgroundJob::~BackgroundJob()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void BackgroundJob::start(Work work)
{
    cancel();
    const int number = ++m_number;
    m_running = true;
    m_thread = std::jthread([this, number, work = std::move(work)](std::stop_token stop) {
        int told = -1;
        const model::Progress progress = [&](double share) {
            const int percent = static_cast<int>(share * 100);
            if (percent != told) {
                told = percent;
                QMetaObject::invokeMethod(
                    this, [this, share] { Q_EMIT progressed(share); }, Qt::QueuedConnection);
            }
            return !stop.stop_requested();
        };
        const std::function<void()> deliver = work(progress, stop);
        QMetaObject::invokeMethod(
            this, [this, number, deliver] { finish(number, deliver); }, Qt::QueuedConnection);
    });
    Q_EMIT runningChanged(true);
}

void BackgroundJob::cancel()
{
    ++m_number;
    if (m_thread.joinable()) {
        m_thread.request_stop();
        m_thread.join();
        m_thread = {};
    }
    if (std::exchange(m_running, false))
        Q_EMIT runningChanged(false);
}

void BackgroundJob::finish(int number, const std::function<void()>& deliver)
{
    if (number != m_number)
        return;
    m_thread.join(); // it has nothing left to do but return
    m_thread = {};
    m_running = false;
    Q_EMIT runningChanged(false);
    deliver();
}

} // namespace ghostline::app
