// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/events/event_kinds.h"

namespace ghostline::echo {

using model::EventColumn;
using model::EventKind;

namespace {

EventColumn text(const char* key, const char* name)
{
    return EventColumn{QLatin1String(key), QLatin1String(name), QString(), 0};
}

EventColumn number(const char* key, const char* name, const char* unit = "", int decimals = 0)
{
    return EventColumn{QLatin1String(key), QLatin1String(name), QString::fromUtf8(unit), decimals};
}

EventColumn speed(const char* key, const char* name) { return number(key, name, "m/s", 1); }

EventColumn discSpeed() { return speed("disc_speed", "Disc speed"); }

/// Whether the game's own counter has gone up for it.
EventColumn counted() { return text("counted", "Counted"); }

EventKind kind(const char* id, const char* name, std::vector<EventColumn> columns)
{
    EventKind kind;
    kind.id = QLatin1String(id);
    kind.name = QLatin1String(name);
    kind.columns = std::move(columns);
    return kind;
}

EventKind major(EventKind kind)
{
    kind.major = true;
    return kind;
}

EventKind cut(EventKind kind)
{
    kind.cut = true;
    return kind;
}

EventKind hidden(EventKind kind)
{
    kind.shownByDefault = false;
    return kind;
}

/// What one is worth as a highlight, and how much it swings the balance toward the team it counts for.
EventKind worth(double worth, EventKind kind, double swing = 0.0, double rarity = 0.0)
{
    kind.highlight.worth = worth;
    kind.highlight.swing = swing;
    kind.highlight.rarity = rarity;
    return kind;
}

EventKind goalKind()
{
    EventKind goal =
        cut(major(kind("goal", "Goal",
                       {text("team", "Team"), text("type", "Type"), number("points", "Points"), discSpeed(),
                        number("distance", "Distance", "m", 1), text("assist", "Assist")})));
    goal.highlight.scaleKey = QStringLiteral("points");
    goal.highlight.scale = 2.0; // what a goal counts from close by
    return worth(1.0, std::move(goal), 1.0, 0.5);
}

EventKind throwKind()
{
    return kind("throw", "Throw",
                {discSpeed(), speed("arm_speed", "Arm speed"), speed("total_speed", "Total speed"),
                 speed("speed_from_arm", "From arm"), speed("speed_from_movement", "From movement"),
                 speed("speed_from_wrist", "From wrist"), number("rot_per_sec", "Spin", "1/s", 1),
                 number("off_axis_spin_deg", "Off-axis spin", "\u00b0", 1),
                 number("wrist_align_to_throw_deg", "Wrist to throw", "\u00b0", 1),
                 number("throw_align_to_movement_deg", "Throw to movement", "\u00b0", 1)});
}

std::vector<EventKind> build()
{
    std::vector<EventKind> kinds{
        goalKind(),
        worth(0.2, kind("shot", "Shot",
                        {text("by", "By"), discSpeed(), speed("throw_speed", "Thrown with"),
                         number("goal_distance", "From goal", "m", 1)})),
        worth(0.2, kind("assist", "Assist", {text("scorer", "Scorer"), counted()})),
        worth(0.6,
              major(kind("save", "Save", {text("shooter", "Shooter"), speed("throw_speed", "Thrown with")})),
              0.5, 0.3),
        worth(0.4, kind("steal", "Steal", {text("from", "From")}), 0.5),
        worth(0.15, kind("stun", "Stun",
                         {text("by", "By"), text("victim", "Victim"), number("distance", "Apart", "m", 1)})),
        kind("catch", "Catch", {text("thrower", "Thrower"), discSpeed(), counted()}),
        kind("pass", "Pass",
             {text("receiver", "Receiver"), number("distance", "Distance", "m", 1),
              number("time", "Flight", "s", 2), discSpeed(), counted()}),
        throwKind(),
        worth(0.15, kind("block", "Block", {text("against", "Against")})),
        worth(0.3,
              kind("interception", "Interception",
                   {text("thrower", "Thrower"), number("distance", "Distance", "m", 1),
                    number("time", "Flight", "s", 2), counted()}),
              0.5),
        hidden(kind("possession", "Possession",
                    {text("team", "Team"), text("player", "Player"), text("from_team", "From team"),
                     text("from_player", "From player")})),
        worth(0.2, major(kind("joust", "Joust",
                              {text("team", "Team"), number("time", "Time", "s", 2), speed("speed", "Speed"),
                               number("blue_time", "Blue there", "s", 2),
                               number("orange_time", "Orange there", "s", 2)}))),
        cut(major(kind("round_start", "Round start", {number("round", "Round")}))),
        major(kind("round_end", "Round end",
                   {number("round", "Round"), number("blue", "Blue"), number("orange", "Orange"),
                    text("winner", "Winner")})),
        major(kind("pause", "Pause", {text("requested_by", "Asked for by"), text("ended_by", "Ended by")})),
        kind("restart_request", "Restart request", {text("team", "Team")}),
        kind("joined", "Joined", {text("team", "Team"), text("from_team", "From team")}),
        kind("left", "Left", {text("team", "Team")}),
        hidden(kind("emote", "Emote", {text("team", "Team")})),
        kind("rules_changed", "Rules changed", {text("by", "By"), number("at", "At")}),
        kind("loadout", "Loadout",
             {text("weapon", "Weapon"), text("ordnance", "Ordnance"), text("tac_mod", "Tac mod"),
              text("arm", "Arm")})};
    return kinds;
}

} // namespace

const std::vector<EventKind>& eventKinds()
{
    static const std::vector<EventKind> kinds = build();
    return kinds;
}

} // namespace ghostline::echo
