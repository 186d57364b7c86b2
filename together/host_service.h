// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The host itself: keeps the people, who drives, the state and the drawings, and tells everybody. Lives in a
// thread of its own (host.h); one thread only, and nothing in it waits.
#include "together/drive.h"
#include "together/host_crowd.h"
#include "together/host_door.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace ghostline::together {

class HostService : public QObject
{
    Q_OBJECT
public:
    explicit HostService(HostOptions options, QObject* parent = nullptr);
    ~HostService() override;

    void start();
    /// Says goodbye to all; stopped() follows, at the latest after the time for that.
    void stop();

    // What the host's window says.
    void setState(SharedState state);                  ///< not obeyed while a guest drives
    void setRecording(const RecordingName& recording); ///< its content is known now
    void give(PersonId to);                            ///< the drive; PersonId::Host takes it over
    void remove(PersonId who);
    void point(Point point);
    void addDrawing(const model::Drawing& drawing);
    void removeDrawing(const QString& id);
    void chat(const QString& text);

Q_SIGNALS:
    void started(const ghostline::together::HostReach& reach);
    void failed(const ghostline::model::Error& error);
    void stopped();
    void peopleChanged(const std::vector<ghostline::together::Person>& people);
    void driveRequested(ghostline::together::PersonId who, const QString& name);
    /// Of a guest that drives.
    void stateCame(const ghostline::together::SharedState& state);
    void pointed(const ghostline::together::Point& point);
    void drawingAdded(const ghostline::together::DrawingAdded& added);
    void drawingRemoved(const ghostline::together::DrawingRemoved& removed);
    void chatted(const ghostline::together::Chat& chat);
    void noticed(const ghostline::together::HostNotice& notice);

private:
    /// When the list of people goes out.
    struct PeopleNews
    {
        OwnInstant sent{};
        std::optional<OwnInstant> due{}; ///< there is something new to tell
        bool lags = false;               ///< ... but no more than lags
    };
    /// To the window.
    struct Told
    {
        TokenBucket notices{10.0, 60.0};
        std::size_t omitted = 0;
    };

    void lineCame(HostLink* link);
    void hello(HostLink* link, const Hello& hello);
    void refuse(HostLink* link, RefusalReason reason, std::chrono::milliseconds delay = {});
    void welcome(HostLink* link, const Hello& hello);
    Welcome welcomeOf(const HostGuest& guest) const;
    void hear(PersonId who, const Message& message);
    void hearState(HostGuest& guest, const SharedState& state);
    void hearPoint(HostGuest& guest, Point point);
    void hearDrawing(HostGuest& guest, model::Drawing drawing);
    void hearChat(HostGuest& guest, Chat chat);
    void lineClosed(PersonId who);
    void misbehaved(PersonId who, ByeReason reason);
    void disobeyed(HostGuest& guest, const model::Sentence& what);
    void leave(PersonId who);

    void takeState(const SharedState& state);
    void sendStateSoon();
    void sendState();
    void peopleChange(std::chrono::milliseconds atMostEvery);
    void sendPeople();
    void sweep();
    void notice(HostNotice::Kind kind, PersonId who, const model::Sentence& text);

    HostOptions m_options;
    HostDoor m_door;
    Drive m_drive;
    SharedDrawings m_drawings;
    HostCrowd m_crowd;
    std::vector<HostLink*> m_leaving; ///< said goodbye to
    std::optional<SharedState> m_state;
    bool m_stateIsNew = false; ///< not sent yet
    OwnInstant m_stateSent{};
    OwnInstant m_pinged{};
    PeopleNews m_news;
    bool m_stopping = false;
    TokenBucket m_pointsInAll{200.0, 200.0};
    Told m_told;
    QTimer m_stateTimer{this}; // children, so that they go along to another thread
    QTimer m_sweepTimer{this};
};

} // namespace ghostline::together
