// SPDX-License-Identifier: GPL-3.0-or-later
// Carries the session's state into the views, and what is done in them back into the session.
#include "app/gui/view/view_area.h"

#include "app/gui/session/goal_reader.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_description.h"
#include "app/gui/view/view_ghosts.h"
#include "app/gui/view/view_strip.h"
#include "app/gui/view/view_trails.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/replay_words.h"

#include <QToolTip>
#include <QVBoxLayout>

#include <glm/glm.hpp>
#include <utility>

namespace ghostline::app {

namespace {

/// An option kept from another recording does nothing where every frame is recorded in full.
model::SamplePolicy policyOf(const render::ViewOptions& options, const model::ReplayInfo& info)
{
    return options.exactOnly && info.exactAtKeyframes ? model::SamplePolicy::ExactOnly
           : options.reportedOnly                     ? model::SamplePolicy::ReportedOnly
                                                      : model::SamplePolicy::Interpolate;
}

} // namespace

ViewArea::ViewArea(const QString& noGl, QWidget* parent)
    : QWidget(parent), m_views(new ReplayViews(!noGl.isEmpty(), this)), m_banner(new Banner(this)),
      m_strip(new ViewStrip(this)), m_camera(new ViewCamera(m_views, m_strip, this)),
      m_trails(new ViewTrails(m_views, this)), m_ghosts(new ViewGhosts(m_views, m_camera, m_trails, this)),
      m_description(new ViewDescription(m_views->first().surface(), has3D() ? m_camera : nullptr, this)),
      m_goals(new GoalReader(this))
{
    setObjectName(QStringLiteral("viewArea"));
    if (flatMap() != nullptr) {
        m_noGl = new Banner(this);
        m_noGl->tell(Banner::Level::Warning, tr("No 3D: %1. The flat map stands in for it").arg(noGl));
    }

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    if (m_noGl != nullptr)
        column->addWidget(m_noGl);
    column->addWidget(m_banner);
    column->addWidget(m_views, 1);
    column->addWidget(m_strip);

    connectView();
}

ViewArea::~ViewArea() = default;

QWidget* ViewArea::viewWidget() const { return m_views; }

render::Viewport* ViewArea::viewport() const { return m_views->first().viewport(); }

render::TopDownWidget* ViewArea::flatMap() const { return m_views->first().map(); }

void ViewArea::setHeader(QWidget* header)
{
    auto* column = qobject_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(m_views), header);
}

void ViewArea::connectView()
{
    connect(m_goals, &GoalReader::changed, this, &ViewArea::passGoals);
    connect(m_views, &ReplayViews::clicked, this, &ViewArea::onClicked);
    connect(m_views, &ReplayViews::doubleClicked, this, &ViewArea::onDoubleClicked);
    connect(m_views, &ReplayViews::hovered, this, &ViewArea::onHovered);
    connect(m_views, &ReplayViews::contextMenuRequested, this, &ViewArea::contextMenuRequested);
    if (!has3D())
        return;
    // One view keeps the pace, whether there is a second one or not.
    connect(viewport(), &render::Viewport::frameDrawn, this, [this] {
        if (m_session == nullptr)
            return;
        m_session->playback()->frameReturned();
        tellFirstPicture();
    });
    // The frame that completes a new view is drawn just before it calls itself ready, and none may follow.
    connect(viewport(), &render::Viewport::ready, this, &ViewArea::tellFirstPicture);
}

void ViewArea::tellFirstPicture()
{
    if (m_session == nullptr || !m_firstPending || (has3D() && !viewport()->isReady()))
        return;
    m_firstPending = false;
    Q_EMIT firstPicture();
}

// ---- session ----

void ViewArea::setSession(ReplaySession* session)
{
    if (m_session != nullptr) {
        m_session->unsubscribe(this);
    }
    m_session = session;
    m_ghosts->setSession(session);
    m_trails->setSession(session);
    m_description->setSession(session);
    m_goals->setSession(session);
    m_views->change([](render::ViewContent& c) { // what was open has gone
        c.index = {};
        c.state = {};
        c.trails = c.ghostTrails = {};
        c.ghosts = {};
        c.drawings = c.sketches = {};
        c.cameraPath = {};
        c.goals = {};
        c.pointers = {};
        c.chosenDrawing.clear();
    });
    m_camera->setSession(session);
    setScene({});
    m_banner->hide();
    m_strip->setBuffering(false);
    if (session == nullptr) {
        m_strip->setInfo({});
        m_strip->setPerspective({});
        m_strip->setPolicy(model::SamplePolicy::Interpolate);
        return;
    }
    session->playback()->setFramePaced(has3D());
    passIndex();
    m_views->change([session](render::ViewContent& c) {
        c.playing = session->playhead().playing();
        c.selection = session->actors()->selected();
        c.hidden = session->actors()->hidden();
    });
    passDrawings();
    passCameraPath();
    onFollowed();
    onPerspective();
    connectSession();
    m_strip->setBuffering(session->playback()->buffering()); // it may have begun before anybody listened
    m_firstPending = true;
    if (session->playback()->state().size() > 0)
        showState();
}

void ViewArea::passIndex()
{
    m_views->change([this](render::ViewContent& c) { c.index = m_session->index(); });
    m_strip->setInfo(m_session->info());
    m_camera->indexChanged();
    applyPolicy();
}

void ViewArea::passGoals()
{
    m_views->change([this](render::ViewContent& c) { c.goals = m_goals->goals(); });
}

void ViewArea::passDrawings()
{
    m_views->change([this](render::ViewContent& c) { c.drawings = m_session->notes()->drawings(); });
}

void ViewArea::passCameraPath()
{
    m_views->change(
        [this](render::ViewContent& c) { c.cameraPath = m_session->notes()->sidecar().cameraPath; });
    m_camera->pathChanged();
}

void ViewArea::connectSession()
{
    ReplaySession* session = m_session;
    connect(&session->playhead(), &model::Playhead::playingChanged, this, [this](bool playing) {
        m_views->change([playing](render::ViewContent& c) { c.playing = playing; });
    });
    connect(session, &ReplaySession::indexChanged, this, &ViewArea::passIndex);
    connect(session->playback(), &Playback::stateChanged, this, &ViewArea::showState);
    connect(session->actors(), &ActorSelection::selectedChanged, this, [this] {
        m_views->change([this](render::ViewContent& c) { c.selection = m_session->actors()->selected(); });
    });
    connect(session->actors(), &ActorSelection::followedChanged, this, &ViewArea::onFollowed);
    connect(session, &ReplaySession::placeRequested, m_camera, &ViewCamera::showPlace);
    connect(session->actors(), &ActorSelection::hiddenChanged, this, [this] {
        m_views->change([this](render::ViewContent& c) { c.hidden = m_session->actors()->hidden(); });
        m_trails->renew();
    });
    connect(session->actors(), &ActorSelection::perspectiveChanged, this, &ViewArea::onPerspective);
    connect(session->notes(), &ReplayNotes::drawingsChanged, this, &ViewArea::passDrawings);
    connect(session->notes(), &ReplayNotes::cameraPathChanged, this, &ViewArea::passCameraPath);
    connect(session->playback(), &Playback::bufferingChanged, m_strip, &ViewStrip::setBuffering);
}

void ViewArea::showState()
{
    const model::WorldState& state = m_session->playback()->state();
    std::shared_ptr<model::WorldState> shown = m_states.take();
    *shown = state;
    m_strip->setState(state);
    m_views->change([&shown](render::ViewContent& c) {
        c.state = std::shared_ptr<const model::WorldState>(std::move(shown));
    });
    if (state.size() > 0)
        m_camera->showFirst();
    if (!has3D()) // drawn with the next paint, whoever is there
        tellFirstPicture();
    m_trails->follow();
}

void ViewArea::setTheme(const render::Theme& theme)
{
    m_views->change([&theme](render::ViewContent& c) { c.theme = theme; });
    m_ghosts->showHeadings();
    m_banner->setTheme(theme);
    if (m_noGl != nullptr)
        m_noGl->setTheme(theme);
    m_strip->setTheme(theme);
}

void ViewArea::setOptions(const render::ViewOptions& options)
{
    if (m_ownOptions)
        m_ownOptions = options;
    passOptions(options);
}

void ViewArea::changeOptions(const std::function<void(render::ViewOptions&)>& change)
{
    if (m_ownOptions)
        change(*m_ownOptions);
    render::ViewOptions shown = options();
    change(shown);
    passOptions(shown);
}

void ViewArea::borrowOptions(const render::ViewOptions& options)
{
    if (!m_ownOptions)
        m_ownOptions = this->options();
    passOptions(options);
}

void ViewArea::returnOptions()
{
    if (const auto own = std::exchange(m_ownOptions, std::nullopt))
        passOptions(*own);
}

void ViewArea::passOptions(const render::ViewOptions& options)
{
    m_views->change([&options](render::ViewContent& c) { c.options = options; });
    m_strip->setLegendVisible(options.provenance);
    m_trails->clear();
    if (m_session != nullptr) {
        applyPolicy();
        m_trails->renew();
    }
    Q_EMIT optionsChanged(options);
}

const render::ViewOptions& ViewArea::options() const { return m_views->content().options; }

void ViewArea::setZones(const std::vector<model::Zone>& zones, int chosen)
{
    m_views->change([&zones, chosen](render::ViewContent& c) {
        c.zones = zones;
        c.chosenZone = chosen;
    });
}

void ViewArea::setHeat(const render::Shared<render::HeatOverlay>& heat)
{
    m_views->change([&heat](render::ViewContent& c) { c.heat = heat; });
}

void ViewArea::setScene(const model::SceneDescription& scene)
{
    m_views->change([&scene](render::ViewContent& c) { c.scene = scene; });
    tellScene(scene);
    m_camera->setScene(scene);
}

void ViewArea::tellScene(const model::SceneDescription& scene)
{
    const QString note =
        scene.noteWording.empty() ? shownName(scene.note) : shownSentence(scene.note, scene.noteWording);
    QStringList detail{note};
    if (!scene.doubt.isEmpty())
        detail.prepend(
            tr("Perhaps not this recording's map: %1").arg(shownSentence(scene.doubt, scene.doubtWording)));
    detail << scene.path;
    detail.removeAll(QString());
    m_strip->setSceneNote(scene.name.isEmpty() ? note : scene.name, detail.join(QLatin1Char('\n')),
                          !scene.doubt.isEmpty());
}

void ViewArea::onFollowed()
{
    const model::ActorId actor = m_session->actors()->followed();
    m_ghosts->leaveFor(actor);
    m_camera->follow(actor);
    m_ghosts->showHeadings();
}

void ViewArea::applyPolicy()
{
    const model::SamplePolicy policy = policyOf(options(), m_session->info());
    m_session->playback()->setSamplePolicy(policy);
    m_strip->setPolicy(policy);
}

void ViewArea::onPerspective()
{
    const model::ActorId player = m_session->actors()->perspective();
    m_views->change([player](render::ViewContent& c) { c.perspective = player; });
    const model::ActorInfo* info = m_session->info().actor(player);
    m_strip->setPerspective(info != nullptr ? info->name : QString());
}

void ViewArea::setReducedMotion(bool on) { m_views->setReducedMotion(on); }

// ---- pictures ----

QImage ViewArea::capture(QSize pixels) const { return m_views->capture(pixels); }

double ViewArea::framesPerSecond() const { return has3D() ? viewport()->framesPerSecond() : 0.0; }

// ---- what is done in the view ----

void ViewArea::onClicked(model::ActorId actor)
{
    if (m_session != nullptr)
        m_session->actors()->select(actor);
}

void ViewArea::onDoubleClicked(model::ActorId actor)
{
    if (m_session == nullptr || actor == model::ActorId::None)
        return;
    m_session->actors()->select(actor);
    m_session->actors()->follow(actor);
}

QString ViewArea::hoverText(model::ActorId actor) const
{
    const model::ActorInfo* info = m_session->info().actor(actor);
    const std::ptrdiff_t row = m_session->playback()->state().row(actor);
    if (info == nullptr || row < 0)
        return {};
    const auto i = static_cast<std::size_t>(row);
    QString text = info->name;
    if (!info->nativeType.isEmpty() && info->nativeType != info->name)
        text += QLatin1Char('\n') + info->nativeType;
    const double speed = static_cast<double>(glm::length(m_session->playback()->state().velocities[i]));
    if (speed > 0.05)
        text += QStringLiteral("\n%L1 %2/s").arg(speed, 0, 'f', 1).arg(m_session->info().lengthUnit);
    return text;
}

void ViewArea::onHovered(model::ActorId actor, QPoint globalPos)
{
    if (m_session == nullptr || actor == model::ActorId::None)
        QToolTip::hideText();
    else
        QToolTip::showText(globalPos, hoverText(actor), m_views);
}

} // namespace ghostline::app
