// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads the series of curves on a worker. Of each sort of job the newest wins: one that waits is replaced,
// one that runs is cancelled.
#include "app/gui/plots/plot_spec.h"

#include <QObject>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace ghostline::app {

class PlotReader : public QObject
{
    Q_OBJECT
public:
    enum class Sort { Whole, Detail };
    struct Job
    {
        Sort sort = Sort::Whole;
        quint64 number = 0; ///< given back with the result
        std::shared_ptr<model::ReplaySource> source;
        std::vector<PlotSpec> curves;
        model::FrameRange frames;
        int maxPoints = 0;
    };

    explicit PlotReader(QObject* parent = nullptr);
    ~PlotReader() override;

    /// Returns the job's number.
    quint64 read(Job job);
    /// Forgets what waits and stops what runs.
    void cancelAll();

Q_SIGNALS:
    void arrived(quint64 number, const std::vector<ghostline::model::MetricSeries>& series);
    void failed(quint64 number, const QString& message);
    void progressed(quint64 number, double share);

private:
    void run(const std::stop_token& stop);
    void work(const Job& job, const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Job> m_waiting;
    std::optional<Sort> m_running;
    std::stop_source m_stopRunning;
    quint64 m_last = 0;
    std::jthread m_thread; ///< last: joined before what it uses goes away
};

} // namespace ghostline::app
