// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/codec/scene_arguments.h"

#include <cmath>

namespace ghostline::model {

Result<std::optional<glm::dvec3>> parseScenePlace(const QString& text)
{
    if (text.isEmpty())
        return std::optional<glm::dvec3>();
    const QStringList parts = text.split(QLatin1Char(','));
    glm::dvec3 place{0.0};
    bool good = parts.size() == 3;
    for (int i = 0; good && i < 3; ++i) {
        place[i] = parts[i].trimmed().toDouble(&good);
        good = good && std::isfinite(place[i]);
    }
    if (!good)
        return fail(ErrorCode::InvalidArgument,
                    QStringLiteral("--scene-at wants X,Y,Z in metres, not \"%1\"").arg(text));
    return std::optional(place);
}

Result<double> parseSceneRadius(const QString& text, double usual)
{
    if (text.isEmpty())
        return usual;
    bool good = false;
    const double radius = text.toDouble(&good);
    if (!good || !(radius >= LeastSceneRadius && radius <= MostSceneRadius))
        return fail(ErrorCode::InvalidArgument, QStringLiteral("--scene-radius wants a number from %1 to %2")
                                                    .arg(LeastSceneRadius)
                                                    .arg(MostSceneRadius));
    return radius;
}

} // namespace ghostline::model
