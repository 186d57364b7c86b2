// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the event rules remember from frame to frame, and what they are shown of one.
#include "codecs/echo/events/event_kinds.h"
#include "codecs/echo/events/event_notes.h"
#include "codecs/echo/frame/cast.h"
#include "codecs/io/event_log.h"

#include <optional>

namespace ghostline::echo {

using io::EventId;
using io::NoEvent;

/// Number of a player in MatchMemory::players; the same as its ActorId.
using PlayerNumber = std::int32_t;
inline constexpr PlayerNumber NoPlayer = -1;

/// Before every recording: old enough for nothing to follow from it.
inline constexpr model::Micros LongAgo{-3'600'000'000};

/// An event that has been seen with the eyes or by a counter, and may yet be seen by the other.
struct Half
{
    EventId event = NoEvent;
    model::Micros time = LongAgo;
    model::FrameNumber frame = 0;
};

struct PlayerMemory
{
    model::ActorId actor = model::ActorId::None; ///< None = this number is no player
    std::int32_t person = Nobody;
    TeamCode team = TeamCode::None;
    std::uint8_t slot = 0;
    QString name;                 ///< as events show it
    bool sharesName = false;      ///< the name has its slot added
    bool fresh = false;           ///< came (back) in this very frame: nothing to compare with
    model::FrameNumber seen = -1; ///< last frame with this player
    std::int32_t row = 0;         ///< in that frame

    // Of the last frame with this player.
    bool hasStats = false;
    std::array<std::int32_t, Counters> counters{};
    std::int32_t stuns = 0;
    bool stunned = false;
    bool emote = false;
    Loadout loadout;
    bool holds = false; ///< the disc

    model::Micros grabbed = LongAgo; ///< when the disc last came into a hand
    model::Micros stunEnd = LongAgo; ///< when the last stun was over
    EventId stunEvent = NoEvent;     ///< open while stunned
    EventId emoteEvent = NoEvent;    ///< open while it plays
    // Waiting for their other half; by eye and by counter.
    Half catchSeen, catchCounted;
    Half passSeen, passCounted;
    Half interceptionSeen, interceptionCounted;
    Half assistSeen, assistCounted;
    Half goalSeen, goalCounted;
    // Waiting for what the recorder or a rule says of the same.
    Half throwSeen, throwTold;
    Half emoteTold;
};

/// The disc has left a hand; whether it was thrown shows within a moment.
struct Release
{
    PlayerNumber player = NoPlayer;
    TeamCode team = TeamCode::None;
    model::FrameNumber frame = 0;
    model::Micros time = LongAgo;
    glm::vec3 place{0.0F};
    float discSpeed = 0.0F; ///< greatest so far
    float apart = 0.0F;     ///< greatest speed of the disc as its thrower sees it
    bool undecided = false;
    bool fumbled = false; ///< stunned, or moved by the game: no throw
};

/// The disc on its way.
struct Flight
{
    PlayerNumber thrower = NoPlayer;
    EventId event = NoEvent;
    Release release;
};

struct Holder
{
    PlayerNumber player = NoPlayer;
    model::Micros time = LongAgo; ///< when last seen with the disc
};

struct StunWaiting
{
    PlayerNumber player = NoPlayer;
    model::FrameNumber frame = 0;
    model::Micros time{};
    EventId event = NoEvent; ///< of a stunner without victim
};

/// A counter has gone up by `by`; the stuns have no Counter.
struct Rise
{
    PlayerNumber player = NoPlayer;
    std::uint8_t counter = 0; ///< a Counter, or StunCounter
    std::int32_t by = 0;
};
inline constexpr std::uint8_t StunCounter = static_cast<std::uint8_t>(Counters);

struct PauseMemory
{
    bool told = false; ///< by the recorder
    EventId event = NoEvent;
    model::Micros pausedAt = LongAgo;
    model::Micros unpausingAt = LongAgo;
    TeamCode requestedBy = TeamCode::None;
    TeamCode endedBy = TeamCode::None;
};

struct JoustMemory
{
    bool running = false;
    bool afterGoal = false;
    model::Micros start{};
    std::array<std::optional<double>, 2> arrivals; ///< seconds, blue, orange
};

struct MatchMemory
{
    std::vector<PlayerMemory> players; ///< by ActorId
    std::vector<PlayerNumber> present; ///< by row, of this frame
    std::vector<PlayerNumber> before;  ///< by row, of the frame before
    std::vector<Rise> rises;           ///< of this frame
    bool recorded = false;             ///< the recorder writes down who did what

    // Round and match.
    int round = 1;
    bool inRound = false;   ///< play has begun and the round is not over
    bool roundOver = false; ///< the round that `round` counts is over
    bool afterGoal = false; ///< a goal was scored since play last began
    EventId roundEnd = NoEvent;
    Half roundStart;                    ///< the last one, by the status
    bool roundTold = false;             ///< the recorder has told of the next one, which is not on yet
    std::optional<int> roundNumberTold; ///< of the last one that the recorder told of
    model::Micros roundTime = LongAgo;  ///< last change to a status with which a round begins
    std::array<EventId, 2> restart{NoEvent, NoEvent};
    PauseMemory pause;
    Half goal; ///< the last one by last_score
    TeamCode goalTeam = TeamCode::None;
    bool ownGoal = false;
    Half points; ///< the last one by nothing but the points
    TeamCode pointsTeam = TeamCode::None;
    JoustMemory joust;

    // Disc.
    Release release; ///< the last one
    Flight flight;
    std::array<Holder, 2> holders; ///< last of each team
    PlayerNumber possessor = NoPlayer;
    TeamCode possessingTeam = TeamCode::None;
    Half ownThrow;            ///< the recording player's last, as seen
    QJsonObject throwDetails; ///< of a throw that has not been seen yet
    Half detailsSince;        ///< its `event` is not used

    std::vector<StunWaiting> stunners;
    std::vector<StunWaiting> victims;
};

/// One frame as the rules see it.
struct Moment
{
    model::FrameNumber number = 0;
    model::FrameNumber last = -1; ///< number of the frame before
    model::Micros time{};
    model::Micros step{}; ///< since the frame before
    bool first = false;   ///< of the recording
    bool apart = false;   ///< so long after the frame before that nobody knows what happened in between
    const Frame& frame;
    const Frame& before; ///< of the first frame: itself
    std::span<const PlayerFrame> rows;
    std::span<const RecordedEvent> recorded; ///< what the recorder wrote down in this frame
    const FrameActors& actors;
    const MatchHeader& header;
    const MatchNames& names;
    MatchMemory& memory;
    io::EventLog& log;
    EventNotes& notes;

    /// Calls take(number, row, memory) for each row that is a player's.
    template<typename Take>
    void eachPlayer(const Take& take) const
    {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (const PlayerNumber who = memory.present[i]; who != NoPlayer)
                take(who, rows[i], player(who));
        }
    }
    PlayerMemory& player(PlayerNumber who) const { return memory.players[static_cast<std::size_t>(who)]; }
    /// Null for one who is not in this frame.
    const PlayerFrame* row(PlayerNumber who) const;
    bool within(model::Micros since, model::Micros limit) const { return time - since <= limit; }
    /// Recent enough for two halves of one thing.
    bool pairs(const Half& half) const;
    EventId add(Kind kind, std::vector<model::ActorId> who, const model::Sentence& text,
                QJsonObject data) const;
    EventId addAt(Kind kind, model::FrameNumber frame, model::Micros when, std::vector<model::ActorId> who,
                  const model::Sentence& text, QJsonObject data) const;
    QString name(PlayerNumber who) const;
    model::Sentence who(PlayerNumber which) const; ///< the name, as part of a text
};

inline bool isPlay(GameStatus status)
{
    return status == GameStatus::Playing || status == GameStatus::SuddenDeath;
}
inline bool plays(TeamCode team) { return team == TeamCode::Blue || team == TeamCode::Orange; }
inline TeamCode opponentOf(TeamCode team)
{
    return team == TeamCode::Blue ? TeamCode::Orange : TeamCode::Blue;
}
inline glm::vec3 placeOf(const PlayerFrame& row) { return row.part(Part::Head).position; }

} // namespace ghostline::echo
