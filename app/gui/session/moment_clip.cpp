// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/moment_clip.h"

#include "model/marks/marked_clip.h"

#include <algorithm>

namespace ghostline::app {

std::optional<model::Clip> momentClip(const ReplaySession& session, const std::optional<model::Clip>& marked)
{
    if (session.index()->frames() == 0)
        return std::nullopt;
    const model::TimeAxis& axis = session.index()->timeAxis;
    const model::Playhead& head = session.playhead();
    model::Clip clip;
    if (const auto loop = head.loop()) {
        clip.from = axis.timeOf(loop->first);
        clip.to = axis.timeOf(loop->end - 1);
    } else if (marked) {
        clip = *marked;
    } else {
        clip.from = std::max(model::Micros{0}, head.time() - model::AroundInstant);
        clip.to = std::min(axis.duration(), head.time() + model::AroundInstant);
    }
    clip.recording = session.path();
    return clip;
}

} // namespace ghostline::app
