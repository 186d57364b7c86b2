// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panels/minimap_panel.h"

#include "app/gui/widgets/panel_style.h"
#include "render/flat/top_down_widget.h"

#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

constexpr QSize SmallestMap{120, 90};

} // namespace

MinimapPanel::MinimapPanel(QWidget* parent)
    : Panel(parent), m_map(new render::TopDownWidget(this)),
      m_mapThrottle(new RefreshThrottle(m_map, MapMs, [this] { m_map->setContent(m_content); })),
      m_fit(
          iconButton(QStringLiteral("fit-all"), tr("Show the whole map"), this, [this] { m_map->fitAll(); }))
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
    m_fit->raise();

    connectMap();
    onThemeChanged();
}

void MinimapPanel::connectMap()
{
    using Map = render::TopDownWidget;
    connect(m_map, &Map::clicked, this, [this](model::ActorId actor, Qt::KeyboardModifiers) {
        if (session() != nullptr && actor != model::ActorId::None)
            session()->actors()->select(actor); // a click on the ground looks there, and keeps the selection
    });
    connect(m_map, &Map::placeClicked, this, &MinimapPanel::lookRequested);
    connect(m_map, &Map::doubleClicked, this, [this](model::ActorId actor) {
        if (session() == nullptr || actor == model::ActorId::None)
            return;
        session()->actors()->select(actor);
        session()->actors()->follow(actor);
    });
    connect(m_map, &Map::hovered, this, &MinimapPanel::showHover);
    connect(m_map, &Map::contextMenuRequested, this, &MinimapPanel::contextMenuRequested);
}

void MinimapPanel::onSessionChanged()
{
    if (session() == nullptr) {
        m_map->setFollowed(model::ActorId::None);
        return;
    }
    m_map->setFollowed(session()->actors()->followed());
    m_map->fitAll();
    connect(session()->actors(), &ActorSelection::followedChanged, this,
            [this] { m_map->setFollowed(session()->actors()->followed()); });
}

void MinimapPanel::onThemeChanged()
{
    m_content.theme = theme();
    m_map->setContent(m_content);
}

/// What moves by itself is shown as often as it is looked at, everything else at once.
void MinimapPanel::setContent(const render::ViewContent& content)
{
    using render::ViewPart;
    constexpr render::ViewChanges Moving =
        ViewPart::State | ViewPart::Grids | ViewPart::Trails | ViewPart::Ghosts | ViewPart::GhostTrails;
    const render::ViewChanges changes = render::changesBetween(m_content, content);
    m_content = content;
    if (changes & ~Moving) {
        m_map->setContent(m_content);
        return;
    }
    if (changes)
        m_mapThrottle->schedule();
}

void MinimapPanel::setCamera(const std::optional<render::CameraPose>& camera, double aspect)
{
    m_map->setCamera(camera, aspect);
}

void MinimapPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const QSize size = m_fit->sizeHint();
    m_fit->setGeometry(QRect(QPoint(width() - size.width() - Grid, Grid), size));
}

void MinimapPanel::showHover(model::ActorId actor, QPoint globalPos)
{
    const model::ActorInfo* info = session() != nullptr ? session()->info().actor(actor) : nullptr;
    if (info == nullptr) {
        QToolTip::hideText();
        return;
    }
    QToolTip::showText(globalPos, tr("%1\nClick selects, double-click follows").arg(info->name), m_map);
}

} // namespace ghostline::app
