// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/run_properties.h"

#include "codecs/io/nbt.h"
#include "codecs/recording/run_body.h"
#include "codecs/recording/run_segment.h"

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

PropertyInfo property(const QString& id, const QString& name, const QString& group, PropertyType type,
                      const QString& unit = {}, Interpolation interpolation = Interpolation::Step)
{
    PropertyInfo out;
    out.id = id;
    out.name = name;
    out.group = group;
    out.type = type;
    out.unit = unit;
    out.interpolation = interpolation;
    return out;
}

const io::NbtCompound* compound(const io::NbtCompound& in, const QString& key)
{
    const io::NbtValue* const value = in.find(key);
    return value == nullptr ? nullptr : value->as<io::NbtCompound>();
}

std::optional<std::int64_t> integer(const io::NbtCompound* in, const QString& key)
{
    const io::NbtValue* const value = in == nullptr ? nullptr : in->find(key);
    return value == nullptr ? std::nullopt : value->integer();
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

QString itemText(NbtView nbt)
{
    const auto read = io::readNbtExactly(nbt);
    if (!read)
        return {};
    const io::NbtValue* const id = read->find(u"id");
    QString text = id == nullptr ? QString() : id->text();
    if (text.startsWith(QLatin1String("minecraft:")))
        text = text.mid(10);
    // The game has written both ways.
    auto count = integer(&*read, QStringLiteral("count"));
    if (!count)
        count = integer(&*read, QStringLiteral("Count"));
    if (text.isEmpty() || text == QLatin1String("air") || count.value_or(1) <= 0)
        return {};
    auto damage = integer(compound(*read, QStringLiteral("components")), QStringLiteral("minecraft:damage"));
    if (!damage)
        damage = integer(compound(*read, QStringLiteral("tag")), QStringLiteral("Damage"));
    if (count.value_or(1) > 1)
        text += QStringLiteral(" x%1").arg(*count);
    if (damage.value_or(0) > 0)
        text += QStringLiteral(" (damage %1)").arg(*damage);
    return text;
}

std::vector<PropertyInfo> actorProperties()
{
    const QString state = QStringLiteral("State");
    const QString motion = QStringLiteral("Motion");
    const QString items = QStringLiteral("Items");
    const QString degrees = QStringLiteral("\u00B0");
    const QString speed = QStringLiteral("m/s");
    using T = PropertyType;
    std::vector<PropertyInfo> out;
    out.reserve(actor_property::Count);
    PropertyInfo pose = property(QStringLiteral("pose"), QStringLiteral("Pose"), state, T::Enumeration);
    for (int i = 0; i < KnownPoses; ++i)
        pose.names << poseName(i);
    out.push_back(std::move(pose));
    out.push_back(property(QStringLiteral("on_fire"), QStringLiteral("On fire"), state, T::Boolean));
    out.push_back(property(QStringLiteral("sneaking"), QStringLiteral("Sneaking"), state, T::Boolean));
    out.push_back(property(QStringLiteral("sprinting"), QStringLiteral("Sprinting"), state, T::Boolean));
    out.push_back(property(QStringLiteral("swimming"), QStringLiteral("Swimming"), state, T::Boolean));
    out.push_back(property(QStringLiteral("gliding"), QStringLiteral("Gliding"), state, T::Boolean));
    out.push_back(property(QStringLiteral("riptide"), QStringLiteral("Riptide"), state, T::Boolean));
    out.push_back(property(QStringLiteral("invisible"), QStringLiteral("Invisible"), state, T::Boolean));
    out.push_back(property(QStringLiteral("glowing"), QStringLiteral("Glowing"), state, T::Boolean));
    out.push_back(property(QStringLiteral("yaw"), QStringLiteral("Yaw"), motion, T::Real, degrees,
                           Interpolation::Angle));
    out.push_back(property(QStringLiteral("pitch"), QStringLiteral("Pitch"), motion, T::Real, degrees,
                           Interpolation::Linear));
    out.push_back(property(QStringLiteral("speed"), QStringLiteral("Tick speed"), motion, T::Real, speed));
    out.back().computed = true; // from this tick's place to the next one's; the metric looks back
    out.push_back(property(QStringLiteral("vertical_speed"), QStringLiteral("Vertical tick speed"), motion,
                           T::Real, speed));
    out.back().computed = true;
    out.push_back(property(QStringLiteral("held_slot"), QStringLiteral("Held slot"), items, T::Integer));
    out.push_back(property(QStringLiteral("held_item"), QStringLiteral("Held item"), items, T::Text));
    for (int i = 1; i <= HotbarSlots; ++i) {
        out.push_back(
            property(QStringLiteral("hotbar_%1").arg(i), QStringLiteral("Hotbar %1").arg(i), items, T::Text));
    }
    out.push_back(property(QStringLiteral("off_hand"), QStringLiteral("Off hand"), items, T::Text));
    out.push_back(property(QStringLiteral("helmet"), QStringLiteral("Helmet"), items, T::Text));
    out.push_back(property(QStringLiteral("chestplate"), QStringLiteral("Chestplate"), items, T::Text));
    out.push_back(property(QStringLiteral("leggings"), QStringLiteral("Leggings"), items, T::Text));
    out.push_back(property(QStringLiteral("boots"), QStringLiteral("Boots"), items, T::Text));
    out.push_back(property(QStringLiteral("using_item"), QStringLiteral("Using item"), items, T::Boolean));
    out.push_back(property(QStringLiteral("entity"), QStringLiteral("Entity number"), state, T::Integer));
    return out;
}

std::vector<PropertyInfo> matchProperties()
{
    const QString run = QStringLiteral("Run");
    using T = PropertyType;
    std::vector<PropertyInfo> out;
    out.reserve(match_property::Count);
    out.push_back(property(QStringLiteral("run_time"), QStringLiteral("Run time"), run, T::Real,
                           QStringLiteral("s"), Interpolation::Linear));
    out.push_back(property(QStringLiteral("run_tick"), QStringLiteral("Run tick"), run, T::Integer));
    out.push_back(property(QStringLiteral("checkpoints"), QStringLiteral("Checkpoints"), run, T::Integer));
    out.push_back(
        property(QStringLiteral("last_checkpoint"), QStringLiteral("Last checkpoint"), run, T::Text));
    out.push_back(property(QStringLiteral("resets"), QStringLiteral("Resets"), run, T::Integer));
    PropertyInfo phase = property(QStringLiteral("run_state"), QStringLiteral("State"), run, T::Enumeration);
    phase.names = {QStringLiteral("waiting"), QStringLiteral("running"), QStringLiteral("finished"),
                   QStringLiteral("reset")};
    out.push_back(std::move(phase));
    out.push_back(property(QStringLiteral("blocks_edited"), QStringLiteral("Blocks edited"),
                           QStringLiteral("World"), T::Integer));
    return out;
}

void declareProperties(model::ReplayInfo& info)
{
    info.actorProperties = actorProperties();
    info.matchProperties = matchProperties();
    info.skeletons = {playerSkeleton()};
}

} // namespace ghostline::recording
