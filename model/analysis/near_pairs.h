// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which of many places lie within a distance of each other, found with a uniform grid: comparing thousands of
// units pairwise would be too slow.
#include "model/base/export.h"

#include <glm/glm.hpp>

#include <cstdint>
#include <vector>

namespace ghostline::model {

class GHOSTLINE_MODEL_EXPORT NearPairs
{
public:
    struct Place
    {
        glm::dvec3 at{0.0};
        std::uint32_t item = 0; ///< the caller's number of it
    };
    struct Pair
    {
        std::uint32_t a = 0;
        std::uint32_t b = 0; ///< greater than a
        double distance = 0.0;
    };

    /// All pairs no farther apart than `radius` (above 0), in no particular order; places that are no finite
    /// numbers have none. False when the crowd is so dense that some were left out. Keeps its memory.
    bool find(const std::vector<Place>& places, double radius, std::vector<Pair>& pairs);

private:
    struct Entry
    {
        std::int64_t column = 0;
        std::int64_t row = 0;
        Place place;
    };
    bool compare(std::size_t entry, std::size_t from, std::int64_t column, std::int64_t lastRow,
                 double radius, std::vector<Pair>& pairs);

    std::vector<Entry> m_entries;
    std::size_t m_compared = 0;
};

} // namespace ghostline::model
