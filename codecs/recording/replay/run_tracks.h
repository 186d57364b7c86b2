// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a decoded chunk is made of: changes by tick, per life. Memory follows the events, not the ticks.
#include "codecs/recording/replay/run_index.h"
#include "codecs/recording/replay/run_properties.h"
#include "model/world/grid_layer.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

namespace ghostline::recording {

/// Values that hold from their tick on until the next one.
template<typename T>
class Track
{
public:
    static constexpr std::size_t None = ~std::size_t{0};

    /// Ticks never descend; a second value of the same tick replaces the first.
    void set(std::int32_t tick, const T& value)
    {
        if (!m_ticks.empty() && m_ticks.back() == tick) {
            m_values.back() = value;
            return;
        }
        m_ticks.push_back(tick);
        m_values.push_back(value);
    }
    /// Place of the last value at or before a tick, or None.
    std::size_t at(std::int32_t tick) const
    {
        const auto after = std::upper_bound(m_ticks.begin(), m_ticks.end(), tick);
        return after == m_ticks.begin() ? None : static_cast<std::size_t>(after - m_ticks.begin()) - 1;
    }
    const T* find(std::int32_t tick) const
    {
        const std::size_t i = at(tick);
        return i == None ? nullptr : &m_values[i];
    }
    bool empty() const { return m_ticks.empty(); }
    std::size_t size() const { return m_ticks.size(); }
    std::int32_t tickOf(std::size_t i) const { return m_ticks[i]; }
    const T& operator[](std::size_t i) const { return m_values[i]; }
    T& operator[](std::size_t i) { return m_values[i]; }
    const T& back() const { return m_values.back(); }
    T& back() { return m_values.back(); }
    void reserve(std::size_t count)
    {
        m_ticks.reserve(count);
        m_values.reserve(count);
    }
    std::size_t bytes() const
    {
        return m_ticks.capacity() * sizeof(std::int32_t) + m_values.capacity() * sizeof(T);
    }

private:
    std::vector<std::int32_t> m_ticks;
    std::vector<T> m_values;
};

struct PoseKey
{
    glm::dvec3 position{0.0};
    float yaw = 0.0F; ///< degrees, the game's sense
    float pitch = 0.0F;
    std::uint64_t velocityBits = 0; ///< of a PackedVector, whose padding would cost more than the rest
    std::int32_t velocityMore = 0;
    bool absolute = false; ///< by an AbsoluteMove that is not the snapshot a chunk begins with
    bool jumped = false;   ///< since the tick before
};

struct StateKey
{
    std::int32_t pose = 0;
    std::uint8_t flags = 0;
    friend bool operator==(const StateKey&, const StateKey&) = default;
};

struct SwingKey
{
    std::int32_t ticks = 0; ///< how long it takes
    bool offHand = false;
};

enum class UsedHand : std::uint8_t { None, Main, Off };

using ItemTexts = std::array<model::StringId, ShownSlots>;

/// One actor within a chunk.
struct LifeTrack
{
    model::ActorId actor = model::ActorId::None;
    std::int32_t entity = 0;
    std::int32_t first = 0; ///< in ticks [first, end)
    std::int32_t end = 0;
    Track<PoseKey> poses;
    Track<StateKey> states;
    Track<std::uint8_t> heldSlots; ///< 255 = unknown
    Track<UsedHand> uses;
    std::unique_ptr<Track<SwingKey>> swings;
    std::unique_ptr<std::array<Track<model::StringId>, ShownSlots>> items;
    bool born = false;   ///< was not there before `first`
    bool goesOn = false; ///< is there at the first tick of the next chunk, at `next`
    HeadPlace next;

    bool shownAt(std::int32_t tick) const { return tick >= first && tick < end; }
    std::size_t bytes() const;
};

/// The run as far as it is known: a chunk alone does not tell what happened before it.
struct RunKey
{
    bool clockKnown = false;
    bool checkpointsKnown = false;
    bool resetsKnown = false;
    std::optional<std::int32_t> startTick;
    std::optional<std::int32_t> endTick;
    std::int32_t endReason = 0;
    std::int32_t checkpoints = 0;
    std::int32_t resets = 0;
    model::StringId lastCheckpoint = model::StringId::Empty;
    friend bool operator==(const RunKey&, const RunKey&) = default;
};

struct BlocksKey
{
    std::shared_ptr<const model::GridLayer> layer; ///< null where no edit is left
    std::int64_t edited = 0;
};

/// One edited section. Cells that were set to air are among its cells, as BlockPool::Air: they take away what
/// the surroundings have there.
struct EditedSection
{
    glm::ivec3 at{0};
    std::shared_ptr<const model::GridSection> shown; ///< null before the first edit is settled
    std::size_t cells() const { return shown ? shown->cells.size() : 0; }
};

} // namespace ghostline::recording
