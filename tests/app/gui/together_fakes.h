// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// People who watch together without a line: what they say is what the test says, what is wished of them is
// kept. In a namespace of its own: fake_participant.h has others of these names.
#include "app/gui/together/party_face.h"

namespace ghostline::test::party {

using together::Person;
using together::PersonId;

inline constexpr PersonId Ada{1};
inline constexpr PersonId Ben{2};

inline Person person(PersonId id, const QString& name, int lagMs = 20)
{
    Person made;
    made.id = id;
    made.name = name;
    made.lagMs = lagMs;
    return made;
}

/// The host drives; Ada and Ben are guests.
inline std::vector<Person> threePeople()
{
    Person host = person(PersonId::Host, QStringLiteral("Coach"), -1);
    host.drives = true;
    return {host, person(Ada, QStringLiteral("Ada")), person(Ben, QStringLiteral("Ben"))};
}

class FakeParticipant : public together::Participant
{
public:
    explicit FakeParticipant(PersonId who) : m_me(who) {}

    void say(std::vector<Person> people) { setPeople(std::move(people)); }

    PersonId me() const override { return m_me; }
    std::optional<together::HostInstant> hostNow() const override { return std::nullopt; }
    bool mayDraw() const override { return true; }
    bool mayChat() const override { return chatAllowed; }
    void setState(const together::SharedState&) override {}
    void askForDrive(bool wanted) override { wishes.push_back(wanted); }
    void give(PersonId to) override { given.push_back(to); }
    void point(const together::Point&) override {}
    void addDrawing(const model::Drawing&) override {}
    void removeDrawing(const QString&) override {}
    void chat(const QString& text) override { said << text; }

    bool chatAllowed = true;
    std::vector<bool> wishes{};
    std::vector<PersonId> given{};
    QStringList said{};

private:
    PersonId m_me;
};

class FakeFace : public app::PartyFace
{
public:
    app::WatchParty::Role role() const override { return shownRole; }
    app::WatchParty::Phase phase() const override { return shownPhase; }
    together::Participant* participant() const override { return shownParticipant; }
    bool isApart() const override { return apart; }
    std::optional<together::HostReach> reach() const override { return shownReach; }
    QString line() const override { return shownLine; }
    together::RecordingName recording() const override { return shownRecording; }
    bool isOffered() const override { return offered; }
    void share(const app::ShareChoice& choice) override { shared.push_back(choice); }
    void join(const together::Invitation& invitation, const QString& name) override
    {
        joined.push_back(invitation);
        joinedAs << name;
        go(app::WatchParty::Role::Guest, app::WatchParty::Phase::Starting);
    }
    void fetch() override { ++fetched; }
    void openOwn(const QString& path) override { opened << path; }
    void end() override
    {
        ++ended;
        shownReach.reset();
        go(app::WatchParty::Role::None, app::WatchParty::Phase::Idle);
    }
    void remove(PersonId who) override { removed.push_back(who); }

    void go(app::WatchParty::Role role, app::WatchParty::Phase phase)
    {
        shownRole = role;
        shownPhase = phase;
        Q_EMIT changed();
    }
    /// All is there: as the host, or as a guest.
    void watch(together::Participant* participant)
    {
        shownParticipant = participant;
        Q_EMIT participantChanged();
        const bool host = participant != nullptr && participant->me() == PersonId::Host;
        go(participant == nullptr ? app::WatchParty::Role::None
           : host                 ? app::WatchParty::Role::Host
                                  : app::WatchParty::Role::Guest,
           participant == nullptr ? app::WatchParty::Phase::Idle : app::WatchParty::Phase::Together);
    }

    app::WatchParty::Role shownRole = app::WatchParty::Role::None;
    app::WatchParty::Phase shownPhase = app::WatchParty::Phase::Idle;
    together::Participant* shownParticipant = nullptr;
    bool apart = false;
    std::optional<together::HostReach> shownReach{};
    QString shownLine{};
    together::RecordingName shownRecording{};
    bool offered = false;
    std::vector<app::ShareChoice> shared{};
    std::vector<together::Invitation> joined{};
    QStringList joinedAs{};
    int fetched = 0;
    QStringList opened{};
    int ended = 0;
    std::vector<PersonId> removed{};
};

} // namespace ghostline::test::party
