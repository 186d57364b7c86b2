// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/run_properties.h"

#include "codecs/recording/replay/run_body.h"

namespace ghostline::recording {

using model::Interpolation;
using model::PropertyInfo;
using model::PropertyType;

namespace {

constexpr int KnownPoses = 18;
// The game's inventory: armour from the head down, then the other hand.
constexpr std::int32_t HelmetSlot = 41;
constexpr std::int32_t BootsSlot = 44;
constexpr std::int32_t OffHandSlot = 45;

struct Declared
{
    const char* id;
    const char* name;
    const char* group;
    PropertyType type;
    const char* unit = "";
    Interpolation interpolation = Interpolation::Step;
    bool computed = false;
};
using T = PropertyType;

constexpr Declared ActorProperties[] = {
    {"pose", "Pose", "State", T::Enumeration},
    {"on_fire", "On fire", "State", T::Boolean},
    {"sneaking", "Sneaking", "State", T::Boolean},
    {"sprinting", "Sprinting", "State", T::Boolean},
    {"swimming", "Swimming", "State", T::Boolean},
    {"gliding", "Gliding", "State", T::Boolean},
    {"riptide", "Riptide", "State", T::Boolean},
    {"invisible", "Invisible", "State", T::Boolean},
    {"glowing", "Glowing", "State", T::Boolean},
    {"yaw", "Yaw", "Motion", T::Real, "\u00B0", Interpolation::Angle},
    {"pitch", "Pitch", "Motion", T::Real, "\u00B0", Interpolation::Linear},
    // From this tick's place to the next one's; the metric looks back.
    {"speed", "Tick speed", "Motion", T::Real, "m/s", Interpolation::Step, true},
    {"vertical_speed", "Vertical tick speed", "Motion", T::Real, "m/s", Interpolation::Step, true},
    {"held_slot", "Held slot", "Items", T::Integer},
    {"held_item", "Held item", "Items", T::Text},
    {"hotbar_%1", "Hotbar %1", "Items", T::Text}, // as many as there are slots
    {"off_hand", "Off hand", "Items", T::Text},
    {"helmet", "Helmet", "Items", T::Text},
    {"chestplate", "Chestplate", "Items", T::Text},
    {"leggings", "Leggings", "Items", T::Text},
    {"boots", "Boots", "Items", T::Text},
    {"using_item", "Using item", "Items", T::Boolean},
    {"entity", "Entity number", "State", T::Integer},
};
constexpr Declared MatchProperties[] = {
    {"run_time", "Run time", "Run", T::Real, "s", Interpolation::Linear},
    {"run_tick", "Run tick", "Run", T::Integer},
    {"checkpoints", "Checkpoints", "Run", T::Integer},
    {"last_checkpoint", "Last checkpoint", "Run", T::Text},
    {"resets", "Resets", "Run", T::Integer},
    {"run_state", "State", "Run", T::Enumeration},
    {"blocks_edited", "Blocks edited", "World", T::Integer},
};

std::vector<PropertyInfo> declared(std::span<const Declared> properties)
{
    std::vector<PropertyInfo> out;
    for (const Declared& property : properties) {
        PropertyInfo info;
        info.id = QString::fromLatin1(property.id);
        info.name = QString::fromLatin1(property.name);
        info.group = QString::fromLatin1(property.group);
        info.type = property.type;
        info.unit = QString::fromUtf8(property.unit);
        info.interpolation = property.interpolation;
        info.computed = property.computed;
        const bool numbered = info.id.contains(QLatin1String("%1"));
        for (int i = 1; i <= (numbered ? HotbarSlots : 1); ++i) {
            PropertyInfo& one = out.emplace_back(info);
            if (numbered) {
                one.id = info.id.arg(i);
                one.name = info.name.arg(i);
            }
        }
    }
    return out;
}

/// The game's own figures, as the Minecraft Wiki gives them (Walking, Sprinting, Jumping, Entity physics).
model::MotionRules motionRules()
{
    constexpr double Ticks = 20.0; // a second
    constexpr std::int64_t Sitting = 10;
    constexpr std::int64_t FallFlying = 1;
    constexpr std::int64_t SpinAttack = 4;
    model::MotionRules rules;
    rules.tick = model::Micros{50'000};
    rules.walkSpeed = 4.317;
    rules.groundSpeed = 5.612;
    rules.gravity = 0.08 * Ticks * Ticks;
    rules.fallDrag = 0.98;
    rules.fallSpeed = 78.4;
    rules.jumpSpeed = 0.42 * Ticks;
    // Ladders and vines; the side of a block of honey; cobweb, which leaves a twentieth of a fall's first
    // tick.
    rules.heldSinking = {0.15 * Ticks, 0.05 * Ticks, 0.05 * 0.08 * 0.98 * Ticks};
    rules.standGrid = 1.0 / 16.0;
    rules.eyeHeight = 1.62;
    rules.unbound = {model::ActorPropertyId(actor_property::Swimming),
                     model::ActorPropertyId(actor_property::Gliding),
                     model::ActorPropertyId(actor_property::Riptide)};
    rules.pose = model::ActorPropertyId(actor_property::Pose);
    rules.unboundPoses = {FallFlying, SpinAttack, Sitting};
    rules.carriedPoses = {Sitting};
    rules.sprinting = model::ActorPropertyId(actor_property::Sprinting);
    rules.sneaking = model::ActorPropertyId(actor_property::Sneaking);
    rules.tellsPlaced = true;
    return rules;
}

} // namespace

int shownSlot(std::int32_t slot)
{
    if (slot >= 0 && slot < HotbarSlots)
        return slot;
    if (slot == OffHandSlot)
        return HotbarSlots;
    if (slot >= HelmetSlot && slot <= BootsSlot)
        return HotbarSlots + 1 + slot - HelmetSlot;
    return -1;
}

void declareProperties(model::ReplayInfo& info)
{
    info.actorProperties = declared(ActorProperties);
    info.matchProperties = declared(MatchProperties);
    for (int i = 0; i < KnownPoses; ++i)
        info.actorProperties[actor_property::Pose].names << poseName(i);
    info.matchProperties[match_property::RunState].names = {
        QStringLiteral("waiting"), QStringLiteral("running"), QStringLiteral("finished"),
        QStringLiteral("reset")};
    info.skeletons = {playerSkeleton()};
    info.motion = motionRules();
    info.scoreboard.clock = model::MatchPropertyId(match_property::RunTime);
    info.scoreboard.status = model::MatchPropertyId(match_property::RunState);
    info.scoreboard.run = true;
}

} // namespace ghostline::recording
