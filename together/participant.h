// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One's own place among those who watch together, whether one hosts or is a guest: who is here, what they do,
// and what oneself says. UI thread only; no call waits for anybody.
#include "together/messages.h"

#include <QObject>

namespace ghostline::together {

/// Whoever is called so in a list, null = nobody.
const Person* personIn(const std::vector<Person>& people, PersonId who);
/// None = nobody drives.
PersonId driverIn(const std::vector<Person>& people);

class Participant : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// None = not let in (yet).
    virtual PersonId me() const = 0;
    /// What the host's clock shows now; nothing as long as it is not known.
    virtual std::optional<HostInstant> hostNow() const = 0;
    /// What the host allows.
    virtual bool mayDraw() const = 0;
    virtual bool mayChat() const = 0;

    /// All of them, the host first; empty as long as nothing was said of them.
    const std::vector<Person>& people() const { return m_people; }
    /// null where `who` is not in the list.
    const Person* person(PersonId who) const { return personIn(m_people, who); }
    /// None = nobody drives.
    PersonId driver() const { return driverIn(m_people); }
    bool drives() const { return me() != PersonId::None && driver() == me(); }

    /// Whenever something changed, as often as wanted: what is sent is bounded, and only the newest is kept.
    /// Said by whoever drives; from anybody else it goes nowhere. Its revision is given on the way.
    virtual void setState(const SharedState& state) = 0;
    /// The host has the drive at once, and so has a guest where nobody drives; else it is a request, which
    /// stands until taken back.
    virtual void askForDrive(bool wanted) = 0;
    /// The drive; by the host at any time, by a guest that has it.
    virtual void give(PersonId to) = 0;
    // `who` is filled in by the host.
    virtual void point(const Point& point) = 0;
    virtual void addDrawing(const model::Drawing& drawing) = 0;
    virtual void removeDrawing(const QString& id) = 0;
    virtual void chat(const QString& text) = 0;

Q_SIGNALS:
    void peopleChanged(); ///< people(), and with it perhaps drives()
    /// Of whoever drives, if that is somebody else: to be followed.
    void stateCame(const ghostline::together::SharedState& state);
    // What others did.
    void pointed(const ghostline::together::Point& point);
    void drawingAdded(const ghostline::together::DrawingAdded& added);
    void drawingRemoved(const ghostline::together::DrawingRemoved& removed);
    void chatted(const ghostline::together::Chat& chat);

protected:
    void setPeople(std::vector<Person> people);

private:
    std::vector<Person> m_people;
};

} // namespace ghostline::together
