// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Events: things that happened at one frame, with who took part.
#include "model/base/export.h"
#include "model/base/sentence.h"
#include "model/base/time_types.h"
#include "model/world/actor.h"

#include <QJsonObject>
#include <QString>

#include <memory>
#include <vector>

namespace ghostline::model {

/// A column of the table of one kind of event: a key of Event::data.
struct EventColumn
{
    QString key;  ///< in Event::data; numbers, strings or booleans
    QString name; ///< heading
    QString unit;
    int decimals = 1; ///< for numbers
};

/// What is rare in any game: whoever looks for the best moments has a bonus for each.
enum class Rare : std::uint8_t { None, Superweapon, BaseDestroyed, ArmyWipe, Comeback };

/// What events of a kind are worth to whoever looks for the best moments (model/highlights). One that says
/// nothing is never looked at there.
struct EventWorth
{
    /// What one adds to how much goes on where it happens, above 0; a goal is about 1.
    double worth = 0.0;
    /// In Event::data: a number by which `worth` is multiplied, in units of `scale` (the value of what was
    /// lost, in thousands). Empty, absent or not above 0: once.
    QString scaleKey{};
    double scale = 1.0;
    double rarity = 0.0;    ///< bonus, 0 to 1: how seldom it is, and how much it decides
    Rare rare = Rare::None; ///< what it is in any game: in place of a bonus of its own
    bool kill = false;      ///< somebody or something is taken out
    bool tech = false;      ///< a step of technology: the first of the match counts as a rush if it is early
    bool ending = false;    ///< the match is decided: what is killed just before it has decided it
    /// Momentum: 1 = it counts for the team of the event, or of its first actor; -1 = against it.
    double swing = 0.0;

    bool any() const
    {
        return worth > 0.0 || rarity > 0.0 || rare != Rare::None || kill || tech || ending || swing != 0.0;
    }
};

/// A kind of event that a codec declares; index into EventTable::kinds.
struct EventKind
{
    QString id;         ///< stable snake_case ("collision")
    QString name;       ///< for people ("Collision")
    bool major = false; ///< stays visible at low marker density
    bool flag = false;  ///< accuses: belongs on the flags lane
    bool shownByDefault = true;
    bool cut = false;  ///< a directed camera begins a new shot here
    bool band = false; ///< lasts: its length is shaded in plots and drawn as a bar in its lane
    bool cue = false;  ///< shown for a moment at its place in the picture and on the map
    /// Its text only names something ("Nexus, by Zealot"): told without a column of kinds, it needs the
    /// kind's name before it.
    bool named = false;
    bool unrecorded = false; ///< this recording cannot tell of any: that there is none says nothing
    std::vector<EventColumn> columns{}; ///< what a table of these events shows besides time, actors and text
    /// Drawn in a row of its own with this title, apart from the others; kinds of one title share a row.
    QString lane{};
    EventWorth highlight{};
};

/// What somebody lost in a fight, in the worth that their game counts by.
struct ActorLoss
{
    ActorId actor = ActorId::None; ///< a player; None = nobody's
    double worth = 0.0;
};

struct Event
{
    FrameNumber frame = 0;
    Micros time{};
    Micros length{};     ///< 0 for an instant
    int kind = 0;        ///< index into EventTable::kinds
    int severity = 0;    ///< 0 info .. 3 grave
    bool placed = false; ///< `place` says where
    float weight = 1.0F; ///< of a band: how strongly it is shaded, 0 to 1
    int hue = -1;        ///< index into the theme's series colours, -1 = the colour of its first actor's team
    float radius = 0.0F; ///< metres around `place` that took part, 0 = a point
    Rare rare = Rare::None; ///< this one alone, whatever its kind is
    glm::dvec3 place{0.0};  ///< world space
    std::vector<ActorId> actors;
    std::vector<int> audience{};     ///< teams that could perceive it; empty = everyone
    QString text;                    ///< one line for people, in English
    Wording wording{};               ///< how the text is told in another language
    QJsonObject data;                ///< the format's details
    std::vector<ActorLoss> losses{}; ///< of a fight: what each side lost
    /// Index into ReplayInfo::teams: for whom it counts, in whose colour its marker is drawn. Whoever shot an
    /// own goal, it is the others'. -1 = the colour of its kind.
    int team = -1;

    void say(const Sentence& sentence)
    {
        text = sentence.text();
        wording = sentence.wording();
    }
};

/// Immutable, sorted by frame, then by order in the recording.
struct EventTable
{
    std::vector<EventKind> kinds;
    std::vector<Event> events;
};

} // namespace ghostline::model
