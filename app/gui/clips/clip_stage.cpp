// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/clip_stage.h"

#include "app/gui/ghosts/ghost_words.h"
#include "app/gui/view/camera_look.h"
#include "model/time/time_text.h"
#include "render/flat/top_down_widget.h"

#include <QLocale>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr double TitleSeconds = 4.0;
constexpr double TitleFadeSeconds = 0.5;

double titleOpacity(double seconds)
{
    if (seconds >= TitleSeconds)
        return 0.0;
    return std::clamp(std::min(seconds / TitleFadeSeconds, (TitleSeconds - seconds) / TitleFadeSeconds), 0.0,
                      1.0);
}

QString speedText(double rate)
{
    return rate == 1.0 ? QString() : QLocale().toString(rate, 'g', 4) + QStringLiteral("×");
}

} // namespace

model::Result<std::unique_ptr<ClipStage>> ClipStage::create(StageRecording recording,
                                                            const StageSettings& settings)
{
    std::unique_ptr<ClipStage> stage(new ClipStage(std::move(recording), settings));
    if (settings.flat)
        return stage;
    auto view = render::OffscreenView::create(settings.pixels, settings.samples);
    if (!view)
        return tl::unexpected(view.error());
    stage->m_view = std::move(*view);
    stage->m_view->setStateOf([reader = &stage->m_reader](const model::Event& event, model::WorldState& out) {
        return reader->stateAt({.frame = event.frame, .fraction = 0.0}, model::SamplePolicy::Interpolate, out)
            .has_value();
    });
    return stage;
}

ClipStage::ClipStage(StageRecording recording, const StageSettings& settings)
    : m_recording(std::move(recording)), m_settings(settings),
      m_reader(m_recording.source, settings.cacheBytes)
{
    m_recording.content.index = m_recording.index;
    m_recording.content.playing = false; // every picture is exact
}

model::Result<void> ClipStage::begin(const model::Clip& clip, const std::optional<render::Look>& look)
{
    m_clip = clip;
    m_trails.clear();
    if (auto shown = show(m_recording.index->timeAxis.at(clip.from)); !shown)
        return shown;
    const render::ViewContent& content = m_recording.content;
    auto camera =
        cameraLook(clip.camera, *m_recording.index->info, *content.state, *content.scene, m_recording.path);
    if (!camera)
        return tl::unexpected(camera.error());
    if (m_view == nullptr)
        return {}; // the map shows all of it, whatever the camera
    m_view->setContent(content);
    if (camera->look.mode == render::CameraMode::Path && content.cameraPath->empty())
        return model::fail(
            model::ErrorCode::InvalidArgument,
            QStringLiteral("the notes of this recording have no key points for a camera path"));
    if (clip.camera.isEmpty() && look)
        camera->look = *look;
    m_view->look(camera->look);
    if (camera->place)
        m_view->lookAt(camera->place->place, camera->place->radius);
    return {};
}

model::Result<void> ClipStage::show(model::FrameTime at)
{
    std::shared_ptr<model::WorldState> state = m_states.take();
    if (auto read = m_reader.stateAt(at, m_recording.policy, *state); !read)
        return read;
    m_recording.content.state = std::shared_ptr<const model::WorldState>(std::move(state));
    showTrails();
    showGhosts(at);
    return {};
}

void ClipStage::showTrails()
{
    render::ViewContent& content = m_recording.content;
    const double seconds = content.options.trails ? content.options.trailSeconds : 0.0;
    if (seconds <= 0.0) {
        content.trails = {};
        return;
    }
    // The trail reads only what is cached: decode the stretch it covers, once.
    const model::ReplayIndex& index = *m_recording.index;
    const model::Micros now = content.state->time;
    const model::Micros back = std::max(model::Micros{0}, now - model::fromSeconds(seconds));
    model::WorldState passing;
    const int last = index.keyframes.at(content.state->at.frame);
    for (int k = std::max(0, index.keyframes.at(index.timeAxis.frameAt(back))); k < last; ++k) {
        const model::FrameTime at{index.keyframes[k].frame, 0.0};
        if (!m_reader.trySample(at, model::SamplePolicy::Interpolate, passing))
            (void)m_reader.stateAt(at, model::SamplePolicy::Interpolate, passing);
    }
    content.trails = m_trails.build(m_reader, index.timeAxis, *index.info, *content.state, seconds,
                                    content.hidden, std::vector<model::ActorId>{content.selection});
}

void ClipStage::showGhosts(model::FrameTime at)
{
    if (m_recording.ghosts.empty())
        return;
    render::ViewContent& content = m_recording.content;
    std::vector<render::GhostFigure> figures;
    std::vector<render::Trail> trails;
    for (GhostRun& ghost : m_recording.ghosts) {
        if (const auto figure = ghost.figureAt(at, m_recording.policy))
            figures.push_back(*figure);
        if (content.options.trails) {
            auto own = ghost.trailAt(at, content.options.trailSeconds);
            std::move(own.begin(), own.end(), std::back_inserter(trails));
        }
    }
    std::shared_ptr<render::GhostFrame> frame = m_frames.take();
    frame->assign(figures);
    content.ghosts = std::shared_ptr<const render::GhostFrame>(std::move(frame));
    content.ghostTrails = std::move(trails);
}

QImage ClipStage::flatPicture()
{
    render::TopDownWidget map;
    map.resize(m_settings.pixels);
    map.setContent(m_recording.content);
    map.fitAll();
    QImage image(m_settings.pixels, QImage::Format_RGB32);
    map.render(&image);
    return image;
}

model::Result<QImage> ClipStage::picture()
{
    if (m_view == nullptr)
        return flatPicture();
    m_view->setContent(m_recording.content);
    return m_view->draw();
}

model::Result<QImage> ClipStage::draw(model::Micros time, model::Micros sinceTitle)
{
    const model::FrameTime at = m_recording.index->timeAxis.at(time);
    if (const auto shown = show(at); !shown)
        return tl::unexpected(shown.error());
    auto image = picture();
    if (image)
        paintOverlays(*image, overlay(at, sinceTitle), m_recording.content.theme);
    return image;
}

model::Result<QImage> ClipStage::drawTransparent(model::Micros at)
{
    if (const auto shown = show(m_recording.index->timeAxis.at(at)); !shown)
        return tl::unexpected(shown.error());
    if (m_view == nullptr)
        return model::fail(model::ErrorCode::Unsupported,
                           QStringLiteral("a picture without its background needs OpenGL"));
    m_view->setContent(m_recording.content);
    return m_view->draw(true);
}

void ClipStage::prefetch(model::Micros at)
{
    m_reader.request(m_recording.index->timeAxis.at(at), model::Direction::Forward);
}

OverlayContent ClipStage::overlay(model::FrameTime at, model::Micros sinceTitle)
{
    const ClipOverlays& wanted = m_settings.overlays;
    const model::ReplayInfo& info = *m_recording.index->info;
    OverlayContent out;
    out.teams = info.teams;
    if (wanted.scoreboard && info.scoreboard.hasStrip())
        out.scoreboard =
            m_scoreboard.read(*m_recording.index, *m_recording.content.state, m_recording.content.selection);
    if (wanted.title) {
        out.title = m_clip.title;
        out.note = m_clip.note;
        out.titleOpacity = titleOpacity(model::seconds(sinceTitle));
    }
    if (wanted.clock)
        out.clock = model::formatTime(m_recording.content.state->time);
    if (wanted.speed)
        out.speed = speedText(m_clip.rate);
    for (const GhostRun& ghost : m_recording.ghosts) {
        const auto delta = wanted.delta ? ghost.deltaAt(at) : std::nullopt;
        if (delta)
            out.deltas.push_back(
                {ghost.ghost().name + QLatin1Char(' ') + deltaText(*delta), ghost.ghost().hue});
    }
    return out;
}

} // namespace ghostline::app
