// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pictures of one recording at any instant, as the window would draw them, with what is written on top.
#include "app/gui/clips/clip_overlay.h"
#include "app/gui/ghosts/ghost_run.h"
#include "app/gui/match/scoreboard_reader.h"
#include "app/gui/view/trail_builder.h"
#include "model/clips/clip.h"
#include "model/replay/state_reader.h"
#include "render/base/view_content.h"
#include "render/view/offscreen_view.h"

namespace ghostline::app {

struct StageRecording
{
    QString path; ///< whose saved views count
    std::shared_ptr<model::ReplaySource> source{};
    std::shared_ptr<const model::ReplayIndex> index{}; ///< complete
    std::vector<GhostRun> ghosts{};
    /// What the view shows of it besides index and what changes with time: theme, layers, surroundings,
    /// zones, selection, perspective, who is hidden.
    render::ViewContent content{};
    model::SamplePolicy policy = model::SamplePolicy::Interpolate;
};

struct StageSettings
{
    QSize pixels{1920, 1080};
    int samples = 4;
    ClipOverlays overlays{};
    bool flat = false; ///< the map from above, where there is no OpenGL
    std::size_t cacheBytes = std::size_t{64} << 20;
};

/// UI thread.
class ClipStage
{
public:
    static model::Result<std::unique_ptr<ClipStage>> create(StageRecording recording,
                                                            const StageSettings& settings);

    const model::ReplayIndex& index() const { return *m_recording.index; }
    /// From now on pictures are of this clip, with its camera. InvalidArgument where there is no such camera.
    /// `look`: taken instead of an empty camera word.
    model::Result<void> begin(const model::Clip& clip, const std::optional<render::Look>& look = {});
    /// At this instant of the recording; `sinceTitle` is how long the clip's title has been shown. Blocks
    /// while what is missing is decoded.
    model::Result<QImage> draw(model::Micros at, model::Micros sinceTitle);
    /// The same with a camera of its own, nothing written on it and nothing behind it.
    model::Result<QImage> drawTransparent(model::Micros at);
    /// Decodes ahead what the next pictures will need.
    void prefetch(model::Micros at);

private:
    ClipStage(StageRecording recording, const StageSettings& settings);
    model::Result<void> show(model::FrameTime at);
    void showTrails();
    void showGhosts(model::FrameTime at);
    model::Result<QImage> picture();
    QImage flatPicture();
    OverlayContent overlay(model::FrameTime at, model::Micros sinceTitle);

    StageRecording m_recording;
    StageSettings m_settings;
    model::StateReader m_reader;
    TrailBuilder m_trails;
    ScoreboardReader m_scoreboard;
    model::Clip m_clip;
    std::unique_ptr<render::OffscreenView> m_view; ///< null where flat
    render::Recycler<model::WorldState> m_states;
    render::Recycler<render::GhostFrame> m_frames;
};

} // namespace ghostline::app
