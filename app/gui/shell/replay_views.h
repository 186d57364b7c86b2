// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The picture of the replay, or two of them side by side that show the same instant. Each is told everything,
// and a second one is told at its start what the first one already knows.
#include "app/gui/shell/replay_view.h"

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
    /// Puts a second view beside the first one; it has everything but a state, ghosts and trails.
    ReplayView& split();
    /// The second one goes, with all that it holds.
    void join();

    void setTheme(const render::Theme& theme);
    void setIndex(const std::shared_ptr<const model::ReplayIndex>& index);
    void setScene(const model::SceneDescription& scene);
    void setOptions(const render::ViewOptions& options);
    void setReducedMotion(bool on);
    void setPlaying(bool playing);
    void setSelection(model::ActorId actor);
    void setPerspective(model::ActorId player);
    void setHidden(const QSet<quint32>& actors);
    void setState(const model::WorldState& state);
    void setTrails(const std::vector<render::Trail>& trails);
    void setGhosts(std::span<const render::GhostFigure> ghosts);
    void setGhostTrails(const std::vector<render::Trail>& trails);
    void setZones(const std::vector<model::Zone>& zones, int chosen);

    /// All of it, as it stands side by side.
    QImage capture(QSize pixels) const;

Q_SIGNALS:
    void clicked(ghostline::model::ActorId actor);
    void doubleClicked(ghostline::model::ActorId actor);
    void hovered(ghostline::model::ActorId actor, QPoint globalPos);
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos);

private:
    ReplayView* addView();
    template<typename Tell>
    void each(const Tell& tell)
    {
        tell(*m_first);
        if (m_second != nullptr)
            tell(*m_second);
    }

    bool m_flat;
    ReplayView* m_first;
    ReplayView* m_second = nullptr;

    // What was told, for a second view.
    render::Theme m_theme;
    std::shared_ptr<const model::ReplayIndex> m_index;
    model::SceneDescription m_scene;
    render::ViewOptions m_options;
    QSet<quint32> m_hidden;
    std::vector<model::Zone> m_zones;
    int m_chosenZone = -1;
    model::ActorId m_selection = model::ActorId::None;
    model::ActorId m_perspective = model::ActorId::None;
    bool m_reducedMotion = false;
    bool m_playing = false;
};

} // namespace ghostline::app
