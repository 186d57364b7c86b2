// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/qt3d/light_parameters.h"

#include <QVector3D>
#include <Qt3DRender/QParameter>

namespace ghostline::render {

using namespace Qt3DRender;

namespace {

QVector3D asVector(const glm::vec3& v) { return {v.x, v.y, v.z}; }

QParameter* vectorParameter(const QString& name, Qt3DCore::QNode* parent)
{
    return new QParameter(name, QVector3D(), parent);
}

} // namespace

LightParameters::LightParameters(Qt3DCore::QNode* parent)
    : toSun(vectorParameter(QStringLiteral("toSun"), parent)),
      sunLight(vectorParameter(QStringLiteral("sunLight"), parent)),
      skyLight(vectorParameter(QStringLiteral("skyLight"), parent)),
      groundLight(vectorParameter(QStringLiteral("groundLight"), parent)),
      lightGround(new QParameter(QStringLiteral("lightGround"), 0.0F, parent))
{
}

void LightParameters::set(Ground ground) const
{
    const Light& light = lightOn(ground);
    toSun->setValue(asVector(light.toSun));
    sunLight->setValue(asVector(light.sun));
    skyLight->setValue(asVector(light.sky));
    groundLight->setValue(asVector(light.ground));
    lightGround->setValue(ground == Ground::Light ? 1.0F : 0.0F);
}

} // namespace ghostline::render
