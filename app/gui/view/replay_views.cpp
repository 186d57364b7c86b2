// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/replay_views.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace ghostline::app {

ReplayViews::ReplayViews(bool flat, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent), m_flat(flat), m_first(addView())
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
    m_second->setReducedMotion(m_reducedMotion);
    m_second->setContent(m_content);
    m_second->lookLike(*m_first);
    for (ReplayView* view : {m_first, m_second})
        view->heading()->show();
    setSizes({width(), width()}); // shared out evenly
    Q_EMIT splitChanged();
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
    Q_EMIT splitChanged();
}

// ---- what all of them show ----

void ReplayViews::pass()
{
    m_first->setContent(m_content);
    if (m_second != nullptr)
        m_second->setContent(m_content);
    Q_EMIT contentChanged(m_content);
}

void ReplayViews::setReducedMotion(bool on)
{
    m_reducedMotion = on;
    m_first->setReducedMotion(on);
    if (m_second != nullptr)
        m_second->setReducedMotion(on);
}

// ---- pictures ----

QImage ReplayViews::capture(QSize pixels) const
{
    const qreal scale = static_cast<qreal>(pixels.width()) / std::max(1, width());
    if (m_second == nullptr)
        return m_first->capture(pixels, scale);
    QImage image(pixels, QImage::Format_RGB32);
    image.fill(m_content.theme.line); // the divider
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
