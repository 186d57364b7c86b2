// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sections of blocks as they are read, packed by how full they are, and what of them can be seen.
#include "model/world/grid_layer.h"
#include "model/world/scene_description.h"

#include <array>
#include <functional>
#include <map>
#include <span>

namespace ghostline::recording {

struct KindSight
{
    bool drawn = true;
    bool opaque = true; ///< a whole cube that nothing behind it is seen through
};

class SectionStore
{
public:
    static constexpr std::uint16_t Empty = 0xFFFF;
    static constexpr std::size_t Cells = 4096;
    using Kinds = std::span<const std::uint16_t, Cells>; ///< index x + 16 z + 256 y

    /// In the place of what is there; nothing but Empty takes it away.
    void put(const glm::ivec3& at, Kinds kinds);
    /// Over what is there, which stays where `kinds` is Empty.
    void putOver(const glm::ivec3& at, Kinds kinds);
    void remove(const glm::ivec3& at);

    std::size_t size() const { return m_sections.size(); }
    std::size_t bytes() const { return m_bytes; } ///< that blocks take, without the list of sections
    std::size_t blocks() const { return m_blocks; }
    /// In grid order.
    void forEach(const std::function<void(const glm::ivec3&, Kinds)>& visit) const;

    struct Visible
    {
        std::vector<std::shared_ptr<const model::GridSection>> sections; ///< in grid order, none empty
        model::Bounds cells;                                             ///< low corners
        std::size_t leftOut = 0; ///< cells beyond the most; those that lie lowest
    };
    /// Cells that are drawn and have not six opaque neighbours; all drawn ones where `whole` says so. The
    /// store gives its memory back on the way and is empty afterwards.
    Visible takeVisible(std::span<const KindSight> sights,
                        const std::function<bool(const glm::ivec3&)>& whole, std::size_t most);

private:
    /// One kind everywhere; pairs of place and kind; or a kind for each cell, whichever is least.
    struct Stored
    {
        std::uint16_t blocks = 0;
        std::uint16_t kind = Empty; ///< of all cells when `data` is empty
        std::vector<std::uint16_t> data;
    };
    struct Order
    {
        bool operator()(const glm::ivec3& a, const glm::ivec3& b) const { return model::gridOrder(a, b); }
    };
    using Open = std::array<std::uint16_t, Cells>;
    static Stored pack(Kinds kinds);
    static void unpack(const Stored& from, Open& to);

    std::map<glm::ivec3, Stored, Order> m_sections;
    std::size_t m_bytes = 0;
    std::size_t m_blocks = 0;
};

} // namespace ghostline::recording
