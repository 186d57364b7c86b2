// SPDX-License-Identifier: GPL-3.0-or-later
// The worker behind the sparklines.
#include "app/gui/docks/series_fetcher.h"

namespace ghostline::app {

SeriesFetcher::SeriesFetcher(QObject* parent)
    : QObject(parent), m_thread([this](std::stop_token stop) { run(std::move(stop)); })
{
}

SeriesFetcher::~SeriesFetcher()
{
    m_thread.request_stop();
    cancel();
}

quint64 SeriesFetcher::request(std::shared_ptr<const model::ReplaySource> source,
                               std::vector<model::MetricRequest> requests, model::FrameRange frames,
                               int maxPoints)
{
    const std::lock_guard lock(m_mutex);
    m_current.request_stop();
    m_wish = Wish{++m_ticket, std::move(source), std::move(requests), frames, maxPoints};
    m_changed.notify_all();
    return m_ticket;
}

void SeriesFetcher::cancel()
{
    const std::lock_guard lock(m_mutex);
    ++m_ticket; // what is on its way back is not delivered
    m_wish.reset();
    m_current.request_stop();
}

void SeriesFetcher::run(std::stop_token stop)
{
    while (!stop.stop_requested()) {
        std::optional<Wish> wish;
        std::stop_token current;
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return m_wish.has_value(); }))
                return;
            wish = std::exchange(m_wish, std::nullopt);
            m_current = std::stop_source();
            current = m_current.get_token();
        }
        serve(*wish, current);
        // A recording that only the worker still holds is closed in the thread that opened it. There it is
        // let go when the call comes: the call itself may end here.
        QMetaObject::invokeMethod(
            this, [source = std::move(wish->source)]() mutable { source.reset(); }, Qt::QueuedConnection);
    }
}

void SeriesFetcher::serve(const Wish& wish, std::stop_token stop)
{
    auto series = model::readMetrics(
        *wish.source, wish.requests, wish.frames, wish.maxPoints,
        [stop](double) { return !stop.stop_requested(); }, stop);
    if (!series || stop.stop_requested())
        return;
    QMetaObject::invokeMethod(
        this,
        [this, ticket = wish.ticket, result = std::move(*series)] {
            if (ticket == m_ticket)
                Q_EMIT arrived(ticket, result);
        },
        Qt::QueuedConnection);
}

} // namespace ghostline::app
