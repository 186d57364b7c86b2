// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Geometries of Qt 3D, and entities that draw them.
#include "render/qt3d/forward.h"

#include <QByteArray>
#include <Qt3DCore/QAttribute>

namespace ghostline::render {

/// A buffer that the geometry owns.
Qt3DCore::QBuffer* addBuffer(Qt3DCore::QGeometry* geometry, const QByteArray& bytes);
/// A float attribute of a geometry; divisor 1 = one value an instance.
void addAttribute(Qt3DCore::QGeometry* geometry, Qt3DCore::QBuffer* buffer, const QString& name,
                  unsigned size, unsigned count, unsigned stride, unsigned offset, unsigned divisor = 0);
void addIndices(Qt3DCore::QGeometry* geometry, Qt3DCore::QBuffer* buffer,
                Qt3DCore::QAttribute::VertexBaseType type, unsigned count);
/// Makes `entity` draw the geometry. Its bounds are so wide that Qt 3D never culls it: we do that ourselves.
/// `primitive` is a QGeometryRenderer::PrimitiveType.
Qt3DRender::QGeometryRenderer* addRenderer(Qt3DCore::QEntity* entity, Qt3DCore::QGeometry* geometry,
                                           int primitive, Qt3DRender::QMaterial* material,
                                           Qt3DRender::QLayer* layer);

} // namespace ghostline::render
