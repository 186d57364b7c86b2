// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/replay_views.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace ghostline::app {

ReplayViews::ReplayViews(bool flat, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent), m_flat(flat), m_first(addView()), m_theme(render::Theme::dark()),
      m_index(std::make_shared<model::ReplayIndex>())
{
    setChildrenCollapsible(false);
    setHandleWidth(Grid);
    setFocusProxy(m_first);
    m_first->surface()->setObjectName(QStringLiteral("view"));
}

ReplayView* ReplayViews::addView()
{
    auto* view = new ReplayView(m_flat, this);
    addWidget(view);
    setStretchFactor(indexOf(view), 1); // the halves grow and shrink alike
    connect(view, &ReplayView::clicked, this, &ReplayViews::clicked);
    connect(view, &ReplayView::doubleClicked, this, &ReplayViews::doubleClicked);
    connect(view, &ReplayView::hovered, this, &ReplayViews::hovered);
    connect(view, &ReplayView::contextMenuRequested, this, &ReplayViews::contextMenuRequested);
    return view;
}

ReplayView& ReplayViews::split()
{
    if (m_second != nullptr)
        return *m_second;
    m_second = addView();
    m_second->surface()->setObjectName(QStringLiteral("secondView"));
    m_second->setTheme(m_theme);
    m_second->setOptions(m_options);
    m_second->setReducedMotion(m_reducedMotion);
    m_second->setIndex(m_index);
    m_second->setScene(m_scene);
    m_second->setHidden(m_hidden);
    m_second->setSelection(m_selection);
    m_second->setPerspective(m_perspective);
    m_second->setPlaying(m_playing);
    m_second->setZones(m_zones, m_chosenZone);
    m_second->lookLike(*m_first);
    for (ReplayView* view : {m_first, m_second})
        view->heading()->show();
    setSizes({width(), width()}); // shared out evenly
    return *m_second;
}

void ReplayViews::join()
{
    if (m_second == nullptr)
        return;
    if (m_second->surface()->hasFocus())
        m_first->setFocus();
    m_first->heading()->hide();
    ReplayView* gone = std::exchange(m_second, nullptr);
    gone->disconnect(this);
    gone->hide();
    gone->deleteLater(); // the key that ends the split may have been pressed in it
}

// ---- what all of them are told ----

void ReplayViews::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    each([&](ReplayView& view) { view.setTheme(theme); });
}

void ReplayViews::setIndex(const std::shared_ptr<const model::ReplayIndex>& index)
{
    m_index = index;
    each([&](ReplayView& view) { view.setIndex(index); });
}

void ReplayViews::setScene(const model::SceneDescription& scene)
{
    m_scene = scene;
    each([&](ReplayView& view) { view.setScene(scene); });
}

void ReplayViews::setOptions(const render::ViewOptions& options)
{
    m_options = options;
    each([&](ReplayView& view) { view.setOptions(options); });
}

void ReplayViews::setReducedMotion(bool on)
{
    m_reducedMotion = on;
    each([&](ReplayView& view) { view.setReducedMotion(on); });
}

void ReplayViews::setPlaying(bool playing)
{
    m_playing = playing;
    each([&](ReplayView& view) { view.setPlaying(playing); });
}

void ReplayViews::setSelection(model::ActorId actor)
{
    m_selection = actor;
    each([&](ReplayView& view) { view.setSelection(actor); });
}

void ReplayViews::setPerspective(model::ActorId player)
{
    m_perspective = player;
    each([&](ReplayView& view) { view.setPerspective(player); });
}

void ReplayViews::setHidden(const QSet<quint32>& actors)
{
    m_hidden = actors;
    each([&](ReplayView& view) { view.setHidden(actors); });
}

void ReplayViews::setState(const model::WorldState& state)
{
    each([&](ReplayView& view) { view.setState(state); });
}

void ReplayViews::setTrails(const std::vector<render::Trail>& trails)
{
    each([&](ReplayView& view) { view.setTrails(trails); });
}

void ReplayViews::setGhosts(std::span<const render::GhostFigure> ghosts)
{
    each([&](ReplayView& view) { view.setGhosts(ghosts); });
}

void ReplayViews::setGhostTrails(const std::vector<render::Trail>& trails)
{
    each([&](ReplayView& view) { view.setGhostTrails(trails); });
}

void ReplayViews::setZones(const std::vector<model::Zone>& zones, int chosen)
{
    m_zones = zones;
    m_chosenZone = chosen;
    each([&](ReplayView& view) { view.setZones(zones, chosen); });
}

// ---- pictures ----

QImage ReplayViews::capture(QSize pixels) const
{
    const qreal scale = static_cast<qreal>(pixels.width()) / std::max(1, width());
    if (m_second == nullptr)
        return m_first->capture(pixels, scale);
    QImage image(pixels, QImage::Format_RGB32);
    image.fill(m_theme.line); // the divider
    QPainter painter(&image);
    for (const ReplayView* view : {m_first, m_second}) {
        const int left = qRound(view->x() * scale);
        const int right = qRound((view->x() + view->width()) * scale);
        const QImage part = view->capture({std::max(1, right - left), pixels.height()}, scale);
        if (part.isNull())
            return {};
        painter.drawImage(left, 0, part);
    }
    return image;
}

} // namespace ghostline::app
