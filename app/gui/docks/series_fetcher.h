// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads short stretches of metrics on a thread of its own; the newest wish wins.
#include "model/metrics.h"

#include <QObject>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace ghostline::app {

class SeriesFetcher : public QObject
{
    Q_OBJECT
public:
    explicit SeriesFetcher(QObject* parent = nullptr);
    ~SeriesFetcher() override;

    /// Forgets what was asked before. Returns the number that arrived() will carry.
    quint64 request(std::shared_ptr<const model::ReplaySource> source,
                    std::vector<model::MetricRequest> requests, model::FrameRange frames, int maxPoints);
    /// Forgets everything, without waiting: the worker keeps the source until it has noticed.
    void cancel();

Q_SIGNALS:
    /// In the thread of this object. Nothing arrives for what failed or was overtaken.
    void arrived(quint64 ticket, const std::vector<ghostline::model::MetricSeries>& series);

private:
    struct Wish
    {
        quint64 ticket = 0;
        std::shared_ptr<const model::ReplaySource> source;
        std::vector<model::MetricRequest> requests;
        model::FrameRange frames;
        int maxPoints = 0;
    };
    void run(std::stop_token stop);
    void serve(const Wish& wish, std::stop_token stop);

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::optional<Wish> m_wish; ///< waiting
    std::stop_source m_current; ///< of the one being served
    quint64 m_ticket = 0;
    std::jthread m_thread; ///< last member: joined before anything it uses goes
};

} // namespace ghostline::app
