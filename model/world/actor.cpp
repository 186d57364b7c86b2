// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/world/actor.h"

namespace ghostline::model {

QString kindName(ActorKind kind)
{
    switch (kind) {
    case ActorKind::Other:
        return QStringLiteral("other");
    case ActorKind::Player:
        return QStringLiteral("player");
    case ActorKind::Vehicle:
        return QStringLiteral("vehicle");
    case ActorKind::Walker:
        return QStringLiteral("walker");
    case ActorKind::Disc:
        return QStringLiteral("disc");
    case ActorKind::Unit:
        return QStringLiteral("unit");
    case ActorKind::Structure:
        return QStringLiteral("structure");
    case ActorKind::TrafficLight:
        return QStringLiteral("traffic_light");
    case ActorKind::Sign:
        return QStringLiteral("sign");
    case ActorKind::Sensor:
        return QStringLiteral("sensor");
    case ActorKind::Prop:
        return QStringLiteral("prop");
    case ActorKind::Camera:
        return QStringLiteral("camera");
    }
    return QStringLiteral("other");
}

} // namespace ghostline::model
