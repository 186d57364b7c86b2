// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/still_command.h"

#include "app/gui/shell/dialogs.h"
#include "app/gui/shell/trail_builder.h"
#include "app/gui/shell/view_strip.h"
#include "model/scene_reader.h"
#include "model/state_reader.h"
#include "model/time_text.h"
#include "render/top_down_widget.h"
#include "render/viewport.h"

#include <algorithm>
#include <cstdio>

namespace ghostline::app {

namespace {

/// One sentence with everything known, since nobody can click for details.
model::Error inFull(model::Error error)
{
    if (!error.file.isEmpty() && !error.message.contains(error.file))
        error.message = QStringLiteral("%1: %2").arg(error.file, error.message);
    if (const QString place = placeText(error.where); !place.isEmpty())
        error.message += QStringLiteral(" (%1)").arg(place);
    return error;
}

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

/// A mode by its word, or one of the scene's cameras by its name.
model::Result<void> chooseCamera(const QString& name, const model::SceneDescription& scene,
                                 render::StillRequest& request)
{
    if (name.isEmpty())
        return {};
    if (const auto mode = cameraFromWord(name)) {
        request.mode = *mode;
        return {};
    }
    QStringList known{cameraWords()};
    for (std::size_t i = 0; i < scene.cameras.size(); ++i) {
        if (scene.cameras[i].name.compare(name, Qt::CaseInsensitive) == 0) {
            request.mode = render::CameraMode::Scene;
            request.sceneCamera = static_cast<int>(i);
            return {};
        }
        known << scene.cameras[i].name;
    }
    return model::fail(model::ErrorCode::InvalidArgument,
                       QStringLiteral("there is no camera \"%1\" here, only %2")
                           .arg(name, known.join(QStringLiteral(", "))));
}

QImage flatPicture(const std::shared_ptr<const model::ReplayIndex>& index,
                   const model::SceneDescription& scene, const model::WorldState& state,
                   const render::StillRequest& request)
{
    render::TopDownWidget map;
    map.resize(request.pixels);
    map.setTheme(request.theme);
    map.setIndex(index);
    map.setScene(scene);
    map.setOptions(request.options);
    map.setState(state);
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
    auto opened = setup.registry->open(line.file, options);
    if (!opened) {
        model::Error error = opened.error();
        if (error.file.isEmpty())
            error.file = line.file;
        return tl::unexpected<model::Error>(inFull(error));
    }
    const std::shared_ptr<model::ReplaySource> source = std::move(*opened);
    const auto index = source->waitComplete();
    if (!index)
        return tl::unexpected<model::Error>(inFull(index.error()));
    if ((*index)->frames() == 0)
        return model::fail(model::ErrorCode::Damaged,
                           QStringLiteral("%1 has no frame to draw").arg(line.file));
    const auto at =
        model::parseTime(line.at.isEmpty() ? QStringLiteral("0") : line.at, (*index)->timeAxis, {});
    if (!at)
        return tl::unexpected<model::Error>(at.error());
    if (const QString text = model::behindEndText(line.at, (*index)->timeAxis); !text.isEmpty())
        std::fprintf(stderr, "ghostline: %s: %s\n", qPrintable(line.file), qPrintable(text));

    model::StateReader reader(source, settings.memoryBytes());
    model::WorldState state;
    if (const auto read = reader.stateAt(*at, model::SamplePolicy::Interpolate, state); !read)
        return tl::unexpected<model::Error>(inFull(read.error()));
    const auto surroundings = model::sceneOf(*source, line.scenePath, *setup.registry, {});
    if (!surroundings && !line.scenePath.isEmpty())
        return tl::unexpected<model::Error>(inFull(surroundings.error()));
    const model::SceneDescription scene = surroundings.value_or(model::SceneDescription{});

    render::StillRequest request;
    request.pixels = line.size.value_or(QSize(1280, 720));
    request.theme = line.theme == ThemeChoice::Light ? render::Theme::light() : render::Theme::dark();
    if (const auto chosen = chooseCamera(line.camera, scene, request); !chosen)
        return tl::unexpected<model::Error>(chosen.error());
    request.stateOf = [&reader](const model::Event& event, model::WorldState& out) {
        return reader.stateAt({.frame = event.frame, .fraction = 0.0}, model::SamplePolicy::Interpolate, out)
            .has_value();
    };
    request.options.trailSeconds = settings.trailSeconds;
    if (request.mode == render::CameraMode::Follow || request.mode == render::CameraMode::FirstPerson)
        request.selection = subjectOf(*(*index)->info, state);
    // The trail reads only what is cached: decode the stretch it covers.
    const model::TimeAxis& axis = (*index)->timeAxis;
    const model::Micros back =
        std::max(model::Micros{0}, state.time - model::fromSeconds(settings.trailSeconds));
    model::WorldState passing;
    for (int k = std::max(0, (*index)->keyframes.at(axis.frameAt(back)));
         k < (*index)->keyframes.at(at->frame); ++k)
        (void)reader.stateAt({.frame = (*index)->keyframes[k].frame, .fraction = 0.0},
                             model::SamplePolicy::Interpolate, passing);
    TrailBuilder trails;
    request.trails =
        trails.build(reader, (*index)->timeAxis, *(*index)->info, state, settings.trailSeconds, {}, {});

    if (!setup.noGl.isEmpty()) {
        std::fprintf(stderr, "ghostline: no 3D (%s): drew the flat map instead\n", qPrintable(setup.noGl));
        return savePicture(flatPicture(*index, scene, state, request), line.renderPath);
    }
    const auto image = render::renderStill(*index, scene, state, request);
    if (!image)
        return tl::unexpected<model::Error>(image.error());
    return savePicture(*image, line.renderPath);
}

} // namespace ghostline::app
