// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The land of the made-up match: what grows where, what stands in the way, and ways round it.
#include "codecs/io/sample_random.h"
#include "codecs/ironcurtain/sample/skirmish_geometry.h"
#include "codecs/ironcurtain/sample/skirmish_rules.h"
#include "codecs/ironcurtain/state/sim_state.h"

namespace ghostline::ironcurtain::skirmish {

enum class Terrain : std::uint8_t { Clear, Road, Water, Rock, Shore, Trees, Rough, Count };
inline constexpr std::array<std::string_view, static_cast<std::size_t>(Terrain::Count)> TerrainNames{
    "clear", "road", "water", "rock", "beach", "tree", "rough"};

struct Spot
{
    int x = 0;
    int y = 0;
    friend bool operator==(const Spot&, const Spot&) = default;
};

class Ground
{
public:
    Ground(int side, std::span<const Spot> bases, std::uint64_t seed);

    int side() const { return m_side; }
    Spot middle() const { return {m_side / 2, m_side / 2}; }
    const std::vector<MapCell>& cells() const { return m_cells; }
    /// Changes whenever a cell does.
    std::uint64_t revision() const { return m_revision; }

    bool open(int x, int y, Way way) const;
    /// Nearest open cell, the spot itself when it is one.
    Spot nearestOpen(Spot from, Way way) const;
    /// North-western corner of a free place of that size, with a way all round; as near as can be.
    std::optional<Spot> room(int width, int height, Spot near, int reach, bool afloat) const;
    void occupy(Spot corner, int width, int height, bool taken);

    /// Nearest cell with ore that nobody works on, within reach.
    std::optional<Spot> ore(Spot from, int reach) const;
    int oreAt(Spot spot) const { return cell(spot.x, spot.y).amount; }
    /// Takes up to `amount`; what there was.
    int mine(Spot spot, int amount);

    /// Corners of a way from one place to another, the goal last; straight for what flies. A goal that cannot
    /// be entered becomes the nearest that can.
    std::vector<WorldPos> route(const WorldPos& from, const WorldPos& to, Way way);
    bool straight(const WorldPos& from, const WorldPos& to, Way way) const;

private:
    std::size_t at(int x, int y) const
    {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(m_side) + static_cast<std::size_t>(x);
    }
    bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < m_side && y < m_side; }
    const MapCell& cell(int x, int y) const { return m_cells[at(x, y)]; }
    Terrain terrain(int x, int y) const { return static_cast<Terrain>(cell(x, y).terrain); }
    void paint(int x, int y, Terrain terrain);
    void paintLake(Spot centre, int radiusX, int radiusY);
    void paintRoad(Spot from, Spot to);
    void paintBlobs(io::Random& random, std::span<const Spot> bases);
    void paintOre(Spot centre, int radius, int amount);
    std::vector<std::uint32_t> search(std::uint32_t from, std::uint32_t to, Way way);

    int m_side;
    std::vector<MapCell> m_cells;
    std::vector<std::uint8_t> m_taken; ///< by a building
    std::uint64_t m_revision = 0;
    // Of one search, kept for the next.
    std::vector<std::uint32_t> m_seen;
    std::vector<std::int32_t> m_cost;
    std::vector<std::uint32_t> m_cameFrom;
    std::vector<std::pair<std::int32_t, std::uint32_t>> m_heap;
    std::uint32_t m_searches = 0;
};

} // namespace ghostline::ironcurtain::skirmish
