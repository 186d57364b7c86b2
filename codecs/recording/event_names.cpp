// SPDX-License-Identifier: GPL-3.0-or-later
// What events, reasons and poses are called.
#include "codecs/recording/event.h"

#include <iterator>

namespace ghostline::recording {

namespace {

constexpr const char* EventNames[] = {
    "DeltaMove",       "AbsoluteMove", "EntityState",      "HandAnimation", "ItemUse",  "SetItem",
    "ChangeHeldSlot",  "SetBlock",     "SpawnEntity",      "DestroyEntity", "RunStart", "CheckpointReached",
    "CheckpointReset", "RunEnd",       "ClearGhostBlocks", "AnticheatFlag", "Chat",     "EntityMeta",
    "Bookmark"};
static_assert(std::size(EventNames) + 1 == std::variant_size_v<Event>);

constexpr std::size_t FirstExtensionIndex = 15;
constexpr std::int32_t FirstExtensionId = 64;

constexpr const char* ResetReasons[] = {"lives",  "reset_height", "timer", "manual", "forced",
                                        "liquid", "sneak",        "turn",  "sprint", "relog"};
constexpr const char* EndReasons[] = {"finish", "reset"};
constexpr const char* Poses[] = {"standing", "fall_flying",  "sleeping", "swimming", "spin_attack",
                                 "sneaking", "long_jumping", "dying",    "croaking", "using_tongue",
                                 "sitting",  "roaring",      "sniffing", "emerging", "digging",
                                 "sliding",  "shooting",     "inhaling"};

template<std::size_t N>
QString word(const char* const (&words)[N], std::int32_t number)
{
    if (number >= 0 && static_cast<std::size_t>(number) < N)
        return QString::fromLatin1(words[number]);
    return QString::number(number);
}

} // namespace

std::int32_t eventId(const Event& event)
{
    if (const auto* unknown = std::get_if<UnknownExtension>(&event))
        return unknown->id;
    const std::size_t index = event.index();
    return index < FirstExtensionIndex
               ? static_cast<std::int32_t>(index)
               : static_cast<std::int32_t>(index - FirstExtensionIndex) + FirstExtensionId;
}

QString eventName(const Event& event)
{
    if (const auto* unknown = std::get_if<UnknownExtension>(&event))
        return QStringLiteral("extension %1").arg(unknown->id);
    return QString::fromLatin1(EventNames[event.index()]);
}

QString resetReason(std::int32_t reason) { return word(ResetReasons, reason); }
QString endReason(std::int32_t reason) { return word(EndReasons, reason); }
QString poseName(std::int32_t pose) { return word(Poses, pose); }

} // namespace ghostline::recording
