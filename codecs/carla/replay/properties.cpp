// SPDX-License-Identifier: GPL-3.0-or-later
// The table of properties.
#include "codecs/carla/replay/properties.h"

#include "codecs/carla/format/packets.h"

namespace ghostline::carla {

using model::Interpolation;
using model::PropertyInfo;
using model::PropertyType;

namespace {

const QStringList& lightStates()
{
    static const QStringList names{QStringLiteral("Red"), QStringLiteral("Yellow"), QStringLiteral("Green"),
                                   QStringLiteral("Off"), QStringLiteral("Unknown")};
    return names;
}

const QStringList& doors()
{
    static const QStringList names{QStringLiteral("Front left"), QStringLiteral("Front right"),
                                   QStringLiteral("Rear left"),  QStringLiteral("Rear right"),
                                   QStringLiteral("Hood"),       QStringLiteral("Trunk"),
                                   QStringLiteral("All")};
    return names;
}

PropertyInfo real(QString id, QString name, QString group, QString unit,
                  Interpolation how = Interpolation::Linear)
{
    return {std::move(id), std::move(name), std::move(group), PropertyType::Real, std::move(unit), how, {}};
}

PropertyInfo step(QString id, QString name, QString group, PropertyType type, QStringList names = {})
{
    return {std::move(id),       std::move(name), std::move(group), type, {},
            Interpolation::Step, std::move(names)};
}

} // namespace

std::vector<PropertyInfo> actorProperties()
{
    const QString controls = QStringLiteral("Controls");
    const QString body = QStringLiteral("Lights and doors");
    const QString wheels = QStringLiteral("Wheels");
    const QString walker = QStringLiteral("Walker");
    const QString light = QStringLiteral("Traffic light");
    const QString degrees = QStringLiteral("\u00B0");
    const QStringList lamps{
        QStringLiteral("Position"),  QStringLiteral("Low beam"),      QStringLiteral("High beam"),
        QStringLiteral("Brake"),     QStringLiteral("Right blinker"), QStringLiteral("Left blinker"),
        QStringLiteral("Reverse"),   QStringLiteral("Fog"),           QStringLiteral("Interior"),
        QStringLiteral("Special 1"), QStringLiteral("Special 2")};
    return {
        real(QStringLiteral("throttle"), QStringLiteral("Throttle"), controls, {}),
        real(QStringLiteral("steering"), QStringLiteral("Steering"), controls, {}),
        real(QStringLiteral("brake"), QStringLiteral("Brake"), controls, {}),
        step(QStringLiteral("handbrake"), QStringLiteral("Handbrake"), controls, PropertyType::Boolean),
        step(QStringLiteral("gear"), QStringLiteral("Gear"), controls, PropertyType::Integer),
        step(QStringLiteral("vehicle_lights"), QStringLiteral("Lights"), body, PropertyType::Flags, lamps),
        step(QStringLiteral("open_doors"), QStringLiteral("Open doors"), body, PropertyType::Flags,
             doors().mid(0, 6)),
        real(QStringLiteral("wheel_steer_front_left"), QStringLiteral("Front left steer"), wheels, degrees),
        real(QStringLiteral("wheel_steer_front_right"), QStringLiteral("Front right steer"), wheels, degrees),
        real(QStringLiteral("wheel_steer_rear_left"), QStringLiteral("Rear left steer"), wheels, degrees),
        real(QStringLiteral("wheel_steer_rear_right"), QStringLiteral("Rear right steer"), wheels, degrees),
        real(QStringLiteral("yaw_rate"), QStringLiteral("Yaw rate (recorded)"), QStringLiteral("Motion"),
             degrees + QStringLiteral("/s")),
        real(QStringLiteral("commanded_speed"), QStringLiteral("Commanded speed"), walker,
             QStringLiteral("m/s")),
        real(QStringLiteral("rider_speed"), QStringLiteral("Forward speed"), QStringLiteral("Rider"),
             QStringLiteral("cm/s")),
        real(QStringLiteral("rider_crank"), QStringLiteral("Engine rotation"), QStringLiteral("Rider"), {}),
        step(QStringLiteral("light_state"), QStringLiteral("State"), light, PropertyType::Enumeration,
             lightStates()),
        real(QStringLiteral("light_elapsed"), QStringLiteral("Time in state"), light, QStringLiteral("s"),
             Interpolation::Step),
        step(QStringLiteral("light_frozen"), QStringLiteral("Frozen"), light, PropertyType::Boolean),
        real(QStringLiteral("light_remaining"), QStringLiteral("Time to change"), light, QStringLiteral("s"),
             Interpolation::Step),
    };
}

std::vector<PropertyInfo> matchProperties()
{
    const QString frame = QStringLiteral("Frame");
    std::vector<PropertyInfo> out{
        step(QStringLiteral("frame_id"), QStringLiteral("Frame number in the log"), frame,
             PropertyType::Integer),
        real(QStringLiteral("frame_duration"), QStringLiteral("Frame duration"), frame, QStringLiteral("s"),
             Interpolation::Step),
        real(QStringLiteral("platform_time"), QStringLiteral("Platform time"), frame, QStringLiteral("s")),
        real(QStringLiteral("visual_time"), QStringLiteral("Visual time"), frame, QStringLiteral("s")),
    };
    const std::array<const char*, 14> ids{
        "cloudiness",   "precipitation",  "precipitation_deposits", "wind_intensity", "sun_azimuth",
        "sun_altitude", "fog_density",    "fog_distance",           "fog_falloff",    "wetness",
        "scattering",   "mie_scattering", "rayleigh_scattering",    "dust_storm"};
    for (std::size_t i = 0; i < ids.size(); ++i) {
        QString name = QLatin1String(ids[i]);
        name.replace(QLatin1Char('_'), QLatin1Char(' '));
        name[0] = name[0].toUpper();
        out.push_back(real(QLatin1String(ids[i]), name, QStringLiteral("Weather"), {}, Interpolation::Step));
    }
    return out;
}

QString lightStateName(int state)
{
    return state >= 0 && state < lightStates().size() ? lightStates()[state] : QString::number(state);
}

QString doorName(int door)
{
    return door >= 0 && door < doors().size() ? doors()[door] : QString::number(door);
}

std::uint8_t doorMask(int door)
{
    if (door == 6)
        return 0x3F;
    return door >= 0 && door < 6 ? static_cast<std::uint8_t>(1U << door) : std::uint8_t{0};
}

} // namespace ghostline::carla
