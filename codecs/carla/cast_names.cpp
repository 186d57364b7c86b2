// SPDX-License-Identifier: GPL-3.0-or-later
// From a description id ("vehicle.tesla.model3") to a kind, a name for people, a shape and a size.
#include "codecs/carla/cast.h"

#include <array>

namespace ghostline::carla {

using model::ActorInfo;
using model::ActorKind;
using model::ActorShape;

namespace {

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

QString attribute(const ActorInfo& actor, const char* key)
{
    for (const auto& [id, value] : actor.attributes) {
        if (id == QLatin1String(key))
            return value;
    }
    return {};
}

ActorKind kindOf(const QString& desc, std::uint8_t type)
{
    struct Prefix
    {
        const char* text;
        ActorKind kind;
    };
    static constexpr std::array prefixes{Prefix{"vehicle.", ActorKind::Vehicle},
                                         Prefix{"walker.", ActorKind::Walker},
                                         Prefix{"traffic.traffic_light", ActorKind::TrafficLight},
                                         Prefix{"traffic.", ActorKind::Sign},
                                         Prefix{"sensor.", ActorKind::Sensor},
                                         Prefix{"static.", ActorKind::Prop},
                                         Prefix{"spectator", ActorKind::Camera}};
    for (const Prefix& p : prefixes) {
        if (desc.startsWith(QLatin1String(p.text)))
            return p.kind;
    }
    static constexpr std::array byType{ActorKind::Other,        ActorKind::Vehicle, ActorKind::Walker,
                                       ActorKind::TrafficLight, ActorKind::Sign,    ActorKind::Sensor};
    return type < byType.size() ? byType[type] : ActorKind::Other;
}

QString capitalised(QString word)
{
    if (!word.isEmpty())
        word[0] = word[0].toUpper();
    return word;
}

/// "vehicle.tesla.model3" -> "Tesla Model3"; "walker.pedestrian.0012" -> "Pedestrian 0012".
QString readableType(const QString& desc)
{
    if (desc == QLatin1String("traffic.traffic_light"))
        return QStringLiteral("Traffic light");
    if (desc.startsWith(QLatin1String("traffic.speed_limit.")))
        return QStringLiteral("Speed limit ") + desc.section(QLatin1Char('.'), 2);
    QStringList parts = desc.split(QLatin1Char('.'), Qt::SkipEmptyParts);
    if (parts.size() > 1)
        parts.removeFirst();
    if (parts.size() > 1 && (parts[0] == QLatin1String("prop") || parts[0] == QLatin1String("other")))
        parts.removeFirst();
    QStringList words;
    for (const QString& part : parts) {
        for (const QString& word : part.split(QLatin1Char('_'), Qt::SkipEmptyParts))
            words << capitalised(word);
    }
    return words.join(QLatin1Char(' '));
}

bool isHeroRole(const QString& role)
{
    return role.startsWith(QLatin1String("hero")) || role.startsWith(QLatin1String("ego"));
}

bool twoWheeled(const ActorInfo& actor)
{
    const QString base = attribute(actor, "base_type").toLower();
    return base == QLatin1String("motorcycle") || base == QLatin1String("bicycle") ||
           attribute(actor, "number_of_wheels") == QLatin1String("2");
}

CastTeam teamOf(const ActorInfo& actor)
{
    switch (actor.kind) {
    case ActorKind::Vehicle:
        if (actor.principal)
            return CastTeam::Hero;
        return twoWheeled(actor) ? CastTeam::TwoWheelers : CastTeam::Vehicles;
    case ActorKind::Walker:
        return actor.principal ? CastTeam::Hero : CastTeam::Walkers;
    case ActorKind::TrafficLight:
        return CastTeam::TrafficLights;
    case ActorKind::Sign:
        return CastTeam::Signs;
    case ActorKind::Sensor:
    case ActorKind::Camera:
        return CastTeam::Sensors;
    default:
        return CastTeam::Props;
    }
}

ActorShape shapeOf(const ActorInfo& actor)
{
    switch (actor.kind) {
    case ActorKind::Vehicle:
        return ActorShape::Vehicle;
    case ActorKind::Walker:
        return ActorShape::Capsule;
    case ActorKind::TrafficLight:
        return ActorShape::TrafficLight;
    case ActorKind::Sign:
        return ActorShape::Marker;
    case ActorKind::Sensor:
    case ActorKind::Camera:
        return ActorShape::None;
    default:
        return ActorShape::Box;
    }
}

/// Half extents in metres (left, up, forward) until the recording says better.
glm::vec3 defaultHalf(const ActorInfo& actor)
{
    if (actor.kind == ActorKind::Vehicle) {
        const QString base = attribute(actor, "base_type").toLower();
        if (base == QLatin1String("truck") || base == QLatin1String("bus"))
            return {1.3F, 1.6F, 4.0F};
        if (base == QLatin1String("bicycle") ||
            (base.isEmpty() && twoWheeled(actor) && actor.nativeType.contains(QLatin1String("bike"))))
            return {0.3F, 0.8F, 0.85F};
        if (twoWheeled(actor))
            return {0.4F, 0.8F, 1.1F};
        return {1.0F, 0.75F, 2.3F};
    }
    if (actor.kind == ActorKind::Walker)
        return {0.25F, 0.9F, 0.25F};
    if (actor.kind == ActorKind::TrafficLight)
        return {0.25F, 2.5F, 0.25F};
    if (actor.kind == ActorKind::Sign)
        return {0.3F, 1.2F, 0.1F};
    if (actor.kind == ActorKind::Sensor || actor.kind == ActorKind::Camera)
        return glm::vec3(0.1F);
    return glm::vec3(0.3F);
}

} // namespace

std::vector<model::Team> castTeams()
{
    return {{QStringLiteral("Hero"), 3},           {QStringLiteral("Vehicles"), 0},
            {QStringLiteral("Two-wheelers"), 4},   {QStringLiteral("Walkers"), 1},
            {QStringLiteral("Traffic lights"), 6}, {QStringLiteral("Signs"), 5},
            {QStringLiteral("Sensors"), 5},        {QStringLiteral("Props"), 2}};
}

ActorInfo describeActor(const EventAdd& add)
{
    ActorInfo actor;
    actor.nativeId = add.actor;
    actor.nativeType = text(add.descId);
    for (const Attribute& a : add.attributes)
        actor.attributes.emplace_back(text(a.id), text(a.value));
    actor.kind = kindOf(actor.nativeType, add.type);
    const QString role = attribute(actor, "role_name");
    const bool mobile = actor.kind == ActorKind::Vehicle || actor.kind == ActorKind::Walker;
    actor.principal = mobile && isHeroRole(role);
    actor.background = !mobile && actor.kind != ActorKind::Other;
    const QString type = readableType(actor.nativeType);
    actor.name = QStringLiteral("%1 #%2").arg(type.isEmpty() ? QStringLiteral("Actor") : type).arg(add.actor);
    if (mobile && !role.isEmpty() && role != QLatin1String("autopilot"))
        actor.name += QStringLiteral(" (%1)").arg(role);
    actor.team = static_cast<int>(teamOf(actor));
    actor.shape = shapeOf(actor);
    actor.boxHalf = defaultHalf(actor);
    // A walker's place is the middle of its body; everything else stands on its place.
    if (actor.kind != ActorKind::Walker)
        actor.boxCentre = {0.0F, actor.boxHalf.y, 0.0F};
    return actor;
}

} // namespace ghostline::carla
