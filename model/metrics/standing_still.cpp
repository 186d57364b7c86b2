// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metrics/standing_still.h"

#include "model/replay/frame_walk.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace ghostline::model {

bool isMovingKind(ActorKind kind)
{
    return kind == ActorKind::Player || kind == ActorKind::Vehicle || kind == ActorKind::Walker ||
           kind == ActorKind::Unit;
}

namespace {

/// One actor's present stop: it lasts while the actor stays around the place where it began.
struct Stop
{
    bool open = false;
    FrameNumber first = 0;
    FrameNumber last = 0;
    Micros begin{};
    Micros end{};
    glm::dvec3 position{0.0};
};

class StillnessFinder
{
public:
    StillnessFinder(const ReplayInfo& info, const StandingStillOptions& options) : m_options(options)
    {
        for (const ActorInfo& actor : info.cast)
            m_watched.push_back(!options.movingKindsOnly || isMovingKind(actor.kind));
        m_stops.resize(m_watched.size());
    }

    void visit(FrameNumber frame, const WorldState* state)
    {
        std::size_t row = 0;
        for (std::size_t actor = 0; actor < m_stops.size(); ++actor) {
            while (state && row < state->size() && index(state->ids[row]) < actor)
                ++row;
            const bool present = state && row < state->size() && index(state->ids[row]) == actor &&
                                 (state->flags[row] & Hidden) == 0;
            if (!m_watched[actor])
                continue;
            if (!present)
                close(actor);
            else
                extend(actor, frame, *state, row);
        }
    }

    std::vector<StandingStill> finish()
    {
        for (std::size_t actor = 0; actor < m_stops.size(); ++actor)
            close(actor);
        std::sort(m_found.begin(), m_found.end(), [](const StandingStill& a, const StandingStill& b) {
            return std::tuple(-a.length, a.begin, a.actor) < std::tuple(-b.length, b.begin, b.actor);
        });
        return std::move(m_found);
    }

private:
    void extend(std::size_t actor, FrameNumber frame, const WorldState& state, std::size_t row)
    {
        Stop& stop = m_stops[actor];
        const glm::dvec3& position = state.positions[row];
        const bool jumped = (state.flags[row] & Discontinuity) != 0;
        if (stop.open && (jumped || !(glm::distance(position, stop.position) <= m_options.radius)))
            close(actor);
        if (!stop.open)
            stop = {true, frame, frame, state.time, state.time, position};
        stop.last = frame;
        stop.end = state.time;
    }

    void close(std::size_t actor)
    {
        Stop& stop = m_stops[actor];
        if (stop.open && stop.end - stop.begin >= m_options.minLength)
            m_found.push_back({static_cast<ActorId>(actor),
                               {stop.first, stop.last + 1},
                               stop.begin,
                               stop.end - stop.begin,
                               stop.position});
        stop.open = false;
    }

    StandingStillOptions m_options;
    std::vector<bool> m_watched;
    std::vector<Stop> m_stops;
    std::vector<StandingStill> m_found;
};

} // namespace

Result<std::vector<StandingStill>> findStandingStill(const ReplaySource& source,
                                                     const StandingStillOptions& options,
                                                     const Progress& progress, std::stop_token stop)
{
    StillnessFinder finder(*source.index()->info, options);
    const Result<void> done = walkFrames(
        source, {0, std::numeric_limits<FrameNumber>::max()},
        [&finder](FrameNumber frame, const WorldState* state) { finder.visit(frame, state); }, progress,
        std::move(stop));
    if (!done)
        return tl::unexpected<Error>(done.error());
    return finder.finish();
}

} // namespace ghostline::model
