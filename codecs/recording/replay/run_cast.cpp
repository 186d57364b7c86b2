// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/run_cast.h"

#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/run_texts.h"
#include "model/base/text.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ghostline::recording {

using model::ActorId;
using model::ActorKind;
using model::ActorShape;

namespace {

constexpr model::FrameNumber StillThere = std::numeric_limits<model::FrameNumber>::max();

struct TypeLook
{
    std::string_view type; ///< the whole name, or with a '*' in front the end of it
    ActorKind kind;
    ActorShape shape;
    float width;
    float height;
};

// Rough sizes in metres of what is seen often; the first that fits counts.
constexpr auto Looks = std::to_array<TypeLook>({
    {"player", ActorKind::Player, ActorShape::Capsule, 0.6F, 1.8F},
    {"arrow", ActorKind::Prop, ActorShape::Box, 0.15F, 0.15F},
    {"spectral_arrow", ActorKind::Prop, ActorShape::Box, 0.15F, 0.15F},
    {"trident", ActorKind::Prop, ActorShape::Box, 0.2F, 0.2F},
    {"ender_pearl", ActorKind::Prop, ActorShape::Sphere, 0.25F, 0.25F},
    {"eye_of_ender", ActorKind::Prop, ActorShape::Sphere, 0.25F, 0.25F},
    {"snowball", ActorKind::Prop, ActorShape::Sphere, 0.25F, 0.25F},
    {"egg", ActorKind::Prop, ActorShape::Sphere, 0.25F, 0.25F},
    {"*potion", ActorKind::Prop, ActorShape::Sphere, 0.25F, 0.25F},
    {"experience_bottle", ActorKind::Prop, ActorShape::Sphere, 0.25F, 0.25F},
    {"experience_orb", ActorKind::Prop, ActorShape::Sphere, 0.3F, 0.3F},
    {"fishing_bobber", ActorKind::Prop, ActorShape::Sphere, 0.25F, 0.25F},
    {"small_fireball", ActorKind::Prop, ActorShape::Sphere, 0.3F, 0.3F},
    {"*wind_charge", ActorKind::Prop, ActorShape::Sphere, 0.3F, 0.3F},
    {"firework_rocket", ActorKind::Prop, ActorShape::Cylinder, 0.25F, 0.25F},
    {"fireball", ActorKind::Prop, ActorShape::Sphere, 1.0F, 1.0F},
    {"item", ActorKind::Prop, ActorShape::Box, 0.25F, 0.25F},
    {"falling_block", ActorKind::Prop, ActorShape::Box, 0.98F, 0.98F},
    {"tnt", ActorKind::Prop, ActorShape::Box, 0.98F, 0.98F},
    {"item_frame", ActorKind::Prop, ActorShape::Box, 0.5F, 0.5F},
    {"glow_item_frame", ActorKind::Prop, ActorShape::Box, 0.5F, 0.5F},
    {"painting", ActorKind::Prop, ActorShape::Box, 0.5F, 0.5F},
    {"armor_stand", ActorKind::Prop, ActorShape::Capsule, 0.5F, 1.975F},
    {"*_display", ActorKind::Prop, ActorShape::Box, 0.5F, 0.5F},
    {"end_crystal", ActorKind::Prop, ActorShape::Box, 2.0F, 2.0F},
    {"marker", ActorKind::Other, ActorShape::Marker, 0.2F, 0.2F},
    {"interaction", ActorKind::Other, ActorShape::Marker, 0.5F, 0.5F},
    {"lightning_bolt", ActorKind::Other, ActorShape::Marker, 0.5F, 0.5F},
    {"*minecart", ActorKind::Vehicle, ActorShape::Box, 0.98F, 0.7F},
    {"*boat", ActorKind::Vehicle, ActorShape::Box, 1.375F, 0.56F},
    {"*raft", ActorKind::Vehicle, ActorShape::Box, 1.375F, 0.56F},
    {"*horse", ActorKind::Unit, ActorShape::Box, 1.4F, 1.6F},
    {"donkey", ActorKind::Unit, ActorShape::Box, 1.4F, 1.5F},
    {"chicken", ActorKind::Unit, ActorShape::Capsule, 0.4F, 0.7F},
    {"pig", ActorKind::Unit, ActorShape::Box, 0.9F, 0.9F},
    {"cow", ActorKind::Unit, ActorShape::Box, 0.9F, 1.4F},
    {"sheep", ActorKind::Unit, ActorShape::Box, 0.9F, 1.3F},
    {"wolf", ActorKind::Unit, ActorShape::Box, 0.6F, 0.85F},
    {"cat", ActorKind::Unit, ActorShape::Box, 0.6F, 0.7F},
    {"slime", ActorKind::Unit, ActorShape::Box, 1.0F, 1.0F},
    {"magma_cube", ActorKind::Unit, ActorShape::Box, 1.0F, 1.0F},
    {"*spider", ActorKind::Unit, ActorShape::Box, 1.4F, 0.9F},
    {"silverfish", ActorKind::Unit, ActorShape::Box, 0.4F, 0.3F},
    {"bat", ActorKind::Unit, ActorShape::Capsule, 0.5F, 0.9F},
    {"iron_golem", ActorKind::Unit, ActorShape::Capsule, 1.4F, 2.7F},
    {"enderman", ActorKind::Unit, ActorShape::Capsule, 0.6F, 2.9F},
    {"wither_skeleton", ActorKind::Unit, ActorShape::Capsule, 0.7F, 2.4F},
    {"ghast", ActorKind::Unit, ActorShape::Box, 4.0F, 4.0F},
    {"ender_dragon", ActorKind::Unit, ActorShape::Box, 8.0F, 4.0F},
    {"shulker", ActorKind::Unit, ActorShape::Box, 1.0F, 1.0F},
});

bool fits(std::string_view type, std::string_view name)
{
    return type.starts_with('*') ? name.ends_with(type.substr(1)) : name == type;
}

/// "armor_stand" -> "Armor stand".
QString wordsOf(std::string_view name)
{
    constexpr std::size_t Longest = 80;
    name = name.substr(0, Longest);
    QString words = lineOf(model::textOf(name));
    words.replace(u'_', u' ');
    if (!words.isEmpty())
        words[0] = words[0].toUpper();
    return words.isEmpty() ? QStringLiteral("Entity") : words;
}

} // namespace

EntityLook entityLook(const Kind& type)
{
    EntityLook look;
    if (type.name.empty()) {
        look.name = QStringLiteral("entity #%1").arg(type.number);
        look.kind = ActorKind::Other;
        return look;
    }
    const auto colon = type.name.find(':');
    const std::string_view name = colon == std::string_view::npos ? type.name : type.name.substr(colon + 1);
    look.name = wordsOf(name);
    const auto* const found =
        std::find_if(Looks.begin(), Looks.end(), [name](const TypeLook& l) { return fits(l.type, name); });
    if (found != Looks.end()) {
        look.kind = found->kind;
        look.shape = found->shape;
        look.size = {found->width, found->height, found->width};
    }
    return look;
}

RunCast::RunCast(const QString& playerName, const QString& playerId)
{
    model::ActorInfo player;
    player.id = static_cast<ActorId>(0);
    player.name = lineOf(playerName.left(200));
    if (player.name.isEmpty())
        player.name = QStringLiteral("Player");
    player.nativeType = QStringLiteral("minecraft:player");
    player.kind = ActorKind::Player;
    player.skeleton = 0;
    player.shape = ActorShape::Body;
    player.boxCentre = {0.0F, 0.9F, 0.0F};
    player.boxHalf = {0.3F, 0.9F, 0.3F};
    player.principal = true;
    player.life = {0, StillThere};
    if (!playerId.isEmpty())
        player.attributes.emplace_back(QStringLiteral("uuid"), playerId);
    m_cast.push_back(std::move(player));
}

void RunCast::begin(ActorId actor, std::int32_t entity, const Kind& type, model::FrameNumber first)
{
    if (actor == ActorId::None || model::index(actor) < m_cast.size())
        return;
    if (m_cast.size() >= MaxLives || model::index(actor) != m_cast.size()) {
        ++m_leftOut;
        return;
    }
    const EntityLook look = entityLook(type);
    model::ActorInfo info;
    info.id = actor;
    info.nativeId = static_cast<std::uint32_t>(entity);
    const int number = ++m_counts[look.name];
    // A type known by its number keeps it in front: "entity #128", "entity #128 (2)".
    info.name = !type.name.empty() ? QStringLiteral("%1 %2").arg(look.name).arg(number)
                : number == 1      ? look.name
                                   : QStringLiteral("%1 (%2)").arg(look.name).arg(number);
    info.nativeType = type.name.empty() ? look.name : model::textOf(type.name);
    info.kind = look.kind;
    info.shape = look.shape;
    info.boxHalf = look.size * 0.5F;
    info.boxCentre = {0.0F, look.size.y * 0.5F, 0.0F};
    info.life = {first, StillThere};
    m_cast.push_back(std::move(info));
}

void RunCast::end(ActorId actor, model::FrameNumber end)
{
    if (model::index(actor) == 0 || model::index(actor) >= m_cast.size())
        return;
    model::FrameRange& life = m_cast[model::index(actor)].life;
    life.end = std::min(life.end, std::max(end, life.first));
}

void RunCast::describe(ActorId actor, const QString& name)
{
    constexpr std::size_t MostNames = 8;
    if (model::index(actor) >= m_cast.size() || name.isEmpty())
        return;
    auto& attributes = m_cast[model::index(actor)].attributes;
    const std::pair<QString, QString> entry{QStringLiteral("custom name"), name.left(200)};
    if (attributes.size() < MostNames &&
        std::find(attributes.begin(), attributes.end(), entry) == attributes.end())
        attributes.push_back(entry);
}

const QString& RunCast::name(ActorId actor) const
{
    static const QString nobody;
    return model::index(actor) < m_cast.size() ? m_cast[model::index(actor)].name : nobody;
}

std::vector<model::ActorInfo> RunCast::snapshot(model::FrameNumber frames) const
{
    std::vector<model::ActorInfo> cast = m_cast;
    for (model::ActorInfo& actor : cast) {
        actor.life.first = std::min(actor.life.first, frames);
        actor.life.end = std::min(actor.life.end, frames);
    }
    return cast;
}

} // namespace ghostline::recording
