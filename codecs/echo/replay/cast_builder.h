// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who is who: joins the records of each frame into lives of people, and remembers which row is whose.
#include "codecs/echo/frame/cast.h"
#include "codecs/echo/frame/limits.h"

#include <memory>
#include <unordered_map>

namespace ghostline::echo {

/// One row of a state: whose it is, and where in the frame its values are.
struct Row
{
    static constexpr std::int16_t Disc = -1;
    static constexpr std::int16_t Payload = -2;
    model::ActorId id = model::ActorId::None;
    std::int16_t source = 0; ///< index into FrameBlock::playersOf, or one of the above
    bool player() const { return source >= 0; }
    friend bool operator==(const Row&, const Row&) = default;
};

/// Who stands in which row, from a frame of a chunk on.
struct Roster
{
    std::uint32_t frame = 0; ///< within the chunk
    std::uint32_t first = 0; ///< into ChunkCast::rows
    std::uint32_t count = 0;
    std::uint32_t players = 0; ///< records of players that such a frame has
    friend bool operator==(const Roster&, const Roster&) = default;
};

/// The cast of one chunk; immutable, shared by chunks where nobody comes or goes.
struct ChunkCast
{
    std::vector<Roster> rosters;        ///< ascending by frame, the first at 0
    std::vector<Row> rows;              ///< of each roster: ascending by actor
    std::vector<model::ActorId> jumped; ///< into the chunk's first frame, ascending

    std::span<const Row> rowsOf(const Roster& roster) const
    {
        return std::span(rows).subspan(roster.first, roster.count);
    }
    const Roster& at(std::size_t frame) const;
    std::size_t bytes() const
    {
        return sizeof *this + rosters.capacity() * sizeof(Roster) + rows.capacity() * sizeof(Row) +
               jumped.capacity() * sizeof(model::ActorId);
    }
    friend bool operator==(const ChunkCast&, const ChunkCast&) = default;
};

/// Row of an actor in rows ascending by actor; null when it has none.
const Row* findRow(std::span<const Row> rows, model::ActorId id);

/// Takes every frame once, in order.
class CastBuilder
{
public:
    CastBuilder(const MatchHeader& header, const MatchNames& names);

    void beginChunk();
    /// The frame's rows are added to the chunk where they differ from those before.
    FrameActors take(model::FrameNumber number, const FrameBlock& block, const Frame& frame);
    /// Of the frame taken last.
    std::span<const Row> rows() const { return m_rows; }
    std::shared_ptr<const ChunkCast> finishChunk(std::vector<model::ActorId> jumped);

    /// Everybody who was seen so far.
    std::vector<model::ActorInfo> snapshot() const;
    std::size_t leftOut() const { return m_leftOut; }

private:
    struct Life
    {
        std::int32_t person = Nobody;
        std::int16_t source = 0; ///< 0 = a player
        std::uint8_t slot = 0;
        std::uint8_t firstSlot = 0;
        TeamCode team = TeamCode::None;
        model::FrameRange frames{};
        bool taken = false;  ///< by a record of the frame at hand
        bool placed = false; ///< the payload's place was recorded
    };
    struct Key
    {
        std::int32_t person = Nobody;
        std::uint8_t slot = 0;
        friend bool operator==(const Key&, const Key&) = default;
    };

    bool sameRoster(std::span<const PlayerFrame> players, bool disc, bool payload) const;
    void arrange(std::span<const PlayerFrame> players, bool disc, bool payload);
    model::ActorId lifeOf(const Key& key, bool sameSlot);
    model::ActorId add(Life life);
    model::ActorInfo describe(std::size_t index) const;

    const MatchHeader& m_header;
    const MatchNames& m_names;
    std::vector<Life> m_lives;
    std::unordered_map<std::int32_t, std::vector<std::uint32_t>> m_byPerson; ///< lives of each person
    std::vector<Key> m_keys;                                                 ///< records of the frame before
    std::vector<model::ActorId> m_players;                                   ///< by record
    std::vector<model::ActorId> m_personActor;                               ///< by person, the first life
    std::vector<Row> m_rows;
    model::ActorId m_disc = model::ActorId::None;
    model::ActorId m_payload = model::ActorId::None;
    bool m_hasDisc = false;
    bool m_any = false;
    ChunkCast m_chunk;
    std::uint32_t m_chunkFrame = 0;
    std::shared_ptr<const ChunkCast> m_last;
    std::size_t m_leftOut = 0;
};

} // namespace ghostline::echo
