// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Somebody who plays: legs, eyes and hands, each busy with one piece after the other.
#include "tests/rates/body.h"
#include "tests/rates/crowd.h"
#include "tests/rates/gaze.h"

#include <array>
#include <functional>
#include <optional>
#include <string>

namespace ghostline::rates {

class Player;

/// A stretch of doing one thing. `step` is called once a tick of the client, with 0, 1, 2, ...; false: it is
/// over and this tick belongs to the next piece.
struct Piece
{
    const char* kind = "";
    std::function<bool(Player&, int)> step;
    bool takesView = false; ///< legs that need the eyes: nobody else moves them then
};

enum Limb { Legs, Eyes, Hands, LimbCount };

/// What was on when, in ticks of the recording, both included.
struct Ingredient
{
    std::string kind;
    int from = 0;
    int to = 0;
};

/// How somebody plays.
struct Traits
{
    double mouseStep = 0.15; ///< degrees a count
    double tremor = 0.1;     ///< degrees a tick while the mouse is held
    double reaction = 0.26;  ///< seconds, median
    double clickRate = 7.5;  ///< a second
    double clickSigma = 0.2; ///< of the logarithm of an interval
    bool stick = false;      ///< a controller
    static Traits drawn(Random& random);
};

/// What one tick of the client says to the server.
struct Moment
{
    glm::dvec3 place{0.0};
    glm::dvec3 speed{0.0}; ///< blocks a tick, as the body has it now
    double yaw = 0.0;
    double pitch = 0.0;
    int pose = 0;
    int flags = 0;
    bool absolute = false; ///< the server put the player there
    int reset = -1;        ///< reason
    int swings = 0;
    std::optional<bool> uses; ///< an item: begins, ends
};

class Player
{
public:
    using Chooser = std::function<Piece(Player&, Limb)>;

    Player(std::uint64_t seed, Crowd& around, Chooser chooser);

    Random random;
    Traits traits;
    Body body;
    Gaze gaze;
    Crowd& crowd;
    Moment now;         ///< of this tick; pieces add what they do
    int tick = 0;       ///< of the server
    double clock = 1.0; ///< ticks of the client in one of the server; anything else is a cheat's

    glm::dvec3 respawn{0.0, 64.0, 0.0}; ///< the last checkpoint
    bool mayTurnHead() const { return !m_limbs[Legs].piece.takesView; }

    /// One tick of the client, in this one of the server.
    const Moment& step(int serverTick);
    /// What a limb does next, as soon as its piece is over; `atOnce`: now.
    void order(Limb limb, Piece piece, bool atOnce);
    /// What was done, the last pieces cut at this tick.
    std::vector<Ingredient> story() const;
    const char* doing(Limb limb) const { return m_limbs[limb].piece.kind; }

    glm::dvec3 eye() const { return body.place + glm::dvec3(0.0, body.pose == Sneaking ? 1.27 : 1.62, 0.0); }
    /// Put somewhere by the server, with a reason where the map resets.
    void teleport(const glm::dvec3& where, int reset = -1);

private:
    struct Work
    {
        Piece piece;
        std::optional<Piece> ordered;
        int age = 0;
        int since = 0;
    };
    void move(Limb limb);
    void begin(Work& work, Limb limb);

    Chooser m_choose;
    std::array<Work, LimbCount> m_limbs;
    std::vector<Ingredient> m_story;
};

} // namespace ghostline::rates
