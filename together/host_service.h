// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The host itself: keeps the people, who drives, the state and the drawings, and tells everybody. Lives in a thread
// of its own (host.h); one thread only, and nothing in it waits.
#include "together/drive.h"
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
    void setState(SharedState state); ///< not obeyed while a guest drives
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
    struct Guest
    {
        PersonId id = PersonId::None;
        QString name{};  ///< as all see it
        QString asked{}; ///< as it called itself
        QHostAddress address{};
        std::optional<RecordingName> recording{};
        HostLink* link = nullptr; ///< null = the line is lost
        OwnInstant lostAt{};
        int lagMs = -1;
        std::uint64_t drawings = 0; ///< number up to which it has them
        bool stateDue = false;      ///< it was behind when there was a newer one
        bool peopleDue = false;
        OwnInstant behindSince{}; ///< only while isBehind
        bool isBehind = false;
        std::size_t disobeyed = 0;
        TokenBucket points{10.0, 20.0};
        TokenBucket chats{1.0, 6.0};
    };

    void lineCame(HostLink* link);
    void hello(HostLink* link, const Hello& hello);
    void refuse(HostLink* link, RefusalReason reason, std::chrono::milliseconds delay = {});
    void welcome(HostLink* link, const Hello& hello);
    Guest& placeFor(HostLink* link, const Hello& hello);
    QString freeName(const QString& wanted) const;
    void hear(PersonId who, const Message& message);
    void hearState(Guest& guest, const SharedState& state);
    void hearPoint(Guest& guest, Point point);
    void hearDrawing(Guest& guest, model::Drawing drawing);
    void hearChat(Guest& guest, Chat chat);
    void lineClosed(PersonId who);
    void misbehaved(PersonId who, ByeReason reason);
    void disobeyed(Guest& guest, const model::Sentence& what);
    void leave(PersonId who);

    void takeState(const SharedState& state);
    void sendStateSoon();
    void sendState();
    void sendTo(Guest& guest, const Message& message);
    /// To all but `but`; `lossy`: not to whoever is behind.
    void tell(const Message& message, PersonId but, bool lossy = false);
    void catchUp(Guest& guest, OwnInstant now);
    void peopleChange(std::chrono::milliseconds atMostEvery);
    void sendPeople();
    People people() const;
    void sweep();
    void notice(HostNotice::Kind kind, PersonId who, const model::Sentence& text);

    Guest* find(PersonId who);
    bool isLost(PersonId who);
    std::size_t here() const;

    HostOptions m_options;
    HostDoor m_door;
    Drive m_drive;
    SharedDrawings m_drawings;
    std::vector<std::unique_ptr<Guest>> m_guests;
    std::vector<HostLink*> m_leaving; ///< said goodbye to
    std::set<ConnectionId> m_greeted; ///< at the door, and have said their hello
    std::uint32_t m_lastPerson = 0;
    std::optional<SharedState> m_state;
    bool m_stateIsNew = false; ///< not sent yet
    OwnInstant m_stateSent{};
    OwnInstant m_peopleSent{};
    OwnInstant m_pinged{};
    std::optional<OwnInstant> m_peopleDue; ///< there is something new to tell
    bool m_lagsNew = false;
    bool m_stopping = false;
    TokenBucket m_pointsInAll{200.0, 200.0};
    TokenBucket m_notices{10.0, 60.0};
    std::size_t m_omitted = 0;
    QTimer m_stateTimer{this}; // children, so that they go along to another thread
    QTimer m_sweepTimer{this};
};

} // namespace ghostline::together
