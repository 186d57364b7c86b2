// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/replay_view.h"

#include <QApplication>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace ghostline::app {

namespace {

constexpr QSize SmallestView{160, 120}; ///< two of them still fit beside the docks of a small window

} // namespace

ReplayView::ReplayView(bool flat, QWidget* parent) : QWidget(parent), m_heading(new ViewHeading(this))
{
    if (flat) {
        m_map = new render::TopDownWidget(this);
        m_surface = m_map;
    } else {
        m_viewport = new render::Viewport;
        m_surface = QWidget::createWindowContainer(m_viewport, this);
        m_viewport->installEventFilter(this);
    }
    m_surface->setMinimumSize(SmallestView);
    m_surface->setFocusPolicy(Qt::StrongFocus);
    m_surface->setAccessibleName(tr("Replay view"));
    setFocusProxy(m_surface);
    m_heading->hide();

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_heading);
    column->addWidget(m_surface, 1);

    each([this](auto& view) {
        using View = std::remove_reference_t<decltype(view)>;
        connect(&view, &View::clicked, this,
                [this](model::ActorId actor, Qt::KeyboardModifiers) { Q_EMIT clicked(actor); });
        connect(&view, &View::doubleClicked, this, &ReplayView::doubleClicked);
        connect(&view, &View::hovered, this, &ReplayView::hovered);
        connect(&view, &View::contextMenuRequested, this, &ReplayView::contextMenuRequested);
    });
}

// ---- what it is told ----

void ReplayView::setContent(const render::ViewContent& content)
{
    render::ViewChanges changes;
    each([&](auto& view) { changes = view.setContent(content); });
    if (changes & render::ViewPart::Theme)
        m_heading->setTheme(content.theme);
    if (m_map == nullptr || m_followedGhost == 0 || !(changes & render::ViewPart::Ghosts))
        return;
    for (const render::GhostFigure& figure : content.ghosts->figures()) {
        if (figure.id == m_followedGhost)
            m_map->centreOn(figure.position);
    }
}

/// Nothing on the map moves by itself.
void ReplayView::setReducedMotion(bool on)
{
    if (m_viewport != nullptr)
        m_viewport->setReducedMotion(on);
}

void ReplayView::setFollowed(model::ActorId actor)
{
    each([&](auto& view) { view.setFollowed(actor); });
}

void ReplayView::setFollowedGhost(int ghost, bool both)
{
    if (ghost == m_followedGhost && both == m_framesBoth)
        return;
    m_followedGhost = ghost;
    m_framesBoth = both;
    if (m_viewport != nullptr)
        m_viewport->setFollowedGhost(ghost, both);
}

void ReplayView::lookLike(const ReplayView& other)
{
    if (m_viewport != nullptr)
        m_viewport->camera().setPose(other.m_viewport->camera().pose(), false);
    else
        m_map->lookLike(*other.m_map);
}

void ReplayView::fitAll()
{
    each([](auto& view) { view.fitAll(); });
}

void ReplayView::fitSelection()
{
    each([](auto& view) { view.fitSelection(); });
}

// ---- pictures ----

QImage ReplayView::captureView(QSize pixels) const
{
    if (m_viewport != nullptr)
        return m_viewport->capture(pixels);
    QImage image(pixels, QImage::Format_RGB32);
    image.fill(palette().color(QPalette::Window));
    image.setDevicePixelRatio(static_cast<qreal>(pixels.width()) / std::max(1, m_map->width()));
    // That a drawing is being worked on, or somebody points, is no part of a picture.
    const render::ViewContent shown = m_map->content();
    const bool atWork = !shown.chosenDrawing.isEmpty() || !shown.pointers->empty();
    if (atWork) {
        render::ViewContent plain = shown;
        plain.chosenDrawing.clear();
        plain.pointers = {};
        m_map->setContent(plain);
    }
    m_map->render(&image);
    if (atWork)
        m_map->setContent(shown);
    image.setDevicePixelRatio(1.0);
    return image;
}

QImage ReplayView::capture(QSize pixels, qreal scale) const
{
    if (m_heading->isHidden())
        return captureView(pixels);
    const int top = std::min(pixels.height() - 1, qRound(m_heading->height() * scale));
    const QImage view = captureView({pixels.width(), pixels.height() - top});
    if (view.isNull())
        return {};
    QImage image(pixels, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.drawImage(0, top, view);
    painter.scale(static_cast<qreal>(pixels.width()) / std::max(1, m_heading->width()),
                  static_cast<qreal>(top) / std::max(1, m_heading->height()));
    m_heading->render(&painter);
    return image;
}

bool ReplayView::eventFilter(QObject* watched, QEvent* event)
{
    // What is dropped on the 3D view's own window is dropped on the main window.
    switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove:
    case QEvent::DragLeave:
    case QEvent::Drop:
        if (watched == m_viewport)
            return QCoreApplication::sendEvent(window(), event);
        break;
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
        // Keys reach the 3D view's own window even while a menu is open above it.
        if (QWidget* popup = QApplication::activePopupWidget(); watched == m_viewport && popup != nullptr) {
            QCoreApplication::sendEvent(popup, event);
            return true;
        }
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ghostline::app
