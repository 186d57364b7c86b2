// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/view/still.h"

#include "render/view/camera_feed.h"
#include "render/view/world_bounds.h"
#include "render/view/world_view.h"

#include <QCoreApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QSurfaceFormat>

namespace ghostline::render {

void prepareGraphics()
{
    // The RHI renderer of this Qt 3D draws nothing with our shaders and crashes off screen.
    qputenv("QT3D_RENDERER", "opengl");
    QSurfaceFormat format;
    format.setVersion(3, 3);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setDepthBufferSize(24);
    format.setSamples(0);
    QSurfaceFormat::setDefaultFormat(format);
    // Else any native widget makes its siblings native, which blanks the 3D view.
    QCoreApplication::setAttribute(Qt::AA_DontCreateNativeWidgetSiblings);
}

model::Result<GlInfo> probeGl()
{
    const auto refuse = [](const QString& why) {
        model::Error error;
        error.code = model::ErrorCode::Unsupported;
        error.message = QStringLiteral("the 3D view needs OpenGL 3.3 (core profile): ") + why;
        error.advice =
            QStringLiteral("Update the graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1 to draw on the "
                           "processor. Until then the map from above takes the place of the 3D view.");
        return tl::unexpected<model::Error>(std::move(error));
    };
    QOffscreenSurface surface;
    surface.setFormat(QSurfaceFormat::defaultFormat());
    surface.create();
    if (!surface.isValid())
        return refuse(QStringLiteral("no drawing surface could be made"));
    QOpenGLContext context;
    context.setFormat(QSurfaceFormat::defaultFormat());
    if (!context.create())
        return refuse(QStringLiteral("no OpenGL context could be made"));
    if (!context.makeCurrent(&surface))
        return refuse(QStringLiteral("the OpenGL context could not be made current"));
    const auto text = [&context](GLenum name) {
        const auto* bytes = reinterpret_cast<const char*>(context.functions()->glGetString(name));
        return QString::fromUtf8(bytes ? bytes : "");
    };
    GlInfo info{text(GL_VENDOR), text(GL_RENDERER), text(GL_VERSION)};
    const QSurfaceFormat got = context.format();
    context.doneCurrent();
    if (std::pair(got.majorVersion(), got.minorVersion()) < std::pair(3, 3))
        return refuse(QStringLiteral("this driver offers %1 (%2)").arg(info.version, info.renderer));
    return info;
}

namespace {

/// As the window would look at it, with every move already made.
void aim(CameraController& camera, WorldView& world, const StillRequest& request, double aspect)
{
    camera.setReducedMotion(true);
    CameraFeed feed(world, camera);
    feed.indexChanged();
    feed.sceneChanged();
    feed.setFollowed(request.content.selection);
    feed.setFollowedGhost(request.followedGhost, request.both);
    feed.setStation(request.sceneCamera);
    feed.director().setStateOf(request.stateOf);
    feed.update(aspect);
    camera.fit(actorBounds(world.content(), world.styles()), aspect, false);
    camera.setMode(request.mode);
    if (request.mode == CameraMode::TopDown && request.content.selection == model::ActorId::None)
        camera.fit(actorBounds(world.content(), world.styles()), aspect, false);
    feed.update(aspect);
    if (request.camera)
        camera.setPose(*request.camera, false);
}

} // namespace

model::Result<QImage> renderStill(const StillRequest& request)
{
    constexpr int LargestSide = 16384;
    if (request.pixels.isEmpty() || request.pixels.width() > LargestSide ||
        request.pixels.height() > LargestSide)
        return model::fail(model::ErrorCode::InvalidArgument,
                           QStringLiteral("a picture is from 1x1 to %1x%1 pixels, not %2x%3")
                               .arg(LargestSide)
                               .arg(request.pixels.width())
                               .arg(request.pixels.height()));
    if (const auto gl = probeGl(); !gl)
        return tl::unexpected(gl.error());

    WorldView world;
    world.setContent(request.content);

    CameraController camera;
    const double aspect = static_cast<double>(request.pixels.width()) / request.pixels.height();
    aim(camera, world, request, aspect);

    QOffscreenSurface surface;
    surface.setFormat(QSurfaceFormat::defaultFormat());
    surface.create();
    SceneGraph graph(&surface, request.pixels);
    graph.start();
    world.refresh(graph, camera.pose(), request.pixels);
    QImage image = graph.capture(world.view(camera.pose(), request.pixels, 1.0), request.samples);
    if (image.isNull())
        return model::fail(model::ErrorCode::Unsupported,
                           QStringLiteral("the renderer drew no picture of %1x%2 pixels")
                               .arg(request.pixels.width())
                               .arg(request.pixels.height()));
    world.paintBoard(image, camera.pose());
    return image;
}

} // namespace ghostline::render
