// SPDX-License-Identifier: GPL-3.0-or-later
// The properties that actors have, by name, in the order of replay/ids.h.
#include "codecs/ironcurtain/story/declare.h"

#include "codecs/io/property_list.h"

#include <QSet>

namespace ghostline::ironcurtain {

using model::PropertyInfo;
using model::PropertyType;

namespace {

void declareUnits(io::PropertyList& all)
{
    all.group(QStringLiteral("Unit"));
    all.add("type", "Type", PropertyType::Text);
    all.add("group", "Group", PropertyType::Enumeration).names = {
        QStringLiteral("Infantry"), QStringLiteral("Vehicles"), QStringLiteral("Aircraft"),
        QStringLiteral("Ships"),    QStringLiteral("Economy"),  QStringLiteral("Buildings")};
    all.add("health", "Health", PropertyType::Real);
    all.add("max_health", "Health when whole", PropertyType::Real);
    all.add("turret", "Turret", PropertyType::Real, "°").interpolation = model::Interpolation::Angle;
    all.count("veterancy", "Veterancy");
    all.add("sight", "Sight", PropertyType::Real, "m");
    all.group(QStringLiteral("Production"));
    all.add("progress", "Building progress", PropertyType::Real, "%");
    all.add("producing", "Producing", PropertyType::Text);
    all.add("production_progress", "Production progress", PropertyType::Real, "%");
    all.count("queue_length", "In line");
    all.group(QStringLiteral("Unit"));
    all.count("carried", "Carried");
    all.add("conditions", "Conditions", PropertyType::Flags).names = {
        QStringLiteral("Prone"), QStringLiteral("Low power"), QStringLiteral("Iron curtain"),
        QStringLiteral("Cloaked")};
    all.count("look", "Look");
}

void declareEconomy(io::PropertyList& all)
{
    all.group(QStringLiteral("Match"));
    all.add("status", "Status", PropertyType::Enumeration).names = {
        QStringLiteral("Playing"), QStringLiteral("Defeated"), QStringLiteral("Won"), QStringLiteral("Left")};
    all.group(QStringLiteral("Economy"));
    all.count("credits", "Credits");
    all.add("collection_rate", "Collection rate", PropertyType::Real, "/min");
    all.count("total_collected", "Collected in all");
    all.count("total_spent", "Spent in all");
    all.add("harvester_idle", "Harvesters idle", PropertyType::Real, "s");
}

void declareCombat(io::PropertyList& all)
{
    all.group(QStringLiteral("Production"));
    all.count("units_produced", "Units produced");
    all.count("structures_built", "Structures built");
    all.add("production_idle", "Production idle", PropertyType::Real, "s");
    all.group(QStringLiteral("Combat"));
    all.count("units_killed", "Units killed");
    all.count("units_lost", "Units lost");
    all.count("structures_destroyed", "Structures destroyed");
    all.count("structures_lost", "Structures lost");
    all.count("killed_value", "Value killed");
    all.count("lost_value", "Value lost");
    all.count("damage_dealt", "Damage dealt");
    all.count("damage_received", "Damage received");
    all.group(QStringLiteral("Actions"));
    all.add("apm", "Actions per minute", PropertyType::Integer, "/min");
    all.add("epm", "Effective actions per minute", PropertyType::Integer, "/min");
    all.group(QStringLiteral("Combat"));
    all.count("army_value", "Army value");
    all.group(QStringLiteral("Powers"));
    all.count("power_produced", "Power produced");
    all.count("power_drained", "Power drained");
    all.group(QStringLiteral("Economy"));
    all.count("harvesters", "Harvesters");
    all.count("refineries", "Refineries");
    all.group(QStringLiteral("Combat"));
    all.count("unit_count", "Units");
    all.count("structure_count", "Structures");
}

/// Stable and snake_case whatever the file calls it.
QString keyOf(std::string_view identifier)
{
    QString key;
    for (const char c : identifier) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool upper = c >= 'A' && c <= 'Z';
        key += QLatin1Char(plain ? c : upper ? static_cast<char>(c - 'A' + 'a') : '_');
    }
    return key.isEmpty() ? QStringLiteral("unnamed") : key;
}

void declarePowers(io::PropertyList& all, const PowerList& powers, const Kinds& kinds)
{
    all.group(QStringLiteral("Powers"));
    const QStringList states{QStringLiteral("Locked"), QStringLiteral("Charging"), QStringLiteral("Ready")};
    QSet<QString> taken;
    for (std::size_t i = 0; i < powers.size(); ++i) {
        QString key = keyOf(kinds.string(powers[i]));
        if (taken.contains(key))
            key += QStringLiteral("_%1").arg(i + 1);
        taken.insert(key);
        const QString name = kinds.readable(powers[i]);
        all.add(QStringLiteral("power_%1").arg(key), name, PropertyType::Enumeration).names = states;
        all.add(QStringLiteral("power_%1_remaining").arg(key), QStringLiteral("%1 ready in").arg(name),
                PropertyType::Real, "s");
    }
}

} // namespace

std::vector<PropertyInfo> actorProperties(const PowerList& powers, const Kinds& kinds)
{
    io::PropertyList all(static_cast<std::size_t>(ActorProperty::FirstPower) + 2 * powers.size());
    declareUnits(all);
    declareEconomy(all);
    declareCombat(all);
    declarePowers(all, powers, kinds);
    return all.take();
}

model::Census census()
{
    model::Census census;
    census.type = id(ActorProperty::Type);
    census.group = id(ActorProperty::Group);
    return census;
}

} // namespace ghostline::ironcurtain
