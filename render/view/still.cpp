// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/view/still.h"

#include "render/qt3d/fine_passes.h"

#include <QCoreApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QSurfaceFormat>

namespace ghostline::render {

namespace {

// Qt's own header has no names for them on every platform.
constexpr GLenum MostColourSamples = 0x910E; // GL_MAX_COLOR_TEXTURE_SAMPLES
constexpr GLenum MostDepthSamples = 0x910F;  // GL_MAX_DEPTH_TEXTURE_SAMPLES

} // namespace

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
    for (const GLenum most : {MostColourSamples, MostDepthSamples}) {
        GLint samples = 0;
        context.functions()->glGetIntegerv(most, &samples);
        info.samples = info.samples && samples >= FinePasses::Samples;
    }
    const QSurfaceFormat got = context.format();
    context.doneCurrent();
    if (std::pair(got.majorVersion(), got.minorVersion()) < std::pair(3, 3))
        return refuse(QStringLiteral("this driver offers %1 (%2)").arg(info.version, info.renderer));
    return info;
}

model::Result<QImage> renderStill(const StillRequest& request)
{
    auto view = OffscreenView::create(request.pixels, request.samples);
    if (!view)
        return tl::unexpected(view.error());
    (*view)->setContent(request.content);
    (*view)->setStateOf(request.stateOf);
    Look look = request.look;
    if (look.followed == model::ActorId::None)
        look.followed = request.content.selection;
    (*view)->look(look);
    return (*view)->draw(request.transparent);
}

} // namespace ghostline::render
