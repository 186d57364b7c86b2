// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The picture of the replay, or two of them side by side that show the same instant. All have the
// same content, a second one from its start.
#include "app/gui/view/replay_view.h"

#include <QSplitter>

namespace ghostline::app {

class ReplayViews : public QSplitter
{
    Q_OBJECT
public:
    /// `flat`: maps, for there is no OpenGL.
    explicit ReplayViews(bool flat, QWidget* parent = nullptr);

    ReplayView& first() const { return *m_first; }
    ReplayView* second() const { return m_second; } ///< null unless split
    /// Puts a second view beside the first one; it shows the same.
    ReplayView& split();
    /// The second one goes, with all that it holds.
    void join();

    const render::ViewContent& content() const { return m_content; }
    /// Shows what `edit` makes of the content.
    template<typename Edit>
    void change(const Edit& edit)
    {
        edit(m_content);
        pass();
    }
    void setReducedMotion(bool on);

    /// All of it, as it stands side by side.
    QImage capture(QSize pixels) const;

Q_SIGNALS:
    void clicked(ghostline::model::ActorId actor);
    void doubleClicked(ghostline::model::ActorId actor);
    void hovered(ghostline::model::ActorId actor, QPoint globalPos);
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos);
    void contentChanged(const ghostline::render::ViewContent& content);
    void splitChanged(); ///< there is a second view, or none any more

private:
    ReplayView* addView();
    void pass();

    bool m_flat;
    ReplayView* m_first;
    ReplayView* m_second = nullptr;

    render::ViewContent m_content; ///< of all of them
    bool m_reducedMotion = false;
};

} // namespace ghostline::app
