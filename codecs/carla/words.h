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
// clang-format on

} // namespace ghostline::carla
