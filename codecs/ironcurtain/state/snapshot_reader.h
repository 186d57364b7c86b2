// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The parts of which full and delta keyframes are made, read one after another. Failure is sticky in the
// reader; what was wrong is asked for once at the end of a part.
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/state/sim_state.h"

namespace ghostline::ironcurtain {

inline constexpr std::size_t EntityBytes = 20;      ///< the smallest in a full keyframe
inline constexpr std::size_t EntityDeltaBytes = 22; ///< the smallest in a delta

/// Names what is being read in every error: "full keyframe of tick 900: ..., at byte 12 of it".
class SnapshotReader
{
public:
    SnapshotReader(std::span<const std::byte> blob, std::uint64_t base) : in(blob, base), m_base(base) {}
    void named(QLatin1String what, SimTick tick);
    /// The reader's own failure.
    tl::unexpected<model::Error> damaged() const;
    tl::unexpected<model::Error> damaged(const QString& why, std::uint64_t offset) const;
    tl::unexpected<model::Error> damaged(UnitTag tag, const QString& why, std::uint64_t offset) const;
    /// Nothing may follow.
    model::Result<void> end() const;

    BinReader in;

private:
    QString m_name;
    std::uint64_t m_base = 0;
};

/// Tag, mask and bytes, not checked.
struct EntityRecord
{
    UnitTag tag;
    Components components;
};
EntityRecord readEntity(BinReader& in);
struct EntityDelta
{
    EntityRecord record;
    bool isNew = false;
    bool isRemoved = false;
};
/// Both flags, or a removed one with components, is a failure.
EntityDelta readEntityDelta(BinReader& in);
/// Damaged naming the tag unless the components are sound.
model::Result<void> checkEntity(const SnapshotReader& reader, const EntityRecord& record,
                                std::uint64_t offset, bool identityNeeded);

/// Appends to the table.
void readStrings(BinReader& in, StringPool& strings);
void skipStrings(BinReader& in);
/// One PlayerState, laid over the one of the same player if there is one; with `mayAdd` it may be new, and
/// then must not be there yet.
void readPlayer(BinReader& in, PlayerTable& players, bool mayAdd);
void skipPlayers(BinReader& in);
MapCell readCell(BinReader& in);
MapState readMap(BinReader& in);
void skipMap(BinReader& in);
SideState readSide(BinReader& in);
/// Tick, seed, map hash and random state of a full keyframe.
void skipFullHead(BinReader& in);
/// Everything of a delta up to its entities.
void skipDeltaHead(BinReader& in);

/// Side state of a blob without a look at the rest of it.
model::Result<SideState> parseSide(std::span<const std::byte> blob, bool full, std::uint64_t base);

/// A state that holds much more than its entities need gets a buffer of its own, so that a run of deltas does
/// not keep everything alive that ever was.
void tighten(SimState& state);

// Players the other way.
std::uint32_t slotsOf(const PlayerState& player);
/// Slots whose values differ, or which `from` does not have.
std::uint32_t slotsChanged(const PlayerState& from, const PlayerState& to);
/// player, mask, bytes.
void appendPlayer(Bytes& out, const PlayerState& player, std::uint32_t mask);

} // namespace ghostline::ironcurtain
