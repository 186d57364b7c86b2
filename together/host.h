// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The host as a window has it: everything happens in a thread of its own, and no call here waits for it.
#include "together/host_options.h"

#include <QObject>
#include <QThread>

#include <memory>
#include <mutex>

namespace ghostline::together {

class HostService;

/// UI thread only; so are its signals.
class Host : public QObject
{
    Q_OBJECT
public:
    explicit Host(QObject* parent = nullptr);
    /// Says goodbye to the guests; waits for nobody but its own thread.
    ~Host() override;

    /// started() or failed() follows. Once at a time.
    void start(HostOptions options);
    /// stopped() follows: the guests have a second to say goodbye. One that was started after it goes on.
    void stop();
    bool isRunning() const { return m_service != nullptr; }

    /// Whenever something changed, as often as wanted: what is sent is bounded, and only the newest is kept.
    /// Its revision is given by the host. Not obeyed while a guest drives.
    void setState(const SharedState& state);
    /// Its content is known now. Guests who have another one are sent away.
    void setRecording(const RecordingName& recording);
    void takeOver() { give(PersonId::Host); }
    void give(PersonId to);
    void remove(PersonId who);
    void point(const Point& point);
    void addDrawing(const model::Drawing& drawing);
    void removeDrawing(const QString& id);
    void chat(const QString& text);

Q_SIGNALS:
    void started(const ghostline::together::HostReach& reach);
    void failed(const ghostline::model::Error& error);
    void stopped();
    /// All, the host first.
    void peopleChanged(const std::vector<ghostline::together::Person>& people);
    void driveRequested(ghostline::together::PersonId who, const QString& name);
    /// Of a guest that drives: to be followed.
    void stateCame(const ghostline::together::SharedState& state);
    // What guests did.
    void pointed(const ghostline::together::Point& point);
    void drawingAdded(const ghostline::together::DrawingAdded& added);
    void drawingRemoved(const ghostline::together::DrawingRemoved& removed);
    void chatted(const ghostline::together::Chat& chat);
    void noticed(const ghostline::together::HostNotice& notice);

private:
    struct Latest
    {
        std::mutex mutex;
        std::optional<SharedState> state; ///< not fetched yet
    };

    template<typename Call>
    void post(Call call);
    void finish();

    std::unique_ptr<QThread> m_thread;
    HostService* m_service = nullptr; ///< lives in, and goes with, the thread
    std::shared_ptr<Latest> m_latest = std::make_shared<Latest>();
};

} // namespace ghostline::together
