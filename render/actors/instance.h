// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The data of one drawn thing as the GPU takes it.
#include <QColor>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

namespace ghostline::render {

/// One instance, 64 bytes; the shaders say what each part means for their kind.
struct Instance
{
    glm::vec4 place{0.0F};
    glm::vec4 turn{0.0F, 0.0F, 0.0F, 1.0F};
    glm::vec4 half{0.0F};
    glm::vec4 colour{0.0F};
};
static_assert(sizeof(Instance) == 64);

glm::vec4 toVec4(const QColor& colour, float alpha = 1.0F);
/// Opaque.
QColor toColor(const glm::vec4& colour);
/// A quaternion as the shaders take it.
inline glm::vec4 turnOf(const glm::quat& q) { return {q.x, q.y, q.z, q.w}; }
/// Translucent things are drawn farthest first; `eye` relative to the floating origin.
void sortBackToFront(std::vector<Instance>& instances, const glm::vec3& eye);

} // namespace ghostline::render
