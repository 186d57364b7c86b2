// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/still_command.h"

#include "app/gui/cases/case_cameras.h"
#include "app/gui/clips/clip_exporter.h"
#include "app/gui/ghosts/ghost_opening.h"
#include "app/gui/shell/settings_dialog.h"
#include "app/gui/widgets/replay_address.h"
#include "model/base/error_text.h"
#include "model/bytes/atomic_file.h"
#include "model/bytes/http_source.h"
#include "model/clips/play_list.h"
#include "model/codec/write_target.h"
#include "model/sidecar/sidecar.h"
#include "model/time/time_text.h"
#include "render/base/quality_choice.h"

#include <QEventLoop>
#include <QJsonDocument>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>

namespace ghostline::app {

namespace {

/// Into a title's time, where it is there without a trace of its fading.
constexpr model::Micros TitleIsThere{1'000'000};
constexpr int StopPollMs = 100;

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
    const auto at = placeOf(line.place.at.isEmpty() ? QStringLiteral("0") : line.place.at, line,
                            recording.index->timeAxis);
    if (!at)
        return tl::unexpected<model::Error>(at.error());
    const model::FrameNumber frame = recording.index->timeAxis.frameAt(*at);
    if (std::ranges::any_of(recording.index->lost,
                            [frame](const model::LostSpan& lost) { return lost.frames.contains(frame); }))
        std::fprintf(stderr, "ghostline: %s: this moment is lost in the recording: what is seen was held\n",
                     qPrintable(line.file));
    stage.pixels = line.size.value_or(QSize(1280, 720));
    auto drawn = ClipStage::create(recording, stage);
    if (!drawn)
        return tl::unexpected<model::Error>(drawn.error());
    model::Clip clip;
    clip.from = clip.to = *at;
    clip.camera = line.place.shot();
    clip.title = titleOf(line);
    if (auto begun = (*drawn)->begin(clip); !begun)
        return begun;
    const auto image =
        line.clip.transparent ? (*drawn)->drawTransparent(*at) : (*drawn)->draw(*at, TitleIsThere);
    if (!image)
        return tl::unexpected<model::Error>(image.error());
    return savePicture(*image, line.renderPath);
}

/// For the page that `ghostline-cli case` writes.
model::Result<void> writeCasePictures(const CommandLine& line, const StageRecording& recording)
{
    model::CaseChoices choices;
    choices.flag = line.place.flag;
    choices.margin = line.casePictures->margin;
    auto moments = momentsOf(*recording.source, choices, {});
    if (!moments)
        return tl::unexpected<model::Error>(moments.error());
    const auto cameras =
        caseCameras(std::move(*moments), recording.content, recording.index, line.casePictures->anonymous);
    if (!cameras)
        return tl::unexpected<model::Error>(cameras.error());
    while (!(*cameras)->done())
        (*cameras)->drawNext();
    const auto drawn = (*cameras)->result();
    if (!drawn)
        return tl::unexpected<model::Error>(drawn.error());
    return model::replaceFile(line.renderPath, QJsonDocument(drawn->json()).toJson(QJsonDocument::Compact));
}

/// How far it is, on one line that is written over, where somebody is there to read it.
void tellProgress(double share, double secondsLeft)
{
    std::fprintf(stderr, "\r%3d %%  ", static_cast<int>(share * 100.0));
    if (secondsLeft >= 0.0)
        std::fprintf(stderr, "%d s left   ", static_cast<int>(std::ceil(secondsLeft)));
    std::fflush(stderr);
}

/// What every video takes from the command line.
ClipExport videoOf(const CommandLine& line, const RecordingOpener& opener, const StageSettings& stage)
{
    ClipExport wanted;
    wanted.video.format = *videoFormatOf(line.renderPath);
    wanted.video.pixels = encodableSize(wanted.video.format, line.size.value_or(QSize(1280, 720)));
    wanted.video.fps = encodableFps(wanted.video.format, line.clip.fps);
    wanted.video.arguments =
        line.clip.arguments.isEmpty() ? encoderArguments(wanted.video.format) : line.clip.arguments;
    wanted.stage = stage;
    wanted.opener = opener;
    return wanted;
}

std::atomic<bool> stopAsked{false};
static_assert(std::atomic<bool>::is_always_lock_free); // a signal handler writes it

void askToStop(int) { stopAsked = true; }

model::Result<void> writeVideo(ClipExport wanted, bool tellsProgress)
{
    ClipExporter exporter;
    QEventLoop loop;
    model::Result<void> result;
    QObject::connect(&exporter, &ClipExporter::finished, &loop, [&loop](const ClipExporter::Done& done) {
        std::fprintf(stderr, "\r%lld pictures in %.1f s, %.1f a second (drawing alone %.1f)\n",
                     static_cast<long long>(done.frames), done.seconds,
                     static_cast<double>(done.frames) / done.seconds,
                     static_cast<double>(done.frames) / done.drawingSeconds);
        if (done.lostSeconds > 0.0)
            std::fprintf(
                stderr, "ghostline: %.1f s of it are lost in the recording: the picture stands still there\n",
                done.lostSeconds);
        loop.quit();
    });
    const auto refused = [&](const model::Error& error) {
        result = tl::unexpected<model::Error>(error);
        loop.quit();
    };
    QObject::connect(&exporter, &ClipExporter::failed, &loop, refused);
    QObject::connect(&exporter, &ClipExporter::incomplete, &loop,
                     [&refused](int, const model::Error& first) { refused(first); });
    if (tellsProgress)
        QObject::connect(&exporter, &ClipExporter::progressed, &loop, tellProgress);
    // Ctrl+C leaves nothing.
    for (const int number : {SIGINT, SIGTERM})
        std::signal(number, askToStop);
    QTimer watch;
    QObject::connect(&watch, &QTimer::timeout, &loop, [&] {
        if (!stopAsked)
            return;
        exporter.cancel();
        refused(
            model::fail(model::ErrorCode::Cancelled, QStringLiteral("stopped; nothing was left")).value());
    });
    watch.start(StopPollMs);
    exporter.start(std::move(wanted));
    loop.exec();
    return result;
}

model::Result<void> renderVideo(const CommandLine& line, const std::shared_ptr<OpenedRecording>& recording,
                                const RecordingOpener& opener, const StageSettings& stage)
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
    ClipExport wanted = videoOf(line, opener, stage);
    wanted.known[QString()] = recording;
    model::Clip clip;
    clip.from = *from;
    clip.to = *to;
    clip.rate = line.clip.rate;
    clip.camera = line.place.shot().isEmpty() ? QStringLiteral("orbit") : line.place.shot(); // all in view
    clip.title = titleOf(line);
    wanted.outputs.push_back({line.renderPath, clip.title, {clip}});
    return writeVideo(std::move(wanted), line.clip.tellsProgress);
}

/// A play list becomes one video, a chapter for each entry.
model::Result<void> renderReel(const CommandLine& line, const RecordingOpener& opener,
                               const StageSettings& stage)
{
    if (!line.clip.wanted() || !line.clip.from.isEmpty() || !line.clip.to.isEmpty() || !line.ghosts.isEmpty())
        return model::fail(model::ErrorCode::InvalidArgument,
                           QStringLiteral("a play list becomes a video as a whole: without --from, --to and "
                                          "--ghost, to .mp4, .webm, .gif or NAME/"));
    const auto list = model::loadPlayList(line.file);
    if (!list)
        return tl::unexpected<model::Error>(list.error());
    ClipExport wanted = videoOf(line, opener, stage);
    std::vector<model::Clip> clips = list->clips();
    if (clips.empty())
        return model::fail(model::ErrorCode::InvalidArgument, QStringLiteral("the play list is empty"));
    for (model::Clip& clip : clips) {
        if (clip.camera.isEmpty())
            clip.camera = line.place.shot().isEmpty() ? QStringLiteral("orbit") : line.place.shot();
    }
    const QString title = line.clip.title.isEmpty() ? list->title : line.clip.title;
    wanted.outputs.push_back({line.renderPath, title, std::move(clips)});
    return writeVideo(std::move(wanted), line.clip.tellsProgress);
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

/// A picture that nobody waits for at each frame may take its time, but for what draws on the processor.
render::Quality qualityOf(const CommandLine& line, const WindowSetup& setup)
{
    if (setup.plainOnly)
        return render::Quality::Low;
    const bool software = render::drawsBySoftware(setup.glText.toStdString());
    return wishedQuality(line.quality.value_or(loadQualityWish()))
        .value_or(software ? render::Quality::Low : render::Quality::High);
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
    opener.scene = withSettings(line.scene, settings);
    opener.content.theme = line.theme == ThemeChoice::Light ? render::Theme::light() : render::Theme::dark();
    opener.content.quality = qualityOf(line, setup);
    opener.content.options.trailSeconds = settings.trailSeconds;
    opener.content.options.labels = line.clip.labels;
    opener.content.options.drawings = line.clip.drawings;
    // The ground of a picture that is laid over another one is the other's.
    opener.content.options.grid = line.clip.grid && !line.clip.transparent;
    opener.content.options.axesGizmo = opener.content.options.grid;
    StageSettings stage;
    stage.cacheBytes = settings.memoryBytes();
    stage.overlays = line.clip.overlays;
    stage.flat = !setup.noGl.isEmpty();
    if (stage.flat && !line.casePictures)
        std::fprintf(stderr, "ghostline: no 3D (%s): drew the flat map instead\n", qPrintable(setup.noGl));
    if (!model::isWebAddress(line.file) && model::isPlayListName(line.file))
        return renderReel(line, opener, stage);
    const auto recording = openRecording(line.file, opener, {});
    if (!recording)
        return tl::unexpected<model::Error>(recording.error());
    if (line.clip.overlays.scoreboard && !(*recording)->stage.index->info->scoreboard.hasStrip())
        std::fprintf(stderr, "ghostline: %s keeps no score: the scoreboard is left out\n",
                     qPrintable(shortName(line.file)));
    tellOfDrawings(line, **recording);
    StageRecording& shown = (*recording)->stage;
    auto ghosts = openGhosts(line.ghosts, *shown.source, model::openerOf(setup.registry), {});
    if (!ghosts) {
        model::Error error = ghosts.error();
        error.file = error.file.isEmpty() ? line.file : error.file;
        return tl::unexpected<model::Error>(error);
    }
    shown.ghosts = std::move(*ghosts);
    if (line.casePictures)
        return writeCasePictures(line, shown);
    return line.clip.wanted() ? renderVideo(line, *recording, opener, stage)
                              : renderStillPicture(line, shown, stage);
}

} // namespace ghostline::app
