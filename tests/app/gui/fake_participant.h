// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Somebody among those who watch together, without a line: what is said is kept, what others say is told by
// the test.
#include "together/participant.h"

#include <utility>
#include <vector>

namespace ghostline::test {

inline constexpr together::PersonId Ana = together::PersonId::Host;
inline constexpr together::PersonId Ben{1};
inline constexpr together::PersonId Cy{2};

/// Ana hosts and drives; this is Ben. Cy is a guest, too.
class FakeParticipant final : public together::Participant
{
public:
    FakeParticipant() { letDrive(Ana); }

    void letDrive(together::PersonId driver)
    {
        std::vector<together::Person> people(3);
        const std::vector<std::pair<together::PersonId, QString>> names{
            {Ana, QStringLiteral("Ana")}, {Ben, QStringLiteral("Ben")}, {Cy, QStringLiteral("Cy")}};
        for (std::size_t i = 0; i < people.size(); ++i) {
            people[i].id = names[i].first;
            people[i].name = names[i].second;
            people[i].drives = people[i].id == driver;
        }
        setPeople(std::move(people));
    }

    together::PersonId me() const override { return Ben; }
    std::optional<together::HostInstant> hostNow() const override { return now; }
    bool mayDraw() const override { return drawingAllowed; }
    bool mayChat() const override { return true; }
    void setState(const together::SharedState& state) override { states.push_back(state); }
    void askForDrive(bool) override {}
    void give(together::PersonId) override {}
    void point(const together::Point& point) override { points.push_back(point); }
    void addDrawing(const model::Drawing& drawing) override { added.push_back(drawing); }
    void removeDrawing(const QString& id) override { removed.push_back(id); }
    void chat(const QString&) override {}

    together::HostInstant now{};
    bool drawingAllowed = true;
    std::vector<together::SharedState> states;
    std::vector<together::Point> points;
    std::vector<model::Drawing> added;
    std::vector<QString> removed;
};

} // namespace ghostline::test
