// SPDX-License-Identifier: GPL-3.0-or-later
// Carries the session's state into the views, and what is done in them back into the session.
#include "app/gui/shell/view_area.h"

#include "app/gui/shell/banner.h"
#include "app/gui/shell/replay_views.h"
#include "app/gui/shell/view_strip.h"

#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <glm/glm.hpp>

namespace ghostline::app {

namespace {

/// Trails move at 10 Hz: rebuilding their lines costs more than the rest of a frame.
constexpr int TrailIntervalMs = 100;

/// A wish kept from another recording does nothing where every frame is recorded in full.
model::SamplePolicy policyOf(const render::ViewOptions& options, const model::ReplayInfo& info)
{
    return options.exactOnly && info.exactAtKeyframes ? model::SamplePolicy::ExactOnly
           : options.reportedOnly                     ? model::SamplePolicy::ReportedOnly
                                                      : model::SamplePolicy::Interpolate;
}

} // namespace

ViewArea::ViewArea(const QString& noGl, QWidget* parent)
    : QWidget(parent), m_views(new ReplayViews(!noGl.isEmpty(), this)),
      m_viewport(m_views->first().viewport()), m_map(m_views->first().map()), m_banner(new Banner(this)),
      m_strip(new ViewStrip(this)), m_theme(render::Theme::dark())
{
    setObjectName(QStringLiteral("viewArea"));
    if (m_map != nullptr) {
        m_mode = render::CameraMode::TopDown;
        m_strip->setCameraEnabled(false);
        m_noGl = new Banner(this);
        m_noGl->tell(Banner::Level::Warning, tr("No 3D: %1. The flat map stands in for it").arg(noGl));
    }
    m_strip->setCamera(m_mode);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    if (m_noGl != nullptr)
        column->addWidget(m_noGl);
    column->addWidget(m_banner);
    column->addWidget(m_views, 1);
    column->addWidget(m_strip);

    m_trailTimer.setSingleShot(true);
    m_trailTimer.setInterval(TrailIntervalMs);
    connect(&m_trailTimer, &QTimer::timeout, this, &ViewArea::showTrails);
    connectCamera();
    connectView();
}

ViewArea::~ViewArea() = default;

QWidget* ViewArea::viewWidget() const { return m_views; }

void ViewArea::setHeader(QWidget* header)
{
    auto* column = qobject_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(m_views), header);
}

void ViewArea::connectView()
{
    connect(m_views, &ReplayViews::clicked, this, &ViewArea::onClicked);
    connect(m_views, &ReplayViews::doubleClicked, this, &ViewArea::onDoubleClicked);
    connect(m_views, &ReplayViews::hovered, this, &ViewArea::onHovered);
    connect(m_views, &ReplayViews::contextMenuRequested, this, &ViewArea::contextMenuRequested);
    if (m_viewport == nullptr)
        return;
    // One view keeps the pace, whether there is a second one or not.
    connect(m_viewport, &render::Viewport::frameDrawn, this, [this] {
        if (m_session == nullptr)
            return;
        m_session->frameReturned();
        tellFirstPicture();
    });
    // The frame that completes a new view is drawn just before it calls itself ready, and none may follow.
    connect(m_viewport, &render::Viewport::ready, this, &ViewArea::tellFirstPicture);
}

void ViewArea::tellFirstPicture()
{
    if (m_session == nullptr || !m_firstPending || (m_viewport != nullptr && !m_viewport->isReady()))
        return;
    m_firstPending = false;
    Q_EMIT firstPicture();
}

// ---- session ----

void ViewArea::setSession(ReplaySession* session)
{
    if (m_session != nullptr) {
        m_session->disconnect(this);
        m_session->playhead().disconnect(this);
    }
    if (session == nullptr)
        m_wantedCamera.clear();
    m_session = session;
    attendTo(0, GhostShot::None);
    m_trails.clear();
    m_trailTimer.stop();
    setScene({});
    m_banner->hide();
    m_strip->setBuffering(false);
    if (session == nullptr) {
        const auto nothing = std::make_shared<model::ReplayIndex>();
        m_views->setIndex(nothing);
        m_strip->setInfo(*nothing->info);
        m_strip->setPerspective({});
        m_strip->setPolicy(model::SamplePolicy::Interpolate);
        return;
    }
    session->setFramePaced(m_viewport != nullptr);
    passIndex();
    m_views->setPlaying(session->playhead().playing());
    m_views->setSelection(session->selection());
    m_views->setHidden(session->hiddenActors());
    if (m_viewport != nullptr) {
        m_viewport->setStateOf([this](const model::Event& event, model::WorldState& out) {
            return m_session != nullptr &&
                   m_session->reader().trySample({.frame = event.frame, .fraction = 0.0},
                                                 model::SamplePolicy::Interpolate, out);
        });
    }
    onFollowed();
    onPerspective();
    connectSession();
    m_strip->setBuffering(session->buffering()); // it may have begun before anybody listened
    m_fitPending = true;
    m_stagePending = true;
    m_firstPending = true;
    if (session->state().size() > 0)
        showState();
}

void ViewArea::passIndex()
{
    m_views->setIndex(m_session->index());
    m_strip->setInfo(m_session->info());
    applyPolicy();
}

void ViewArea::connectSession()
{
    ReplaySession* session = m_session;
    connect(&session->playhead(), &model::Playhead::playingChanged, this,
            [this](bool playing) { m_views->setPlaying(playing); });
    connect(session, &ReplaySession::indexChanged, this, &ViewArea::passIndex);
    connect(session, &ReplaySession::stateChanged, this, &ViewArea::showState);
    connect(session, &ReplaySession::selectionChanged, this,
            [this] { m_views->setSelection(m_session->selection()); });
    connect(session, &ReplaySession::followedChanged, this, &ViewArea::onFollowed);
    connect(session, &ReplaySession::placeRequested, this, &ViewArea::showPlace);
    connect(session, &ReplaySession::hiddenActorsChanged, this, [this] {
        m_views->setHidden(m_session->hiddenActors());
        m_trailTimer.start(0);
    });
    connect(session, &ReplaySession::perspectiveChanged, this, &ViewArea::onPerspective);
    connect(session, &ReplaySession::bufferingChanged, m_strip, &ViewStrip::setBuffering);
}

void ViewArea::showState()
{
    const model::WorldState& state = m_session->state();
    m_views->setState(state);
    if (m_fitPending && state.size() > 0) {
        m_fitPending = false;
        fitAll();
        followPrincipal();
    }
    if (m_map != nullptr) // drawn with the next paint, whoever is there
        tellFirstPicture();
    if (!m_trailTimer.isActive() && m_options.trails)
        m_trailTimer.start();
}

/// A recording about one actor opens on it; where several matter, all are in view.
void ViewArea::followPrincipal()
{
    model::ActorId principal = model::ActorId::None;
    for (const model::ActorInfo& actor : m_session->info().cast) {
        if (!actor.principal)
            continue;
        if (principal != model::ActorId::None)
            return;
        principal = actor.id;
    }
    if (m_session->state().row(principal) < 0 || m_session->followed() != model::ActorId::None)
        return;
    m_session->select(principal);
    m_session->follow(principal);
}

void ViewArea::showTrails()
{
    if (m_session == nullptr)
        return;
    const double seconds = m_options.trails ? m_options.trailSeconds : 0.0;
    std::vector<model::ActorId> chosen{m_session->selection()};
    for (const model::Selected& pick : m_session->state().selected) {
        if (pick.by == m_session->selection())
            chosen.push_back(pick.actor);
    }
    std::sort(chosen.begin(), chosen.end());
    const std::vector<render::Trail> trails =
        m_trails.build(m_session->reader(), m_session->index()->timeAxis, m_session->info(),
                       m_session->state(), seconds, m_session->hiddenActors(), chosen);
    m_views->setTrails(trails);
    Q_EMIT trailsShown(trails);
    showGhostTrails();
}

void ViewArea::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    m_views->setTheme(theme);
    showHeadings();
    m_banner->setTheme(theme);
    if (m_noGl != nullptr)
        m_noGl->setTheme(theme);
    m_strip->setTheme(theme);
}

void ViewArea::setOptions(const render::ViewOptions& options)
{
    m_options = options;
    m_views->setOptions(options);
    m_strip->setLegendVisible(options.provenance);
    m_trails.clear();
    if (m_session != nullptr) {
        applyPolicy();
        m_trailTimer.start(0);
    }
    Q_EMIT optionsChanged(options);
}

void ViewArea::applyPolicy()
{
    const model::SamplePolicy policy = policyOf(m_options, m_session->info());
    m_session->setSamplePolicy(policy);
    m_strip->setPolicy(policy);
}

void ViewArea::onPerspective()
{
    const model::ActorId player = m_session->perspective();
    m_views->setPerspective(player);
    const model::ActorInfo* info = m_session->info().actor(player);
    m_strip->setPerspective(info != nullptr ? info->name : QString());
}

void ViewArea::setReducedMotion(bool on) { m_views->setReducedMotion(on); }

// ---- pictures ----

QImage ViewArea::capture(QSize pixels) const { return m_views->capture(pixels); }

double ViewArea::framesPerSecond() const
{
    return m_viewport != nullptr ? m_viewport->framesPerSecond() : 0.0;
}

// ---- what is done in the view ----

void ViewArea::onClicked(model::ActorId actor)
{
    if (m_session != nullptr)
        m_session->select(actor);
}

void ViewArea::onDoubleClicked(model::ActorId actor)
{
    if (m_session == nullptr || actor == model::ActorId::None)
        return;
    m_session->select(actor);
    m_session->follow(actor);
}

QString ViewArea::hoverText(model::ActorId actor) const
{
    const model::ActorInfo* info = m_session->info().actor(actor);
    const std::ptrdiff_t row = m_session->state().row(actor);
    if (info == nullptr || row < 0)
        return {};
    const auto i = static_cast<std::size_t>(row);
    QString text = info->name;
    if (!info->nativeType.isEmpty() && info->nativeType != info->name)
        text += QLatin1Char('\n') + info->nativeType;
    const double speed = static_cast<double>(glm::length(m_session->state().velocities[i]));
    if (speed > 0.05)
        text += QLatin1Char('\n') + tr("%L1 m/s").arg(speed, 0, 'f', 1);
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
