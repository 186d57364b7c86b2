// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/docks/minimap_panel.h"

#include "app/gui/docks/panel_style.h"
#include "app/gui/ghosts/ghost_set.h"
#include "render/top_down_widget.h"

#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

constexpr int PaceMs = 40; ///< 25 pictures a second at most: it is looked at from the corner of the eye
constexpr QSize SmallestMap{120, 90};

} // namespace

MinimapPanel::MinimapPanel(QWidget* parent)
    : QWidget(parent), m_map(new render::TopDownWidget(this)),
      m_fit(iconButton(QStringLiteral("fit-all"), tr("Show the whole map"), false, this))
{
    setObjectName(QStringLiteral("minimapPanel"));
    m_map->setObjectName(QStringLiteral("minimap"));
    m_map->setCompact(true);
    m_map->setMinimumSize(SmallestMap);
    m_map->setAccessibleName(tr("Minimap"));
    m_map->setAccessibleDescription(
        tr("Map from above: click an actor to select it, the ground to look there, double-click to follow, "
           "wheel or plus and minus to zoom, drag to move"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_map);
    connect(m_fit, &QToolButton::clicked, m_map, &render::TopDownWidget::fitAll);
    m_fit->raise();

    m_pace.setSingleShot(true);
    m_pace.setInterval(PaceMs);
    connect(&m_pace, &QTimer::timeout, this, [this] {
        if (m_stale)
            refresh();
    });
    connectMap();
    setTheme(themeFor(palette()));
}

MinimapPanel::~MinimapPanel() = default;

void MinimapPanel::connectMap()
{
    using Map = render::TopDownWidget;
    connect(m_map, &Map::clicked, this, [this](model::ActorId actor, Qt::KeyboardModifiers) {
        if (m_session != nullptr && actor != model::ActorId::None)
            m_session->select(actor); // a click on the ground looks there, and keeps the selection
    });
    connect(m_map, &Map::placeClicked, this, &MinimapPanel::lookRequested);
    connect(m_map, &Map::doubleClicked, this, [this](model::ActorId actor) {
        if (m_session == nullptr || actor == model::ActorId::None)
            return;
        m_session->select(actor);
        m_session->follow(actor);
    });
    connect(m_map, &Map::hovered, this, &MinimapPanel::showHover);
    connect(m_map, &Map::contextMenuRequested, this, &MinimapPanel::contextMenuRequested);
}

void MinimapPanel::setSession(ReplaySession* session)
{
    if (m_session != nullptr) {
        m_session->disconnect(this);
        m_session->playhead().disconnect(this);
    }
    m_session = session;
    m_pace.stop();
    m_stale = false;
    m_map->setState({});
    m_map->setTrails({});
    m_map->setGhosts({});
    m_map->setGhostTrails({});
    m_map->setScene({});
    if (session == nullptr) {
        m_map->setIndex(nullptr);
        return;
    }
    m_map->setIndex(session->index());
    m_map->setSelection(session->selection());
    m_map->setFollowed(session->followed());
    m_map->setHidden(session->hiddenActors());
    m_map->setPlaying(session->playhead().playing());
    m_map->setPerspective(session->perspective());
    m_map->fitAll();
    connect(session, &ReplaySession::perspectiveChanged, this,
            [this] { m_map->setPerspective(m_session->perspective()); });
    connect(session, &ReplaySession::indexChanged, this, [this] { m_map->setIndex(m_session->index()); });
    connect(session, &ReplaySession::stateChanged, this, &MinimapPanel::onState);
    connect(session, &ReplaySession::selectionChanged, this,
            [this] { m_map->setSelection(m_session->selection()); });
    connect(&session->playhead(), &model::Playhead::playingChanged, this,
            [this](bool playing) { m_map->setPlaying(playing); });
    connect(session, &ReplaySession::followedChanged, this,
            [this] { m_map->setFollowed(m_session->followed()); });
    connect(session, &ReplaySession::hiddenActorsChanged, this,
            [this] { m_map->setHidden(m_session->hiddenActors()); });
    onState();
}

void MinimapPanel::setTheme(const render::Theme& theme) { m_map->setTheme(theme); }

void MinimapPanel::setScene(const model::SceneDescription& scene) { m_map->setScene(scene); }

void MinimapPanel::setOptions(const render::ViewOptions& options) { m_map->setOptions(options); }

void MinimapPanel::setTrails(const std::vector<render::Trail>& trails)
{
    if (isVisible())
        m_map->setTrails(trails);
}

void MinimapPanel::setGhosts(GhostSet* ghosts)
{
    if (m_ghosts != nullptr)
        m_ghosts->disconnect(this);
    m_ghosts = ghosts;
    if (ghosts != nullptr)
        connect(ghosts, &GhostSet::figuresChanged, this, &MinimapPanel::onState);
}

void MinimapPanel::setGhostTrails(const std::vector<render::Trail>& trails)
{
    if (isVisible())
        m_map->setGhostTrails(trails);
}

void MinimapPanel::setCamera(const std::optional<render::CameraPose>& camera, double aspect)
{
    m_map->setCamera(camera, aspect);
}

void MinimapPanel::onState()
{
    m_stale = true;
    if (!m_pace.isActive() && isVisible())
        refresh();
}

void MinimapPanel::refresh()
{
    m_stale = false;
    if (m_session == nullptr)
        return;
    m_map->setState(m_session->state());
    m_map->setGhosts(m_ghosts != nullptr ? m_ghosts->figures() : std::span<const render::GhostFigure>());
    m_pace.start();
}

void MinimapPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void MinimapPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const QSize size = m_fit->sizeHint();
    m_fit->setGeometry(QRect(QPoint(width() - size.width() - Grid, Grid), size));
}

void MinimapPanel::showHover(model::ActorId actor, QPoint globalPos)
{
    const model::ActorInfo* info = m_session != nullptr ? m_session->info().actor(actor) : nullptr;
    if (info == nullptr) {
        QToolTip::hideText();
        return;
    }
    QToolTip::showText(globalPos, tr("%1\nClick selects, double-click follows").arg(info->name), m_map);
}

} // namespace ghostline::app
