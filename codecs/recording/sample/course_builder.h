// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shapes of blocks; what is set later replaces what was there, and the order stays that of first setting.
#include "codecs/recording/sample/course.h"

#include <map>
#include <tuple>

namespace ghostline::recording::sample {

class CourseBuilder
{
public:
    void set(const glm::ivec3& at, const std::string& state);
    void box(const glm::ivec3& low, const glm::ivec3& high, const std::string& state);
    void disc(const glm::ivec3& middle, int radius, const std::string& state);
    void ring(const glm::ivec3& middle, int radius, const std::string& state);
    /// Grass above, earth and stone hanging below.
    void island(const glm::ivec3& middle, int radius);
    /// The same as an ellipse with a ragged edge and a spotted top.
    void meadow(const glm::ivec3& middle, int radiusX, int radiusZ);
    /// `at`: the lowest block of the trunk.
    void tree(const glm::ivec3& at, const std::string& wood);
    /// Two posts and a beam; `along`: one walks through it in the direction of x.
    void gate(const glm::ivec3& foot, int half, bool along, const std::string& post, const std::string& beam);
    /// An upright circle; `along`: one flies through it in the direction of x.
    void hoop(const glm::ivec3& middle, int radius, bool along, const std::string& state);
    /// Without the air that nothing was replaced by.
    std::vector<CourseBlock> blocks() const;

private:
    std::vector<CourseBlock> m_blocks;
    std::map<std::tuple<int, int, int>, std::size_t> m_places;
};

} // namespace ghostline::recording::sample
