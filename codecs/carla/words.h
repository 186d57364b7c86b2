// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What this format calls its properties, events, figures and tables, as far as no other does; the common
// words stand in resources/translations/replay_words.h. Read by lupdate alone, included nowhere.
#include <QtGlobal>

namespace ghostline::carla {

// clang-format off
[[maybe_unused]] inline constexpr const char* Words[] = {
    QT_TRANSLATE_NOOP("Replay", "Yaw rate (recorded)"),
    QT_TRANSLATE_NOOP("Replay", "Commanded speed"),
    QT_TRANSLATE_NOOP("Replay", "Forward speed"),
    QT_TRANSLATE_NOOP("Replay", "Frame duration"),
    QT_TRANSLATE_NOOP("Replay", "Frame number in the log"),
    QT_TRANSLATE_NOOP("Replay", "Platform time"),
    QT_TRANSLATE_NOOP("Replay", "Visual time"),
    QT_TRANSLATE_NOOP("Replay", "Controls"),
    QT_TRANSLATE_NOOP("Replay", "Throttle"),
    QT_TRANSLATE_NOOP("Replay", "Steering"),
    QT_TRANSLATE_NOOP("Replay", "Brake"),
    QT_TRANSLATE_NOOP("Replay", "Handbrake"),
    QT_TRANSLATE_NOOP("Replay", "Gear"),
    QT_TRANSLATE_NOOP("Replay", "Lights"),
    QT_TRANSLATE_NOOP("Replay", "Lights and doors"),
    QT_TRANSLATE_NOOP("Replay", "Open doors"),
    QT_TRANSLATE_NOOP("Replay", "Wheels"),
    QT_TRANSLATE_NOOP("Replay", "Front left steer"),
    QT_TRANSLATE_NOOP("Replay", "Front right steer"),
    QT_TRANSLATE_NOOP("Replay", "Rear left steer"),
    QT_TRANSLATE_NOOP("Replay", "Rear right steer"),
    QT_TRANSLATE_NOOP("Replay", "Rider"),
    QT_TRANSLATE_NOOP("Replay", "Engine rotation"),
    QT_TRANSLATE_NOOP("Replay", "Walker"),
    QT_TRANSLATE_NOOP("Replay", "Traffic light"),
    QT_TRANSLATE_NOOP("Replay", "Time in state"),
    QT_TRANSLATE_NOOP("Replay", "Time to change"),
    QT_TRANSLATE_NOOP("Replay", "Frozen"),
    QT_TRANSLATE_NOOP("Replay", "Off"),
    QT_TRANSLATE_NOOP("Replay", "Weather"),
    QT_TRANSLATE_NOOP("Replay", "Cloudiness"),
    QT_TRANSLATE_NOOP("Replay", "Precipitation"),
    QT_TRANSLATE_NOOP("Replay", "Precipitation deposits"),
    QT_TRANSLATE_NOOP("Replay", "Wind intensity"),
    QT_TRANSLATE_NOOP("Replay", "Sun azimuth"),
    QT_TRANSLATE_NOOP("Replay", "Sun altitude"),
    QT_TRANSLATE_NOOP("Replay", "Fog density"),
    QT_TRANSLATE_NOOP("Replay", "Fog distance"),
    QT_TRANSLATE_NOOP("Replay", "Fog falloff"),
    QT_TRANSLATE_NOOP("Replay", "Wetness"),
    QT_TRANSLATE_NOOP("Replay", "Scattering"),
    QT_TRANSLATE_NOOP("Replay", "Mie scattering"),
    QT_TRANSLATE_NOOP("Replay", "Rayleigh scattering"),
    QT_TRANSLATE_NOOP("Replay", "Dust storm"),
    QT_TRANSLATE_NOOP("Replay", "Collision"),
    QT_TRANSLATE_NOOP("Replay", "Spawned"),
    QT_TRANSLATE_NOOP("Replay", "Removed"),
    QT_TRANSLATE_NOOP("Replay", "Door"),
};
// What events say: patterns of model::Sentence, and the words that are put into them.
[[maybe_unused]] inline constexpr const char* Sentences[] = {
    QT_TRANSLATE_NOOP("Replay", "Taken out of the scene"),
    QT_TRANSLATE_NOOP("Replay", "Brought into the scene"),
    QT_TRANSLATE_NOOP("Replay", "Two-wheelers"),
    QT_TRANSLATE_NOOP("Replay", "Walkers"),
    QT_TRANSLATE_NOOP("Replay", "Traffic lights"),
    QT_TRANSLATE_NOOP("Replay", "Signs"),
    QT_TRANSLATE_NOOP("Replay", "Sensors"),
    QT_TRANSLATE_NOOP("Replay", "Props"),
    QT_TRANSLATE_NOOP("Replay", "something that is no actor"),
    QT_TRANSLATE_NOOP("Replay", "actor #%1"),
    QT_TRANSLATE_NOOP("Replay", "%1 is removed"),
    QT_TRANSLATE_NOOP("Replay", "%1 hits %2"),
    QT_TRANSLATE_NOOP("Replay", "%1: door %2 opens"),
    QT_TRANSLATE_NOOP("Replay", "%1: door %2 closes"),
    QT_TRANSLATE_NOOP("Replay", "front left"),
    QT_TRANSLATE_NOOP("Replay", "front right"),
    QT_TRANSLATE_NOOP("Replay", "rear left"),
    QT_TRANSLATE_NOOP("Replay", "rear right"),
    QT_TRANSLATE_NOOP("Replay", "hood"),
    QT_TRANSLATE_NOOP("Replay", "trunk"),
    QT_TRANSLATE_NOOP("Replay", "Weather changes: %1"),
    QT_TRANSLATE_NOOP("Replay", "PrecipitationDeposits"),
    QT_TRANSLATE_NOOP("Replay", "WindIntensity"),
    QT_TRANSLATE_NOOP("Replay", "SunAzimuthAngle"),
    QT_TRANSLATE_NOOP("Replay", "SunAltitudeAngle"),
    QT_TRANSLATE_NOOP("Replay", "FogDensity"),
    QT_TRANSLATE_NOOP("Replay", "FogDistance"),
    QT_TRANSLATE_NOOP("Replay", "FogFalloff"),
    QT_TRANSLATE_NOOP("Replay", "ScatteringIntensity"),
    QT_TRANSLATE_NOOP("Replay", "MieScatteringScale"),
    QT_TRANSLATE_NOOP("Replay", "RayleighScatteringScale"),
    QT_TRANSLATE_NOOP("Replay", "DustStorm"),
    QT_TRANSLATE_NOOP("Replay", "%1 is parked below the ground"),
    QT_TRANSLATE_NOOP("Replay", "%1 comes up from below the ground"),
};
// What is said of the surroundings, in the same way.
[[maybe_unused]] inline constexpr const char* Notes[] = {
    QT_TRANSLATE_NOOP("Replay", "beside the log, named by the map"),
    QT_TRANSLATE_NOOP("Replay", "where the environment variable CARLA_ROOT says (it is not set)"),
    QT_TRANSLATE_NOOP("Replay", "The actors' own tracks are drawn instead."),
    QT_TRANSLATE_NOOP("Replay", "No road network: %1%2. %3"),
    QT_TRANSLATE_NOOP("Replay", "only %1 % of the recorded places lie within the roads of %2"),
};
// Errors that people meet, in the same way.
[[maybe_unused]] inline constexpr const char* Errors[] = {
    QT_TRANSLATE_NOOP("Replay", "only CARLA logs can be repaired as such"),
    QT_TRANSLATE_NOOP("Replay", "not a CARLA recorder file: no mark \"%1\" at byte 4"),
    QT_TRANSLATE_NOOP("Replay", "the CARLA header is cut at byte %1 (header-cut); nothing was recorded behind it"),
    QT_TRANSLATE_NOOP("Replay", "the log became shorter while it was copied"),
};
// clang-format on

} // namespace ghostline::carla
