// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/summary/moment_pictures.h"

#include "app/gui/widgets/jpeg.h"

#include <QImage>

#include <algorithm>

namespace ghostline::app {

namespace {

// A page is sent by mail: twenty pictures of this size are about a megabyte.
constexpr QSize PictureSize{960, 600};
constexpr std::size_t MostBookmarks = 12;
constexpr std::size_t MostBoards = 12;

bool isSeen(const model::WorldState& state, model::ActorId actor)
{
    const std::ptrdiff_t row = state.row(actor);
    return row >= 0 && (state.flags[static_cast<std::size_t>(row)] & model::Hidden) == 0;
}

/// Who does most in it; else the one that the whole recording is about, where it is one.
model::ActorId subjectOf(const model::ReplayInfo& info, const std::vector<model::ActorId>& actors,
                         const model::WorldState& state)
{
    for (const model::ActorId actor : actors) {
        const model::ActorInfo* known = info.actor(actor);
        if (known != nullptr && known->shape != model::ActorShape::None && isSeen(state, actor))
            return actor;
    }
    model::ActorId only = model::ActorId::None;
    for (const model::ActorInfo& actor : info.cast) {
        if (!actor.principal || !isSeen(state, actor.id))
            continue;
        if (only != model::ActorId::None)
            return model::ActorId::None;
        only = actor.id;
    }
    return only;
}

} // namespace

std::vector<MomentShot> shotsOf(const model::MatchSummary& summary, const model::ReplaySource& source,
                                const std::stop_token& stop)
{
    std::vector<MomentShot> shots;
    model::PlanReader reader(source, *summary.index, stop);
    const auto add = [&](MomentShot::Of of, std::size_t number, model::Micros at,
                         const std::vector<model::ActorId>& actors, bool follows) {
        const model::WorldState* state = stop.stop_requested() ? nullptr : reader.stateAt(at);
        if (state == nullptr)
            return;
        shots.push_back(
            {of, number, follows ? subjectOf(summary.info(), actors, *state) : model::ActorId::None, *state});
    };
    for (std::size_t i = 0; i < summary.highlights.size(); ++i)
        add(MomentShot::Of::Highlight, i, summary.highlights[i].at, summary.highlights[i].actors, true);
    for (std::size_t i = 0; i < std::min(summary.marked.size(), MostBookmarks); ++i) {
        if (summary.marked[i].at <= summary.index->timeAxis.duration())
            add(MomentShot::Of::Bookmark, i, summary.marked[i].at, {}, true);
    }
    for (std::size_t i = 0; i < std::min(summary.boards.size(), MostBoards); ++i)
        add(MomentShot::Of::Board, i, summary.boards[i].at, {}, false);
    return shots;
}

render::StillRequest stillOf(const MomentShot& shot, const model::MatchSummary& summary,
                             render::ViewContent look)
{
    render::StillRequest request;
    request.pixels = PictureSize;
    look = render::withoutPlayback(std::move(look));
    look.index = summary.index;
    look.selection = shot.subject;
    look.state = shot.state;
    if (shot.of == MomentShot::Of::Board)
        look.drawings = summary.boards[shot.number].drawings;
    request.content = std::move(look);
    request.look.mode =
        shot.subject != model::ActorId::None ? render::CameraMode::Follow : render::CameraMode::Orbit;
    return request;
}

void putPicture(model::MatchSummary& summary, const MomentShot& shot, const QImage& image)
{
    const QByteArray bytes = jpegOf(image);
    if (bytes.isEmpty())
        return; // then the plan is drawn
    switch (shot.of) {
    case MomentShot::Of::Highlight:
        summary.highlights[shot.number].picture = bytes;
        return;
    case MomentShot::Of::Bookmark:
        summary.marked[shot.number].picture = bytes;
        return;
    case MomentShot::Of::Board:
        summary.boards[shot.number].picture = bytes;
        return;
    }
}

} // namespace ghostline::app
