// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Events that the format does not store: found by comparing each frame with the one before.
#include "codecs/echo/frame/cast.h"
#include "model/base/diagnostic.h"
#include "model/replay/event.h"

#include <memory>

namespace ghostline::echo {

/// Takes every frame of a recording once, in order. Each rule is a named function (event_rules.h).
class EventFinder
{
public:
    EventFinder(const MatchHeader& header, const MatchNames& names);
    ~EventFinder();
    EventFinder(EventFinder&&) noexcept;

    /// Goal, save, steal, stun, catch, pass, throw, block, interception, assist, possession change, round
    /// start and end, pause, restart request, player joined and left, emote, joust, rules changed; with
    /// columns and data keys.
    static const std::vector<model::EventKind>& kinds();

    /// `time`: since the first frame, of this frame.
    void take(model::FrameNumber number, model::Micros time, const FrameBlock& block, const Frame& frame,
              const FrameActors& actors);
    /// Found so far, ascending by frame; frame, time, kind, actors, text, data set. What is decided late (a
    /// throw that turns out to be a pass) stands at its place.
    std::vector<model::Event> events() const;
    /// Counters that ran backward, unknown words, one name for two players, game clock that jumped; first
    /// place and count of each, not one per frame.
    model::DiagnosticList diagnostics() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::echo
