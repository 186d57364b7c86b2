// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/view/offscreen_view.h"

#include "model/world/standing.h"
#include "render/qt3d/scene_graph.h"
#include "render/view/camera_feed.h"
#include "render/view/still.h"
#include "render/view/world_bounds.h"
#include "render/view/world_view.h"

#include <QOffscreenSurface>
#include <QSurfaceFormat>

#include <algorithm>

namespace ghostline::render {

struct OffscreenView::Private
{
    Private(QSize size, int quality) : pixels(size), samples(quality)
    {
        surface.setFormat(QSurfaceFormat::defaultFormat());
        surface.create();
        graph = std::make_unique<SceneGraph>(&surface, pixels);
        graph->start();
        camera.setReducedMotion(true);
    }
    double aspect() const { return static_cast<double>(pixels.width()) / pixels.height(); }
    SceneGraph::View prepare();

    QSize pixels;
    int samples;
    WorldView world;
    CameraController camera;
    CameraFeed feed{world, camera};
    QOffscreenSurface surface;
    std::unique_ptr<SceneGraph> graph; // goes before its surface
    bool first = true;
};

namespace {

/// What two pictures of the same instant, over black and over white, say of how much of each pixel is
/// covered.
QImage coveredOnly(const QImage& onBlack, const QImage& onWhite)
{
    QImage out(onBlack.size(), QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < out.height(); ++y) {
        const auto* black = reinterpret_cast<const QRgb*>(onBlack.constScanLine(y));
        const auto* white = reinterpret_cast<const QRgb*>(onWhite.constScanLine(y));
        auto* line = reinterpret_cast<QRgb*>(out.scanLine(y));
        for (int x = 0; x < out.width(); ++x) {
            const int seen = std::max({qRed(white[x]) - qRed(black[x]), qGreen(white[x]) - qGreen(black[x]),
                                       qBlue(white[x]) - qBlue(black[x])});
            const int alpha = std::clamp(255 - seen, 0, 255);
            line[x] = qRgba(std::min(qRed(black[x]), alpha), std::min(qGreen(black[x]), alpha),
                            std::min(qBlue(black[x]), alpha), alpha);
        }
    }
    return out;
}

} // namespace

model::Result<std::unique_ptr<OffscreenView>> OffscreenView::create(QSize pixels, int samples)
{
    if (pixels.isEmpty() || pixels.width() > LargestSide || pixels.height() > LargestSide)
        return model::fail(model::ErrorCode::InvalidArgument,
                           QStringLiteral("a picture is from 1x1 to %1x%1 pixels, not %2x%3")
                               .arg(LargestSide)
                               .arg(pixels.width())
                               .arg(pixels.height()));
    if (const auto gl = probeGl(); !gl)
        return tl::unexpected(gl.error());
    return std::unique_ptr<OffscreenView>(new OffscreenView(std::make_unique<Private>(pixels, samples)));
}

OffscreenView::OffscreenView(std::unique_ptr<Private> p) : d(std::move(p)) {}

OffscreenView::~OffscreenView() = default;

QSize OffscreenView::pixels() const { return d->pixels; }

void OffscreenView::setContent(const ViewContent& content)
{
    const ViewChanges changes = d->world.setContent(content);
    if (changes & ViewPart::Index)
        d->feed.indexChanged();
    if (changes & ViewPart::Scene)
        d->feed.sceneChanged();
    if (!d->first && changes)
        d->feed.update(d->aspect());
}

void OffscreenView::setStateOf(std::function<bool(const model::Event&, model::WorldState&)> stateOf)
{
    d->feed.setStateOf(std::move(stateOf));
}

void OffscreenView::look(const Look& look)
{
    const auto fitAll = [this] {
        d->camera.fit(actorBounds(d->world.shown(), d->world.styles()), d->aspect(), false);
    };
    d->feed.setFollowed(look.followed);
    d->feed.setFollowedGhost(look.followedGhost, look.both);
    d->feed.setStation(look.sceneCamera);
    d->feed.update(d->aspect());
    fitAll();
    d->camera.setMode(look.mode);
    if (look.mode == CameraMode::TopDown && look.followed == model::ActorId::None)
        fitAll();
    d->feed.update(d->aspect());
    if (look.pose)
        d->camera.setPose(*look.pose, false);
    d->first = false;
    d->world.invalidateView();
}

void OffscreenView::lookAt(const glm::dvec3& place, double radius)
{
    const glm::dvec3 middle = model::lifted(*d->world.content().scene, place);
    model::Bounds bounds;
    bounds.include(middle - glm::dvec3(radius));
    bounds.include(middle + glm::dvec3(radius));
    d->camera.fit(bounds, d->aspect(), false);
    d->world.invalidateView();
}

const CameraPose& OffscreenView::pose() const { return d->camera.pose(); }

SceneGraph::View OffscreenView::Private::prepare()
{
    world.refresh(*graph, camera.pose(), pixels, WorldView::Cells::AtOnce);
    return world.view(camera.pose(), pixels, 1.0);
}

model::Result<QImage> OffscreenView::draw(bool transparent)
{
    d->world.invalidateView(); // the camera goes along with the state
    QImage image;
    if (transparent) {
        d->graph->setBackdrop(Qt::black);
        const QImage onBlack = d->graph->capture(d->prepare(), d->samples);
        d->graph->setBackdrop(Qt::white);
        const QImage onWhite = d->graph->capture(d->prepare(), d->samples);
        d->graph->setBackdrop(std::nullopt);
        if (!onBlack.isNull() && onWhite.size() == onBlack.size())
            image = coveredOnly(onBlack, onWhite);
    } else {
        image = d->graph->capture(d->prepare(), d->samples);
    }
    if (image.isNull())
        return model::fail(model::ErrorCode::Unsupported,
                           QStringLiteral("the renderer drew no picture of %1x%2 pixels")
                               .arg(d->pixels.width())
                               .arg(d->pixels.height()));
    d->world.paintBoard(image, d->camera.pose());
    return image;
}

} // namespace ghostline::render
