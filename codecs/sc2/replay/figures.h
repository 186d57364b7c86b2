// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The players' figures over time: reported stats, rates of action, counts that follow from the units.
#include "codecs/sc2/events/derived_events.h"

namespace ghostline::sc2 {

/// Value of one figure from `loop` on.
struct FigureStep
{
    std::uint32_t loop = 0;
    model::PropertyValue value;
};

/// Steps of every player property of every participant, ascending loop.
class Figures
{
public:
    Figures() = default;
    /// `strings`: has the names of commands.
    static Figures build(const ReplayData& data, const DerivedEvents& derived,
                         const model::StringTable& strings);
    /// Fills the player properties of a row; units' properties are left alone. Allocates nothing.
    void fill(std::size_t participant, std::uint32_t loop, std::span<model::PropertyValue> row) const;
    std::size_t bytes() const;

private:
    struct Track
    {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    std::vector<Track> m_tracks; ///< participant-major, by property from FirstPlayerProperty on
    std::vector<FigureStep> m_steps;
};

} // namespace ghostline::sc2
