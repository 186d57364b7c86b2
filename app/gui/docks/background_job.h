// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One long piece of work at a time, on a thread of its own, with progress and cancel.
#include "model/replay_source.h"

#include <QObject>

#include <functional>
#include <map>
#include <thread>

namespace ghostline::app {

class BackgroundJob : public QObject
{
    Q_OBJECT
public:
    /// Runs on the worker; what it returns runs in this object's thread afterwards, unless cancelled.
    using Work = std::function<std::function<void()>(const model::Progress&, std::stop_token)>;

    explicit BackgroundJob(QObject* parent = nullptr) : QObject(parent) {}
    ~BackgroundJob() override;

    void start(Work work);
    /// At once: the worker is told to stop and is left to come to its end by itself; nothing is delivered.
    void cancel();
    bool running() const { return m_running; }

Q_SIGNALS:
    void progressed(double share);
    void runningChanged(bool running);

private:
    void finish(int number, const std::function<void()>& deliver);

    bool m_running = false;
    int m_number = 0;
    std::map<int, std::jthread> m_threads; ///< the one running and those that were cancelled
};

} // namespace ghostline::app
