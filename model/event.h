// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Events: things that happened at one frame, with who took part.
#include "model/actor.h"
#include "model/export.h"
#include "model/time_types.h"

#include <QJsonObject>
#include <QString>

#include <memory>
#include <vector>

namespace ghostline::model {

/// A kind of event that a codec declares; index into EventTable::kinds.
struct EventKind
{
    QString id;         ///< stable snake_case ("collision")
    QString name;       ///< for people ("Collision")
    bool major = false; ///< stays visible at low marker density
    bool flag = false;  ///< accuses: belongs on the flags lane
    bool shownByDefault = true;
};

struct Event
{
    FrameNumber frame = 0;
    Micros time{};
    Micros length{};  ///< 0 for an instant
    int kind = 0;     ///< index into EventTable::kinds
    int severity = 0; ///< 0 info .. 3 grave
    std::vector<ActorId> actors;
    QString text;     ///< one line for people
    QJsonObject data; ///< the format's details
};

/// Immutable, sorted by frame, then by order in the recording.
struct EventTable
{
    std::vector<EventKind> kinds;
    std::vector<Event> events;
};

} // namespace ghostline::model
