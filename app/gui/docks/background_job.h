// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One long piece of work at a time on a thread of its own, with progress and cancel.
#include "model/replay_source.h"

#include <QObject>

#include <functional>
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
    /// Waits until the worker has let go of what it used.
    void cancel();
    bool running() const { return m_running; }

Q_SIGNALS:
    void progressed(double share);
    void runningChanged(bool running);

private:
    void finish(int number, const std::function<void()>& deliver);

    bool m_running = false;
    int m_number = 0;
    std::jthread m_thread;
};

} // namespace ghostline::app
