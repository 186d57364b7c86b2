// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Marks on ground with slopes, and what tells how high above it somebody flies. No GL.
#include "render/actors/instance.h"
#include "render/base/ground_level.h"

#include <vector>

namespace ghostline::render {

/// Lays marks along the slopes of the ground. The heights are the scene's.
struct MarkGround
{
    GroundLevel level{};
    glm::dvec3 origin{0.0}; ///< floating origin, which places are relative to

    bool hills() const { return level.field != nullptr; }
    /// Turns a level mark that reaches so far.
    glm::quat slope(const glm::vec3& at, float reach) const;
    /// The mark along the slope, a little higher than on level ground; one in the air stays as it is.
    void lay(Instance& mark) const;
};

/// Who flies, and the ground below; relative to the floating origin.
struct FlierPost
{
    glm::vec3 foot{0.0F};
    glm::vec3 top{0.0F}; ///< where the body begins
    glm::vec4 colour{1.0F};
};

/// Of one state. When there are many, the nearest ones to the eye have posts and shadows. Keeps its memory.
class Fliers
{
public:
    static constexpr float Least = FlyingLeast;
    static constexpr std::size_t MostPosts = 64;

    void clear();
    /// `place`: of the actor, on the ground.
    /// `shadow`: how dark its shadow is, 1 = as that of any flier. The post is as strong as the body's
    /// opacity.
    void add(const Instance& body, const glm::vec3& place, const glm::vec3& eye, float shadow = 1.0F);
    /// After the last one: appends the shadows of those that have posts.
    void finish(std::vector<Instance>& marks, const MarkGround& ground, const glm::vec4& shadow);
    const std::vector<FlierPost>& posts() const { return m_posts; }
    /// Some have none: which ones goes by the eye.
    bool chosen() const { return m_fliers.size() > m_posts.size(); }

private:
    struct Flier
    {
        Instance body;
        glm::vec3 place{0.0F};
        float away = 0.0F; ///< from the eye, metres squared
        float shadow = 1.0F;
    };
    std::vector<Flier> m_fliers;
    std::vector<FlierPost> m_posts;
};

} // namespace ghostline::render
