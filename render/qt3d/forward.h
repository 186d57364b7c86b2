// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names of Qt 3D for our headers, which need no more of it.
namespace Qt3DCore {
class QBuffer;
class QEntity;
class QGeometry;
class QNode;
} // namespace Qt3DCore

namespace Qt3DRender {
class QCameraLens;
class QClearBuffers;
class QAbstractTexture;
class QFrameGraphNode;
class QGeometryRenderer;
class QLayer;
class QMaterial;
class QParameter;
class QRenderCapture;
class QRenderSurfaceSelector;
class QRenderTarget;
class QRenderTargetSelector;
class QTexture2D;
} // namespace Qt3DRender
