// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_reader.h"

#include <algorithm>

namespace ghostline::app {

PlotReader::PlotReader(QObject* parent)
    : QObject(parent), m_thread([this](const std::stop_token& stop) { run(stop); })
{
}

PlotReader::~PlotReader()
{
    cancelAll();
    m_thread.request_stop();
    m_thread.join();
}

quint64 PlotReader::read(Job job)
{
    const std::scoped_lock lock(m_mutex);
    job.number = ++m_last;
    const Sort sort = job.sort;
    std::erase_if(m_waiting, [sort](const Job& waiting) { return waiting.sort == sort; });
    if (m_running == sort)
        m_stopRunning.request_stop();
    m_waiting.push_back(std::move(job));
    m_wake.notify_one();
    return m_last;
}

void PlotReader::cancelAll()
{
    const std::scoped_lock lock(m_mutex);
    m_waiting.clear();
    m_stopRunning.request_stop();
}

void PlotReader::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        Job job;
        std::stop_source stopJob;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return !m_waiting.empty(); }))
                return;
            job = std::move(m_waiting.front());
            m_waiting.pop_front();
            m_running = job.sort;
            m_stopRunning = stopJob;
        }
        work(job, stopJob.get_token());
        // A recording that only the worker still holds is closed in the thread that opened it. There it is
        // let go when the call comes: the call itself may end here.
        QMetaObject::invokeMethod(
            this, [source = std::move(job.source)]() mutable { source.reset(); }, Qt::QueuedConnection);
        const std::scoped_lock lock(m_mutex);
        m_running.reset();
    }
}

void PlotReader::work(const Job& job, const std::stop_token& stop)
{
    const quint64 number = job.number;
    const auto progress = [&](double share) {
        QMetaObject::invokeMethod(
            this, [this, number, share] { Q_EMIT progressed(number, share); }, Qt::QueuedConnection);
        return !stop.stop_requested();
    };
    auto series = readPlots(*job.source, job.curves, job.frames, job.maxPoints, progress, stop);
    if (stop.stop_requested())
        return;
    // The results reach the thread that owns this object; an object that is gone gets none.
    if (series) {
        QMetaObject::invokeMethod(
            this, [this, number, result = std::move(*series)] { Q_EMIT arrived(number, result); },
            Qt::QueuedConnection);
    } else {
        QMetaObject::invokeMethod(
            this, [this, number, text = series.error().message] { Q_EMIT failed(number, text); },
            Qt::QueuedConnection);
    }
}

} // namespace ghostline::app
