// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which moments of a summary get a picture of the 3D view, and how each is taken.
#include "model/summary/match_summary.h"
#include "render/base/view_content.h"
#include "render/view/still.h"

#include <stop_token>
#include <vector>

namespace ghostline::app {

/// A picture that is still to be drawn, with all that it shows.
struct MomentShot
{
    enum class Of { Highlight, Bookmark, Board };
    Of of = Of::Highlight;
    std::size_t number = 0;                        ///< in the summary's list of those
    model::ActorId subject = model::ActorId::None; ///< whom the camera keeps to; None = it shows everybody
    model::WorldState state{};
};

/// Reads the states, so not in the window's thread. What cannot be decoded gets no picture.
std::vector<MomentShot> shotsOf(const model::MatchSummary& summary, const model::ReplaySource& source,
                                const std::stop_token& stop);

/// `look`: theme, scenery, options and drawings of the view. UI thread.
render::StillRequest stillOf(const MomentShot& shot, const model::MatchSummary& summary,
                             render::ViewContent look);

/// Into its place in the summary, as a JPEG.
void putPicture(model::MatchSummary& summary, const MomentShot& shot, const QImage& image);

} // namespace ghostline::app
