// SPDX-License-Identifier: GPL-3.0-or-later
// Where each slot lies in an entity's bytes, whether those bytes make sense, and how one set of slots is laid
// over another.
#include "codecs/ironcurtain/state/slots.h"

#include "codecs/ironcurtain/container/bincode.h"

namespace ghostline::ironcurtain {

namespace {

constexpr std::array<std::uint8_t, FirstSizedSlot> FixedBytes = {9,  12, 4, 8, 18, 4, 13, 5,
                                                                 12, 1,  5, 1, 1,  4, 4};
constexpr std::uint64_t FixedMask = (std::uint64_t{1} << FirstSizedSlot) - 1;
constexpr std::uint64_t UnknownFixedMask = FixedMask & ~((std::uint64_t{1} << KnownFixedSlots) - 1);
constexpr std::size_t SlotLengthBytes = 4;

/// Bytes of all slots in eight bits of a mask, so that no accessor has to walk them.
constexpr std::array<std::uint8_t, 256> sumsOf(unsigned firstSlot)
{
    std::array<std::uint8_t, 256> sums{};
    for (unsigned bits = 0; bits < 256; ++bits) {
        unsigned sum = 0;
        for (unsigned i = 0; i < 8; ++i)
            sum += (bits >> i & 1U) != 0 ? FixedBytes[firstSlot + i] : 0U;
        sums[bits] = static_cast<std::uint8_t>(sum);
    }
    return sums;
}
constexpr auto LowSums = sumsOf(0);
constexpr auto HighSums = sumsOf(8);

std::size_t fixedBytes(std::uint64_t mask)
{
    return std::size_t{LowSums[mask & 0xFF]} + HighSums[mask >> 8 & 0xFF];
}

std::uint64_t below(unsigned slot) { return (std::uint64_t{1} << slot) - 1; }

/// The slot at `at`, its length in front included; `at` is where it begins. The bytes have been checked.
std::size_t storedBytes(unsigned slot, const std::byte* at)
{
    return slot < FirstSizedSlot ? FixedBytes[slot] : SlotLengthBytes + io::loadLe<std::uint32_t>(at);
}

template<io::Scalar T>
std::optional<T> single(std::span<const std::byte> bytes)
{
    if (bytes.empty())
        return std::nullopt;
    return io::loadLe<T>(bytes.data());
}

WorldPos placeAt(const std::byte* at)
{
    return {io::loadLe<std::int32_t>(at), io::loadLe<std::int32_t>(at + 4), io::loadLe<std::int32_t>(at + 8)};
}

std::uint8_t byteAt(const std::byte* at, std::size_t i) { return std::to_integer<std::uint8_t>(at[i]); }

/// Content of the fixed slots for which the table lists the values that exist.
const char* checkFixed(unsigned slot, const std::byte* at)
{
    switch (static_cast<Slot>(slot)) {
    case Slot::Identity:
        return byteAt(at, 8) > static_cast<unsigned>(UnitKind::Prop) ? "its kind is none that exists"
                                                                     : nullptr;
    case Slot::Position:
        return inWorld(placeAt(at)) ? nullptr : "its position lies outside the world";
    case Slot::Motion:
        if (byteAt(at, 4) > 4)
            return "its locomotor is none that exists";
        if (byteAt(at, 5) > 1)
            return "whether it moves is neither 0 nor 1";
        return inWorld(placeAt(at + 6)) ? nullptr : "its destination lies outside the world";
    case Slot::Weapon:
        return byteAt(at, 8) > 1 ? "whether it has a target is neither 0 nor 1" : nullptr;
    case Slot::Building:
        return byteAt(at, 2) > static_cast<unsigned>(BuildState::Selling)
                   ? "its build state is none that exists"
                   : nullptr;
    default:
        return nullptr;
    }
}

/// Content of the sized slots that are known: what they count must use up their length.
const char* checkSized(unsigned slot, std::span<const std::byte> bytes)
{
    BinReader in(bytes);
    switch (static_cast<Slot>(slot)) {
    case Slot::ProductionQueue:
        in.raw(std::size_t{in.u8()} * 12);
        return in.ok() && in.atEnd() ? nullptr : "its production queue does not fit its length";
    case Slot::Path:
        for (std::size_t n = in.count(sizeof(WorldPos)); n > 0 && in.ok(); --n)
            in.place();
        return in.ok() && in.atEnd() ? nullptr : "its path does not fit its length or leaves the world";
    case Slot::Cargo:
        in.raw(in.count(sizeof(UnitTag)) * sizeof(UnitTag));
        return in.ok() && in.atEnd() ? nullptr : "its cargo does not fit its length";
    default:
        return nullptr;
    }
}

/// The lower of the slots that are left in a mask, taken out of it.
unsigned takeLowest(std::uint64_t& mask)
{
    const auto slot = static_cast<unsigned>(std::countr_zero(mask));
    mask &= mask - 1;
    return slot;
}

} // namespace

std::size_t fixedSlotBytes(unsigned slot) { return slot < FirstSizedSlot ? FixedBytes[slot] : 0; }

std::span<const std::byte> Components::slotWithLength(unsigned slot) const
{
    if ((mask >> slot & 1U) == 0)
        return {};
    if (slot < FirstSizedSlot)
        return bytes.subspan(fixedBytes(mask & below(slot)), FixedBytes[slot]);
    std::size_t at = fixedBytes(mask & FixedMask);
    for (std::uint64_t left = mask & below(slot) & ~FixedMask; left != 0;)
        at += storedBytes(takeLowest(left), bytes.data() + at);
    return bytes.subspan(at, storedBytes(slot, bytes.data() + at));
}

std::span<const std::byte> Components::slot(unsigned slot) const
{
    const auto stored = slotWithLength(slot);
    return slot < FirstSizedSlot || stored.empty() ? stored : stored.subspan(SlotLengthBytes);
}

std::optional<Identity> Components::identity() const
{
    const auto at = slot(static_cast<unsigned>(Slot::Identity));
    if (at.empty())
        return std::nullopt;
    return Identity{io::loadLe<std::uint32_t>(at.data()), io::loadLe<std::uint32_t>(at.data() + 4),
                    static_cast<UnitKind>(byteAt(at.data(), 8))};
}

std::optional<WorldPos> Components::position() const
{
    const auto at = slot(static_cast<unsigned>(Slot::Position));
    if (at.empty())
        return std::nullopt;
    return placeAt(at.data());
}

std::optional<std::int32_t> Components::facing() const
{
    return single<std::int32_t>(slot(static_cast<unsigned>(Slot::Facing)));
}

std::optional<Health> Components::health() const
{
    const auto at = slot(static_cast<unsigned>(Slot::Health));
    if (at.empty())
        return std::nullopt;
    return Health{io::loadLe<std::int32_t>(at.data()), io::loadLe<std::int32_t>(at.data() + 4)};
}

std::optional<Motion> Components::motion() const
{
    const auto at = slot(static_cast<unsigned>(Slot::Motion));
    if (at.empty())
        return std::nullopt;
    return Motion{io::loadLe<std::int32_t>(at.data()), byteAt(at.data(), 4), byteAt(at.data(), 5) != 0,
                  placeAt(at.data() + 6)};
}

std::optional<std::int32_t> Components::turret() const
{
    return single<std::int32_t>(slot(static_cast<unsigned>(Slot::Turret)));
}

std::optional<Weapon> Components::weapon() const
{
    const auto at = slot(static_cast<unsigned>(Slot::Weapon));
    if (at.empty())
        return std::nullopt;
    return Weapon{io::loadLe<std::uint32_t>(at.data()),
                  io::loadLe<std::uint32_t>(at.data() + 4),
                  byteAt(at.data(), 8) != 0,
                  {io::loadLe<std::uint16_t>(at.data() + 9), io::loadLe<std::uint16_t>(at.data() + 11)}};
}

std::optional<Building> Components::building() const
{
    const auto at = slot(static_cast<unsigned>(Slot::Building));
    if (at.empty())
        return std::nullopt;
    return Building{byteAt(at.data(), 0), byteAt(at.data(), 1), static_cast<BuildState>(byteAt(at.data(), 2)),
                    io::loadLe<std::uint16_t>(at.data() + 3)};
}

std::optional<Harvester> Components::harvester() const
{
    const auto at = slot(static_cast<unsigned>(Slot::Harvester));
    if (at.empty())
        return std::nullopt;
    return Harvester{io::loadLe<std::int32_t>(at.data()), io::loadLe<std::int32_t>(at.data() + 4),
                     io::loadLe<std::uint32_t>(at.data() + 8)};
}

std::optional<bool> Components::cloak() const
{
    const auto value = single<std::uint8_t>(slot(static_cast<unsigned>(Slot::Cloak)));
    if (!value)
        return std::nullopt;
    return *value != 0;
}

std::optional<Veterancy> Components::veterancy() const
{
    const auto at = slot(static_cast<unsigned>(Slot::Veterancy));
    if (at.empty())
        return std::nullopt;
    return Veterancy{byteAt(at.data(), 0), io::loadLe<std::uint32_t>(at.data() + 1)};
}

std::optional<std::uint8_t> Components::stance() const
{
    return single<std::uint8_t>(slot(static_cast<unsigned>(Slot::Stance)));
}

std::optional<std::uint32_t> Components::conditions() const
{
    return single<std::uint32_t>(slot(static_cast<unsigned>(Slot::Conditions)));
}

std::optional<std::int32_t> Components::sight() const
{
    return single<std::int32_t>(slot(static_cast<unsigned>(Slot::Sight)));
}

std::optional<QueueItem> Components::producing(std::size_t* queued) const
{
    const auto at = slot(static_cast<unsigned>(Slot::ProductionQueue));
    const std::size_t count = at.empty() ? 0 : byteAt(at.data(), 0);
    if (queued != nullptr)
        *queued = count;
    if (count == 0)
        return std::nullopt;
    return QueueItem{io::loadLe<std::uint32_t>(at.data() + 1), io::loadLe<std::uint32_t>(at.data() + 5),
                     io::loadLe<std::uint32_t>(at.data() + 9)};
}

const char* checkComponents(const Components& components)
{
    const std::uint64_t mask = components.mask;
    if ((mask & UnknownFixedMask) != 0)
        return "it has a slot between 15 and 31, whose size nobody knows";
    const auto bytes = components.bytes;
    std::size_t at = fixedBytes(mask & FixedMask);
    if (at > bytes.size())
        return "its components are cut off";

    std::size_t fixedAt = 0;
    for (std::uint64_t left = mask & FixedMask; left != 0;) {
        const unsigned slot = takeLowest(left);
        if (const char* why = checkFixed(slot, bytes.data() + fixedAt); why != nullptr)
            return why;
        fixedAt += FixedBytes[slot];
    }
    for (std::uint64_t left = mask & ~FixedMask; left != 0;) {
        const unsigned slot = takeLowest(left);
        if (bytes.size() - at < SlotLengthBytes)
            return "its components are cut off";
        const auto length = io::loadLe<std::uint32_t>(bytes.data() + at);
        at += SlotLengthBytes;
        if (bytes.size() - at < length)
            return "its components are cut off";
        if (const char* why = checkSized(slot, bytes.subspan(at, length)); why != nullptr)
            return why;
        at += length;
    }
    return at == bytes.size() ? nullptr : "there are bytes behind its components";
}

std::uint64_t mergeComponents(const Components& base, const Components& over, Bytes& out)
{
    const std::uint64_t merged = base.mask | over.mask;
    const std::byte* fromBase = base.bytes.data();
    const std::byte* fromOver = over.bytes.data();
    // Neighbours from one side lie together: they are copied together.
    const std::byte* run = nullptr;
    std::size_t runBytes = 0;
    bool runOver = false;
    for (std::uint64_t left = merged; left != 0;) {
        const unsigned slot = takeLowest(left);
        const bool inBase = (base.mask >> slot & 1U) != 0;
        const bool inOver = (over.mask >> slot & 1U) != 0;
        const std::size_t baseBytes = inBase ? storedBytes(slot, fromBase) : 0;
        const std::size_t overBytes = inOver ? storedBytes(slot, fromOver) : 0;
        if (run == nullptr || inOver != runOver) {
            if (runBytes > 0)
                out.insert(out.end(), run, run + runBytes);
            run = inOver ? fromOver : fromBase;
            runBytes = 0;
            runOver = inOver;
        }
        runBytes += inOver ? overBytes : baseBytes;
        fromBase += baseBytes;
        fromOver += overBytes;
    }
    if (runBytes > 0)
        out.insert(out.end(), run, run + runBytes);
    return merged;
}

} // namespace ghostline::ironcurtain
