// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/cases/case_cameras.h"

#include "app/gui/widgets/jpeg.h"
#include "model/case/anonymous.h"
#include "model/replay/frame_walk.h"

#include <QImage>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

/// Legible two beside each other, and four across a printed sheet.
constexpr QSize PictureSize{480, 300};
constexpr int Samples = 4;
/// From above so much is seen round the way, in sizes of the accused.
constexpr double SizesRound = 4.0;
constexpr double LeastRound = 2.0;

const glm::dvec3* placeOf(const model::WorldState& state, model::ActorId actor)
{
    const std::ptrdiff_t row = state.row(actor);
    if (row < 0 || (state.flags[static_cast<std::size_t>(row)] & model::Hidden) != 0)
        return nullptr;
    return &state.positions[static_cast<std::size_t>(row)];
}

/// Of what is seen round somebody, in metres.
double reachOf(const model::ReplayInfo& info, model::ActorId actor)
{
    const model::ActorInfo* known = info.actor(actor);
    const glm::vec3 half = known != nullptr ? known->boxHalf : glm::vec3(0.0F);
    return std::max(SizesRound * 2.0 * double{std::max({half.x, half.y, half.z})}, LeastRound);
}

} // namespace

model::Result<CaseMoments> momentsOf(const model::ReplaySource& source, const model::CaseChoices& choices,
                                     std::stop_token stop)
{
    const std::shared_ptr<const model::ReplayIndex> index = source.index();
    const auto flag = model::flagNumbered(*index->events, choices.flag);
    if (!flag)
        return tl::unexpected(flag.error());
    const model::FrameRange all = model::caseFrames(index->timeAxis, *flag, choices.margin);
    CaseMoments out{*flag, model::picturedFrames(all, flag->frame), {}};
    const auto walked = model::walkFrames(
        source, out.frames,
        [&out](model::FrameNumber, const model::WorldState* state) {
            out.states.push_back(state != nullptr ? std::make_shared<const model::WorldState>(*state)
                                                  : nullptr);
        },
        {}, std::move(stop));
    if (!walked)
        return tl::unexpected(walked.error());
    out.states.resize(static_cast<std::size_t>(out.frames.count()));
    return out;
}

CaseCameras::CaseCameras(CaseMoments moments, render::ViewContent look)
    : m_moments(std::move(moments)), m_content(render::withoutPlayback(std::move(look)))
{
    // Evidence shows everybody and everything that was recorded, whatever was switched off in the window.
    render::ViewOptions options;
    options.drawings = options.heatMap = options.zones = false;
    m_content.options = options;
    m_content.theme = render::Theme::light(); // as the page, which is printed
    m_content.zones = {};                     // a chosen one is shown whatever is switched off
    m_content.chosenZone = -1;
    m_content.drawings = {};
    m_content.cameraPath = {};
    m_content.heat = {};
    m_content.selection = m_moments.flag.actor;
    if (auto view = render::OffscreenView::create(PictureSize, Samples)) {
        m_view = std::move(*view);
    } else {
        m_map = std::make_unique<render::TopDownWidget>();
        m_map->resize(PictureSize);
    }
    const bool follows = m_moments.flag.actor != model::ActorId::None;
    using enum model::CaseCamera;
    const model::CaseCamera first = !follows ? Overview : m_view == nullptr ? Above : Behind;
    m_result.frames = m_moments.frames;
    m_result.pixels = PictureSize;
    m_result.cameras = {{model::caseCameraName(first), {}}, {model::caseCameraName(Map), {}}};
}

int CaseCameras::pictures() const
{
    return static_cast<int>(m_result.cameras.size() * m_moments.states.size());
}

CaseCameras::Ground CaseCameras::near(std::size_t frame) const
{
    const model::ActorId accused = m_moments.flag.actor;
    const glm::dvec3* place = placeOf(*m_moments.states[frame], accused);
    return place != nullptr ? Ground{*place, reachOf(*m_content.index->info, accused)} : Ground{};
}

CaseCameras::Ground CaseCameras::whole() const
{
    const model::ActorId accused = m_moments.flag.actor;
    model::Bounds way;
    for (const auto& state : m_moments.states) {
        const glm::dvec3* place = state != nullptr ? placeOf(*state, accused) : nullptr;
        if (place != nullptr)
            way.include(*place);
    }
    if (!way.valid)
        return {};
    return {(way.min + way.max) / 2.0,
            glm::length(way.max - way.min) / 2.0 + reachOf(*m_content.index->info, accused)};
}

/// The first keeps to the accused; the second stands still, so that a step to the side is seen as one.
void CaseCameras::beginCamera(std::size_t camera)
{
    render::Look look;
    const bool follows = m_moments.flag.actor != model::ActorId::None;
    if (camera > 0)
        look.mode = render::CameraMode::TopDown;
    else
        look.mode = follows ? render::CameraMode::Follow : render::CameraMode::Orbit;
    look.followed = m_moments.flag.actor;
    m_view->look(look);
    const Ground ground = whole();
    if (camera > 0 && ground.radius > 0.0)
        m_view->lookAt(ground.middle, ground.radius);
}

/// With the way of the accused up to there.
void CaseCameras::showUntil(std::size_t frame)
{
    m_content.state = m_moments.states[frame];
    render::Trail trail{m_moments.flag.actor, {}};
    for (std::size_t i = 0; i <= frame; ++i) {
        const auto& state = m_moments.states[i];
        const glm::dvec3* place = state != nullptr ? placeOf(*state, trail.actor) : nullptr;
        trail.points.push_back(place != nullptr ? *place : render::TrailBreak);
    }
    m_content.trails = std::vector<render::Trail>{std::move(trail)};
}

model::Result<QImage> CaseCameras::picture(std::size_t camera, std::size_t frame)
{
    if (m_view == nullptr)
        return flatPicture(camera, frame);
    m_view->setContent(m_content);
    if (m_begun <= camera) {
        beginCamera(camera);
        m_begun = camera + 1;
    }
    return m_view->draw();
}

QImage CaseCameras::flatPicture(std::size_t camera, std::size_t frame)
{
    m_map->setContent(m_content);
    const Ground ground = camera > 0 ? whole() : near(frame);
    if (ground.radius > 0.0)
        m_map->fitPlace(ground.middle, ground.radius);
    else
        m_map->fitAll();
    QImage image(PictureSize, QImage::Format_RGB32);
    m_map->render(&image);
    return image;
}

void CaseCameras::drawNext()
{
    const std::size_t frames = m_moments.states.size();
    const std::size_t camera = static_cast<std::size_t>(m_drawn) / frames;
    const std::size_t frame = static_cast<std::size_t>(m_drawn) % frames;
    std::vector<QByteArray>& jpegs = m_result.cameras[camera].jpegs;
    ++m_drawn;
    if (m_moments.states[frame] == nullptr) {
        jpegs.emplace_back();
        return;
    }
    showUntil(frame);
    const auto image = picture(camera, frame);
    if (!image && !m_failure)
        m_failure = image.error();
    const QByteArray jpeg = image ? jpegOf(*image) : QByteArray();
    jpegs.push_back(jpeg.size() <= model::MostPictureBytes ? jpeg : QByteArray());
}

model::Result<model::CasePictures> CaseCameras::result() const
{
    const bool any = std::ranges::any_of(m_result.cameras, [](const model::CasePictures::Camera& camera) {
        return std::ranges::any_of(camera.jpegs, [](const QByteArray& jpeg) { return !jpeg.isEmpty(); });
    });
    if (any)
        return m_result;
    if (m_failure)
        return tl::unexpected(*m_failure);
    return model::fail(model::ErrorCode::Unsupported, QStringLiteral("nothing could be drawn"));
}

model::Result<std::unique_ptr<CaseCameras>> caseCameras(CaseMoments moments, render::ViewContent look,
                                                        std::shared_ptr<const model::ReplayIndex> index,
                                                        bool anonymous)
{
    if (anonymous) {
        auto without = model::withoutNames(*index, moments.flag.actor);
        if (!without)
            return tl::unexpected(without.error());
        index = std::move(*without);
        // Free texts of the recording and of its map may name anybody.
        look.goals = {};
        if (!look.scene->labels.empty()) {
            model::SceneDescription nameless = *look.scene;
            nameless.labels.clear();
            look.scene = std::move(nameless);
        }
    }
    look.index = std::move(index);
    return std::make_unique<CaseCameras>(std::move(moments), std::move(look));
}

} // namespace ghostline::app
