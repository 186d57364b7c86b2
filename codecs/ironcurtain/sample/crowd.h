// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Many units on long marches for hours: what reading is measured with.
#include "codecs/io/sample_random.h"
#include "codecs/ironcurtain/sample/match_recorder.h"
#include "codecs/ironcurtain/sample/skirmish_geometry.h"
#include "codecs/ironcurtain/sample/skirmish_rules.h"
#include "codecs/ironcurtain/sample/skirmish_tape.h"

namespace ghostline::ironcurtain {

namespace skirmish {

class Crowd : public SampleMatch
{
public:
    static constexpr int Players = 4;
    Crowd(std::uint64_t seed, int units, SimTick ticks);
    QJsonObject metadata() const override;

private:
    const Tape& tape() const override { return m_tape; }
    void play(SimTick tick) override;
    SimState snapshot() const override;

    struct Marcher
    {
        UnitTag tag;
        std::uint8_t kind = 0;
        std::uint8_t owner = 0;
        bool marching = false;
        WorldPos from; ///< where it was at `since`
        WorldPos step; ///< a tick, until `until`
        SimTick since = 0;
        SimTick until = 0;
        std::int32_t facing = 0;
        std::int32_t health = 0;
    };
    void place(std::size_t i);
    void wake(std::size_t i);
    WorldPos where(const Marcher& marcher) const;
    void reportPlaces();
    void players();
    void fights();
    std::vector<UnitTag> some(int player, int most);

    Tape m_tape;
    io::Random m_random;
    int m_side;
    std::vector<Marcher> m_units; ///< by index of the tag
    /// Who does something next at which tick: unit and generation.
    std::vector<std::vector<std::pair<std::uint32_t, std::uint16_t>>> m_calendar;
    std::vector<UnitPlace> m_places;
    std::array<std::vector<UnitTag>, Players> m_selected;
    WorldPos m_fightAt;
    std::uint64_t m_seed;
    std::shared_ptr<const StringPool> m_strings;
    std::shared_ptr<const MapState> m_map;
};

} // namespace skirmish

/// `units` live ones, 40,000 at most; `ticks` long.
model::Result<void> recordCrowd(std::uint64_t seed, int units, SimTick ticks, const WriteSettings& write,
                                const QString& path);

} // namespace ghostline::ironcurtain
