// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A match told frame by frame: who is there, what they hold, what the counters say; events are found as it
// goes.
#include "codecs/echo/events/event_finder.h"

#include <QStringList>

#include <map>

namespace ghostline::test {

class MatchScript
{
public:
    using Player = std::size_t;

    explicit MatchScript(echo::Map map = echo::Map::Arena);
    /// Somebody who is there from the next frame on.
    Player add(const char* name, echo::TeamCode team, std::uint8_t slot, glm::vec3 place = glm::vec3(0.0F));
    void put(Player who, glm::vec3 place);
    void leave(Player who) { m_there[who] = false; }
    void comeBack(Player who) { m_there[who] = true; }
    echo::PlayerFrame& operator[](Player who) { return rows[who]; }

    /// The disc in the right hand, at the player's place.
    void hold(Player who);
    void release(Player who, glm::vec3 velocity);
    void score(echo::TeamCode team, int points, echo::GoalType type, Player scorer, int assister = -1);
    /// Takes this many frames of what is, the disc flying on.
    void step(int frames = 1, int stepMs = 33);
    /// The time to the next frame is this much longer.
    void gap(int ms);
    model::FrameNumber frames() const { return m_frames; }

    std::vector<model::Event> events() const { return m_finder.events(); }
    /// "30 goal [Ada, Ben] Ada scored 2 ..." of these kinds, all for none.
    QStringList lines(const QStringList& kinds) const;
    /// First event of that kind; an empty one when there is none.
    model::Event first(const QString& kind) const;
    QStringList diagnostics() const;

    echo::Frame now;                       ///< the next frame, but for its players
    std::vector<echo::RecordedEvent> told; ///< what a recorder wrote down in the next frame alone
    std::vector<echo::PlayerFrame> rows;
    echo::MatchNames names;
    bool reversed = false; ///< players are listed last first

private:
    static echo::MatchHeader headerOf(echo::Map map);
    void take();
    model::ActorId actorOf(const echo::PlayerFrame& row);

    echo::MatchHeader m_header;
    echo::EventFinder m_finder;
    std::vector<bool> m_there;
    echo::FrameBlock m_block;
    std::map<std::pair<std::int32_t, std::uint8_t>, model::ActorId> m_actors;
    std::map<model::ActorId, std::int32_t> m_personOf;
    std::vector<model::ActorId> m_byPerson;
    model::FrameNumber m_frames = 0;
    model::Micros m_time{};
};

} // namespace ghostline::test
