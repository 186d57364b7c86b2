// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shows things in a view one by one: what a test says it changes is all that changes.
#include "render/base/view_content.h"
#include "render/view/still.h"
#include "world_fixture.h"

namespace ghostline::test {

/// `view`: a Viewport, a TopDownWidget or a WorldView.
template<typename View, typename Edit>
void change(View& view, const Edit& edit)
{
    render::ViewContent content = view.content();
    edit(content);
    view.setContent(content);
}

template<typename View>
void showTheme(View& view, const render::Theme& theme)
{
    change(view, [&](render::ViewContent& c) { c.theme = theme; });
}

template<typename View>
void showIndex(View& view, std::shared_ptr<const model::ReplayIndex> index)
{
    change(view, [&](render::ViewContent& c) { c.index = std::move(index); });
}

template<typename View>
void showScene(View& view, model::SceneDescription scene)
{
    change(view, [&](render::ViewContent& c) { c.scene = std::move(scene); });
}

/// A copy: the state may be changed afterwards.
template<typename View>
void showState(View& view, model::WorldState state)
{
    change(view, [&](render::ViewContent& c) { c.state = std::move(state); });
}

template<typename View>
void showOptions(View& view, const render::ViewOptions& options)
{
    change(view, [&](render::ViewContent& c) { c.options = options; });
}

template<typename View>
void showSelection(View& view, model::ActorId actor)
{
    change(view, [&](render::ViewContent& c) { c.selection = actor; });
}

template<typename View>
void showPerspective(View& view, model::ActorId player)
{
    change(view, [&](render::ViewContent& c) { c.perspective = player; });
}

template<typename View>
void showHidden(View& view, const QSet<quint32>& actors)
{
    change(view, [&](render::ViewContent& c) { c.hidden = actors; });
}

template<typename View>
void showPlaying(View& view, bool playing)
{
    change(view, [&](render::ViewContent& c) { c.playing = playing; });
}

template<typename View>
void showTrails(View& view, std::vector<render::Trail> trails)
{
    change(view, [&](render::ViewContent& c) { c.trails = std::move(trails); });
}

template<typename View>
void showGhosts(View& view, std::span<const render::GhostFigure> figures)
{
    change(view, [&](render::ViewContent& c) { c.ghosts = render::GhostFrame(figures); });
}

template<typename View>
void showGhostTrails(View& view, std::vector<render::Trail> trails)
{
    change(view, [&](render::ViewContent& c) { c.ghostTrails = std::move(trails); });
}

template<typename View>
void showZones(View& view, std::vector<model::Zone> zones, int chosen = -1)
{
    change(view, [&](render::ViewContent& c) {
        c.zones = std::move(zones);
        c.chosenZone = chosen;
    });
}

/// A picture of a world, with what else the request shows.
inline model::Result<QImage> stillOf(const World& w, render::StillRequest request)
{
    request.content.index = w.index();
    request.content.scene = w.scene;
    request.content.state = w.state;
    return renderStill(request);
}

} // namespace ghostline::test
