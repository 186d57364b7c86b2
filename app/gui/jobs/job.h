// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Long work beside the window. Every worker thread of the window is one of these.
#include "model/replay/replay_source.h"

#include <QObject>

#include <functional>
#include <map>
#include <thread>

namespace ghostline::app {

/// One piece of work at a time: the newest request wins and starts at once, whatever the one before it is
/// still doing. All members are for the thread that owns the object; signals arrive there.
///
/// Destroying it asks all threads to stop, waits for them and delivers nothing. Where the work itself uses
/// members of the owner, make it the last of them; where only the result does, it may as well be a child
/// object.
class Job : public QObject
{
    Q_OBJECT
public:
    /// Runs on a thread of its own. What it returns (nothing = no result) is called in the owner's thread,
    /// unless the job was cancelled or started again. What the work holds is let go in the owner's thread
    /// as well, so that a recording is closed where it was opened.
    using Work = std::function<std::function<void()>(const model::Progress&, std::stop_token)>;

    explicit Job(QObject* parent = nullptr) : QObject(parent) {}
    ~Job() override;

    /// Cancels what was running.
    void start(Work work);
    /// At once: the worker is told to stop and is left to come to its end by itself; nothing is delivered.
    void cancel();
    bool running() const { return m_running; }

Q_SIGNALS:
    void progressed(double share); ///< 0 to 1, at most once for each percent
    void runningChanged(bool running);

private:
    model::Progress reporter(int number, const std::stop_token& stop);
    void finish(int number, const std::function<void()>& deliver);

    bool m_running = false;
    int m_number = 0;
    std::map<int, std::jthread> m_threads; ///< the one running and those that were cancelled
};

} // namespace ghostline::app
