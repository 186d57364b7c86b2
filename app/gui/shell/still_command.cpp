// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/still_command.h"

#include "app/gui/shell/settings_dialog.h"
#include "app/gui/view/trail_builder.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_strip.h"
#include "app/gui/widgets/dialogs.h"
#include "model/codec/opening.h"
#include "model/codec/scene_reader.h"
#include "model/replay/named_actors.h"
#include "model/replay/state_reader.h"
#include "model/time/time_text.h"
#include "render/flat/top_down_widget.h"
#include "render/view/still.h"
#include "render/view/viewport.h"

#include <algorithm>
#include <cstdio>

namespace ghostline::app {

namespace {

/// The first actor the recording is about that is there now, for cameras that need one.
model::ActorId subjectOf(const model::ReplayInfo& info, const model::WorldState& state)
{
    for (const bool principalOnly : {true, false}) {
        for (std::size_t i = 0; i < state.size(); ++i) {
            const model::ActorInfo* actor = info.actor(state.ids[i]);
            if (actor != nullptr && !actor->background && (actor->principal || !principalOnly) &&
                (state.flags[i] & model::Hidden) == 0)
                return state.ids[i];
        }
    }
    return model::ActorId::None;
}

/// A mode by its word, with whom it keeps to if it says so, or one of the scene's cameras by its name.
model::Result<void> chooseCamera(const QString& name, const model::ReplayInfo& info,
                                 const model::WorldState& state, const model::SceneDescription& scene,
                                 render::StillRequest& request)
{
    const auto missing = [](const QString& why) {
        return model::fail(model::ErrorCode::InvalidArgument, why);
    };
    if (name.isEmpty())
        return {};
    if (const auto mode = cameraFromWord(name)) {
        request.mode = *mode;
        if (*mode == render::CameraMode::Follow || *mode == render::CameraMode::FirstPerson)
            request.content.selection = subjectOf(info, state);
        return {};
    }
    QStringList sceneCameras;
    for (std::size_t i = 0; i < scene.cameras.size(); ++i) {
        if (scene.cameras[i].name.compare(name, Qt::CaseInsensitive) == 0) {
            request.mode = render::CameraMode::Scene;
            request.sceneCamera = static_cast<int>(i);
            return {};
        }
        sceneCameras << scene.cameras[i].name;
    }
    const auto shot = namedShotFrom(name);
    const model::ActorId actor = shot ? model::actorNamed(shot->actor, info, state) : model::ActorId::None;
    if (actor == model::ActorId::None)
        return missing(noCameraText(name, sceneCameras));
    if (state.row(actor) < 0)
        return missing(QStringLiteral("%1 is not there at %2")
                           .arg(info.actor(actor)->name, model::formatTime(state.time)));
    request.mode = shot->mode;
    request.content.selection = actor;
    return {};
}

QImage flatPicture(const render::StillRequest& request)
{
    render::TopDownWidget map;
    map.resize(request.pixels);
    render::ViewContent content = request.content; // a map of the moment: nobody stands out, no trails
    content.trails = {};
    content.selection = model::ActorId::None;
    map.setContent(content);
    map.fitAll();
    QImage image(request.pixels, QImage::Format_RGB32);
    map.render(&image);
    return image;
}

} // namespace

model::Result<void> renderCommand(const CommandLine& line, const WindowSetup& setup)
{
    if (line.file.isEmpty())
        return model::fail(model::ErrorCode::InvalidArgument, QStringLiteral("--render needs a recording"));
    const Settings settings = loadSettings();
    model::OpenOptions options;
    options.codec = line.options;
    options.scenePath = line.scenePath;
    options.sceneFolders = settings.sceneFolders;
    const auto opened = model::openComplete(model::openerOf(*setup.registry), line.file, options);
    if (!opened)
        return tl::unexpected<model::Error>(opened.error());
    const std::shared_ptr<model::ReplaySource>& source = opened->source;
    const model::ReplayIndex& index = *opened->index;
    if (index.frames() == 0)
        return model::fail(model::ErrorCode::Damaged,
                           QStringLiteral("%1 has no frame to draw").arg(line.file));
    const auto at = model::parseTime(line.at.isEmpty() ? QStringLiteral("0") : line.at, index.timeAxis, {});
    if (!at)
        return tl::unexpected<model::Error>(at.error());
    if (const QString text = model::behindEndText(line.at, index.timeAxis); !text.isEmpty())
        std::fprintf(stderr, "ghostline: %s: %s\n", qPrintable(line.file), qPrintable(text));

    model::StateReader reader(source, settings.memoryBytes());
    model::WorldState state;
    if (const auto read = reader.stateAt(*at, model::SamplePolicy::Interpolate, state); !read)
        return tl::unexpected<model::Error>(read.error());
    const auto surroundings = model::sceneOf(*source, line.scenePath, *setup.registry, {});
    if (!surroundings && !line.scenePath.isEmpty())
        return tl::unexpected<model::Error>(surroundings.error());
    const model::SceneDescription scene = surroundings.value_or(model::SceneDescription{});

    render::StillRequest request;
    request.pixels = line.size.value_or(QSize(1280, 720));
    request.content.theme = line.theme == ThemeChoice::Light ? render::Theme::light() : render::Theme::dark();
    if (const auto chosen = chooseCamera(line.camera, *index.info, state, scene, request); !chosen)
        return tl::unexpected<model::Error>(chosen.error());
    request.stateOf = [&reader](const model::Event& event, model::WorldState& out) {
        return reader.stateAt({.frame = event.frame, .fraction = 0.0}, model::SamplePolicy::Interpolate, out)
            .has_value();
    };
    request.content.options.trailSeconds = settings.trailSeconds;
    // The trail reads only what is cached: decode the stretch it covers.
    const model::TimeAxis& axis = index.timeAxis;
    const model::Micros back =
        std::max(model::Micros{0}, state.time - model::fromSeconds(settings.trailSeconds));
    model::WorldState passing;
    for (int k = std::max(0, index.keyframes.at(axis.frameAt(back))); k < index.keyframes.at(at->frame); ++k)
        (void)reader.stateAt({.frame = index.keyframes[k].frame, .fraction = 0.0},
                             model::SamplePolicy::Interpolate, passing);
    TrailBuilder trails;
    request.content.trails =
        trails.build(reader, index.timeAxis, *index.info, state, settings.trailSeconds, {}, {});

    request.content.index = opened->index;
    request.content.scene = scene;
    request.content.state = std::move(state);

    if (!setup.noGl.isEmpty()) {
        std::fprintf(stderr, "ghostline: no 3D (%s): drew the flat map instead\n", qPrintable(setup.noGl));
        return savePicture(flatPicture(request), line.renderPath);
    }
    const auto image = render::renderStill(request);
    if (!image)
        return tl::unexpected<model::Error>(image.error());
    return savePicture(*image, line.renderPath);
}

} // namespace ghostline::app
