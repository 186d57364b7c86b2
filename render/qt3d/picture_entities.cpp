// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/qt3d/picture_entities.h"

#include "render/qt3d/instanced_entity.h"
#include "render/qt3d/light_parameters.h"
#include "render/qt3d/materials.h"

#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QParameter>

namespace ghostline::render {

void addPictures(Qt3DCore::QNode* root, const std::array<Qt3DRender::QLayer*, Passes>& layers,
                 const LightParameters& light)
{
    const Instance one{};
    const auto add = [&](const char* shader, Blend blend, Pass pass,
                         std::initializer_list<Qt3DRender::QParameter*> parameters = {}) {
        auto* material = makeMaterial(root, QStringLiteral("picture.vert"), QString::fromLatin1(shader),
                                      blend, Faces::Both, parameters);
        auto* picture =
            new InstancedEntity(root, quadMesh(), material, layers[static_cast<std::size_t>(pass)]);
        picture->setInstances({&one, 1});
    };
    add("occlude.frag", Blend::Replacing, Pass::Occlude);
    add("shade.frag", Blend::Multiplied, Pass::Shade,
        {light.toSun, light.sunLight, light.skyLight, light.groundLight});
    add("resolve.frag", Blend::Replacing, Pass::Resolve);
}

} // namespace ghostline::render
