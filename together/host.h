// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The host as a window has it: everything happens in a thread of its own, and no call here waits for it.
#include "together/host_options.h"
#include "together/participant.h"

#include <QThread>

#include <memory>
#include <mutex>

namespace ghostline::together {

class HostService;

/// UI thread only; so are its signals.
class Host final : public Participant
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

    PersonId me() const override { return PersonId::Host; }
    std::optional<HostInstant> hostNow() const override { return HostClock::now(); }
    bool mayDraw() const override { return true; } // it is the guests who may not
    bool mayChat() const override { return true; }

    void setState(const SharedState& state) override;
    /// Its content is known now. Guests who have another one are sent away.
    void setRecording(const RecordingName& recording);
    void askForDrive(bool wanted) override;
    void give(PersonId to) override;
    void remove(PersonId who);
    void point(const Point& point) override;
    void addDrawing(const model::Drawing& drawing) override;
    void removeDrawing(const QString& id) override;
    void chat(const QString& text) override;

Q_SIGNALS:
    void started(const ghostline::together::HostReach& reach);
    void failed(const ghostline::model::Error& error);
    void stopped();
    void driveRequested(ghostline::together::PersonId who, const QString& name);
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
