// SPDX-License-Identifier: GPL-3.0-or-later
// Lives begin, get parents and boxes, and end.
#include "codecs/carla/replay/cast.h"

#include "codecs/carla/base/limits.h"
#include "codecs/carla/replay/vehicle_class.h"
#include "model/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::carla {

using model::ActorId;
using model::ActorInfo;
using model::ActorKind;
using model::FrameNumber;

std::optional<std::uint32_t> CastBuilder::find(std::uint32_t nativeId) const
{
    const auto it = m_alive.find(nativeId);
    return it == m_alive.end() ? std::nullopt : std::optional(it->second);
}

std::uint32_t CastBuilder::begin(ActorInfo info, ActorLife life)
{
    const auto index = static_cast<std::uint32_t>(m_lives.size());
    info.id = static_cast<ActorId>(index);
    m_alive[life.nativeId] = index;
    m_lives.push_back(life);
    m_infos.push_back(std::move(info));
    ++m_generation;
    return index;
}

std::optional<std::uint32_t> CastBuilder::add(const EventAdd& add, FrameNumber frame)
{
    ActorLife life;
    life.nativeId = add.actor;
    life.frames.first = frame;
    life.added = {add.location, add.rotation};
    life.fromAdd = true;
    ActorInfo info = describeActor(add);
    if (m_attributes + info.attributes.size() > MaxAttributes) {
        m_attributesLeftOut += info.attributes.size();
        info.attributes.clear();
        info.attributes.shrink_to_fit();
    }
    m_attributes += info.attributes.size();
    life.fixed =
        info.kind == ActorKind::TrafficLight || info.kind == ActorKind::Sign || info.kind == ActorKind::Prop;
    if (const auto old = find(add.actor)) {
        if (m_lives[*old].frames.first == frame) {
            // Seen earlier in this frame (its Position came first): the same life, now with a name.
            info.id = static_cast<ActorId>(*old);
            life.hasChildren = m_lives[*old].hasChildren;
            m_lives[*old] = life;
            m_infos[*old] = std::move(info);
            ++m_generation;
            return old;
        }
        remove(add.actor, frame);
    }
    if (full())
        return std::nullopt;
    return begin(std::move(info), life);
}

std::optional<std::uint32_t> CastBuilder::addUnknown(std::uint32_t nativeId, FrameNumber frame)
{
    if (full())
        return std::nullopt;
    EventAdd nothing;
    nothing.actor = nativeId;
    ActorLife life;
    life.nativeId = nativeId;
    life.frames.first = frame;
    return begin(describeActor(nothing), life);
}

std::optional<std::uint32_t> CastBuilder::remove(std::uint32_t nativeId, FrameNumber frame)
{
    const auto it = m_alive.find(nativeId);
    if (it == m_alive.end())
        return std::nullopt;
    const std::uint32_t index = it->second;
    m_lives[index].frames.end = frame;
    m_alive.erase(it);
    m_removed[nativeId] = frame;
    ++m_generation;
    return index;
}

bool CastBuilder::removedIn(std::uint32_t nativeId, FrameNumber frame) const
{
    const auto it = m_removed.find(nativeId);
    return it != m_removed.end() && it->second == frame;
}

void CastBuilder::setParent(std::uint32_t child, std::uint32_t parent, FrameNumber frame)
{
    const auto c = find(child);
    const auto p = find(parent);
    if (!c || !p || *c == *p)
        return;
    // A ring of parents would have no place in the world, an endless chain no recorder writes.
    int depth = 0;
    for (std::int32_t up = static_cast<std::int32_t>(*p); up >= 0;
         up = m_lives[static_cast<std::size_t>(up)].parent) {
        if (up == static_cast<std::int32_t>(*c) || ++depth > MaxParentDepth)
            return;
    }
    m_infos[*c].parent = static_cast<ActorId>(*p);
    if (m_lives[*c].frames.first == frame && m_lives[*c].fromAdd) {
        m_lives[*c].parent = static_cast<std::int32_t>(*p);
        m_lives[*c].fixed = false;
        m_lives[*p].hasChildren = true;
    }
}

void CastBuilder::detachChildren(std::uint32_t parent, const model::Pose& parentPose, FrameNumber frame)
{
    for (const auto& [native, index] : m_alive) {
        ActorLife& life = m_lives[index];
        if (life.parent != static_cast<std::int32_t>(parent) || life.detachedAt != OpenEnd)
            continue;
        life.detachedAt = frame;
        life.detached = compose(parentPose, localPose(life.added));
    }
}

void CastBuilder::setBox(std::uint32_t nativeId, const Vec3& originCm, const Vec3& extentCm)
{
    const auto index = find(nativeId);
    // Old builds record all-zero boxes for most props; absurd ones would hide the scene.
    constexpr double tooLarge = 100'000.0;
    const auto sane = [](const Vec3& v) {
        return finite(v) && std::abs(v.x) < tooLarge && std::abs(v.y) < tooLarge && std::abs(v.z) < tooLarge;
    };
    if (!index || !sane(originCm) || !sane(extentCm) ||
        (extentCm.x <= 0.0 && extentCm.y <= 0.0 && extentCm.z <= 0.0))
        return;
    m_infos[*index].boxCentre = glm::vec3(localOffset(originCm));
    m_infos[*index].boxHalf = {static_cast<float>(std::abs(extentCm.y) / 100.0),
                               static_cast<float>(std::abs(extentCm.z) / 100.0),
                               static_cast<float>(std::abs(extentCm.x) / 100.0)};
    placeWheels(m_infos[*index]);
}

void CastBuilder::setWheelRadii(std::uint32_t nativeId, std::span<const float> radiiCm)
{
    const auto index = find(nativeId);
    if (!index)
        return;
    auto& wheels = m_infos[*index].wheels;
    for (std::size_t i = 0; i < std::min(wheels.size(), radiiCm.size()); ++i) {
        if (radiiCm[i] >= SmallestWheelCm && radiiCm[i] <= LargestWheelCm)
            wheels[i].radius = radiiCm[i] / 100.0F;
    }
    placeWheels(m_infos[*index]);
}

void CastBuilder::setAttribute(std::uint32_t nativeId, const QString& name, const QString& value)
{
    const auto index = find(nativeId);
    if (!index)
        return;
    auto& attributes = m_infos[*index].attributes;
    const auto it =
        std::find_if(attributes.begin(), attributes.end(), [&](const auto& a) { return a.first == name; });
    if (it != attributes.end())
        it->second = value;
    else
        attributes.emplace_back(name, value);
}

void CastBuilder::setSkeleton(std::uint32_t actor, std::int32_t skeleton)
{
    m_lives[actor].skeleton = skeleton;
    m_infos[actor].skeleton = skeleton;
}

void CastBuilder::dropFrom(FrameNumber frame)
{
    while (!m_lives.empty() && m_lives.back().frames.first >= frame) {
        m_alive.erase(m_lives.back().nativeId);
        m_lives.pop_back();
        m_infos.pop_back();
    }
    for (ActorLife& life : m_lives) {
        if (life.frames.end >= frame)
            life.frames.end = OpenEnd;
        if (life.detachedAt >= frame)
            life.detachedAt = OpenEnd;
        if (life.parent >= static_cast<std::int32_t>(m_lives.size()))
            life.parent = -1;
    }
    ++m_generation;
}

std::vector<ActorInfo> CastBuilder::snapshot(FrameNumber frames) const
{
    std::vector<ActorInfo> out;
    for (std::size_t i = 0; i < m_infos.size() && m_lives[i].frames.first < frames; ++i) {
        out.push_back(m_infos[i]);
        out.back().life = {m_lives[i].frames.first, std::min(m_lives[i].frames.end, frames)};
    }
    // A parent that came later, or went with a frame that was left out, is none that this revision knows.
    for (ActorInfo& info : out) {
        if (info.parent != ActorId::None && model::index(info.parent) >= out.size())
            info.parent = ActorId::None;
    }
    return out;
}

// From a description id ("vehicle.tesla.model3") to a kind, a name for people, a shape and a size.

using model::ActorShape;

namespace {

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

CastTeam teamOf(const ActorInfo& actor)
{
    switch (actor.kind) {
    case ActorKind::Vehicle:
        if (actor.principal)
            return CastTeam::Hero;
        return twoWheeled(vehicleClassOf(actor)) ? CastTeam::TwoWheelers : CastTeam::Vehicles;
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
        return ActorShape::Body;
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
    if (actor.kind == ActorKind::Vehicle)
        return usualHalf(vehicleClassOf(actor));
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
    std::vector<model::Team> teams{{QStringLiteral("Hero"), 3},           {QStringLiteral("Vehicles"), 0},
                                   {QStringLiteral("Two-wheelers"), 4},   {QStringLiteral("Walkers"), 1},
                                   {QStringLiteral("Traffic lights"), 6}, {QStringLiteral("Signs"), 5},
                                   {QStringLiteral("Sensors"), 5},        {QStringLiteral("Props"), 2}};
    for (model::Team& team : teams)
        team.nameWording = model::Sentence::of(team.name).wording();
    return teams;
}

ActorInfo describeActor(const EventAdd& add)
{
    ActorInfo actor;
    actor.nativeId = add.actor;
    actor.nativeType = model::textOf(add.descId);
    for (const Attribute& a : add.attributes)
        actor.attributes.emplace_back(model::textOf(a.id), model::textOf(a.value));
    actor.kind = kindOf(actor.nativeType, add.type);
    const QString role = attributeOf(actor, "role_name");
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
    if (actor.kind == ActorKind::Vehicle)
        setBuild(actor, vehicleClassOf(actor));
    placeWheels(actor);
    return actor;
}

} // namespace ghostline::carla
