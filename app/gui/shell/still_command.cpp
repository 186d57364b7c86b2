// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/still_command.h"

#include "app/gui/clips/clip_exporter.h"
#include "app/gui/ghosts/ghost_opening.h"
#include "app/gui/shell/settings_dialog.h"
#include "app/gui/widgets/replay_address.h"
#include "model/base/error_text.h"
#include "model/codec/write_target.h"
#include "model/sidecar/sidecar.h"
#include "model/time/time_text.h"

#include <QEventLoop>

#include <cmath>
#include <cstdio>

namespace ghostline::app {

namespace {

/// Into a title's time, where it is there without a trace of its fading.
constexpr model::Micros TitleIsThere{1'000'000};

/// A place of the command line; one behind the end is clamped, and said.
model::Result<model::Micros> placeOf(const QString& text, const CommandLine& line,
                                     const model::TimeAxis& axis)
{
    const auto at = model::parseTime(text, axis, {});
    if (!at)
        return tl::unexpected<model::Error>(at.error());
    if (const QString behind = model::behindEndText(text, axis); !behind.isEmpty())
        std::fprintf(stderr, "ghostline: %s: %s\n", qPrintable(line.file), qPrintable(behind));
    return axis.timeOf(*at);
}

QString titleOf(const CommandLine& line)
{
    return line.clip.title.isEmpty() ? shortName(line.file) : line.clip.title;
}

model::Result<void> renderStillPicture(const CommandLine& line, const StageRecording& recording,
                                       StageSettings stage)
{
    const auto at =
        placeOf(line.at.isEmpty() ? QStringLiteral("0") : line.at, line, recording.index->timeAxis);
    if (!at)
        return tl::unexpected<model::Error>(at.error());
    stage.pixels = line.size.value_or(QSize(1280, 720));
    auto drawn = ClipStage::create(recording, stage);
    if (!drawn)
        return tl::unexpected<model::Error>(drawn.error());
    model::Clip clip;
    clip.from = clip.to = *at;
    clip.camera = line.camera;
    clip.title = titleOf(line);
    if (auto begun = (*drawn)->begin(clip); !begun)
        return begun;
    const auto image =
        line.clip.transparent ? (*drawn)->drawTransparent(*at) : (*drawn)->draw(*at, TitleIsThere);
    if (!image)
        return tl::unexpected<model::Error>(image.error());
    return savePicture(*image, line.renderPath);
}

/// How far it is, on one line that is written over, where somebody is there to read it.
void tellProgress(double share, double secondsLeft)
{
    std::fprintf(stderr, "\r%3d %%  ", static_cast<int>(share * 100.0));
    if (secondsLeft >= 0.0)
        std::fprintf(stderr, "%d s left   ", static_cast<int>(std::ceil(secondsLeft)));
    std::fflush(stderr);
}

model::Result<void> renderVideo(const CommandLine& line, const std::shared_ptr<OpenedRecording>& recording,
                                const std::shared_ptr<const model::CodecRegistry>& registry,
                                const StageSettings& stage)
{
    const model::TimeAxis& axis = recording->stage.index->timeAxis;
    const auto from = placeOf(line.clip.from.isEmpty() ? QStringLiteral("0") : line.clip.from, line, axis);
    if (!from)
        return tl::unexpected<model::Error>(from.error());
    if (model::isBehindEnd(line.clip.from, axis))
        return model::fail(model::ErrorCode::InvalidArgument,
                           QStringLiteral("%1 ends before --from %2").arg(line.file, line.clip.from));
    const auto to = line.clip.to.isEmpty() ? model::Result<model::Micros>(axis.duration())
                                           : placeOf(line.clip.to, line, axis);
    if (!to)
        return tl::unexpected<model::Error>(to.error());
    ClipExport wanted;
    wanted.video.format = *videoFormatOf(line.renderPath);
    wanted.video.pixels = encodableSize(wanted.video.format, line.size.value_or(QSize(1280, 720)));
    wanted.video.fps = encodableFps(wanted.video.format, line.clip.fps);
    wanted.video.arguments =
        line.clip.arguments.isEmpty() ? encoderArguments(wanted.video.format) : line.clip.arguments;
    wanted.stage = stage;
    wanted.known[QString()] = recording;
    model::Clip clip;
    clip.from = *from;
    clip.to = *to;
    clip.rate = line.clip.rate;
    clip.camera = line.camera.isEmpty() ? QStringLiteral("orbit") : line.camera; // all in view
    clip.title = titleOf(line);
    wanted.outputs.push_back({line.renderPath, clip.title, {clip}});

    wanted.opener.registry = registry;
    ClipExporter exporter;
    QEventLoop loop;
    model::Result<void> result;
    QObject::connect(&exporter, &ClipExporter::finished, &loop, [&loop](const ClipExporter::Done& done) {
        std::fprintf(stderr, "\r%lld pictures in %.1f s, %.1f a second (drawing alone %.1f)\n",
                     static_cast<long long>(done.frames), done.seconds,
                     static_cast<double>(done.frames) / done.seconds,
                     static_cast<double>(done.frames) / done.drawingSeconds);
        loop.quit();
    });
    QObject::connect(&exporter, &ClipExporter::failed, &loop, [&](const model::Error& error) {
        result = tl::unexpected<model::Error>(error);
        loop.quit();
    });
    if (line.clip.tellsProgress)
        QObject::connect(&exporter, &ClipExporter::progressed, &loop, tellProgress);
    exporter.start(std::move(wanted));
    loop.exec();
    return result;
}

/// Drawings that cannot be read are not there, those of another recording are: either is said.
void tellOfDrawings(const CommandLine& line, OpenedRecording& recording)
{
    if (!line.clip.drawings)
        return;
    auto notes = model::loadNotes(line.file);
    const model::Error* left = !notes ? &notes.error() : notes->leftOut ? &*notes->leftOut : nullptr;
    if (left != nullptr)
        std::fprintf(stderr, "ghostline: the drawings are left out: %s\n",
                     qPrintable(model::errorText(*left)));
    if (!notes || notes->sidecar.drawings.empty())
        return;
    model::Sidecar& sidecar = notes->sidecar;
    sidecar.bookmarks.clear(); // are not in the picture
    if (const auto other = model::madeForAnother(sidecar, line.file))
        std::fprintf(stderr, "ghostline: %s\n", qPrintable(model::errorText(*other, line.file)));
    recording.content = sidecar.recording; // not to be read once more for what a video says of itself
}

} // namespace

model::Result<void> renderCommand(const CommandLine& line, const WindowSetup& setup)
{
    if (line.file.isEmpty())
        return model::fail(model::ErrorCode::InvalidArgument, QStringLiteral("--render needs a recording"));
    const Settings settings = loadSettings();
    for (const QString& read : QStringList{line.file} + line.ghosts) {
        if (auto apart = model::checkWriteTarget(*setup.registry, read, line.renderPath); !apart)
            return apart;
    }
    RecordingOpener opener;
    opener.registry = setup.registry;
    opener.options.codec = line.options;
    opener.options.scenePath = line.scenePath;
    opener.options.sceneFolders = settings.sceneFolders;
    opener.content.theme = line.theme == ThemeChoice::Light ? render::Theme::light() : render::Theme::dark();
    opener.content.options.trailSeconds = settings.trailSeconds;
    opener.content.options.labels = line.clip.labels;
    opener.content.options.drawings = line.clip.drawings;
    const auto recording = openRecording(line.file, opener, {});
    if (!recording)
        return tl::unexpected<model::Error>(recording.error());
    tellOfDrawings(line, **recording);
    StageRecording& shown = (*recording)->stage;
    auto ghosts = openGhosts(line.ghosts, *shown.source, model::openerOf(setup.registry), {});
    if (!ghosts) {
        model::Error error = ghosts.error();
        error.file = error.file.isEmpty() ? line.file : error.file;
        return tl::unexpected<model::Error>(error);
    }
    shown.ghosts = std::move(*ghosts);
    StageSettings stage;
    stage.cacheBytes = settings.memoryBytes();
    stage.overlays = line.clip.overlays;
    stage.flat = !setup.noGl.isEmpty();
    if (stage.flat)
        std::fprintf(stderr, "ghostline: no 3D (%s): drew the flat map instead\n", qPrintable(setup.noGl));
    return line.clip.wanted() ? renderVideo(line, *recording, setup.registry, stage)
                              : renderStillPicture(line, shown, stage);
}

} // namespace ghostline::app
