// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Many pieces of work on several threads, their results one after the other in the order of the pieces.
#include "model/base/thread_priority.h"

#include <QtGlobal>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace ghostline::model {

/// Threads for pieces that wait half of their time, as opening a recording does, whose source indexes it in a
/// thread of its own. `wanted`: 0 = as keeps all cores busy.
inline std::size_t openerThreads(int wanted, std::size_t pieces)
{
    constexpr std::size_t OfEachCore = 2;
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    return std::min(wanted > 0 ? static_cast<std::size_t>(wanted) : cores * OfEachCore, pieces);
}

/// For one thread that takes the results. The work is called from several threads at once, each time with
/// another number, and heeds the token: it is asked to stop when `stop` is, and when this goes.
template<typename T>
class OrderedWork
{
public:
    using Work = std::function<T(std::size_t number, const std::stop_token& stop)>;

    OrderedWork(std::size_t pieces, std::size_t threads, Work work, const std::stop_token& stop)
        : m_pieces(pieces), m_work(std::move(work)), m_ring(std::max<std::size_t>(threads, 1) * AheadOfEach),
          m_passOn(stop, [this] { m_stop.request_stop(); })
    {
        m_threads.reserve(threads);
        for (std::size_t i = 0; i < threads; ++i)
            m_threads.emplace_back([this] { run(); });
    }
    ~OrderedWork() { m_stop.request_stop(); }
    Q_DISABLE_COPY_MOVE(OrderedWork)

    /// Waits for the next in order; none when stopped. Ask for no more than there are pieces.
    std::optional<T> next()
    {
        std::unique_lock lock(m_mutex);
        std::optional<T>& place = m_ring[m_taken % m_ring.size()];
        if (!m_changed.wait(lock, m_stop.get_token(), [&place] { return place.has_value(); }))
            return std::nullopt;
        std::optional<T> result = std::exchange(place, std::nullopt);
        ++m_taken;
        m_changed.notify_all();
        return result;
    }

private:
    /// How many results for each thread may be there before their turn: one long piece at the front holds
    /// nobody up, and what waits stays small.
    static constexpr std::size_t AheadOfEach = 16;

    /// The next that nobody has, once there is room for its result; none at the end.
    std::optional<std::size_t> claim()
    {
        std::unique_lock lock(m_mutex);
        const auto hasRoom = [this] { return m_claimed < m_taken + m_ring.size(); };
        if (!m_changed.wait(lock, m_stop.get_token(), hasRoom) || m_stop.stop_requested() ||
            m_claimed >= m_pieces)
            return std::nullopt;
        return m_claimed++;
    }

    void run()
    {
        lowerThreadPriority();
        while (const auto number = claim()) {
            T result = m_work(*number, m_stop.get_token());
            const std::scoped_lock lock(m_mutex);
            m_ring[*number % m_ring.size()] = std::move(result);
            m_changed.notify_all();
        }
    }

    std::size_t m_pieces;
    Work m_work;
    std::mutex m_mutex; ///< guards the next four
    std::condition_variable_any m_changed;
    std::vector<std::optional<T>> m_ring; ///< by number
    std::size_t m_claimed = 0;
    std::size_t m_taken = 0;
    std::stop_source m_stop;
    std::stop_callback<std::function<void()>> m_passOn;
    std::vector<std::jthread> m_threads; ///< last: they end before the rest goes
};

} // namespace ghostline::model
