// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who is alive while a chunk is being decoded, by World's rules but without what is never shown.
#include "codecs/recording/replay/run_tracks.h"

namespace ghostline::recording {

struct LiveEntity
{
    OwnKind type;
    bool placed = false;
    Position position;
    float yaw = 0.0F;
    float pitch = 0.0F;
    PackedVector velocity;
    StateKey state;
    std::uint8_t heldSlot = UnknownSlot;
    UsedHand use = UsedHand::None;
    std::int32_t life = -1; ///< number of its track in TrackWriter; -1 = not shown
    ItemTexts items{};
};

/// Entities by number; low numbers, which are nearly all, are found without a search. Entity 0, the player,
/// is always there.
class LiveEntities
{
public:
    using Map = std::map<std::int32_t, LiveEntity>;
    using Slots = std::vector<std::pair<std::int32_t, std::uint8_t>>; ///< held slot by entity, ascending

    LiveEntities() { clear(); }
    /// Everybody but the player goes, who is nowhere yet.
    void clear();
    void load(const Map& entities);
    /// Hands everybody over; none has a track any more.
    Map release();

    LiveEntity* find(std::int32_t id)
    {
        const auto place = static_cast<std::size_t>(id);
        if (place < m_fast.size()) [[likely]]
            return m_fast[place];
        return place < FastEntities ? nullptr : search(id);
    }
    LiveEntity& add(std::int32_t id);
    void erase(std::int32_t id);
    std::size_t size() const { return m_entities.size(); }
    auto begin() { return m_entities.begin(); }
    auto end() { return m_entities.end(); }

    /// A snapshot describes everybody anew, except for held slots: these are kept for the spawns it brings.
    void beginSnapshot();
    /// Held slots that are known from elsewhere: at once for who is there, for the others when they spawn.
    /// `onlyUnknown`: what the entities hold already counts more.
    void giveSlots(const Slots& known, bool onlyUnknown);
    /// The slot kept for an entity; UnknownSlot the second time.
    std::uint8_t takeSlot(std::int32_t id);
    void forgetSlots() { m_slots.clear(); }

private:
    static constexpr std::size_t FastEntities = 1024;

    LiveEntity* search(std::int32_t id);

    Map m_entities;
    std::vector<LiveEntity*> m_fast; ///< by number
    Slots m_slots;
};

} // namespace ghostline::recording
