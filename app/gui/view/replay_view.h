// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One picture of the replay: the 3D view, or the flat map where there is no OpenGL; in a split view with a
// heading above it. Whoever feeds it need not know which of the two it is.
#include "app/gui/view/view_heading.h"
#include "render/flat/top_down_widget.h"
#include "render/view/viewport.h"

namespace ghostline::app {

class ReplayView : public QWidget
{
    Q_OBJECT
public:
    explicit ReplayView(bool flat, QWidget* parent = nullptr);

    render::Viewport* viewport() const { return m_viewport; } ///< null without OpenGL
    render::TopDownWidget* map() const { return m_map; }      ///< null with it
    /// What the keyboard should reach, and what is drawn on.
    QWidget* surface() const { return m_surface; }
    /// Hidden until it is wanted.
    ViewHeading* heading() const { return m_heading; }

    void setContent(const render::ViewContent& content);
    void setReducedMotion(bool on);
    void setFollowed(model::ActorId actor);
    /// As render::Viewport::setFollowedGhost(); a map moves along under the ghost.
    void setFollowedGhost(int ghost, bool both = false);
    int followedGhost() const { return m_followedGhost; }
    /// Looks from where another view looks, or at the same scale.
    void lookLike(const ReplayView& other);
    void fitAll();
    void fitSelection();

    /// What it shows, heading included, at another size; `scale`: pixels per logical one of the heading.
    QImage capture(QSize pixels, qreal scale) const;

Q_SIGNALS:
    void clicked(ghostline::model::ActorId actor);
    void doubleClicked(ghostline::model::ActorId actor);
    void hovered(ghostline::model::ActorId actor, QPoint globalPos);
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Hands the 3D view or the map to `tell`.
    template<typename Tell>
    void each(const Tell& tell)
    {
        m_viewport != nullptr ? tell(*m_viewport) : tell(*m_map);
    }
    QImage captureView(QSize pixels) const;

    render::Viewport* m_viewport = nullptr; ///< owned by its container
    render::TopDownWidget* m_map = nullptr;
    QWidget* m_surface = nullptr;
    ViewHeading* m_heading;
    int m_followedGhost = 0;
    bool m_framesBoth = false;
};

} // namespace ghostline::app
