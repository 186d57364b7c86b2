// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Collects the events of one tick, keeps their texts alive, and turns places into moves.
#include "codecs/recording/recorder/recorder.h"

#include <deque>
#include <string>
#include <unordered_map>

namespace ghostline::recording {

/// Each tick: begin(), what happened, commit(). Degrees in the game's sense (yaw 0 looks along +Z, 90 along
/// -X; positive pitch looks down), places in blocks, velocities in blocks a second.
class GHOSTLINE_RECORDER_EXPORT TickBuilder
{
public:
    /// `recorder` must outlive the builder.
    explicit TickBuilder(Recorder& recorder);
    /// Forgets what was collected.
    void begin();
    /// Records what was collected, and begins the next tick when it was taken.
    model::Result<void> commit();
    std::span<const Event> events() const { return m_events; }

    /// Moves an entity there. Measured from where a reader will see it, not from where it was, so that
    /// rounding (1/8192 block) never adds up; absolute where the format wants that, or beyond FarMove.
    void move(std::int32_t entity, const Place& place, const glm::dvec3& velocity = glm::dvec3(0.0));
    /// The same, and a viewer does not glide there.
    void teleport(std::int32_t entity, const Place& place, const glm::dvec3& velocity = glm::dvec3(0.0));
    void spawn(std::int32_t entity, std::string_view type, const Place& place);
    void destroy(std::int32_t entity);
    /// Pose and flags as event 2 of the format numbers them.
    void state(std::int32_t entity, std::int32_t pose, std::uint8_t flags);
    void swing(std::int32_t entity, bool offHand = false);
    /// The hand an item is being used with (0 main, 1 off); nothing = no longer.
    void use(std::int32_t entity, std::optional<std::int32_t> hand);
    /// An item as the game describes it: id and count. Count 0 empties the slot.
    void item(std::int32_t entity, std::int32_t slot, std::string_view id, std::int32_t count);
    void heldSlot(std::int32_t entity, std::int32_t slot);
    /// "minecraft:oak_stairs[facing=north]"; "minecraft:air" takes a block away.
    void block(const glm::ivec3& position, std::string_view state);
    void clearBlocks();
    void runStart();
    void checkpoint(std::string_view id, std::int64_t runMs);
    void reset(std::int32_t reason, std::int64_t runMs);
    void runEnd(std::int32_t reason, std::int64_t runMs);
    /// `severity` 0 to 3.
    void flag(std::string_view check, std::uint8_t severity, float score, std::string_view detail);
    void chat(std::int32_t entity, std::string_view text);
    void bookmark(std::string_view label);
    /// Anything else. What it points to must live until commit().
    void add(const Event& event);

    static constexpr double FarMove = 64.0; ///< blocks in one tick

private:
    std::string_view keep(std::string_view text);
    std::optional<glm::dvec3> seen(std::int32_t entity) const;

    Recorder* m_recorder;
    std::vector<Event> m_events;
    std::deque<std::string> m_texts;
    std::deque<Bytes> m_nbt;
    std::deque<std::vector<Item>> m_items;
    /// Where entities are that moved, came up or went (nowhere) in this very tick.
    std::unordered_map<std::int32_t, std::optional<glm::dvec3>> m_places;
};

} // namespace ghostline::recording
