// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/world/interpolation.h"

#include <cmath>

namespace ghostline::model {

namespace {

glm::quat normalisedOr(const glm::quat& q, const glm::quat& fallback)
{
    const float length = std::sqrt(glm::dot(q, q));
    return length > 1e-12F && std::isfinite(length) ? q * (1.0F / length) : fallback;
}

} // namespace

glm::quat slerpShortest(const glm::quat& a, const glm::quat& b, float f)
{
    if (f <= 0.0F)
        return a;
    if (f >= 1.0F)
        return b;
    float cosine = glm::dot(a, b);
    glm::quat to = b;
    if (cosine < 0.0F) {
        to = -b;
        cosine = -cosine;
    }
    // Close together the sine vanishes; a straight line differs from the arc by less than a float there.
    if (!(cosine < 0.9995F))
        return normalisedOr(a * (1.0F - f) + to * f, a);
    const float angle = std::acos(cosine);
    const float sine = std::sin(angle);
    return normalisedOr(a * (std::sin((1.0F - f) * angle) / sine) + to * (std::sin(f * angle) / sine), a);
}

Pose interpolate(const Pose& a, const Pose& b, double f)
{
    if (f <= 0.0)
        return a;
    if (f >= 1.0)
        return b;
    return {a.position + (b.position - a.position) * f,
            slerpShortest(a.orientation, b.orientation, static_cast<float>(f))};
}

} // namespace ghostline::model
