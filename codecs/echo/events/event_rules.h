// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The rules by which events are found, one function each, with the figures they go by.
// docs/formats/echo-events.md says the same to users.
#include "codecs/echo/events/event_memory.h"

namespace ghostline::echo::rules {

using namespace std::chrono_literals;

/// Frames further apart than this do not say who did what to whom (the reference viewer's limit too).
inline constexpr model::Micros Apart = 1s;
/// What the hands do and what the counters say belongs together within this time, or two frames.
inline constexpr model::Micros PairTime = 500ms;
inline constexpr model::FrameNumber PairFrames = 2;
/// A rise by more than this is one event with its count: so much does not happen at once.
inline constexpr std::int32_t MaxSeparate = 3;
/// A counter stored in one byte comes round: 254 -> 1 is a rise by at most this.
inline constexpr std::int32_t WrapRise = 3;
/// Counters may go to 0 for this long after a status with which a round begins.
inline constexpr model::Micros RoundStartTime = 3s;

/// A stunner is nearer to his victim than this.
inline constexpr float StunReach = 5.0F; // metres
/// Whoever is blocked stands within this.
inline constexpr float BlockReach = 2.5F; // metres

/// Without holding_*: a hand this near to the disc has it (disc in the hand: under 0.2 m)...
inline constexpr float HoldReach = 0.3F; // metres
/// ... and lets go of it further away than this.
inline constexpr float LetGoReach = 0.6F; // metres
/// A disc back in a hand this soon was handed over or shifted, not thrown.
inline constexpr model::Micros ReleaseTime = 100ms;
/// ... unless it comes out of the other hand this far away.
inline constexpr float HandOverReach = 1.0F; // metres
/// A disc that leaves faster than this, as the player sees it, was thrown and not just let go.
inline constexpr float ThrowSpeed = 1.0F; // m/s
/// A disc that moved this much further than its speed explains was put elsewhere by the game.
inline constexpr float DiscJump = 2.0F; // metres
/// After this a disc on its way is nobody's pass any more: the game's own limit of possession after a
/// release.
inline constexpr model::Micros FlightTime = 7s;
/// A disc that nobody has thrown and that is slower than this is picked up, not caught.
inline constexpr float CatchSpeed = 1.0F; // m/s
/// A shot that is saved, or an intercepted throw, left the hand no longer ago.
inline constexpr model::Micros ShotTime = 5s;
/// A stolen disc was held no longer ago.
inline constexpr model::Micros StealTime = 3s;
/// A shot goes at the middle of the goal: |z| of both, format note echo-arena-scene.
inline constexpr float GoalZ = 36.0F; // metres

/// Nobody near the disc for so long: no joust.
inline constexpr model::Micros JoustTime = 20s;
/// A team is there when one of it is this near to the disc.
inline constexpr float ArrivalReach = 3.0F; // metres

/// The recorder's clock: no recording goes on over this without a word.
inline constexpr std::int64_t GapMs = 65'000;
/// The game clock may differ from the recorder's by this from frame to frame.
inline constexpr float ClockSlack = 1.0F; // seconds

/// Key in the data of what the recorder itself wrote down; all else is found by rules.
inline const QString Recorded = QStringLiteral("recorded");

// --- shared ----------------------------------------------------------------------------------------------

/// By eye: the counted event of it, completed, or a new one that waits for its counter.
EventId seen(const Moment& now, Kind kind, Half PlayerMemory::*seenHalf, Half PlayerMemory::*countedHalf,
             PlayerNumber player, const model::Event& event);
/// By counter: marks what was seen, or adds an event that waits to be seen.
void counted(const Moment& now, Kind kind, Half PlayerMemory::*seenHalf, Half PlayerMemory::*countedHalf,
             PlayerNumber player, model::Event event);
/// Whoever of the other team let go of the disc last, within the time; NoPlayer when nobody did.
PlayerNumber lastThrower(const Moment& now, TeamCode notOf, model::Micros limit);
QString teamName(TeamCode team);                              ///< "Blue", "Orange", to be translated
QJsonValue teamValue(TeamCode team);                          ///< null for neither
QJsonValue nameValue(const Moment& now, PlayerNumber player); ///< null for nobody
double rounded(double value, int decimals = 3);               ///< for data: no digits that mean nothing
model::Sentence speedText(double metresPerSecond);            ///< "14.2 m/s"
/// The pattern `with` has the speed behind the arguments; `without` where it is none, or was not recorded.
model::Sentence withSpeed(const QString& without, const QString& with, std::vector<model::Sentence> arguments,
                          double metresPerSecond);

} // namespace ghostline::echo::rules
