// SPDX-License-Identifier: GPL-3.0-or-later
// Threads and delivery of a background job.
#include "app/gui/docks/background_job.h"

namespace ghostline::app {

BackgroundJob::~BackgroundJob()
{
    for (auto& [number, thread] : m_threads)
        thread.request_stop();
    m_threads.clear(); // joins
}

void BackgroundJob::start(Work work)
{
    cancel();
    const int number = ++m_number;
    m_running = true;
    m_threads.emplace(number,
                      std::jthread([this, number, work = std::move(work)](std::stop_token stop) mutable {
                          int told = -1;
                          const model::Progress progress = [&](double share) {
                              const int percent = static_cast<int>(share * 100);
                              if (percent != told) {
                                  told = percent;
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
                          std::function<void()> result = work(progress, stop);
                          // The work goes back, too, and out of the call, which may end in either thread: a
                          // recording that only it still held is closed where it was opened.
                          QMetaObject::invokeMethod(
                              this,
                              [this, number, carried = std::move(result), done = std::move(work)]() mutable {
                                  const auto deliver = std::move(carried);
                                  const auto kept = std::move(done);
                                  finish(number, deliver);
                              },
                              Qt::QueuedConnection);
                      }));
    Q_EMIT runningChanged(true);
}

void BackgroundJob::cancel()
{
    if (!std::exchange(m_running, false))
        return;
    m_threads.at(m_number).request_stop();
    Q_EMIT runningChanged(false);
}

void BackgroundJob::finish(int number, const std::function<void()>& deliver)
{
    m_threads.erase(number); // it has nothing left to do but return
    if (!m_running || number != m_number)
        return;
    m_running = false;
    Q_EMIT runningChanged(false);
    deliver();
}

} // namespace ghostline::app
