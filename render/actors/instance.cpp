// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actors/instance.h"

#include <algorithm>

namespace ghostline::render {

glm::vec4 toVec4(const QColor& colour, float alpha)
{
    return {colour.redF(), colour.greenF(), colour.blueF(), alpha};
}

QColor toColor(const glm::vec4& colour) { return QColor::fromRgbF(colour.r, colour.g, colour.b); }

void sortBackToFront(std::vector<Instance>& instances, const glm::vec3& eye)
{
    std::sort(instances.begin(), instances.end(), [&eye](const Instance& a, const Instance& b) {
        const glm::vec3 da = glm::vec3(a.place) - eye;
        const glm::vec3 db = glm::vec3(b.place) - eye;
        return glm::dot(da, da) > glm::dot(db, db);
    });
}

} // namespace ghostline::render
